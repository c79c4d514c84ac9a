"""The whole server dies again and again while games are recorded; what was acknowledged is there, once, and whole."""

import asyncio
from collections.abc import Iterator
from random import Random

from bench import Ratio
from bench.server import Server
from bench.soak import Plan, books
from bench.soak.hall import compared, prepare
from bench.soak.tablets import Seen, Tablet, run

TABLETS = 20
"""They send one game after the other."""
LONGEST = 0.5
"""Seconds that the server lives at most, once games arrive again."""


def measure(plan: Plan) -> Iterator[Ratio]:
    """Kill it as often as planned on each database, and compare."""
    with books(plan) as made:
        for on, settings in made.items():
            cookies = prepare(settings, TABLETS)
            with Server(settings) as server:
                seen = Seen()
                hall = [Tablet(server.port, sheet, cookie, seen) for sheet, cookie in cookies.items()]
                run(killed(server, hall, plan))
            name = f"server killed on {on}"
            yield Ratio(f"{name}: sendings cut off", seen.again, plan.kills, f"by {plan.kills} kills", at_least=True)
            yield from compared(name, settings, seen, server.log)


async def killed(server: Server, hall: list[Tablet], plan: Plan) -> None:
    """Let tablets record without a pause, while the server is killed and started again."""
    random, over = Random(plan.seed), asyncio.Event()
    sending = [asyncio.create_task(record(tablet, Random(random.random()), over)) for tablet in hall]
    for _ in range(plan.kills):
        there = hall[0].seen.games
        while hall[0].seen.games == there:
            await asyncio.sleep(0.01)
        await asyncio.sleep(random.uniform(0, LONGEST))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    over.set()
    await asyncio.gather(*sending)


async def record(tablet: Tablet, random: Random, over: asyncio.Event) -> None:
    """Record until it is over."""
    while not over.is_set():
        await tablet.record(random)
