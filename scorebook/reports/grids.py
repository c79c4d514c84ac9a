"""An evening as grids of cells, for spreadsheets: figures as figures, days as days, texts as texts."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scorebook import wording
from scorebook.exchange import game_json
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.view import as_they_sit, augen_text
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language

GAME, MARK = "Spiel (Daten)", "Kennung"
"""The heads of the columns by which the book knows a game again; the same in every language."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in units; cents are shown as euros."""

    units: int
    unit: Unit


@dataclass(frozen=True, slots=True)
class Parts:
    """An average, in thousandths."""

    thousandths: int


Cell = str | int | date | Money | Parts | None
"""What stands in a cell; None for nothing."""


@dataclass(frozen=True, slots=True)
class Grid:
    """One table: its name, the heads of its columns, its rows, and a last row with sums where there are any."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sums: tuple[Cell, ...] = ()


def games_grid(evening: Evening, say: Language = GERMAN) -> Grid:
    """Give all games that count, of all tables, one row each: what was played, and what everybody won or lost.

    The last two columns have the game as FORMAT.md 1 and its UUID, so that the book can read it again.
    """
    people = as_they_sit(evening)
    heads = (*_heads(say), *(evening.name_of(person) for person in people), say("Stock"), GAME, MARK)
    rows = (row for table in range(len(evening.sheets)) for row in _rows(evening, table, people, say))
    return Grid(say("Spiele"), heads, tuple(rows))


def evening_grids(evening: Evening, say: Language = GERMAN) -> Iterator[Grid]:
    """Give a grid of the games of each table, with sums, and one of what everybody won or lost in all."""
    for table, sheet in enumerate(evening.sheets):
        people, alone = sheet.people, len(evening.sheets) == 1
        name = say("Spiele") if alone else say("Tisch %(number)d", number=table + 1)
        rows = tuple(row[:-2] for row in _rows(evening, table, people, say))
        totals = _played(sheet)
        sums = (say("Summe"), *[None] * 9, *(Money(totals[person], evening.unit) for person in people), None)
        yield Grid(name, (*_heads(say), *(evening.name_of(person) for person in people), say("Stock")), rows, sums)
    yield _standing(evening, say)


def _heads(say: Language) -> tuple[str, ...]:
    first = (say("Datum"), say("Tisch"), say("Nr"), say("Geber"), say("Wer"), say("Was"), say("Mit"))
    return (*first, say("Augen"), say("Dazu"), say("Wert"))


def _rows(evening: Evening, table: int, people: Sequence[int], say: Language) -> Iterator[tuple[Cell, ...]]:
    """Give the games of a table that count; `people` are the columns. Who was not there has an empty cell."""
    sheet = evening.sheets[table]
    for recorded in sheet.standing:
        yield _row(evening, table, recorded, people, say)


def _row(
    evening: Evening, table: int, recorded: RecordedGame, people: Sequence[int], say: Language
) -> tuple[Cell, ...]:
    game, score, unit = recorded.game, recorded.score, evening.unit
    rules = evening.rule_sets[recorded.rule_set].rules
    seated = evening.sheets[table].people_at(recorded.number)
    names, said = [evening.name_of(person) for person in seated], say.playing(rules.words.cards)
    paid = dict(zip(seated, score.payouts, strict=True))
    who, *mates = [names[seat] for seat in wording.seats_named(game, score)] or [""]
    augen = augen_text(game)
    return (
        evening.date,
        table + 1,
        recorded.number,
        "" if game.dealer is None else names[game.dealer],
        who,
        wording.game_name(game, said),
        ", ".join(mates),
        int(augen) if augen else None,
        wording.extras(game, score, rules, names, said),
        Money(score.value, unit),
        *(Money(paid[person], unit) if person in paid else None for person in people),
        Money(score.stock, unit) if score.stock or game.stock else None,
        json.dumps(game_json(game), ensure_ascii=False, separators=(",", ":")),
        str(recorded.uuid),
    )


def _played(sheet: Sheet) -> dict[int, int]:
    """What everybody won or lost by the games of a table, without what became of its Stock."""
    totals = dict.fromkeys(sheet.people, 0)
    for _, after in sheet.running():
        totals = after
    return totals


def _standing(evening: Evening, say: Language) -> Grid:
    totals, unit = evening.totals(), evening.unit
    rows = tuple((evening.name_of(person), Money(totals[person], unit)) for person in as_they_sit(evening))
    about: tuple[tuple[Cell, ...], ...] = (
        (say("Runde"), evening.club),
        (say("Datum"), evening.date),
        (say("Ort"), evening.place),
        (say("Prüfzeichen"), evening.check_code()),
    )
    return Grid(say("Stand"), (say("Name"), say("Stand")), (*rows, *about))
