"""A hall that plays sixty times faster than people: all tables record and ask at once; then workers are killed too."""

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median, quantiles

from bench import Ratio, told
from bench.server import Server
from bench.soak import Plan, books
from bench.soak.hall import Settings, compared, play, prepare
from bench.soak.tablets import Seen, Tablet, run

KILLED_EVERY = 10.0
"""Seconds from one worker's death to the next."""
SLOWEST = 10
"""So many times its own median the slowest hundredth of recordings may take."""
HELD = 0.95
"""The share of the wanted rate that has to be recorded."""


def measure(plan: Plan) -> Iterator[Ratio]:
    """Play undisturbed, and go on while workers die, on each database."""
    with books(plan) as made:
        for on, settings in made.items():
            cookies = prepare(settings, plan.tablets)
            with Server(settings) as server:
                seen, random = Seen(), Random(plan.seed)
                hall = [Tablet(server.port, sheet, cookie, seen) for sheet, cookie in cookies.items()]
                run(play(hall, plan.seconds, plan.rate, random))
                yield from undisturbed(f"load on {on}", plan, seen)
                yield from compared(f"load on {on}", settings, seen, server.log)
                yield from disturbed(f"workers killed on {on}", plan, server, hall, settings)


def undisturbed(name: str, plan: Plan, seen: Seen) -> Iterator[Ratio]:
    """Tell how quickly games were recorded, and whether the tables kept up."""
    rate, asked = seen.games / plan.seconds, len(seen.polled) / plan.seconds
    times = f"{rate:.1f} recordings and {asked:.1f} polls a second of {plan.tablets} tablets"
    yield Ratio(f"{name}: games a second / wanted", rate / plan.rate, HELD, times, at_least=True)
    slowest, middle = quantiles(seen.recorded, n=100)[-1], median(seen.recorded)
    times = told(("p99", slowest), ("median", middle), ("longest", max(seen.recorded)), ("poll", median(seen.polled)))
    yield Ratio(f"{name}: recording, p99 / median", slowest / middle, SLOWEST, times)
    yield Ratio(f"{name}: sent again", seen.again, 0, "without any reason")


def disturbed(name: str, plan: Plan, server: Server, hall: list[Tablet], settings: Settings) -> Iterator[Ratio]:
    """Go on with the same hall while a worker is killed every few seconds."""
    seen, random, killed = hall[0].seen, Random(plan.seed + 1), [0]
    before = seen.games
    every = min(KILLED_EVERY, plan.seconds / 3)
    run(play(hall, plan.seconds, plan.rate, random, partial(killing, server, random, every, killed)))
    rate = (seen.games - before) / plan.seconds
    times = f"{rate:.1f} recordings a second, {killed[0]} workers killed, {seen.again} sendings repeated"
    yield Ratio(f"{name}: games a second / wanted", rate / plan.rate, HELD, times, at_least=True)
    yield from compared(name, settings, seen, server.log)


async def killing(server: Server, random: Random, every: float, killed: list[int], until: float) -> None:
    """Kill a worker every so many seconds."""
    while time.monotonic() + every < until:
        await asyncio.sleep(every)
        killed[0] += await asyncio.to_thread(server.kill_a_worker, random)
