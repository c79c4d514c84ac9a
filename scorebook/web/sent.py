"""A form that was sent when nobody was logged in any more: kept while he logs in, and offered to be sent again.

Nothing of it is kept on the server: the page that asks for the login carries it along. It goes only where a form of
ours goes, and only what a page of ours sent is kept: another site could have one sent in somebody's name.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import current_app, request
from werkzeug.exceptions import HTTPException

from scorebook.web.languages import OWN_PATH
from scorebook.web.security import LARGEST, token_holds
from scorebook.web.visitor import is_public

FIELD = "noch."
"""What stands before the names of the fields that are carried along."""
NEVER = ("password", "passwort", "secret", "token", "iban")
"""What no page carries along: fields with this in their names."""
MOST = LARGEST - 16 * 1024
"""Bytes that can be carried along, beside what the login itself needs."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent: where to, its fields, and whether it had files, which are lost."""

    address: str
    fields: tuple[tuple[str, str], ...]
    files: bool = False

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The fields under the names that carry them along."""
        return [(FIELD + name, text) for name, text in self.fields]


def just_sent() -> Sent | None:
    """Give the form of this request; None where it is none of ours, or too large to be kept."""
    address = request.script_root + request.full_path.removesuffix("?")
    if not takes_forms(address) or not token_holds():
        return None
    fields = tuple((name, text) for name, text in request.form.items(multi=True) if may_be_kept(name))
    sent = Sent(address, fields, files=any(file.filename for file in request.files.values()))
    return sent if len(urlencode(sent.carried)) <= MOST else None


def sent_before() -> Sent | None:
    """Give the form that this request carries along; None where it carries none, or where that goes nowhere."""
    address = request.form.get("noch", "")
    if not takes_forms(address) or not _from_here():
        return None
    carried = ((name, text) for name, text in request.form.items(multi=True) if name.startswith(FIELD))
    fields = tuple((name.removeprefix(FIELD), text) for name, text in carried)
    return Sent(address, tuple((name, text) for name, text in fields if may_be_kept(name)))


def _from_here() -> bool:
    """Tell whether a page of ours sent this: it may be older than the login, but no other site gets our cookie sent."""
    return token_holds() or current_app.config["SESSION_COOKIE_NAME"] in request.cookies


def may_be_kept(name: str) -> bool:
    """Tell whether a field may be carried along, by its name."""
    return not any(word in name.lower() for word in NEVER) and name != "code"


def takes_forms(address: str) -> bool:
    """Tell whether an address is one of ours to which those who are logged in send forms."""
    if not OWN_PATH.fullmatch(address) or not address.startswith(f"{request.script_root}/"):
        return False
    path = address.removeprefix(request.script_root).partition("?")[0]
    try:
        endpoint, _values = current_app.url_map.bind("localhost").match(path, method="POST")
    except HTTPException:
        return False
    return not is_public(endpoint)
