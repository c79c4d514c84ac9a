"""Who had to play what, and what that proves: every card is allowed, broke a rule, or must be left open.

Nothing is guessed. A card broke a rule only where it would have done so whatever the unknown cards are: the engine
(`scorebook.rules.play`) is asked for the two hands at the ends, the one that excuses the card if any does, and the one
that convicts it if any does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.rules.calling import HONOURS
from scorebook.rules.cards import CARDS, Card
from scorebook.rules.cardset import cards_in, mask_of
from scorebook.rules.evidence import Evidence, Trick, gather
from scorebook.rules.findings import Report
from scorebook.rules.game import Game
from scorebook.rules.play import Position, Rule
from scorebook.rules.replay import BEFORE_THE_PLAY, missing_honour
from scorebook.rules.ruleset import RuleSet


class Verdict(StrEnum):
    """What can be said of a card."""

    FINE = "fine"
    BROKEN = "broken"
    OPEN = "open"


class Proof(StrEnum):
    """How one knows that somebody held a card: the hand was told, it fell later, or nobody else can have had it."""

    TOLD = "told"
    LATER = "later"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Held:
    """A card that somebody certainly held; `ply` is when it fell, None where it has not yet."""

    card: Card
    proof: Proof
    ply: int | None


@dataclass(frozen=True, slots=True)
class RuledPly:
    """One card and what is certain about it.

    `led` is the card that was led, None for who led himself. `rule` is the rule that was broken, or may have been where
    the verdict is open. `legal` is the set of legal cards, None where that takes more of the hand than is known.
    `shown` are the cards that prove a breach: certainly in hand, and legal even with the hand that excuses most.
    `of_suit` counts the cards of the called suit that were certainly in hand, `hidden` the cards that nobody knows.
    Of an announcement (`ply` −1) `card` is None.
    """

    ply: int
    seat: int
    card: Card | None
    led: Card | None
    verdict: Verdict
    rule: Rule | None
    legal: int | None
    shown: tuple[Held, ...] = ()
    of_suit: int = 0
    hidden: int = 0

    @property
    def legal_cards(self) -> tuple[Card, ...] | None:
        """The legal cards; None where that is unknown."""
        return None if self.legal is None else cards_in(self.legal)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is certain about a play.

    `before` is about the announcement, where the rule set has a rule for it. `end` is the moment after the last card
    that was told, with the cards that are certain; `legal` what its `turn` may play, None where nobody can say.
    """

    evidence: Evidence
    plies: tuple[RuledPly, ...]
    before: RuledPly | None
    end: Position
    legal: int | None

    @property
    def all(self) -> tuple[RuledPly, ...]:
        """The announcement, where there is something to say of it, and every card."""
        return self.plies if self.before is None else (self.before, *self.plies)

    @property
    def broken(self) -> tuple[RuledPly, ...]:
        """What certainly broke a rule, the first first."""
        return tuple(one for one in self.all if one.verdict is Verdict.BROKEN)

    @property
    def open(self) -> tuple[RuledPly, ...]:
        """What may have broken a rule, depending on cards that nobody knows."""
        return tuple(one for one in self.all if one.verdict is Verdict.OPEN)


def rule_on(
    game: Game, rules: RuleSet, tricks: Sequence[Trick], hands: Mapping[int, Sequence[str]], report: Report
) -> Ruling | None:
    """Rule on a play; None where it cannot have been, and `report` says why (`scorebook.rules.evidence`).

    Whole or partial: any number of tricks, the last with any number of cards, and any number of known hands.

    >>> from scorebook.rules import Contract, preset
    >>> wenz = Game(contract=Contract.WENZ, declarer=0)
    >>> tricks = [Trick(("GS", "G7", "H9", "G8"), lead=1), Trick(("HS", "HK", "G9"))]
    >>> ruling = rule_on(wenz, preset(), tricks, {}, Report())
    >>> [(one.ply, one.seat, str(one.card), one.rule, str(one.shown[0].card)) for one in ruling.broken]
    [(2, 3, 'H9', <Rule.BEDIENEN: 'bedienen'>, 'G9')]
    >>> [one.ply for one in ruling.open], ruling.end.turn
    ([6], 0)
    """
    evidence = gather(game, rules, tricks, hands, report)
    if evidence is None:
        return None
    plies = tuple(_ruled(evidence, ply) for ply in range(len(evidence.plies)))
    end = evidence.at(len(plies))
    legal = None if end.turn is None else _legal(evidence, len(plies), end.turn)
    return Ruling(evidence, plies, _announced(game, rules, evidence), end, legal)


