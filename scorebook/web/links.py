"""Tablets und Bildschirme: the links of an evening, made, listed, taken back, and printed for the table."""

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from scorebook.ledger.evening import Evening
from scorebook.reports import jobs
from scorebook.reports.card import Card, page
from scorebook.reports.qr import qr
from scorebook.services import RefusedError, evenings, links
from scorebook.services.access import Action, Role
from scorebook.services.links import MadeLink
from scorebook.store.db import db
from scorebook.web.addresses import public_address
from scorebook.web.clock import local, timezone
from scorebook.web.files import file
from scorebook.web.links_form import LinkForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("links", __name__)


@blueprint.get("/abende/<int:evening_id>/links")
@needs(Action.SHARE)
def show(evening_id: int) -> Response:
    """The links that hold, and the form that makes one."""
    return _page(evening_id, LinkForm(formdata=None))


@blueprint.post("/abende/<int:evening_id>/links")
@needs(Action.SHARE)
@checks_itself
@secretive
def make(evening_id: int) -> BaseResponse:
    """Make a link. The answer shows its address, its code and its QR code: this once, for nobody keeps them."""
    form = LinkForm(formdata=request.form)
    if not form.validate():
        return _page(evening_id, form, 400)
    try:
        made = links.make_link(db.session, actor(), evening_id, form.link(), timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _page(evening_id, form, 422)
    return made_page(made)


@blueprint.post("/links/<int:link_id>/zuruecknehmen")
@needs(Action.SHARE)
def revoke(link_id: int) -> BaseResponse:
    """Take a link back."""
    link = links.revoke_link(db.session, actor(), link_id)
    flash(_("„%(name)s“ gilt nicht mehr. Wer damit drin war, ist jetzt draußen.", name=link.name))
    return redirect(url_for("links.show", evening_id=link.evening_id), 303)


@blueprint.post("/links/<int:link_id>/blatt.pdf")
@needs(Action.SHARE)
@secretive
def paper(link_id: int) -> Response:
    """The card for the table, for whoever has just made the link and still has what it says."""
    secret, code = request.form.get("secret", ""), request.form.get("code", "")
    made = links.shown_again(db.session, actor(), link_id, secret, code)
    body = jobs.made(page(_card(made), _))
    # A download: shown in place of the page, it could only be left backwards, to a page that is never kept.
    return file(body, made.link.name, "pdf")


def _page(evening_id: int, form: LinkForm, status: int = 200) -> Response:
    evening = _load(evening_id)
    kept = links.list_links(db.session, actor(), evening_id)
    tables = {sheet.id: place for place, sheet in enumerate(evening.sheets, 1)}
    html = render_template(
        "links.html",
        evening=evening,
        evening_id=evening_id,
        links=kept,
        tables=tables,
        form=form.offer(list(tables)),
        base_url=public_address(""),
        writes=Role.TABLE,
    )
    return make_response(html, status)


def made_page(made: MadeLink) -> Response:
    """Show a link that was just made, with its secrets: this once, for nobody keeps them."""
    address = public_address(url_for("coming_in.show", secret=made.secret))
    html = render_template(
        "new_link.html",
        evening=_load(made.link.evening_id),
        made=made,
        address=address,
        code_address=public_address(url_for("coming_in.code_form")),
        picture=None if address is None else qr(address, _("QR-Code mit der Adresse dieses Links")),
        writes=made.link.kind == Role.TABLE,
    )
    return make_response(html)


def _card(made: MadeLink) -> Card:
    evening, link = _load(made.link.evening_id), made.link
    number = next((place for place, sheet in enumerate(evening.sheets, 1) if sheet.id == link.sheet_id), None)
    table = "" if number is None else _("Tisch %(number)d", number=number)
    about = [table, evening.place, _.day(evening.date, "long")]
    return Card(
        club=evening.club,
        about=" · ".join(filter(None, about)),
        name=link.name,
        code=made.code,
        until=local(link.expires_at),
        writes=link.kind == Role.TABLE,
        address=public_address(url_for("coming_in.show", secret=made.secret)),
        code_address=public_address(url_for("coming_in.code_form")),
    )


def _load(evening_id: int) -> Evening:
    return evenings.load_evening(db.session, actor(), evening_id)
