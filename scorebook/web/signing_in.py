"""How somebody gets in and out: with name and password, or by an invitation."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, accounts
from scorebook.services.attempts import TooManyError
from scorebook.store.accounts import InvitationRow
from scorebook.store.db import db
from scorebook.web.languages import own_path
from scorebook.web.security import checks_itself
from scorebook.web.signing_in_form import JoinForm, SignInForm
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import device, enter, leave, public, visitor

blueprint = Blueprint("signing_in", __name__)


@blueprint.get("/anmelden")
@public
def form() -> BaseResponse:
    """Ask for name and password."""
    if visitor() is not None:
        return redirect(own_path(request.args.get("weiter")), 303)
    return _page(SignInForm(formdata=None, data={"weiter": request.args.get("weiter", "")}))


@blueprint.post("/anmelden")
@public
@checks_itself
def sign_in() -> BaseResponse:
    """Let somebody in, and go where he wanted to."""
    form = SignInForm(formdata=request.form)
    if not form.validate():
        return _page(form, 400)
    try:
        secret = accounts.sign_in(
            db.session,
            form.login_name.data or "",
            form.password.data or "",
            address=request.remote_addr or "",
            device=device(),
        )
    except RefusedError as error:
        form.show(error.findings)
        return _page(form, 422)
    except TooManyError as error:
        form.top.append(error.told(_))
        return _page(form, 429)
    enter(secret)
    return redirect(own_path(form.weiter.data), 303)


def _page(form: SignInForm, status: int = 200) -> Response:
    return make_response(render_template("sign_in.html", form=form), status)


@blueprint.post("/abmelden")
@public
def sign_out() -> BaseResponse:
    """Log this browser out."""
    leave()
    return redirect(url_for("signing_in.form"), 303)


@blueprint.get("/einladung/<secret>")
@public
def invitation(secret: str) -> Response:
    """Say what a link is for. Nothing happens before its button is pressed: whoever previews links uses none up."""
    return _invited(accounts.find_invitation(db.session, secret), JoinForm(formdata=None))


@blueprint.post("/einladung/<secret>")
@public
@checks_itself
def join(secret: str) -> BaseResponse:
    """Use an invitation."""
    found = accounts.find_invitation(db.session, secret)
    form = JoinForm(formdata=request.form)
    if not form.validate():
        return _invited(found, form, 400)
    try:
        entered = accounts.join(db.session, secret, form.account(), device())
    except RefusedError as error:
        form.show(error.findings)
        return _invited(found, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _invited(found, form, 409)
    enter(entered)
    return redirect(url_for("evenings.start"), 303)


def _invited(found: InvitationRow, form: JoinForm, status: int = 200) -> Response:
    first = accounts.is_first(db.session, found)
    return make_response(render_template("join.html", found=found, form=form, first=first), status)
