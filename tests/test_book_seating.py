"""Who sits at the table, on both databases: people come, leave, change seats; the deal and the money go with them."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import parse_evening
from scorebook.ledger.evening import Pattern
from scorebook.reports import view
from scorebook.services import RefusedError, closing, evenings, last_round, recording, rulesets, seating
from scorebook.services.refusals import SeatsChangedError
from scorebook.services.verifying import verify_book
from scorebook.store import tables
from scorebook.store.db import db, reading
from scorebook.store.events import EventKind
from tests.book import ON_SQLITE, SAUSPIEL, Book, codes
from tests.test_import import exported, read, without_ids

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


def test_the_last_round_goes_until_all_have_dealt_equally_often(book: Book) -> None:
    """Called after six games of four it asks two more; twice is once; it is over by itself, and can be called off."""
    sheet_id = book.start().sheet_id
    book.play(sheet_id, 6)
    for _ in range(2):
        assert last_round.call_last_round(db.session, book.actor, sheet_id) == 2
    book.play(sheet_id, 2)
    for _ in range(2):
        last_round.call_off(db.session, book.actor, sheet_id)
    assert told(book, 1) == [(EventKind.LAST_ROUND, "called"), (EventKind.LAST_ROUND, "off")]
    assert book.sheet(sheet_id).last_round is None
    assert last_round.call_last_round(db.session, book.actor, sheet_id) == 3


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


def moved_about(book: Book) -> int:
    """Give an evening in which people came, left and swapped at one table, and another table that nobody played at."""
    started = book.start(FIVE, first_dealer=1)
    sheet_id = started.sheet_id
    book.play(sheet_id, 3)
    book.come(sheet_id, "Kathi", "Vroni")
    book.play(sheet_id, 2)
    book.leave(sheet_id, "Hias")
    book.swap(sheet_id, "Sepp", "Zenzi")
    book.play(sheet_id, 2, dealer=4, sitting_out=[4])
    book.leave(sheet_id, "Kathi")
    book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans", first_dealer=2)
    return started.evening_id


def test_seats_survive_export_and_import(book: Book) -> None:
    """From and to as numbers of games, the first dealer where nothing else says so: the same book, the same code."""
    data = exported(book, moved_about(book))
    assert "first_dealer" not in data["sheets"][0]
    assert data["sheets"][1]["first_dealer"] == 2
    data["id"] = str(uuid4())
    for game in data["sheets"][0]["games"]:
        game["uuid"] = str(uuid4())
    evening_id = read(book, data)
    assert without_ids(exported(book, evening_id)) == without_ids(data)
    assert book.evening(evening_id).check_code() == parse_evening(data).check_code()
    first, second = (book.evening(evening_id).sheets, parse_evening(data).sheets)
    assert [sheet.next_dealer for sheet in first] == [sheet.next_dealer for sheet in second]
    assert len(book.seated(first[0].id)) == 4
    book.play(first[0].id)
    book.come(first[0].id, "Hias", "Sepp")
    book.play(first[0].id)
    verify_book(db.session)


@ON_SQLITE
@pytest.mark.parametrize(("seat", "code"), [(4, "first_dealer.empty_seat"), (9, "value.range")])
def test_a_first_dealer_who_is_not_there_is_refused(book: Book, seat: int, code: str) -> None:
    """A file in which an empty seat deals first is refused there."""
    data = exported(book, book.start().evening_id)
    data["id"], data["sheets"][0]["first_dealer"] = str(uuid4()), seat
    with pytest.raises(RefusedError) as error:
        read(book, data)
    assert codes(error) == [(code, "sheets.0.first_dealer")]


def test_first_dealer_is_written_where_the_first_game_says_another(book: Book) -> None:
    """Somebody else dealt the first game than was agreed: both are kept."""
    started = book.start(first_dealer=1)
    book.play(started.sheet_id, dealer=3)
    data = exported(book, started.evening_id)
    assert data["sheets"][0]["first_dealer"] == 1
    assert parse_evening(data).sheets[0].first_dealer == 1


@pytest.mark.parametrize("known", [1, None])
def test_a_table_sent_twice_is_one(book: Book, known: int | None) -> None:
    """A double tap opens one table; without what the page knew the second is refused, since all sit already."""
    evening_id = book.start().evening_id
    names = ("Kathi", "Leni", "Toni", "Hans")
    sheet_id = book.open_table(evening_id, *names, known=known)
    if known is None:
        with pytest.raises(RefusedError):
            book.open_table(evening_id, *names)
    else:
        assert book.open_table(evening_id, *names, known=known) == sheet_id
    assert told(book, evening_id) == [(EventKind.TABLE, "")]
    assert len(book.evening(evening_id).sheets) == 2


def test_a_table_keeps_to_the_rules_of_its_evening(book: Book) -> None:
    """Rules that count otherwise, or are unknown, are refused; others become the evening's too."""
    evening_id = book.start().evening_id
    names = ("Kathi", "Leni", "Toni", "Hans")
    for rules, code in (("turnier_plusminus", "other_unit"), ("nichts", "unknown")):
        with pytest.raises(RefusedError) as error:
            book.open_table(evening_id, *names, rules=rules)
        assert codes(error) == [(f"rule_set.{code}", "rules")]
    sheet_id = book.open_table(evening_id, *names, rules="bsv_10_50")
    assert len(book.evening(evening_id).rule_sets) == 2
    assert book.record(sheet_id, SAUSPIEL).game.score.value == 10
    verify_book(db.session)


