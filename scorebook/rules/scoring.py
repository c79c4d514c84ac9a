"""What a valid game is worth and who pays whom (FORMAT.md 2, "The sums"). Amounts first, factors last.

Everything here trusts that `scorebook.rules.validation` and `outcome` found no error.
"""

from scorebook.rules.contracts import WENZ_LIKE, Contract
from scorebook.rules.game import Game, LaufendeSide
from scorebook.rules.outcome import Outcome, governs_schneider
from scorebook.rules.ramsch import RamschOutcome, jungfrau_factor, ramsch_payouts
from scorebook.rules.ruleset import RuleSet
from scorebook.rules.score import Score, Step
from scorebook.rules.switches import KlopferMode, LaufendeMode, Model, RevokeMode, SchwarzMode, StockLoss, StockMode
from scorebook.rules.validation import base_price, stake

FIBONACCI = (1, 2, 3, 5, 8, 13)
STOCK_CONTRACTS = frozenset({Contract.SAUSPIEL, Contract.HOCHZEIT, Contract.MUSS})

Steps = list[Step]


def total(steps: Steps) -> int:
    """The amounts added, then the factors multiplied.

    >>> total([Step("base", amount=20), Step("schneider", amount=10), Step("klopfer", factor=2, count=1)])
    60
    """
    value = sum(step.amount or 0 for step in steps)
    for step in steps:
        value *= 1 if step.factor is None else step.factor
    return value


def klopfer_factor(rules: RuleSet, count: int) -> int:
    """The factor of `count` Klopfer, 0 to 4.

    >>> from scorebook.rules.presets import preset
    >>> [klopfer_factor(preset(), d) for d in range(5)]
    [1, 2, 4, 8, 16]
    """
    match rules.klopfer.mode:
        case KlopferMode.PLUS_ONE:
            return count + 1
        case KlopferMode.FIBONACCI:
            return FIBONACCI[count]
        case KlopferMode.TRIPLE:
            return int(3**count)
        case _:
            return int(2**count)


def _factors(game: Game, rules: RuleSet) -> Steps:
    """Klopfer, Bock and Stoß, where they change something."""
    steps = []
    if game.klopfer_count:
        steps.append(Step("klopfer", factor=klopfer_factor(rules, game.klopfer_count), count=game.klopfer_count))
    if game.bock > 1:
        steps.append(Step("bock", factor=game.bock))
    if game.stoss_level:
        steps.append(Step("stoss", factor=int(rules.stoss.factor**game.stoss_level), count=game.stoss_level))
    return steps


def fewest_laufende(contract: Contract, rules: RuleSet) -> int:
    """How many Laufende it takes for them to count.

    >>> from scorebook.rules.presets import preset
    >>> fewest_laufende(Contract.SOLO, preset()), fewest_laufende(Contract.WENZ, preset())
    (3, 2)
    """
    return rules.laufende.min_wenz if contract in WENZ_LIKE else rules.laufende.min


def _counted_laufende(game: Game, rules: RuleSet, *, won: bool) -> int:
    """How many Laufende count: 0 below the minimum, cut at the maximum, none where the mode says so."""
    rule = rules.laufende
    if game.sie:
        return rules.deck.tricks
    if game.laufende < fewest_laufende(game.contract, rules):
        return 0
    mit = game.laufende_side is LaufendeSide.MIT
    if (
        rule.mode is LaufendeMode.NEVER
        or (rule.mode is LaufendeMode.WITH_ONLY and not mit)
        or (rule.mode is LaufendeMode.ASYMMETRIC and mit is won)
    ):
        return 0
    return game.laufende if rule.max is None else min(game.laufende, rule.max)


def _laufende_steps(game: Game, rules: RuleSet, *, won: bool) -> Steps:
    """L of the additive model: n times the value, or the table's entry for n or the next lower one."""
    count, rule = _counted_laufende(game, rules, won=won), rules.laufende
    if not count or (game.sie and not rules.sie.laufende):
        return []
    amount = count * rule.value
    if rule.table is not None:
        entries = [entry for number, entry in rule.table if number <= count or game.sie]
        amount = entries[-1] if entries else 0
    return [Step("laufende", amount=amount, count=count)] if amount else []


