"""An Abrechnung as plain texts in their places: what the paper shows, without a rule and without a sum of its own."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.ledger.stock_closing import StockClosing
from scorebook.reports.names import initials, short_names
from scorebook.reports.paying import Paying, paying
from scorebook.reports.sides import SideView, side_views
from scorebook.rules import Unit
from scorebook.rules.cards import ALL_AUGEN
from scorebook.wording import GERMAN, Language

BERLIN = ZoneInfo("Europe/Berlin")


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount as printed; `won` marks the total of somebody who won the game of that row."""

    text: str
    negative: bool
    won: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One game that counts, with the totals after it in the order of the sheet's columns.

    `stock` is what lay in the Stock after a game that moved it; empty for others.
    """

    number: int
    dealer: str
    contract: str
    who: str
    augen: str
    extras: str
    value: str
    totals: tuple[Figure, ...]
    stock: str


@dataclass(frozen=True, slots=True)
class End:
    """What became of a sheet's Stock in the end; the totals, and what lies in the Stock, after that."""

    text: str
    totals: tuple[Figure, ...]
    stock: str


@dataclass(frozen=True, slots=True)
class Struck:
    """A game that was taken back: what it was, and who took it back, when and why."""

    number: int
    game: str
    note: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game that was corrected: what it was and what it became, and who corrected it, when and why."""

    number: int
    game: str
    instead: str
    note: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """One list of games. `heading` is empty where the evening has one sheet, `sides` where no Striche are written.

    `with_stock`: something lay in its Stock at some time, so that it has a column of its own.
    """

    heading: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    struck: tuple[Struck, ...]
    corrected: tuple[Corrected, ...]
    sides: tuple[SideView, ...]
    with_stock: bool
    end: End | None

    @property
    def across(self) -> int:
        """How many columns have running amounts."""
        return len(self.columns) + self.with_stock

    @property
    def longest(self) -> int:
        """Characters of the longest amount, for the width of the columns."""
        texts = (text for row in self.rows for text in (row.value, row.stock, *(t.text for t in row.totals)))
        return max(map(len, texts), default=0)


@dataclass(frozen=True, slots=True)
class Abrechnung:
    """Everything on the paper. `paying` is None where nobody pays anybody."""

    title: str
    club: str
    about: tuple[str, ...]
    totals: tuple[tuple[str, Figure], ...]
    sheets: tuple[SheetView, ...]
    paying: Paying | None
    facts: tuple[tuple[str, str], ...]
    check_code: str


def abrechnung(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Abrechnung:
    """Put an evening into words. Times are those of `zone`; amounts carry the evening's unit where they stand alone."""
    day = say.day(evening.date, "long")
    return Abrechnung(
        title=" · ".join(filter(None, (say("Abrechnung"), evening.club, day))),
        club=evening.club,
        about=_about(evening, say, zone),
        totals=_totals(evening, say),
        sheets=tuple(_sheet(evening, index, say, zone) for index in range(len(evening.sheets))),
        paying=paying(evening, say),
        facts=_facts(evening, say),
        check_code=evening.check_code(),
    )


def _about(evening: Evening, say: Language, zone: ZoneInfo) -> tuple[str, ...]:
    """The lines of the heading: when and where; by which rules."""
    when = say.day(evening.date, "full")
    hours = _clock(evening.begun, zone)
    if evening.until is not None:
        hours = f"{hours} {say('bis')} {_clock(evening.until, zone)}"
    first = " · ".join(filter(None, (f"{when}, {hours}", evening.place)))
    return (first, *_rules(evening, say))


def _rules(evening: Evening, say: Language) -> list[str]:
    """The rule sets in words; where there are several, each with the games that it priced."""
    lines = []
    for index, named in enumerate(evening.rule_sets):
        line = wording.rules_in_words(named.rules, say)
        if len(evening.rule_sets) > 1:
            spans = dict.fromkeys(span for sheet in evening.sheets for span in _spans(sheet, index, say))
            line = f"{say('Nr')} {', '.join(spans)}: {line}" if spans else ""
        lines.append(line)
    return [line for line in lines if line]


def _spans(sheet: Sheet, rule_set: int, say: Language) -> Iterator[str]:
    """The numbers of the games that a rule set priced: "1 bis 9", and again "15 bis 20" where the table came back."""
    for index, games in groupby(sheet.standing, lambda game: game.rule_set):
        numbers = [game.number for game in games]
        if index == rule_set:
            yield f"{numbers[0]} {say('bis')} {numbers[-1]}"


def _totals(evening: Evening, say: Language) -> tuple[tuple[str, Figure], ...]:
    """Name and result of everybody, in the order in which they sit."""
    totals = evening.totals()
    seated = dict.fromkeys(person for sheet in evening.sheets for person in sheet.people)
    order = list(seated) + [person for person in totals if person not in seated]
    unit, signed = evening.unit, evening.unit is not Unit.STRICH
    return tuple(
        (evening.name_of(p), Figure(wording.amount(totals[p], unit, say, sign=signed), totals[p] < 0)) for p in order
    )


