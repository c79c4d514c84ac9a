"""The play of the cards: whose turn it is, which cards are legal and why not another, who takes the trick.

    position = Position.start(game, rules, hands, lead)
    while position.turn is not None:
        position = position.play(position.legal_cards()[0])
    position.winners, position.augen_by_seat

Sources: RULES.md 2, lines 3 to 6 (seeds 000, 001, 002, 004), and FORMAT.md 3 and 4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from random import Random
from typing import NamedTuple

from scorebook.rules.cards import CARDS, Card, Deck, Rank
from scorebook.rules.cardset import BIT, cards_in, mask_of
from scorebook.rules.contracts import Contract
from scorebook.rules.game import ACTIVE_PLAYERS, CalledRank, Game, following
from scorebook.rules.order import STRONGEST_PLAIN, Order, order_of
from scorebook.rules.ruleset import RuleSet

CALLING = frozenset({Contract.SAUSPIEL, Contract.MUSS})
"""The contracts in which a card is called."""
AUGEN_AT = tuple(card.augen for card in CARDS)
"""What each card counts, by its place in `CARDS`."""


def augen_of(places: Iterable[int]) -> int:
    """What cards count, each by its place in `CARDS`.

    >>> augen_of([0, 1, 2])
    25
    """
    return sum([AUGEN_AT[place] for place in places])


def called_card(game: Game) -> Card | None:
    """The card whose owner plays with the declarer; None where none was called.

    >>> from scorebook.rules.cards import Suit
    >>> str(called_card(Game(contract=Contract.SAUSPIEL, called=Suit.GRAS)))
    'GS'
    """
    if game.contract not in CALLING or game.called is None:
        return None
    return Card(game.called, Rank.ZEHN if game.called_rank is CalledRank.ZEHN else Rank.SAU)


class Rule(StrEnum):
    """The rules of play that a card can break (FORMAT.md 3), and the one that a caller can."""

    BEDIENEN = "bedienen"
    RUF_SAU_GESUCHT = "ruf_sau_gesucht"
    RUF_SAU_GEBUNDEN = "ruf_sau_gebunden"
    DAVONLAUFEN = "davonlaufen"
    CALLER_NEEDS_HONOUR = "caller_needs_honour"


class IllegalCardError(ValueError):
    """A card that may not be played; `rule` says why, None where it is not in the hand at all."""

    def __init__(self, seat: int, card: Card, rule: Rule | None) -> None:
        self.seat, self.card, self.rule = seat, card, rule
        super().__init__(f"seat {seat} may not play {card}: {rule or 'not in this hand'}")


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same while the cards are played.

    `active` are the seats that play, clockwise; `following` gives for each seat of the table the next active one.
    `called` is the called card and `called_suit` the plain cards of its suit, as sets; both 0 where nothing is called.
    `runaway`: so many of them in hand, the called card included, let its owner run away.
    """

    order: Order
    deck: Deck
    active: tuple[int, ...]
    following: tuple[int, ...]
    called: int
    called_suit: int
    runaway: int

    @classmethod
    def of(cls, game: Game, rules: RuleSet) -> "Table":
        """The table of a game. Raises `ValueError` for a contract that is not played or lacks its suit.

        Not checked: whether a Sauspiel names what it calls; without it no card is bound.
        """
        order, active = order_of(game.contract, game.suit, rules), game.active
        turns = _turns(active, game.players)
        card = called_card(game)
        called, called_suit = (0, 0) if card is None else (BIT[card], mask_of(order.of(card.suit)))
        runaway = rules.runaway.short if rules.deck is Deck.SHORT else rules.runaway.long
        return cls(order, rules.deck, active, turns, called, called_suit, runaway)

    def legal(self, hand: int, led: int, *, free: bool) -> int:
        """What may be played from a hand; `led` is what follows the card that was led, 0 for who leads himself."""
        called = 0 if free else hand & self.called
        if not called:
            return hand & led or hand
        if not led:
            few = (hand & self.called_suit).bit_count() < self.runaway
            return hand & ~self.called_suit | called if few else hand
        if led == self.called_suit:
            return called
        return hand & led or hand & ~called or hand

    def broken(self, hand: int, led: int, card: int) -> Rule:
        """Which rule a card breaks that is not legal; the same as sets of cards."""
        if not led:
            return Rule.DAVONLAUFEN
        if hand & led and not card & led:
            return Rule.BEDIENEN
        return Rule.RUF_SAU_GEBUNDEN if card == self.called else Rule.RUF_SAU_GESUCHT

    def frees(self, led: int, card: int) -> bool:
        """Whether the owner of the called card frees it with this one: it falls, is searched, or he runs away."""
        return card == self.called or bool((led or card) & self.called_suit)

    def winner(self, lead: int, trick: Sequence[int]) -> int:
        """The seat that takes a full trick: highest trump, else highest card of the suit that was led."""
        followers, strength = self.order.followers[trick[0]], self.order.strength
        best, highest, seat = lead, 0, lead
        for place in trick:
            power = strength[place]
            if power > highest and (power > STRONGEST_PLAIN or followers >> place & 1):
                best, highest = seat, power
            seat = self.following[seat]
        return best


