"""When seats may be drawn, and what a draw has to be: everybody who plays in a round sits at one table of it."""

from collections import Counter
from collections.abc import Iterator

from scorebook.league.draw.wish import Round
from scorebook.league.tournament.allowed_people import known
from scorebook.league.tournament.entries import Committed, Drawn
from scorebook.league.tournament.gate import listed, missing
from scorebook.league.tournament.settings import FIVE
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding

DIGITS = 64
"""A SHA-256 in hexadecimal digits."""
SIZES = (FIVE - 1, FIVE)


def drawing(state: Tournament, entry: Committed | Drawn) -> Iterator[Finding]:
    """Find what speaks against a draw, or against what is published before it."""
    if isinstance(entry, Committed):
        yield from _committed(state, entry)
        return
    when = list(_when(state, entry))
    yield from when
    if not when:
        yield from _seats(state, entry)
        yield from _checkable(state, entry)


def _committed(state: Tournament, entry: Committed) -> Iterator[Finding]:
    if not state.settings.checkable:
        yield Finding("draw.not_checkable", "commitment")
    if len(entry.commitment) != DIGITS or set(entry.commitment) - set("0123456789abcdef"):
        yield Finding("draw.commitment", "commitment")
    if not entry.players:
        yield Finding("draw.nobody", "players")
    yield from known(state, entry.players)


def _when(state: Tournament, entry: Drawn) -> Iterator[Finding]:
    """Find what speaks against drawing these rounds now: the draw pressed twice, lists that are there or missing."""
    drawn, last = len(state.rounds), entry.first + len(entry.rounds) - 1
    if not entry.rounds or not 1 <= entry.first <= drawn + 1:
        yield Finding("draw.next", "first", {"round": drawn + 1})
    elif last > state.settings.rounds:
        yield Finding("round.unknown", "first", {"round": last, "most": state.settings.rounds})
    elif entry.first <= drawn:
        yield from _again(state, entry)
    elif state.rounds:
        for played in state.rounds:
            yield from missing(state, played, "first")


def _again(state: Tournament, entry: Drawn) -> Iterator[Finding]:
    """Find what speaks against drawing again: lists of these rounds, or that nobody says why."""
    with_lists = False
    for played in state.rounds[entry.first - 1 :]:
        tables = [table.number for table in played.tables if table.lists]
        if tables:
            with_lists = True
            yield Finding("draw.has_lists", "first", {"round": played.number, "tables": listed(tables)})
    if not with_lists and not entry.reason.strip():
        yield Finding("draw.again", "reason", {"round": entry.first})


def _seats(state: Tournament, entry: Drawn) -> Iterator[Finding]:
    seated: set[int] = set()
    for at, drawn in enumerate(entry.rounds):
        seated.update(number for table in drawn for number in table)
        yield from _round(state, entry.first + at, drawn, f"rounds.{at}")
    if sorted(entry.players) != sorted(seated):
        yield Finding("draw.list", "players")


def _round(state: Tournament, number: int, drawn: Round, field: str) -> Iterator[Finding]:
    """Find who is not seated once in a round, and tables that are none. A substitute may be, but need not."""
    times = Counter(player for table in drawn for player in table)
    there = {player.number: player for player in state.players.values() if player.plays(number)}
    for player in there.values():
        if not times[player.number] and not player.substitute:
            yield Finding("draw.left_out", field, {"round": number, "number": player.number})
    for player_number, count in times.items():
        if player_number not in there:
            yield Finding("draw.not_there", field, {"round": number, "number": player_number})
        if count > 1:
            yield Finding("draw.twice", field, {"round": number, "number": player_number})
    wrong = [at for at, table in enumerate(drawn, start=1) if len(table) not in SIZES]
    if wrong or not drawn:
        yield Finding("draw.table", field, {"round": number, "tables": listed(wrong)})


def _checkable(state: Tournament, entry: Drawn) -> Iterator[Finding]:
    """Find what a draw lacks that anybody shall be able to check."""
    if not state.settings.checkable:
        return
    committed = state.committed.entry if state.committed else None
    if not isinstance(committed, Committed):
        yield Finding("draw.not_committed", "secret")
        return
    if committed.players != entry.players:
        yield Finding("draw.other_list", "players")
    if not entry.secret:
        yield Finding("draw.no_secret", "secret")
    if entry.called is None:
        yield Finding("draw.not_called", "called")
