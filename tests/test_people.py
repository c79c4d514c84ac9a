"""The people of a club: who they are besides their names, two of one name, and what of that files keep."""

import json
import zipfile
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import select

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.exchange import ShapeError
from scorebook.exchange.clubs import parse_batch
from scorebook.ledger.people import alike, told_apart
from scorebook.services import RefusedError, club_data, import_plan, merging, naming, people, stand
from scorebook.services.access import Actor, Role, local_actor
from scorebook.services.people import Known
from scorebook.services.verifying import verify_book
from scorebook.store.db import db, reading
from scorebook.store.log import Wanted, newest_rows
from scorebook.store.one_person import everybody
from scorebook.store.people import Kind
from scorebook.wording import message
from scorebook.wording.languages import ENGLISH
from scorebook.wording.people import public_name
from tests.book import ON_SQLITE, SAUSPIEL, Book, codes

NOW = datetime.now(UTC)


def known(book: Book, person_id: int, **changes: Any) -> None:
    """Change what is known of somebody, and nothing else."""
    one = people.find_person(db.session, book.actor, person_id)
    as_it_is = {"name": one.name, "nickname": one.nickname, "guest": one.guest, "left_on": one.left_on}
    people.change(db.session, book.actor, person_id, Known(**{**as_it_is, "shown": one.shown, **changes}))


def listed(book: Book, kind: Kind, search: str = "") -> list[str]:
    """Give the names in a list."""
    return [one.name for one in people.list_people(db.session, book.actor, search, kind=kind).people]


def test_a_nickname_is_for_the_table_and_finds_him(book: Book) -> None:
    """Open tablets show it at once, paper does not; who types it in a new evening means him."""
    sheet = book.start().sheet_id
    (sepp,) = book.ids(sheet, "Sepp")
    before, code = stand.sheet_stand(db.session, book.actor, sheet).version, book.evening(1).check_code()
    known(book, sepp, nickname=" Bomber ")
    evening = book.evening(1)
    assert (evening.called[sepp], evening.names[sepp], evening.check_code()) == ("Bomber", "Sepp", code)
    assert stand.sheet_stand(db.session, book.actor, sheet).version != before
    again = book.start(("bomber", "Anna", "Bene", "Jule"))
    assert book.ids(again.sheet_id, "Sepp") == (sepp,)
    assert listed(book, Kind.ALL, "bomb") == ["Sepp"]
    assert "Bomber" in {one.nickname for one in naming.suggestions(db.session, book.actor)}
    with pytest.raises(RefusedError) as error:
        book.start(("Sepp", "Bomber", "Bene", "Jule"))
    assert codes(error) == [("name.same_person", "names.1")]
    assert message(error.value.findings[0]) == "Bomber und Sepp sind dieselbe Person."


def test_who_left_is_not_proposed_but_still_there(book: Book) -> None:
    """Guests and those who left are told apart in lists; who left can come again, and both can change later."""
    book.start(now=NOW - timedelta(days=9))
    known(book, 1, left_on=date(2026, 1, 31))
    known(book, 2, guest=True)
    assert listed(book, Kind.ACTIVE) == ["Xaver", "Zenzi"]
    assert (listed(book, Kind.GUESTS), listed(book, Kind.LEFT), len(listed(book, Kind.ALL))) == (["Vroni"], ["Sepp"], 4)
    assert {one.text for one in naming.suggestions(db.session, book.actor)} == {"Vroni", "Xaver", "Zenzi"}
    assert book.ids(book.start().sheet_id, "Sepp") == (1,)
    known(book, 1, left_on=None)
    known(book, 2, guest=False)
    assert len(listed(book, Kind.ACTIVE)) == 4
    row = newest_rows(reading(db.session), 1, 1, Wanted())[0]
    assert (row.action, row.subject, row.new) == ("person.changed", "person:2", '{"changed":["guest"]}')
    known(book, 2)
    assert newest_rows(reading(db.session), 1, 1, Wanted())[0] == row, "the same again changes nothing"


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"name": " "}, ("name.missing", "name")),
        ({"name": "x" * 61}, ("name.too_long", "name")),
        ({"name": "Se\u202epp"}, ("name.control", "name")),
        ({"name": "VRONI"}, ("person.namesake_there", "name")),
        ({"name": "Anna"}, ("person.name_taken", "name")),
        ({"nickname": "x" * 61}, ("nickname.too_long", "nickname")),
        ({"nickname": "a\tb"}, ("nickname.control", "nickname")),
        ({"nickname": "\N{COMBINING ACUTE ACCENT}"}, ("nickname.missing", "nickname")),
        ({"nickname": "xaver"}, ("nickname.taken", "nickname")),
        ({"nickname": "Ane"}, ("nickname.taken", "nickname")),
        ({"left_on": date(1899, 1, 1)}, ("left_on.range", "left_on")),
        ({"left_on": date(2199, 1, 1)}, ("left_on.range", "left_on")),
        ({"shown": "half"}, ("shown.unknown", "shown")),
    ],
)
@ON_SQLITE
def test_what_cannot_be_known_is_refused(book: Book, wrong: dict[str, Any], found: tuple[str, str]) -> None:
    """Each with what is wrong at its field; nothing is changed."""
    book.start(now=NOW - timedelta(days=9))
    people.add(db.session, book.actor, Known("Anna", nickname="Ane"))
    if found[0] == "person.namesake_there":
        wrong = {"name": "Vroni"}
    with pytest.raises(RefusedError) as error:
        known(book, 1, **wrong)
    assert codes(error) == [found]
    message(error.value.findings[0], ENGLISH)
    assert people.find_person(db.session, book.actor, 1).name == "Sepp"


