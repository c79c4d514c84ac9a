"""A list as people keep it by hand: blank for any table, filled in as far as a table is, or with all its games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from scorebook import wording
from scorebook.ledger.bock import has_bock
from scorebook.ledger.evening import Evening, NamedRuleSet, Sheet, sitters
from scorebook.reports.abrechnung import environment
from scorebook.reports.heads import drawing
from scorebook.reports.names import initials, short_names
from scorebook.reports.page import Page
from scorebook.reports.preistafel import NONE, preistafel
from scorebook.reports.sides import SideView
from scorebook.rules import Contract, RuleSet, StockMode, Unit
from scorebook.rules.prices import Priced, PriceList, price_list
from scorebook.wording import GERMAN, Language

MOST_PAGES = 10
WIDEST = 5
"""Columns of numbers for which an upright page has room: one a player, and one for the Stock."""
HEADS = 5
"""Heads below each name that wait to be drawn."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a page lies: its rows, how many lines of prices have room below them, and of how many letters each.

    `instead`: so many further lines take the place of a row.
    """

    rows: int
    lines: int
    letters: int
    instead: int


UPRIGHT, ACROSS = Format(28, 4, 150, 2), Format(25, 3, 215, 1)
HEADS_TAKE = {UPRIGHT: 2, ACROSS: 3}
"""Rows in whose place the heads stand."""
LINES, LINES_A_ROW = 4, 2
"""So many lines of prices have room beside all rows; further ones take the place of a row each two."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What stood there before: a heading, totals by seat, and the Stock. Empty texts are to be filled in."""

    totals: tuple[str, ...]
    stock: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a row: who played what with whom, how it went, what it was worth, and what all have after it."""

    player: str
    game: str
    partner: str
    augen: str
    extras: str
    bock: str
    value: str
    after: Carried


@dataclass(frozen=True, slots=True)
class Line:
    """A row: its number, the letter of who deals and the seats that sit out, as far as known; to be filled, or is."""

    number: int
    dealer: str = ""
    out: frozenset[int] = frozenset()
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page: what is carried onto it (None: nothing), its rows, and what stands there in the end (None: go on)."""

    carried: Carried | None
    lines: tuple[Line, ...]
    end: Carried | None = None


@dataclass(frozen=True, slots=True)
class Spielliste:
    """A list to write on. `by` names the rule set; `names` are by seat, "" where somebody writes his own.

    `first` is the number of the first row; `dealers` who deals, once around, `letters` what they are called there, by
    seat, and `outs` who sits out then. `kept` are the rows of a list that is written already, `end` what stands there
    in the end, `sides` the Striche of each side as they are drawn, and `check` the check code of what is written.
    """

    by: str
    rules: RuleSet
    names: tuple[str, ...]
    title: str = ""
    place: str = ""
    day: date | None = None
    first: int = 1
    dealers: tuple[int, ...] = ()
    letters: tuple[str, ...] = ()
    outs: tuple[frozenset[int], ...] = ()
    carried: Carried | None = None
    pages: int = field(default=1)
    kept: tuple[Line, ...] = ()
    end: Carried | None = None
    sides: tuple[SideView, ...] = ()
    check: str = ""


def blank(
    by: str, rules: RuleSet, names: Sequence[str], pages: int = 1, *, title: str = "", place: str = ""
) -> Spielliste:
    """Give a list for as many people as there are `names`, which may be empty."""
    return Spielliste(by, rules, tuple(names), title, place, pages=pages)


def running(evening: Evening, sheet: Sheet, named: NamedRuleSet, pages: int = 1, say: Language = GERMAN) -> Spielliste:
    """Give the list with which a table goes on from its next game, the deal going round from there."""
    rules = named.rules
    short = short_names(evening.names)
    people, totals = sheet.sitting, sheet.totals()
    letters = initials({person: short[person] for person in people})
    dealers = tuple((sheet.next_dealer + turn) % len(people) for turn in range(len(people)))
    stock = say.figure(sheet.stock_now, rules.unit) if rules.stock_mode is not StockMode.OFF else ""
    many = len(evening.sheets) > 1
    table = say("Tisch %(number)d", number=evening.sheets.index(sheet) + 1) if many else ""
    return Spielliste(
        by=named.name,
        rules=rules,
        title=" · ".join(filter(None, (evening.club, table))),
        names=tuple(short[person] for person in people),
        place=evening.place,
        day=evening.date,
        first=sheet.next_number,
        dealers=dealers,
        letters=tuple(letters[person] for person in people),
        outs=tuple(frozenset(sitters(len(people), dealer, sheet.pattern)) for dealer in dealers),
        carried=Carried(tuple(say.figure(totals[person], rules.unit) for person in people), stock),
        pages=pages,
    )


def page(wanted: Spielliste, say: Language = GERMAN) -> Page:
    """Give the list to be printed."""
    return Page(html(wanted, say), "list")


