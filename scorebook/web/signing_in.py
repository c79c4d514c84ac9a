"""How somebody gets in and out: with name and password, or by an invitation."""

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, accounts
from scorebook.services.attempts import TooManyError
from scorebook.services.secret import MIN_PASSWORD
from scorebook.store.accounts import InvitationRow
from scorebook.store.db import db
from scorebook.web import problems
from scorebook.web.languages import own_path
from scorebook.web.links_form import CodeForm
from scorebook.web.security import SAFE, checks_itself, secretive
from scorebook.web.sent import Sent, just_sent, sent_before
from scorebook.web.signing_in_form import JoinForm, SentBefore, SignInForm
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import SignInError, actor, device, enter, leave, login_id, public, visitor

blueprint = Blueprint("signing_in", __name__)

KNOWING = "abmelden"
"""What the button says that logs out for good, knowing that no password leads back."""
AS_MYSELF = "beitreten"
"""What the button says that joins with the account that is logged in."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def init_app(app: Flask) -> None:
    """Keep what was sent where nobody is logged in any more."""
    app.register_error_handler(SignInError, not_in)


def not_in(error: SignInError) -> Response:
    """Ask for a login where somebody sent a form without one; the page carries the form along."""
    if request.method in SAFE or request.mimetype not in FORMS:
        return problems.told(error)
    try:
        sent = just_sent()
    except HTTPException as unreadable:  # too much of it, or no form at all
        return problems.refused(unreadable)
    return sign_in_page(SignInForm(formdata=None), 401, sent, asked=True)


@blueprint.get("/anmelden")
@public
def form() -> BaseResponse:
    """Ask for name and password."""
    if visitor() is not None:
        return redirect(own_path(request.args.get("weiter")), 303)
    return sign_in_page(SignInForm(formdata=None, data={"weiter": request.args.get("weiter", "")}))


@blueprint.post("/anmelden")
@public
@checks_itself
def sign_in() -> BaseResponse:
    """Let somebody in, and go where he wanted to."""
    form = SignInForm(formdata=request.form)
    if not form.validate():
        return sign_in_page(form, 400, sent_before())
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
        return sign_in_page(form, 422, sent_before())
    except TooManyError as error:
        form.top.append(error.told(_))
        return sign_in_page(form, 429, sent_before())
    enter(secret)
    return onward(form)


def sign_in_page(form: SentBefore, status: int = 200, sent: Sent | None = None, *, asked: bool = False) -> Response:
    """Show both ways in: by name and password, by a code. `form` is the one that was used, `sent` waits for its login.

    `asked`: a form was sent just now, whether it could be kept or not.
    """
    by_code = form if isinstance(form, CodeForm) else CodeForm(formdata=None, data={"weiter": form.weiter.data})
    by_name = form if isinstance(form, SignInForm) else SignInForm(formdata=None, data={"weiter": form.weiter.data})
    html = render_template(
        "sign_in.html", form=form, by_name=by_name, by_code=by_code, sent=sent, asked=asked, someone=visitor()
    )
    return make_response(html, status)


def onward(form: SentBefore) -> BaseResponse:
    """Go where somebody wanted to who is in now: to the form that waits for him, else to a page."""
    sent = sent_before()
    if sent is not None:
        return make_response(render_template("send_again.html", sent=sent))
    return redirect(own_path(form.weiter.data), 303)


@blueprint.post("/weiter")
@public
@checks_itself
def go_on() -> BaseResponse:
    """Go on with a form that waits, where somebody came in meanwhile by another page, or by a link."""
    form = SentBefore(formdata=request.form)
    if not form.validate():
        return sign_in_page(form, 400, sent_before())
    if visitor() is None:
        form.top.append(SignInError().told(_))
        return sign_in_page(form, 401, sent_before())
    return onward(form)


@blueprint.post("/abmelden")
@public
def sign_out() -> BaseResponse:
    """Log this browser out. An account without a password is asked first: it would not come in again by itself."""
    who = visitor()
    lost = who is not None and who.actor.account_id is not None and not accounts.has_password(db.session, who.actor)
    if lost and request.form.get("tun") != KNOWING:
        return make_response(render_template("sign_out.html", knowing=KNOWING), 409)
    leave()
    answer = redirect(url_for("signing_in.form"), 303)
    if request.is_secure:  # elsewhere browsers pass it over, and say so
        answer.headers["Clear-Site-Data"] = '"cache"'  # the pages that "back" would show
    return answer


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