def test_somebody_changes_tables(book: Book) -> None:
    """Who leaves one table may sit down at the other; his total is that of both; nobody sits at two."""
    started = book.start(FIVE)
    other = book.open_table(started.evening_id, "Kathi", "Leni", "Toni", "Hans")
    book.record(started.sheet_id, {**SAUSPIEL, "declarer": 4, "sitting_out": [0]})
    with pytest.raises(RefusedError):
        book.come(other, "Hias", "Kathi")
    book.leave(started.sheet_id, "Hias")
    book.come(other, "Hias", "Hans")
    book.record(other, {**SAUSPIEL, "declarer": 4, "partner": 1, "sitting_out": [0]})
    evening = book.evening(started.evening_id)
    (hias,) = book.ids(other, "Hias")
    assert evening.totals()[hias] == 40
    assert sum(evening.totals().values()) == 0
    verify_book(db.session)


def test_the_evening_goes_on_the_next_day(book: Book) -> None:
    """Ended, reopened the next day with a reason, played on: the date stays, and what happened says when."""
    begun = datetime(2026, 11, 27, 18, 40, tzinfo=UTC)
    started = book.start(now=begun)
    book.record(started.sheet_id, SAUSPIEL, now=begun)
    closing.end_evening(db.session, book.actor, started.evening_id, now=begun.replace(hour=23))
    morning = begun.replace(day=28, hour=10)
    closing.reopen_evening(db.session, book.actor, started.evening_id, "Frühschoppen", now=morning)
    book.record(started.sheet_id, SAUSPIEL, now=morning)
    evening = book.evening(started.evening_id)
    assert str(evening.date) == "2026-11-27"
    events = closing.history(db.session, book.actor, started.evening_id)
    assert [(event.kind, event.at) for event in events][1] == (EventKind.REOPENED, morning)
    assert "19:40 bis 19:40 und Samstag, 28.11., 11:40 bis 11:40" in view.abrechnung(evening).about[0]
    assert [row.day for row in view.abrechnung(evening).sheets[0].rows] == ["", "Samstag, 28.11."]


def test_the_list_of_evenings_leaves_out_who_never_played(book: Book) -> None:
    """A name that was mistyped and taken away again before a game stands in no list, on no paper."""
    started = book.start()
    book.come(started.sheet_id, "Haisl", "Sepp")
    book.leave(started.sheet_id, "Haisl")
    (summary,) = evenings.list_evenings(db.session, book.actor)
    assert summary.names == ("Sepp", "Vroni", "Xaver", "Zenzi")
    assert [person.name for person in book.evening(started.evening_id).people] == ["Sepp", "Vroni", "Xaver", "Zenzi"]
