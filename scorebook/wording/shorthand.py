"""What a game on paper is called in few letters: pure, and the same for whoever reads them and for the legend.

The letters are made from the words that a table and a language have, by one rule, so that no two are alike.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from scorebook import wording
from scorebook.rules import TRAITS, Contract, RuleSet, Suit
from scorebook.rules.switches import Trumpf
from scorebook.wording import Language, Marked

K = TypeVar("K", bound=Hashable)

STOSS = "x"
"""So often as this is written, so often was said Kontra, Re, and so on."""
ALONE = "-"
"""The partner of somebody who plays alone at a table where partners are free."""
WON, LOST, OPPONENTS = "won", "lost", "opponents"
ENDS: Marked[dict[str, str]] = {WON: "gewonnen", LOST: "verloren", OPPONENTS: "Gegner"}


class Kind(Enum):
    """What stands behind the letters of something that was said or happened besides."""

    FLAG = "nothing"
    NUMBER = "a number"
    PERSON = "a name"
    PEOPLE = "a name, and again for the next"
    SUIT = "a suit"


WORDS: Marked[dict[str, str]] = {
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "tout": "Tout",
    "sie": "Sie",
    "mit": "Laufende",
    "ohne": "ohne",
    "called": "Gerufen",
    "called_rank": "Zehn",
    "tricks": "Stiche",
    "target": "Ziel",
    "caller_trumps": "Trümpfe",
    "bock": "Bock",
    "jungfrauen": "Jungfrau",
    "revoke": "Falsch gespielt",
    "dealer": "Geber",
    "sitting_out": "Aus",
}
"""The words that extras have their letters from, by key of a game; Klopfer are called as the table calls them."""
ANNOUNCED: Marked[str] = "angesagt"
KINDS = {
    **dict.fromkeys(("mit", "ohne", "tricks", "target", "caller_trumps", "bock"), Kind.NUMBER),
    **dict.fromkeys(("klopfer", "jungfrauen", "sitting_out"), Kind.PEOPLE),
    **dict.fromkeys(("revoke", "dealer"), Kind.PERSON),
    "called": Kind.SUIT,
}
"""What is no flag."""

SAMPLES = {"target": "75", "bock": "2"}
"""Numbers that such an extra could have, for the legend."""


def plain(text: str) -> str:
    """Give a text as it is compared: small letters and figures alone, without marks on them.

    >>> plain("Herz-Solo"), plain(" Jörg Weiß ")
    ('herzsolo', 'jorgweiss')
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


def letters(words: Mapping[K, str]) -> dict[K, str]:
    """Give the letters of each word: the first where that tells them apart, else also the first that no rival has.

    Words for which that is not enough stay whole.

    >>> letters({1: "Sauspiel", 2: "Wenz", 3: "Solo"})
    {1: 'sa', 2: 'w', 3: 'so'}
    """
    bare = {key: plain(word) for key, word in words.items()}
    short = {}
    for key, word in bare.items():
        rivals = [other for rival, other in bare.items() if rival != key and other[:1] == word[:1]]
        own = (c for i, c in enumerate(word) if i and all(other[i : i + 1] != c for other in rivals))
        short[key] = word[:1] + next(own, word[1:]) if rivals else word[:1]
    many = Counter(short.values())
    return {key: bare[key] if many[code] > 1 else code for key, code in short.items()}


