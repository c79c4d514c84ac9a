"""What the columns of a foreign table mean, and its rows as games: by its heads, corrected by whoever reads it in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from uuid import UUID

from scorebook import wording
from scorebook.exchange import ShapeError, load_json, parse_game
from scorebook.exchange.asking import keys_asked
from scorebook.exchange.delimited import Table
from scorebook.exchange.paper_row import LineError, Row, UnclearError, read_row, seat_of
from scorebook.ledger.evening import sitters
from scorebook.money import LARGEST, read_amount
from scorebook.reports.grids import GAME, MARK
from scorebook.rules import Finding, Game, RuleSet, Unit
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services.refusals import ConfirmError, RefusedError
from scorebook.services.table_import import Gains, Read, TableRow
from scorebook.wording import GERMAN, Language, Marked
from scorebook.wording.shorthand import Shorthand, plain

AMOUNT, UNUSED = "amount", ""
ROLES: Marked[dict[str, str]] = {
    UNUSED: "brauche ich nicht",
    AMOUNT: "Betrag dieses Spielers",
    "date": "Tag",
    "table": "Tisch",
    "dealer": "Geber",
    "who": "Wer hat gespielt",
    "what": "Was wurde gespielt",
    "mate": "Mit wem",
    "end": "Augen oder Ergebnis",
    "extras": "Dazu, in Kürzeln",
    "game": "Spiel (Daten)",
    "mark": "Kennung",
}
"""What may stand in a column."""
SPOKEN = {
    "date": "datum tag date day",
    "table": "tisch table",
    "dealer": "geber dealer",
    "who": "wer spieler ansager who declarer player",
    "what": "was spiel spielart contract game what",
    "mate": "mit partner mitspieler with",
    "end": "augen ergebnis ausgang result points",
    "extras": "kürzel extras",
    UNUSED: "nr nummer no number wert value stock dazu plus uhrzeit time summe sum total",
}
"""What such columns are called, as people and programs do."""
DAYS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y")
DECIMAL = re.compile(r"[0-9][.,][0-9]")
ENDED = frozenset({"result", "augen", "opponent_augen", "tricks"})
"""Any of these says how a game ended."""
NO_EXTRAS = frozenset({"protocol", "revoke_reason"})


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a cell: in which line and under which head."""

    line: int
    head: str
    text: str


def guess(table: Table) -> list[str]:
    """Guess what each column means; a head that is no word for anything and has figures below it is somebody's name.

    >>> guess(Table(("Datum", "Was", "Sepp", "Notiz"), (("1.2.2026", "Solo", "-0,20", "x"),), (2,)))
    ['date', 'what', 'amount', '']
    """
    words = {plain(word): role for role, text in SPOKEN.items() for word in text.split()}
    words |= {plain(GAME): "game", plain(MARK): "mark"}
    found: list[str] = []
    for column, head in enumerate(table.heads):
        role = words.get(plain(head))
        if role is None:
            role = AMOUNT if head and _figures(table, column) else UNUSED
        found.append(UNUSED if role in found and role != AMOUNT else role)
    return found


def _figures(table: Table, column: int) -> bool:
    """Tell whether there are amounts in a column, and nothing else."""
    cells = [row[column] for row in table.rows if row[column]]
    return bool(cells) and all(_amount(cell, Unit.CENT, euros=False) is not None for cell in cells)


def _amount(text: str, unit: Unit, *, euros: bool) -> int | None:
    """Read an amount; None for a text that is none. `euros`: a whole number is one of euros."""
    try:
        units = read_amount(text, unit)
    except ValueError:
        return None
    whole = euros and not DECIMAL.search(text)
    units = units * 100 if whole else units
    return units if abs(units) <= LARGEST else None


