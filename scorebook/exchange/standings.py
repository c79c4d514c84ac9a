"""Standings as JSON: what `scorebook standings --json` writes."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from scorebook.exchange.games import STRICT
from scorebook.exchange.schemes import SchemeModel, scheme_json
from scorebook.league.counting import Unranked
from scorebook.league.interval import interval
from scorebook.league.ranking import Decided, Row, through
from scorebook.league.results import Measure
from scorebook.league.scheme import Scheme, TieBreak


class DecidedModel(BaseModel):
    """What decided between those of one score: `value` is what this one had.

    In a direct comparison he had more `value` times, and less `against` times; his lot was drawn `value`-th.
    """

    model_config = STRICT

    tie_break: TieBreak
    value: int
    against: int = 0


class IntervalModel(BaseModel):
    """What a game brings somebody, and the bounds between which that lies with 90 %; in thousandths of a unit."""

    model_config = STRICT

    low: int
    middle: int
    high: int


class PlacedModel(BaseModel):
    """Where somebody stands.

    `score` is in whole units, in thousandths of one where the scheme's `kind` is `per_game`, else in place points.
    `amount` is all he has in all evenings. `dropped` are the evenings that do not count. `rank` is null where
    `unranked` says why.
    """

    model_config = STRICT

    rank: int | None
    person: int
    name: str
    club: str
    score: int
    amount: int
    evenings: int
    games: int
    dropped: list[int]
    decided_by: DecidedModel | None
    unranked: Unranked | None
    qualified: bool
    per_game: IntervalModel | None


class SeasonModel(BaseModel):
    """A season."""

    model_config = STRICT

    id: int
    name: str


class StandingsModel(BaseModel):
    """The standings of a season by one scheme, in one measure. `measure` is null while nothing was played."""

    model_config = STRICT

    season: SeasonModel
    measure: Measure | None
    scheme: SchemeModel
    standings: list[PlacedModel]


Named = tuple[Row, str, str]
"""Where somebody stands, his name, and that of his club."""


def standings_json(
    season: tuple[int, str], measure: Measure | None, scheme: Scheme, placed: Iterable[Named]
) -> dict[str, Any]:
    """Write the standings of a season; `season` is its number and its name."""
    number, name = season
    return {
        "season": {"id": number, "name": name},
        "measure": None if measure is None else measure.value,
        "scheme": scheme_json(scheme),
        "standings": [_placed(row, of, club, scheme) for row, of, club in placed],
    }


def _placed(row: Row, name: str, club: str, scheme: Scheme) -> dict[str, Any]:
    standing, sure = row.standing, interval(row.standing.tally)
    return {
        "rank": row.rank,
        "person": standing.person,
        "name": name,
        "club": club,
        "score": standing.score,
        "amount": standing.tally.amount,
        "evenings": standing.evenings,
        "games": standing.tally.games,
        "dropped": list(standing.dropped),
        "decided_by": None if row.decided is None else _decided(row.decided),
        "unranked": None if standing.unranked is None else standing.unranked.value,
        "qualified": through(row, scheme),
        "per_game": None if sure is None else {"low": sure.low, "middle": sure.middle, "high": sure.high},
    }


def _decided(decided: Decided) -> dict[str, Any]:
    against = {"against": decided.against} if decided.by is TieBreak.DIRECT else {}
    return {"tie_break": decided.by.value, "value": decided.value, **against}
