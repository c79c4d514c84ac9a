"""Pages that carry a secret, in their address or in what they show: nobody keeps or lists them, or tells others."""

from flask import Flask
from flask.testing import FlaskClient
from wtforms import PasswordField

from scorebook.services.access import Role
from scorebook.web.page_form import PageForm
from scorebook.web.security import is_secretive
from scorebook.web.sent import may_be_kept
from tests.actions import Page, start
from tests.doors import link, nobody
from tests.test_web_members import SECRET


def test_every_address_with_a_secret_is_kept_by_nobody(app: Flask) -> None:
    """Whatever has a secret in its address says so to browsers; so does a mangled one, which was nearly right."""
    with app.app_context():
        rules = [rule for rule in app.url_map.iter_rules() if "secret" in rule.arguments]
        assert {rule.endpoint for rule in rules if not is_secretive(rule.endpoint)} == set()
    assert len(rules) >= 4
    start(app.test_client())
    made = link(app, Role.TABLE)
    for address in (f"/herein/{made.secret}", f"/herein/{made.secret[:-1]}"):
        assert SECRET.items() <= dict(nobody(app).get(address).headers).items()


def test_every_page_that_shows_a_secret_is_kept_by_nobody(client: FlaskClient) -> None:
    """A link that was made, its paper, a key, an invitation: shown once, and not again by the browser's cache."""
    start(client)
    made = client.post("/abende/1/links", data={"kind": "table", "lasts": "tonight"})
    shown = Page(made)
    said = {name: shown.value(name) for name in ("secret", "code")}
    answers = [
        made,
        client.post("/links/1/blatt.pdf", data=said),
        client.post("/konto/tokens", data={"name": "Skript"}),
        client.post("/verein/einladungen", data={"roles": ["player"]}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 201, 200]
    for answer in answers:
        assert SECRET.items() <= dict(answer.headers).items()


def test_no_page_carries_a_password_along(app: Flask) -> None:
    """What any form of ours takes as a password is none of what waits for a login."""
    found = 0
    for form in _forms(PageForm):
        for name, field in vars(form).items():
            if getattr(field, "field_class", None) is PasswordField:
                assert not may_be_kept(name), (form, name)
                found += 1
    assert found >= 4


def _forms(form: type[PageForm]) -> list[type[PageForm]]:
    """Give all forms that are made of one."""
    return [one for made in form.__subclasses__() for one in (made, *_forms(made))]
