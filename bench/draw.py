"""Drawing seats: against lots alone whose repeats are counted, and against the seconds that a hall waits."""

import sys
import time
from pathlib import Path
from statistics import median

from bench import Ratio, ratio_of, timed, told
from bench.score import run
from scorebook.league.draw import Chance, Drawn, Wish, check, draw

PLAYERS, MANY, ROUNDS = 400, 2_000, 3
TIMES = 5
SCOREBOOK = str(Path(sys.executable).with_name("scorebook"))


def measure() -> list[Ratio]:
    """Draw a large tournament, a very large one, and one round anew after people left and came."""
    many = wished(MANY)
    changed = Wish((*range(8, PLAYERS + 1), 501, 502, 503), 1, draw(wished(PLAYERS), Chance("before")).rounds)
    ours, floor, anew = timed(TIMES, lambda: drawn(many), lambda: lots(many), lambda: drawn(changed))
    command = [SCOREBOOK, "seat", "--players", str(PLAYERS), "--rounds", str(ROUNDS), "--json"]
    whole = min(run(command)[0] for _ in range(TIMES))
    times = told(("draw", median(ours)), ("lots, counted", median(floor)))
    return [
        Ratio(f"seats for {MANY:,} in {ROUNDS} rounds / lots alone", ratio_of(ours, floor), 25, times),
        Ratio(f"scorebook seat for {PLAYERS} / 1 s", whole, 1, told(("command", whole))),
        Ratio(f"seats for {MANY:,} / 5 s", median(ours) / 5, 1, told(("draw", median(ours)))),
        Ratio(f"one round anew for {PLAYERS} / 1 s", median(anew), 1, told(("draw", median(anew)))),
    ]


def wished(players: int) -> Wish:
    """Wish for rounds for so many."""
    return Wish(tuple(range(1, players + 1)), ROUNDS)


def drawn(wish: Wish) -> None:
    """Draw seats, and see that nobody meets again."""
    found = draw(wish, Chance(str(time.perf_counter_ns())))
    if found.repeats:
        raise RuntimeError(f"{found.repeats} repeats for {len(wish.players)}")


def lots(wish: Wish) -> None:
    """Draw lots and nothing else, and let the checker count what meets again; what it finds does not matter here."""
    chance = Chance(str(time.perf_counter_ns()))
    rounds = []
    for _ in range(wish.rounds):
        order = chance.shuffled(wish.players)
        rounds.append(tuple(tuple(order[at : at + 4]) for at in range(0, len(order), 4)))
    check(wish, Drawn(tuple(rounds), 0, 0, optimal=True))
