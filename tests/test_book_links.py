"""Links for tables and walls, in the services: made, used, taken back, guessed."""

import statistics
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from scorebook.errors import ForbiddenError, GoneError, NotFoundError
from scorebook.services import RefusedError, links
from scorebook.services.access import RIGHTS, Action, Actor, Role
from scorebook.services.attempts import MOST_A_THING, MOST_AN_ADDRESS, MOST_FROM_ONE, WINDOW, TooManyError
from scorebook.services.links import Lasts, MadeLink, NewLink
from scorebook.services.secret import CODE_ALPHABET
from scorebook.services.transactions import transaction
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.store.tables import clubs, log
from tests.book import ON_SQLITE, Book, codes
from tests.people import actor_of

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")
TABLE = NewLink("table", "Tisch 1")


def make(book: Book, new: NewLink = TABLE, evening: int = 1, now: datetime = NOW) -> MadeLink:
    """Make a link."""
    return links.make_link(db.session, book.actor, evening, new, now=now)


def code(typed: str, address: str = "192.0.2.1", now: datetime = NOW) -> Actor | None:
    """Come in by a code, and give who that is."""
    secret = links.redeem_code(db.session, typed, address=address, device="Test", now=now)
    return actor_of(secret, now=now)


def other_club() -> int:
    """Add another club."""
    with transaction(db.session) as connection:
        return int(connection.execute(clubs.insert().values(name="Andere")).inserted_primary_key[0])  # type: ignore[index]


def everything() -> str:
    """Give all that the database holds, as text."""
    return str([reading(db.session).execute(select(table)).all() for table in metadata.sorted_tables])


# --- Made ---


def test_a_link_lets_in_as_what_it_is_for(book: Book) -> None:
    """By its address and by its code a link lets in a table or a wall, for its evening and its table alone."""
    started = book.start()
    made = make(book, NewLink("table", " Tisch  1 ", sheet_id=started.sheet_id))
    by_address = actor_of(links.redeem(db.session, made.secret, now=NOW), now=NOW)
    assert by_address == code(made.code)
    assert by_address == Actor("Tisch 1", 1, frozenset({Role.TABLE}), None, made.link.id, 1, started.sheet_id)
    wall = make(book, NewLink("wall", "Wand"))
    assert code(wall.code) == Actor("Wand", 1, frozenset({Role.WALL}), None, wall.link.id, 1, None)


def test_nothing_that_is_kept_opens_anything(book: Book) -> None:
    """Neither the secret nor the second part of the code lie in the database, in the log least of all."""
    book.start()
    made = make(book)
    links.redeem(db.session, made.secret, now=NOW)
    kept = everything()
    assert made.link.handle in kept
    assert made.secret not in kept
    assert made.code.replace("-", "")[links.HANDLE :] not in kept


def test_making_and_taking_back_stand_in_the_log_without_a_name(book: Book) -> None:
    """The log says who made which link for what, and who took it back, by ids alone."""
    book.start()
    made = make(book, NewLink("table", "Vronis Tablet"))
    links.redeem(db.session, made.secret, now=NOW)
    links.revoke_link(db.session, book.actor, made.link.id, now=NOW)
    links.revoke_link(db.session, book.actor, made.link.id, now=NOW)
    rows = reading(db.session).execute(select(log).order_by(log.c.number)).all()
    said = [(row.who, row.action, row.subject) for row in rows if not row.action.startswith(("evening", "game"))]
    assert said == [
        ("machine", "link.made", "link:1"),
        ("link:1", "login.begun", "login:2"),
        ("machine", "link.revoked", "link:1"),
    ]
    assert "Vroni" not in str([(row.old, row.new) for row in rows])


def test_a_code_is_easy_to_read_out(book: Book) -> None:
    """A code has three groups, like a telephone number, of letters and digits that nobody takes for one another."""
    book.start()
    for _ in range(5):
        groups = make(book).code.split("-")
        assert [len(group) for group in groups] == [4, 3, 3]
        assert set("".join(groups)) <= set(CODE_ALPHABET)
    assert not set(CODE_ALPHABET) & set("O0I1")


