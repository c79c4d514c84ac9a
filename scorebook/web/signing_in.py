"""How somebody gets in and out: with name and password, or by an invitation."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, accounts
from scorebook.services.attempts import TooManyError
from scorebook.services.secret import MIN_PASSWORD
from scorebook.store.accounts import InvitationRow
from scorebook.store.db import db
from scorebook.web.languages import own_path
from scorebook.web.security import checks_itself, secretive
from scorebook.web.signing_in_form import JoinForm, SignInForm
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, device, enter, leave, login_id, public, visitor

blueprint = Blueprint("signing_in", __name__)

AS_MYSELF = "beitreten"
"""What the button says that joins with the account that is logged in."""


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
@secretive
def invitation(secret: str) -> Response:
    """Say what a link is for. Nothing happens before its button is pressed: whoever previews links uses none up."""
    return _invited(accounts.find_invitation(db.session, secret), JoinForm(formdata=None))


@blueprint.post("/einladung/<secret>")
@public
@secretive
@checks_itself
def join(secret: str) -> BaseResponse:
    """Use an invitation, with the account that is logged in here or with one of its own."""
    found = accounts.find_invitation(db.session, secret)
    form = JoinForm(formdata=request.form)
    if not form.validate():
        return _invited(found, form, 400)
    if request.form.get("tun") == AS_MYSELF:
        accounts.join_as(db.session, secret, actor(), login_id())
        return redirect(url_for("evenings.start"), 303)
    try:
        entered = accounts.join(db.session, secret, form.account(), device())
    except RefusedError as error:
        form.show(error.findings)
        return _invited(found, form, 422)
    enter(entered)
    return redirect(url_for("evenings.start"), 303)


def _invited(found: InvitationRow, form: JoinForm, status: int = 200) -> Response:
    who = visitor()
    html = render_template(
        "join.html",
        found=found,
        form=form,
        least=MIN_PASSWORD,
        first=accounts.is_first(db.session, found),
        known=accounts.invited_again(db.session, found),
        me=None if who is None or who.found.account_id is None or found.account_id is not None else who.actor,
    )
    return make_response(html, status)
