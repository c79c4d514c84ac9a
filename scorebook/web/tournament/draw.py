"""The draw: what it needs, seats drawn and drawn again, and each draw there was with what proves it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.exchange.draws import draw_json
from scorebook.league.draw import DrawError
from scorebook.league.draw.wish import FIVE, FOUR, sizes
from scorebook.league.tournament.attendance import is_late, waiting
from scorebook.league.tournament.drawing import drawable, how_many, plan_of, wanders, who_plays
from scorebook.league.tournament.entries import Committed, Drawn, Stamped, Wished
from scorebook.league.tournament.gate import missing
from scorebook.league.tournament.state import Tournament
from scorebook.services.access import Action
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import drawing as services
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.drawing import Asked
from scorebook.services.tournament.papers import names
from scorebook.store.db import db
from scorebook.web.files import file
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.draw_form import DrawForm
from scorebook.web.tournament.places import see, show
from scorebook.web.visitor import actor, needs
from scorebook.wording.draws import repeats_text
from scorebook.wording.tournament import wish_text

blueprint = Blueprint("tournament_draw", __name__, url_prefix="/turniere/<int:tournament_id>/auslosung")

MOST_NAMED = 40
"""So many are named of those who are missing."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that was: its rounds, how good it is, and whether it still holds for any of them."""

    number: int
    at: datetime
    by: str
    entry: Drawn
    told: str
    broken: tuple[str, ...]
    holds: bool

    @property
    def last(self) -> int:
        """The last round that it drew."""
        return self.entry.first + len(self.entry.rounds) - 1


@blueprint.get("")
@needs(Action.READ)
def drawing(tournament_id: int) -> Response:
    """What is drawn, and what the next draw needs."""
    seen = see(tournament_id)
    form = DrawForm(formdata=None)
    form.version.data, form.uuid.data = seen.state.version, uuid4()
    return _page(seen, form, request.args.get("ab", 0, type=int))


