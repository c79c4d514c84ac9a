"""All of a season's standings with everybody's evenings: for paper and for spreadsheets."""

from datetime import date

from scorebook.errors import ConflictError
from scorebook.ledger.check_code import typed_code
from scorebook.reports.standings import Entry
from scorebook.reports.standings_paper import MOST, Paper
from scorebook.services.access import Actor
from scorebook.services.standings import Placed, Season, Wish, evenings_of, season_of, whole, with_results
from scorebook.store.db import AnySession, reading
from scorebook.wording.proof import StandingsProof

ANY_DAY = date.min
"""When they were printed is not part of their code."""


def paper_of(  # noqa: PLR0913 - what is to be seen, and how much of it
    session: AnySession,
    actor: Actor,
    season_id: int,
    wish: Wish,
    day: date,
    *,
    own: int | None = None,
    most: int | None = MOST,
) -> Paper:
    """Give everybody's standing as it is on a day, with the row of `own` to be marked; of more than `most` the first.

    Of a season with very many evenings the single results are left out. Raises as `season_of` does, and `ConflictError`
    while nothing counts.
    """
    season, placed = whole(session, actor, season_id, wish)
    if season.board is None:
        raise ConflictError("Noch kein Abend dieser Saison ist zu Ende.")
    connection, several = reading(session), len(season.season.clubs) > 1
    evenings = evenings_of(connection, season, ())
    shown = placed[:most]
    if evenings.all:
        shown = with_results(connection, season.board, shown)
    return Paper(
        title=_title(season),
        club=season.season.club,
        day=day,
        scheme=season.scheme,
        measure=season.board.measure,
        entries=[_entry(one, several=several) for one in shown],
        days={evening.id: evening.date for evening in evenings.ended} if evenings.all else {},
        own=own,
        left_out=len(placed) - len(shown),
    )


def prove(session: AnySession, actor: Actor, season_id: int, text: str) -> StandingsProof | None:
    """Find the standings of a season, as they are now, that have this code; None for what cannot be a code.

    They are looked for by each of its schemes, in each measure. Raises as `season_of` does.
    """
    season, code = season_of(session, actor, season_id, Wish()), typed_code(text)
    if code is None:
        return None
    wishes = [Wish(scheme.position, measure.value) for scheme in season.schemes for measure in season.measures]
    papers = (paper_of(session, actor, season_id, wish, ANY_DAY) for wish in wishes)
    return StandingsProof(code, next((paper.title for paper in papers if paper.check_code == code), None))


def _title(season: Season) -> str:
    """Give what stands above it: the name of the scheme too, where there are several."""
    scheme = season.board.scheme.name if season.board and len(season.schemes) > 1 else ""
    return " · ".join(filter(None, (season.season.name, scheme)))


def _entry(one: Placed, *, several: bool) -> Entry:
    return Entry(one.row, one.name, one.club if several else "", one.results)
