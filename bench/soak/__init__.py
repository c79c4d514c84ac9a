"""Ten years on a club's server in twenty minutes: under load, killed again and again, attacked, on both databases.

Each part is a module with a function `measure(plan)` that gives what came of it, with bounds as in `bench`. It lies
beside the measurements, since it wants a machine for itself; `tests/test_soak.py` runs each part for some seconds.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from bench.postgres import databases

SQLITE, POSTGRES = "SQLite", "PostgreSQL"
ON = (SQLITE, POSTGRES)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done. `tablets` and `rate` (games a second) are what a server has to bear; the others are lengths."""

    tablets: int = 200
    rate: float = 50.0
    seconds: float = 60.0
    kills: int = 50
    requests: int = 200_000
    games: int = 100_000
    files: int = 4_000
    papers: int = 200
    seed: int = 1
    on: tuple[str, ...] = ON

    def shortened(self, share: float) -> Self:
        """Give a plan with this share of all lengths, at least one of each."""
        lengths = ("seconds", "kills", "requests", "games", "files", "papers")
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        return replace(self, **{name: max(1, type(given[name])(given[name] * share)) for name in lengths})


@contextmanager
def books(plan: Plan) -> Iterator[dict[str, dict[str, str]]]:
    """Give the settings of an empty book for each database of the plan, by the database's name."""
    with ExitStack() as stack:
        place = stack.enter_context(TemporaryDirectory(prefix="scorebook-soak-"))
        made = {}
        for on in plan.on:
            folder = Path(place) / on
            folder.mkdir()
            url = f"sqlite:///{folder / 'scorebook.sqlite'}"
            if on == POSTGRES:
                url = stack.enter_context(databases("soak"))["soak"]
            made[on] = {"SCOREBOOK_INSTANCE": str(folder), "DATABASE_URL": url}
        yield made
