"""Who may come to a tournament, leave it and come back, be there for a round, and have wishes."""

from collections.abc import Iterable, Iterator

from scorebook.league.tournament.attendance import free_places, is_gone, is_late
from scorebook.league.tournament.entries import Admitted, CheckedIn, Left, Registered, Returned, Wished, WishKind
from scorebook.league.tournament.gate import listed
from scorebook.league.tournament.settings import FIVE
from scorebook.league.tournament.state import Player, Tournament
from scorebook.rules import Finding

HIGHEST = 9999
"""A start number has to have room on a card."""


def people(state: Tournament, entry: Registered | Admitted | Left | Returned | CheckedIn | Wished) -> Iterator[Finding]:
    """Find what speaks against somebody's coming, going, being there, or wish."""
    match entry:
        case Registered():
            yield from _registered(state, entry)
        case CheckedIn():
            yield from _checked_in(state, entry)
        case Wished():
            yield from _wished(state, entry)
        case Admitted(player=number) | Left(player=number) | Returned(player=number):
            player = state.players.get(number)
            if player is None:
                yield Finding("player.unknown", "player", {"number": number})
            elif isinstance(entry, Admitted):
                yield from _admitted(state, player)
            elif isinstance(entry, Left):
                yield from _left(state, player, entry.from_round)
            else:
                yield from _returned(state, player, entry.from_round)


def _registered(state: Tournament, entry: Registered) -> Iterator[Finding]:
    if entry.player in state.players:
        yield Finding("player.taken", "player", {"number": entry.player})
    if not 1 <= entry.player <= HIGHEST:
        yield Finding("player.number", "player", {"most": HIGHEST})
    if not entry.substitute:
        yield from _late(state)
        if not entry.waits:
            yield from _room(state)


def _late(state: Tournament) -> Iterator[Finding]:
    if is_late(state):
        yield Finding("player.late", "player", {"round": state.settings.late_until})


def _room(state: Tournament) -> Iterator[Finding]:
    if free_places(state) == 0:
        yield Finding("player.full", "player", {"count": state.settings.capacity})


def _admitted(state: Tournament, player: Player) -> Iterator[Finding]:
    if not player.waits:
        yield Finding("player.not_waiting", "player", {"number": player.number})
    elif is_gone(player):
        yield Finding("player.gone", "player", {"number": player.number})
    else:
        yield from _late(state)
        yield from _room(state)


def _left(state: Tournament, player: Player, from_round: int) -> Iterator[Finding]:
    yield from _round_number(state, from_round, "from_round")
    if is_gone(player):
        yield Finding("player.gone", "player", {"number": player.number})
        return
    before = max((end for _begin, end in player.absent if end is not None), default=1)
    if from_round < before:
        yield Finding("player.back_since", "from_round", {"number": player.number, "round": before})
    last = max(_rounds_with_list(state, player.number), default=0)
    if from_round <= last:
        yield Finding("player.has_list", "from_round", {"number": player.number, "round": last})


def _returned(state: Tournament, player: Player, from_round: int) -> Iterator[Finding]:
    yield from _round_number(state, from_round, "from_round")
    if not is_gone(player):
        yield Finding("player.not_gone", "player", {"number": player.number})
        return
    begin = player.absent[-1][0]
    if from_round < begin:
        yield Finding("player.away_since", "from_round", {"number": player.number, "round": begin})
    played = [found.number for found in state.rounds if any(table.lists for table in found.tables)]
    if from_round in played and from_round > begin:
        yield Finding("round.played", "from_round", {"round": from_round})
    if not (player.waits or player.substitute):
        yield from _room(state)


def _rounds_with_list(state: Tournament, number: int) -> Iterator[int]:
    """Give the rounds in which somebody sat at a table whose list is there."""
    for played in state.rounds:
        if any(number in table.seated and table.lists for table in played.tables):
            yield played.number


