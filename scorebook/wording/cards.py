"""Names of cards, and of the rules by which they are played."""

from collections.abc import Sequence

from scorebook.rules import Card, Rank, Suit
from scorebook.rules.play import Rule
from scorebook.rules.switches import CardNames
from scorebook.wording.games import SUITS
from scorebook.wording.languages import GERMAN, Language, Marked

RANKS: Marked[dict[Rank, str]] = {
    Rank.SAU: "Sau",
    Rank.ZEHN: "Zehn",
    Rank.KOENIG: "König",
    Rank.OBER: "Ober",
    Rank.UNTER: "Unter",
    Rank.NEUN: "Neun",
    Rank.ACHT: "Acht",
    Rank.SIEBEN: "Sieben",
}
FRENCH_SUITS: Marked[dict[Suit, str]] = {
    Suit.EICHEL: "Kreuz",
    Suit.GRAS: "Pik",
    Suit.HERZ: "Herz",
    Suit.SCHELLEN: "Karo",
}
FRENCH_COURT: Marked[dict[Rank, str]] = {Rank.SAU: "Ass", Rank.OBER: "Dame", Rank.UNTER: "Bube"}
LETTERS: Marked[dict[Rank, str]] = {Rank.SAU: "S", Rank.KOENIG: "K", Rank.OBER: "O", Rank.UNTER: "U"}
FRENCH_LETTERS: Marked[dict[Rank, str]] = {Rank.SAU: "A", Rank.OBER: "D", Rank.UNTER: "B"}
BROKEN: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "{at}: {seat} spielt {card} und hätte bedienen müssen.",
    Rule.RUF_SAU_GESUCHT: "{at}: {seat} spielt {card}, die gerufene Karte war aber gesucht und musste fallen.",
    Rule.RUF_SAU_GEBUNDEN: "{at}: {seat} spielt {card}, die ist gerufen und durfte noch nicht weg.",
    Rule.DAVONLAUFEN: "{at}: {seat} läuft mit {card} davon, hat dafür aber zu wenige Karten der Farbe.",
    Rule.CALLER_NEEDS_HONOUR: "{seat} hat ein Sauspiel ohne Ober und Unter angesagt, das gilt bei euch nicht.",
}


def rank_letter(rank: Rank, say: Language = GERMAN, names: CardNames = CardNames.GERMAN) -> str:
    """What stands in the corner of a card: a letter or a number.

    >>> rank_letter(Rank.OBER), rank_letter(Rank.OBER, names=CardNames.FRENCH)
    ('O', 'D')
    """
    letters = {**LETTERS, **FRENCH_LETTERS} if names is CardNames.FRENCH else LETTERS
    if rank in letters:
        return say(letters[rank])
    return "10" if rank is Rank.ZEHN else rank.value


def card_name(card: Card, say: Language = GERMAN, names: CardNames = CardNames.GERMAN) -> str:
    """The name of a card.

    >>> card_name(Card(Suit.GRAS, Rank.UNTER)), card_name(Card(Suit.GRAS, Rank.UNTER), names=CardNames.FRENCH)
    ('Gras-Unter', 'Pik-Bube')
    """
    return f"{_suit(card.suit, say, names)}-{_rank(card.rank, say, names)}"


def order_of_cards(cards: Sequence[Card], say: Language = GERMAN, names: CardNames = CardNames.GERMAN) -> str:
    """Say which of these cards are higher, where the rank goes before the suit; the highest is the first.

    >>> order_of_cards([Card(suit, rank) for rank in (Rank.SAU, Rank.ZEHN) for suit in (Suit.EICHEL, Suit.GRAS)])
    'Von hoch nach tief: Sau, Zehn. Bei zwei gleichen zählt die Farbe: Eichel, Gras.'
    """
    ranks = ", ".join(_rank(rank, say, names) for rank in dict.fromkeys(card.rank for card in cards))
    suits = ", ".join(_suit(suit, say, names) for suit in dict.fromkeys(card.suit for card in cards))
    return say("Von hoch nach tief: %(ranks)s. Bei zwei gleichen zählt die Farbe: %(suits)s.", ranks=ranks, suits=suits)


def _suit(suit: Suit, say: Language, names: CardNames) -> str:
    return say((FRENCH_SUITS if names is CardNames.FRENCH else SUITS)[suit])


def _rank(rank: Rank, say: Language, names: CardNames) -> str:
    return say(FRENCH_COURT.get(rank, RANKS[rank]) if names is CardNames.FRENCH else RANKS[rank])
