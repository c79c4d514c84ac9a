"""Who sits where: by name and by table, a single table, and the public pages that tell the hall."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import NotFoundError
from scorebook.reports.qr import qr
from scorebook.services.access import Action
from scorebook.services.tournament import papers, sharing
from scorebook.services.tournament.desk import Seen
from scorebook.store.db import db
from scorebook.web.addresses import public_address
from scorebook.web.security import secret_key
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.public import who_sits_where
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_seats", __name__, url_prefix="/turniere/<int:tournament_id>")


@blueprint.get("/plaetze")
@needs(Action.READ)
def seats(tournament_id: int) -> Response:
    """Who sits where in a round, and how the hall can read it."""
    seen = see(tournament_id)
    asked = request.args.get("wer", "").strip()
    return show("seats.html", seen, "seats", **who_sits_where(seen, asked), **public_link(seen))


@blueprint.get("/plaetze/<int:round_number>/tische/<int:table>")
@needs(Action.READ)
def table(tournament_id: int, round_number: int, table: int) -> Response:
    """One table of a round."""
    seen = see(tournament_id)
    tables = papers.tables(seen, round_number)
    if not 1 <= table <= len(tables):
        raise NotFoundError(papers.NO_TABLE)
    return show("table_seats.html", seen, "seats", round=round_number, table=tables[table - 1], tables=len(tables))


@blueprint.post("/oeffentlich")
@needs(Action.TOURNAMENT)
def share(tournament_id: int) -> BaseResponse:
    """Give the tournament public pages, or another address for them; or take them away."""
    if request.form.get("aus"):
        sharing.stop_sharing(db.session, actor(), tournament_id)
        flash(_("Die öffentlichen Seiten sind aus. Ihre Adresse gilt nicht mehr."))
    else:
        sharing.share(db.session, actor(), tournament_id, anew=bool(request.form.get("neu")))
        flash(_("Diese Adresse gilt ab jetzt. Wer sie hat, sieht, wer wo sitzt, und sonst nichts."))
    return redirect(url_for("tournament_seats.seats", tournament_id=tournament_id, _anchor="oeffentlich"), 303)


def address_of(seen: Seen, number: int | None = None) -> str | None:
    """Give the address at which the hall reads who sits where, or where a start number does; None where there is none.

    It is whole where the settings name the address at which others reach us.
    """
    handle = sharing.handle(secret_key(), seen.row)
    if handle is None:
        return None
    path = url_for("tournament_public.seats", handle=handle, wer=number)
    return public_address(path) or path


def cards_address(seen: Seen) -> Callable[[int], str] | None:
    """Give what gives the address on a start card, also outside of a request; None where the hall cannot reach us."""
    whole = address_of(seen)
    return None if whole is None or whole.startswith("/") else lambda number: f"{whole}?wer={number}"


def public_link(seen: Seen) -> dict[str, Any]:
    """Give the public address as templates need it, and its QR code where others reach us."""
    address = address_of(seen)
    reached = address is not None and not address.startswith("/")
    return {"public": address, "code": qr(address, _("QR-Code: wer sitzt wo?")) if address and reached else None}
