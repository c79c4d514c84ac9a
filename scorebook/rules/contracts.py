"""The contracts: who plays against whom, which keys of a game they use, their trumps and what follows from these.

Sources: FORMAT.md 1; RULES.md 1 (table of game types), 5.3 (floors).
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache

from scorebook.rules.cards import Card, Deck, Rank, Suit


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


@cache
def trumps(contract: Contract, suit: Suit | None, deck: Deck, *, ober_above_koenig: bool = False) -> tuple[Card, ...]:
    """The trumps of a Bavarian contract, highest first (RULES.md 1).

    `suit` is needed for solo, farbwenz and farbgeier and not read elsewhere. `ober_above_koenig`
    (rule set: `wenz_ober`) moves the Ober in the trump suit of a Farbwenz and the Unter in that of a Farbgeier.
    Raises `ValueError` for contracts of Deutscher Schafkopf and for those without a play (all_pass, bettel).

    >>> [str(card) for card in trumps(Contract.WENZ, None, Deck.LONG)]
    ['EU', 'GU', 'HU', 'SU']
    >>> len(trumps(Contract.SOLO, Suit.GRAS, Deck.LONG)), len(trumps(Contract.FARBWENZ, Suit.GRAS, Deck.SHORT))
    (14, 9)
    """
    ober = tuple(Card(s, Rank.OBER) for s in Suit)
    unter = tuple(Card(s, Rank.UNTER) for s in Suit)
    match contract:
        case Contract.WENZ:
            return unter
        case Contract.GEIER:
            return ober
        case Contract.FARBWENZ | Contract.FARBGEIER if suit is not None:
            top = unter if contract is Contract.FARBWENZ else ober
            return top + plain_order(suit, deck, without=top[0].rank, above_koenig=ober_above_koenig)
        case Contract.SOLO if suit is not None:
            chosen = suit
        case Contract.SAUSPIEL | Contract.HOCHZEIT | Contract.MUSS | Contract.KREUZSPIEL | Contract.RAMSCH:
            chosen = Suit.HERZ
        case _:
            raise ValueError(f"no trumps for {contract} with suit {suit}")
    return ober + unter + tuple(Card(chosen, r) for r in deck.ranks if r not in (Rank.OBER, Rank.UNTER))


def plain_order(suit: Suit, deck: Deck, *, without: Rank, above_koenig: bool) -> tuple[Card, ...]:
    """The cards of one suit where only Ober or only Unter are trumps, highest first; `without` is that trump rank.

    The other court card stands between König and Neun, or above the König (RULES.md 4, C1).

    >>> [str(c) for c in plain_order(Suit.HERZ, Deck.SHORT, without=Rank.UNTER, above_koenig=True)]
    ['HS', 'HZ', 'HO', 'HK', 'H9']
    """
    other = Rank.OBER if without is Rank.UNTER else Rank.UNTER
    low: list[Rank] = [rank for rank in deck.ranks if rank not in (Rank.OBER, Rank.UNTER)]
    low.insert(2 if above_koenig else 3, other)
    return tuple(Card(suit, rank) for rank in low)


@cache
def laufende_floor(contract: Contract, deck: Deck, *, ober_above_koenig: bool = False) -> tuple[int, ...]:
    """Augen that the owner of the n top trumps has at least, by n from 0 (RULES.md 5.3): the sum of their Augen.

    They win every trick in which they fall. Empty for contracts without Laufende.

    >>> laufende_floor(Contract.SOLO, Deck.LONG)
    (0, 3, 6, 9, 12, 14, 16, 18, 20, 31, 41, 45, 45, 45, 45)
    >>> laufende_floor(Contract.BETTEL, Deck.LONG)
    ()
    """
    if TRAITS[contract].mit is None:
        return ()
    sums = [0]
    for card in trumps(contract, Suit.HERZ, deck, ober_above_koenig=ober_above_koenig):
        sums.append(sums[-1] + card.augen)
    return tuple(sums)