def html(wanted: Spielliste, say: Language = GERMAN) -> str:
    """Write the list as complete pages, in the words of a language."""
    rules = wanted.rules
    said = say.playing(rules.words.cards)
    prices, with_stock = price_lines(rules, said), rules.stock_mode is not StockMode.OFF
    numbers = len(wanted.names) + with_stock
    striche = rules.unit is Unit.STRICH
    across = numbers > WIDEST
    form = ACROSS if across else UPRIGHT
    rows = _rows(prices, form) - (HEADS_TAKE[form] if striche else 0)
    return (
        environment()
        .get_template("spielliste.html")
        .render(
            view=wanted,
            pages=tuple(_pages(wanted, rows) if wanted.end is None else _kept_pages(wanted, rows)),
            size=" on-side" if across else " tight" if numbers == WIDEST else "",
            striche=striche,
            bock=has_bock(rules),
            stock=with_stock,
            head=drawing(0, said),
            heads=HEADS,
            prices=prices,
            _=said,
        )
    )


def _rows(prices: Sequence[tuple[str, str]], form: Format) -> int:
    """Give how many rows a page has room for beside the prices."""
    lines = sum(len(label) + len(text) + 4 for label, text in prices) // form.letters + 1
    return form.rows - max(0, -(-(lines - form.lines) // form.instead))


def _kept_pages(wanted: Spielliste, rows: int) -> Iterator[Leaf]:
    """Give the pages of a list that is written, each with the row that it goes on from; the last one with the end."""
    carried, lines = None, wanted.kept
    while True:
        room = rows - (carried is not None)
        some, lines = lines[:room], lines[room:]
        if not lines and len(some) < room:
            yield Leaf(carried, some, wanted.end)
            return
        yield Leaf(carried, some)
        last = some[-1].written
        carried = carried if last is None else last.after


def _pages(wanted: Spielliste, rows: int) -> Iterator[Leaf]:
    """Give the pages; what is carried onto one has its own row."""
    empty = Carried(("",) * len(wanted.names))
    index = 0
    for page in range(wanted.pages):
        carried = empty if page else wanted.carried
        more = rows - (carried is not None)
        yield Leaf(carried, tuple(_line(wanted, row) for row in range(index, index + more)))
        index += more


def _line(wanted: Spielliste, index: int) -> Line:
    number = wanted.first + index
    if not wanted.dealers:
        return Line(number)
    turn = index % len(wanted.dealers)
    return Line(number, wanted.letters[wanted.dealers[turn]], wanted.outs[turn])


def price_lines(rules: RuleSet, say: Language = GERMAN) -> tuple[tuple[str, str], ...]:
    """Say in short what everything costs: contracts at their levels, Laufende, doublings. From the price list.

    >>> from scorebook.rules import preset
    >>> dict(price_lines(preset()))["Laufende"]
    'Solo, Sauspiel ab 3 je 0,10 · Wenz ab 2 je 0,10'
    """
    view = preistafel("", rules, say)
    levels = view.contracts.columns
    cells: dict[tuple[str, ...], list[str]] = {}
    for name, texts in view.contracts.rows:
        cells.setdefault(texts, []).append(name)
    contracts = tuple((", ".join(names), _levels(levels, texts)) for texts, names in cells.items())
    runs = _runs(price_list(rules), rules, say)
    laufende = ((say("Laufende"), runs),) if runs else ()
    return contracts + laufende + view.facts


def _levels(names: Sequence[str], texts: Sequence[str]) -> str:
    """Give the plain price, and what it is at the other levels that there are."""
    plain, *others = zip(names, texts, strict=True)
    more = ", ".join(f"{name} {text}" for name, text in others if text != NONE)
    return f"{plain[1]} ({more})" if more else plain[1]


def _runs(prices: PriceList, rules: RuleSet, say: Language) -> str:
    """Say what Laufende add: from which number on so much each, or step by step where they are not even."""
    groups: dict[str, list[Contract]] = {}
    for contract, run in prices.laufende:
        groups.setdefault(_run(run, rules, say), []).append(contract)
    named = ((", ".join(wording.contract_name(one, say) for one in some), text) for text, some in groups.items())
    return " · ".join(f"{names} {text}" for names, text in named)


def _run(run: Sequence[Priced], rules: RuleSet, say: Language) -> str:
    added = {priced.game.laufende: _added(priced) for priced in run}
    fewest = min(added)
    each = added[fewest] // fewest
    capped = max(added.values())
    if all(amount == min(number * each, capped) for number, amount in added.items()):
        text = say("ab {number} je {price}").format(number=fewest, price=say.figure(each, rules.unit))
        stops = next(number for number, amount in added.items() if amount == capped)
        return text if stops == max(added) else say("{text}, höchstens {number}").format(text=text, number=stops)
    steps = ((number, amount) for number, amount in added.items() if added.get((number or 0) - 1) != amount)
    each_step = say("ab {number}: {price}")
    return ", ".join(each_step.format(number=n, price=say.figure(amount, rules.unit)) for n, amount in steps)


def _added(priced: Priced) -> int:
    return next(step.amount or 0 for step in priced.score.steps if step.code == "laufende")
