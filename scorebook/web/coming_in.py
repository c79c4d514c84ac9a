"""How a tablet or a screen comes in: by the address of a link, which its QR code says, or by the short code."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import GoneError
from scorebook.services import RefusedError, accounts, links
from scorebook.services.attempts import TooManyError
from scorebook.store.db import db
from scorebook.store.links import LinkRow
from scorebook.web.links_form import CodeForm
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.sent import sent_before
from scorebook.web.signing_in import onward, sign_in_page
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import device, enter, leave, public, visitor

blueprint = Blueprint("coming_in", __name__)


@blueprint.get("/herein/<secret>")
@public
@secretive
def show(secret: str) -> Response:
    """Say what a link is for. Nothing happens before its button is pressed: whoever previews links uses none up."""
    return _link_page(links.find_link(db.session, secret), PageForm(formdata=None))


@blueprint.post("/herein/<secret>")
@public
@secretive
@checks_itself
def redeem(secret: str) -> BaseResponse:
    """Let this browser in by a link."""
    found = links.find_link(db.session, secret)
    form = PageForm(formdata=request.form)
    if not form.validate():
        return _link_page(found, form, 400)
    if must_ask(form):
        return _link_page(found, form, 409)
    change_to(links.redeem(db.session, secret, device()))
    return redirect(url_for("evenings.start"), 303)


def _link_page(found: LinkRow, form: PageForm, status: int = 200) -> Response:
    return make_response(render_template("come_in.html", found=found, form=form, **_whose()), status)


@blueprint.get("/code")
@public
def code_form() -> Response:
    """Ask for a short code."""
    return _code_page(CodeForm(formdata=None))


@blueprint.post("/code")
@public
@checks_itself
def by_code() -> BaseResponse:
    """Let this browser in by a short code."""
    form = CodeForm(formdata=request.form)
    if not form.validate():
        return _code_page(form, 400)
    if must_ask(form):  # whoever is in already may send what waits
        return onward(form) if sent_before() else _code_page(form, 409)
    try:
        secret = links.redeem_code(db.session, form.code.data or "", address=request.remote_addr or "", device=device())
    except RefusedError as error:
        form.show(error.findings)
        return _code_page(form, 422)
    except GoneError as error:  # at its field as well: a form may wait, and the next code is typed right here
        form.code.errors = [*form.code.errors, error.told(_)]
        return _code_page(form, 410)
    except TooManyError as error:
        form.top.append(error.told(_))
        return _code_page(form, 429)
    change_to(secret)
    return onward(form)


def _code_page(form: CodeForm, status: int = 200) -> Response:
    """Show the page of the code; where a form waits for the login, that of both ways in."""
    sent = sent_before()
    if sent is not None:
        return sign_in_page(form, status, sent)
    return make_response(render_template("code.html", form=form, **_whose()), status)


def _whose() -> dict[str, object]:
    """Say who is logged in here with an account, and whether a password would let him in again."""
    who = visitor()
    if who is None or who.actor.account_id is None:
        return {"account": None, "comes_back": True}
    return {"account": who.actor, "comes_back": accounts.has_password(db.session, who.actor)}


def must_ask(form: PageForm) -> bool:
    """Ask whoever is logged in with an account whether he means it, unless he has said so; True where he has not."""
    who = visitor()
    if who is None or who.actor.account_id is None or request.form.get("tun") == "wechseln":
        return False
    form.top.append(_("Auf diesem Gerät ist jemand angemeldet. Soll es wechseln?"))
    return True


def change_to(secret: str) -> None:
    """Let this browser in; whoever was in before is logged out."""
    leave()
    enter(secret)
