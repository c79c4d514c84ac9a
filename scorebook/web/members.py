"""Who belongs to the club, and as what: the list, invitations, one member's page."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, members
from scorebook.services.access import Action
from scorebook.services.accounts import INVITED_FOR
from scorebook.store.db import db
from scorebook.store.members import MemberRow
from scorebook.web.addresses import public_address
from scorebook.web.members_form import AgainForm, ClubForm, RolesForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("members", __name__, url_prefix="/verein")


@blueprint.get("")
@needs(Action.READ)
def overview() -> Response:
    """The club: who belongs to it, and who is invited."""
    return _overview()


@blueprint.post("/name")
@needs(Action.CLUB)
@checks_itself
def rename() -> BaseResponse:
    """Give the club another name."""
    form = ClubForm(formdata=request.form)
    if not form.validate():
        return _overview(400, naming=form)
    try:
        members.name_club(db.session, actor(), form.name.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _overview(422, naming=form)
    return redirect(url_for("members.overview"), 303)


@blueprint.post("/einladungen")
@needs(Action.MEMBERS)
@checks_itself
@secretive
def invite() -> BaseResponse:
    """Make a link for somebody new, and show it, once."""
    form = RolesForm(formdata=request.form)
    if not form.validate():
        return _overview(400, inviting=form)
    try:
        secret = members.invite_member(db.session, actor(), form.roles.data or ())
    except RefusedError as error:
        form.show(error.findings)
        return _overview(422, inviting=form)
    return _link(secret)


@blueprint.post("/einladungen/<int:invitation_id>/zuruecknehmen")
@needs(Action.MEMBERS)
def revoke(invitation_id: int) -> BaseResponse:
    """Take an invitation back."""
    members.revoke_invitation(db.session, actor(), invitation_id)
    flash(_("Die Einladung ist zurückgenommen."))
    return redirect(url_for("members.overview"), 303)


@blueprint.get("/mitglieder/<int:account_id>")
@needs(Action.MEMBERS)
def member(account_id: int) -> Response:
    """One member: what he is, a new way in, the way out."""
    return _member(account_id)


@blueprint.post("/mitglieder/<int:account_id>/rollen")
@needs(Action.MEMBERS)
@checks_itself
def change_roles(account_id: int) -> BaseResponse:
    """Make a member something else."""
    form = RolesForm(formdata=request.form)
    if not form.validate():
        return _member(account_id, 400, roles=form)
    try:
        members.change_roles(db.session, actor(), account_id, form.roles.data or ())
    except RefusedError as error:
        form.show(error.findings)
        return _member(account_id, 422, roles=form)
    return redirect(url_for("members.overview"), 303)


@blueprint.post("/mitglieder/<int:account_id>/zugang")
@needs(Action.MEMBERS)
@checks_itself
@secretive
def invite_again(account_id: int) -> BaseResponse:
    """Make a link for a member who lost his way in, and show it, once."""
    form = AgainForm(formdata=request.form)
    if not form.validate():
        return _member(account_id, 400, again=form)
    one = members.member(db.session, actor(), account_id)
    try:
        secret = members.invite_again(db.session, actor(), account_id, afresh=bool(form.afresh.data))
    except RefusedError as error:
        form.show(error.findings)
        return _member(account_id, 422, again=form)
    return _link(secret, one)


@blueprint.post("/mitglieder/<int:account_id>/entfernen")
@needs(Action.MEMBERS)
@checks_itself
def remove(account_id: int) -> BaseResponse:
    """Take a member out of the club."""
    form = RolesForm(formdata=request.form)
    if not form.validate():
        return _member(account_id, 400, roles=form)
    try:
        members.remove_member(db.session, actor(), account_id)
    except RefusedError as error:
        form = _roles_of(members.member(db.session, actor(), account_id))
        form.show(error.findings)
        return _member(account_id, 422, roles=form)
    return redirect(url_for("members.overview"), 303)


def _overview(status: int = 200, naming: ClubForm | None = None, inviting: RolesForm | None = None) -> Response:
    page = members.club_page(db.session, actor())
    html = render_template(
        "members.html",
        page=page,
        me=actor().account_id,
        naming=naming or ClubForm(formdata=None, data={"name": page.name}),
        inviting=inviting or RolesForm(formdata=None),
    )
    return make_response(html, status)


def _member(
    account_id: int, status: int = 200, roles: RolesForm | None = None, again: AgainForm | None = None
) -> Response:
    one = members.member(db.session, actor(), account_id)
    html = render_template(
        "member.html",
        one=one,
        me=actor().account_id,
        roles=roles or _roles_of(one),
        again=again or AgainForm(formdata=None),
    )
    return make_response(html, status)


def _roles_of(one: MemberRow) -> RolesForm:
    return RolesForm(formdata=None, data={"roles": list(one.roles)})


def _link(secret: str, one: MemberRow | None = None) -> Response:
    path = url_for("signing_in.invitation", secret=secret)
    html = render_template("invitation.html", path=path, link=public_address(path), one=one, days=INVITED_FOR.days)
    return make_response(html)