def _contract_factor(game: Game, rules: RuleSet, *, won: bool) -> Steps:
    """The factors of Muss and Kreuzspiel."""
    factor = 1
    if game.contract is Contract.MUSS:
        factor = rules.muss.win_factor if won else rules.muss.loss_factor
    elif game.contract is Contract.KREUZSPIEL:
        factor = rules.kreuzspiel.factor
    return [] if factor == 1 else [Step(game.contract.value, factor=factor)]


def _additive(game: Game, rules: RuleSet, outcome: Outcome) -> Steps:
    """Base, Schneider, Schwarz, Laufende; then what doubles."""
    won = bool(outcome.won)
    base = Step("base", amount=base_price(game, rules) or 0)
    laufende = _laufende_steps(game, rules, won=won)
    if game.sie:
        if rules.sie.value is not None:
            return [Step("sie", amount=rules.sie.value)]
        return [base, *laufende, Step("sie", factor=rules.sie.factor)]
    if game.tout:
        if rules.tout.value is not None:
            return [Step("tout", amount=rules.tout.value)]
        add = [Step("tout", amount=rules.tout.add)] if rules.tout.add else []
        return [base, *add, *_tout_tiers(game, rules, won=won), *laufende, Step("tout", factor=rules.tout.factor)]
    tiers = _tiers(game, rules, outcome)
    doubled = [step for step in tiers if step.factor is not None]
    return [base, *(step for step in tiers if step.factor is None), *laufende, *doubled]


def _tout_tiers(game: Game, rules: RuleSet, *, won: bool) -> Steps:
    """Schneider and Schwarz of a won Tout, where `tout.schneider` counts them."""
    if not (won and rules.tout.schneider and governs_schneider(game, rules)):
        return []
    steps = [Step("schneider", amount=rules.schneider.value)]
    if rules.schwarz.mode is SchwarzMode.ADD:
        steps.append(Step("schwarz", amount=rules.schwarz.value))
    return steps


def _tiers(game: Game, rules: RuleSet, outcome: Outcome) -> Steps:
    """Schneider and Schwarz, played and announced."""
    if not governs_schneider(game, rules):
        return []
    price, double = rules.schneider.value, rules.schwarz.mode is SchwarzMode.DOUBLE
    announced = game.schneider_announced or game.schwarz_announced
    steps = []
    if announced or outcome.schneider or outcome.schwarz:
        code = "schneider_announced" if announced else "schneider"
        steps.append(Step(code, amount=price * 2 if announced else price))
    if game.schwarz_announced:
        steps.append(
            Step("schwarz_announced", factor=4) if double else Step("schwarz_announced", amount=rules.schwarz.value * 2)
        )
    elif outcome.schwarz and not outcome.missed:
        steps.append(Step("schwarz", factor=2) if double else Step("schwarz", amount=rules.schwarz.value))
    return steps


def _multiplicative(game: Game, rules: RuleSet, outcome: Outcome) -> Steps:
    """Grundwert times the largest multiple that applies, Laufende on top (seed 000)."""
    rule = rules.multiplicative
    base = Step("base", amount=rule.grundwert)
    if game.contract is Contract.BETTEL:
        return [base]
    count = _counted_laufende(game, rules, won=bool(outcome.won))
    laufende = [Step("laufende", amount=count * rule.grundwert, count=count)] if count else []
    code, times = _multiple(game, rules, outcome)
    if times == 1:
        return [base, *laufende]
    if rule.laufende_inside:
        return [base, *laufende, Step(code, factor=times)]
    return [base, Step(code, amount=rule.grundwert * (times - 1), count=times), *laufende]


