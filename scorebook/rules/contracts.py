"""The contracts: who plays against whom, which keys of a game they use, how long a run of Laufende can be.

Sources: FORMAT.md 1; RULES.md 1 (table of game types). Their cards: `scorebook.rules.order`.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum

from scorebook.rules.cards import Deck


class Contract(StrEnum):
    """Everything that a table can write into a line of its sheet."""

    SAUSPIEL = "sauspiel"
    SOLO = "solo"
    WENZ = "wenz"
    FARBWENZ = "farbwenz"
    GEIER = "geier"
    FARBGEIER = "farbgeier"
    BETTEL = "bettel"
    HOCHZEIT = "hochzeit"
    MUSS = "muss"
    KREUZSPIEL = "kreuzspiel"
    RAMSCH = "ramsch"
    ALL_PASS = "all_pass"
    PARTNERSPIEL = "partnerspiel"
    ZWANGSSPIEL = "zwangsspiel"
    DS_SOLO = "ds_solo"


class Parties(Enum):
    """How the four active players are divided."""

    PAIR = "two against two"
    ALONE = "one against three"
    EACH = "each for himself"
    NONE = "no game"


@dataclass(frozen=True, slots=True)
class Traits:
    """What a contract is, apart from its price.

    `keys` are the keys of a game (FORMAT.md 1) that it uses beyond `COMMON_KEYS`.
    `mit` and `ohne` are the longest possible runs of Laufende (long deck, short deck), None where it has none.
    """

    parties: Parties
    keys: frozenset[str]
    mit: tuple[int, int] | None = None
    ohne: tuple[int, int] | None = None
    needs_suit: bool = False
    deutscher: bool = False
    opposite: bool = False

    def longest(self, deck: Deck) -> tuple[int, int]:
        """The longest runs that a side can have held, and not have held; (0, 0) for a contract without Laufende."""
        mit, ohne = self.mit or (0, 0), self.ohne or (0, 0)
        short = deck is Deck.SHORT
        return mit[short], ohne[short]

    @property
    def has_declarer(self) -> bool:
        """Whether somebody announced, offered or had to play."""
        return self.parties in (Parties.PAIR, Parties.ALONE)


COMMON_KEYS = frozenset({"contract", "players", "sitting_out", "dealer", "stock"})
_DOUBLED = frozenset({"klopfer", "stoss", "bock", "protocol"})
_RESULT = frozenset({"declarer", "augen", "opponent_augen", "tricks", "result", "revoke", "revoke_reason"})
_TIERS = _RESULT | {"schneider", "schwarz"}
_PLAYED = _DOUBLED | _TIERS | {"schneider_announced", "schwarz_announced", "laufende", "laufende_side", "target"}
_CALLING = frozenset({"partner", "called", "called_rank"})
_STRICHE = _TIERS | {"suit", "protocol"}
_RAMSCH = _DOUBLED | {"augen_by_seat", "tricks_by_seat", "jungfrauen", "loser"}

TRAITS: dict[Contract, Traits] = {
    Contract.SAUSPIEL: Traits(Parties.PAIR, _PLAYED | _CALLING, (14, 10), (14, 12)),
    Contract.SOLO: Traits(Parties.ALONE, _PLAYED | {"suit", "tout", "sie"}, (8, 6), (14, 12), needs_suit=True),
    Contract.WENZ: Traits(Parties.ALONE, _PLAYED | {"tout"}, (4, 4), (4, 4)),
    Contract.FARBWENZ: Traits(Parties.ALONE, _PLAYED | {"suit", "tout"}, (8, 6), (11, 9), needs_suit=True),
    Contract.GEIER: Traits(Parties.ALONE, _PLAYED | {"tout"}, (4, 4), (4, 4)),
    Contract.FARBGEIER: Traits(Parties.ALONE, _PLAYED | {"suit", "tout"}, (8, 6), (11, 9), needs_suit=True),
    Contract.BETTEL: Traits(Parties.ALONE, _DOUBLED | _RESULT),
    Contract.HOCHZEIT: Traits(Parties.PAIR, _PLAYED | {"partner"}, (9, 7), (13, 11)),
    Contract.MUSS: Traits(Parties.PAIR, _PLAYED | _CALLING | {"caller_trumps"}, (14, 11), (0, 0)),
    Contract.KREUZSPIEL: Traits(Parties.PAIR, _PLAYED | {"partner"}, (14, 12), (14, 12), opposite=True),
    Contract.RAMSCH: Traits(Parties.EACH, _RAMSCH),
    Contract.ALL_PASS: Traits(Parties.NONE, frozenset()),
    Contract.PARTNERSPIEL: Traits(Parties.PAIR, _STRICHE | {"partner"}, needs_suit=True, deutscher=True, opposite=True),
    Contract.ZWANGSSPIEL: Traits(Parties.PAIR, _STRICHE | {"partner"}, needs_suit=True, deutscher=True, opposite=True),
    Contract.DS_SOLO: Traits(Parties.ALONE, _STRICHE, needs_suit=True, deutscher=True),
}

WENZ_LIKE = frozenset({Contract.WENZ, Contract.GEIER})
"""Contracts with four trumps, where Laufende count from `laufende.min_wenz`."""