@ON_SQLITE
@pytest.mark.parametrize(
    "typed",
    ["{0}{1}{2}", "{0} {1} {2}", " {0}–{1}–{2} ", "{0}—{1}{2}", "{0}\t{1}\n{2}", "{0} - {1}.{2}", "-{0}{1}{2}-"],
)
def test_a_code_may_be_typed_as_people_do(book: Book, typed: str) -> None:
    """Capitals or not, with any dash, space or none: it is the same code."""
    book.start()
    groups = make(book).code.split("-")
    assert code(typed.format(*groups)) is not None
    assert code(typed.format(*groups).lower()) is not None


@ON_SQLITE
@pytest.mark.parametrize(
    "new",
    [
        (NewLink("admin", "x"), "link.kind", "kind"),
        (NewLink("", "x"), "link.kind", "kind"),
        (NewLink("table", " "), "name.missing", "name"),
        (NewLink("table", "x" * 61), "name.too_long", "name"),
        (NewLink("table", "a\u202eb"), "name.control", "name"),
        (NewLink("table", "x", "ever"), "link.lasts", "lasts"),
        (NewLink("table", "x", "tonight", 99), "link.sheet", "sheet"),
        (NewLink("table", "x", "tonight", -1), "link.sheet", "sheet"),
        (NewLink("table", "x", "tonight", 2**40), "link.sheet", "sheet"),
        (NewLink("table", "x", "tonight", 2), "link.sheet", "sheet"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(book: Book, new: tuple[NewLink, str, str]) -> None:
    """An unknown kind or time, a name that is none, a table of another evening: refused, and nothing is made."""
    book.start()
    book.start()
    with pytest.raises(RefusedError) as caught:
        make(book, new[0])
    assert codes(caught) == [new[1:]]
    assert links.list_links(db.session, book.actor, 1, now=NOW) == ()


@pytest.mark.parametrize("evening", [2, 99, 0, -1, 2**40])
def test_only_evenings_of_the_club(book: Book, evening: int) -> None:
    """An evening that is not there, or another club's, is not found; whoever asks."""
    book.start()
    theirs = Actor("x", other_club())
    for actor, asked in ((book.actor, evening), (theirs, 1)):
        with pytest.raises(NotFoundError):
            links.make_link(db.session, actor, asked, TABLE)
        with pytest.raises(NotFoundError):
            links.list_links(db.session, actor, asked)


def test_a_link_of_another_club_is_not_there(book: Book) -> None:
    """Nobody takes back or prints the link of another club."""
    book.start()
    made, theirs = make(book), Actor("x", other_club())
    for link_id in (made.link.id, 99, -1, 2**40):
        with pytest.raises(NotFoundError):
            links.revoke_link(db.session, theirs, link_id)
        with pytest.raises(NotFoundError):
            links.shown_again(db.session, theirs, link_id, made.secret, made.code)
    assert code(made.code)


@ON_SQLITE
@pytest.mark.parametrize("role", list(Role))
def test_who_may_share(book: Book, role: Role) -> None:
    """Making, listing, printing and taking back need the right to share; a link gives none."""
    book.start()
    made = make(book)
    evening = 1 if role in (Role.TABLE, Role.WALL) else None
    actor = Actor("x", 1, frozenset({role}), evening_id=evening)
    for use in (
        lambda: links.make_link(db.session, actor, 1, TABLE, now=NOW),
        lambda: links.list_links(db.session, actor, 1, now=NOW),
        lambda: links.shown_again(db.session, actor, made.link.id, made.secret, made.code),
        lambda: links.revoke_link(db.session, actor, made.link.id, now=NOW),
    ):
        if Action.SHARE in RIGHTS[role]:
            use()
        else:
            with pytest.raises(ForbiddenError):
                use()


@ON_SQLITE
def test_only_its_maker_can_print_it(book: Book) -> None:
    """The paper needs the secret and the code: nobody prints those of another link, or invented ones."""
    book.start()
    made, other = make(book), make(book)
    assert links.shown_again(db.session, book.actor, made.link.id, made.secret, made.code.lower()) == made
    for secret, typed in ((other.secret, made.code), (made.secret, other.code), (made.secret, ""), ("", made.code)):
        with pytest.raises(NotFoundError):
            links.shown_again(db.session, book.actor, made.link.id, secret, typed)


# --- For how long ---


@ON_SQLITE
@pytest.mark.parametrize(
    ("made", "until"),
    [
        ("2026-11-27T20:00", "2026-11-28T12:00"),
        ("2026-11-28T00:30", "2026-11-28T12:00"),
        ("2026-11-28T06:00", "2026-11-28T12:00"),
        ("2026-11-28T06:01", "2026-11-29T12:00"),
        ("2026-12-31T21:00", "2027-01-01T12:00"),
    ],
)
def test_tonight_ends_at_noon(book: Book, made: str, until: str) -> None:
    """A link for tonight holds until the next noon that is no less than six hours off, by the clock on the wall."""
    book.start()
    now, end = (datetime.fromisoformat(moment).replace(tzinfo=BERLIN) for moment in (made, until))
    assert make(book, now=now).link.expires_at == end


@pytest.mark.parametrize(("lasts", "days"), [(Lasts.WEEK, 7), (Lasts.QUARTER, 91)])
def test_an_end_is_an_end(book: Book, lasts: Lasts, days: int) -> None:
    """To the moment, address, code and logins end with the link, and the list forgets it."""
    book.start()
    made = make(book, NewLink("table", "x", lasts))
    end = NOW + timedelta(days=days)
    before = end - timedelta(seconds=1)
    secret = links.redeem(db.session, made.secret, now=before)
    assert actor_of(secret, now=before)
    assert actor_of(secret, now=end) is None
    assert len(links.list_links(db.session, book.actor, 1, now=before)) == 1
    assert links.list_links(db.session, book.actor, 1, now=end) == ()
    for use in (
        lambda: links.find_link(db.session, made.secret, now=end),
        lambda: links.redeem(db.session, made.secret, now=end),
        lambda: code(made.code, now=end),
    ):
        with pytest.raises(GoneError, match="abgelaufen"):
            use()


def test_taken_back_is_over_at_once(book: Book) -> None:
    """Taken back, a link lets nobody in, and whoever is in by it is out; other links stay."""
    book.start()
    made, other = make(book), make(book)
    secrets = [links.redeem(db.session, one.secret, now=NOW) for one in (made, made, other)]
    links.revoke_link(db.session, book.actor, made.link.id, now=NOW)
    alive = [actor_of(secret, now=NOW) is not None for secret in secrets]
    assert alive == [False, False, True]
    assert [link.id for link in links.list_links(db.session, book.actor, 1, now=NOW)] == [other.link.id]
    for use in (
        lambda: links.find_link(db.session, made.secret, now=NOW),
        lambda: links.redeem(db.session, made.secret, now=NOW),
        lambda: code(made.code),
    ):
        with pytest.raises(GoneError, match="zurückgenommen"):
            use()


def test_a_club_that_is_given_up_takes_its_links_along(book: Book) -> None:
    """Where the club is closed, its links hold no longer."""
    book.start()
    made = make(book)
    with transaction(db.session) as connection:
        connection.execute(clubs.update().values(closed_at=NOW))
    with pytest.raises(GoneError):
        links.redeem(db.session, made.secret, now=NOW)


@ON_SQLITE
@pytest.mark.parametrize(
    "mangle", [lambda s: s[:-1], lambda s: s + "x", lambda s: s.swapcase(), lambda _: "", lambda _: "ü\x00"]
)
def test_a_mangled_address_is_none(book: Book, mangle: Any) -> None:
    """A secret that lacks a letter, or has one too many, opens nothing."""
    book.start()
    made = make(book)
    for use in (links.find_link, links.redeem):
        with pytest.raises(NotFoundError, match="Diesen Link gibt es nicht"):
            use(db.session, mangle(made.secret))


# --- Guessed ---


@ON_SQLITE
@pytest.mark.parametrize(
    ("typed", "finding"),
    [
        ("", "code.missing"),
        (" - ", "code.shape"),
        ("K7P4-XMQ2", "code.shape"),
        ("K7P4-XMQ-2A", "code.shape"),
        ("K7P4-XMQ-2ACA", "code.shape"),
        ("K7P4-XMQ-2A0", "code.shape"),
        ("K7P4-XMÜ-2AC", "code.shape"),
        ("K7P4\x00XMQ2AC" * 7, "code.shape"),
        ("²7P4-XMQ-1AC", "code.shape"),
        ("K7P4-XMQ-2AC", "code.wrong"),
    ],
)
def test_what_is_no_code_is_told(book: Book, typed: str, finding: str) -> None:
    """A code that is missing, cannot be one, or is none, is refused at its field."""
    book.start()
    make(book)
    with pytest.raises(RefusedError) as caught:
        code(typed)
    assert codes(caught) == [(finding, "code")]


@ON_SQLITE
def test_nobody_learns_which_links_there_are(book: Book) -> None:
    """An unknown first part and a wrong second part give the same answer, after the same time."""
    book.start()
    handle = make(book).link.handle
    seconds: dict[str, list[float]] = {handle: [], "AAAA": []}
    said = set()
    for turn in range(4):
        for first, measured in seconds.items():
            began = time.perf_counter()
            with pytest.raises(RefusedError) as caught:
                code(f"{first}-AAA-AAA", address=f"192.0.2.{turn}")
            measured.append(time.perf_counter() - began)
            said.add((caught.value.message, *codes(caught)))
    assert len(said) == 1
    known, unknown = map(statistics.median, seconds.values())
    assert 0.5 < known / unknown < 2


def test_guessing_a_code_ends_soon(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some wrong second parts stop that link's code for a while, the right one too; its address and others go on."""
    monkeypatch.setattr("scorebook.services.attempts.MOST_A_THING", 3)
    book.start()
    made, other = make(book), make(book)
    for turn in range(3):
        with pytest.raises(RefusedError):
            code(f"{made.link.handle}-AAA-AAA", address=f"192.0.2.{turn}")
    with pytest.raises(TooManyError):
        code(made.code)
    assert code(other.code)
    assert links.redeem(db.session, made.secret, now=NOW)
    assert code(made.code, now=NOW + timedelta(minutes=15))


def test_guessing_for_as_long_as_a_link_holds_finds_nothing() -> None:
    """Whoever knows the handle of the longest link, and guesses all the while, has one chance in a thousand at most."""
    made = datetime(2026, 11, 27, 19, tzinfo=UTC)
    windows = max(lasts.until(made) - made for lasts in Lasts) / WINDOW
    chance = windows * MOST_A_THING / len(CODE_ALPHABET) ** links.REST
    assert chance < 1 / 1000
    assert links.HANDLE + links.REST <= 10


@ON_SQLITE
def test_a_hall_may_mistype(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address is stopped only much later than a code; what was right does not count."""
    assert MOST_AN_ADDRESS >= 10 * MOST_FROM_ONE
    monkeypatch.setattr("scorebook.services.attempts.MOST_AN_ADDRESS", 12)
    book.start()
    made = make(book)
    for turn in range(11):
        with pytest.raises(RefusedError):
            code(f"AAA{CODE_ALPHABET[turn]}-AAA-AAA", now=NOW + timedelta(seconds=turn))
    for turn in range(3):
        assert code(made.code, now=NOW + timedelta(seconds=20 + turn))
    with pytest.raises(RefusedError):
        code("ZZZZ-AAA-AAA")
    with pytest.raises(TooManyError):
        code(made.code)
    assert code(made.code, address="192.0.2.9")


def test_taken_back_while_somebody_comes_in(book: Book) -> None:
    """However coming in and taking back meet, nobody is in by a link that was taken back."""
    book.start()
    made, app = make(book, now=datetime.now(UTC)), book.app
    let_in: list[str] = []

    def come() -> None:
        with app.app_context():
            try:
                let_in.append(links.redeem(db.session, made.secret))
            except GoneError:
                return

    def take_back() -> None:
        with app.app_context():
            links.revoke_link(db.session, book.actor, made.link.id)

    threads = [threading.Thread(target=work) for work in (come, come, take_back, come, come)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    assert [actor_of(secret) for secret in let_in] == [None] * len(let_in)
