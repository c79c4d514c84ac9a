"""The price list of a rule set, for the wall: everything that `rules.prices` worked out, as texts in their places."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook import wording
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.rules import Contract, Result, RuleSet, Unit
from scorebook.rules.prices import LEVELS, Priced, PriceList, PriceRow, price_list
from scorebook.wording import GERMAN, Language, Marked
from scorebook.wording.games import STEPS

NONE = "–"
ENDS: Marked[dict[Result, str]] = {Result.WON: "gewonnen", Result.LOST: "verloren"}
UNITS: Marked[dict[Unit, str]] = {
    Unit.CENT: "Beträge in Euro.",
    Unit.POINT: "In Punkten.",
    Unit.STRICH: "In Strichen.",
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts: column headings, and rows with a heading each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Preistafel:
    """Everything on the price list. `laufende` is None where they do not count; `facts` are label and text."""

    title: str
    words: str
    explained: str
    contracts: Grid
    laufende: Grid | None
    facts: tuple[tuple[str, str], ...]

    @property
    def longest(self) -> int:
        """Characters of the longest amount, for the size of the letters."""
        grids = [self.contracts, *([self.laufende] if self.laufende else [])]
        return max((len(cell) for grid in grids for _, cells in grid.rows for cell in cells), default=0)


def preistafel(title: str, rules: RuleSet, say: Language = GERMAN) -> Preistafel:
    """Put the prices of a rule set into words.

    >>> from scorebook.rules import preset
    >>> preistafel("Stammtisch", preset()).contracts.rows[0]
    ('Solo', ('0,50', '0,60', '0,70', '1,00', '5,20'))
    """
    prices = price_list(rules)
    return Preistafel(
        title=title,
        words=wording.rules_in_words(rules, say),
        explained=_explained(rules, say),
        contracts=_contracts(prices, rules, say),
        laufende=_laufende(prices, rules, say),
        facts=tuple(_facts(prices, rules, say)),
    )


def page(title: str, rules: RuleSet, say: Language = GERMAN) -> Page:
    """Give the price list to be printed."""
    return Page(html(title, rules, say), "wall")


def html(title: str, rules: RuleSet, say: Language = GERMAN) -> str:
    """Write the price list as one complete page for the wall."""
    return environment().get_template("preistafel.html").render(view=preistafel(title, rules, say), _=say)


def _explained(rules: RuleSet, say: Language) -> str:
    """What the amounts mean."""
    if rules.winners_only or rules.unit is Unit.STRICH:
        text = say("Das wird jedem angeschrieben, der gewinnt.")
    else:
        text = say("Das zahlt ein Verlierer einem Gewinner; wer allein spielt, rechnet mit jedem so ab.")
    return f"{text} {say(UNITS[rules.unit])}"


def _contracts(prices: PriceList, rules: RuleSet, say: Language) -> Grid:
    used = [place for place in range(len(LEVELS)) if any(row.cells[place] for row in prices.rows)]
    names = list(LEVELS)
    return Grid(
        tuple(say(STEPS[names[place]]) for place in used),
        tuple(
            (_row_name(row, say), tuple(_value(row.cells[place], rules, say) for place in used)) for row in prices.rows
        ),
    )


def _row_name(row: PriceRow, say: Language) -> str:
    name = say("Herz-Solo") if row.herz else wording.contract_name(row.contract, say)
    return f"{name} {say(ENDS[row.result])}" if row.result else name


def _value(priced: Priced | None, rules: RuleSet, say: Language) -> str:
    return NONE if priced is None else say.figure(priced.score.value, rules.unit)


def _laufende(prices: PriceList, rules: RuleSet, say: Language) -> Grid | None:
    """What Laufende add, by their number; contracts in which they cost the same share a row."""
    groups: list[tuple[list[Contract], dict[int, str]]] = []
    for contract, run in prices.laufende:
        amounts = {priced.game.laufende: _added(priced, rules, say) for priced in run}
        for contracts, shared in groups:
            both = amounts.keys() & shared.keys()
            if min(amounts) == min(shared) and all(amounts[number] == shared[number] for number in both):
                contracts.append(contract)
                shared.update(amounts)
                break
        else:
            groups.append(([contract], amounts))
    if not groups:
        return None
    numbers = sorted({number for _, amounts in groups for number in amounts})
    rows = (
        (", ".join(wording.contract_name(c, say) for c in contracts), tuple(amounts.get(n, NONE) for n in numbers))
        for contracts, amounts in groups
    )
    return Grid(tuple(map(str, numbers)), tuple(rows))


def _added(priced: Priced, rules: RuleSet, say: Language) -> str:
    step = next(step for step in priced.score.steps if step.code == "laufende")
    return say.figure(step.amount or 0, rules.unit)


def _facts(prices: PriceList, rules: RuleSet, say: Language) -> Iterator[tuple[str, str]]:
    """Doublings, Ramsch and Stock."""
    if prices.klopfer:
        factors = (f"{priced.game.klopfer_count}: ×{_factor(priced, 'klopfer')}" for priced in prices.klopfer)
        yield rules.words.klopfer, " · ".join(factors)
    if prices.stoss:
        names = (
            f"{wording.stoss_name(priced.game.stoss_level, rules, say)} ×{_factor(priced, 'stoss')}"
            for priced in prices.stoss
        )
        yield say("Stoß"), " · ".join(names)
    if prices.ramsch:
        yield say("Ramsch"), say("Wer verliert, zahlt jedem {price}.").format(price=_value(prices.ramsch, rules, say))
    texts = [_with_jungfrauen(priced, rules, say) for priced in prices.jungfrauen]
    if len(set(texts)) == 1:
        yield say("Jungfrau"), texts[0]
    else:
        yield from zip((say("Eine Jungfrau"), say("Zwei Jungfrauen")), texts, strict=False)
    if prices.durchmarsch:
        price = _value(prices.durchmarsch, rules, say)
        yield say("Durchmarsch"), say("Jeder zahlt ihm {price}.").format(price=price)
    if prices.stake:
        yield (
            say("Stock"),
            say("Alle weiter: jeder zahlt {price} hinein.").format(price=_value(prices.stake, rules, say)),
        )


def _factor(priced: Priced, code: str) -> int:
    return next(step.factor or 1 for step in priced.score.steps if step.code == code)


def _with_jungfrauen(priced: Priced, rules: RuleSet, say: Language) -> str:
    """What the loser of a Ramsch pays a player without a trick, and one who has a trick."""
    hers, other = (say.figure(priced.score.payouts[seat], rules.unit) for seat in (1, 3))
    if hers == other:
        return say("Wer verliert, zahlt jedem {price}.").format(price=hers)
    return say("Wer verliert, zahlt einer Jungfrau {hers}, sonst {other}.").format(hers=hers, other=other)
