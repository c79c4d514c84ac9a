"""What becomes of a Stock when an evening ends, when it goes on, and when the next one begins."""

import json
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest

from scorebook.errors import ConflictError
from scorebook.exchange import evening_json, parse_rules
from scorebook.ledger.stock_closing import MoveKind
from scorebook.services import RefusedError, closing, evenings, stock
from scorebook.services.evenings import NewEvening, Started
from scorebook.services.importing import import_evening
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.wording import GERMAN
from tests import evenings as made
from tests.actions import Page
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

POINTS = {"preset": "turnier_plusminus", "stock": {"mode": "partners"}}
FIVE = ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias")


def with_stock(book: Book, *games: dict[str, Any]) -> Started:
    """Begin an evening with a Stock and play; at first everybody passes, so that 0,80 € lie in it."""
    started = book.start_with(WITH_STOCK)
    for game in (PASSED, *games):
        book.record(started.sheet_id, game)
    return started


def begin(book: Book, *stocks: int, rules: dict[str, Any] = WITH_STOCK, **other: Any) -> Started:
    """Begin an evening that takes up kept Stocks."""
    rule_set = book.rule_set(rules)
    new = NewEvening(names=("Sepp", "Vroni", "Xaver", "Zenzi"), rule_set=rule_set, stocks=stocks, **other)
    return evenings.start_evening(db.session, book.actor, new)


def kept(book: Book) -> tuple[stock.KeptStock, ...]:
    """List the Stocks that wait for the next evening."""
    return stock.kept_stocks(db.session, book.actor)


# --- Ending ----------------------------------------------------------------------------------------------------------


def test_an_evening_without_a_choice_does_not_end(book: Book) -> None:
    """Where something lies in the Stock, its end is refused at that sheet's field, and nothing is written."""
    started = with_stock(book)
    for choice in ({}, {started.sheet_id: "burnt"}, {started.sheet_id: "returned"}, {started.sheet_id + 1: "kept"}):
        with pytest.raises(RefusedError) as error:
            book.end(started.evening_id, choice)
        assert codes(error) == [("stock.open", f"stock.{started.sheet_id}")]
    assert book.evening(started.evening_id).ended is None
    assert (book.count("stock_moves"), book.count("evening_events")) == (0, 0)


def test_a_stock_that_is_divided_goes_to_those_at_the_table(book: Book) -> None:
    """Everybody gets an equal part: totals and entries say so, the Stock is empty, all sums are zero."""
    started = with_stock(book, LOST_SOLO)
    before = book.sheet(started.sheet_id).totals()
    book.end(started.evening_id, {started.sheet_id: "divided"})
    sheet = book.sheet(started.sheet_id)
    assert sheet.closed is not None
    assert (sheet.closed.kind, sheet.closed.amount, sheet.stock_now, sheet.stock_left) == ("divided", 80, 0, 80)
    assert sheet.totals() == {person: total + 20 for person, total in before.items()}
    balances = book.balances(started.sheet_id)
    assert {person: units for person, units in balances.items() if person} == sheet.totals()
    assert (balances[None], sum(sheet.totals().values())) == (0, 0)
    verify_book(db.session)


@pytest.mark.parametrize(("choice", "account"), [("kept", "kept"), ("boxed", "box")])
def test_a_stock_that_goes_elsewhere_leaves_the_totals_alone(book: Book, choice: str, account: str) -> None:
    """Kept for next time or put into the box: nobody's total moves, the Stock is empty, its account holds it."""
    started = with_stock(book)
    before = book.sheet(started.sheet_id).totals()
    book.end(started.evening_id, {started.sheet_id: choice})
    assert book.sheet(started.sheet_id).totals() == before
    assert book.sheet(started.sheet_id).stock_now == 0
    assert book.accounts(started.sheet_id) == {"player": -80, account: 80}
    verify_book(db.session)


def test_an_odd_rest_goes_to_the_first_seats(book: Book) -> None:
    """Of 0,52 € among five, also the one who sat out last, the first two get one cent more than the others."""
    started = book.start_with({**WITH_STOCK, "stock": {"mode": "partners", "stake": 13}}, FIVE)
    book.record(started.sheet_id, {**PASSED, "sitting_out": [0]})
    before = book.sheet(started.sheet_id).totals()
    book.end(started.evening_id, {started.sheet_id: "divided"})
    after = book.sheet(started.sheet_id).totals()
    assert [after[person] - before[person] for person in after] == [11, 11, 10, 10, 10]


def test_an_empty_stock_asks_nothing(book: Book) -> None:
    """Where the Stock is empty there is no choice to make; one that is made is not needed, and does nothing."""
    started = with_stock(book, SAUSPIEL)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    assert book.sheet(started.sheet_id).closed is None
    assert book.count("stock_moves") == 0


