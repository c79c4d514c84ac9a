"""Names of cards, and of the rules by which they are played."""

from collections.abc import Sequence

from scorebook.rules import Card, Rank
from scorebook.rules.cards import CARD, Deck
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
LETTERS: Marked[dict[Rank, str]] = {Rank.SAU: "S", Rank.KOENIG: "K", Rank.OBER: "O", Rank.UNTER: "U"}
BROKEN: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "{at}: {seat} spielt {card} und hätte bedienen müssen.",
    Rule.RUF_SAU_GESUCHT: "{at}: {seat} spielt {card}, die gerufene Karte war aber gesucht und musste fallen.",
    Rule.RUF_SAU_GEBUNDEN: "{at}: {seat} spielt {card}, die ist gerufen und durfte noch nicht weg.",
    Rule.DAVONLAUFEN: "{at}: {seat} läuft mit {card} davon, hat dafür aber zu wenige Karten der Farbe.",
    Rule.CALLER_NEEDS_HONOUR: "{seat} hat ein Sauspiel ohne Ober und Unter angesagt, das gilt bei euch nicht.",
}

TRICKS = {Deck.LONG: "EO H7 G8 HS", Deck.SHORT: "EO H9 GK HS"}
"""A trick as somebody types it, by the deck that is played."""
HANDS = {Deck.LONG: "EO GU H9 HS E7 G8 S9 SK", Deck.SHORT: "EO GU H9 HS G9 SK"}
"""A hand as somebody types it."""


def rank_letter(rank: Rank, say: Language = GERMAN, names: CardNames | None = None) -> str:
    """What stands in the corner of a card: a letter or a number. `names` is for cards that `say` calls otherwise.

    >>> rank_letter(Rank.OBER), rank_letter(Rank.OBER, names=CardNames.FRENCH)
    ('O', 'D')
    """
    number = "10" if rank is Rank.ZEHN else rank.value
    return _called(say, names)(LETTERS[rank]) if rank in LETTERS else number


def card_name(card: Card, say: Language = GERMAN, names: CardNames | None = None) -> str:
    """The name of a card. `names` is for cards that `say` calls otherwise.

    >>> from scorebook.rules import Suit
    >>> card_name(Card(Suit.GRAS, Rank.UNTER)), card_name(Card(Suit.GRAS, Rank.UNTER), names=CardNames.FRENCH)
    ('Gras-Unter', 'Pik-Bube')
    """
    said = _called(say, names)
    return f"{said(SUITS[card.suit])}-{said(RANKS[card.rank])}"


def order_of_cards(cards: Sequence[Card], say: Language = GERMAN, names: CardNames | None = None) -> str:
    """Say which of these cards are higher, where the rank goes before the suit; the highest is the first.

    >>> from scorebook.rules import Suit
    >>> order_of_cards([Card(suit, rank) for rank in (Rank.SAU, Rank.ZEHN) for suit in (Suit.EICHEL, Suit.GRAS)])
    'Von hoch nach tief: Sau, Zehn. Bei zwei gleichen zählt die Farbe: Eichel, Gras.'
    """
    said = _called(say, names)
    ranks = ", ".join(said(RANKS[rank]) for rank in dict.fromkeys(card.rank for card in cards))
    suits = ", ".join(said(SUITS[suit]) for suit in dict.fromkeys(card.suit for card in cards))
    return say("Von hoch nach tief: %(ranks)s. Bei zwei gleichen zählt die Farbe: %(suits)s.", ranks=ranks, suits=suits)


def typed_trick(deck: Deck, say: Language = GERMAN) -> str:
    """Show how a trick is typed: cards of the deck, by the names of the table.

    >>> typed_trick(Deck.SHORT), typed_trick(Deck.LONG, GERMAN.playing(CardNames.FRENCH))
    ('EO H9 GK HS', 'Kreuz-Dame, Herz-Sieben, Pik-Acht, Herz-Ass')
    """
    return _typed(TRICKS[deck], say)


def typed_hand(deck: Deck, say: Language = GERMAN) -> str:
    """Show how a hand is typed, in the same way.

    >>> typed_hand(Deck.SHORT)
    'EO GU H9 HS G9 SK'
    """
    return _typed(HANDS[deck], say)


def _typed(codes: str, say: Language) -> str:
    """By their codes; French cards in words, since K may be Kreuz and Karo. Cards are read by their German names."""
    if say.cards is CardNames.GERMAN:
        return codes
    return ", ".join(card_name(CARD[code], GERMAN, say.cards) for code in codes.split())


def _called(say: Language, names: CardNames | None) -> Language:
    return say if names is None else say.playing(names)
