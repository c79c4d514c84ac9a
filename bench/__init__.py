"""Measurements of what the project promises, as ratios taken in one run: absolute times say little about a machine.

Each part is a module with a function `measure()` that gives its ratios.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """What was measured against what: the ratio, its bound, and the times behind it in words.

    With `at_least` the ratio must reach the bound, otherwise it must not exceed it.
    """

    name: str
    value: float
    bound: float
    times: str
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Tell whether the promise is kept."""
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def timed(rounds: int, *works: Callable[[], object]) -> list[list[float]]:
    """Do each of the works once to warm up, then in turns; give the seconds of each, round by round."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, seconds in zip(works, taken, strict=True):
            gc.collect()  # nobody pays for what another left
            start = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - start)
    return taken


def ratio_of(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Give the median of the ratios round by round: what slows the machine down slows both."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def told(*times: tuple[str, float]) -> str:
    """Say times in milliseconds, each after what took it."""
    return ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in times)


def table(ratios: Iterable[Ratio]) -> str:
    """Set the ratios as a table of text."""
    rows = [("measured", "ratio", "bound", "", "times")]
    for ratio in ratios:
        bound = f"{'>=' if ratio.at_least else '<='} {ratio.bound:.2f}"
        rows.append((ratio.name, f"{ratio.value:.2f}", bound, "OK" if ratio.holds else "FAIL", ratio.times))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
