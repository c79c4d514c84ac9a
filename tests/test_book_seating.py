"""Who sits at the table, on both databases: people come, leave, change seats; the deal and the money go with them."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Pattern
from scorebook.services import RefusedError, closing, last_round, recording, rulesets, seating
from scorebook.services.refusals import SeatsChangedError
from scorebook.services.verifying import verify_book
from scorebook.store import tables
from scorebook.store.db import db, reading
from scorebook.store.events import EventKind
from scorebook.store.games import sheet_state
from tests.book import ON_SQLITE, SAUSPIEL, Book, codes

FIVE = ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias")


def dealers(book: Book, sheet_id: int) -> list[str]:
    """Give who dealt the games that count, by name."""
    evening = book.evening(1)
    sheet = next(sheet for sheet in evening.sheets if sheet.id == sheet_id)
    named = ((sheet.people_at(game.number), game.game.dealer) for game in sheet.standing)
    return [evening.name_of(people[seat]) for people, seat in named if seat is not None]


def rows(book: Book, sheet_id: int) -> list[Any]:
    """Give the rows of the seats as they were added."""
    query = select(tables.seats).where(tables.seats.c.sheet_id == sheet_id).order_by(tables.seats.c.id)
    return list(reading(db.session).execute(query).all())


def told(book: Book, evening_id: int) -> list[tuple[EventKind, str]]:
    """Give what happened to an evening."""
    return [(event.kind, event.what) for event in closing.history(db.session, book.actor, evening_id)]


def test_who_comes_late_plays_from_the_next_game_on(book: Book) -> None:
    """A fifth sits down after the second: from then on five play, he pays for nothing before, the book is right."""
    started = book.start()
    sheet_id = started.sheet_id
    book.record(sheet_id, SAUSPIEL)
    done = book.come(sheet_id, "Hias", "Vroni")
    assert (done.number, done.repeated) == (2, False)
    assert book.seated(sheet_id) == ["Sepp", "Vroni", "Hias", "Xaver", "Zenzi"]
    assert book.sheet(sheet_id).next_sitters == (1,)
    book.record(sheet_id, {**SAUSPIEL, "declarer": 2, "partner": 3, "sitting_out": [1]})
    sepp, hias = book.ids(sheet_id, "Sepp", "Hias")
    assert book.balances(sheet_id)[hias] == 20
    assert book.balances(sheet_id).get(sepp, 0) == book.sheet(sheet_id).totals()[sepp] == 0
    assert told(book, started.evening_id) == [(EventKind.CAME, "Hias")]
    verify_book(db.session)


def test_who_leaves_keeps_what_he_won(book: Book) -> None:
    """Four go on after the fifth has left; his total stays, and the sums are zero with him."""
    started = book.start(FIVE)
    sheet_id = started.sheet_id
    book.record(sheet_id, {**SAUSPIEL, "declarer": 1, "partner": 4, "sitting_out": [0]})
    book.leave(sheet_id, "Hias")
    book.record(sheet_id, SAUSPIEL)
    evening = book.evening(started.evening_id)
    (hias,) = book.ids(sheet_id, "Hias")
    assert evening.totals()[hias] == 20
    assert sum(evening.totals().values()) == 0
    assert evening.sheets[0].people[-1] == hias
    assert told(book, started.evening_id) == [(EventKind.LEFT, "Hias")]
    verify_book(db.session)


def test_seats_that_stay_are_not_touched(book: Book) -> None:
    """A swap closes two rows at the last game and adds two; the others stay as they are, and none is deleted."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 2)
    before = rows(book, sheet_id)
    book.swap(sheet_id, "Sepp", "Xaver")
    after = rows(book, sheet_id)
    assert [row.to_place for row in after[:4]] == [3 * tables.SPACING - 1, None, 3 * tables.SPACING - 1, None]
    assert [(row.seat, row.from_place, row.to_place) for row in after[4:]] == [
        (0, 3 * tables.SPACING, None),
        (2, 3 * tables.SPACING, None),
    ]
    assert [row.id for row in after[:4]] == [row.id for row in before]
    assert book.seated(sheet_id) == ["Xaver", "Vroni", "Sepp", "Zenzi"]


