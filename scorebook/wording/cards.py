"""Names of cards, and of the rules by which they are played."""

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
    french = names is CardNames.FRENCH
    suit = (FRENCH_SUITS if french else SUITS)[card.suit]
    rank = FRENCH_COURT.get(card.rank, RANKS[card.rank]) if french else RANKS[card.rank]
    return f"{say(suit)}-{say(rank)}"