@ON_SQLITE
def test_two_of_one_name_are_told_apart(book: Book) -> None:
    """They can be, where one says that it is somebody else; then lists, accounts and suggestions show their numbers."""
    book.start(now=NOW - timedelta(days=9))
    with pytest.raises(RefusedError) as error:
        people.add(db.session, book.actor, Known("sepp"))
    assert codes(error) == [("person.name_taken", "name")]
    other = people.add(db.session, book.actor, Known("Sepp", namesake=True))
    texts = {one.text for one in naming.suggestions(db.session, book.actor)}
    assert {"Sepp (1)", f"Sepp ({other})"} <= texts
    with pytest.raises(RefusedError) as error:
        book.start(("Sepp (1)", f"Sepp ({other})", "Bene", "Jule"))
    assert codes(error) == [("name.alike", "names.1")], "on paper nobody could tell them apart"
    sheet = book.start((f"Sepp ({other})", "Vroni", "Bene", "Jule")).sheet_id
    with pytest.raises(RefusedError) as error:
        book.come(sheet, "Sepp (1)", "Vroni")
    assert codes(error) == [("name.alike", "name")]
    with pytest.raises(RefusedError) as error:
        known(book, 2, name="Bene", namesake=True)
    assert codes(error) == [("person.namesake_there", "name")], "Vroni and Bene were there together"


@ON_SQLITE
def test_nobody_else_may_change_them(book: Book) -> None:
    """Of another club nobody is there; directors, scorers, players see no list."""
    book.start()
    for person in (1, 99, 0, 2**40):
        with pytest.raises(NotFoundError):
            people.change(db.session, book.stranger(), person, Known("X"))
    for role in (Role.DIRECTOR, Role.SCORER, Role.PLAYER, Role.VIEWER):
        somebody = Actor("x", 1, frozenset({role}), account_id=1)
        with pytest.raises(ForbiddenError):
            people.change(db.session, somebody, 1, Known("X"))
        with pytest.raises(ForbiddenError):
            people.add(db.session, somebody, Known("X"))


def test_names_that_all_may_read() -> None:
    """Full, short or not at all; who comes out like another in one list gets the number."""
    shown = {
        key: public_name(name, how, key)
        for key, name, how in ((1, "Sepp Huber", "short"), (2, "Sepp Hirsch", "short"), (3, "Vroni", "hidden"))
    }
    assert told_apart(shown) == {1: "Sepp H. (1)", 2: "Sepp H. (2)", 3: "Spieler 3"}
    assert public_name("Sepp Huber", "hidden", 12, ENGLISH) == "Player 12"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Müller Franz", "Franz Mueller", True),
        ("Weiß", "Weiss", True),
        ("Hans-Peter Maier", "Hans Peter Maier", True),
        ("Sepp", "Sepp Huber", True),
        ("Sepp H.", "Sepp Huber", True),
        ("Katharina", "Katarina", True),
        ("Anna", "Anni", False),
        ("Sepp Huber", "Sepp Maier", False),
        ("Xi", "Xiaver", False),
        ("🎉", "🎊", False),
    ],
)
def test_which_names_may_be_one_persons(one: str, other: str, same: bool) -> None:
    """Other spellings, a beginning, a letter; not those who share but a first name."""
    assert bool(alike({1: one, 2: other}, 9)) is same


# --- Files -----------------------------------------------------------------------------------------------------------


