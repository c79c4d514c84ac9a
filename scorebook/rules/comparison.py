"""A recorded game beside its cards: what was entered, what the cards say, and the game as it is when they hold."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from scorebook.rules.assess import assess
from scorebook.rules.cards import ALL_AUGEN
from scorebook.rules.contracts import TRAITS, Parties
from scorebook.rules.findings import Finding, Report
from scorebook.rules.game import Game, Result
from scorebook.rules.protocol import contradictions, impossible, so_far
from scorebook.rules.replay import Facts, Replay, replay
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment, Score

TOLD = frozenset({
    "augen", "opponent_augen", "tricks", "result", "schneider", "schwarz", "laufende", "laufende_side",
    "augen_by_seat", "tricks_by_seat", "jungfrauen", "loser",
})  # fmt: skip
"""The keys of a game that follow from its cards when all of them were played."""
_DEFAULTS = {field.name: field.default for field in fields(Game)}


@dataclass(frozen=True, slots=True)
class Compared:
    """One key: as it was entered and as the cards say; None where nothing was entered, or the cards do not tell.

    Values are those of the game; Laufende are a pair of side and number, `schneider` and `schwarz` what was booked, and
    a `range` is what may be by cards that were not all played.
    """

    key: str
    entered: object
    by_cards: object
    differs: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What cards make of a game. `rows` and `replay` are missing where they cannot have been played (`errors` say why).

    `game` is the game as it is when the cards hold, `assessment` what the rules say about that.
    """

    game: Game
    assessment: Assessment
    rows: tuple[Compared, ...] = ()
    replay: Replay | None = None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Why these cannot be the cards of this game."""
        return self.assessment.errors

    @property
    def differs(self) -> bool:
        """Whether something was entered otherwise than the cards say."""
        return any(row.differs for row in self.rows)


def compare(game: Game, score: Score, rules: RuleSet) -> Comparison:
    """Hold a game with a protocol against its cards; `score` is what was booked for it.

    What the cards tell takes the place of what was entered; who knocked, who gave a Stoß and the like stays.

    >>> from scorebook.rules import Contract, Protocol, preset
    >>> cards = Protocol(hands=((), (), (), ()), lead=0, played=())
    >>> wenz = Game(contract=Contract.WENZ, declarer=0, augen=105, protocol=cards)
    >>> booked = assess(Game(contract=Contract.WENZ, declarer=0, augen=105), preset()).score
    >>> compare(wenz, booked, preset()).errors[0].code
    'hand.size'
    """
    report = Report()
    played = replay(game, rules, report)
    if played is None:
        return Comparison(game, Assessment(tuple(report.errors), (), None) if report.errors else assess(game, rules))
    wrong = {"augen" if key == "opponent_augen" else key for key in _contradicted(game, rules, played)}
    whole = as_played(game, rules, played, _result(score))
    assessment = assess(whole, rules)
    rows = (
        Compared(
            key, entered, told, key in wrong or (key in _BOOKED and None not in (entered, told) and entered != told)
        )
        for key, entered, told in _pairs(game, score, rules, played.facts, assessment.score)
        if (entered, told) != (None, None)
    )
    return Comparison(assessment.completed or whole, assessment, tuple(rows), played)


_BOOKED = frozenset({"result", "schneider", "schwarz", "loser"})
"""What is compared as it was booked, whatever was entered."""


def as_played(game: Game, rules: RuleSet, played: Replay, booked: Result | None) -> Game:
    """The game without what its cards say themselves, so that they fill it in; the partner is the one that they show.

    Cards that were not all played leave what they do not contradict, and the result as it was `booked` unless they have
    decided it.
    """
    gone = set(TOLD) if played.facts.complete else set(_contradicted(game, rules, played))
    gone |= {"laufende_side"} if "laufende" in gone else set()
    values: dict[str, Any] = {key: _DEFAULTS[key] for key in gone - {"partner"}}
    given = game.given - values.keys()
    known = so_far(game, rules, played.facts)
    result = booked if known is None or known.decided is None else known.decided
    if not played.facts.complete and result is not None:
        values["result"], given = result, given | {"result"}
    if game.traits.parties is Parties.PAIR:
        values["partner"] = played.facts.partner
        given = given - {"partner"} if played.facts.partner is None else given | {"partner"}
    return replace(game, given=given, **values)


def _contradicted(game: Game, rules: RuleSet, played: Replay) -> Iterator[str]:
    """The keys that were entered otherwise than the cards say, or than they can still become."""
    yield from (found.key for found in contradictions(game, rules, played))
    known = so_far(game, rules, played.facts)
    if known is not None:
        yield from impossible(game, known)


def _pairs(
    game: Game, score: Score, rules: RuleSet, facts: Facts, told: Score | None
) -> Iterator[tuple[str, object, object]]:
    """Each key with what was entered and what the cards say."""
    whole, known = facts.complete, so_far(game, rules, facts)
    if not game.traits.has_declarer:
        yield "augen_by_seat", game.augen_by_seat, facts.augen_by_seat if whole else None
        yield "tricks_by_seat", game.tricks_by_seat, facts.tricks_by_seat if whole else None
        yield "loser", loser_of(game, score), loser_of(game, told) if whole and told is not None else None
        return
    if game.traits.parties is Parties.PAIR:
        yield "partner", game.partner, facts.partner
    decided = None if known is None else known.decided
    yield "result", _result(score), _result(told) if whole and told is not None else decided
    other = None if game.opponent_augen is None else ALL_AUGEN - game.opponent_augen
    augen = other if game.augen is None else game.augen
    yield "augen", augen, facts.augen if known is None else None if augen is None else known.augen
    yield "tricks", game.tricks, facts.tricks if known is None else None if game.tricks is None else known.tricks
    if facts.laufende is not None:
        entered = (game.laufende_side, game.laufende) if "laufende" in game.given else None
        yield "laufende", entered, (facts.laufende_side, facts.laufende)
    if "schneider" in TRAITS[game.contract].keys:
        for key in ("schneider", "schwarz"):
            yield key, getattr(score, key), getattr(told, key) if whole and told is not None else None


def loser_of(game: Game, score: Score) -> int | None:
    """The seat that lost a Ramsch, as it was booked; None where several paid or nobody.

    >>> from scorebook.rules import Contract, preset
    >>> ramsch = Game(contract=Contract.RAMSCH, augen_by_seat=(50, 40, 20, 10))
    >>> loser_of(ramsch, assess(ramsch, preset()).score)
    0
    """
    paying = [seat for seat, amount in enumerate(score.payouts) if amount < 0]
    return paying[0] if "loser" in game.traits.keys and len(paying) == 1 else None


def _result(score: Score) -> Result | None:
    """Who won, as it was booked."""
    return None if score.declarer_won is None else Result.WON if score.declarer_won else Result.LOST
