"""Where a tournament stands: what folding its entries gives. Not checked here: that they were allowed (`allowed`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorebook.league.tournament.entries import (
    Admitted,
    CashMoved,
    CheckedIn,
    Claimed,
    Committed,
    Confirmed,
    CountsFor,
    Drawn,
    Ended,
    GoodsChosen,
    Left,
    Listed,
    LotsDrawn,
    Penalised,
    Published,
    Registered,
    Reopened,
    Returned,
    Ruled,
    SetUp,
    Stamped,
    Substituted,
    TakenBack,
    Wished,
)
from scorebook.league.tournament.settings import Settings

Rulings = tuple[Stamped, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody on the list. `absent` are spans of rounds, from the first to before the second (none: up to the end)."""

    number: int
    waits: bool
    substitute: bool
    absent: tuple[tuple[int, int | None], ...] = ()

    def plays(self, round_number: int) -> bool:
        """Tell whether he is there to be seated in a round; a substitute sits in only where somebody is missing."""
        return not self.waits and not any(
            begin <= round_number and (end is None or round_number < end) for begin, end in self.absent
        )


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: who was drawn for its seats, who sits there now, and what was handed in.

    `counts` are those for whom the points of each seat count, `substituted` who took over a seat, one after the other.
    `lists` are all that were handed in, the last one holds; `confirmed` is the entry in which somebody else confirmed
    that one. `sheet` is that on which it is written game by game.
    """

    number: int
    drawn: tuple[int, ...]
    seated: tuple[int, ...]
    counts: tuple[int, ...]
    substituted: tuple[Stamped, ...] = ()
    lists: tuple[Stamped, ...] = ()
    confirmed: Stamped | None = None
    rulings: tuple[Stamped, ...] = ()
    sheet: int | None = None

    @property
    def listed(self) -> Listed | None:
        """The list that holds."""
        if not self.lists:
            return None
        entry = self.lists[-1].entry
        return entry if isinstance(entry, Listed) else None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round for which seats are drawn."""

    number: int
    draw: Stamped
    tables: tuple[SeatedTable, ...]
    rulings: tuple[Stamped, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """Where a tournament stands after `version` entries.

    `here` are those who said they are, by round; `draws` are all there were, also those that hold no more. `published`
    is the last round whose standings are out. `lots` are numbers by player, the lowest stands first.
    """

    version: int
    settings: Settings
    players: Mapping[int, Player]
    rounds: tuple[PlayedRound, ...] = ()
    here: Mapping[int, frozenset[int]] = field(default_factory=dict)
    wishes: tuple[Stamped, ...] = ()
    committed: Stamped | None = None
    draws: tuple[Stamped, ...] = ()
    penalties: tuple[Stamped, ...] = ()
    lots: tuple[Stamped, ...] = ()
    cash: tuple[Stamped, ...] = ()
    chosen: tuple[Stamped, ...] = ()
    published: int = 0
    ended: bool = False

    def round(self, number: int) -> PlayedRound | None:
        """Give a round that is drawn."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, round_number: int, table: int) -> SeatedTable | None:
        """Give a table of a round that is drawn."""
        found = self.round(round_number)
        return found.tables[table - 1] if found and 1 <= table <= len(found.tables) else None

    @property
    def playing(self) -> int:
        """The round in which lists are missing: the first; 0 where none is drawn, else the last."""
        for found in self.rounds:
            if not all(table.lists for table in found.tables):
                return found.number
        return len(self.rounds)


class NothingError(ValueError):
    """There are no entries, or the first of them sets up no tournament: the book is damaged."""


def fold(entries: Iterable[Stamped]) -> Tournament:
    """Give where a tournament stands after these entries, in their order. Raises `NothingError` without a first one.

    >>> from datetime import UTC, datetime
    >>> from uuid import UUID
    >>> entries = [SetUp(Settings(rule_set=1)), Registered(1), Registered(2), Left(2, 1)]
    >>> at = datetime(2026, 11, 30, tzinfo=UTC)
    >>> state = fold(Stamped(n, UUID(int=n), at, "", entry) for n, entry in enumerate(entries, 1))
    >>> [number for number, player in state.players.items() if player.plays(1)]
    [1]
    """
    folding = Folding()
    for stamped in entries:
        folding.take(stamped)
    return folding.result()


class Folding:
    """A tournament while its entries are gone through; `result` can be asked for after each."""

    def __init__(self) -> None:
        self.settings: Settings | None = None
        self.version = self.published = 0
        self.ended = False
        self.players: dict[int, Player] = {}
        self.rounds: list[PlayedRound] = []
        self.here: dict[int, set[int]] = {}
        self.kept: dict[str, list[Stamped]] = {"wished": [], "penalised": [], "cash_moved": [], "goods_chosen": []}
        self.lots: list[Stamped] = []
        self.draws: list[Stamped] = []
        self.committed: Stamped | None = None
        self.by_number: dict[int, Stamped] = {}

    def result(self) -> Tournament:
        """Give where it stands. Raises `NothingError` before the first entry."""
        if self.settings is None:
            raise NothingError("a tournament without entries")
        return Tournament(
            version=self.version,
            settings=self.settings,
            players=dict(self.players),
            rounds=tuple(self.rounds),
            here={number: frozenset(here) for number, here in self.here.items()},
            wishes=tuple(self.kept["wished"]),
            committed=self.committed,
            draws=tuple(self.draws),
            penalties=tuple(self.kept["penalised"]),
            lots=tuple(self.lots),
            cash=tuple(self.kept["cash_moved"]),
            chosen=tuple(self.kept["goods_chosen"]),
            published=self.published,
            ended=self.ended,
        )

    def take(self, stamped: Stamped) -> None:
        """Go on by one entry. Raises `NothingError` where the first of all sets up nothing."""
        if self.settings is None and not isinstance(stamped.entry, SetUp):
            raise NothingError(f"entry {stamped.number} comes before the tournament was set up")
        self.version = stamped.number
        self.by_number[stamped.number] = stamped
        match stamped.entry:
            case Wished() | Penalised() | CashMoved() | GoodsChosen() as entry:
                self.kept[entry.kind].append(stamped)
            case Registered() | Admitted() | Left() | Returned() | CheckedIn() as entry:
                self._people(entry)
            case Committed() | Drawn():
                self._draw(stamped)
            case Claimed() | Listed() | Confirmed() | Substituted() | Ruled():
                self._at_a_table(stamped)
            case TakenBack(entry=number):
                self._take_back(self.by_number[number])
            case _:
                self._whole(stamped)

    def _whole(self, stamped: Stamped) -> None:
        match stamped.entry:
            case SetUp(settings=settings):
                self.settings = settings
            case Published(round=number):
                self.published = number
            case LotsDrawn():
                self.lots.append(stamped)
            case Ended():
                self.ended = True
            case Reopened():
                self.ended = False

    def _people(self, entry: Registered | Admitted | Left | Returned | CheckedIn) -> None:
        match entry:
            case Registered(player=number, waits=waits, substitute=substitute):
                self.players[number] = Player(number, waits, substitute)
            case Admitted(player=number):
                self.players[number] = replace(self.players[number], waits=False)
            case Left(player=number, from_round=begin):
                player = self.players[number]
                self.players[number] = replace(player, absent=(*player.absent, (begin, None)))
            case Returned(player=number, from_round=end):
                player = self.players[number]
                begin, _ = player.absent[-1]
                spans = player.absent[:-1] if end <= begin else (*player.absent[:-1], (begin, end))
                self.players[number] = replace(player, absent=spans)
            case CheckedIn(round=number, players=players, here=here):
                marked = self.here.setdefault(number, set())
                (marked.update if here else marked.difference_update)(players)

    def _draw(self, stamped: Stamped) -> None:
        if not isinstance(stamped.entry, Drawn):
            self.committed = stamped
            return
        self.draws.append(stamped)
        self.committed = None
        del self.rounds[stamped.entry.first - 1 :]
        for number, drawn in enumerate(stamped.entry.rounds, start=stamped.entry.first):
            tables = tuple(SeatedTable(table, seats, seats, seats) for table, seats in enumerate(drawn, start=1))
            self.rounds.append(PlayedRound(number, stamped, tables))

    def _at_a_table(self, stamped: Stamped) -> None:
        entry = stamped.entry
        if isinstance(entry, Confirmed):
            of = self.by_number[entry.entry].entry
            if isinstance(of, Listed):
                self._change(of.round, of.table, confirmed=stamped)
        elif isinstance(entry, Listed):
            table = self._table(entry.round, entry.table)
            self._change(entry.round, entry.table, lists=(*table.lists, stamped), confirmed=None)
        elif isinstance(entry, Claimed):
            self._change(entry.round, entry.table, sheet=entry.sheet)
        elif isinstance(entry, Substituted):
            self._seat(entry, (*self._table(entry.round, entry.table).substituted, stamped))
        elif isinstance(entry, Ruled):
            self._rule(entry.round, entry.table, lambda rulings: (*rulings, stamped))

    def _seat(self, at: Substituted, substituted: tuple[Stamped, ...]) -> None:
        """Seat those who took over seats of a table; what is handed in counts for them, or still for who sat before."""
        there = self._table(at.round, at.table)
        seated, counts = list(there.drawn), list(there.drawn)
        for one in substituted:
            if isinstance(one.entry, Substituted):
                seated[one.entry.seat] = one.entry.came
                if one.entry.counts_for is CountsFor.CAME:
                    counts[one.entry.seat] = one.entry.came
        changes = {"seated": tuple(seated), "counts": tuple(counts), "substituted": substituted}
        self._change(at.round, at.table, **changes)

    def _take_back(self, old: Stamped) -> None:
        entry = old.entry
        if entry.kind in self.kept:
            self.kept[entry.kind].remove(old)
        elif isinstance(entry, Substituted):
            substituted = self._table(entry.round, entry.table).substituted
            self._seat(entry, tuple(one for one in substituted if one != old))
        elif isinstance(entry, Confirmed):
            of = self.by_number[entry.entry].entry
            if isinstance(of, Listed):
                self._change(of.round, of.table, confirmed=None)
        elif isinstance(entry, Ruled):
            self._rule(entry.round, entry.table, lambda rulings: tuple(one for one in rulings if one != old))

    def _rule(self, round_number: int, table: int | None, change: Callable[[Rulings], Rulings]) -> None:
        if table is None:
            there = self.rounds[round_number - 1]
            self.rounds[round_number - 1] = replace(there, rulings=change(there.rulings))
        else:
            self._change(round_number, table, rulings=change(self._table(round_number, table).rulings))

    def _table(self, round_number: int, table: int) -> SeatedTable:
        return self.rounds[round_number - 1].tables[table - 1]

    def _change(self, round_number: int, table: int, **changes: Any) -> None:
        there = self.rounds[round_number - 1]
        tables = list(there.tables)
        tables[table - 1] = replace(tables[table - 1], **changes)
        self.rounds[round_number - 1] = replace(there, tables=tuple(tables))
