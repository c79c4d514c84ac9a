"""What people wrote on paper, held against what was worked out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Held:
    """What came of it: the seats whose numbers differ, and what all numbers make together where all were written."""

    differs: tuple[int, ...]
    total: int | None

    @property
    def fits(self) -> bool:
        """Whether nothing that was written is wrong."""
        return not self.differs


def hold(written: Sequence[int | None], worked_out: Sequence[int]) -> Held:
    """Hold the numbers of a line on paper, by seat, against those that were worked out; None is not written.

    >>> hold((40, None, -20, -40), (20, 20, -20, -20))
    Held(differs=(0, 3), total=None)
    >>> hold((20, 20, -20, -20), (20, 20, -20, -20))
    Held(differs=(), total=0)
    """
    pairs = zip(written, worked_out, strict=True)
    wrong = tuple(seat for seat, (said, right) in enumerate(pairs) if said is not None and said != right)
    known = [number for number in written if number is not None]
    return Held(wrong, sum(known) if len(known) == len(written) else None)


def gained(before: Mapping[int, int], after: Mapping[int, int]) -> dict[int, int]:
    """What everybody has won or lost between two totals, by person id.

    >>> gained({1: 20, 2: -20}, {1: 80, 2: -80})
    {1: 60, 2: -60}
    """
    return {person: total - before.get(person, 0) for person, total in after.items()}
