"""The standings of a season: a page that people argue over, and how each score comes about."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.league.interval import interval
from scorebook.league.scheme import TieBreak
from scorebook.reports.qr import qr
from scorebook.reports.standings import Entry, Standings, account, standings
from scorebook.services import standings as services
from scorebook.services import standings_lots, standings_sharing
from scorebook.services.access import Action
from scorebook.services.standings import Placed, Season, StandingsPage, Wish
from scorebook.services.standings_sharing import handle
from scorebook.store.db import db
from scorebook.web.addresses import public_address
from scorebook.web.security import secret_key
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording import league as words

blueprint = Blueprint("standings", __name__, url_prefix="/saisons/<int:season_id>")

LAST_PAGE = 10**6


def wish() -> Wish:
    """Give what the address asks for; what is no number is nothing."""
    return Wish(
        request.values.get("wertung", None, type=int),
        request.values.get("zaehlt") or None,
        min(request.values.get("seite", 1, type=int), LAST_PAGE),
        request.values.get("name", ""),
    )


def query(season: Season) -> dict[str, object]:
    """Give what an address says of which standings it is about."""
    board = season.board
    return {} if board is None else {"wertung": board.scheme.position, "zaehlt": board.measure.value}


def asking(season: Season, **place: object) -> dict[str, Any]:
    """Give templates what asks for the same of a season again: `asked`, which takes other values, and `query`.

    `place` is what the path of the address has.
    """
    same = query(season)
    return {"asked": lambda **other: {**place, **same, **other}, "query": same}


def entries(placed: Iterable[Placed], *, clubs: bool) -> list[Entry]:
    """Make what is shown of people; `clubs` says whether each is shown with his."""
    return [Entry(one.row, one.name, one.club if clubs else "", one.results) for one in placed]


def table(page: StandingsPage) -> Standings | None:
    """Put a page of standings into words; None where nothing was played."""
    if page.season.board is None:
        return None
    days = {evening.id: evening.date for evening in reversed(page.evenings.ended)} if page.evenings.few else {}
    shown = entries(page.placed, clubs=len(page.season.season.clubs) > 1)
    return standings(shown, page.season.scheme, page.season.board.measure, days, _)


@blueprint.get("")
@needs(Action.READ)
def show(season_id: int) -> Response:
    """A page of the standings."""
    page = services.standings_page(db.session, actor(), season_id, wish())
    shown = table(page)
    lots = shown is not None and shown.tied and TieBreak.LOT in page.season.scheme.tie_breaks
    html = render_template(
        "standings.html",
        page=page,
        season=page.season.season,
        table=shown,
        **asking(page.season, season_id=season_id),
        measures=words.MEASURES,
        own=page.season.season.club_id == actor().club_id,
        club_id=actor().club_id,
        lots=lots and page.season.season.closed_at is None,
        **public_link(page.season),
    )
    return make_response(html)


def public_link(season: Season) -> dict[str, str | Markup | None]:
    """Give the address of a season's public page as templates need it, and its QR code where others reach us."""
    made = handle(secret_key(), season.season)
    if made is None:
        return {"public": None, "code": None}
    path = url_for("standings_public.show", handle=made)
    whole = public_address(path)
    return {"public": whole or path, "code": qr(whole, _("QR-Code für die öffentliche Seite")) if whole else None}


@blueprint.get("/stand/<int:person_id>")
@needs(Action.READ)
def one(season_id: int, person_id: int) -> Response:
    """How somebody's score comes about."""
    season, placed = services.place_of(db.session, actor(), season_id, person_id, wish())
    if season.board is None:
        raise ConflictError("Noch kein Abend dieser Saison ist zu Ende.")
    shown = entries([placed], clubs=len(season.season.clubs) > 1)
    measure = season.board.measure
    html = render_template(
        "standings_person.html",
        season=season.season,
        rank=placed.row.rank,
        standing=placed.row.standing,
        line=standings(shown, season.scheme, measure, {}, _).lines[0],
        steps=account(shown[0], season.scheme, measure, _),
        board=season.board,
        about=words.scheme_text(season.scheme, _),
        head=words.score_name(season.scheme, measure, _),
        total=words.score_text(placed.row.standing.score, season.scheme, measure, _),
        had=words.score_name(words.PLAIN, measure, _),
        sure=words.bounds_text(interval(placed.row.standing.tally), measure, _),
        club_id=actor().club_id,
        theirs=placed.club_id,
        **asking(season, season_id=season_id),
    )
    return make_response(html)


@blueprint.post("/stand/los")
@needs(Action.SEASON)
def draw(season_id: int) -> BaseResponse:
    """Draw lots for all who share a rank."""
    drawn = standings_lots.draw_lots(db.session, actor(), season_id, wish())
    flash(_.plural("%(num)d Los gezogen.", "%(num)d Lose gezogen. Wie, steht im Protokoll.", drawn))
    return redirect(url_for("standings.show", **_same(season_id)), 303)


def _same(season_id: int) -> dict[str, Any]:
    """Give what of the address says which standings these are."""
    chosen = {name: value for name in ("wertung", "zaehlt") if (value := request.values.get(name))}
    return {"season_id": season_id, **chosen}


@blueprint.post("/oeffentlich")
@needs(Action.SEASON)
def share(season_id: int) -> BaseResponse:
    """Give the season a public page, or its page a new address; or take it away."""
    if request.form.get("aus"):
        standings_sharing.stop_sharing(db.session, actor(), season_id)
        flash(_("Die öffentliche Seite ist aus. Ihre Adresse gilt nicht mehr."))
    else:
        standings_sharing.share(db.session, actor(), season_id)
        flash(_("Diese Adresse gilt ab jetzt. Wer sie hat, sieht den Stand, und sonst nichts."))
    return redirect(url_for("standings.show", **_same(season_id), _anchor="oeffentlich"), 303)
