"""Plays to be ruled on: short ones as they are told, and random ones in which rules are broken."""

from random import Random

from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.rules import Contract, Game, Suit, preset
from scorebook.rules.evidence import Trick
from scorebook.rules.findings import Report
from scorebook.rules.game import Protocol
from scorebook.rules.play import Position, called_card, deal
from scorebook.rules.referee import rule_on

LONG, SHORT = preset(), parse_rules({"preset": "kurz_10_20_50"})
GRAS = Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS)
WENZ = Game(contract=Contract.WENZ, declarer=0)


def tricks_of(*lines, lead=0):
    """Tricks as they are told: "EO H7 G8 HS", the first led by `lead`."""
    told = [Trick(tuple(line.split())) for line in lines]
    return [Trick(told[0].cards, lead), *told[1:]]


def ruled(game, *lines, lead=0, hands=None, rules=LONG):
    """Rule on tricks that can have been."""
    report = Report()
    known = {seat: hand.split() for seat, hand in (hands or {}).items()}
    ruling = rule_on(game, rules, tricks_of(*lines, lead=lead), known, report)
    assert ruling is not None, report.errors
    return ruling


def wrong(game, tricks, hands=None, rules=LONG):
    """What is wrong with tricks that cannot have been: code, field, and seat, card and moment where they are named."""
    report = Report()
    known = {seat: hand.split() for seat, hand in (hands or {}).items()}
    assert rule_on(game, rules, tricks, known, report) is None
    return [
        (
            found.code,
            found.field,
            *(str(found.params[name]) for name in ("seat", "card", "ply") if name in found.params),
        )
        for found in report.errors
    ]


def said(ruling):
    """The broken plies: which, whose, which rule."""
    return [(one.ply, one.seat, one.rule) for one in ruling.broken]


def opened(ruling):
    """The plies that stay open, and which rule they may have broken."""
    return [(one.ply, one.seat, one.rule) for one in ruling.open]


def told(protocol):
    """The tricks of a protocol, each with who led it."""
    plies = protocol.played
    tricks = [plies[at : at + 4] for at in range(0, len(plies), 4)]
    return [Trick(tuple(code for _, code in trick), trick[0][0]) for trick in tricks] or [Trick((), protocol.lead)]


@st.composite
def broken_games(draw):
    """A game played at random in which somebody breaks a rule now and then, with its rules and hands."""
    rules = draw(st.sampled_from([LONG, SHORT, parse_rules({"caller_needs_honour": True})]))
    random = Random(draw(st.integers(0, 2**32)))
    contract = draw(
        st.sampled_from([Contract.SAUSPIEL, Contract.SAUSPIEL, Contract.SOLO, Contract.WENZ, Contract.MUSS])
    )
    players = draw(st.sampled_from([4, 5]))
    out = (random.randrange(5),) if players == 5 else ()
    active = [seat for seat in range(players) if seat not in out]
    dealt = iter(deal(rules.deck, random))
    hands = [next(dealt) if seat in active else () for seat in range(players)]
    suit = random.choice([Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN])
    calls = contract in (Contract.SAUSPIEL, Contract.MUSS)
    key = {"called": suit} if calls else {"suit": suit} if contract is Contract.SOLO else {}
    declarer = next(
        seat for seat in active if not calls or called_card(Game(contract=contract, **key)) not in hands[seat]
    )
    game = Game(contract=contract, declarer=declarer, players=players, sitting_out=out, **key)
    lead = random.choice(active)
    position, played = Position.start(game, rules, hands, lead), []
    while position.turn is not None:
        cards = position.hand(position.turn) if random.random() < 0.3 else position.legal_cards()
        card = random.choice(cards)
        played.append((position.turn, str(card)))
        position = position.play(card, broken=True)
    codes = tuple(tuple(map(str, hand)) for hand in hands)
    return with_cards(game, Protocol(codes, lead, tuple(played))), rules


def with_cards(game, protocol):
    """The same game with other cards."""
    keys = ("contract", "declarer", "players", "sitting_out", "called", "suit")
    return Game(**{key: getattr(game, key) for key in keys}, protocol=protocol)
