"""What a game costs and who pays: base prices, what comes on top, what multiplies."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from scorebook.rules import TRAITS, Game, Model, Result
from scorebook.rules.contracts import Parties
from scorebook.rules.outcome import governs_schneider
from scorebook.rules.prices import LEVELS, PriceRow
from scorebook.rules.scoring import klopfer_factor
from scorebook.rules.switches import KlopferMode, SchwarzMode, StossDeadline
from scorebook.wording.games import STEPS, amount, contract_name, stoss_name
from scorebook.wording.languages import Marked
from scorebook.wording.rulebook.parts import Chapter, Line, Topic

ENDS: Marked[dict[Result, str]] = {Result.WON: "gewonnen", Result.LOST: "verloren"}
UNTIL: Marked[dict[StossDeadline, str]] = {
    StossDeadline.SECOND_CARD: "{name} geht, bis die zweite Karte liegt.",
    StossDeadline.FIRST_CARD: "{name} geht, bis die erste Karte liegt.",
    StossDeadline.OWN_FIRST_CARD: "{name} geht, bis die eigene erste Karte liegt.",
}


def doubling_chapter(topic: Topic) -> Chapter:
    """Klopfer and Stoß: how many, what they multiply, until when."""
    lines = [] if topic.rules.model is Model.STRICHE else [*_klopfer(topic), *_stoss(topic)]
    return Chapter(topic.say("Klopfen und Stoßen"), tuple(lines))


def _klopfer(topic: Topic) -> Iterator[Line]:
    rules, say = topic.rules, topic.say
    if rules.klopfer.mode is KlopferMode.OFF or not rules.klopfer.max:
        yield Line(rules.words.klopfer, say("Gibt es nicht."))
        return
    factors = " · ".join(
        f"{count}:\N{NO-BREAK SPACE}×{klopfer_factor(rules, count)}" for count in range(1, rules.klopfer.max + 1)
    )
    text = say("Angesagt wird, bevor alle Karten gegeben sind. {factors}")
    yield Line(rules.words.klopfer, text.format(factors=factors))


def _stoss(topic: Topic) -> Iterator[Line]:
    rules, say = topic.rules, topic.say
    if not rules.stoss.max:
        yield Line(say("Stoß"), say("Gibt es nicht."))
        return
    names = (
        f"{stoss_name(level, rules, say)}\N{NO-BREAK SPACE}×{rules.stoss.factor**level}"
        for level in range(1, rules.stoss.max + 1)
    )
    until = say(UNTIL[rules.stoss.deadline]).format(name=stoss_name(1, rules, say))
    turns = say("Zuerst die Gegner, dann abwechselnd.")
    yield Line(say("Stoß"), f"{' · '.join(names)}. {turns} {until}")


def prices_chapter(topic: Topic) -> Chapter:
    """Prices in short; the price list has all of them."""
    say = topic.say
    lines = [Line(say("Wer zahlt"), _who_pays(topic))]
    if topic.rules.model is Model.STRICHE:
        lines += [Line(_row_name(row, topic), _tiers(row, topic)) for row in topic.prices.rows]
    else:
        lines += [Line(say("Spiele"), " · ".join(_bases(topic)))]
        lines += _multiples(topic) if topic.rules.model is Model.MULTIPLICATIVE else [*_added(topic), *_tout(topic)]
    return Chapter(say("Preise"), tuple(line for line in lines if line.text))


def _who_pays(topic: Topic) -> str:
    rules, say = topic.rules, topic.say
    if rules.winners_only or rules.model is Model.STRICHE:
        return say("Jedem, der gewinnt, wird es angeschrieben; den anderen nichts.")
    parties = {TRAITS[contract].parties for contract in rules.offered}
    texts = [say("Zu zweit zahlt jeder Verlierer einem Gewinner.")] if Parties.PAIR in parties else []
    texts += [say("Wer allein spielt, bekommt es von jedem oder zahlt es jedem.")] if Parties.ALONE in parties else []
    return " ".join(texts)


def _row_name(row: PriceRow, topic: Topic) -> str:
    name = topic.say("Herz-Solo") if row.herz else contract_name(row.contract, topic.say)
    return f"{name} {topic.say(ENDS[row.result])}" if row.result else name


def _bases(topic: Topic) -> Iterator[str]:
    """Each game that was neither Schneider nor anything else; once where it costs the same won and lost."""
    for _, ends in groupby(topic.prices.rows, lambda row: (row.contract, row.herz)):
        rows = {row: _plain(row, topic) for row in ends}
        if len(set(rows.values())) == 1:
            rows = {replace(row, result=None): price for row, price in list(rows.items())[:1]}
        yield from (f"{_row_name(row, topic)}\N{NO-BREAK SPACE}{price}" for row, price in rows.items())


def _plain(row: PriceRow, topic: Topic) -> str:
    plain = row.cells[0]
    return "–" if plain is None else amount(plain.score.value, topic.rules.unit, topic.say)


def _tiers(row: PriceRow, topic: Topic) -> str:
    """A game at every level that it has."""
    levels = zip(LEVELS, row.cells, strict=True)
    return " · ".join(
        f"{topic.say(STEPS[name])}\N{NO-BREAK SPACE}{cell.score.value}" for name, cell in levels if cell is not None
    )


def _added(topic: Topic) -> Iterator[Line]:
    """What Schneider and Schwarz add."""
    rules, say = topic.rules, topic.say
    if not _counts_schneider(topic, "schneider"):
        return
    schneider = say("Schneider {amount} dazu.").format(amount=amount(rules.schneider.value, rules.unit, say))
    if rules.schwarz.mode is SchwarzMode.DOUBLE:
        schwarz = say("Schwarz verdoppelt dann noch einmal.")
    else:
        schwarz = say("Schwarz noch {amount} mehr.").format(amount=amount(rules.schwarz.value, rules.unit, say))
    yield Line(say("Zuschläge"), f"{schneider} {schwarz}")


def _tout(topic: Topic) -> Iterator[Line]:
    """What Tout and Sie make of the price."""
    rules, say = topic.rules, topic.say
    if topic.announces("tout"):
        yield Line(say("Tout"), " ".join(_tout_parts(topic)))
    if topic.announces("sie"):
        if rules.sie.value is not None:
            text = say("{amount} fest.").format(amount=amount(rules.sie.value, rules.unit, say))
        else:
            counted = say("mit Laufenden") if rules.sie.laufende else say("ohne Laufende")
            text = say("Mal {factor}, {counted}.").format(factor=rules.sie.factor, counted=counted)
        yield Line(say("Sie"), text)


def _tout_parts(topic: Topic) -> Iterator[str]:
    rule, unit, say = topic.rules.tout, topic.rules.unit, topic.say
    if rule.value is not None:
        yield say("{amount} fest.").format(amount=amount(rule.value, unit, say))
        return
    if rule.add:
        yield say("{amount} dazu.").format(amount=amount(rule.add, unit, say))
    yield say("Mal {factor}.").format(factor=rule.factor)
    if not (rule.schneider and _counts_schneider(topic, "tout")):
        yield say("Schneider und Schwarz kommen nicht dazu.")
    elif topic.rules.schwarz.mode is SchwarzMode.DOUBLE:
        yield say("Ist er gewonnen, kommt Schneider dazu.")
    else:
        yield say("Ist er gewonnen, kommen Schneider und Schwarz dazu.")


def _counts_schneider(topic: Topic, key: str) -> bool:
    """Whether Schneider counts in a game on offer that uses a key."""
    games = [contract for contract in topic.rules.offered if key in TRAITS[contract].keys]
    return any(governs_schneider(Game(contract=contract), topic.rules) for contract in games)


def _multiples(topic: Topic) -> Iterator[Line]:
    """The multiples of the Grundwert: the highest one counts."""
    rules, say, rule = topic.rules, topic.say, topic.rules.multiplicative
    times = {"schneider": rule.schneider, "schwarz": rule.schwarz}
    if rules.schneider.announce:
        times |= {"schneider_announced": rule.schneider_announced, "schwarz_announced": rule.schwarz_announced}
    times |= {name: rule.tout for name in ("tout", "sie") if topic.announces(name)}
    yield Line(say("Grundwert"), amount(rule.grundwert, rules.unit, say))
    told = " · ".join(f"{say(STEPS[name])}\N{NO-BREAK SPACE}×{factor}" for name, factor in times.items())
    yield Line(say("Vielfache"), say("{multiples}; das höchste zählt.").format(multiples=told))
