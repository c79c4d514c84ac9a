"""One's own account: name, password, the browsers that are logged in, clubs. And what somebody without a role sees."""

from flask import Blueprint, Flask, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ForbiddenError
from scorebook.services import RefusedError, members, own
from scorebook.services.attempts import TooManyError
from scorebook.services.own import Ended
from scorebook.services.secret import MIN_PASSWORD
from scorebook.store.db import db
from scorebook.web import problems
from scorebook.web.own_form import LoginForm, NameForm
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, login_id, visitor, with_account

blueprint = Blueprint("own", __name__, url_prefix="/konto")


def init_app(app: Flask) -> None:
    """Tell who belongs to the club no more that it is so, whatever he asks for."""
    app.register_error_handler(ForbiddenError, forbidden)


def forbidden(error: ForbiddenError) -> Response:
    """Say why something is not allowed; to somebody without any role, what he can do."""
    who = visitor()
    if who is None or who.found.account_id is None or who.actor.roles:
        return problems.told(error)
    clubs = own.own_account(db.session, who.actor).clubs
    return make_response(render_template("no_club.html", club=who.found.club, clubs=clubs), 403)


@blueprint.get("")
@with_account
def overview() -> Response:
    """The account."""
    return _page()


@blueprint.post("/name")
@with_account
@checks_itself
def rename() -> BaseResponse:
    """Change the name."""
    form = NameForm(formdata=request.form)
    if not form.validate():
        return _page(400, naming=form)
    try:
        own.rename(db.session, actor(), form.name.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _page(422, naming=form)
    return redirect(url_for("own.overview"), 303)


@blueprint.post("/anmeldung")
@with_account
@checks_itself
def choose_login() -> BaseResponse:
    """Choose a login name and a password, or change them."""
    form = LoginForm(formdata=request.form)
    if not form.validate():
        return _page(400, login=form)
    try:
        ended = own.choose_login(db.session, actor(), login_id(), form.wanted(), address=request.remote_addr or "")
    except RefusedError as error:
        form.show(error.findings)
        return _page(422, login=form)
    except TooManyError as error:
        form.top.append(error.told(_))
        return _page(429, login=form)
    flash(_ended(ended))
    return redirect(url_for("own.overview"), 303)


def _ended(ended: Ended) -> str:
    """Say what a change of the login did besides."""
    said = [_("Gespeichert.")]
    if ended.logins:
        said.append(_("Alle anderen Browser sind abgemeldet."))
    if ended.keys:
        said.append(_("Deine Schlüssel für Programme gelten nicht mehr."))
    return " ".join(said)


@blueprint.post("/anmeldungen/<int:ended>/beenden")
@with_account
def end_login(ended: int) -> BaseResponse:
    """Log one browser out."""
    own.end_login(db.session, actor(), ended)
    return redirect(url_for("own.overview"), 303)


@blueprint.post("/anmeldungen/andere-beenden")
@with_account
def end_others() -> BaseResponse:
    """Log all browsers out but this one."""
    own.end_other_logins(db.session, actor(), login_id())
    return redirect(url_for("own.overview"), 303)


@blueprint.post("/verein")
@with_account
def look_at() -> BaseResponse:
    """Go on in another of one's clubs."""
    own.look_at_club(db.session, actor(), login_id(), request.form.get("verein", 0, type=int))
    return redirect(url_for("evenings.start"), 303)


@blueprint.post("/austreten")
@with_account
@checks_itself
def leave() -> BaseResponse:
    """Leave the club."""
    form = PageForm(formdata=request.form)
    if not form.validate():
        return _page(400, leaving=form)
    try:
        members.leave_club(db.session, actor(), login_id())
    except RefusedError as error:
        form.show(error.findings)
        return _page(422, leaving=form)
    return redirect(url_for("evenings.start"), 303)


def _page(
    status: int = 200,
    naming: NameForm | None = None,
    login: LoginForm | None = None,
    leaving: PageForm | None = None,
) -> Response:
    account = own.own_account(db.session, actor())
    html = render_template(
        "own.html",
        account=account,
        club_id=actor().club_id,
        here=login_id(),
        least=MIN_PASSWORD,
        naming=naming or NameForm(formdata=None, data={"name": account.name}),
        login=login or LoginForm(formdata=None, data={"login_name": account.login_name}),
        leaving=leaving or PageForm(formdata=None),
    )
    return make_response(html, status)
