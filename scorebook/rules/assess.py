"""The engine's one door: look at a game under a rule set."""

from dataclasses import replace

from scorebook.rules.contracts import Contract
from scorebook.rules.findings import Report
from scorebook.rules.game import Game
from scorebook.rules.outcome import read_outcome
from scorebook.rules.protocol import completed
from scorebook.rules.ramsch import read_ramsch
from scorebook.rules.replay import Replay, replay
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment, Score
from scorebook.rules.scoring import durchmarsch_price, score_all_pass, score_declarer, score_ramsch
from scorebook.rules.validation import check_entry


def assess(game: Game, rules: RuleSet) -> Assessment:
    """Check a game and work out its score. Reports all findings at once; with an error there is no score.

    The cards of a protocol are played again: they fill in what was not entered. Where that is not possible, only what
    is wrong with them is reported. Not checked: types and ranges of single values (`scorebook.exchange` does), and
    whatever only the sheet knows (whose turn it is to deal, what the Bock counter says).

    >>> from scorebook.rules.presets import preset
    >>> assess(Game(contract=Contract.WENZ, declarer=0, augen=105), preset()).score.payouts
    (180, -60, -60, -60)
    """
    report = Report()
    played = _replayed(game, rules, report)
    if report.errors:
        return Assessment(tuple(report.errors), tuple(report.warnings), None)
    whole = None if played is None else completed(game, rules, played, report)
    score = _score(whole or game, rules, report)
    score = None if report.errors else score
    return Assessment(tuple(report.errors), tuple(report.warnings), score, played, whole)


def assess_recorded(game: Game, rules: RuleSet) -> Assessment:
    """Look again at a game that stands in a book. One that holds all that its cards say is assessed as any other.

    A game that does not was recorded before anybody read its cards: it costs what was agreed then, by what was entered,
    and is given without them. Cards that cannot have been played are wrong in any book.

    >>> from scorebook.rules.presets import preset
    >>> assess_recorded(Game(contract=Contract.WENZ, declarer=0, augen=105), preset()).score.value
    60
    """
    assessment = assess(game, rules)
    if assessment.replay is None or assessment.completed == game:
        return assessment
    as_entered = assess(replace(game, protocol=None, given=game.given - {"protocol"}), rules)
    return assessment if as_entered.score is None else as_entered


def _replayed(game: Game, rules: RuleSet, report: Report) -> Replay | None:
    has_cards = game.protocol is not None and "protocol" in game.traits.keys
    return replay(game, rules, report) if has_cards else None


def _score(game: Game, rules: RuleSet, report: Report) -> Score | None:
    sound = check_entry(game, rules, report)
    if game.contract is Contract.ALL_PASS:
        return score_all_pass(game, rules) if not report.errors else None
    if game.contract is Contract.RAMSCH:
        return _ramsch(game, rules, report) if sound else None
    outcome = read_outcome(game, rules, report)
    return score_declarer(game, rules, outcome) if not report.errors else None


def _ramsch(game: Game, rules: RuleSet, report: Report) -> Score | None:
    outcome = read_ramsch(game, rules, report)
    if outcome.durchmarsch is not None and durchmarsch_price(rules) is None:
        report.error("durchmarsch.no_price", "contract")
    return None if report.errors else score_ramsch(game, rules, outcome)