def _multiple(game: Game, rules: RuleSet, outcome: Outcome) -> tuple[str, int]:
    """The largest multiple that applies, with the name of what gives it."""
    rule = rules.multiplicative
    if game.tout or game.sie:
        return ("tout" if game.tout else "sie", rule.tout)
    if not governs_schneider(game, rules):
        return ("base", 1)
    applying = [("base", 1)]
    if game.schneider_announced:
        applying.append(("schneider_announced", rule.schneider_announced))
    if game.schwarz_announced:
        applying.append(("schwarz_announced", rule.schwarz_announced))
    if outcome.schneider and not outcome.missed:
        applying.append(("schneider", rule.schneider))
    if outcome.schwarz and not outcome.missed:
        applying.append(("schwarz", rule.schwarz))
    return max(applying, key=lambda pair: pair[1])


def _striche(game: Game, rules: RuleSet, outcome: Outcome) -> Steps:
    """The tier that each winner is written in Deutscher Schafkopf (seed 001)."""
    rule = rules.striche
    if outcome.won:
        tiers = rule.declarer
    elif game.contract is Contract.ZWANGSSPIEL and not game.alone:
        tiers = rule.zwang_opponents
    else:
        tiers = rule.opponents
    tier = 2 if outcome.schwarz else 1 if outcome.schneider else 0
    return [Step(("einfach", "schneider", "schwarz")[tier], amount=tiers[tier])]


def _price_steps(game: Game, rules: RuleSet, outcome: Outcome) -> Steps:
    """The steps to the value of a game with a declarer, by the rule set's model."""
    if rules.model is Model.STRICHE:
        return _striche(game, rules, outcome)
    model = _additive if rules.model is Model.ADDITIVE else _multiplicative
    return model(game, rules, outcome) + _contract_factor(game, rules, won=bool(outcome.won)) + _factors(game, rules)


def _revoked(game: Game, rules: RuleSet, outcome: Outcome) -> tuple[Steps, bool]:
    """A broken rule of play: the offender's side loses at the plain price; if it had lost anyway, at the dearer one."""
    won = game.revoke not in game.declarer_side
    plain_game = Outcome(won)
    if rules.model is Model.STRICHE:
        steps = _striche(game, rules, plain_game)
    else:
        if rules.model is Model.ADDITIVE:
            steps = [Step("base", amount=base_price(game, rules) or 0), *_laufende_steps(game, rules, won=won)]
        else:
            grundwert, count = rules.multiplicative.grundwert, _counted_laufende(game, rules, won=won)
            steps = [Step("base", amount=grundwert)]
            if count:
                steps.append(Step("laufende", amount=grundwert * count, count=count))
        steps += _contract_factor(game, rules, won=won) + _factors(game, rules)
    if outcome.won is won:
        steps = max(steps, _price_steps(game, rules, outcome), key=total)
    return steps, won


def _nothing(game: Game) -> Score:
    """The score of a game that does not count."""
    return Score(value=0, payouts=(0,) * game.players, stock=game.stock, void=True, steps=())


def score_declarer(game: Game, rules: RuleSet, outcome: Outcome) -> Score:
    """The score of a game with a declarer; `outcome` is what `read_outcome` found.

    >>> from scorebook.rules.presets import preset
    >>> lost = score_declarer(Game(contract=Contract.WENZ, declarer=1, augen=40), preset(), Outcome(won=False))
    >>> lost.value, lost.payouts
    (50, (50, -150, 50, 50))
    """
    if outcome.void:
        return _nothing(game)
    if game.revoke is not None:
        steps, won = _revoked(game, rules, outcome)
    else:
        steps, won = _price_steps(game, rules, outcome), bool(outcome.won)
    value = total(steps)
    payouts = _payouts(game, rules, value, won=won)
    stock = _move_stock(game, rules, payouts, won=won)
    return Score(
        value=value,
        payouts=tuple(payouts),
        stock=stock,
        steps=tuple(steps),
        declarer_won=won,
        schneider=outcome.schneider,
        schwarz=outcome.schwarz,
    )