@dataclass(frozen=True, slots=True)
class What:
    """A contract, with its trump suit where it has one: its letters, its name, and how it may be written out."""

    contract: Contract
    suit: Suit | None
    code: str
    name: str
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that was said or happened besides, by its key of a game ("mit" and "ohne": Laufende)."""

    key: str
    kind: Kind
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Shorthand:
    """All that can be written of a game at a table. `ends` has the letters of won, lost and the other pile."""

    rules: RuleSet
    names: tuple[str, ...]
    say: Language
    whats: tuple[What, ...]
    extras: tuple[Extra, ...]
    suits: Mapping[Suit, str]
    ends: Mapping[str, str]

    @classmethod
    def of(cls, rules: RuleSet, names: Sequence[str], keys: Collection[str], say: Language) -> "Shorthand":
        """Make the letters of a rule set at a table; `keys` are those of a game that are asked for there."""
        said = say.playing(rules.words.cards)
        suits = letters({suit: wording.suit_name(suit, said) for suit in Suit})
        ends = letters({key: said(ENDS[key]) for key in (WON, LOST)}) | {OPPONENTS: plain(said(ENDS[OPPONENTS]))[:1]}
        extras = _extras(rules, keys, said)
        return cls(rules, tuple(names), said, tuple(_whats(rules, suits, said)), tuple(extras), suits, ends)

    @property
    def stoss_names(self) -> tuple[str, ...]:
        """What is said one after the other: Kontra, Re."""
        return tuple(wording.stoss_name(level, self.rules, self.say) for level in range(1, self.rules.stoss.max + 1))

    @property
    def stoss_sign(self) -> str:
        """What is written for each of them."""
        return STOSS

    @property
    def plays_ramsch(self) -> bool:
        """Whether there is a game in which each one's pile is written."""
        return any(what.contract is Contract.RAMSCH for what in self.whats)

    def samples(self, extra: Extra) -> tuple[str, ...]:
        """Give what might stand behind the letters of an extra, for the legend."""
        name = letters(dict(enumerate(self.names)))[0] or "#1"
        if extra.key == "klopfer":
            return "2", name
        samples = {Kind.FLAG: "", Kind.NUMBER: SAMPLES.get(extra.key, "3"), Kind.SUIT: self.suits[Suit.EICHEL]}
        return (samples.get(extra.kind, name),)


def _whats(rules: RuleSet, suits: Mapping[Suit, str], say: Language) -> Iterator[What]:
    """Give all that can be played, from the highest bid down; "Alle weiter" comes last."""
    offered = tuple(dict.fromkeys((*rules.offered, Contract.ALL_PASS)))
    names = {contract: wording.contract_name(contract, say) for contract in offered}
    suited = [contract for contract in offered if TRAITS[contract].needs_suit]
    codes = letters({c: names[c] for c in suited}) | letters({c: names[c] for c in offered if c not in suited})
    taken = {codes[c] for c in offered if c not in suited}
    for contract in offered:
        name = names[contract]
        if contract not in suited:
            yield What(contract, None, codes[contract], name, (plain(name),))
            continue
        for suit in _suits(contract, rules):
            sign = wording.suit_name(suit, say)
            both = (plain(name + sign), plain(sign + name))
            alone = (plain(sign),) if contract in (Contract.SOLO, Contract.DS_SOLO) else ()
            code = codes[contract] + suits[suit]
            yield What(contract, suit, both[0] if code in taken else code, f"{name} {sign}", both + alone)


def _suits(contract: Contract, rules: RuleSet) -> Sequence[Suit]:
    stays = TRAITS[contract].deutscher and rules.striche.trumpf is Trumpf.BLEIBEND
    return (Suit.SCHELLEN,) if stays else tuple(Suit)


def _extras(rules: RuleSet, keys: Collection[str], say: Language) -> Iterator[Extra]:
    """Give what may be said besides; what is announced has the letters of what it is about, and one more."""
    known = set(keys) | ({"mit", "ohne"} if "laufende" in keys else set())
    words = {key: say(word) for key, word in WORDS.items() if key in known}
    if "klopfer" in known:
        words["klopfer"] = rules.words.klopfer
    codes = letters(words)
    for key, word in words.items():
        yield Extra(key, KINDS.get(key, Kind.FLAG), codes[key], word)
        if f"{key}_announced" in known:
            more = say(ANNOUNCED)
            yield Extra(f"{key}_announced", Kind.FLAG, codes[key] + plain(more)[:1], f"{word} {more}")
