"""The game on lists and strings, as one writes it first: against it the engine is measured, and held in tests.

Cards are their codes ("GS"), hands are lists. It knows the called Sau, and nothing of prices; it checks nothing.
"""

import json
import sys

SUITS = "EGHS"
NAMES = {"eichel": "E", "gras": "G", "herz": "H", "schellen": "S"}
VALUE = {"S": 11, "Z": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}
OBER = [s + "O" for s in SUITS]
UNTER = [s + "U" for s in SUITS]
DEUTSCH = ("partnerspiel", "zwangsspiel", "ds_solo")
RUNAWAY = {"long": 4, "short": 3}


def ranks(deck):
    """The ranks of a deck."""
    return "SZKOU987" if deck == "long" else "SZKOU9"


def trump_list(contract, suit, deck):
    """The trumps, highest first."""
    if contract == "bettel":
        return []
    if contract in DEUTSCH:
        return UNTER + [suit + r for r in "SKOZ987"]
    top = {"wenz": UNTER, "farbwenz": UNTER, "geier": OBER, "farbgeier": OBER}.get(contract, OBER + UNTER)
    if contract in ("wenz", "geier"):
        return top
    colour = suit if contract in ("solo", "farbwenz", "farbgeier") else "H"
    return top + [colour + r for r in ranks(deck) if colour + r not in top]


def plain_rank(contract):
    """The order of a plain suit, highest first."""
    return "SKOUZ987" if contract == "bettel" else "SKOZ987" if contract in DEUTSCH else "SZKOU987"


class Table:
    """A game while its cards are played."""

    def __init__(self, contract, suit, deck, hands, lead, called=None):
        self.trumps = trump_list(contract, suit, deck)
        self.order = plain_rank(contract)
        self.hands = [list(hand) for hand in hands]
        self.turn = self.lead = lead
        self.trick = []
        self.called = called and called + "S"
        self.runaway = RUNAWAY[deck]
        self.winners, self.augen = [], [0] * len(hands)

    def led(self, card):
        """What a card asks for when it is led: trump, or its suit."""
        return "trump" if card in self.trumps else card[0]

    def of_called_suit(self, hand):
        """The cards that serve the called suit."""
        return [c for c in hand if self.called and c[0] == self.called[0] and c not in self.trumps]

    def legal(self):
        """The cards that may be played now."""
        hand = self.hands[self.turn]
        owner = self.called in hand
        if not self.trick:
            serving = self.of_called_suit(hand)
            if owner and len(serving) < self.runaway:
                return [c for c in hand if c == self.called or c not in serving]
            return list(hand)
        wanted = self.led(self.trick[0])
        same = [c for c in hand if self.led(c) == wanted]
        if owner and wanted == self.called[0]:
            return [self.called]
        if same:
            return same
        return [c for c in hand if c != self.called or len(hand) == 1]

    def play(self, card):
        """Put a card down; the fourth one goes with the others to the winner."""
        hand = self.hands[self.turn]
        if self.called in hand:
            wanted = self.led(self.trick[0]) if self.trick else self.led(card)
            if card == self.called or wanted == self.called[0]:
                self.called = None
        hand.remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            self.take()

    def take(self):
        """Give the trick to the highest trump, else to the highest card of the suit that was led."""
        wanted = self.led(self.trick[0])

        def strength(card):
            if card in self.trumps:
                return 100 - self.trumps.index(card)
            return 20 - self.order.index(card[1]) if card[0] == wanted else 0

        best = max(range(4), key=lambda i: strength(self.trick[i]))
        self.turn = self.lead = (self.lead + best) % 4
        self.winners.append(self.turn)
        self.augen[self.turn] += sum(VALUE[c[1]] for c in self.trick)
        self.trick = []


def deal(rng, deck):
    """Four hands at random."""
    cards = [s + r for s in SUITS for r in ranks(deck)]
    rng.shuffle(cards)
    size = len(cards) // 4
    return [cards[start : start + size] for start in range(0, len(cards), size)]


def random_game(rng):
    """Deal a Sauspiel and play it at random among the legal cards."""
    table = Table("sauspiel", None, "long", deal(rng, "long"), 0, "E")
    while any(table.hands):
        table.play(rng.choice(table.legal()))
    return table.winners, table.augen


def replay(line):
    """Parse a game and play its protocol."""
    data = json.loads(line)
    game, deck = data["game"], data["rules"].get("deck", "long")
    cards = game["protocol"]
    suit, called = NAMES.get(game.get("suit")), NAMES.get(game.get("called"))
    table = Table(game["contract"], suit, deck, cards["hands"], cards["lead"], called)
    for _seat, card in cards["played"]:
        table.play(card)
    return table.winners, table.augen


if __name__ == "__main__":
    for text in sys.stdin:
        replay(text)
