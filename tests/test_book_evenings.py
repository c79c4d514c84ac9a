"""Beginning evenings, on SQLite and on PostgreSQL; other clubs; what the tables promise; exports."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.exchange import load_json, parse_evening
from scorebook.ledger.evening import Evening
from scorebook.ledger.payment import BOX
from scorebook.services import RefusedError, access, cancelling, evenings, naming, paying
from scorebook.services.exporting import export_evening
from scorebook.services.paying import NewPayment
from scorebook.services.transactions import transaction
from scorebook.store import tables
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.wording.messages import MESSAGES
from tests import league
from tests.book import FOUR, LOST_SOLO, ON_SQLITE, PASSED, SAUSPIEL, WITH_STOCK, Book, codes

# --- Beginning an evening --------------------------------------------------------------------------------------------
from tests.cash import NOW, Box, filled, levied
from tests.doors import let_in


def known_names(book: Book) -> list[str]:
    """Give the names that are offered."""
    return [one.text for one in naming.suggestions(db.session, book.actor)]


def test_names_of_all_kinds_are_kept(book: Book) -> None:
    """A name is kept as it was typed, whatever a spreadsheet, a page or SQL would make of it."""
    names = ("Jörg Weiß", "=1+1", "<b>Vroni</b>", "O'Neill; DROP TABLE games", "👩‍🌾 Resi", "x" * 60, "Sepp, der Wirt")
    started = book.start(names)
    assert tuple(book.evening(started.evening_id).names.values()) == names
    assert set(known_names(book)) == set(names)


@ON_SQLITE
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name.missing"),
        ("  \t ", "name.missing"),
        ("\u200d", "name.missing"),
        ("x" * 61, "name.too_long"),
        ("Se\npp", "name.control"),
        ("Se\0pp", "name.control"),
        ("\u202eppeS", "name.control"),
        ("\ud800Sepp", "name.control"),
        (" vroni ", "name.twice"),
    ],
)
def test_names_that_are_none_are_refused_at_their_field(book: Book, name: str, code: str) -> None:
    """Empty, overlong, invisible or steering names, and one that sits at the table already, are refused there."""
    with pytest.raises(RefusedError) as error:
        book.start(("Sepp", "Vroni", name, "Zenzi"))
    assert codes(error) == [(code, "names.2")]
    assert (book.count("evenings"), book.count("people")) == (0, 0)


def test_all_that_is_wrong_is_said_at_once(book: Book) -> None:
    """Every field of a new evening has its own finding."""
    with pytest.raises(RefusedError) as error:
        book.start(("Sepp",), preset="nowhere", place="x" * 121, title="\0", first_dealer=4, date=date(2100, 1, 1))
    assert codes(error) == [
        ("name.missing", "names.1"),
        ("name.missing", "names.2"),
        ("name.missing", "names.3"),
        ("first_dealer.empty_seat", "first_dealer"),
        ("place.too_long", "place"),
        ("title.missing", "title"),
        ("date.range", "date"),
        ("preset.unknown", "preset"),
    ]


def test_empty_seats_behind_the_fourth_are_none(book: Book) -> None:
    """Of seven fields the filled ones are seats; an empty one between them is a finding; eight are too many."""
    assert book.sheet(book.start((*FOUR, "Hias", " ", "")).sheet_id).players == 5
    with pytest.raises(RefusedError) as error:
        book.start((*FOUR, "", "Hias"))
    assert codes(error) == [("name.missing", "names.4")]
    with pytest.raises(RefusedError) as error:
        book.start((*FOUR, "A", "B", "C", "D"))
    assert codes(error) == [("names.too_many", "names")]


def test_people_are_known_again(book: Book) -> None:
    """Case and spaces make no new person, composed letters neither; `ß` and `ss` do."""
    one = book.evening(book.start(("Jörg  Weiß", "Vroni", "Xaver", "Zenzi")).evening_id)
    two = book.evening(book.start((" jo\u0308rg weiß ", "Xaver", "Jörg Weiss", "Zenzi")).evening_id)
    assert [person.name for person in two.people] == ["Jörg Weiß", "Xaver", "Jörg Weiss", "Zenzi"]
    assert two.people[0].id == one.people[0].id
    assert book.count("people") == 5
    assert known_names(book)[0] in {"Jörg Weiß", "Xaver", "Zenzi"}


def test_an_evening_begun_twice_is_one(book: Book) -> None:
    """A double tap on the start of an evening begins it once, also at the same moment."""
    uuid = uuid4()
    answers = book.at_once(*[lambda: book.start(uuid=uuid)] * 3)
    assert answers == [answers[0]] * 3
    assert (book.count("evenings"), book.count("sheets"), book.count("people")) == (1, 1, 4)


def test_an_evening_keeps_the_local_date_on_which_it_began(book: Book) -> None:
    """The day is the one in Bavaria, not in UTC, and stays past midnight; times come back aware, in UTC."""
    late = book.start(now=datetime(2026, 11, 27, 22, 30, tzinfo=UTC))
    book.record(late.sheet_id, SAUSPIEL, now=datetime(2026, 11, 28, 0, 10, tzinfo=UTC))
    evening = book.evening(late.evening_id)
    assert evening.date == date(2026, 11, 27)
    assert evening.sheets[0].games[0].recorded_at == datetime(2026, 11, 28, 0, 10, tzinfo=UTC)
    assert (evening.begun, evening.begun.utcoffset()) == (datetime(2026, 11, 27, 22, 30, tzinfo=UTC), timedelta(0))
    night = book.start(now=datetime(2026, 11, 27, 23, 5, tzinfo=UTC))
    assert book.evening(night.evening_id).date == date(2026, 11, 28)
    assert [summary.id for summary in evenings.list_evenings(db.session, book.actor).evenings] == [
        night.evening_id,
        late.evening_id,
    ]


def test_a_time_without_a_zone_is_never_stored(book: Book) -> None:
    """A moment without a zone is a programmer's error, not an hour of drift."""
    sheet = book.start().sheet_id
    with pytest.raises(Exception, match="without a zone"):
        book.record(sheet, SAUSPIEL, now=datetime(2026, 11, 27, 22, 30))  # noqa: DTZ001
    assert book.count("games") == 0