def _sheet(evening: Evening, index: int, say: Language, zone: ZoneInfo) -> SheetView:
    sheet = evening.sheets[index]
    names = short_names(evening.names)
    letters = initials({person: names[person] for person in sheet.people})
    writer = _Writer(evening, sheet, names, letters, say)
    return SheetView(
        heading=f"{say('Tisch')} {index + 1}" if len(evening.sheets) > 1 else "",
        columns=tuple(names[person] for person in sheet.people),
        rows=tuple(writer.row(game, totals) for game, totals in sheet.running()),
        struck=tuple(
            writer.struck(game, zone) for game in sheet.games if not game.stands and game.uuid not in sheet.replaced
        ),
        corrected=tuple(
            writer.corrected(old, game, zone)
            for game in sheet.games
            if (old := sheet.before(game)) is not None and not game.only_dealt_otherwise(old)
        ),
        sides=side_views(evening, sheet, say),
        with_stock=sheet.has_stock,
        end=writer.end(sheet.closed) if sheet.closed else None,
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the games of one sheet."""

    evening: Evening
    sheet: Sheet
    names: dict[int, str]
    letters: dict[int, str]
    say: Language

    def row(self, recorded: RecordedGame, totals: dict[int, int]) -> Row:
        game, score = recorded.game, recorded.score
        people = self.sheet.people_at(recorded.number)
        won = {person for person, amount in zip(people, score.payouts, strict=True) if amount > 0}
        rules = self.evening.rule_sets[recorded.rule_set].rules
        return Row(
            number=recorded.number,
            dealer="" if game.dealer is None else self.letters[people[game.dealer]],
            contract=wording.game_name(game, self.say),
            who=wording.who(game, self._seated(people), score),
            augen=_augen(recorded),
            extras=wording.extras(game, score, rules, self._seated(people), self.say),
            value="" if score.void else self._plain(score.value),
            totals=self._figures(totals, won),
            stock=self._plain(score.stock) if score.stock != game.stock else "",
        )

    def end(self, closing: StockClosing) -> End:
        text = f"{self.say('Stock')} {wording.stock_closed(closing, self.names, self.evening.unit, self.say)}"
        return End(text, self._figures(self.sheet.totals(), ()), self._plain(self.sheet.stock_now))

    def _figures(self, totals: Mapping[int, int], won: Collection[int]) -> tuple[Figure, ...]:
        people = self.sheet.people
        return tuple(Figure(self._plain(totals[person]), totals[person] < 0, person in won) for person in people)

    def struck(self, recorded: RecordedGame, zone: ZoneInfo) -> Struck:
        return Struck(recorded.number, self._told(recorded), _note(recorded, zone))

    def corrected(self, old: RecordedGame, new: RecordedGame, zone: ZoneInfo) -> Corrected:
        return Corrected(old.number, self._told(old), self._told(new), _note(old, zone))

    def _told(self, recorded: RecordedGame) -> str:
        """What was played, by whom, for how much."""
        who = wording.who(recorded.game, self._seated(self.sheet.people_at(recorded.number)), recorded.score)
        value = wording.amount(recorded.score.value, self.evening.unit, self.say)
        return ", ".join(filter(None, (wording.game_name(recorded.game, self.say), who, value)))

    def _seated(self, people: Sequence[int]) -> list[str]:
        return [self.names[person] for person in people]

    def _plain(self, units: int) -> str:
        return self.say.figure(units, self.evening.unit.value)


def _note(recorded: RecordedGame, zone: ZoneInfo) -> str:
    """Who took a game back, when and why."""
    note = recorded.cancelled
    return "" if note is None else f"{note.by}, {_clock(note.at, zone)}: {note.reason}".removesuffix(": ")


def _augen(recorded: RecordedGame) -> str:
    """The Augen of the declarer's side, from whichever side's pile they were counted."""
    augen, others = recorded.game.augen, recorded.game.opponent_augen
    if augen is None and others is not None:
        augen = ALL_AUGEN - others
    return "" if augen is None else str(augen)


def _facts(evening: Evening, say: Language) -> tuple[tuple[str, str], ...]:
    """What there is to tell about the evening, each with its label."""
    games = [(game.score.value, sheet, game) for sheet in evening.sheets for game in sheet.standing]
    facts = [(say("Spiele"), str(len(games)))]
    dearest = max(games, key=lambda entry: entry[0], default=None)
    if dearest is not None and dearest[0]:
        value, _, game = dearest
        told = (
            f"{say('Nr')} {game.number}",
            wording.game_name(game.game, say),
            wording.amount(value, evening.unit, say),
        )
        facts.append((say("teuerstes Spiel"), ", ".join(told)))
    return (*facts, *_stock_facts(evening, say))


def _stock_facts(evening: Evening, say: Language) -> Iterator[tuple[str, str]]:
    """What came along in the Stocks, what lies in them, and what became of them."""
    brought = sum(sheet.stock for sheet in evening.sheets)
    if brought:
        yield say("Stock am Anfang"), wording.amount(brought, evening.unit, say)
    left = sum(sheet.stock_now for sheet in evening.sheets)
    if left or any(sheet.has_stock and sheet.closed is None for sheet in evening.sheets):
        yield say("im Stock"), wording.amount(left, evening.unit, say)
    names = short_names(evening.names)
    for table, sheet in enumerate(evening.sheets, start=1):
        if sheet.closed is not None:
            label = say("Stock") if len(evening.sheets) == 1 else f"{say('Stock')}, {say('Tisch')} {table}"
            yield label, wording.stock_closed(sheet.closed, names, evening.unit, say)


def _clock(moment: datetime, zone: ZoneInfo) -> str:
    return f"{moment.astimezone(zone):%H:%M}"
