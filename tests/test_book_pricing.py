"""What a Strich, a head or a point costs, kept with the evening."""

import pytest

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.exchange import evening_json, parse_evening
from scorebook.ledger.price import Price, PricePer
from scorebook.services import RefusedError, access, pricing
from scorebook.store.db import db
from tests.book import ON_SQLITE, Book, codes

PLAYED = {"contract": "partnerspiel", "suit": "herz", "declarer": 0, "partner": 2, "augen": 70}


def test_a_price_is_kept_and_changed(book: Book) -> None:
    """The last price counts; it changes no game, and may change after the evening has ended."""
    started = book.start(preset="deutscher_striche")
    book.record(started.sheet_id, PLAYED)
    before = book.evening(started.evening_id)
    assert before.price is None
    assert book.price(started.evening_id, "0,10") == Price(10, PricePer.STRICH)
    book.end(started.evening_id)
    book.price(started.evening_id, " 1,50 € ", "head")
    after = book.evening(started.evening_id)
    assert after.price == Price(150, PricePer.HEAD)
    assert after.check_code() == before.check_code()


def test_a_price_is_not_exported(book: Book) -> None:
    """The exchange format has no place for it: who reads the evening in agrees on a price anew."""
    started = book.start(preset="deutscher_striche")
    book.record(started.sheet_id, PLAYED)
    bare = evening_json(book.evening(started.evening_id))
    book.price(started.evening_id)
    assert evening_json(book.evening(started.evening_id)) == bare
    assert parse_evening(bare).price is None


@ON_SQLITE
@pytest.mark.parametrize(("text", "cents"), [("10", 10), ("0,10", 10), ("0.1", 10), ("1", 1), ("100,00 €", 10_000)])
def test_amounts_as_people_type_them(book: Book, text: str, cents: int) -> None:
    """A whole number are cents, one with a comma euros."""
    assert book.price(book.start(preset="deutscher_striche").evening_id, text).cents == cents


@ON_SQLITE
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing"),
        (" ", "missing"),
        ("zehn", "no_amount"),
        ("O,1O", "no_amount"),
        ("0,1O", "no_amount"),
        ("0,105", "no_amount"),
        ("1e3", "no_amount"),
        ("٣", "no_amount"),
        ("99999999999", "no_amount"),
        ("0", "range"),
        ("0,00", "range"),
        ("-10", "range"),
        ("−0,10", "range"),
        ("100,01", "range"),
        ("999999999", "range"),
    ],
)
def test_what_is_no_price(book: Book, text: str, code: str) -> None:
    """Nothing, letters, letters for digits, nought, less and too much are told at the field; none is kept."""
    evening_id = book.start(preset="deutscher_striche").evening_id
    with pytest.raises(RefusedError) as error:
        book.price(evening_id, text)
    assert codes(error) == [(f"price.{code}", "price")]
    assert book.evening(evening_id).price is None


@ON_SQLITE
def test_a_price_is_for_what_is_counted(book: Book) -> None:
    """Striche have a price each or by the head, points each; and one is told all that is wrong at once."""
    evening_id = book.start(preset="deutscher_striche").evening_id
    for per in ("", "point", "card"):
        with pytest.raises(RefusedError) as error:
            book.price(evening_id, "x", per)
        assert codes(error) == [("price.no_amount", "price"), ("price.per", "per")]
    points = book.start(preset="turnier_plusminus").evening_id
    assert book.price(points, "20", "point") == Price(20, PricePer.POINT)


@ON_SQLITE
@pytest.mark.parametrize("preset", ["bayern_10_20_50", "turnier_gutpunkte"])
def test_where_nothing_can_have_a_price(book: Book, preset: str) -> None:
    """Money is money already, and points of winners alone are nobody's debt."""
    with pytest.raises(ConflictError, match="Preis"):
        book.price(book.start(preset=preset).evening_id, "10", "point")


@ON_SQLITE
def test_whose_evening_it_is(book: Book) -> None:
    """An evening of another club is not there for a stranger; nor is one that never was."""
    evening_id = book.start(preset="deutscher_striche").evening_id
    wish = pricing.NewPrice("10", "strich")
    with pytest.raises(NotFoundError):
        pricing.set_price(db.session, book.stranger(), evening_id, wish)
    with pytest.raises(NotFoundError):
        book.price(10**12)


@ON_SQLITE
def test_who_may_not(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not allowed to is told why, and nothing is kept."""
    evening_id = book.start(preset="deutscher_striche").evening_id
    asked = []

    def never(_actor: access.Actor, action: access.Action, _club: int) -> access.Decision:
        asked.append(action)
        return access.Decision(allowed=action is access.Action.READ, reason="Nur der Wirt.")

    monkeypatch.setattr(access, "can", never)
    with pytest.raises(ForbiddenError, match="Nur der Wirt"):
        book.price(evening_id)
    assert asked == [access.Action.PRICE]
    assert book.evening(evening_id).price is None
