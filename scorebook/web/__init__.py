"""The pages: requests in, HTML out. No rule of the game, no SQL, no sum of money.

security     headers, cookies, CSRF
problems     pages for what goes wrong
filters      what templates may call
evenings     list, new evening, overview, PDF
importing    an exported evening into the book
refusals     a form again that was refused
book         a sheet with its evening, as the pages need them together
sheets       record a game, look at one, take one back
changing     forms that change a list in the middle
correcting   put a better version in the place of a game
inserting    put a forgotten game in before another
later        what such a change does to later games, in words
closing      end an evening, open it again
pricing      what a Strich, a head or a point costs
rules        the club's rule sets, their price lists, another one in mid-evening
"""

from flask import Flask
from flask_babel import Babel

from scorebook.settings import Settings
from scorebook.web import (
    closing,
    correcting,
    evenings,
    filters,
    importing,
    inserting,
    pricing,
    problems,
    rules,
    security,
    sheets,
)


def init_app(app: Flask) -> None:
    """Add the pages to the app. What the configuration says already stays."""
    settings: Settings = app.config["SETTINGS"]
    for name, value in {"BABEL_DEFAULT_LOCALE": "de", "BABEL_DEFAULT_TIMEZONE": settings.timezone.key}.items():
        app.config.setdefault(name, value)
    app.config["WTF_I18N_ENABLED"] = False  # see PageForm.Meta
    Babel(app)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    security.init_app(app)
    problems.init_app(app)
    filters.init_app(app)
    app.register_blueprint(evenings.blueprint)
    app.register_blueprint(importing.blueprint)
    app.register_blueprint(sheets.blueprint)
    app.register_blueprint(correcting.blueprint)
    app.register_blueprint(inserting.blueprint)
    app.register_blueprint(closing.blueprint)
    app.register_blueprint(pricing.blueprint)
    app.register_blueprint(rules.blueprint)
