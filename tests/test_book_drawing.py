"""Seats and the first dealer by drawing cards, on both databases: what is written, by whom it is seen, what is not."""

import pytest

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.drawing import Stake
from scorebook.services import RefusedError, closing, last_round, seating
from scorebook.services.refusals import SeatsChangedError
from scorebook.services.verifying import verify_book
from scorebook.store.db import db
from scorebook.store.events import EventKind
from tests.book import FOUR, ON_SQLITE, Book, codes
from tests.test_book_seating import dealers, rows, told

CARDS = {"Sepp": "E9", "Vroni": "SS", "Xaver": "EK", "Zenzi": "HZ"}
"""Highest first: Vroni, Zenzi, Xaver, Sepp; in Deutscher Schafkopf, where a König beats a Zehn, Xaver before Zenzi."""
DRAWN = ["Vroni", "Zenzi", "Xaver", "Sepp"]


def test_before_the_first_game_all_sit_so_from_the_beginning(book: Book) -> None:
    """By their cards, and the highest deals the first game; the book says who drew what, and is right."""
    started = book.start(first_dealer=2)
    done = book.sit_as_drawn(started.sheet_id, CARDS)
    assert (done.number, done.repeated) == (1, False)
    assert book.seated(started.sheet_id) == DRAWN
    book.play(started.sheet_id, 4)
    assert dealers(book, started.sheet_id) == DRAWN
    assert {(seat.from_number, seat.to_number) for seat in book.sheet(started.sheet_id).seats} == {(1, None)}
    (event,) = closing.history(db.session, book.actor, started.evening_id)
    assert (event.kind, event.what) == (EventKind.SWAPPED, "seats")
    assert event.reason == "Vroni Schellen-Sau, Zenzi Herz-Zehn, Xaver Eichel-König, Sepp Eichel-Neun"
    verify_book(db.session)


def test_partners_sit_opposite(book: Book) -> None:
    """In Deutscher Schafkopf the two highest sit opposite each other, and the König is above the Zehn."""
    sheet_id = book.start(preset="deutscher_striche").sheet_id
    book.sit_as_drawn(sheet_id, CARDS)
    assert book.seated(sheet_id) == ["Vroni", "Zenzi", "Xaver", "Sepp"]
    book.sit_as_drawn(sheet_id, CARDS | {"Xaver": "EZ", "Zenzi": "HK"})
    assert book.seated(sheet_id) == ["Vroni", "Xaver", "Zenzi", "Sepp"]


def test_the_first_dealer_alone(book: Book) -> None:
    """All keep their seats, no row of them is touched, and the highest card deals."""
    started = book.start()
    before = rows(book, started.sheet_id)
    book.sit_as_drawn(started.sheet_id, CARDS, stake=Stake.DEALER)
    assert book.seated(started.sheet_id) == [*FOUR]
    assert rows(book, started.sheet_id) == before
    book.play(started.sheet_id, 2)
    assert dealers(book, started.sheet_id) == ["Vroni", "Xaver"]
    assert told(book, started.evening_id) == [(EventKind.SWAPPED, "dealer")]