def _round_number(state: Tournament, number: int, field: str = "round") -> Iterator[Finding]:
    if not 1 <= number <= state.settings.rounds:
        yield Finding("round.unknown", field, {"round": number, "most": state.settings.rounds})


def known(state: Tournament, numbers: Iterable[int], field: str = "players") -> Iterator[Finding]:
    """Find start numbers that are nobody's, or that are there twice."""
    seen: set[int] = set()
    for at, number in enumerate(numbers):
        if number not in state.players:
            yield Finding("player.unknown", f"{field}.{at}", {"number": number})
        if number in seen:
            yield Finding("player.twice", f"{field}.{at}", {"number": number})
        seen.add(number)


def _checked_in(state: Tournament, entry: CheckedIn) -> Iterator[Finding]:
    yield from _round_number(state, entry.round)
    yield from known(state, entry.players)
    if not entry.players:
        yield Finding("player.missing", "players")
    if entry.round <= state.published:
        yield Finding("round.published", "round", {"round": entry.round})
    for at, number in enumerate(entry.players):
        player = state.players.get(number)
        if not entry.here or player is None:
            continue
        if player.waits:
            yield Finding("player.waits", f"players.{at}", {"number": number})
        elif not player.plays(entry.round):
            yield Finding("player.gone", f"players.{at}", {"number": number})


# --- Wishes ----------------------------------------------------------------------------------------------------------


def _wished(state: Tournament, entry: Wished) -> Iterator[Finding]:
    findings = [*known(state, entry.players), *_shape(entry)]
    yield from findings
    if not findings:
        yield from _against_others([one.entry for one in state.wishes if isinstance(one.entry, Wished)], entry)


def _shape(entry: Wished) -> Iterator[Finding]:
    """Find what a wish cannot be, whatever others wish."""
    fixed = entry.wish is WishKind.FIXED
    if fixed and (entry.table is None or not 1 <= entry.table <= HIGHEST):
        yield Finding("table.missing", "table")
    if not fixed and entry.table is not None:
        yield Finding("wish.no_table", "table")
    if len(entry.players) < (1 if fixed else 2):
        yield Finding("wish.too_few", "players")
    if entry.wish is not WishKind.APART and len(entry.players) > FIVE:
        yield Finding("wish.too_many", "players", {"most": FIVE})


def _against_others(wishes: list[Wished], new: Wished) -> Iterator[Finding]:
    """Find wishes that cannot be kept together: apart and together, at two tables, too many at one."""
    if any((one.wish, one.table, set(one.players)) == (new.wish, new.table, set(new.players)) for one in wishes):
        yield Finding("wish.twice", "players")
        return
    every = [*wishes, new]
    tables: dict[int, int] = {}
    for one in every:
        for number in one.players if one.wish is WishKind.FIXED else ():
            if tables.setdefault(number, one.table or 0) != one.table:
                yield Finding("wish.two_tables", "table", {"number": number, "table": tables[number]})
                return
    for group in _groups(every):
        fixed = {tables[number] for number in group if number in tables}
        if len(group) > FIVE or len(fixed) > 1:
            yield Finding("wish.no_room", "players", {"players": listed(sorted(group)), "most": FIVE})
            return
        for one in every:
            both = sorted(group.intersection(one.players)) if one.wish is WishKind.APART else []
            if len(both) > 1:
                yield Finding("wish.contradicts", "players", {"players": listed(both)})
                return


def _groups(wishes: Iterable[Wished]) -> list[set[int]]:
    """Give who has to sit at one table, by wishes that hang together and by tables that are fixed."""
    groups: list[set[int]] = []
    at_table: dict[int, set[int]] = {}
    for one in wishes:
        if one.wish is WishKind.FIXED and one.table is not None:
            at_table.setdefault(one.table, set()).update(one.players)
    for new in [*at_table.values(), *(set(one.players) for one in wishes if one.wish is WishKind.TOGETHER)]:
        touched = [group for group in groups if group & new]
        groups = [group for group in groups if group not in touched] + [new.union(*touched)]
    return groups
