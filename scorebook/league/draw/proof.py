"""A draw that anybody can check: a secret is committed to before, and the hall calls out a number that nobody knew.

Before: the start list is put up, and the commitment to it and to a secret. In the hall: somebody calls out a number.
The draw is then a function of list, secret and number: the seed is made of them, and all chance comes from the seed.
After: the secret is told, and anybody works out that it is the one that was committed to and that the rounds come of
it. What was wished (who sits apart, together, at a fixed table) has to be put up with the list, since it takes part in
the draw and is not in the commitment.

By hand: both are SHA-256, in hexadecimal digits, of a line in UTF-8 without an end of line. For the commitment it is

    scorebook draw commitment|SECRET|LIST

and for the seed, which `Chance` gets as a text,

    scorebook draw seed|SECRET|NUMBER|LIST

with the secret in hexadecimal digits, the number in decimal ones, and the list as the start numbers in their order,
with commas and without spaces.
"""

import hashlib
from collections.abc import Sequence

from scorebook.league.draw.chance import Chance
from scorebook.league.draw.check import Fault, Problem, check
from scorebook.league.draw.engine import draw
from scorebook.league.draw.refusals import DrawError
from scorebook.league.draw.wish import Drawn, Wish


def commitment(secret: bytes, players: Sequence[int]) -> str:
    """Give what is put up before the draw: it binds to the secret and the list, and tells nothing of the secret.

    The secret has to be so long that nobody can try them all: 16 random bytes or more.

    >>> commitment(b"x" * 16, [1, 2, 3, 4])[:16]
    '87898616d451e026'
    """
    return _hashed("commitment", secret.hex(), _listed(players))


def seed_of(players: Sequence[int], secret: bytes, number: int) -> str:
    """Give the seed of a draw, for `Chance`.

    >>> seed_of([1, 2, 3, 4], b"x" * 16, 42)[:16]
    '2a1b7e94ba654f23'
    """
    return _hashed("seed", secret.hex(), str(number), _listed(players))


def verify(
    players: Sequence[int], secret: bytes, number: int, wish: Wish, drawn: Drawn, committed: str
) -> list[Problem]:
    """Find what is wrong with a draw that was committed to: with the commitment, the list, the rounds, its figures.

    >>> players = (1, 2, 3, 4)
    >>> drawn = draw(Wish(players, 1), Chance(seed_of(players, b"x" * 16, 42)))
    >>> committed = commitment(b"x" * 16, players)
    >>> verify(players, b"x" * 16, 42, Wish(players, 1), drawn, committed)
    []
    >>> [str(one.fault) for one in verify(players, b"y" * 16, 42, Wish(players, 1), drawn, committed)]
    ['commitment', 'other']
    """
    found = []
    if commitment(secret, players) != committed.strip().lower():
        found.append(Problem(Fault.COMMITMENT))
    if tuple(players) != wish.players:
        found.append(Problem(Fault.LIST))
    found += check(wish, drawn)
    try:
        again = draw(wish, Chance(seed_of(players, secret, number)))
    except DrawError:
        return [*found, Problem(Fault.OTHER)]
    different = [at for at, pair in enumerate(zip(again.rounds, drawn.rounds, strict=False), 1) if pair[0] != pair[1]]
    if different:
        found.append(Problem(Fault.OTHER, different[0]))
    elif (again.repeats, again.bound, again.broken) != (drawn.repeats, drawn.bound, drawn.broken):
        found.append(Problem(Fault.OTHER))
    return found


def _hashed(*parts: str) -> str:
    return hashlib.sha256(f"scorebook draw {'|'.join(parts)}".encode()).hexdigest()


def _listed(players: Sequence[int]) -> str:
    return ",".join(map(str, players))