def _ruled(evidence: Evidence, ply: int) -> RuledPly:
    """Rule on one card."""
    seat, place = evidence.plies[ply]
    card, position = CARDS[place], evidence.at(ply)
    excused, convicted = _ends(evidence, ply, seat)
    worst, best = convicted.broken_rule(card), excused.broken_rule(card)
    rule = best or worst
    verdict = Verdict.FINE if rule is None else Verdict.OPEN if best is None else Verdict.BROKEN
    held = position.hands[seat]
    proof = held & excused.legal_mask() if verdict is Verdict.BROKEN else 0
    return RuledPly(
        ply=ply,
        seat=seat,
        card=card,
        led=CARDS[position.trick[0]] if position.trick else None,
        verdict=verdict,
        rule=rule,
        legal=_legal(evidence, ply, seat),
        shown=_shown(evidence, seat, proof, ply),
        of_suit=(held & position.table.called_suit).bit_count(),
        hidden=evidence.hidden[seat],
    )


def _ends(evidence: Evidence, ply: int, seat: int) -> tuple[Position, Position]:
    """The moment with the hand that excuses most, and with the one that convicts most.

    Who follows is excused by having nothing to follow with, and convicted by having it, the called card before all. Who
    leads is excused by not owning the called card, or else by many of its suit.
    """
    known = evidence.at(ply)
    if not evidence.hidden[seat]:
        return known, known
    called, suit = known.table.called, known.table.called_suit
    if known.trick:
        led = known.table.order.followers[known.trick[0]]
        excusing = _dealt(evidence, seat, ~led & ~called, ~led, ~called)
        hands = excusing, _dealt(evidence, seat, called & led, led)
    else:
        hands = _dealt(evidence, seat, suit & ~called, ~called), _dealt(evidence, seat, called, ~suit)
    excused, convicted = (evidence.at(ply, seat, hand) for hand in hands)
    return excused, convicted


def _dealt(evidence: Evidence, seat: int, *wanted: int) -> int:
    """A hand that the seat may have been dealt: what is certain, then out of the sets in order."""
    hand, pool, missing = evidence.certain[seat], evidence.pool[seat], evidence.hidden[seat]
    for mask in (*wanted, pool):
        for card in cards_in(pool & mask & ~hand):
            if missing:
                hand |= mask_of((card,))
                missing -= 1
    return hand


def _legal(evidence: Evidence, ply: int, seat: int) -> int | None:
    """The legal cards of whose turn it is; None where they depend on cards that nobody knows."""
    excused, convicted = _ends(evidence, ply, seat)
    legal = excused.legal_mask()
    sure = legal == convicted.legal_mask() and not legal & ~evidence.certain[seat]
    return legal if sure else None


def _shown(evidence: Evidence, seat: int, cards: int, ply: int) -> tuple[Held, ...]:
    """These cards with how one knows of them, those that fell earlier first."""
    held = [_held(evidence, seat, card, ply) for card in cards_in(cards)]
    return tuple(sorted(held, key=lambda one: len(evidence.plies) if one.ply is None else one.ply))


def _held(evidence: Evidence, seat: int, card: Card, ply: int) -> Held:
    """How one knows that the seat held the card at that ply."""
    bit = mask_of((card,))
    fell = next((at for at, (_seat, place) in enumerate(evidence.plies) if at >= ply and 1 << place == bit), None)
    if evidence.told[seat] & bit:
        return Held(card, Proof.TOLD, fell)
    return Held(card, Proof.LEFT if fell is None else Proof.LATER, fell)


def _announced(game: Game, rules: RuleSet, evidence: Evidence) -> RuledPly | None:
    """Whether the caller had the Ober or Unter that the rule set asks for; None where it asks for nothing."""
    seat = game.declarer
    if seat is None or missing_honour(game, rules, [0] * game.players) is None:
        return None
    hands = [_dealt(evidence, seat, HONOURS), _dealt(evidence, seat, ~HONOURS)]
    wrong = [missing_honour(game, rules, [hand if one == seat else 0 for one in range(game.players)]) for hand in hands]
    verdict = Verdict.BROKEN if wrong[0] else Verdict.OPEN if wrong[1] else Verdict.FINE
    rule = None if verdict is Verdict.FINE else Rule.CALLER_NEEDS_HONOUR
    return RuledPly(BEFORE_THE_PLAY, seat, None, None, verdict, rule, None, hidden=evidence.hidden[seat])
