"""The draw: from a wish and chance to rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import attrgetter

from scorebook.league.draw.board import EVEN, REPEAT, STRICT, Board, Weights
from scorebook.league.draw.bound import bound, least_broken, together
from scorebook.league.draw.chance import Chance
from scorebook.league.draw.fit import fit
from scorebook.league.draw.layout import Layout, layout
from scorebook.league.draw.search import Search, lots
from scorebook.league.draw.seats import with_seats
from scorebook.league.draw.starters import known
from scorebook.league.draw.wish import FIVE, FOUR, Broken, Drawn, Round, Wish, demand, pairs

Tables = list[list[list[int]]]
"""Rounds by table, players by their numbers from 0."""
TRIES, EFFORT = 8, 20_000
"""So many times a search begins anew, and so many changes each looks at, before less than everything will do."""
LONG = 4
"""Then so many times as many are looked at, from the best on and, for a repeat too many, so many times from lots."""


def draw(wish: Wish, chance: Chance) -> Drawn:
    """Draw rounds with as few repeats as can be found, whatever they cost in all else.

    Then, in this order: nobody at a table with somebody from whom he wished to sit apart, nobody at a table of five
    again, nobody in the same seat again within four rounds. The same wish and seed give the same rounds. Raises a
    `DrawError` for what cannot be drawn.

    >>> drawn = draw(Wish(tuple(range(1, 17)), rounds=5), Chance("7"))
    >>> len(drawn.rounds), drawn.repeats, drawn.optimal
    (5, 0, True)
    >>> draw(Wish(tuple(range(1, 8)), rounds=2), Chance("7"))
    Traceback (most recent call last):
    scorebook.league.draw.refusals.PlayersError: 7 Spieler lassen sich nicht auf Tische zu viert und zu fünft \
verteilen: das geht mit 4, 5, 8, 9, 10 und von 12 bis 5000.
    """
    demand(wish)
    made = layout(wish)
    least = bound(wish, made)
    board = _searched(wish, made, least, chance)
    wanted = fit(board, wish.played, chance)
    named = [[[wish.players[player] for player in table] for table in one] for one in board.tables]
    rounds = with_seats(named, wish.played, wanted, chance)
    repeats = _repeats((*wish.played, *rounds), made)
    return Drawn(rounds, repeats, least, repeats == least, tuple(_broken(rounds, made)))


def _searched(wish: Wish, made: Layout, least: int, chance: Chance) -> Board:
    """Search for tables: some times anew with all weighing the same, and from the best on, the greater going first.

    Where that still leaves a repeat too many, it begins anew some times with the greater going first.
    """
    more = least - _repeats(wish.played, made)
    fives = _fives(wish, made)
    broken = least_broken(wish, made) * wish.rounds
    needed = _least_twice(fives, made, wish.rounds)

    def enough(weights: Weights) -> int:
        return more * REPEAT + broken * weights.apart + needed * weights.twice

    goal = enough(STRICT)
    tried: list[Board] = []
    while len(tried) < TRIES:
        even = Board(made, wish.played, _start(wish, made, fives, chance), EVEN)
        Search(even, chance).run(enough(EVEN), EFFORT)
        tried.append(Board(made, wish.played, even.tables, STRICT))
        if tried[-1].cost <= goal:
            return tried[-1]
    board = min(tried, key=attrgetter("cost"))
    Search(board, chance).run(goal, LONG * EFFORT)
    while board.cost // REPEAT > more and len(tried) < TRIES + LONG:
        tried.append(Board(made, wish.played, _start(wish, made, fives, chance), STRICT))
        Search(tried[-1], chance).run(goal, LONG * EFFORT)
        board = min(tried, key=attrgetter("cost"))
    return board


def _start(wish: Wish, made: Layout, fives: Sequence[int], chance: Chance) -> Tables:
    """Give rounds to begin with: known ones where there are any and nothing else is wished, else lots."""
    plain = not (wish.played or made.apart or made.grouped)
    found = known(len(made.players), wish.rounds, chance) if plain else None
    if found:
        return found
    times, rounds = list(fives), []
    for _ in range(wish.rounds):
        rounds.append(lots(made, times, chance))
        for table in rounds[-1]:
            for player in table:
                times[player] += len(table) == FIVE
    return rounds


def _fives(wish: Wish, made: Layout) -> list[int]:
    """Give how often each player was at a table of five in the rounds that were played."""
    times = Counter(player for one in wish.played for table in one if len(table) >= FIVE for player in table)
    return [times[player] for player in made.players]


def _least_twice(fives: Sequence[int], made: Layout, rounds: int) -> int:
    """Give what tables of five cost at least where repeats are as few as can be: it is good enough to stop at.

    Were they shared out as evenly as can be; and between each two rounds, since then a table of four gives as few as
    can be to any table of the next, and who is left to fill tables of five comes from tables of five.
    """
    costs = sorted(before for times in fives for before in range(times, times + rounds))
    tables, large = len(made.seats), made.seats.count(FIVE)
    given = sorted((FOUR // tables + (at < FOUR % tables) for at in range(tables)), reverse=True)[:large]
    between = max(0, FIVE * large - (tables - large) * sum(given))
    return max(sum(costs[: FIVE * large * rounds]), between * rounds * (rounds - 1) // 2)


def _repeats(rounds: Sequence[Round], made: Layout) -> int:
    mates = together(made)
    met = Counter(pair for one in rounds for table in one for pair in pairs(table) if pair not in mates)
    return sum(times * (times - 1) // 2 for times in met.values())


def _broken(rounds: Sequence[Round], made: Layout) -> Iterator[Broken]:
    """Name who wished to sit apart and does not."""
    number = {player: at for at, player in enumerate(made.players)}
    for at, one in enumerate(rounds, start=1):
        for table in one:
            for pair in combinations(sorted(table, key=number.__getitem__), 2):
                if (number[pair[0]], number[pair[1]]) in made.apart:
                    yield Broken(at, pair)