def test_once_games_were_played_the_deal_goes_on(book: Book) -> None:
    """Seats are those of the draw from the next game on; the cards go on from chair to chair, whoever drew highest."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 2)
    done = book.sit_as_drawn(sheet_id, CARDS)
    assert done.number == 3
    assert book.seated(sheet_id) == DRAWN
    book.play(sheet_id, 2)
    assert dealers(book, sheet_id) == ["Sepp", "Vroni", "Xaver", "Sepp"]
    assert book.sheet(sheet_id).people_at(2) == book.ids(sheet_id, *FOUR)
    assert book.sheet(sheet_id).people_at(1)[book.sheet(sheet_id).first_dealer] == book.ids(sheet_id, "Sepp")[0]
    verify_book(db.session)


@pytest.mark.parametrize("stake", Stake)
def test_a_double_tap_is_one_draw(book: Book, stake: Stake) -> None:
    """Sent twice with what the page knew, also when a game was recorded in between: it is noted once."""
    started = book.start()
    seen = {"seated": book.sheet(started.sheet_id).people_at(1), "after_number": 0}
    again = [book.sit_as_drawn(started.sheet_id, CARDS, stake=stake, **seen).repeated for _ in range(2)]
    book.play(started.sheet_id)
    again.append(book.sit_as_drawn(started.sheet_id, CARDS, stake=stake, **seen).repeated)
    assert again == [False, True, True]
    assert len(told(book, started.evening_id)) == 1
    assert dealers(book, started.sheet_id) == ["Vroni"]


def test_two_tablets_at_once_draw_once(book: Book) -> None:
    """Two draws from two tablets at the same moment: one holds, the other is asked to look."""
    started = book.start()
    seen = {"seated": book.sheet(started.sheet_id).people_at(1), "after_number": 0}
    other = {"Sepp": "ES", "Zenzi": "EZ", "Xaver": "EK", "Vroni": "EO"}
    done = book.at_once(
        *(lambda cards=cards: book.sit_as_drawn(started.sheet_id, cards, **seen) for cards in (CARDS, other))
    )
    assert [type(one) for one in done].count(SeatsChangedError) == 1
    assert book.seated(started.sheet_id) in (DRAWN, ["Sepp", "Zenzi", "Xaver", "Vroni"])
    assert len(told(book, started.evening_id)) == 1


def test_who_sits_right_already_is_told_so(book: Book) -> None:
    """A draw that leaves all where they are is noted all the same, once; only the deal is another."""
    started = book.start(first_dealer=3)
    before = rows(book, started.sheet_id)
    cards = {"Sepp": "ES", "Vroni": "GS", "Xaver": "HS", "Zenzi": "SS"}
    assert [book.sit_as_drawn(started.sheet_id, cards).repeated for _ in range(2)] == [False, True]
    other = cards | {"Zenzi": "S7"}
    assert [book.sit_as_drawn(started.sheet_id, other).repeated for _ in range(2)] == [False, True]
    assert rows(book, started.sheet_id) == before
    assert len(told(book, started.evening_id)) == 2
    book.play(started.sheet_id)
    assert dealers(book, started.sheet_id) == ["Sepp"]


def test_who_knew_other_people_or_fewer_games_is_asked_to_look(book: Book) -> None:
    """A draw from an old page is not written: somebody came or left, moved, or a game was recorded."""
    sheet_id = book.start((*FOUR, "Hias")).sheet_id
    seen = seating.Seen(book.sheet(sheet_id).people_at(1))
    cards = dict(zip(seen.seated or (), ("E9", "SS", "HZ", "EK", "E7"), strict=True))
    book.leave(sheet_id, "Hias")
    with pytest.raises(SeatsChangedError):
        seating.seat_as_drawn(db.session, book.actor, sheet_id, cards, seen=seen)
    seated = book.sheet(sheet_id).people_at(1)
    book.swap(sheet_id, "Sepp", "Vroni")
    with pytest.raises(SeatsChangedError):
        book.sit_as_drawn(sheet_id, CARDS, seated=seated)
    book.play(sheet_id)
    for stake, seen in ((Stake.SEATS, {"after_number": 0}), (Stake.DEALER, {}), (Stake.DEALER, {"after_number": 1})):
        with pytest.raises(ConflictError, match="Spiel 1"):
            book.sit_as_drawn(sheet_id, CARDS | {"Vroni": "S7"}, stake=stake, **seen)
    assert book.seated(sheet_id) == ["Vroni", "Sepp", "Xaver", "Zenzi"]
    assert dealers(book, sheet_id) == ["Sepp"]


@pytest.mark.parametrize("stake", Stake)
def test_wrong_cards_are_refused_at_their_seats(book: Book, stake: Stake) -> None:
    """A card that is missing, unknown, not in the deck or there twice: at that person, and nothing is written."""
    started = book.start(preset="kurz_10_20_50")
    cards = dict(zip(FOUR, ("E7", "XX", "", "E7"), strict=True))
    with pytest.raises(RefusedError) as error:
        book.sit_as_drawn(started.sheet_id, cards, stake=stake)
    wanted = ["drawn.not_in_deck", "drawn.unknown", "drawn.missing", "drawn.not_in_deck"]
    assert codes(error) == [(code, f"cards.{seat}") for seat, code in enumerate(wanted)]
    with pytest.raises(RefusedError) as error:
        book.sit_as_drawn(started.sheet_id, dict(zip(FOUR, ("ES", "GS", "HS", "ES"), strict=True)), stake=stake)
    assert codes(error) == [("drawn.twice", "cards.3")]
    with pytest.raises(RefusedError) as error:
        book.sit_as_drawn(started.sheet_id, {"Sepp": "ES"}, stake=stake)
    assert codes(error) == [("drawn.missing", f"cards.{seat}") for seat in (1, 2, 3)]
    assert told(book, started.evening_id) == []


def test_seven_long_names_and_their_cards_find_room(book: Book) -> None:
    """What is noted fits its column, also where the database looks at that, and a table with French cards reads so."""
    rules = book.rule_set({"words": {"cards": "french"}})
    names = tuple(f"{letter}{'o' * 59}" for letter in "ABCDEFG")
    started = book.start(names, rule_set=rules)
    deck = ("SS", "SZ", "SK", "SO", "SU", "S8", "S7")
    book.sit_as_drawn(started.sheet_id, dict(zip(names, deck, strict=True)))
    (event,) = closing.history(db.session, book.actor, started.evening_id)
    assert event.reason.startswith("Aooo")
    assert event.reason.endswith("o Karo-Sieben")
    assert [event.reason.count(card) for card in ("Karo-Ass", "Karo-Dame", "Karo-Bube")] == [1, 1, 1]


def test_the_last_round_goes_on_after_a_draw(book: Book) -> None:
    """A change of seats is no new round: it ends when all have dealt as often as was called."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 2)
    last_round.call_last_round(db.session, book.actor, sheet_id)
    book.sit_as_drawn(sheet_id, CARDS)
    assert book.sheet(sheet_id).last_round == 1


def test_an_evening_that_has_ended_keeps_its_seats(book: Book) -> None:
    """After the end nobody sits down anew; another club finds no such table."""
    started = book.start()
    book.end(started.evening_id)
    with pytest.raises(ConflictError, match="beendet"):
        book.sit_as_drawn(started.sheet_id, CARDS)
    with pytest.raises(NotFoundError):
        seating.seat_as_drawn(db.session, book.stranger(), started.sheet_id, {})


@ON_SQLITE
def test_who_sits_in_another_club_is_not_told(book: Book) -> None:
    """Cards in the hands of people of another club tell nobody what their names are."""
    sheet_id, ours = book.start().sheet_id, book.actor
    people = book.sheet(sheet_id).people_at(1)
    book.actor = book.stranger()
    hidden = book.sheet(book.start(("Geheim", "Gustl", "Wiggerl", "Burgl")).sheet_id).people_at(1)
    seen = seating.Seen(seated=(*people[:3], hidden[0]))
    drawn = dict(zip(seen.seated or (), ("ES", "GS", "HS", "SS"), strict=True))
    with pytest.raises(SeatsChangedError):
        seating.seat_as_drawn(db.session, ours, sheet_id, drawn, seen=seen)
    book.actor = ours
    assert told(book, 1) == []