def test_rule_sets_have_versions_and_old_evenings_keep_theirs(book: Book) -> None:
    """A changed tariff is a new version: what was played before keeps its price, equal rules make no version."""
    cheap, again = book.start_with({"base": {"sauspiel": 10}}), book.start_with({"base": {"sauspiel": 10}})
    old = book.record(cheap.sheet_id, SAUSPIEL).game
    dear = book.start_with({"base": {"sauspiel": 100}})
    assert book.record(dear.sheet_id, SAUSPIEL).game.score.value == 100
    assert book.record(again.sheet_id, SAUSPIEL).game.score.value == 10
    assert book.sheet(cheap.sheet_id).games == (old,)
    rows = reading(db.session).execute(select(tables.rule_sets.c.name, tables.rule_sets.c.version))
    assert sorted(map(tuple, rows)) == [("Hausregeln", 1), ("Hausregeln", 2)]


def test_the_list_of_evenings_says_who_played_how_much(book: Book) -> None:
    """An evening in the list has its names by seat, its place, and the number of its games."""
    started = book.start(place="Post", title="Kreuzerrunde")
    book.record(started.sheet_id, SAUSPIEL)
    book.record(started.sheet_id, PASSED)
    (listed,) = evenings.list_evenings(db.session, book.actor).evenings
    assert (listed.id, listed.sheet_ids) == (started.evening_id, (started.sheet_id,))
    assert (listed.title, listed.place, listed.names, listed.games) == ("Kreuzerrunde", "Post", FOUR, 2)


# --- Other clubs -----------------------------------------------------------------------------------------------------


def test_another_clubs_things_do_not_exist(book: Book) -> None:
    """Whatever is guessed of another club's numbers is not found; nothing of it is shown, and nothing changes."""
    started = book.start()
    uuid = book.record(started.sheet_id, SAUSPIEL).game.uuid
    rule_set = reading(db.session).execute(select(tables.rule_sets.c.id)).scalar_one()
    own, book.actor = book.actor, book.stranger()
    for attempt in (
        lambda: book.evening(started.evening_id),
        lambda: book.sheet(started.sheet_id),
        lambda: evenings.evening_of_sheet(db.session, book.actor, started.sheet_id),
        lambda: evenings.find_game(db.session, book.actor, uuid),
        lambda: book.record(started.sheet_id, SAUSPIEL),
        lambda: book.record(started.sheet_id, SAUSPIEL, uuid),
        lambda: book.cancel(uuid),
        lambda: export_evening(db.session, book.actor, started.evening_id),
    ):
        with pytest.raises(NotFoundError):
            attempt()
    with pytest.raises(RefusedError) as error:
        book.start(rule_set=rule_set)
    assert codes(error) == [("rule_set.unknown", "rule_set")]
    assert evenings.list_evenings(db.session, book.actor).evenings == ()
    assert known_names(book) == []
    with pytest.raises(ConflictError):
        book.record(book.start().sheet_id, SAUSPIEL, uuid)
    book.actor = own
    assert book.sheet(started.sheet_id).games[0].stands
    assert book.count("games") == 1


def test_each_club_has_people_of_its_own(book: Book) -> None:
    """The same name in two clubs is two people."""
    ours = book.evening(book.start().evening_id)
    book.actor = book.stranger()
    theirs = book.evening(book.start().evening_id)
    assert not set(ours.names) & set(theirs.names)


@pytest.mark.parametrize("number", [0, -1, 2**31, 10**30])
def test_numbers_that_no_database_can_hold_are_not_found(book: Book, number: int) -> None:
    """An id out of any range is an unknown one, not an error of the database."""
    for attempt in (
        lambda: book.evening(number),
        lambda: book.sheet(number),
        lambda: book.record(number, SAUSPIEL),
    ):
        with pytest.raises(NotFoundError):
            attempt()
    with pytest.raises(RefusedError):
        book.start(rule_set=number)