def _payouts(game: Game, rules: RuleSet, value: int, *, won: bool) -> list[int]:
    """One amount a seat: two against two, or one against three (and against who sits out, where these pay)."""
    paid = [0] * game.players
    side, others = game.declarer_side, game.opponents
    sitters = game.sitting_out if game.alone and rules.sitting_out_pays else ()
    if rules.winners_only or rules.model is Model.STRICHE:
        written = side if won else others + (sitters if rules.winners_only else ())
        for seat in written:
            paid[seat] = value
        return paid
    sign = 1 if won else -1
    for seat in others + sitters:
        paid[seat] = -sign * value
    for seat in side:
        paid[seat] = sign * value * (len(others) + len(sitters)) // len(side)
    if game.revoke is not None and rules.revoke.mode is RevokeMode.OFFENDER_PAYS:
        party = side if game.revoke in side else others
        paid[game.revoke] = sum(paid[seat] for seat in party)
        for seat in party:
            if seat != game.revoke:
                paid[seat] = 0
    return paid


def _move_stock(game: Game, rules: RuleSet, paid: list[int], *, won: bool) -> int:
    """Let the declarer's side take the Stock or pay into it; changes `paid`, returns the Stock afterwards."""
    mode, rule = rules.stock_mode, rules.stock
    partners = mode is StockMode.PARTNERS
    concerned = mode is StockMode.DECLARER or game.contract in STOCK_CONTRACTS
    if mode is StockMode.OFF or not game.stock or not concerned or (not won and rule.on_loss is StockLoss.KEEP):
        return game.stock
    takers = game.declarer_side if partners else game.declarer_side[:1]
    each = game.stock // len(takers)
    if won and rule.cap is not None:
        each = min(each, rule.cap)
    moved = each if won else -each
    for seat in takers:
        paid[seat] += moved
    return game.stock - moved * len(takers)


def score_ramsch(game: Game, rules: RuleSet, outcome: RamschOutcome) -> Score:
    """The score of a Ramsch; `outcome` is what `read_ramsch` found.

    >>> from scorebook.rules.presets import preset
    >>> score_ramsch(Game(contract=Contract.RAMSCH, loser=2), preset(), RamschOutcome(losers=(2,))).payouts
    (20, 20, -60, 20)
    """
    steps = [Step("base", amount=base_price(game, rules) or 0)]
    if outcome.durchmarsch is not None:
        steps = [Step("durchmarsch", amount=durchmarsch_price(rules) or 0)]
    steps += _factors(game, rules)
    payouts = ramsch_payouts(game, rules, outcome, total(steps))
    if not any(payouts) and not outcome.losers and outcome.durchmarsch is None:
        return _nothing(game)
    single = rules.ramsch.losers == 1 or game.augen_by_seat is None
    if outcome.durchmarsch is None and single and jungfrau_factor(rules, outcome) > 1:
        steps.append(Step("jungfrau", factor=jungfrau_factor(rules, outcome), count=len(outcome.jungfrauen)))
    return Score(value=total(steps), payouts=payouts, stock=game.stock, steps=tuple(steps))


def durchmarsch_price(rules: RuleSet) -> int | None:
    """What a Durchmarsch gets from each, in units before factors; None where the rule set has no price for it.

    >>> from scorebook.rules.presets import preset
    >>> durchmarsch_price(preset("bsv_10_50")), durchmarsch_price(preset())
    (70, 50)
    """
    value = rules.ramsch.durchmarsch_value
    return rules.price(Contract.SOLO) if value is None else value


def score_all_pass(game: Game, rules: RuleSet) -> Score:
    """Everybody passed: each pays the stake into the Stock, or nothing happens.

    >>> from scorebook.rules.presets import preset
    >>> score_all_pass(Game(contract=Contract.ALL_PASS), preset()).void
    True
    """
    if rules.stock_mode is StockMode.OFF:
        return _nothing(game)
    each = stake(rules) or 0
    payouts = tuple(-each if seat in game.active else 0 for seat in range(game.players))
    return Score(value=each, payouts=payouts, stock=game.stock - sum(payouts), steps=(Step("stake", amount=each),))
