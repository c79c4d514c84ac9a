"""Where a list is most likely wrong that does not balance: a sign, a factor, digits, a cell or a game that is missing.

A guess, for who has the paper before him; the likeliest stands first. Not for lists of winners' points, that have no
sum to check.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

IN_A_SUM = (10,)
IN_A_GAME = (10, 2, 3)
"""What is forgotten or done once too often: a zero; in a game also the doubling, and that a Solo pays three."""


class Slip(StrEnum):
    """What may have gone wrong, the likeliest first."""

    SIGN = "sign"
    EMPTY = "empty"
    DIGITS = "digits"
    FACTOR = "factor"
    ADDED = "added"
    MISSING_GAME = "missing_game"


@dataclass(frozen=True, slots=True)
class Suspect:
    """What may be wrong: at a seat (from 0) in a row (from 1; none: in the sum), which `has` a number that is wrong.

    With `should` it balances. Of games that are missing there is no seat; `has` and `should` are how many there are.
    """

    slip: Slip
    seat: int | None
    row: int | None
    has: int
    should: int


def in_totals(points: Sequence[int], games: int | None = None, expected: int | None = None) -> list[Suspect]:
    """Give what may be wrong in the sums of a list, the likeliest first; nothing where it balances.

    Where no single slip explains it, with what each sum would have to be. `games` are those on the list,
    `expected` those that were to be played, where that is known.

    >>> in_totals([30, 10, -20, 20])
    [Suspect(slip=<Slip.SIGN: 'sign'>, seat=3, row=None, has=20, should=-20)]
    >>> [(one.seat, one.should) for one in in_totals([53, -20, 10, -25])]
    [(0, 35)]
    """
    found = _explained(points, None)
    return found + _missing_games(games, expected) if found else []


def in_rows(
    rows: Sequence[Sequence[int]], points: Sequence[int] | None = None, expected: int | None = None
) -> list[Suspect]:
    """Give what may be wrong in the rows of a list (what each game was for each seat), and in the sums below them.

    Each row that does not balance is there at least once: where no single slip explains it, with what each cell would
    have to be. A sum that is not that of its column was added up wrongly.

    >>> in_rows([[5, -5, 5, -5], [25, -5, -5, 0]])
    [Suspect(slip=<Slip.EMPTY: 'empty'>, seat=3, row=2, has=0, should=-15)]
    >>> [(str(one.slip), one.seat, one.should) for one in in_rows([[5, -5, 5, -5]], [5, -5, 5, -15])]
    [('added', 3, -5)]
    """
    found: list[Suspect] = []
    for number, row in enumerate(rows, start=1):
        found += _explained(row, number)
    if points is not None and rows:
        columns = [sum(column) for column in zip(*rows, strict=True)]
        pairs = enumerate(zip(points, columns, strict=True))
        found += [Suspect(Slip.ADDED, seat, None, has, sums) for seat, (has, sums) in pairs if has != sums]
    return found + _missing_games(len(rows), expected)


def differences(running: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Give what each game was, where the rows of a list say what everybody has by then.

    >>> differences([[5, -5], [15, -15], [10, -10]])
    [(5, -5), (10, -10), (-5, 5)]
    """
    before: Sequence[Sequence[int]] = [(0,) * len(running[0]), *running] if running else []
    return [
        tuple(now - then for then, now in zip(old, new, strict=True)) for old, new in zip(before, running, strict=False)
    ]


def balancing(numbers: Sequence[int], row: int | None = None) -> list[Suspect]:
    """Give for each seat what it would have to have so that all of them balance; nothing where they do.

    >>> [one.should for one in balancing([10, -5])]
    [5, -10]
    """
    over = sum(numbers)
    return [Suspect(Slip.ADDED, seat, row, has, has - over) for seat, has in enumerate(numbers) if over]


def _explained(numbers: Sequence[int], row: int | None) -> list[Suspect]:
    """Give each single slip that explains why some numbers do not balance, one for each seat; else what balances."""
    found = []
    for one in balancing(numbers, row):
        slip = next(_slips(one, numbers), None)
        if slip is not None:
            found.append(replace(one, slip=slip))
    return sorted(found, key=lambda suspect: list(Slip).index(suspect.slip)) or balancing(numbers, row)


def _slips(one: Suspect, numbers: Sequence[int]) -> Iterator[Slip]:
    """Say how one of these numbers may have become what it is."""
    has, should = one.has, one.should
    if has == -should:
        yield Slip.SIGN
    if has == 0 and numbers.count(0) == 1:
        yield Slip.EMPTY
    if _same_sign(has, should) and _digits_swapped(abs(has), abs(should)):
        yield Slip.DIGITS
    factors = IN_A_SUM if one.row is None else IN_A_GAME
    if has and should and any(has == should * factor or should == has * factor for factor in factors):
        yield Slip.FACTOR


def _same_sign(one: int, other: int) -> bool:
    return one * other > 0


def _digits_swapped(one: int, other: int) -> bool:
    """Tell whether two numbers differ by two digits beside each other that are swapped."""
    left, right = str(one), str(other).zfill(len(str(one)))
    if len(left) != len(right):
        return False
    differ = [at for at, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    match differ:
        case [first, second] if second == first + 1:
            return left[first] == right[second] and left[second] == right[first]
    return False


def _missing_games(games: int | None, expected: int | None) -> list[Suspect]:
    if games is None or expected is None or games >= expected:
        return []
    return [Suspect(Slip.MISSING_GAME, None, None, games, expected)]