def test_the_deal_goes_round_whoever_comes_and_goes(book: Book) -> None:
    """The newcomer left of the last dealer deals next; where the next one leaves, the one after him; none is missed."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id)
    book.come(sheet_id, "Hias", "Sepp")
    book.play(sheet_id, 2)
    book.leave(sheet_id, "Xaver")
    book.play(sheet_id, 3)
    assert dealers(book, sheet_id) == ["Sepp", "Hias", "Vroni", "Zenzi", "Sepp", "Hias"]
    assert book.sheet(sheet_id).next_dealer == book.seated(sheet_id).index("Vroni")


def test_after_a_swap_the_cards_go_on_from_chair_to_chair(book: Book) -> None:
    """The last dealer changes seats: who sits left of his old chair deals next."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id)
    book.swap(sheet_id, "Sepp", "Xaver")
    book.play(sheet_id, 3)
    assert dealers(book, sheet_id) == ["Sepp", "Vroni", "Sepp", "Zenzi"]


def test_a_cancellation_gives_the_deal_back_across_a_change(book: Book) -> None:
    """The game before a change is taken back: its dealer deals again, in the seat that he has now, and sits out."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 2)
    book.come(sheet_id, "Hias", "Sepp")
    last = book.sheet(sheet_id).games[-1]
    book.cancel(last.uuid)
    sheet = book.sheet(sheet_id)
    assert book.seated(sheet_id)[sheet.next_dealer] == "Hias"
    assert sheet.next_sitters == (sheet.next_dealer,)
    book.play(sheet_id, 2)
    assert dealers(book, sheet_id) == ["Sepp", "Hias", "Vroni"]
    verify_book(db.session)


def test_a_correction_keeps_the_people_of_its_game(book: Book) -> None:
    """A game from before somebody left is corrected among those who sat there then; the next dealer follows from it."""
    sheet_id = book.start(FIVE).sheet_id
    game = {**SAUSPIEL, "declarer": 1, "partner": 4, "sitting_out": [0]}
    first = book.record(sheet_id, game).game
    book.leave(sheet_id, "Hias")
    book.correct(first.uuid, {**game, "players": 5, "dealer": 2, "sitting_out": [2], "declarer": 4, "partner": 0})
    (hias,) = book.ids(sheet_id, "Hias")
    assert book.balances(sheet_id)[hias] == 20
    assert book.seated(sheet_id)[book.sheet(sheet_id).next_dealer] == "Zenzi"
    verify_book(db.session)


def test_before_the_first_game_all_sit_so_from_the_beginning(book: Book) -> None:
    """Who was to deal first still does, whoever sits down before him; if he goes, it is the next one."""
    sheet_id = book.start(FIVE, first_dealer=2).sheet_id
    book.come(sheet_id, "Kathi", "Sepp")
    assert book.seated(sheet_id)[book.sheet(sheet_id).next_dealer] == "Xaver"
    book.leave(sheet_id, "Xaver")
    assert book.seated(sheet_id)[book.sheet(sheet_id).next_dealer] == "Zenzi"
    book.play(sheet_id)
    assert dealers(book, sheet_id) == ["Zenzi"]
    sheet = book.sheet(sheet_id)
    assert {(seat.from_number, seat.to_number) for seat in sheet.seats} == {(1, None)}


@pytest.mark.parametrize("count", [4, 5, 6, 7])
@pytest.mark.parametrize("pattern", Pattern)
def test_all_but_four_sit_out_by_turn(book: Book, count: int, pattern: Pattern) -> None:
    """Four to seven at the table: the dealer and, by the pattern, others sit out, and the turn goes round."""
    names = ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias", "Kathi", "Leni")[:count]
    sheet_id = book.start(names, pattern=pattern).sheet_id
    for turn in range(count):
        out = book.sheet(sheet_id).next_sitters
        assert len(out) == count - 4
        assert (turn in out) is (count > 4)
        book.play(sheet_id)
    assert dealers(book, sheet_id) == list(names)


def test_who_sits_out_can_be_chosen_by_hand(book: Book) -> None:
    """Any two of six may sit out; the next proposal goes by the dealer again. The pattern can change in between."""
    sheet_id = book.start((*FIVE, "Kathi")).sheet_id
    book.play(sheet_id, sitting_out=[2, 4])
    assert book.sheet(sheet_id).next_sitters == (1, 4)
    for _ in range(2):
        seating.choose_pattern(db.session, book.actor, sheet_id, Pattern.NEXT)
    assert book.sheet(sheet_id).next_sitters == (1, 2)
    assert told(book, 1) == [(EventKind.PATTERN, "next")]


def test_a_double_tap_changes_the_seats_once(book: Book) -> None:
    """Each change sent twice with what the page knew is one; the second time nothing is written."""
    sheet_id = book.start(FIVE).sheet_id
    book.play(sheet_id)
    changes = (
        lambda seen: book.come(sheet_id, "Kathi", "Zenzi", seated=seen),
        lambda seen: book.swap(sheet_id, "Sepp", "Vroni", seated=seen),
        lambda seen: book.leave(sheet_id, "Hias", seated=seen),
    )
    for change in changes:
        sheet = book.sheet(sheet_id)
        seen = sheet.people_at(sheet.next_number)
        assert [change(seen).repeated for _ in range(2)] == [False, True]
    assert book.seated(sheet_id) == ["Vroni", "Sepp", "Xaver", "Zenzi", "Kathi"]
    assert len(told(book, 1)) == 3
    assert book.count("people") == 6


def test_two_tablets_at_once_seat_one(book: Book) -> None:
    """The same newcomer, sent from two tablets at the same moment, sits down once."""
    sheet_id = book.start().sheet_id
    seen = book.sheet(sheet_id).people_at(1)

    def send() -> seating.Seating:
        return book.come(sheet_id, "Hias", "Zenzi", seated=seen)

    assert sorted(done.repeated for done in book.at_once(send, send)) == [False, True]
    assert book.seated(sheet_id) == [*FIVE]


@ON_SQLITE
@pytest.mark.parametrize("players", [5, 7])
def test_whoever_leaves_whoever_dealt_last_the_deal_goes_on(book: Book, players: int) -> None:
    """For every seat that is left after every dealer, the sheet knows the dealer that its games give, and goes on."""
    names = (*FIVE, "Kathi", "Resi")[:players]
    for leaver in range(players):
        for dealer in {0, leaver, players - 1}:
            sheet_id = book.start(names, first_dealer=dealer).sheet_id
            book.play(sheet_id)
            book.leave(sheet_id, names[leaver])
            order = [*names[dealer + 1 :], *names[: dealer + 1]]
            wanted = next(name for name in order if name != names[leaver])
            state = sheet_state(reading(db.session), sheet_id)
            assert state is not None
            assert state.next_dealer == book.sheet(sheet_id).next_dealer == book.seated(sheet_id).index(wanted)
            book.play(sheet_id)


def test_people_that_are_none_are_no_fault_of_the_book(book: Book) -> None:
    """Whoever is said to have sat there without being anybody: the page is old, or he does not sit there."""
    sheet_id = book.start().sheet_id
    there = book.sheet(sheet_id).people_at(1)
    for nobody in (999, 2**40, 2**70):
        seen = seating.Seen((nobody, *there[1:]), 0)
        for move in (
            lambda seen, nobody: seating.swap(db.session, book.actor, sheet_id, nobody, there[1], seen=seen),
            lambda seen, nobody: seating.come(db.session, book.actor, sheet_id, "Hias", nobody, seen=seen),
            lambda seen, _: seating.leave(db.session, book.actor, sheet_id, there[1], seen=seen),
        ):
            with pytest.raises((SeatsChangedError, RefusedError)):
                move(seen, nobody)
    assert book.count("people") == 4


def test_who_knew_other_seats_or_fewer_games_is_asked_to_look(book: Book) -> None:
    """A change made from an old page is not written; a game for other seats neither."""
    sheet_id = book.start(FIVE).sheet_id
    old = book.sheet(sheet_id).people_at(1)
    book.swap(sheet_id, "Sepp", "Hias")
    with pytest.raises(SeatsChangedError):
        book.leave(sheet_id, "Vroni", seated=old)
    game = {**SAUSPIEL, "sitting_out": [4]}
    with pytest.raises(SeatsChangedError):
        book.record(sheet_id, game, seated=old)
    book.record(sheet_id, game, seated=book.sheet(sheet_id).people_at(1))
    with pytest.raises(ConflictError, match="Spiel 1"):
        book.leave(sheet_id, "Vroni", after_number=0)
    assert book.seated(sheet_id) == ["Hias", "Vroni", "Xaver", "Zenzi", "Sepp"]


def test_three_are_too_few_and_eight_too_many(book: Book) -> None:
    """Whoever would be the last of three is not let go; an eighth finds no room."""
    sheet_id = book.start().sheet_id
    with pytest.raises(RefusedError) as error:
        book.leave(sheet_id, "Sepp")
    assert codes(error) == [("seats.too_few", "person")]
    for name in ("Hias", "Kathi", "Leni"):
        book.come(sheet_id, name, "Zenzi")
    with pytest.raises(RefusedError) as error:
        book.come(sheet_id, "Toni", "Zenzi")
    assert codes(error) == [("names.too_many", "name")]


@ON_SQLITE
@pytest.mark.parametrize(
    ("name", "code"),
    [(" ", "missing"), ("x" * 61, "too_long"), ("a\tb", "control"), ("vroni ", "twice"), ("Kathi", "elsewhere")],
)
def test_names_that_cannot_come(book: Book, name: str, code: str) -> None:
    """What is no name, sits here already or at another table of the evening is refused at the field."""
    started = book.start()
    book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans")
    before = book.count("people")
    with pytest.raises(RefusedError) as error:
        book.come(started.sheet_id, name, "Sepp")
    assert codes(error) == [(f"name.{code}", "name")]
    assert book.count("people") == before


@ON_SQLITE
def test_seats_of_strangers_and_wrong_orders_are_refused(book: Book) -> None:
    """Nobody sits down after somebody who is not there, or swaps with him or himself; an order names all once."""
    sheet_id = book.start().sheet_id
    sepp, *_rest = order = book.sheet(sheet_id).people_at(1)
    session, actor = db.session, book.actor
    for attempt, wanted in (
        (lambda: seating.come(session, actor, sheet_id, "Hias", 99), ("seat.left", "after")),
        (lambda: seating.swap(session, actor, sheet_id, sepp, 99), ("seat.left", "other")),
        (lambda: seating.swap(session, actor, sheet_id, sepp, sepp), ("swap.same", "other")),
        (lambda: seating.rearrange(session, actor, sheet_id, [sepp] * 4), ("order.differs", "order")),
    ):
        with pytest.raises(RefusedError) as error:
            attempt()
        assert codes(error) == [wanted]
    assert seating.rearrange(session, actor, sheet_id, order[::-1]).people == order[::-1]
    assert told(book, 1) == [(EventKind.SWAPPED, "")]


def test_an_evening_that_has_ended_keeps_its_seats(book: Book) -> None:
    """After the end nobody comes, goes or swaps, no table is opened, no last round called; after reopening all do."""
    started = book.start(FIVE)
    sheet_id = started.sheet_id
    book.end(started.evening_id)
    attempts = (
        lambda: book.leave(sheet_id, "Hias"),
        lambda: book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans"),
        lambda: last_round.call_last_round(db.session, book.actor, sheet_id),
    )
    for attempt in attempts:
        with pytest.raises(ConflictError, match="beendet"):
            attempt()
    book.reopen(started.evening_id)
    for attempt in attempts:
        attempt()


def test_another_clubs_table_is_not_found(book: Book) -> None:
    """Who is of another club neither seats anybody nor opens a table here."""
    started = book.start()
    other = book.stranger()
    for sheet_id in (started.sheet_id, 2**40):
        with pytest.raises(NotFoundError):
            seating.leave(db.session, other, sheet_id, 1)
    book.actor = other
    with pytest.raises(NotFoundError):
        book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans")


@ON_SQLITE
def test_who_sits_in_another_club_is_not_told(book: Book) -> None:
    """Naming ids of another club among those who sit there does not tell what their names are."""
    sheet_id = book.start().sheet_id
    (sepp, *others), ours = book.sheet(sheet_id).people_at(1), book.actor
    book.actor = book.stranger()
    hidden = book.sheet(book.start(("Geheim", "Gustl", "Wiggerl", "Burgl")).sheet_id).people_at(1)
    seen = seating.Seen(seated=(sepp, *others, hidden[0]))
    for name in ("Geheim", "Niemand"):
        with pytest.raises(SeatsChangedError):
            seating.come(db.session, ours, sheet_id, name, sepp, seen=seen)


def test_a_rule_change_is_told(book: Book) -> None:
    """Who changes the rules is noted with the name of the rule set; the same rules again are no change."""
    started = book.start()
    at = datetime(2026, 11, 28, 1, 0, tzinfo=UTC)
    for _ in range(2):
        rulesets.change_rules(db.session, book.actor, started.sheet_id, "bsv_10_50", now=at)
    (event,) = closing.history(db.session, book.actor, started.evening_id)
    assert (event.kind, event.at, event.by, event.table) == (EventKind.RULES, at, "Tisch", 1)
    assert event.what


def test_a_game_on_its_way_meets_the_new_seats(book: Book) -> None:
    """A game and a swap sent at the same moment: either the game was first, or it is asked about; never mixed up."""
    sheet_id = book.start().sheet_id
    seen, uuid = book.sheet(sheet_id).people_at(1), uuid4()

    def play() -> recording.Recorded:
        return book.record(sheet_id, SAUSPIEL, uuid, seated=seen)

    done, _moved = book.at_once(play, lambda: book.swap(sheet_id, "Sepp", "Vroni"))
    sepp, xaver = book.ids(sheet_id, "Sepp", "Xaver")
    if isinstance(done, SeatsChangedError):
        assert book.balances(sheet_id) == {}
    else:
        assert book.balances(sheet_id)[sepp] == book.balances(sheet_id)[xaver] == 20
    verify_book(db.session)
