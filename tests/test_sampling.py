"""Samples of any size: who plays where and when, and how they are written."""

import multiprocessing
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random

import pytest
from sqlalchemy import select, update

from scorebook.errors import ConflictError
from scorebook.services import sampling, sampling_ahead, sampling_evenings
from scorebook.services.evenings import EARLIEST
from scorebook.services.sampling_ahead import SamplingError
from scorebook.services.sampling_evenings import AT_ONCE, GAMES_AN_EVENING, LATEST, first_day, slots
from scorebook.services.sampling_people import MOST, NAMES, circles, name_of
from scorebook.services.standings import Wish, standings_page
from scorebook.services.texts import same_name
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.store import league_tables
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import db
from scorebook.store.made_up import MadeEvening
from scorebook.store.tables import evenings, people, seats
from tests.book import SAUSPIEL, Book


def test_everybody_has_a_name_of_his_own() -> None:
    """However many people there are, no two names are the same to the club, and each fits its column."""
    names = [name_of(number) for number in range(MOST)]
    assert len({same_name(name) for name in names}) == MOST > 20_000
    assert max(map(len, names)) <= NAME_LENGTH
    assert tuple(names[: len(NAMES)]) == NAMES


@pytest.mark.parametrize("number", [0, 1, 1000, 17_999, 18_000, 50_000, 5_000_000, 10_000_000])
def test_people_grow_with_the_games(number: int) -> None:
    """Each person is in one circle, and circles are about as large however many games there are."""
    playing = circles(number)
    assert [person for circle in playing for person in circle] == list(range(max(24, number // 500)))
    assert all(16 <= len(circle) <= 35 for circle in playing)


@pytest.mark.parametrize(
    ("number", "tables"), [(0, 0), (1, 1), (51, 2), (1000, 20), (50_000, 1000), (5_000_000, 100_000)]
)
def test_evenings_lie_in_few_years(number: int, tables: int) -> None:
    """All games are played at evenings of about fifty, in order and within two years: each circle has its own."""
    found = list(slots(Random(1), number))
    assert len(found) == tables
    assert sum(slot.games for slot in found) == number
    assert all(0 < slot.games <= 66 for slot in found)
    days = [slot.day for slot in found]
    assert days == sorted(days)
    assert not days or (days[0], days[-1]) == (first_day(number), LATEST)
    assert all(day > max(EARLIEST, LATEST - timedelta(days=730)) for day in days)
    evenings = Counter(slot.circle for slot in found)
    assert not evenings or max(evenings.values()) - min(evenings.values()) <= 1


def test_large_samples_have_many_circles(book: Book) -> None:
    """With more games come more people: each plays at home as a rule, somewhere else now and then, and all is right."""
    sampling.fill(db.session, book.actor, 20_000, seed=1)
    home = {name_of(person): circle for circle in circles(20_000) for person in circle}
    tables: dict[int, list[str]] = defaultdict(list)
    query = select(seats.c.sheet_id, people.c.name).join(people, people.c.id == seats.c.person_id)
    for sheet, name in db.session.execute(query):
        tables[sheet].append(name)
    assert len(tables) == book.count("evenings") == 400
    played = Counter(name for sitting in tables.values() for name in sitting)
    assert len(played) == book.count("people") == len(home) == 40
    assert 20 < min(played.values()) < 42 < max(played.values()) < 70
    mixed = sum(len({home[name] for name in sitting}) > 1 for sitting in tables.values())
    assert 4 < mixed < 60
    assert verify_book(db.session).games == 20_000


def test_samples_take_the_people_there_are(book: Book) -> None:
    """Whoever the club has already plays along, however his name was spelled; a second sample brings nobody new."""
    book.start(("sepp", "VRONI", "Xaver", "Hans"))
    for seed in (1, 2):
        sampling.fill(db.session, book.actor, 100, seed)
        keys = list(db.session.execute(select(people.c.name_key)).scalars())
        assert len(keys) == len(set(keys)) == len(NAMES) + 1


def test_recording_goes_on_beside_samples(book: Book) -> None:
    """Ids that samples took are never given again: who records before and after, in turns, gets others."""
    sheet = book.start().sheet_id
    for seed in range(3):
        book.record(sheet, SAUSPIEL)
        sampling.fill(db.session, book.actor, 60, seed)
        book.start()
    book.record(sheet, SAUSPIEL)
    assert verify_book(db.session).games == 184


def test_told_of_all_games(book: Book) -> None:
    """Whoever wants to know hears of all games that were added, bit by bit."""
    told: list[int] = []
    sampling.fill(db.session, book.actor, 12_000, seed=1, told=told.append)
    assert sum(told) == 12_000
    assert len(told) > 1


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
SEVERAL = (AT_ONCE + 5) * GAMES_AN_EVENING
"""Games of more than one batch."""


def fill_ahead(book: Book, monkeypatch: pytest.MonkeyPatch, told=lambda _: None) -> int:
    """Fill a book by two processes, as a large one is."""
    monkeypatch.setattr(sampling_ahead, "MANY", 1)
    return sampling.fill(db.session, book.actor, SEVERAL, 1, told)


def making() -> list[BaseProcess]:
    """Give the processes that make evenings; others may be left of tests that printed papers."""
    return [one for one in multiprocessing.active_children() if one.name == sampling_ahead.NAME]


def test_evenings_made_ahead_are_the_same(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own makes the very evenings that this one makes, game by game, and is gone in the end."""
    wanted: list[str] = []

    def keep(made: sampling_ahead.Order) -> Iterator[list[MadeEvening]]:
        wanted.extend(repr(batch) for batch in made.batches())
        for batch, one in zip(given(made), wanted, strict=True):
            assert repr(batch) == one
            yield batch

    given = sampling_ahead.ahead
    monkeypatch.setattr(sampling, "ahead", keep)
    assert fill_ahead(book, monkeypatch) == AT_ONCE + 5
    assert len(wanted) == 2
    assert not making()
    assert verify_book(db.session).games == SEVERAL


def leave(_order: object, _there: object) -> None:
    """End a process without a word, as one does that is killed."""
    os._exit(1)


def fail_late(order: sampling_ahead.Order, there: Connection) -> None:
    """Send one batch, then end."""
    there.send_bytes(sampling_ahead._pickled(next(order.batches()), {}))
    os._exit(1)


@pytest.mark.parametrize(("fault", "made"), [(leave, 0), (fail_late, AT_ONCE)])
def test_a_process_that_ends_early_is_told(
    book: Book, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., None], made: int
) -> None:
    """Where the process that makes the evenings is killed, that is said; what was written stays, whole and counted."""
    monkeypatch.setattr(sampling_ahead, "_send", fault)
    with pytest.raises(SamplingError):
        fill_ahead(book, monkeypatch)
    assert not making()
    assert_counted(book, made)


@pytest.mark.parametrize("many", [1, SEVERAL + 1])
def test_who_breaks_off_keeps_what_is_there(book: Book, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    """After Ctrl+C nothing goes on, and the evenings so far are in the season and count there."""

    def told(_games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sampling_ahead, "MANY", many)
    with pytest.raises(KeyboardInterrupt):
        sampling.fill(db.session, book.actor, SEVERAL, 1, told)
    assert not making()
    assert_counted(book, AT_ONCE)


@pytest.mark.parametrize("there", [0, 6])
def test_whoever_is_killed_leaves_a_book_that_is_right(book: Book, monkeypatch: pytest.MonkeyPatch, there: int) -> None:
    """Nothing is done in the end: all evenings so far are in the season, everything adds up, and it can go on."""
    monkeypatch.setattr(sampling_evenings, "AT_ONCE", 2)
    games = 6 * GAMES_AN_EVENING
    if there:
        sampling.fill(db.session, book.actor, games, seed=1)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sampling, "rank_samples", killed)
        with pytest.raises(KeyboardInterrupt):
            sampling.fill(db.session, book.actor, games, 1, killed)
    assert_counted(book, there + 2)
    sampling.fill(db.session, book.actor, games, seed=1)
    assert_counted(book, there + 2 + 6)
    assert standings_page(db.session, book.actor, 1, Wish()).placed


def test_a_season_that_closes_meanwhile_gets_no_more(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody closes the season while it fills: what is there stays counted, the rest is not added."""
    monkeypatch.setattr(sampling_evenings, "AT_ONCE", 2)

    def close(_games: int) -> None:
        with transaction(db.session) as connection:
            connection.execute(update(league_tables.seasons).values(closed_at=LONG_AGO))

    with pytest.raises(ConflictError, match="abgeschlossen"):
        sampling.fill(db.session, book.actor, 6 * GAMES_AN_EVENING, 1, close)
    assert_counted(book, 2)


def assert_counted(book: Book, made: int) -> None:
    """Assert that so many evenings are in the book, all of them in a season, and that all of it is right."""
    assert book.count("evenings") == made
    assert db.session.execute(select(evenings).where(evenings.c.season_id.is_(None))).first() is None
    verify_book(db.session)
