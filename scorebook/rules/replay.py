"""Play a protocol again (FORMAT.md 4): what is wrong with it, which rules were broken, and what the cards say.

The play goes on as played, whatever rule it broke. Errors name the field down to the hand or the ply, from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorebook.rules.calling import HONOURS
from scorebook.rules.cards import CARD, Card
from scorebook.rules.cardset import BIT, CODE_BIT, DECK, PLACE, cards_in
from scorebook.rules.contracts import TRAITS, Contract, Parties
from scorebook.rules.findings import Report
from scorebook.rules.game import ACTIVE_PLAYERS, Game, LaufendeSide, Protocol
from scorebook.rules.hands import CardReader
from scorebook.rules.order import Order, trump_suit
from scorebook.rules.play import Rule, Table, augen_of, called_card
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.switches import Partners

BEFORE_THE_PLAY = -1
"""The ply of a rule that was broken before the first card."""
BLACK_OBERS = BIT[CARD["EO"]] | BIT[CARD["GO"]]


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule of play: at which ply (from 0), by whom, with which card, and which would have been legal.

    `card` is None and `legal` 0 where no card was wrong, but the announcement. `legal` is a set of cards.
    """

    ply: int
    seat: int
    card: Card | None
    rule: Rule
    legal: int

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that would have been legal."""
        return cards_in(self.legal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the cards say as far as they were played; `complete`: all of them were.

    Seats, Augen and tricks as in FORMAT.md 3. `partner`, `augen`, `tricks`, `laufende` are None where there are no two
    sides, `laufende` also where the contract knows none; otherwise it is the raw run from the top trump.
    `opponent_augen` and `opponent_tricks` are those of the others, `caller_trumps` the trumps of the declarer alone.
    """

    complete: bool
    winners: tuple[int, ...]
    augen_by_seat: tuple[int, ...]
    tricks_by_seat: tuple[int, ...]
    partner: int | None = None
    augen: int | None = None
    tricks: int | None = None
    opponent_augen: int | None = None
    opponent_tricks: int | None = None
    laufende: int | None = None
    laufende_side: LaufendeSide | None = None
    caller_trumps: int | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A protocol that was played again. `legal` holds the set of legal cards at every ply."""

    hands: tuple[int, ...]
    order: Order
    facts: Facts
    violations: tuple[Violation, ...]
    legal: tuple[int, ...]
    turn: int | None
    """Whose turn it would be where the protocol stops; None after the last card."""


def replay(game: Game, rules: RuleSet, report: Report) -> Replay | None:
    """Play the protocol of a game again; None where that is not possible.

    What is wrong with the cards is added to `report`; what is wrong with the game itself (no suit, nobody left to sit
    out) is not, `check_entry` says it. Not checked: the keys of the game against the facts (`scorebook.rules.protocol`
    does).

    >>> from scorebook.rules.presets import preset
    >>> report = Report()
    >>> cards = Protocol(hands=((), (), (), ()), lead=0, played=())
    >>> replay(Game(contract=Contract.WENZ, declarer=0, protocol=cards), preset(), report) is None
    True
    >>> report.errors[0].code, report.errors[0].params["seat"], report.errors[0].params["wanted"]
    ('hand.size', 0, 8)
    """
    protocol, needs_suit = game.protocol, TRAITS[game.contract].needs_suit
    suitless = needs_suit and trump_suit(game.contract, game.suit, rules) is None
    if protocol is None or suitless or len(game.active) != ACTIVE_PLAYERS:
        return None
    if protocol.lead not in game.active:
        report.error("lead.seat", "protocol.lead", seat=protocol.lead)
        return None
    hands = _whole_deal(game, rules, protocol)
    if hands is None:
        hands = _read_deal(game, rules, report, protocol)
    return None if hands is None else _play(game, rules, report, protocol, hands)


def _whole_deal(game: Game, rules: RuleSet, protocol: Protocol) -> tuple[int, ...] | None:
    """The hands by seat as sets, the quick way: None where they are not given, or not all is right with them."""
    if protocol.hands is None or len(protocol.hands) != game.players:
        return None
    hands, dealt, size = [], 0, rules.deck.tricks
    for seat, codes in enumerate(protocol.hands):
        hand = 0
        for code in codes:
            hand |= CODE_BIT.get(code, 0)
        if not len(codes) == hand.bit_count() == (0 if seat in game.sitting_out else size):
            return None
        hands.append(hand)
        dealt |= hand
    return tuple(hands) if dealt == DECK[rules.deck] else None


def _read_deal(game: Game, rules: RuleSet, report: Report, protocol: Protocol) -> tuple[int, ...] | None:
    """The same card by card: None, and what is wrong with it in the report, where it is no deal."""
    before, reader, hands = len(report.errors), CardReader(rules.deck, report), [0] * game.players
    if protocol.hands is None:
        whole = ACTIVE_PLAYERS * rules.deck.tricks
        if len(protocol.played) < whole:
            report.error("hands.missing", "protocol.hands", wanted=whole, given=len(protocol.played))
            return None
        for ply, (seat, code) in enumerate(protocol.played):
            if seat < len(hands):
                hands[seat] |= reader.take(code, f"protocol.played.{ply}", seat, ply)
    elif len(protocol.hands) != game.players:
        report.error("hands.count", "protocol.hands", wanted=game.players, given=len(protocol.hands))
    else:
        for seat, codes in enumerate(protocol.hands):
            if seat in game.active:
                hands[seat] = reader.take_hand(codes, f"protocol.hands.{seat}", seat)
            elif codes:
                report.error("hand.size", f"protocol.hands.{seat}", seat=seat, wanted=0, given=len(codes))
    return tuple(hands) if len(report.errors) == before else None


class _Course:
    """A play that changes card by card: what a `Position` is, without a new one for every card of a long file."""

    __slots__ = ("augen", "free", "hands", "lead", "led", "table", "trick", "turn", "winners")

    def __init__(self, table: Table, hands: tuple[int, ...], lead: int) -> None:
        self.table, self.hands = table, list(hands)
        self.lead: int = lead
        self.turn: int | None = lead
        self.trick: list[int] = []
        self.led, self.free = 0, False
        self.winners: list[int] = []
        self.augen = [0] * len(hands)

    def take(self, seat: int, place: int) -> None:
        """Put down the card at this place of `CARDS`, which the seat holds; the fourth one ends the trick."""
        table, trick, bit, hand = self.table, self.trick, 1 << place, self.hands[seat]
        if not self.free and hand & table.called:
            self.free = table.frees(self.led, bit)
        self.hands[seat] = hand & ~bit
        if not trick:
            self.led = table.order.followers[place]
        trick.append(place)
        if len(trick) < ACTIVE_PLAYERS:
            self.turn = table.following[seat]
            return
        self.lead = winner = table.winner(self.lead, trick)
        self.winners.append(winner)
        self.augen[winner] += augen_of(trick)
        self.turn = winner if len(self.winners) < table.deck.tricks else None
        self.trick, self.led = [], 0


def _play(game: Game, rules: RuleSet, report: Report, protocol: Protocol, hands: tuple[int, ...]) -> Replay | None:
    """Play the plies one after the other; None at the first that cannot have been."""
    table = Table.of(game, rules)
    course, legal = _Course(table, hands, protocol.lead), []
    weak = missing_honour(game, rules, hands)
    violations = [] if weak is None else [weak]
    for ply, (seat, code) in enumerate(protocol.played):
        bit = CODE_BIT.get(code, 0)
        if seat != course.turn or not course.hands[seat] & bit:
            wrong = _wrong_ply(course, hands, seat, bit)
            report.error(wrong, f"protocol.played.{ply}", ply=ply, seat=seat, card=code, turn=course.turn)
            return None
        hand = course.hands[seat]
        allowed = table.legal(hand, course.led, free=course.free)
        legal.append(allowed)
        if not allowed & bit:
            violations.append(Violation(ply, seat, CARD[code], table.broken(hand, course.led, bit), allowed))
        course.take(seat, PLACE[code])
    facts = _facts(game, rules, table.order, hands, course)
    return Replay(hands, table.order, facts, tuple(violations), tuple(legal), course.turn)


def _wrong_ply(course: _Course, hands: tuple[int, ...], seat: int, bit: int) -> str:
    """What makes a ply impossible: this card as a set, empty for none, played by this seat."""
    if not bit:
        return "card.unknown"
    if course.turn is None:
        return "ply.too_many"
    if seat != course.turn:
        return "ply.turn"
    return "card.played" if hands[seat] & bit else "card.not_in_hand"


def missing_honour(game: Game, rules: RuleSet, hands: Sequence[int]) -> Violation | None:
    """A Sauspiel without Ober and Unter, where the rule set forbids it; `hands` are sets by seat, before the play.

    >>> from scorebook.rules.presets import preset
    >>> missing_honour(Game(contract=Contract.SAUSPIEL, declarer=0), preset(), [0, 0, 0, 0]) is None
    True
    """
    seat = game.declarer
    if not rules.caller_needs_honour or game.contract is not Contract.SAUSPIEL or seat is None or seat >= len(hands):
        return None
    if any(card.rank in HONOURS for card in cards_in(hands[seat])):
        return None
    return Violation(BEFORE_THE_PLAY, seat, None, Rule.CALLER_NEEDS_HONOUR, 0)


def _facts(game: Game, rules: RuleSet, order: Order, hands: tuple[int, ...], course: _Course) -> Facts:
    """What the cards say."""
    winners, augen = tuple(course.winners), tuple(course.augen)
    tricks = tuple([winners.count(seat) for seat in range(game.players)])
    complete, declarer = course.turn is None, game.declarer
    if not TRAITS[game.contract].has_declarer or declarer is None or declarer not in game.active:
        return Facts(complete=complete, winners=winners, augen_by_seat=augen, tricks_by_seat=tricks)
    partner = partner_by_cards(game, rules, hands)
    side = {declarer, declarer if partner is None else partner}
    own_augen, own_tricks = sum(augen[seat] for seat in side), sum(tricks[seat] for seat in side)
    run, run_side = None, None
    if TRAITS[game.contract].mit is not None:
        run, run_side = laufende_of(order, sum(hands[seat] for seat in side))
    return Facts(
        complete=complete,
        winners=winners,
        augen_by_seat=augen,
        tricks_by_seat=tricks,
        partner=partner,
        augen=own_augen,
        tricks=own_tricks,
        opponent_augen=sum(augen) - own_augen,
        opponent_tricks=sum(tricks) - own_tricks,
        laufende=run,
        laufende_side=run_side,
        caller_trumps=(hands[declarer] & order.trump_mask).bit_count(),
    )


def partner_by_cards(game: Game, rules: RuleSet, hands: tuple[int, ...]) -> int | None:
    """Who plays with the declarer: by the called card or the black Ober, else as the game says. None: nobody.

    `hands` are sets by seat, before the first card.
    """
    if TRAITS[game.contract].parties is not Parties.PAIR:
        return None
    card = called_card(game)
    if card is not None:
        return next((seat for seat, hand in enumerate(hands) if hand & BIT[card]), game.partner)
    if TRAITS[game.contract].deutscher and rules.striche.partners is Partners.BLACK_OBERS and game.declarer is not None:
        own = hands[game.declarer] & BLACK_OBERS
        if own:
            return next((seat for seat, hand in enumerate(hands) if hand & BLACK_OBERS & ~own), None)
    return game.partner if game.partner is None or game.partner < game.players else None


def laufende_of(order: Order, side: int) -> tuple[int, LaufendeSide]:
    """The unbroken run from the top trump, and whose it is; `side` is the set of cards of the declarer's side.

    >>> from scorebook.rules.order import order_of
    >>> from scorebook.rules.presets import preset
    >>> from scorebook.rules.cardset import mask_of
    >>> laufende_of(order_of(Contract.WENZ, None, preset()), mask_of([CARD["EU"], CARD["GU"], CARD["SU"]]))
    (2, <LaufendeSide.MIT: 'mit'>)
    """
    mit = bool(side & BIT[order.trumps[0]])
    others = order.trump_mask & ~side if mit else order.trump_mask & side
    run = next((count for count, card in enumerate(order.trumps) if others & BIT[card]), len(order.trumps))
    return run, LaufendeSide.MIT if mit else LaufendeSide.OHNE
