"""The engine's one door: look at a game under a rule set."""

from scorebook.rules.contracts import Contract
from scorebook.rules.findings import Report
from scorebook.rules.game import Game
from scorebook.rules.outcome import read_outcome
from scorebook.rules.ramsch import read_ramsch
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Assessment, Score
from scorebook.rules.scoring import durchmarsch_price, score_all_pass, score_declarer, score_ramsch
from scorebook.rules.validation import check_entry


def assess(game: Game, rules: RuleSet) -> Assessment:
    """Check a game and work out its score. Reports all findings at once; with an error there is no score.

    Not checked: types and ranges of single values (`scorebook.exchange` does), the cards of a protocol, and whatever
    only the sheet knows (whose turn it is to deal, what the Bock counter says).

    >>> from scorebook.rules.presets import preset
    >>> assess(Game(contract=Contract.WENZ, declarer=0, augen=105), preset()).score.payouts
    (180, -60, -60, -60)
    """
    report = Report()
    sound = check_entry(game, rules, report)
    score: Score | None = None
    if game.contract is Contract.ALL_PASS:
        if not report.errors:
            score = score_all_pass(game, rules)
    elif game.contract is Contract.RAMSCH:
        score = _ramsch(game, rules, report) if sound else None
    else:
        outcome = read_outcome(game, rules, report)
        if not report.errors:
            score = score_declarer(game, rules, outcome)
    return Assessment(tuple(report.errors), tuple(report.warnings), None if report.errors else score)


def _ramsch(game: Game, rules: RuleSet, report: Report) -> Score | None:
    outcome = read_ramsch(game, rules, report)
    if outcome.durchmarsch is not None and durchmarsch_price(rules) is None:
        report.error("durchmarsch.no_price", "contract")
    return None if report.errors else score_ramsch(game, rules, outcome)
