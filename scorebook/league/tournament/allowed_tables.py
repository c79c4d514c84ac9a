"""What may be written at a table: who takes over a seat, the list, its confirmation, penalties and rulings."""

from collections.abc import Iterator

from scorebook.league.tournament.entries import (
    Claimed,
    Confirmed,
    CountsFor,
    Listed,
    Penalised,
    Ruled,
    Substituted,
)
from scorebook.league.tournament.settings import Scoring
from scorebook.league.tournament.state import SeatedTable, Tournament
from scorebook.money import sign_of
from scorebook.rules import Finding

MOST_POINTS = 99_999
"""More nobody can have from one list, or lose by one penalty."""
COUNTERS = ("solos_won", "solos_lost", "touts_won")

AtTable = Substituted | Claimed | Listed | Confirmed | Penalised | Ruled


def tables(state: Tournament, entry: AtTable) -> Iterator[Finding]:
    """Find what speaks against something at a table of a round."""
    if isinstance(entry, Confirmed):
        yield from _confirmed(state, entry)
        return
    played = state.round(entry.round)
    if played is None:
        yield Finding("list.no_round", "round", {"round": entry.round})
        return
    match entry:
        case Penalised():
            yield from _penalised(state, entry)
        case Ruled(table=None):
            yield from _ruled(entry)
        case Ruled(table=int(number)) | Substituted(table=number) | Claimed(table=number) | Listed(table=number):
            table = state.table(entry.round, number)
            if table is None:
                yield Finding("list.no_table", "table", {"table": number})
            else:
                yield from _at(state, table, entry)


def _at(state: Tournament, table: SeatedTable, entry: Ruled | Substituted | Claimed | Listed) -> Iterator[Finding]:
    match entry:
        case Ruled():
            yield from _ruled(entry)
        case Substituted():
            yield from _substituted(state, table, entry)
        case Claimed(round=number):
            if number <= state.published:
                yield Finding("round.published", "round", {"round": number})
        case Listed():
            yield from _listed(state, table, entry)


def _ruled(entry: Ruled) -> Iterator[Finding]:
    if not entry.text.strip():
        yield Finding("ruling.missing", "text")


# --- A seat ----------------------------------------------------------------------------------------------------------


def _substituted(state: Tournament, table: SeatedTable, entry: Substituted) -> Iterator[Finding]:
    if entry.round <= state.published:
        yield Finding("round.published", "round", {"round": entry.round})
    if not 0 <= entry.seat < len(table.seated):
        yield Finding("substitute.seat", "seat")
        return
    player = state.players.get(entry.came)
    if player is None:
        yield Finding("player.unknown", "came", {"number": entry.came})
    elif player.waits:
        yield Finding("player.waits", "came", {"number": entry.came})
    elif not player.plays(entry.round):
        yield Finding("player.gone", "came", {"number": entry.came})
    counts_for = entry.came if entry.counts_for is CountsFor.CAME else table.counts[entry.seat]
    if (entry.came, counts_for) == (table.seated[entry.seat], table.counts[entry.seat]):
        yield Finding("substitute.sits", "came", {"number": entry.came, "table": table.number})
    yield from seat_taken(state, entry, entry.came, counts_for)


def seat_taken(state: Tournament, at: Substituted, player: int, counts_for: int) -> Iterator[Finding]:
    """Find where else in the round somebody sits who is to have a seat, or for whom another list counts already."""
    played = state.round(at.round)
    for table in played.tables if played else ():
        for seat, (sits, counts) in enumerate(zip(table.seated, table.counts, strict=True)):
            if (table.number, seat) == (at.table, at.seat):
                continue
            if sits == player:
                yield Finding("substitute.sits", "came", {"number": player, "table": table.number})
            if counts == counts_for:
                yield Finding("substitute.counts_twice", "counts_for", {"number": counts_for, "table": table.number})


# --- The list --------------------------------------------------------------------------------------------------------


def _listed(state: Tournament, table: SeatedTable, entry: Listed) -> Iterator[Finding]:
    yield from _place(table, entry)
    if len(entry.points) != len(table.seated):
        yield Finding("list.seats", "points", {"table": table.number, "count": len(table.seated)})
        return
    yield from _points(state, entry)
    yield from _games(state, entry)
    yield from _counters(entry)
    for seat, number in enumerate(table.seated):
        if not state.players[number].plays(entry.round):
            yield Finding("list.gone", f"points.{seat}", {"number": number, "round": entry.round})


