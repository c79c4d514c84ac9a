"""A table of another program as a file, read without asking: its columns are guessed as the page guesses them."""

import hashlib
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from scorebook.exchange.clubs import Batch
from scorebook.exchange.delimited import Table, read_table, table_text
from scorebook.exchange.strict import ShapeError
from scorebook.ledger.evening import NamedRuleSet
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.evenings import EARLIEST
from scorebook.services.import_plan import check_batch
from scorebook.services.refusals import RefusedError
from scorebook.services.table_columns import ROLES, Columns, RowLine, guess, row_line
from scorebook.services.table_import import Wanted, make_evenings
from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about a table that does not say itself: by which rules, in which round, on which day.

    `totals`: its amounts are what people have after a game, not what it brought.
    """

    named: NamedRuleSet
    club: str
    today: date
    totals: bool = False


@dataclass(frozen=True, slots=True)
class TableFile:
    """What became of a table: evenings, each row in words, and what each column was taken for, by its head."""

    batch: Batch
    lines: tuple[RowLine, ...]
    columns: tuple[tuple[str, str], ...]

    @property
    def wrong(self) -> tuple[RowLine, ...]:
        """The rows that say no game."""
        return tuple(line for line in self.lines if line.problems)


def source_of(table: Table) -> str:
    """Give what is another for every other table: the same one makes the same evenings."""
    text = "\n".join("\t".join(row) for row in (table.heads, *table.rows))
    return hashlib.sha256(text.encode()).hexdigest()


def out_of_range(evenings: tuple[date, ...], today: date) -> tuple[Finding, ...]:
    """Find days on which there was no evening: far too long ago, or yet to come."""
    late = today + timedelta(days=1)
    wrong = [day for day in evenings if not EARLIEST <= day <= late]
    return tuple(Finding("date.range", f"{day}", {"earliest": EARLIEST, "latest": today}) for day in wrong)


def read_table_file(actor: Actor, content: bytes, told: Told, zone: ZoneInfo, say: Language = GERMAN) -> TableFile:
    """Read a table. Raises `RefusedError` for what is none, has no four people, or days that cannot be.

    Rows that say no game are in the answer; then its evenings are not whole, and nothing is to be made of them.
    """
    try:
        table = read_table(table_text(content))
    except ShapeError as error:
        raise RefusedError(error.findings) from error
    roles = guess(table)
    columns = Columns(table, roles, told.named.rules, told.today, (), say)
    rows, faults = columns.read()
    wanted = Wanted(
        names=columns.names,
        rows=tuple(rows),
        named=told.named,
        club=told.club,
        place="",
        source=source_of(table),
        totals=told.totals,
        accept=False,
    )
    evenings, reads = make_evenings(actor, wanted, zone)
    lines = tuple(row_line(read, faults, columns) for read in reads)
    found = TableFile(Batch(evenings), lines, _taken_for(table, roles, say))
    findings = out_of_range(tuple(evening.date for evening in evenings), told.today)
    if findings:
        raise RefusedError(findings)
    if not found.wrong:
        check_batch(found.batch)
    return found


def _taken_for(table: Table, roles: list[str], say: Language) -> tuple[tuple[str, str], ...]:
    return tuple((head, say(ROLES[role])) for head, role in zip(table.heads, roles, strict=True))
