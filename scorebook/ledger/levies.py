"""What levies and advances give and take. Whole cents, sum zero."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from scorebook.ledger.dues import whole
from scorebook.ledger.levy import Levy, LevyKind
from scorebook.ledger.payment import BOX


def with_levies(balances: Mapping[int, int], levies: Iterable[Levy]) -> dict[int, int]:
    """Give what each party has with all levies, of what it has of the games.

    Shares are of what was won in the games, whatever else is levied.
    """
    won = {party: cents for party, cents in balances.items() if party > 0}
    found = dict(balances)
    for levy in levies:
        for party, cents in parts(levy, won).items():
            found[party] = found.get(party, 0) + cents
    return found


def parts(levy: Levy, won: Mapping[int, int]) -> dict[int, int]:
    """Give what one levy gives and takes, by party; `won` is what each of the evening has of the games.

    >>> from datetime import UTC, datetime
    >>> def made(kind, amount, person=None, people=()):
    ...     return parts(Levy(kind, amount, person, people, "", datetime.now(UTC), "Tisch"), {1: 155, 2: -155, 3: 0})
    >>> made(LevyKind.START, 200), made(LevyKind.SHARE, 10), made(LevyKind.FINE, 100, 2)
    ({1: -200, 2: -200, 3: -200, -2: 600}, {1: -15, -2: 15}, {2: -100, -2: 100})
    >>> made(LevyKind.ADVANCE, 1000, 1), made(LevyKind.ADVANCE, 1001, 1, (2, 3))
    ({1: 666, 2: -333, 3: -333}, {2: -501, 3: -500, 1: 1001})
    """
    of = levy.people or tuple(won)
    if levy.kind is LevyKind.ADVANCE:
        return _laid_out(levy, of)
    if levy.kind is LevyKind.SHARE:
        taken = {party: cents * levy.amount // 100 for party, cents in won.items() if cents * levy.amount >= 100}
    else:
        taken = dict.fromkeys(of if levy.person is None else (levy.person,), levy.amount)
    return {party: -cents for party, cents in taken.items()} | {BOX: sum(taken.values())}


def _laid_out(levy: Levy, of: tuple[int, ...]) -> dict[int, int]:
    """Split what somebody laid out to the cent; the first give a cent more. His own part he gives himself."""
    split = whole([Fraction(levy.amount, len(of))] * len(of))
    found = {party: -cents for party, cents in zip(of, split, strict=True)}
    payer = levy.person or 0
    return found | {payer: found.get(payer, 0) + levy.amount}
