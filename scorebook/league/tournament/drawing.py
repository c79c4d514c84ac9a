"""What is drawn at a tournament: for which rounds, for whom, with which wishes; and how people wander by rank."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorebook.league.draw import Broken, Chance, Round, Wish, wander
from scorebook.league.draw import Drawn as Plan
from scorebook.league.draw.bound import bound
from scorebook.league.draw.layout import layout
from scorebook.league.tournament.attendance import absent
from scorebook.league.tournament.entries import Drawn, Penalised, Wished, WishKind
from scorebook.league.tournament.settings import Drawing
from scorebook.league.tournament.state import PlayedRound, SeatedTable, Tournament


@dataclass(frozen=True, slots=True)
class Who:
    """Who takes part in a draw. `absent` play in the round but have not said that they are here.

    `helpers` are substitutes who could be seated too.
    """

    players: tuple[int, ...]
    absent: tuple[int, ...]
    helpers: tuple[int, ...]


def drawable(state: Tournament) -> tuple[int, ...]:
    """Give from which rounds on can be drawn: those that have no list yet, to be drawn again, and the one that comes.

    What speaks against the one that comes, a list that is missing, `allowed` says.
    """
    with_lists = [played.number for played in state.rounds if any(table.lists for table in played.tables)]
    first = max(with_lists, default=0) + 1
    return tuple(range(first, min(len(state.rounds) + 1, state.settings.rounds) + 1))


def how_many(state: Tournament, first: int) -> int:
    """Give how many rounds are drawn at once: all that are left, or one."""
    return state.settings.rounds - first + 1 if state.settings.drawing is Drawing.AHEAD else 1


def who_plays(state: Tournament, round_number: int) -> Who:
    """Give who takes part in the draw of a round."""
    there = [one for one in state.players.values() if one.plays(round_number)]
    players = tuple(one.number for one in there if not one.substitute)
    return Who(players, absent(state, round_number), tuple(one.number for one in there if one.substitute))


def wish_of(state: Tournament, first: int, players: Collection[int]) -> Wish:
    """Give what is asked of a draw: in the order of start numbers, with what was played and what is wished by now."""
    wishes = [stamped.entry for stamped in state.wishes if isinstance(stamped.entry, Wished)]
    fixed = [one for one in wishes if one.wish is WishKind.FIXED and one.table is not None]
    return Wish(
        players=tuple(sorted(players)),
        rounds=how_many(state, first),
        played=tuple(seats_of(played) for played in state.rounds[: first - 1]),
        apart=tuple(frozenset(one.players) for one in wishes if one.wish is WishKind.APART),
        together=tuple(frozenset(one.players) for one in wishes if one.wish is WishKind.TOGETHER),
        fixed={player: one.table or 0 for one in fixed for player in one.players if player in players},
    )


def seats_of(played: PlayedRound) -> Round:
    """Give who sat where in a round in the end."""
    return tuple(table.seated for table in played.tables)


def plan_of(entry: Drawn) -> Plan:
    """Give a draw that was entered as the engine gave it."""
    broken = tuple(Broken(number, (one, other)) for number, one, other in entry.broken)
    return Plan(entry.rounds, entry.repeats, entry.bound, entry.repeats == entry.bound, broken)


# --- By rank ---------------------------------------------------------------------------------------------------------


def wanders(state: Tournament, first: int, players: Collection[int]) -> bool:
    """Tell whether the seats of a round come from the ranks at the tables of the one before.

    They cannot where more people leave than come, or the other way round: then tables are lost or new, and it is drawn.
    """
    if state.settings.drawing is not Drawing.WANDER or not 1 < first <= len(state.rounds) + 1:
        return False
    return sum(map(len, seats_of(state.rounds[first - 2]))) == len(players)


def wandered(state: Tournament, first: int, wish: Wish, seed: str) -> Plan:
    """Give the round that wandering by rank makes; equals are put in order by lot, from the seed.

    Whoever comes takes the place of somebody who left.
    """
    before = state.rounds[first - 2]
    lots = {player: place for place, player in enumerate(Chance(seed).shuffled(wish.players))}
    seats = _filled(before, wish.players)
    ranks = [_ranked(state, table, people, lots) for table, people in zip(before.tables, seats, strict=True)]
    made = wander(tuple(seats), ranks)
    plain = Wish(wish.players, 1, wish.played)
    repeats, least = _repeats((*plain.played, made)), bound(plain, layout(plain))
    return Plan((made,), repeats, least, repeats == least)


def _ranked(state: Tournament, table: SeatedTable, people: Sequence[int], lots: Mapping[int, int]) -> list[int]:
    """Give the people of a table from the first to the last, each by what his seat brought."""
    worse = {player: (*_worse(state, table, seat), lots[player]) for seat, player in enumerate(people)}
    return sorted(people, key=lambda player: worse[player])


def _filled(before: PlayedRound, players: Iterable[int]) -> list[tuple[int, ...]]:
    """Give the tables of a round with those who play on; whoever left has somebody else in his place."""
    left = set(players)
    seats: list[list[int | None]] = []
    for table in before.tables:
        seats.append([_plays_on(table, seat, left) for seat in range(len(table.seated))])
        left.difference_update(player for player in seats[-1] if player is not None)
    new = iter(sorted(left))
    return [tuple(next(new) if player is None else player for player in table) for table in seats]


def _plays_on(table: SeatedTable, seat: int, wanted: Collection[int]) -> int | None:
    """Give who goes on from a seat: who sits there, or for whom he did."""
    return next((one for one in (table.seated[seat], table.counts[seat]) if one in wanted), None)


def _worse(state: Tournament, table: SeatedTable, seat: int) -> tuple[int, ...]:
    """Give by what somebody stands behind others of his table: points, then Soli and Tout; less is better."""
    listed = table.listed
    if listed is None:
        return ()
    of = [stamped.entry for stamped in state.penalties]
    lost = sum(
        one.points
        for one in of
        if isinstance(one, Penalised) and one.round == listed.round and one.player == table.counts[seat]
    )
    counts = [-_at(listed.solos_won, seat), -_at(listed.touts_won, seat), _at(listed.solos_lost, seat)]
    return (lost - listed.points[seat], *counts)


def _at(counts: tuple[int, ...], seat: int) -> int:
    return counts[seat] if counts else 0


def _repeats(rounds: Iterable[Round]) -> int:
    met = Counter(frozenset(pair) for one in rounds for table in one for pair in combinations(table, 2))
    return sum(times * (times - 1) // 2 for times in met.values())
