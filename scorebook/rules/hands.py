"""Reading a hand card by card, and saying what is wrong with it."""

from collections.abc import Sequence

from scorebook.rules.cards import Deck
from scorebook.rules.cardset import CODE_BIT, DECK
from scorebook.rules.findings import Report


class CardReader:
    """Takes cards by their codes, from one hand or several: what is none, or was there before, becomes an error."""

    def __init__(self, deck: Deck, report: Report) -> None:
        self.deck, self.report = deck, report
        self.seen = 0

    def take(self, code: str, field: str, seat: int | None = None, ply: int | None = None) -> int:
        """The card of that code as a set, empty where something is wrong with it; `ply` None: it lies in a hand."""
        bit = CODE_BIT.get(code, 0)
        if not bit & DECK[self.deck]:
            wrong = "card.not_in_deck" if bit else "card.unknown"
        elif bit & self.seen:
            wrong = "card.twice"
        else:
            self.seen |= bit
            return bit
        self.report.error(wrong, field, card=code, seat=seat, ply=ply)
        return 0

    def take_hand(self, codes: Sequence[str], field: str, seat: int | None = None) -> int:
        """A whole hand as a set. How many they are is asked of a hand in which every card is right.

        >>> report = Report()
        >>> CardReader(Deck.LONG, report).take_hand(["EO", "EO"], "hand").bit_count(), report.errors[0].code
        (1, 'card.twice')
        """
        hand, before = 0, len(self.report.errors)
        for code in codes:
            hand |= self.take(code, field, seat)
        if len(codes) != self.deck.tricks and len(self.report.errors) == before:
            self.report.error("hand.size", field, seat=seat, wanted=self.deck.tricks, given=len(codes))
        return hand