def test_every_table_is_asked(book: Book) -> None:
    """At two tables each Stock needs its own answer; without one of them nothing is written, and the page asks both."""
    evening = made.evening(5, rules=parse_rules(WITH_STOCK), ended=None)
    games = tuple(replace(game, uuid=uuid4()) for game in evening.sheets[0].games)
    evening = replace(evening, sheets=(*evening.sheets, replace(evening.sheets[0], games=games)))
    evening_id = import_evening(db.session, book.actor, json.dumps(evening_json(evening))).evening_id
    one, two = (sheet.id for sheet in book.evening(evening_id).sheets)
    for choices, missing in (({}, (one, two)), ({one: "divided"}, (two,)), ({two: "kept"}, (one,))):
        with pytest.raises(RefusedError) as error:
            book.end(evening_id, choices)
        assert codes(error) == [("stock.open", f"stock.{sheet_id}") for sheet_id in missing]
    assert book.count("stock_moves") == 0
    page = Page(book.app.test_client().get(f"/abende/{evening_id}"))
    assert "Tisch 1: Im Stock liegen 0,80 €." in page.text("beenden")
    assert "Tisch 2: Im Stock liegen 0,80 €." in page.text("beenden")
    book.end(evening_id, {one: "divided", two: "boxed"})
    assert [sheet.closed and sheet.closed.kind for sheet in book.evening(evening_id).sheets] == ["divided", "boxed"]
    page = Page(book.app.test_client().get(f"/abende/{evening_id}"))
    assert "Stock, Tisch 1" in page.text("facts")
    assert "Tisch 1: Stock 0,80 € aufgeteilt" in page.text()
    assert "Tisch 2: Stock 0,80 € in die Vereinskasse" in page.text()
    assert "Vereinskasse" in page.text("who")
    verify_book(db.session)
    book.reopen(evening_id)
    assert [sheet.stock_now for sheet in book.evening(evening_id).sheets] == [80, 80]


def test_a_second_tap_changes_nothing(book: Book) -> None:
    """Ended again, with another choice or with none, the Stock stays where it went."""
    started = with_stock(book)
    first = book.end(started.evening_id, {started.sheet_id: "divided"})
    again = book.end(started.evening_id, {started.sheet_id: "kept"})
    assert (again.repeated, again.ended) == (True, first.ended)
    assert book.end(started.evening_id).repeated
    assert book.count("stock_moves") == 1


def test_two_who_end_at_once_close_it_once(book: Book) -> None:
    """Of two ends at the same moment one counts; the other is told that it was so before."""
    started = with_stock(book)
    done = book.at_once(
        *(lambda kind=kind: book.end(started.evening_id, {started.sheet_id: kind}) for kind in ("divided", "boxed"))
    )
    assert sorted(answer.repeated for answer in done) == [False, True]
    assert book.count("stock_moves") == 1
    verify_book(db.session)


# --- Opening again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["divided", "kept", "boxed"])
def test_an_evening_that_goes_on_has_its_stock_again(book: Book, choice: str) -> None:
    """Reopening undoes the closing by further entries; after more games the choice is asked again."""
    started = with_stock(book)
    before = book.sheet(started.sheet_id)
    entries = book.count("entries")
    book.end(started.evening_id, {started.sheet_id: choice})
    closed = book.count("entries")
    book.reopen(started.evening_id)
    assert book.sheet(started.sheet_id) == before
    assert book.count("entries") - closed == closed - entries > 0
    verify_book(db.session)
    book.record(started.sheet_id, PASSED)
    with pytest.raises(RefusedError):
        book.end(started.evening_id)
    book.end(started.evening_id, {started.sheet_id: "divided"})
    assert set(book.sheet(started.sheet_id).totals().values()) == {0}
    verify_book(db.session)