def archive(book: Book) -> bytes:
    """Give the club as a file."""
    with club_data.export_club(db.session, book.actor) as file:
        return file.read()


def filled(book: Book) -> None:
    """Fill a book with people of all kinds: merged, called otherwise, guests, gone."""
    for names in (("Sepp", "Vroni", "Xaver", "Zenzi"), ("Seppl", "Vroni", "Hias", "Resi")):
        begun = book.start(names, now=NOW - timedelta(days=9))
        book.record(begun.sheet_id, SAUSPIEL)
        book.end(begun.evening_id)
    merging.merge(db.session, book.actor, 5, 1)
    known(book, 1, nickname="Bomber", shown="hidden")
    known(book, 2, guest=True)
    known(book, 3, left_on=date(2026, 5, 1), shown="short")


def club(book: Book) -> dict[str, Any]:
    """Give what is known of the people of the actor's club by their names, with how often each was there."""
    rows = reading(db.session).execute(select(everybody).where(everybody.c.club_id == book.actor.club_id)).all()
    found = {row.name: (row.nickname, row.guest, row.left_on, row.shown) for row in rows}
    there = people.list_people(db.session, book.actor).people
    return {one.name: (*found[one.name], one.evenings, one.others) for one in there}


def test_a_club_is_the_same_in_another_book(book: Book) -> None:
    """The ZIP file keeps who is a guest, left, is called otherwise and was merged; that can be undone there too."""
    filled(book)
    before, file = club(book), archive(book)
    rows = json.loads(zipfile.ZipFile(BytesIO(file)).read("people.json"))
    assert rows[0] == {"id": 1, "name": "Sepp", "nickname": "Bomber", "shown": "hidden"}
    assert rows[4] == {"id": 5, "name": "Seppl", "merged_with": 1}
    batch = import_plan.read_file(file)
    assert all(one.repeated for one in import_plan.import_batch(db.session, book.actor, batch).evenings)
    club_data.close_club(db.session, book.actor, "Stammtisch", "", address="")
    book.actor = local_actor(db.session)
    import_plan.import_batch(db.session, book.actor, batch)
    assert club(book) == before
    (seppl,) = [one.id for one in merging.merged_with(db.session, book.actor, book_id(book, "Sepp"))]
    merging.unmerge(db.session, book.actor, seppl)
    assert {name: row[4] for name, row in club(book).items() if "Sepp" in name} == {"Sepp": 1, "Seppl": 1}
    verify_book(db.session)


def book_id(book: Book, name: str) -> int:
    """Give the number of somebody by his name."""
    return next(one.id for one in people.list_people(db.session, book.actor).people if one.name == name)


def test_two_of_one_name_stay_two_in_another_book(book: Book) -> None:
    """Two who have one name are two after they were read in; where the club has that name, nobody knows which is he."""
    book.start(now=NOW - timedelta(days=9))
    other = people.add(db.session, book.actor, Known("Sepp", namesake=True))
    book.start((f"Sepp ({other})", "Anna", "Bene", "Jule"))
    batch = import_plan.read_file(archive(book))
    club_data.close_club(db.session, book.actor, "Stammtisch", "", address="")
    book.actor = local_actor(db.session)
    kept = people.add(db.session, book.actor, Known("Sepp"))
    with pytest.raises(RefusedError) as error:
        import_plan.import_batch(db.session, book.actor, batch)
    assert codes(error) == [("person.several_in_file", "people.Sepp")]
    known(book, kept, name="Josef")
    import_plan.import_batch(db.session, book.actor, batch)
    assert [one.evenings for one in people.list_people(db.session, book.actor, "sepp").people] == [1, 1]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([{"id": 1, "name": "Sepp", "shown": "half"}], "people.0.shown"),
        ([{"id": 1, "name": "Sepp", "left": "bald"}], "people.0.left"),
        ([{"id": 1}], "people.0.name"),
        ([{"id": 1, "name": "A"}, {"id": 1, "name": "B"}], "people.1"),
        ([{"id": 1, "name": "A", "merged_with": 7}], "people.1"),
        ([{"id": 1, "name": "A", "merged_with": 2}, {"id": 2, "name": "B", "merged_with": 1}], "people.1"),
    ],
)
def test_what_no_file_can_say_of_people(rows: list[Any], found: str) -> None:
    """Each kind is refused where it stands: shapes, numbers that occur twice, merges with nobody and in a ring."""
    with pytest.raises(ShapeError) as error:
        parse_batch({"format": "scorebook-club/1", "people": rows})
    assert found in {one.field for one in error.value.findings}
