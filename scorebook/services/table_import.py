"""Evenings out of a table of another program: each row a game, which the rules work out like any other.

Nothing in a table is believed: what it says of amounts is held against what the rules give. Of amounts alone no game
can be made, since who declared what, and with whom, is part of the book.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from typing import TypeVar
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from scorebook.errors import ScorebookError
from scorebook.ledger.consequences import State
from scorebook.ledger.evening import Evening, NamedRuleSet, Person, RecordedGame, Seat, Sheet
from scorebook.ledger.seating import MOST_PLAYERS
from scorebook.ledger.written import hold
from scorebook.rules import Finding, Game, Score
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services.access import Actor
from scorebook.services.recording import work_out
from scorebook.services.refusals import ConfirmError, RefusedError
from scorebook.store.games import SheetState

K = TypeVar("K", date, int)

BEGINS = time(20)
"""When an evening began of which only the day is known, by the clock on the wall."""
SPACE = UUID("6f1d1d3e-95e4-5c0e-8b43-0f7a5f5b8f64")
"""From which evenings out of tables have their UUIDs: the same table gives the same ones."""

Gains = Sequence[int | None]
"""What a row says that each one won or lost, by seat; None where it says nothing."""
Reader = Callable[[Sequence[str], Gains, int], Game]
"""Reads the game of a row: for people by seat, what it says that they won, and who deals."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table. `paid` are its amounts, in units, in the order of all names; None for an empty cell.

    `line` is where it stands; `uuid` that of the game, where the table says it.
    """

    line: int
    day: date
    table: int
    read: Reader
    paid: tuple[int | None, ...]
    uuid: UUID | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table, and all that it does not say itself.

    `source` tells it from other tables. `totals`: its amounts are how it stood after each game. `accept`: where it
    differs from the rules, and where the rules ask, the rules are right.
    """

    names: tuple[str, ...]
    rows: tuple[TableRow, ...]
    named: NamedRuleSet
    club: str
    place: str
    source: str
    totals: bool = False
    accept: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """What became of a row: its game with the score, or why there is none. `asks`: what is to be agreed to."""

    line: int
    number: int
    names: tuple[str, ...]
    game: Game | None = None
    score: Score | None = None
    error: ScorebookError | None = None
    asks: tuple[Finding, ...] = ()

    @property
    def stops(self) -> bool:
        """Whether no evening can be made because of it."""
        return self.error is not None