@dataclass(frozen=True, slots=True)
class Columns:
    """A table with what its columns mean, and the rules by which its games are read."""

    table: Table
    roles: Sequence[str]
    rules: RuleSet
    today: date
    typed_names: tuple[str, ...] = ()
    say: Language = GERMAN

    @property
    def amounts(self) -> tuple[int, ...]:
        """The columns with amounts."""
        return tuple(column for column, role in enumerate(self.roles) if role == AMOUNT)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all who play: the heads of these columns, else those that were typed."""
        return tuple(self.table.heads[column] for column in self.amounts) or self.typed_names

    @property
    def euros(self) -> bool:
        """Whether whole numbers among the amounts are euros: where others have a comma."""
        cells = (row[column] for row in self.table.rows for column in self.amounts)
        return self.rules.unit is Unit.CENT and any(DECIMAL.search(cell) for cell in cells)

    def read(self) -> tuple[list[TableRow], list[Fault]]:
        """Give the rows as far as their cells can be read, and all cells that cannot."""
        rows, faults, words = [], [], _Words(self.rules, self.say)
        day, euros = self.today, self.euros
        for line, cells in zip(self.table.lines, self.table.rows, strict=True):
            said = {role: cells[column] for column, role in enumerate(self.roles) if role != AMOUNT}
            wrong: dict[str, Finding] = {}
            day = self._day(said.get("date", ""), wrong) or day
            paid = [self._paid(column, cells[column], wrong, euros=euros) for column in self.amounts]
            paid = paid or [None] * len(self.typed_names)
            mark = _mark(said.get("mark", ""), wrong)
            read = partial(_game, said, words)
            rows.append(TableRow(line, day, _table(said.get("table", "")), read, tuple(paid), mark))
            faults += [Fault(line, head, words.told(finding)) for head, finding in wrong.items()]
        return rows, faults

    def head_of(self, role: str) -> str:
        """Give the head above a role; "" where there is none."""
        return self.table.heads[self.roles.index(role)] if role in self.roles else ""

    def _day(self, text: str, wrong: dict[str, Finding]) -> date | None:
        """Read a day, with or without a time behind it; None for an empty cell."""
        bare = text.split(maxsplit=1)[0].split("T", maxsplit=1)[0] if text else ""
        for form in DAYS:
            try:
                return datetime.strptime(bare, form).date() if bare else None  # noqa: DTZ007 - a day has no zone
            except ValueError:
                continue
        wrong[self.head_of("date")] = Finding("cell.date", "", {"text": text})
        return None

    def _paid(self, column: int, text: str, wrong: dict[str, Finding], *, euros: bool) -> int | None:
        if not text:
            return None
        units = _amount(text, self.rules.unit, euros=euros)
        if units is None:
            wrong[self.table.heads[column]] = Finding("cell.amount", "", {"text": text})
            return 0  # whoever has something there sits at the table
        return units


def _mark(text: str, wrong: dict[str, Finding]) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        wrong[MARK] = Finding("cell.mark", "", {"text": text})
        return None


def _table(text: str) -> int:
    found = re.search(r"[0-9]{1,3}", text)
    return int(found[0]) if found else 1


class _Words:
    """The letters of a rule set at each table of people, made once."""

    def __init__(self, rules: RuleSet, say: Language) -> None:
        self.rules, self.say = rules, say
        self._known: dict[tuple[str, ...], Shorthand] = {}

    def of(self, names: Sequence[str]) -> Shorthand:
        """Give the letters that hold among these people."""
        key = tuple(names)
        if key not in self._known:
            self._known[key] = Shorthand.of(self.rules, key, keys_asked(self.rules, len(key)) - NO_EXTRAS, self.say)
        return self._known[key]

    def told(self, finding: Finding) -> str:
        """Say what is wrong in a cell."""
        return wording.message(finding, self.say)


def _game(said: Mapping[str, str], words: _Words, names: Sequence[str], gained: Gains, dealer: int) -> Game:
    """Read the game of a row. Raises `LineError` and `ShapeError` for one that says none.

    Of more than four, those without an amount sit out, if they are as many as have to (of five that is the dealer);
    else as the table turns. Whether it was won, and with whom, the amounts say where no column does: they are held
    against the result anyway.
    """
    if said.get("game"):
        return parse_game(load_json(said["game"]))
    if not (said.get("who") or said.get("what")):
        raise ShapeError([Finding("row.amounts_only", "")])
    short = words.of(names)
    wrong: dict[str, str] = {}
    deals = _seat("dealer", said, short, wrong)
    away = [seat for seat, amount in enumerate(gained) if amount is None]
    few = len(away) == len(names) - ACTIVE_PLAYERS
    if deals is None and few and len(away) == 1:
        deals = away[0]
    row = Row(*(said.get(role, "") for role in ("who", "what", "mate", "end", "extras")))
    declarer = _seat("who", said, short, {})
    if not row.mate and declarer is not None:
        row = replace(row, mate=_with(declarer, gained))

    def out(of_line: int | None) -> Sequence[int]:
        turn = next(seat for seat in (of_line, deals, dealer) if seat is not None)
        return away if few else sitters(len(names), turn)

    data, unclear = read_row(row, short, out)
    if wrong or unclear:
        raise LineError(unclear | wrong)
    won = gained[data["declarer"]] if "declarer" in data else None
    if won and not data.keys() & ENDED:
        data["result"] = "won" if won > 0 else "lost"
    return parse_game(data if deals is None else {"dealer": deals} | data)


def _with(declarer: int, gained: Gains) -> str:
    """Give the seat of the only one who won or lost with the declarer, as a line of paper names it; "" for none."""
    sign = gained[declarer] or 0
    same = [seat for seat, amount in enumerate(gained) if seat != declarer and (amount or 0) * sign > 0]
    return f"#{same[0] + 1}" if len(same) == 1 else ""


def _seat(role: str, said: Mapping[str, str], words: Shorthand, wrong: dict[str, str]) -> int | None:
    """Find somebody whom a column names; what is wrong with that goes into `wrong`."""
    try:
        return seat_of(said[role], words) if said.get(role) else None
    except UnclearError as error:
        wrong[role] = str(error)
        return None


@dataclass(frozen=True, slots=True)
class RowLine:
    """A row as it is told: what it becomes, or what is wrong with it."""

    line: int
    says: str
    problems: tuple[str, ...] = ()


def row_line(read: Read, faults: Sequence[Fault], columns: Columns) -> RowLine:
    """Say what became of a row, and what is wrong under which head."""
    wrong = [f"{fault.head}: {fault.text}" for fault in faults if fault.line == read.line]
    wrong = wrong or _problems(read, columns)
    if read.game is None or read.score is None:
        return RowLine(read.line, "", tuple(wrong))
    rules, say = columns.rules, columns.say
    said = wording.extras(read.game, read.score, rules, read.names, say)
    who = wording.who(read.game, read.names, read.score)
    value = wording.amount(read.score.value, rules.unit, say)
    words = filter(None, (wording.game_name(read.game, say), who, said, value))
    return RowLine(read.line, ", ".join(words), tuple(wrong))


def _problems(read: Read, columns: Columns) -> list[str]:
    match read.error:
        case None:
            return []
        case LineError():
            return [_at(columns.head_of(role), text) for role, text in read.error.columns.items()]
        case RefusedError() | ShapeError() | ConfirmError():
            return [_finding(finding, read.names, columns) for finding in read.error.findings]
    return [read.error.told(columns.say)]


def _finding(finding: Finding, names: Sequence[str], columns: Columns) -> str:
    """Say what is wrong with a row; its amounts as the page writes them."""
    unit = columns.rules.unit
    figures = {
        key: columns.say.figure(value, unit) if isinstance(value, int) else value
        for key, value in finding.params.items()
    }
    if finding.code in ("row.differs", "row.zero"):
        return wording.message(Finding(finding.code, "", figures), columns.say)
    return wording.message(finding, columns.say, names)


def _at(head: str, text: str) -> str:
    return f"{head}: {text}" if head else text