@cache
def _turns(active: tuple[int, ...], players: int) -> tuple[int, ...]:
    """For each seat the next one that plays."""
    return tuple(following(active, seat) for seat in range(players))


class Position(NamedTuple):
    """A moment of the play; `play` gives the next one. Immutable; a named tuple, which is made fastest.

    `hands` are sets of cards by seat (`scorebook.rules.cardset`). `trick` are the cards on the table as places in
    `CARDS`, the first led by `lead`. `free`: the called card is neither searched nor bound any more. `winners` are the
    seats that took the tricks so far, `augen_by_seat` what lies in their piles. `turn` is None when all is played.
    """

    table: Table
    hands: tuple[int, ...]
    lead: int
    turn: int | None
    trick: tuple[int, ...] = ()
    free: bool = False
    winners: tuple[int, ...] = ()
    augen_by_seat: tuple[int, ...] = ()

    @classmethod
    def start(cls, game: Game, rules: RuleSet, hands: Sequence[Iterable[Card] | int], lead: int) -> "Position":
        """The moment before the first card; `lead` is the seat that leads.

        `hands` by seat, as cards or as sets, empty for who sits out.

        Raises `ValueError` as `Table.of` does. Not checked: whether the hands make a deck (`replay` does).

        >>> from scorebook.rules.presets import preset
        >>> hands = deal(Deck.LONG, Random(1))
        >>> start = Position.start(Game(contract=Contract.WENZ, declarer=0), preset(), hands, lead=1)
        >>> start.turn, set(start.legal_cards()) == set(hands[1])
        (1, True)
        """
        table = Table.of(game, rules)
        masks = [hand if isinstance(hand, int) else mask_of(hand) for hand in hands]
        return cls(table, tuple(masks), lead, lead, augen_by_seat=(0,) * game.players)

    @property
    def tricks_by_seat(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        return tuple(self.winners.count(seat) for seat in range(len(self.hands)))

    @property
    def cards_of_trick(self) -> tuple[Card, ...]:
        """The cards on the table, the first led by `lead`."""
        return tuple(CARDS[place] for place in self.trick)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat still holds."""
        return cards_in(self.hands[seat])

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that the seat whose turn it is may play; none when all is played."""
        return cards_in(self.legal_mask())

    def legal_mask(self) -> int:
        """The same as a set."""
        return 0 if self.turn is None else self.table.legal(self.hands[self.turn], self._led, free=self.free)

    @property
    def _led(self) -> int:
        """What follows the card that was led, as a set; 0 where nothing lies on the table."""
        return self.table.order.followers[self.trick[0]] if self.trick else 0

    def broken_rule(self, card: Card) -> Rule | None:
        """The rule that the seat whose turn it is breaks with this card; None for a legal one.

        Not checked: whether the card is in the hand.
        """
        if self.turn is None or self.legal_mask() & BIT[card]:
            return None
        return self.table.broken(self.hands[self.turn], self._led, BIT[card])

    def play(self, card: Card, *, broken: bool = False) -> "Position":
        """The position after this card. With `broken` a card that breaks a rule is played all the same.

        Raises `IllegalCardError` for a card that is not in the hand, or breaks a rule without `broken`.
        """
        turn, bit = self.turn, BIT[card]
        if turn is None or not self.hands[turn] & bit:
            raise IllegalCardError(-1 if turn is None else turn, card, None)
        if not broken and not self.legal_mask() & bit:
            raise IllegalCardError(turn, card, self.broken_rule(card))
        return self.after(bit.bit_length() - 1)

    def after(self, place: int) -> "Position":
        """The same for a card in the hand by its place in `CARDS`, whatever the rules say of it."""
        table, hands, lead, seat, trick, free, winners, augen_by_seat = self
        if seat is None:
            raise ValueError("all cards are played")
        bit = 1 << place
        if not free and hands[seat] & table.called:
            free = table.frees(self._led, bit)
        left = list(hands)
        left[seat] &= ~bit
        trick = (*trick, place)
        if len(trick) < ACTIVE_PLAYERS:
            return _position((table, tuple(left), lead, table.following[seat], trick, free, winners, augen_by_seat))
        winner = table.winner(lead, trick)
        winners = (*winners, winner)
        augen = list(augen_by_seat)
        augen[winner] += augen_of(trick)
        turn = winner if len(winners) < table.deck.tricks else None
        return _position((table, tuple(left), winner, turn, (), free, winners, tuple(augen)))


_position = partial(tuple.__new__, Position)
"""Makes a position of its values in half the time."""


def deal(deck: Deck, random: Random) -> tuple[tuple[Card, ...], ...]:
    """Four hands, dealt at random.

    >>> [len(hand) for hand in deal(Deck.SHORT, Random(1))]
    [6, 6, 6, 6]
    """
    cards = list(deck.cards)
    random.shuffle(cards)
    return tuple(tuple(cards[start : start + deck.tricks]) for start in range(0, len(cards), deck.tricks))
