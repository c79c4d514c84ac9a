"""The end of a Stock as values: shares, entries, totals, and the key of the export format."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import ShapeError, evening_json, parse_evening, parse_rules
from scorebook.exchange.schema import json_schema
from scorebook.ledger.entries import reversed_entries
from scorebook.ledger.evening import Evening
from scorebook.ledger.settlement import settle
from scorebook.ledger.stock import boxed, paid_in
from scorebook.ledger.stock_closing import (
    CHOICES,
    MoveKind,
    StockClosing,
    closing_entries,
    shares,
    taking_entries,
)
from scorebook.services import RefusedError
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.wording import message
from tests import evenings
from tests.book import PASSED, WITH_STOCK, Book, codes
from tests.test_import import exported, read

AT = datetime(2026, 11, 27, 22, 15, tzinfo=UTC)
AMOUNTS = st.integers(1, 10**9)
PEOPLE = st.integers(4, 7)
RULES = parse_rules(WITH_STOCK)
STRANGERS = (99, 98, 97, 96)


def ended(kind: MoveKind | None, count: int = 5, opening: int = 0) -> Evening:
    """An evening with a Stock, of which this became in the end; `opening` lay in it at the start."""
    evening = evenings.evening(count, rules=RULES)
    sheet = replace(evening.sheets[0], stock=opening)
    if opening:
        games = (replace(game, game=replace(game.game, stock=game.game.stock + opening)) for game in sheet.games)
        games = (replace(g, score=replace(g.score, stock=g.score.stock + opening)) for g in games)
        sheet = replace(sheet, games=tuple(games))
    if kind is not None:
        people = sheet.people_at(sheet.next_number) if kind is MoveKind.DIVIDED else ()
        sheet = replace(sheet, closed=StockClosing(kind, sheet.stock_left, AT, "Tisch", people))
    return replace(evening, sheets=(sheet,))


@given(AMOUNTS, PEOPLE)
def test_shares_are_equal_but_for_a_rest_from_the_first_seat_on(amount: int, people: int) -> None:
    """Together they are the amount, none is more than one unit above another, and the larger ones come first."""
    parts = shares(amount, people)
    assert (len(parts), sum(parts)) == (people, amount)
    assert list(parts) == sorted(parts, reverse=True)
    assert max(parts) - min(parts) <= 1


@given(AMOUNTS, PEOPLE, st.sampled_from(CHOICES))
def test_entries_of_moves_sum_to_zero(amount: int, people: int, kind: MoveKind) -> None:
    """Whatever becomes of a Stock, its entries sum to zero, none is zero, and what undoes them leaves nothing."""
    ids = tuple(range(1, people + 1)) if kind is MoveKind.DIVIDED else ()
    entries = closing_entries(StockClosing(kind, amount, AT, "Tisch", ids))
    assert sum(entry.amount for entry in entries) == 0
    assert all(entry.amount for entry in entries)
    assert sum(entry.amount for entry in (*entries, *reversed_entries(entries))) == 0
    assert sum(entry.amount for entry in taking_entries(amount)) == 0


@given(st.integers(0, 40), st.sampled_from((None, *CHOICES)), st.integers(0, 500))
def test_people_stock_and_box_settle_to_zero(count: int, kind: MoveKind | None, opening: int) -> None:
    """Open, divided, kept or boxed, with a Stock from last time or none: totals, Stock and box sum to zero."""
    evening = ended(kind, count, opening)
    if kind is not None and not evening.sheets[0].stock_left:
        return
    balances = {**evening.totals(), -1: paid_in(evening.sheets), -2: boxed(evening.sheets)}
    assert sum(balances.values()) == 0
    settle(balances)


@pytest.mark.parametrize("kind", CHOICES)
def test_a_closed_stock_goes_out_and_comes_back(book: Book, kind: MoveKind) -> None:
    """Export and import give the same evening with the same code; the book that read it has its entries, too."""
    evening = ended(kind)
    data = evening_json(evening)
    again = parse_evening(json.loads(json.dumps(data)))
    assert (again.sheets[0].closed, again.check_code()) == (evening.sheets[0].closed, evening.check_code())
    evening_id = read(book, data)
    there = book.evening(evening_id)
    assert (there.check_code(), list(there.totals().values())) == (evening.check_code(), [*evening.totals().values()])
    assert there.sheets[0].stock_now == 0
    assert read(book, data) == evening_id
    verify_book(db.session)
    book.reopen(evening_id)
    assert book.sheet(there.sheets[0].id).stock_now == evening.sheets[0].stock_left
    verify_book(db.session)


def test_only_a_closed_stock_has_a_key_of_its_own(book: Book) -> None:
    """Files without one are exactly FORMAT.md 6; a sheet that took a Stock along says so by its `stock` alone."""
    started = book.start_with(WITH_STOCK)
    book.record(started.sheet_id, PASSED)
    keys = {"seats", "stock", "games"}
    assert set(exported(book, started.evening_id)["sheets"][0]) == keys
    book.end(started.evening_id, {started.sheet_id: "kept"})
    (sheet,) = exported(book, started.evening_id)["sheets"]
    assert set(sheet) == keys | {"stock_closed"}
    assert (sheet["stock_closed"]["kind"], sheet["stock_closed"]["people"]) == ("kept", [])
    book.reopen(started.evening_id)
    assert set(exported(book, started.evening_id)["sheets"][0]) == keys


def test_the_schema_knows_the_key() -> None:
    """The published JSON Schema describes what became of a Stock, strictly."""
    described = json_schema()["$defs"]["StockClosedModel"]
    assert described["properties"]["kind"]["enum"] == [kind.value for kind in CHOICES]
    assert described["required"] == ["kind", "amount", "at", "by"]
    assert described["additionalProperties"] is False


WRONG: list[tuple[Callable[[dict[str, Any]], Any], str, str]] = [
    (lambda data: data.update(ended=None), "stock_closed.open", ""),
    (lambda data: _closed(data).update(amount=70), "stock_closed.amount", ".amount"),
    (lambda data: _closed(data).update(people=[*STRANGERS]), "stock_closed.people", ".people"),
    (lambda data: _closed(data)["people"].reverse(), "stock_closed.people", ".people"),
    (lambda data: _closed(data).update(people=[]), "stock_closed.people", ".people"),
    (lambda data: _closed(data).update(kind="kept"), "stock_closed.people", ".people"),
    (lambda data: _closed(data).update(kind="taken"), "value.choice", ".kind"),
    (lambda data: _closed(data).update(amount=0), "value.range", ".amount"),
    (lambda data: _closed(data).update(amount=True), "value.type", ".amount"),
    (lambda data: _closed(data).update(why="so"), "key.unknown", ".why"),
    (lambda data: _closed(data).pop("at"), "key.missing", ".at"),
]


def _closed(data: dict[str, Any]) -> dict[str, Any]:
    return data["sheets"][0]["stock_closed"]


@pytest.mark.parametrize(("change", "code", "field"), WRONG)
def test_an_end_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], Any], code: str, field: str) -> None:
    """Another amount than what lay there, people who do not sit there, an evening that goes on, wrong shapes."""
    data = evening_json(ended(MoveKind.DIVIDED))
    change(data)
    with pytest.raises(ShapeError) as error:
        parse_evening(data)
    assert (code, f"sheets.0.stock_closed{field}") in codes(error)


def test_another_end_of_the_same_evening_is_told(book: Book) -> None:
    """An evening that is in the book with a kept Stock is not that of a file in which it was put into the box."""
    read(book, evening_json(ended(MoveKind.KEPT)))
    with pytest.raises(RefusedError) as error:
        read(book, evening_json(ended(MoveKind.BOXED)))
    assert "Liste 1, was aus dem Stock wurde" in message(error.value.findings[0])
    data = evening_json(ended(MoveKind.BOXED))
    _closed(data)["by"] = "a\tb"
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert codes(error) == [("name.control", "sheets.0.stock_closed.by")]
