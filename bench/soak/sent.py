"""What a process that is sent things has seen: how many, what broke, how long one took, how its memory grew."""

import os
import pickle
import resource
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from bench import Ratio
from bench.server import memory_of
from tests.processes import ROOT

T = TypeVar("T", str, bytes)
LONGEST = 2.0
"""Seconds of a processor that one may take; how long it takes by the clock says more of who else is at work."""
GROWN = 1.25
"""So many times what the process had after a tenth it may have at the end."""
AT_ONCE = 2
"""Processes."""


@dataclass(slots=True)
class Sent:
    """What came of it."""

    name: str
    count: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    warm: int = 0
    memory: int = 0
    seconds: float = 0.0

    def ratios(self) -> Iterator[Ratio]:
        """Compare with what is promised."""
        kinds = ", ".join(f"{count:,}x {kind}" for kind, count in sorted(self.kinds.items()))
        told = "; ".join(self.faults[:3]) or kinds
        yield Ratio(f"{self.name}, {self.count:,}: faults", len(self.faults), 0, told)
        slowest, what = self.slowest
        yield Ratio(f"{self.name}: longest / {LONGEST:.0f} s", slowest / LONGEST, 1, f"{slowest:.2f} s: {what[:80]}")
        memory = f"{self.memory // 1024} MB, {self.warm // 1024} MB; took {self.seconds:.0f} s"
        yield Ratio(f"{self.name}: memory / after a tenth", self.memory / self.warm, GROWN, memory)


def send(name: str, count: int, things: Iterable[T], one: Callable[[T], str]) -> Sent:
    """Send so many things, one after the other; `one` tells of what kind the answer is, or raises for a wrong one."""
    sent, begun = Sent(name), time.monotonic()
    for number, thing in enumerate(islice(things, count)):
        if number == count // 10:
            sent.warm = memory_of(os.getpid())
        before = used()
        try:
            kind = one(thing)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            kind = type(error).__name__
            sent.faults.append(traceback.format_exc(limit=-3))
        sent.slowest = max(sent.slowest, (used() - before, repr(thing[:80])))
        sent.kinds[kind] = sent.kinds.get(kind, 0) + 1
    sent.count, sent.memory, sent.seconds = count, memory_of(os.getpid()), time.monotonic() - begun
    return sent


def used() -> float:
    """Give the seconds of a processor that this process and those it waited for have had."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def side_by_side(works: list[tuple[Callable[..., Sent], tuple[Any, ...]]]) -> Iterator[Ratio]:
    """Do the works, some at once, each in a process of its own."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for done in [threads.submit(_by_itself, work, given) for work, given in works]:
            yield from done.result().ratios()


def _by_itself(work: Callable[..., Sent], given: tuple[Any, ...]) -> Sent:
    """Do a work in a program of its own: a process of a pool could not end while it has a pool for papers itself."""
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, input=pickle.dumps((work, given)), stdout=subprocess.PIPE, check=True, cwd=ROOT)
    sent = pickle.loads(done.stdout)
    if not isinstance(sent, Sent):
        raise TypeError(f"no report: {sent!r}")
    return sent


def main() -> None:
    """Do the work that comes in, and give out what came of it."""
    work, given = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(work(*given)))


if __name__ == "__main__":
    main()
