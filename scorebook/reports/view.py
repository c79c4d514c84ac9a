"""An Abrechnung as plain texts in their places: what the paper shows, without a rule and without a sum of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from scorebook import settings, wording
from scorebook.ledger.days import played_at, sittings
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.ledger.stock_closing import StockClosing
from scorebook.reports.names import initials, short_names
from scorebook.reports.paying import Paying, paying
from scorebook.reports.sides import SideView, side_views
from scorebook.rules import Game, RuleSet, Unit
from scorebook.rules.cards import ALL_AUGEN
from scorebook.wording import GERMAN, Language

BERLIN = settings.BERLIN


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount as printed; `won` marks the total of somebody who won the game of that row."""

    text: str
    negative: bool
    won: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One game that counts, with the totals after it in the order of the sheet's columns; empty before somebody came.

    `stock` is what lay in the Stock after a game that moved it; empty for others. `day` is the day that begins with it,
    where that is another than before.
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
    day: str = ""


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
        about=about(evening, say, zone),
        totals=totals(evening, say),
        sheets=tuple(_sheet(evening, index, say, zone) for index in range(len(evening.sheets))),
        paying=paying(evening, say, zone),
        facts=_facts(evening, say),
        check_code=evening.check_code(),
    )


def about(evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> tuple[str, ...]:
    """The lines of the heading: when and where; by which rules."""
    when = say.day(evening.date, "full")
    first = " · ".join(filter(None, (f"{when}, {_hours(evening, say, zone)}", evening.place)))
    return (first, *_rules(evening, say))


def _hours(evening: Evening, say: Language, zone: ZoneInfo) -> str:
    """From when until when they played; what was played on another day after a long break, with that day."""
    spells: list[str] = []
    for start, end in sittings(evening):
        day = f"{short_day(start, say, zone)}, " if spells else ""
        clocks = dict.fromkeys(_clock(moment, zone) for moment in (start, end) if moment is not None)
        spells.append(day + f" {say('bis')} ".join(clocks))
    return f" {say('und')} ".join(spells)


def short_day(moment: datetime, say: Language, zone: ZoneInfo) -> str:
    """Name the local day of a moment: "Samstag, 28.11."."""
    return say.day(moment.astimezone(zone).date(), "weekday")


def day_marks(evening: Evening, sheet: Sheet, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> dict[int, str]:
    """Give the day that begins with a game, by its number, where that is another than of the games before."""
    marks, last = {}, evening.begun.astimezone(zone).date()
    times = played_at(sheet)
    for game in sheet.standing:
        day = times[game.number].astimezone(zone).date()
        if day != last:
            marks[game.number] = short_day(times[game.number], say, zone)
        last = day
    return marks


def _rules(evening: Evening, say: Language) -> list[str]:
    """The rule sets in words; where there are several, each with the games that it priced."""
    lines = []
    for index, named in enumerate(evening.rule_sets):
        line = wording.rules_in_words(named.rules, say)
        if len(evening.rule_sets) > 1:
            where = _where(evening, index, say)
            line = f"{where}: {line}" if where else ""
        lines.append(line)
    return [line for line in lines if line]


def _where(evening: Evening, rule_set: int, say: Language) -> str:
    """Which games a rule set priced: "Nr 1 bis 9, 15 bis 20", with several tables "Tisch 1 Nr 1 bis 9, Tisch 2 …"."""
    found = []
    for table, sheet in enumerate(evening.sheets, start=1):
        spans = ", ".join(_spans(sheet, rule_set, say))
        if spans:
            found.append(f"{_table(evening, table, say, ' ')}{say('Nr')} {spans}")
    return ", ".join(found)


def _table(evening: Evening, table: int, say: Language, end: str = "") -> str:
    """The name of a table; "" where the evening has one only."""
    return f"{say('Tisch')} {table}{end}" if len(evening.sheets) > 1 else ""


def _spans(sheet: Sheet, rule_set: int, say: Language) -> Iterator[str]:
    """The numbers of the games that a rule set priced: "1 bis 9", and again "15" where the table came back for one."""
    for index, games in groupby(sheet.standing, lambda game: game.rule_set):
        numbers = [game.number for game in games]
        if index == rule_set:
            yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} {say('bis')} {numbers[-1]}"


def as_they_sit(evening: Evening) -> tuple[int, ...]:
    """The ids of everybody, in the order in which they sit, table by table."""
    seated = (person for sheet in evening.sheets for person in sheet.people)
    return tuple(dict.fromkeys([*seated, *(person.id for person in evening.people)]))


def totals(evening: Evening, say: Language = GERMAN) -> tuple[tuple[str, Figure], ...]:
    """Name and result of everybody, as they sit."""
    units, unit = evening.totals(), evening.unit
    return tuple(
        (evening.name_of(p), Figure(wording.amount(units[p], unit, say, sign=unit is not Unit.STRICH), units[p] < 0))
        for p in as_they_sit(evening)
    )


def _sheet(evening: Evening, index: int, say: Language, zone: ZoneInfo) -> SheetView:
    sheet = evening.sheets[index]
    names = short_names(evening.names)
    letters = initials({person: names[person] for person in sheet.people})
    came = {person: sheet.came(person) for person in sheet.people}
    writer = _Writer(evening, sheet, names, letters, came, say)
    marks = day_marks(evening, sheet, say, zone)
    return SheetView(
        heading=_table(evening, index + 1, say),
        columns=tuple(names[person] for person in sheet.people),
        rows=tuple(writer.row(game, totals, marks.get(game.number, "")) for game, totals in sheet.running()),
        struck=tuple(
            writer.struck(game, zone) for game in sheet.games if not game.stands and game.uuid not in sheet.replaced
        ),
        corrected=tuple(
            writer.corrected(old, game, zone)
            for game in sheet.games
            if (old := sheet.before(game)) is not None and not game.only_stands_otherwise(old)
        ),
        sides=side_views(evening, sheet, say),
        with_stock=sheet.has_stock,
        end=writer.end(sheet.closed) if sheet.closed else None,
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the games of one sheet. `came` has its columns: everybody's id, and the first game of each."""

    evening: Evening
    sheet: Sheet
    names: dict[int, str]
    letters: dict[int, str]
    came: dict[int, int]
    say: Language

    def row(self, recorded: RecordedGame, totals: dict[int, int], day: str) -> Row:
        game, score = recorded.game, recorded.score
        people = self.sheet.people_at(recorded.number)
        won = {person for person, amount in zip(people, score.payouts, strict=True) if amount > 0}
        rules, say = self._rules(recorded), self._saying(recorded)
        return Row(
            number=recorded.number,
            dealer="" if game.dealer is None else self.letters[people[game.dealer]],
            contract=wording.game_name(game, say),
            who=wording.who(game, self._seated(people), score),
            augen=augen_text(game),
            extras=wording.extras(game, score, rules, self._seated(people), say),
            value="" if score.void else self._plain(score.value),
            totals=tuple(
                self._total(totals[person], person in won) if first <= recorded.number else Figure("", negative=False)
                for person, first in self.came.items()
            ),
            stock=self._plain(score.stock) if score.stock != game.stock else "",
            day=day,
        )

    def end(self, closing: StockClosing) -> End:
        text = f"{self.say('Stock')} {wording.stock_closed(closing, self.names, self.evening.unit, self.say)}"
        totals = self.sheet.totals()
        return End(text, tuple(self._total(totals[person]) for person in self.came), self._plain(self.sheet.stock_now))

    def _total(self, units: int, won: bool = False) -> Figure:  # noqa: FBT001, FBT002
        return Figure(self._plain(units), units < 0, won)

    def struck(self, recorded: RecordedGame, zone: ZoneInfo) -> Struck:
        return Struck(recorded.number, self._told(recorded), _note(recorded, zone))

    def corrected(self, old: RecordedGame, new: RecordedGame, zone: ZoneInfo) -> Corrected:
        was, now = self._told(old), self._told(new)
        if was == now and old.score.payouts != new.score.payouts:
            was, now = f"{was}: {self._paid(old)}", f"{now}: {self._paid(new)}"
        return Corrected(old.number, was, now, _note(old, zone))

    def _told(self, recorded: RecordedGame) -> str:
        """What was played, by whom, for how much."""
        who = wording.who(recorded.game, self._seated(self.sheet.people_at(recorded.number)), recorded.score)
        value = wording.amount(recorded.score.value, self.evening.unit, self.say)
        return ", ".join(filter(None, (wording.game_name(recorded.game, self._saying(recorded)), who, value)))

    def _paid(self, recorded: RecordedGame) -> str:
        """Who got and paid what: "Sepp +0,50 · Vroni −0,50"."""
        paid = zip(self._seated(self.sheet.people_at(recorded.number)), recorded.score.payouts, strict=True)
        unit = self.evening.unit.value
        return " · ".join(f"{name} {self.say.figure(units, unit, sign=True)}" for name, units in paid if units)

    def _rules(self, recorded: RecordedGame) -> RuleSet:
        return self.evening.rule_sets[recorded.rule_set].rules

    def _saying(self, recorded: RecordedGame) -> Language:
        """The language with the names of the cards that the game was played with."""
        return self.say.playing(self._rules(recorded).words.cards)

    def _seated(self, people: Sequence[int]) -> list[str]:
        return [self.names[person] for person in people]

    def _plain(self, units: int) -> str:
        return self.say.figure(units, self.evening.unit.value)


def _note(recorded: RecordedGame, zone: ZoneInfo) -> str:
    """Who took a game back, when and why."""
    note = recorded.cancelled
    return "" if note is None else f"{note.by}, {_clock(note.at, zone)}: {note.reason}".removesuffix(": ")


def augen_text(game: Game) -> str:
    """The Augen of the declarer's side, from whichever side's pile they were counted."""
    augen, others = game.augen, game.opponent_augen
    if augen is None and others is not None:
        augen = ALL_AUGEN - others
    return "" if augen is None else str(augen)


def _facts(evening: Evening, say: Language) -> tuple[tuple[str, str], ...]:
    """What there is to tell about the evening, each with its label."""
    games = [
        (game.score.value, table, game) for table, sheet in enumerate(evening.sheets, 1) for game in sheet.standing
    ]
    facts = [(say("Spiele"), str(len(games)))]
    dearest = max(games, key=lambda entry: entry[0], default=None)
    if dearest is not None and dearest[0]:
        value, table, game = dearest
        told = (
            f"{_table(evening, table, say, ' ')}{say('Nr')} {game.number}",
            wording.game_name(game.game, say.playing(evening.rule_sets[game.rule_set].rules.words.cards)),
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
