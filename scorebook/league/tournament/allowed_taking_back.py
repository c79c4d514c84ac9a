"""What may be taken back: only what holds, and of those who took over one seat only the last."""

from collections.abc import Iterator

from scorebook.league.tournament.allowed_tables import seat_taken
from scorebook.league.tournament.entries import (
    REVOCABLE,
    CashMoved,
    Confirmed,
    CountsFor,
    Penalised,
    Ruled,
    Stamped,
    Substituted,
    TakenBack,
)
from scorebook.league.tournament.state import SeatedTable, Tournament
from scorebook.rules import Finding

EXPLAINED = (Penalised, Ruled, CashMoved)
"""Taking these back is something that others ask about."""


def revocable(state: Tournament) -> tuple[Stamped, ...]:
    """Give all that holds and can be taken back, in its order.

    >>> from scorebook.league.tournament.settings import Settings
    >>> revocable(Tournament(1, Settings(rule_set=1), {}))
    ()
    """
    found = [*state.wishes, *state.penalties, *state.cash, *state.chosen]
    for played in state.rounds:
        found += played.rulings
        for table in played.tables:
            found += [*table.rulings, *table.substituted, *filter(None, [table.confirmed])]
    return tuple(sorted((one for one in found if isinstance(one.entry, REVOCABLE)), key=lambda one: one.number))


def taking_back(state: Tournament, entry: TakenBack) -> Iterator[Finding]:
    """Find what speaks against taking something back."""
    old = next((one for one in revocable(state) if one.number == entry.entry), None)
    if old is None:
        yield Finding("taken_back.not_there", "entry")
        return
    if isinstance(old.entry, EXPLAINED) and not entry.reason.strip():
        yield Finding("reason.missing", "reason")
    if isinstance(old.entry, Substituted):
        table = state.table(old.entry.round, old.entry.table)
        if table is not None:
            yield from _seat(state, table, old, old.entry)
    if isinstance(old.entry, Confirmed):
        yield from _confirmation(state, old.entry)


def _seat(state: Tournament, table: SeatedTable, old: Stamped, entry: Substituted) -> Iterator[Finding]:
    """Find what is in the way of who sat there before."""
    if entry.round <= state.published:
        yield Finding("round.published", "entry", {"round": entry.round})
    of_seat = [one for one in table.substituted if _substituted(one).seat == entry.seat]
    if of_seat[-1] != old:
        yield Finding("substitute.not_last", "entry", {"number": _substituted(of_seat[-1]).came})
        return
    before = [_substituted(one) for one in of_seat[:-1]]
    sits = before[-1].came if before else table.drawn[entry.seat]
    counted = [one.came for one in before if one.counts_for is CountsFor.CAME]
    counts = counted[-1] if counted else table.drawn[entry.seat]
    yield from seat_taken(state, entry, sits, counts)


def _substituted(stamped: Stamped) -> Substituted:
    if not isinstance(stamped.entry, Substituted):
        raise TypeError(f"entry {stamped.number} does not seat anybody")
    return stamped.entry


def _confirmation(state: Tournament, entry: Confirmed) -> Iterator[Finding]:
    for played in state.rounds[: state.published]:
        if any(one.number == entry.entry for table in played.tables for one in table.lists):
            yield Finding("round.published", "entry", {"round": played.number})