def _place(table: SeatedTable, entry: Listed) -> Iterator[Finding]:
    """Find that the table has a list: the wrong table, the same list twice, or a correction that says not of what."""
    standing = table.lists[-1] if table.lists else None
    if standing is None:
        if entry.replaces is not None:
            yield Finding("list.none", "table", {"table": table.number})
    elif entry.replaces is None:
        yield Finding("list.there", "table", {"table": table.number, "by": standing.by})
    elif entry.replaces != standing.number:
        yield Finding("list.overtaken", "table", {"table": table.number, "by": standing.by})
    elif not entry.reason.strip():
        yield Finding("reason.missing", "reason")


def _points(state: Tournament, entry: Listed) -> Iterator[Finding]:
    for seat, points in enumerate(entry.points):
        if abs(points) > MOST_POINTS:
            yield Finding("list.too_large", f"points.{seat}", {"most": MOST_POINTS})
        if state.settings.scoring is Scoring.WINNERS_ONLY and points < 0:
            yield Finding("list.negative", f"points.{seat}")
    if state.settings.scoring is Scoring.WINNERS_ONLY and min(entry.points) >= 0:
        yield from _winners(entry)
    over = sum(entry.points)
    if state.settings.scoring is Scoring.PLUS_MINUS and over:
        yield Finding("list.sum", "points", {"over": f"{sign_of(over, plus=True)}{abs(over)}"})


def _winners(entry: Listed) -> Iterator[Finding]:
    """Find what hardly can be where winners alone get points, and no sum tells: each game, each Solo brings some."""
    for seat, won in enumerate(entry.solos_won[: len(entry.points)]):
        if won > 0 and entry.points[seat] == 0:
            yield Finding("list.solo_for_nothing", f"points.{seat}")
    if sum(entry.points) < entry.games and not entry.reason.strip():
        yield Finding("list.too_little", "points", {"sum": sum(entry.points), "games": entry.games})


def _games(state: Tournament, entry: Listed) -> Iterator[Finding]:
    """Find games that are too few or too many; with a reason it can be, and the director decides.

    So nobody has to play on after a fire alarm: the list is handed in as it is, says why, and counts.
    """
    wanted = state.settings.games_at(len(entry.points))
    if not 1 <= entry.games <= 2 * wanted:
        yield Finding("list.games_range", "games", {"most": 2 * wanted})
    elif entry.games != wanted and not entry.reason.strip():
        yield Finding("list.games", "games", {"games": entry.games, "wanted": wanted})


def _counters(entry: Listed) -> Iterator[Finding]:
    """Find Soli that are too many for the games, and Tout that were won but are not among the Soli won."""
    for name in COUNTERS:
        counts = getattr(entry, name)
        if counts and len(counts) != len(entry.points):
            yield Finding("list.counters", name, {"count": len(entry.points)})
            return
        for seat, count in enumerate(counts):
            if count < 0:
                yield Finding("list.negative", f"{name}.{seat}")
    if sum(entry.solos_won) + sum(entry.solos_lost) > entry.games:
        yield Finding("list.solos", "solos_won", {"games": entry.games})
    for seat, touts in enumerate(entry.touts_won):
        if touts > (entry.solos_won[seat] if entry.solos_won else 0):
            yield Finding("list.touts", f"touts_won.{seat}")


def _confirmed(state: Tournament, entry: Confirmed) -> Iterator[Finding]:
    for played in state.rounds:
        for table in played.tables:
            if table.lists and table.lists[-1].number == entry.entry:
                if table.confirmed is not None:
                    yield Finding("list.confirmed", "entry", {"table": table.number})
                return
    yield Finding("list.other_holds", "entry")


def _penalised(state: Tournament, entry: Penalised) -> Iterator[Finding]:
    played = state.round(entry.round)
    if entry.player not in state.players:
        yield Finding("player.unknown", "player", {"number": entry.player})
    elif played and not any(entry.player in (*table.seated, *table.counts) for table in played.tables):
        yield Finding("penalty.not_there", "player", {"number": entry.player, "round": entry.round})
    if not 1 <= entry.points <= MOST_POINTS:
        yield Finding("penalty.points", "points", {"most": MOST_POINTS})
    if not entry.reason.strip():
        yield Finding("reason.missing", "reason")
