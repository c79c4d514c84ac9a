"""The draw of a tournament, pure: who sits at which table, in which seat, round by round.

What is asked and given: `wish` (the types), `refusals` (what cannot be). How it is done: `engine` puts together
`layout` (who moves as one, which tables hold five), `starters` (rounds known beforehand), `board` and `search` (lots,
then changes of places), `fit` and `seats` (who sits where at his table), and `bound` (what cannot be beaten). All
chance comes from `chance`. Beside it: `wander` (by rank instead of by lot), `check` (what is wrong with a draw, found
without its code) and `proof` (a draw that anybody can check).
"""

from scorebook.league.draw.chance import Chance
from scorebook.league.draw.check import Fault, Problem, check
from scorebook.league.draw.engine import draw
from scorebook.league.draw.proof import commitment, seed_of, verify
from scorebook.league.draw.refusals import (
    ApartTogetherError,
    DrawError,
    NoRoomError,
    NoTableError,
    PlayersError,
    RoundsError,
    TooManyTogetherError,
    TornError,
    TwiceError,
    WishError,
)
from scorebook.league.draw.wander import wander
from scorebook.league.draw.wish import Broken, Drawn, Round, Table, Wish

__all__ = [
    "ApartTogetherError",
    "Broken",
    "Chance",
    "DrawError",
    "Drawn",
    "Fault",
    "NoRoomError",
    "NoTableError",
    "PlayersError",
    "Problem",
    "Round",
    "RoundsError",
    "Table",
    "TooManyTogetherError",
    "TornError",
    "TwiceError",
    "Wish",
    "WishError",
    "check",
    "commitment",
    "draw",
    "seed_of",
    "verify",
    "wander",
]
