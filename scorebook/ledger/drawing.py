"""Drawing cards for seats and for who deals first, pure: from who drew which card to who sits where.

Sources: seed 001, "Spielpartner" (the two highest cards sit opposite each other). The seeds leave open who deals first,
and how others than those of Deutscher Schafkopf sit by their cards. Here the highest card deals first, and all sit down
clockwise in the order of their cards. No two cards are equal: the rank goes first, then the suit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from scorebook.rules import Card, Finding, Rank, RuleSet, Suit
from scorebook.rules.cards import CARD
from scorebook.rules.order import BELOW_KOENIG, DEUTSCH
from scorebook.rules.switches import Model, Partners


class Stake(StrEnum):
    """What cards are drawn for: all seats and who deals first, or him alone."""

    SEATS = "seats"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who sits where after a draw, by seat, and the seat that drew the highest card."""

    people: tuple[int, ...]
    highest: int


def cards_to_draw(rules: RuleSet) -> tuple[Card, ...]:
    """Give the cards of the table, the highest for drawing first: by rank, then Eichel, Gras, Herz, Schellen.

    The ranks lie as in a plain suit of the game; where Deutscher Schafkopf is played the Zehn is below the Unter.

    >>> from scorebook.rules.presets import preset
    >>> " ".join(map(str, cards_to_draw(preset())[:9]))
    'ES GS HS SS EZ GZ HZ SZ EK'
    >>> "".join(card.rank for card in cards_to_draw(preset("deutscher_striche"))[::4])
    'SKOUZ987'
    """
    ranks = map(Rank, DEUTSCH if rules.model is Model.STRICHE else BELOW_KOENIG)
    return tuple(Card(suit, rank) for rank in ranks if rank in rules.deck.ranks for suit in Suit)


def faces_highest(rules: RuleSet) -> bool:
    """Tell whether the two who drew the highest cards sit opposite each other, since they play together.

    >>> from scorebook.rules.presets import preset
    >>> faces_highest(preset("deutscher_striche")), faces_highest(preset())
    (True, False)
    """
    return rules.model is Model.STRICHE and rules.striche.partners is Partners.OPPOSITE


def draw(people: Sequence[int], rules: RuleSet, chance: Random) -> dict[int, Card]:
    """Let everybody draw a card of the table's deck.

    >>> from scorebook.rules.presets import preset
    >>> len(set(draw((7, 3, 5, 9), preset(), Random(1)).values()))
    4
    """
    return dict(zip(people, chance.sample(cards_to_draw(rules), len(people)), strict=True))


def wrong_draw(codes: Sequence[str], rules: RuleSet) -> Iterator[Finding]:
    """Find what is wrong with the codes of the cards that were drawn, by seat: at `cards.<seat>`.

    >>> from scorebook.rules.presets import preset
    >>> [(finding.code, finding.field) for finding in wrong_draw(["ES", "", "ES", "XX"], preset())]
    [('drawn.missing', 'cards.1'), ('drawn.twice', 'cards.2'), ('drawn.unknown', 'cards.3')]
    """
    deck = cards_to_draw(rules)
    for seat, code in enumerate(codes):
        at = f"cards.{seat}"
        if not code:
            yield Finding("drawn.missing", at, {})
        elif code not in CARD:
            yield Finding("drawn.unknown", at, {"card": code})
        elif CARD[code] not in deck:
            yield Finding("drawn.not_in_deck", at, {"card": code})
        elif code in codes[:seat]:
            yield Finding("drawn.twice", at, {"card": code, "seat": codes.index(code)})


def ranked(drawn: Mapping[int, Card], rules: RuleSet) -> tuple[int, ...]:
    """Give the people who drew, the one with the highest card first. Raises `ValueError` for cards not in the deck.

    >>> from scorebook.rules.presets import preset
    >>> ranked({1: CARD["SZ"], 2: CARD["EK"], 3: CARD["E7"], 4: CARD["HS"]}, preset())
    (4, 1, 2, 3)
    >>> ranked({1: CARD["SZ"], 2: CARD["EK"], 3: CARD["E7"], 4: CARD["HS"]}, preset("deutscher_striche"))
    (4, 2, 1, 3)
    """
    deck = cards_to_draw(rules)
    return tuple(sorted(drawn, key=lambda person: deck.index(drawn[person])))


def seated_by(drawn: Mapping[int, Card], rules: RuleSet) -> tuple[int, ...]:
    """Give the people clockwise by seat: the highest card in the first seat, the others in the order of their cards.

    Where the two highest play together, the second sits opposite the first; at an odd table as far away as can be.

    >>> from scorebook.rules.presets import preset
    >>> cards = {1: CARD["E9"], 2: CARD["EK"], 3: CARD["E7"], 4: CARD["HS"]}
    >>> seated_by(cards, preset()), seated_by(cards, preset("deutscher_striche"))
    ((4, 2, 1, 3), (4, 1, 2, 3))
    """
    order = ranked(drawn, rules)
    if not faces_highest(rules):
        return order
    first, second, *others = order
    across = len(order) // 2 - 1
    return (first, *others[:across], second, *others[across:])


def outcome(people: Sequence[int], drawn: Mapping[int, Card], stake: Stake, rules: RuleSet) -> Outcome:
    """Give what a draw comes to; `people` are those who drew, as they sit now. They keep their seats for `DEALER`.

    >>> from scorebook.rules.presets import preset
    >>> cards = {1: CARD["E9"], 2: CARD["EK"], 3: CARD["E7"], 4: CARD["HS"]}
    >>> outcome((1, 2, 3, 4), cards, Stake.DEALER, preset())
    Outcome(people=(1, 2, 3, 4), highest=3)
    """
    seats = tuple(people) if stake is Stake.DEALER else seated_by(drawn, rules)
    return Outcome(seats, seats.index(ranked(drawn, rules)[0]))
