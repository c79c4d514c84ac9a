"""The standings of a tournament: by round and in total, with the special ones; published, and parted by lots."""

from collections.abc import Callable
from uuid import uuid4

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.reports.tournament.board import Board, Special, Team, board, special, team
from scorebook.services.access import Action
from scorebook.services.texts import same_name
from scorebook.services.tournament import results as services
from scorebook.services.tournament.results import Results
from scorebook.store.db import db
from scorebook.web.fields import FreshUuid, KnownNumber
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import show as shown
from scorebook.web.tournament.steps import refused
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_standings", __name__, url_prefix="/turniere/<int:tournament_id>/stand")


class StepForm(PageForm):
    """One step that the page offers: which it is says the address. It knows how far the tournament was."""

    uuid = FreshUuid()
    version = KnownNumber()
    runde = KnownNumber()


def asked(tournament_id: int) -> Results:
    """Read the standings that the address asks for: `nach` a round, or of one round (`nur`)."""
    after, only = (request.args.get(name, None, type=int) for name in ("nach", "nur"))
    return services.results(db.session, actor(), tournament_id, after=after, only=only)


def table(found: Results, names: dict[int, str]) -> Board:
    """Put standings into words."""
    return board(found.lines, names, found.seen.state.settings, found.rounds, _)


def specials(found: Results, names: dict[int, str]) -> list[Special]:
    """Put the standings of those awards into words that somebody can win, as many places as get a prize."""
    settings = found.seen.state.settings
    won = services.won_by(found)
    return [special(award, places, names, settings, most, _) for award, (places, most) in won.items() if places]


def teams(found: Results, names: dict[int, str]) -> list[Team]:
    """Put the standings of the teams into words."""
    return [team(one, names, found.seen.state.settings, _) for one in found.teams]


@blueprint.get("")
@needs(Action.READ)
def show(tournament_id: int) -> Response:
    """The standings; those of one round, or after one, where the address says so."""
    return _page(asked(tournament_id))


@blueprint.post("/veroeffentlichen")
@needs(Action.TOURNAMENT)
@checks_itself
def publish(tournament_id: int) -> BaseResponse:
    """Publish the standings after a round."""
    form = StepForm(formdata=request.form)
    number, version = form.runde.data or 0, form.version.data

    def step() -> str:
        services.publish(db.session, actor(), tournament_id, form.uuid.data, number, version=version)
        return _("Der Stand nach Runde %(number)d ist veröffentlicht.", number=number)

    return _done(tournament_id, form, step)


@blueprint.post("/lose")
@needs(Action.TOURNAMENT)
@checks_itself
def lots(tournament_id: int) -> BaseResponse:
    """Draw lots among all who are equal."""
    form = StepForm(formdata=request.form)

    def step() -> str:
        drawn = services.draw_lots(db.session, actor(), tournament_id, form.uuid.data)
        return _.plural("%(num)d Los gezogen.", "%(num)d Lose gezogen. Wie, steht im Protokoll.", drawn)

    return _done(tournament_id, form, step)


def _done(tournament_id: int, form: StepForm, step: Callable[[], str]) -> BaseResponse:
    """Take a step and go back to the standings; where it cannot be, say there why."""
    status = refused(form, step)
    if status is None:
        return redirect(url_for("tournament_standings.show", tournament_id=tournament_id), 303)
    return _page(asked(tournament_id), form, status)


def _page(found: Results, wrong: StepForm | None = None, status: int = 200) -> Response:
    """Show standings; `wrong` is a step that could not be taken."""
    names, seen = found.seen.names, found.seen
    whole, search = table(found, names), request.args.get("name", "").strip()
    key = same_name(search)
    matching = tuple(row for row in whole.rows if key in same_name(row.name) or search == str(row.player))
    return shown(
        "standings.html",
        seen,
        "standings",
        status,
        found=found,
        board=whole,
        rows=matching if search else whole.rows,
        search=search,
        specials=specials(found, names) if found.whole else [],
        teams=teams(found, names) if found.whole else [],
        lots=services.lots(seen),
        wrong=wrong,
        fresh_uuid=uuid4,
        query={name: request.args[name] for name in ("nach", "nur") if name in request.args},
    )
