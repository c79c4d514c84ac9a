"""People of the club who play: the list, somebody's statistics with the games behind them, two head to head."""

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.errors import NotFoundError
from scorebook.league.results import Measure
from scorebook.ledger.people import told_apart
from scorebook.reports.charts import line_chart
from scorebook.reports.season_charts import person_lines
from scorebook.services import stats
from scorebook.services.access import Action
from scorebook.services.stats import Player, Wanted
from scorebook.store.db import db
from scorebook.store.stats_reading import Behind
from scorebook.web.evenings import picture
from scorebook.web.player_view import behind_rows, behind_title, head_view, player_view
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("players", __name__, url_prefix="/leute")

LONGEST_SEARCH = 60
BESIDE = (640, 330)
"""The size of a chart that has a table beside it."""


@blueprint.get("")
@needs(Action.READ)
def people() -> Response:
    """The people of the club by name, or those with a text in their name."""
    search = request.args.get("name", "")[:LONGEST_SEARCH]
    page = stats.list_players(db.session, actor(), search, request.args.get("nach", type=int))
    names = told_apart({person.id: person.name for person in page.people})
    return make_response(render_template("players.html", page=page, names=names, search=search))


@blueprint.get("/<int:person_id>")
@needs(Action.READ)
def show(person_id: int) -> Response:
    """Somebody's statistics, of the season and in the measure that the address names."""
    found = _player(person_id)
    view = None
    if found.scope is not None:
        view = player_view(stats.player_stats(db.session, actor(), person_id, found.scope), found.scope, _)
    return make_response(render_template("player.html", player=found, chosen=_chosen(found), view=view))


@blueprint.get("/<int:person_id>/verlauf-<any(light, dark):scheme>.svg")
@needs(Action.READ)
def course(person_id: int, scheme: str) -> Response:
    """The course of somebody's evenings as a picture."""
    found, evenings = stats.course(db.session, actor(), person_id, _wanted())
    measure = Measure.POINT if found.scope is None else found.scope.measure
    lines = person_lines(found.person.name, evenings, measure, _("Verlauf über die Abende"), _)
    return picture(line_chart(lines, scheme, _, BESIDE))


@blueprint.get("/<int:person_id>/spiele")
@needs(Action.READ)
def games(person_id: int) -> Response:
    """The games behind a figure: those that `was` names, or with `mit` or against `gegen` somebody."""
    found = _player(person_id)
    if found.scope is None:
        raise NotFoundError("Diese Person hat noch kein Spiel.")
    behind = _behind()
    other = None if behind.other_id is None else stats.player(db.session, actor(), behind.other_id).person
    before = request.args.get("vor", type=int)
    page = stats.games_behind(db.session, actor(), person_id, found.scope, behind, before)
    html = render_template(
        "player_games.html",
        player=found,
        chosen=_chosen(found),
        title=behind_title(behind, None if other is None else other.name, _),
        rows=behind_rows(page, found.scope.measure, _),
        page=page,
        asked={name: request.args[name] for name in ("was", "mit", "gegen") if name in request.args},
        before=before,
    )
    return make_response(html)


@blueprint.get("/<int:person_id>/gegen/<int:other_id>")
@needs(Action.READ)
def against(person_id: int, other_id: int) -> Response:
    """Two people head to head."""
    found, other = _player(person_id), stats.player(db.session, actor(), other_id)
    if person_id == other_id:
        raise NotFoundError("Gegen sich selbst spielt keiner.")
    view = None
    if found.scope is not None:
        head = stats.head_to_head(db.session, actor(), person_id, other_id, found.scope)
        view = head_view(head, (found.person.name, other.person.name), found.scope.measure, _)
    html = render_template("head_to_head.html", player=found, other=other.person, chosen=_chosen(found), view=view)
    return make_response(html)


def _player(person_id: int) -> Player:
    return stats.player(db.session, actor(), person_id, _wanted())


def _wanted() -> Wanted:
    """Give the season and the measure that the address names. Raises `NotFoundError` for what is none."""
    season, measure = request.args.get("saison", ""), request.args.get("einheit", "")
    if (season and not season.isdecimal()) or (measure and measure not in {*Measure}):
        raise NotFoundError("Diese Auswahl gibt es nicht.")
    return Wanted(int(season) if season else None, Measure(measure) if measure else None)


def _chosen(found: Player) -> dict[str, object]:
    """Give what further addresses name, so that they are about the same."""
    scope = found.scope
    if scope is None:
        return {}
    named = {"saison": scope.season_id, "einheit": scope.measure.value if len(found.measures) > 1 else None}
    return {name: value for name, value in named.items() if value is not None}


def _behind() -> Behind:
    """Give which games the address names."""
    key = request.args.get("was", "") or Behind().key
    for name, against in (("mit", False), ("gegen", True)):
        other = request.args.get(name, "")
        if other:
            if not other.isdecimal():
                raise NotFoundError("Diese Person gibt es nicht.")
            return Behind(key, int(other), against)
    return Behind(key)