def test_what_happened_to_the_stock_is_in_the_history(book: Book) -> None:
    """Who closed it, how, and that it came back: between the ends of the evening, in order, with its amount."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "boxed"})
    book.reopen(started.evening_id, "noch eins")
    book.end(started.evening_id, {started.sheet_id: "divided"})
    told = closing.history(db.session, book.actor, started.evening_id)
    assert [(event.kind.value, event.by, event.amount) for event in told] == [
        ("ended", "Tisch", 0),
        ("boxed", "Tisch", 80),
        ("reopened", "Tisch", 0),
        ("returned", "Tisch", 80),
        ("ended", "Tisch", 0),
        ("divided", "Tisch", 80),
    ]


# --- The next evening ------------------------------------------------------------------------------------------------


def test_the_next_evening_takes_the_stock_along(book: Book) -> None:
    """It is offered with its day and amount, once; the sheet begins with it, and a won Sauspiel takes it."""
    started = with_stock(book)
    assert kept(book) == ()
    book.end(started.evening_id, {started.sheet_id: "kept"})
    (offer,) = kept(book)
    assert (offer.date, offer.amount) == (book.evening(started.evening_id).date, 80)
    after = begin(book, offer.id)
    assert (book.sheet(after.sheet_id).stock, book.sheet(after.sheet_id).stock_now) == (80, 80)
    assert kept(book) == ()
    assert book.accounts(after.sheet_id) == {"kept": -80, "stock": 80}
    done = book.record(after.sheet_id, SAUSPIEL).game
    assert (done.game.stock, done.score.payouts) == (80, (60, -20, 60, -20))
    book.end(after.evening_id)
    verify_book(db.session)


def test_two_stocks_are_taken_along_together(book: Book) -> None:
    """Two tables kept one each: the next evening begins with both, and may keep them again."""
    for _ in range(2):
        started = with_stock(book)
        book.end(started.evening_id, {started.sheet_id: "kept"})
    after = begin(book, *(offer.id for offer in kept(book)))
    assert book.sheet(after.sheet_id).stock == 160
    book.end(after.evening_id, {after.sheet_id: "kept"})
    assert [offer.amount for offer in kept(book)] == [160]
    verify_book(db.session)


def test_what_cannot_be_taken_along_is_refused_at_its_field(book: Book) -> None:
    """Rules without a Stock, another unit, one that is gone, another club's: said at the field, nothing begins."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    (offer,) = kept(book)
    evening_count = book.count("evenings")
    for ids, rules, code in (
        ((offer.id,), {}, "stock.no_rules"),
        ((offer.id,), POINTS, "stock.other_unit"),
        ((offer.id, 999), WITH_STOCK, "stock.gone"),
        ((2**40,), WITH_STOCK, "stock.gone"),
    ):
        with pytest.raises(RefusedError) as error:
            begin(book, *ids, rules=rules)
        assert codes(error) == [(code, "stock")]
    assert (book.count("evenings"), kept(book)) == (evening_count, (offer,))
    begin(book, offer.id, rules={"all_pass": "stock"})
    with pytest.raises(RefusedError) as error:
        begin(book, offer.id)
    assert codes(error) == [("stock.gone", "stock")]
    book.actor = book.stranger()
    with pytest.raises(RefusedError) as error:
        begin(book, offer.id)
    assert codes(error) == [("stock.gone", "stock")]
    assert kept(book) == ()


def test_two_evenings_that_begin_at_once_take_it_once(book: Book) -> None:
    """One begins with the Stock; the other is told, and does not begin."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    (offer,) = kept(book)
    book.rule_set(WITH_STOCK)
    done = book.at_once(*(lambda: begin(book, offer.id) for _ in range(2)))
    begun = [one for one in done if isinstance(one, Started)]
    refused = [one for one in done if isinstance(one, RefusedError)]
    assert (len(begun), len(refused)) == (1, 1)
    assert [finding.code for finding in refused[0].findings] == ["stock.gone"]
    assert book.sheet(begun[0].sheet_id).stock == 80
    verify_book(db.session)


def test_taking_it_along_and_opening_its_evening_at_once(book: Book) -> None:
    """Of both at the same moment one comes first; the other is told why not, and the book adds up."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    (offer,) = kept(book)
    book.rule_set(WITH_STOCK)
    taking, opening = book.at_once(lambda: begin(book, offer.id), lambda: book.reopen(started.evening_id))
    assert isinstance(taking, RefusedError) != isinstance(opening, ConflictError)
    assert kept(book) == ()
    verify_book(db.session)


def test_an_evening_whose_stock_was_taken_along_stays_ended(book: Book) -> None:
    """Opening it again is refused in words that name the day of the evening that has it."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    after = begin(book, kept(book)[0].id, date=date(2026, 11, 27))
    with pytest.raises(ConflictError, match="hat schon der Abend") as refused:
        book.reopen(started.evening_id)
    assert "vom 27.11.2026 mitgenommen" in refused.value.told(GERMAN)
    assert book.evening(started.evening_id).ended is not None
    book.end(after.evening_id, {after.sheet_id: "boxed"})
    book.reopen(after.evening_id)
    book.end(after.evening_id, {after.sheet_id: "kept"})
    assert len(kept(book)) == 1
    verify_book(db.session)


def test_a_double_tap_on_the_new_evening_takes_it_once(book: Book) -> None:
    """The same form again gives the evening that it began, with the Stock that is gone by now."""
    started = with_stock(book)
    book.end(started.evening_id, {started.sheet_id: "kept"})
    new = NewEvening(("A", "B", "C", "D"), rule_set=book.rule_set(WITH_STOCK), stocks=(kept(book)[0].id,))
    first = evenings.start_evening(db.session, book.actor, new)
    assert evenings.start_evening(db.session, book.actor, new) == first
    assert book.sheet(first.sheet_id).stock == 80


def test_the_check_code_covers_what_became_of_the_stock(book: Book) -> None:
    """The paper of a divided Stock has another code than that of one which was kept; open, it is as before."""
    started = with_stock(book)
    seen = [book.evening(started.evening_id).check_code()]
    for choice in ("divided", "kept", "boxed"):
        book.end(started.evening_id, {started.sheet_id: choice})
        seen.append(book.evening(started.evening_id).check_code())
        book.reopen(started.evening_id)
    assert len(set(seen)) == 4
    assert book.evening(started.evening_id).check_code() == seen[0]
    assert replace(book.evening(started.evening_id), ended=None).sheets[0].closed is None
    assert {MoveKind(choice) for choice in ("divided", "kept", "boxed")} < set(MoveKind)
