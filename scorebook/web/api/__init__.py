"""The HTTP API (FORMAT.md 5): JSON in, JSON out, with a key instead of a cookie.

door         who asks: the key in the header
bodies       what was sent, and what is answered
problems     what goes wrong, in the shape of FORMAT.md 3
operations   what each address takes and gives
openapi      the same as OpenAPI text
scoring      games are worked out, without a login
evenings     evenings and rule sets
sheets       a table's list, its prices, who pays whom
games        games are recorded, corrected, taken back
tournaments  lists of a tournament's tables
"""

from flask import Flask

from scorebook.web.api import evenings, games, openapi, scoring, sheets, tournaments  # noqa: F401 - they add their addresses
from scorebook.web.api.operations import blueprint


def init_app(app: Flask) -> None:
    """Add the addresses to the app."""
    app.register_blueprint(blueprint)