@dataclass(slots=True)
class _Table:
    """A table of people, row by row."""

    wanted: Wanted
    actor: Actor
    evening: UUID
    number: int
    columns: tuple[int, ...]
    begun: datetime
    state: State
    totals: list[int]
    games: list[RecordedGame] = field(default_factory=list)

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of those who sit there."""
        return tuple(column + 1 for column in self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(self.wanted.names[column] for column in self.columns)

    def go_past(self, row: TableRow) -> Read:
        """Work out a row, and count it."""
        paid = [row.paid[column] for column in self.columns]
        dealer, names = self.state.dealer(self.people), self.names
        done = Read(row.line, len(self.games) + 1, names)
        try:
            sent = row.read(names, self._gained(paid), dealer)
            game, score, asks = self._worked_out(sent, dealer)
        except ScorebookError as error:
            return replace(done, error=error)
        self.state.follow(game, score, self.people, self.wanted.named)
        self.totals = [total + won for total, won in zip(self.totals, score.payouts, strict=True)]
        asks += self._differences(paid, score)
        self._keep(row, game, score)
        open_ = ConfirmError(asks) if asks and not self.wanted.accept else None
        return replace(done, game=game, score=score, error=open_, asks=asks)

    def _gained(self, paid: Gains) -> Gains:
        """Give what a row says that each one won, whether it has that or how it stood afterwards."""
        before = self.totals if self.wanted.totals else [0] * len(self.columns)
        return [None if now is None else now - then for now, then in zip(paid, before, strict=True)]

    def _worked_out(self, sent: Game, dealer: int) -> tuple[Game, Score, tuple[Finding, ...]]:
        """Score a game; give also what the rules ask about it."""
        state = SheetState(
            club_id=self.actor.club_id,
            evening_id=0,
            sheet_id=0,
            rule_set_id=0,
            rule_set=0,
            rules=self.wanted.named.rules,
            last_number=len(self.games),
            place=1,
            next_dealer=dealer,
            stock=self.state.stock,
            people=self.people,
            taken=False,
            ended=False,
            bock=self.state.bock,
        )
        try:
            return (*work_out(sent, state, ()), ())
        except ConfirmError as error:
            asks = error.findings
            return (*work_out(sent, state, [finding.code for finding in asks]), asks)

    def _differences(self, paid: Sequence[int | None], score: Score) -> tuple[Finding, ...]:
        """Find where the table says other amounts than the rules."""
        right = self.totals if self.wanted.totals else score.payouts
        unit, rules = self.wanted.named.rules.unit, self.wanted.named.rules
        found = [
            Finding(
                "row.differs", "", {"name": self.names[seat], "table": paid[seat], "right": right[seat], "unit": unit}
            )
            for seat in hold(paid, right).differs
        ]
        total = hold(paid, right).total
        if found and total and not rules.winners_only and not self.wanted.totals:
            found.append(Finding("row.zero", "", {"sum": total, "unit": unit}))
        return tuple(found)

    def _keep(self, row: TableRow, game: Game, score: Score) -> None:
        number = len(self.games) + 1
        uuid = row.uuid or uuid5(self.evening, f"{self.number}.{number}")
        self.games.append(RecordedGame(uuid, number, 0, self.begun, self.actor.name, game, score))

    def sheet(self) -> Sheet:
        """Give the list of its games."""
        first = (self.games[0].game.dealer or 0) if self.games else 0
        seats = tuple(Seat(seat, person) for seat, person in enumerate(self.people))
        return Sheet(self.number, first, seats, tuple(self.games))


def make_evenings(actor: Actor, wanted: Wanted, zone: ZoneInfo) -> tuple[tuple[Evening, ...], tuple[Read, ...]]:
    """Make an evening of each day of a table, and say what became of each row; with a fault an evening is not whole.

    Raises `RefusedError` where not four to seven people have amounts on a day.
    """
    evenings, reads = [], []
    for day, rows in _by(wanted.rows, lambda row: row.day).items():
        uuid = uuid5(SPACE, f"{actor.club_id}\n{day}\n{wanted.source}")
        begun = datetime.combine(day, BEGINS, zone).astimezone(UTC)
        tables = _by(rows, lambda row: row.table)
        sheets = []
        for number, of_table in tables.items():
            table = _Table(wanted, actor, uuid, number, _seated(wanted, of_table), begun, State(0, 0, ()), [])
            table.state.then, table.totals = table.people, [0] * len(table.columns)
            reads += [table.go_past(row) for row in of_table]
            sheets.append(table.sheet())
        evenings.append(_evening(wanted, uuid, day, begun, sheets))
    order = {row.line: index for index, row in enumerate(wanted.rows)}
    return tuple(evenings), tuple(sorted(reads, key=lambda read: order[read.line]))


def _by(rows: Sequence[TableRow], key: Callable[[TableRow], K]) -> Mapping[K, list[TableRow]]:
    groups: dict[K, list[TableRow]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def _seated(wanted: Wanted, rows: Sequence[TableRow]) -> tuple[int, ...]:
    """Give the columns of those who have an amount in any of these rows; all of them where nobody has."""
    columns = range(len(wanted.names))
    seated = tuple(c for c in columns if any(row.paid[c] is not None for row in rows)) or tuple(columns)
    if not ACTIVE_PLAYERS <= len(seated) <= MOST_PLAYERS:
        raise RefusedError([Finding("table.names", "roles", {"count": len(seated)})])
    return seated


def _evening(wanted: Wanted, uuid: UUID, day: date, begun: datetime, sheets: Sequence[Sheet]) -> Evening:
    played = sorted({seat.person for sheet in sheets for seat in sheet.seats})
    return Evening(
        id=uuid,
        club=wanted.club,
        date=day,
        begun=begun,
        ended=begun,
        place=wanted.place,
        people=tuple(Person(person, wanted.names[person - 1]) for person in played),
        rule_sets=(wanted.named,),
        sheets=tuple(sheets),
    )
