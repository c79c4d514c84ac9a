"""The standings of a season: a page of them, all of them, and how one person's score comes about."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.league.counting import bare, sifted
from scorebook.league.ranking import Meetings, Row, ranked
from scorebook.league.results import Measure, Result
from scorebook.league.scheme import Scheme
from scorebook.services.access import Action, Actor, require
from scorebook.services.texts import same_name
from scorebook.store import season_reading
from scorebook.store import standings_reading as store
from scorebook.store.counting import counted
from scorebook.store.db import AnySession, reading
from scorebook.store.season_reading import SchemeRow, SeasonEvening, SeasonRow, Winner
from scorebook.store.standings_reading import Board, Line

PAGE = 50
"""People on a page."""
NONE_OF_ITS_OWN = 0
"""The id of a scheme that the season has not: no lots were drawn for it."""
MOST_EVENINGS = 60
"""A season with more evenings shows the last ones only."""
ACROSS = 26
"""So many evenings stand across at most, with what they were for everybody: of more, nobody sees where one is."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to see of a season: a scheme by its position, a measure, a page from 1 on, a name.

    Nothing said is the first there is.
    """

    scheme: int | None = None
    measure: str | None = None
    page: int = 1
    search: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody stands, and by which results."""

    row: Row
    name: str
    shown: str
    club_id: int
    club: str
    results: tuple[Result, ...]

    @property
    def person(self) -> int:
        """Who that is."""
        return self.row.standing.person


@dataclass(frozen=True, slots=True)
class Season:
    """A season, and what there is to choose from in it; no `board` where it has no scheme or no result yet."""

    season: SeasonRow
    schemes: tuple[SchemeRow, ...]
    measures: tuple[Measure, ...]
    board: Board | None

    @property
    def scheme(self) -> Scheme:
        """The scheme by which is ranked."""
        return self.board.scheme.scheme if self.board else Scheme()