@blueprint.post("")
@needs(Action.TOURNAMENT)
@checks_itself
def draw(tournament_id: int) -> BaseResponse:
    """Draw seats, or commit to the list and a secret before."""
    form = DrawForm(formdata=request.form)
    first = form.first.data or 0
    asked = form.asked(first) if form.validate() else None
    if asked is None:
        return _again(tournament_id, form, 400 if form.stale else 422)
    try:
        flash(_do(tournament_id, form, asked))
    except RefusedError as error:
        form.show(error.findings)
        return _again(tournament_id, form, 422)
    except DrawError as error:
        form.top.append(_named(error, see(tournament_id)))
        return _again(tournament_id, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _again(tournament_id, form, 409)
    return redirect(url_for("tournament_draw.drawing", tournament_id=tournament_id), 303)


@blueprint.get("/<int:number>.json")
@needs(Action.READ)
def exported(tournament_id: int, number: int) -> Response:
    """A checkable draw with all that it takes to check it, for `scorebook verify draw`."""
    seen = see(tournament_id)
    content = json.dumps(draw_json(services.open_draw(db.session, actor(), tournament_id, number)), indent=1)
    return file(content.encode(), f"{_('Auslosung')} {seen.row.name} {number}", "json")


def _do(tournament_id: int, form: DrawForm, asked: Asked) -> str:
    """Draw or commit, and say in words what came of it."""
    act = services.commit if request.form.get("tun") == "aushaengen" else services.draw_seats
    done = act(db.session, actor(), tournament_id, form.uuid.data, asked, version=form.version.data, say=_)
    entry = done[-1].entry
    if isinstance(entry, Drawn):
        return _("Ausgelost: %(told)s.", told=repeats_text(plan_of(entry), _))
    return _("Häng die Prüfsumme jetzt aus. Danach darf der Saal eine Zahl rufen.")


def _again(tournament_id: int, form: DrawForm, status: int) -> Response:
    """Show what was typed once more, as things stand by now; what is sent next knows that."""
    seen = see(tournament_id)
    first = form.first.data or 0
    form.version.data = seen.state.version
    return _page(seen, form, first, status)


def _page(seen: Seen, form: DrawForm, first: int, status: int = 200) -> Response:
    state = seen.state
    rounds = drawable(state)
    coming = rounds[-1] if rounds and rounds[-1] > len(state.rounds) else None
    chosen = first if first in rounds else coming
    form.first.data = chosen
    committed = state.committed.entry if state.committed else None
    return show(
        "draw.html",
        seen,
        "draw",
        status,
        form=form,
        chosen=chosen,
        again=chosen is not None and chosen <= len(state.rounds),
        redrawable=[number for number in rounds if number <= len(state.rounds)],
        draws=list(_draws(seen)),
        wishes=[wish_text(one.entry, names(seen), _) for one in state.wishes if isinstance(one.entry, Wished)],
        committed=committed if isinstance(committed, Committed) else None,
        **(_needed(seen, chosen) if chosen is not None else {}),
    )


def _needed(seen: Seen, first: int) -> dict[str, Any]:
    """Give what a draw needs, and for whom it would be."""
    state, who, called = seen.state, who_plays(seen.state, first), names(seen)
    here = len(who.players) - len(who.absent)
    lacks = [found for played in state.rounds[: first - 1] for found in missing(state, played)]
    return {
        "last": first + how_many(state, first) - 1,
        "lacks": [wording.message(found, _) for found in lacks] if first > len(state.rounds) else [],
        "players": len(who.players),
        "here": here,
        "absent": [f"{called[one]} ({one})" for one in who.absent[:MOST_NAMED]],
        "absent_more": max(len(who.absent) - MOST_NAMED, 0),
        "waits": [] if is_late(state) else [f"{called[one]} ({one})" for one in waiting(state)[:MOST_NAMED]],
        "tables": _tables(len(who.players)),
        "tables_here": _tables(here),
        "helpers": [(one, called[one]) for one in who.helpers],
        "by_rank": wanders(state, first, who.players),
        "wandering": state.settings.drawing == "wander" and first > 1,
    }


def _tables(players: int) -> str:
    """Say how many tables that makes, or why none."""
    try:
        held = sizes(players)
    except DrawError as error:
        return error.told(_)
    fours, fives = held.count(FOUR), held.count(FIVE)
    told = [_.plural("%(num)d Tisch zu viert", "%(num)d Tische zu viert", fours)] if fours else []
    if fives:
        told.append(_.plural("%(num)d Tisch zu fünft", "%(num)d Tische zu fünft", fives))
    return ", ".join(told)


def _draws(seen: Seen) -> Iterator[Draw]:
    """Give the draws there were, the newest first."""
    called = names(seen)
    for stamped in reversed(seen.state.draws):
        entry = stamped.entry
        if isinstance(entry, Drawn):
            broken = tuple(_broken(one, called) for one in entry.broken)
            told = repeats_text(plan_of(entry), _)
            yield Draw(stamped.number, stamped.at, stamped.by, entry, told, broken, _holds(seen.state, stamped))


def _holds(state: Tournament, stamped: Stamped) -> bool:
    return any(played.draw.number == stamped.number for played in state.rounds)


def _broken(one: tuple[int, int, int], called: Mapping[int, str]) -> str:
    number, first, second = one
    told = _(
        "%(one)s und %(other)s sitzen zusammen, obwohl sie getrennt sitzen sollten.",
        one=called[first],
        other=called[second],
    )
    return f"{_('Runde %(number)d', number=number)}: {told}"


def _named(error: DrawError, seen: Seen) -> str:
    """Say why something cannot be drawn, with the names of those whom it is about."""
    called = names(seen)
    people = ", ".join(f"{called[one]} ({one})" for one in error.players if one in called)
    return f"{error.told(_)} {people}".strip()
