"""Requests of any kind to every address (`tests.fuzz`), on each database: nothing breaks or grows."""

import logging
import os
import time
from collections.abc import Iterator

from argon2 import PasswordHasher

from bench import Ratio
from bench.server import memory_of
from bench.soak import Plan, books
from bench.soak.hall import app_for, opened
from bench.soak.sent import Sent, side_by_side
from scorebook.cli.db import upgrade_to
from scorebook.services import secret
from tests.fuzz import Fuzzer

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""In earnest a password takes longer than all else; that is meant."""


def measure(plan: Plan) -> Iterator[Ratio]:
    """Send them, half to a book on one database and half to one on the other."""
    with books(plan) as made:
        count = plan.requests // len(made)
        works = [
            (attacked, (f"requests on {on}", settings, count, plan.seed + place))
            for place, (on, settings) in enumerate(made.items())
        ]
        yield from side_by_side(works)


def attacked(name: str, settings: dict[str, str], count: int, seed: int) -> Sent:
    """Send so many requests to an app in this process."""
    logging.disable(logging.CRITICAL)
    secret._hasher = QUICK
    sent, begun = Sent(name), time.monotonic()
    with opened(settings):
        upgrade_to("head")
    with app_for({**settings, "WTF_CSRF_ENABLED": False}) as app:
        fuzzer = Fuzzer(app, seed)
        report = fuzzer.run(count // 10)
        sent.warm = memory_of(os.getpid())
        report = fuzzer.run(count, report=report)
    sent.count, sent.slowest = report.requests, report.slowest
    sent.kinds = {str(status): times for status, times in report.statuses.items()}
    sent.faults = [f"{fault.said} {fault.how}" for fault in report.faults]
    sent.memory, sent.seconds = memory_of(os.getpid()), time.monotonic() - begun
    return sent