@dataclass(frozen=True, slots=True)
class Evenings:
    """The evenings of a season: the last that ended with their winners, and those that go on.

    `all` means that no more than these ended, `few` that they stand across.
    """

    ended: tuple[SeasonEvening, ...]
    winners: Mapping[int, tuple[Winner, ...]]
    going_on: tuple[SeasonEvening, ...]
    all: bool

    @property
    def few(self) -> bool:
        """Whether all of them have room side by side."""
        return self.all and len(self.ended) <= ACROSS


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A page of the standings. `ranked` and `unranked` count everybody.

    Results are there where evenings are `few`: what a page costs does not depend on how many there are.
    """

    season: Season
    placed: tuple[Placed, ...]
    ranked: int
    unranked: int
    number: int
    search: str
    evenings: Evenings

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-(self.ranked + self.unranked) // PAGE))


def season_of(session: AnySession, actor: Actor, season_id: int, wish: Wish) -> Season:
    """Give a season of the actor's club, or one in which it takes part.

    Raises `NotFoundError` for a season, a scheme or a measure that is not there.
    """
    require(actor, Action.READ, actor.club)
    connection = reading(session)
    return chosen(connection, season_reading.find_season(connection, actor.club_id, season_id), wish)


def chosen(connection: Connection, season: SeasonRow | None, wish: Wish) -> Season:
    """Choose of a season what was wished."""
    if season is None:
        raise NotFoundError("Diese Saison gibt es nicht.")
    schemes = season_reading.schemes_of(connection, season.id)
    measures = season_reading.measures_of(connection, season.id)
    scheme = next((one for one in schemes if wish.scheme in (None, one.position)), None)
    if scheme is None and wish.scheme is not None:
        raise NotFoundError("Diese Wertung gibt es nicht.")
    measure = next((one for one in measures if wish.measure in (None, one.value)), None)
    if measure is None and wish.measure is not None:
        raise NotFoundError("In dieser Saison wird anders gezählt.")
    board = None if scheme is None or measure is None else Board(season.id, scheme, measure)
    return Season(season, schemes, measures, board)


def standings_page(session: AnySession, actor: Actor, season_id: int, wish: Wish) -> StandingsPage:
    """Give a page of the standings. Raises as `season_of` does; a page behind the last one is the last one."""
    return page_of(reading(session), season_of(session, actor, season_id, wish), wish)


def page_of(connection: Connection, season: Season, wish: Wish, *, public: bool = False) -> StandingsPage:
    """Give a page of the standings of a season that was found; names are looked for as they are `public`, or whole."""
    board, going_on = season.board, season_reading.open_evenings(connection, season.season.id, MOST_EVENINGS)
    if board is None:
        return StandingsPage(season, (), 0, 0, 1, wish.search, Evenings((), {}, going_on, all=True))
    with_rank, without = (store.count_lines(connection, board, ranked=ranked) for ranked in (True, False))
    number = min(max(wish.page, 1), max(1, -(-(with_rank + without) // PAGE)))
    if wish.search.strip():
        lines, rows = _found(connection, board, same_name(wish.search), public=public)
    else:
        lines, rows = _at(connection, board, (number - 1) * PAGE, with_rank)
    evenings = evenings_of(connection, season, going_on)
    placed = (_placed if evenings.few else _bare)(connection, board, lines, rows)
    return StandingsPage(season, placed, with_rank, without, number, wish.search.strip(), evenings)


def evenings_of(connection: Connection, season: Season, going_on: tuple[SeasonEvening, ...]) -> Evenings:
    """Give the evenings of a season with their winners."""
    ended = season_reading.ended_evenings(connection, season.season.id, MOST_EVENINGS + 1)
    ids = [evening.id for evening in ended]
    winners = {} if season.board is None else season_reading.winners_of(connection, season.board.measure, ids)
    return Evenings(ended[-MOST_EVENINGS:], winners, going_on, all=len(ended) <= MOST_EVENINGS)


def _at(connection: Connection, board: Board, start: int, with_rank: int) -> tuple[list[Line], list[Row]]:
    """Give the lines and rows of a page that begins behind `start` others: with a rank, then without one."""
    lines: list[Line] = []
    rows: list[Row] = []
    if start < with_rank:
        scores = store.scores_at(connection, board, start, PAGE)
        lines = store.lines_between(connection, board, scores[-1], scores[0])
        before = store.count_above(connection, board, scores[:1])[scores[0]]
        rows = _ranked(connection, board, lines, before)[start - before :][:PAGE]
    if len(rows) < PAGE:
        others = store.lines_without_rank(connection, board, max(0, start - with_rank), PAGE - len(rows))
        lines, rows = lines + others, rows + [Row(None, line.standing) for line in others]
    return lines, rows


def _found(connection: Connection, board: Board, key: str, *, public: bool) -> tuple[list[Line], list[Row]]:
    """Give those with something in their names, each at the rank that he has among all."""
    found = store.lines_named(connection, board, key, PAGE, public=public)
    scores = {line.standing.score for line in found if line.standing.unranked is None}
    above = store.count_above(connection, board, scores)
    beside = store.lines_of_scores(connection, board, scores)
    rows = [Row(None, line.standing) for line in found if line.standing.unranked is not None]
    wanted = {line.standing.person for line in found}
    for score in sorted(scores):
        group = [line for line in beside if line.standing.score == score]
        with_rank = _ranked(connection, board, group, above[score])
        rows = [row for row in with_rank if row.standing.person in wanted] + rows
    return found, rows


def _ranked(connection: Connection, board: Board, lines: Iterable[Line], before: int) -> list[Row]:
    """Rank all of some scores, behind those who stand before them."""
    lots = store.lots_of(connection, board.scheme.id, board.measure)
    people = [line.standing for line in lines]
    return ranked(people, board.scheme.scheme, meetings_in(connection, board), lots, before + 1)


def meetings_in(connection: Connection, board: Board) -> Meetings:
    """Give what looks up the results of those whom the direct comparison has to part."""

    def meetings(whose: Collection[int]) -> Sequence[Result]:
        return store.results_of(connection, board.season_id, board.measure, whose)

    return meetings


def _bare(_connection: Connection, _board: Board, lines: Sequence[Line], rows: Sequence[Row]) -> tuple[Placed, ...]:
    """Add to rows the names of their people."""
    known = {line.standing.person: line for line in lines}
    with_lines = ((row, known[row.standing.person]) for row in rows)
    return tuple(Placed(row, line.name, line.shown, line.club_id, line.club, ()) for row, line in with_lines)


def _placed(connection: Connection, board: Board, lines: Sequence[Line], rows: Sequence[Row]) -> tuple[Placed, ...]:
    """Add to rows what is known of their people: names, results, and which of these are dropped."""
    shown = [row.standing.person for row in rows]
    by_person: dict[int, list[Result]] = {person: [] for person in shown}
    for result in store.results_of(connection, board.season_id, board.measure, shown):
        by_person[result.person].append(result)
    known = {line.standing.person: line for line in lines}
    return tuple(_with(row, known, by_person, board.scheme.scheme) for row in rows)


def _with(row: Row, known: Mapping[int, Line], results: Mapping[int, Sequence[Result]], scheme: Scheme) -> Placed:
    person = row.standing.person
    own = in_order(results[person])
    counted_row = replace(
        row, standing=replace(row.standing, dropped=sifted([bare(result) for result in own], scheme)[1])
    )
    line = known[person]
    return Placed(counted_row, line.name, line.shown, line.club_id, line.club, own)


# --- All of them -----------------------------------------------------------------------------------------------------


def whole(
    session: AnySession, actor: Actor, season_id: int, wish: Wish, scheme: Scheme | None = None
) -> tuple[Season, tuple[Placed, ...]]:
    """Give everybody in a season by one of its schemes, or by any other; lots are those of the season's own.

    The results of single evenings are left out (`with_results`). Raises as `season_of` does.
    """
    connection, season = reading(session), season_of(session, actor, season_id, wish)
    if scheme is None:
        return season, whole_of(connection, season)
    other = SchemeRow(NONE_OF_ITS_OWN, 0, "", scheme)
    measure = season.board.measure if season.board else next(iter(season.measures), None)
    found = replace(season, board=None if measure is None else Board(season_id, other, measure))
    return found, whole_of(connection, found)


def whole_of(connection: Connection, season: Season) -> tuple[Placed, ...]:
    """Rank everybody in a season that was found."""
    board = season.board
    if board is None:
        return ()
    lines = {line.standing.person: line for line in counted(connection, board.season_id, board.measure, season.scheme)}
    lots = store.lots_of(connection, board.scheme.id, board.measure)
    people = (line.standing for line in lines.values())
    rows = ranked(people, season.scheme, meetings_in(connection, board), lots)
    with_lines = ((row, lines[row.standing.person]) for row in rows)
    return tuple(Placed(row, line.name, line.shown, line.club_id, line.club, ()) for row, line in with_lines)


def with_results(connection: Connection, board: Board, placed: Sequence[Placed]) -> tuple[Placed, ...]:
    """Add to each his results at the evenings, in their order."""
    found: dict[int, list[Result]] = {one.row.standing.person: [] for one in placed}
    for result in store.results_of(connection, board.season_id, board.measure, list(found)):
        found[result.person].append(result)
    return tuple(replace(one, results=in_order(found[one.row.standing.person])) for one in placed)


def in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    """Put results into the order of their days."""
    return tuple(sorted(results, key=lambda result: (result.date, result.evening)))


# --- One of them -----------------------------------------------------------------------------------------------------


def place_of(session: AnySession, actor: Actor, season_id: int, person_id: int, wish: Wish) -> tuple[Season, Placed]:
    """Give where one stands, and by which results. Raises `NotFoundError` for who has none, and as `season_of` does."""
    connection, season = reading(session), season_of(session, actor, season_id, wish)
    line = None if season.board is None else store.line_of(connection, season.board, person_id)
    if season.board is None or line is None:
        raise NotFoundError("Der hat in dieser Saison noch kein Ergebnis.")
    rows = [Row(None, line.standing)]
    if line.standing.unranked is None:
        score = line.standing.score
        beside = store.lines_between(connection, season.board, score, score)
        above = store.count_above(connection, season.board, [score])[score]
        rows = _ranked(connection, season.board, beside, above)
        rows = [row for row in rows if row.standing.person == line.standing.person]
    return season, _placed(connection, season.board, [line], rows)[0]