def test_rights_end_at_the_club(book: Book) -> None:
    """The local user may do everything in his club and nothing in another; a refusal says why."""
    other = book.stranger()
    for action in access.Action:
        assert access.can(book.actor, action, book.actor.club).allowed
        decision = access.can(book.actor, action, other.club)
        assert not decision.allowed
        with pytest.raises(ForbiddenError, match="Verein"):
            access.require(book.actor, action, other.club)


# --- The tables ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", tables.APPEND_ONLY)
@pytest.mark.parametrize("statement", ["UPDATE {} SET club_id = club_id", "DELETE FROM {}"])
def test_the_book_is_only_ever_added_to(book: Book, table: str, statement: str) -> None:
    """The database itself refuses to change or delete a game, an entry, a reversal, a rule set, a move of the Stock."""
    let_in(book.app, "viewer")
    started = book.start()
    book.cancel(book.record(started.sheet_id, SAUSPIEL).game.uuid)
    book.end(started.evening_id)
    move = {"club_id": book.actor.club_id, "sheet_id": started.sheet_id, "kind": "boxed", "amount": 80, "by": "Sepp"}
    with transaction(db.session) as connection:
        connection.execute(tables.stock_moves.insert(), {**move, "at": datetime.now(UTC)})
    filled(Box(), 1)
    levied(started.evening_id)
    paying.pay(db.session, book.actor, started.evening_id, NewPayment(1, BOX), now=NOW)
    league.filled(book)
    with pytest.raises(DBAPIError, match="only ever added"), transaction(db.session) as connection:
        connection.execute(text(statement.format(table)))
    assert book.count(table) > 0


def test_every_table_belongs_to_a_club() -> None:
    """Every table has a club, which has to exist; but for who may belong to several, and who is nobody yet."""
    for table in metadata.tables.values():
        if table.name not in {"clubs", "accounts", "attempts"}:
            (reference,) = table.c.club_id.foreign_keys
            assert reference.column is tables.clubs.c.id
            assert not table.c.club_id.nullable


def test_references_are_kept(book: Book) -> None:
    """A row that refers to nothing is refused, on SQLite too."""
    started = book.start()
    row = {"club_id": book.actor.club_id, "sheet_id": started.sheet_id, "seat": 6, "person_id": 999, "from_place": 0}
    with pytest.raises(DBAPIError), transaction(db.session) as connection:
        connection.execute(tables.seats.insert(), row)
    assert book.count("seats") == 4


# --- Going out -------------------------------------------------------------------------------------------------------


def test_an_exported_evening_is_the_same_book(book: Book) -> None:
    """Reading an exported evening gives the same totals, Stock, names, rules and check code."""
    started = book.start_with(WITH_STOCK, ("Jörg Weiß", "=1+1", "<b>", "👩‍🌾"))
    games = [book.record(started.sheet_id, game).game for game in (PASSED, SAUSPIEL, LOST_SOLO, PASSED)]
    book.cancel(games[2].uuid, "doch nicht")
    evening = book.evening(started.evening_id)
    read = parse_evening(load_json(export_evening(db.session, book.actor, started.evening_id)))
    assert read.check_code() == evening.check_code()
    assert same(read) == same(evening)
    assert read.rule_sets[0].rules == evening.rule_sets[0].rules
    assert [game.cancelled for game in read.sheets[0].games] == [game.cancelled for game in evening.sheets[0].games]


def same(evening: Evening) -> object:
    """Give what two books of one evening have in common."""
    sheet = evening.sheets[0]
    return evening.id, evening.club, evening.date, evening.begun, evening.totals(), sheet.stock_now, evening.people


def test_an_export_is_json_of_one_evening(book: Book) -> None:
    """The export is one JSON object with its format's name and readable letters."""
    started = book.start(("Jörg", "Vroni", "Xaver", "Zenzi"))
    text_of_it = export_evening(db.session, book.actor, started.evening_id)
    assert json.loads(text_of_it)["format"] == "scorebook/1"
    assert "Jörg" in text_of_it


def test_cancelling_an_unknown_game_is_not_found(book: Book) -> None:
    """A UUID that nobody recorded is not found."""
    with pytest.raises(NotFoundError):
        cancelling.cancel_game(db.session, book.actor, uuid4(), "weil")


# --- Words -----------------------------------------------------------------------------------------------------------


def test_every_finding_of_the_services_has_words() -> None:
    """Whatever a service finds can be said: each code in its source has a sentence."""
    folder = Path(evenings.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    found = set(re.findall(r'Finding\(\s*"([a-z_.]+)"', source))
    kinds = set(re.findall(r'objections\([^)]*?"([a-z]+)", [A-Z_]+, required', source))
    assert {"name.twice", "sheet.stock", "rule_set.unknown"} <= found
    assert kinds == {"name", "place", "title", "reason", "club", "note", "nickname"}
    found |= {f"{kind}.{what}" for kind in kinds for what in ("missing", "too_long", "control")}
    assert {code for code in found if code not in MESSAGES} == set()
