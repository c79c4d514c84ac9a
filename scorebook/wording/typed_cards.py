"""Cards as people type them: "EO", "h10", "Gras-Sau", "Pik Ass", "♥A"; with or without commas."""

import re

from scorebook.rules import Card, Rank, Suit

SUITS: dict[Suit, tuple[str, ...]] = {
    Suit.EICHEL: ("E", "EICHEL", "EICHELN", "KREUZ", "KR", "K", "♣"),
    Suit.GRAS: ("G", "GRAS", "BLATT", "LAUB", "GRÜN", "PIK", "P", "♠"),
    Suit.HERZ: ("H", "HERZ", "ROT", "♥"),
    Suit.SCHELLEN: ("S", "SCHELLEN", "SCHELLN", "KARO", "KA", "♦"),
}
"""How each suit is spelled, in German and French cards."""
RANKS: dict[Rank, tuple[str, ...]] = {
    Rank.SAU: ("S", "SAU", "A", "ASS", "DAUS"),
    Rank.ZEHN: ("Z", "10", "ZEHN", "ZEHNER"),
    Rank.KOENIG: ("K", "KÖNIG", "KOENIG"),
    Rank.OBER: ("O", "OBER", "D", "DAME"),
    Rank.UNTER: ("U", "UNTER", "B", "BUBE"),
    Rank.NEUN: ("9", "NEUN", "NEUNER"),
    Rank.ACHT: ("8", "ACHT", "ACHTER"),
    Rank.SIEBEN: ("7", "SIEBEN", "SIEBENER"),
}
"""How each rank is spelled."""
SPELLINGS: dict[str, Card] = {
    s + r: Card(suit, rank)
    for suit, ways in SUITS.items()
    for rank, names in RANKS.items()
    for s in ways
    for r in names
}
_SUIT_WORDS = frozenset(way for ways in SUITS.values() for way in ways)
_BETWEEN = re.compile(r"[\s,;./|+]+")
_GLUED = re.compile(r"(?:[EGHS](?:10|[SZAKOUDB987]))+")
_ONE = re.compile(r"[EGHS](?:10|[SZAKOUDB987])")
MOST = 40
"""So many cards of one line are read; nobody has more, and who types more need not see each of them refused."""


def cards_typed(text: str) -> tuple[str, ...]:
    """The codes of the cards in a line; what is no card stays as it was typed.

    Not checked: whether a card is twice, or not in the deck.

    >>> cards_typed("EO h10,G8 hs"), cards_typed("Gras-Sau Pik Ass ♥A"), cards_typed("eoh7"), cards_typed("E5 Huber")
    (('EO', 'HZ', 'G8', 'HS'), ('GS', 'GS', 'HS'), ('EO', 'H7'), ('E5', 'Huber'))
    """
    words = [word for word in _BETWEEN.split(text) if word]
    codes: list[str] = []
    while words and len(codes) < MOST:
        word, rank = words.pop(0), words[0] if words else ""
        if _bare(word) in _SUIT_WORDS and _bare(word) + _bare(rank) in SPELLINGS:
            word += words.pop(0)
        codes += _read(word)
    return tuple(codes)


def _bare(word: str) -> str:
    """A word in capitals without hyphens and the mark that makes a sign of a suit a picture."""
    return word.upper().translate({ord(mark): None for mark in "-–\ufe0f"})


def _read(word: str) -> list[str]:
    """The codes in one word: of one card, or of several that hang together."""
    bare = _bare(word)
    if bare in SPELLINGS:
        return [str(SPELLINGS[bare])]
    if _GLUED.fullmatch(bare):
        return [str(SPELLINGS[one]) for one in _ONE.findall(bare)]
    return [word]
