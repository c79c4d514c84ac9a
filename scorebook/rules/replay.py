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
from scorebook.rules.order import STRONGEST_PLAIN, Order, trump_suit
from scorebook.rules.play import AUGEN_AT, Rule, Table, called_card
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
    `alone`: the declarer has no partner, since he holds both black Ober himself.
    `opponent_augen` and `opponent_tricks` are those of the others, `caller_trumps` the trumps of the declarer alone.
    """

    complete: bool
    winners: tuple[int, ...]
    augen_by_seat: tuple[int, ...]
    tricks_by_seat: tuple[int, ...]
    partner: int | None = None
    alone: bool = False
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
    try:
        hands = [sum(map(CODE_BIT.__getitem__, codes)) for codes in protocol.hands]
    except KeyError:
        return None
    dealt, size = 0, rules.deck.tricks
    for seat, (hand, codes) in enumerate(zip(hands, protocol.hands, strict=True)):
        # So many bits as there are codes: no card is there twice, which would have carried.
        if not len(codes) == hand.bit_count() == (0 if seat in game.sitting_out else size):
            return None
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


@dataclass(slots=True)
class _Course:
    """How the play went: `turn` is None when all was played, `stuck` the ply that cannot have been, with its reason."""

    turn: int | None
    winners: list[int]
    augen: list[int]
    legal: list[int]
    violations: list[Violation]
    stuck: tuple[int, str] | None


def _course(table: Table, hands: tuple[int, ...], protocol: Protocol) -> _Course:
    """Play the plies one after the other, up to one that cannot have been.

    It does what `Position` does, by the same rules of the table, in one loop: files of games are long.
    """
    order, following, called = table.order, table.following, table.called
    followers, strength = order.followers, order.strength
    winners: list[int] = []
    legal: list[int] = []
    violations: list[Violation] = []
    left, augen, free, stuck = list(hands), [0] * len(hands), not called, None
    turn: int | None = protocol.lead
    led = cards = worth = best = highest = 0
    for ply, (seat, code) in enumerate(protocol.played):
        bit, hand = CODE_BIT.get(code, 0), left[seat] if seat < len(left) else 0
        if seat != turn or not hand & bit:
            stuck = ply, _wrong_ply(turn, hands, seat, bit)
            break
        allowed = hand & led or hand if free else table.legal(hand, led, free=False)
        legal.append(allowed)
        if not allowed & bit:
            violations.append(Violation(ply, seat, CARD[code], table.broken(hand, led, bit), allowed))
        if not free and hand & called:
            free = table.frees(led, bit)
        left[seat] = hand & ~bit
        place = PLACE[code]
        led = led or followers[place]
        power = strength[place]
        if power > highest and (power > STRONGEST_PLAIN or bit & led):
            best, highest = seat, power
        worth += AUGEN_AT[place]
        cards += 1
        if cards < ACTIVE_PLAYERS:
            turn = following[seat]
            continue
        winners.append(best)
        augen[best] += worth
        turn = best if len(winners) < table.deck.tricks else None
        led = cards = worth = highest = 0
    return _Course(turn, winners, augen, legal, violations, stuck)


def _play(game: Game, rules: RuleSet, report: Report, protocol: Protocol, hands: tuple[int, ...]) -> Replay | None:
    """Play the protocol; None, and the reason in the report, where a ply cannot have been."""
    table = Table.of(game, rules)
    course = _course(table, hands, protocol)
    if course.stuck is not None:
        ply, wrong = course.stuck
        seat, code = protocol.played[ply]
        report.error(wrong, f"protocol.played.{ply}", ply=ply, seat=seat, card=code, turn=course.turn)
        return None
    weak = missing_honour(game, rules, hands)
    violations = course.violations if weak is None else [weak, *course.violations]
    facts = _facts(game, rules, table.order, hands, course)
    return Replay(hands, table.order, facts, tuple(violations), tuple(course.legal), course.turn)


def _wrong_ply(turn: int | None, hands: tuple[int, ...], seat: int, bit: int) -> str:
    """What makes a ply impossible: this card as a set, empty for none, played by this seat."""
    if not bit:
        return "card.unknown"
    if turn is None:
        return "ply.too_many"
    if seat != turn:
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
    if hands[seat] & HONOURS:
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
        alone=partner is None and _black_obers_pair(game, rules) and bool(hands[declarer] & BLACK_OBERS),
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
    said = None if game.partner is None or game.partner >= game.players else game.partner
    return _with_black_ober(game, hands, said) if _black_obers_pair(game, rules) else said


def _black_obers_pair(game: Game, rules: RuleSet) -> bool:
    """Whether the two who hold a black Ober play together, and so do those who hold none."""
    traits = TRAITS[game.contract]
    return traits.parties is Parties.PAIR and traits.deutscher and rules.striche.partners is Partners.BLACK_OBERS


def _with_black_ober(game: Game, hands: Sequence[int], said: int | None) -> int | None:
    """The other one with a black Ober, or without for a declarer who has none; nobody where he has both himself.

    Where another has both, the cards do not say who of the other two plays with the declarer: then it is as `said`.
    """
    owners = [seat for seat in game.active if hands[seat] & BLACK_OBERS]
    if len(owners) == 1:
        return None if owners == [game.declarer] else said
    side = owners if game.declarer in owners else [seat for seat in game.active if seat not in owners]
    return next(seat for seat in side if seat != game.declarer)


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
