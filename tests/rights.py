"""The rights as `docs/rights.md` has them, and as the views say them."""

import re
from collections.abc import Iterator

from flask import Flask

from scorebook.services.access import Action, Role
from scorebook.web.visitor import is_public, needed_by, needs_account
from tests.processes import ROOT

DOCUMENT = ROOT / "docs" / "rights.md"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def documented_rights() -> dict[Role, frozenset[Action]]:
    """Read the table of roles."""
    rows = [[cell.strip() for cell in row] for row in _rows(DOCUMENT.read_text(encoding="utf-8").partition("## ")[0])]
    roles = [Role(name) for name in rows[0][2:]]
    marked = [(Action(row[0]), dict(zip(roles, row[2:], strict=True))) for row in rows[1:]]
    return {role: frozenset(action for action, marks in marked if marks[role] == "x") for role in roles}


def documented_addresses() -> list[tuple[str, str, str]]:
    """Read the table of addresses: address, method, what it needs."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("## What each address needs")[2]
    return [(row[0].strip().strip("`"), row[1].strip(), row[2].strip()) for row in _rows(text)[1:]]


def _rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line)]
    return [line.strip("|").split("|") for line in lines]


def addresses(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Give each address and method there is, with what the view says that it needs."""
    with app.app_context():
        found = (
            (rule.rule, METHODS.index(method), rule.endpoint)
            for rule in app.url_map.iter_rules()
            for method in METHODS
            if method in (rule.methods or ())
        )
        for path, place, endpoint in sorted(found):
            yield path, METHODS[place], _need(endpoint)


def _need(endpoint: str) -> str:
    if is_public(endpoint):
        return "everybody"
    return str(needed_by(endpoint) or ("account" if needs_account(endpoint) else "login"))
