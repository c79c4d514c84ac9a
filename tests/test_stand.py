"""How far a sheet or an evening is: another version as soon as something on its page is, and at no other time."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis.stateful import invariant
from sqlalchemy import update

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.ledger.evening import Evening, Pattern
from scorebook.services import last_round, levies, links, members, paying, privacy, seating, stand, stock
from scorebook.services.access import Role
from scorebook.services.evenings import NewEvening, start_evening
from scorebook.services.links import NewLink
from scorebook.services.paying import NewPayment
from scorebook.services.transactions import transaction
from scorebook.store import tables
from scorebook.store.db import db
from tests.actions import SAUSPIEL as WON
from tests.actions import Table
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book, in_any_order
from tests.cash import levied
from tests.doors import linked, nobody
from tests.test_book_seats_any_order import Tables
from tests.test_scale import statements


class Place:
    """A sheet with two games, on which something is going to happen, and a second table in its evening."""

    def __init__(self, book: Book) -> None:
        started = book.start_with(WITH_STOCK, ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias"))
        self.book, self.evening, self.sheet = book, started.evening_id, started.sheet_id
        self.first = book.record(self.sheet, SAUSPIEL | {"sitting_out": [4], "dealer": 4}).game.uuid
        self.last = book.record(self.sheet, PASSED | {"sitting_out": [0], "dealer": 0}).game.uuid
        self.other = book.open_table(self.evening, "Resi", "Toni", "Hans", "Leni", rules="bayern_10_20_50")

    def versions(self) -> tuple[str, str]:
        """Give the versions of the sheet and of its evening."""
        db.session.rollback()
        here = stand.sheet_stand(db.session, self.book.actor, self.sheet).version
        return here, stand.evening_stand(db.session, self.book.actor, self.evening).version


def record(book: Book, place: Place) -> None:
    """Record a game."""
    book.play(place.sheet)


def correct(book: Book, place: Place) -> None:
    """Correct a game."""
    book.correct(place.first, LOST_SOLO | {"sitting_out": [4]})


def cancel(book: Book, place: Place) -> None:
    """Take a game back that moved no money but that in the Stock."""
    book.cancel(place.last)


def insert(book: Book, place: Place) -> None:
    """Put a forgotten game in."""
    book.insert(place.last, LOST_SOLO | {"sitting_out": [0], "dealer": 0, "declarer": 1})


def come(book: Book, place: Place) -> None:
    """Let somebody sit down."""
    book.come(place.sheet, "Kathi", "Sepp")


def leave(book: Book, place: Place) -> None:
    """Let somebody get up."""
    book.leave(place.sheet, "Hias")


def swap(book: Book, place: Place) -> None:
    """Let two change seats."""
    book.swap(place.sheet, "Sepp", "Vroni")


def pattern(book: Book, place: Place) -> None:
    """Say who sits out with the dealer."""
    seating.choose_pattern(db.session, book.actor, place.sheet, Pattern.NEXT)


def call(book: Book, place: Place) -> None:
    """Call the last round."""
    last_round.call_last_round(db.session, book.actor, place.sheet)


def rules(book: Book, place: Place) -> None:
    """Let the next games have another tariff."""
    book.change_rules(place.sheet, "bsv_10_50")


def end(book: Book, place: Place) -> None:
    """End the evening."""
    book.end(place.evening, {place.sheet: "kept"})


def title(_book: Book, place: Place) -> None:
    """Call the evening otherwise: no page does so, but what takes a name out of all texts."""
    with transaction(db.session) as connection:
        connection.execute(update(tables.evenings).where(tables.evenings.c.id == place.evening).values(title="x"))


def name_club(book: Book, _place: Place) -> None:
    """Call the club otherwise, which stands above an evening without a title."""
    members.name_club(db.session, book.actor, "Kartlrunde")


def newcomer(book: Book, place: Place) -> None:
    """Let somebody sit down at the other table: names may need more letters then."""
    book.come(place.other, "Sepp Maier", "Resi")


def further_table(book: Book, place: Place) -> None:
    """Open a third table."""
    book.open_table(place.evening, "Wastl", "Bene", "Lisl", "Moni")


CHANGES = (
    record, correct, insert, cancel, come, pattern, swap, leave, call, rules, newcomer, further_table, name_club, title,
    end,
)  # fmt: skip


def test_what_changes_the_page_changes_the_version(book: Book) -> None:
    """After every kind of change the sheet has a version that it never had before, and so has its evening."""
    place = Place(book)
    seen = {*place.versions()}
    for deed in CHANGES:
        deed(book, place)
        after = place.versions()
        assert not seen & {*after}, deed
        assert place.versions() == after
        seen |= {*after}


def test_what_follows_the_end_changes_the_version(book: Book) -> None:
    """Opened again, ended again, with another end of the Stock, without a name: each is another version."""
    place = Place(book)
    seen = [place.versions()]
    for deed in (
        lambda: book.end(place.evening, {place.sheet: "kept"}),
        lambda: book.reopen(place.evening),
        lambda: book.end(place.evening, {place.sheet: "divided"}),
        lambda: privacy.anonymise(db.session, book.actor, book.ids(place.sheet, "Sepp")[0], privacy.Farewell("Sepp")),
    ):
        deed()
        seen.append(place.versions())
    assert len({version for versions in seen for version in versions}) == 2 * len(seen)


def test_a_price_and_a_drawn_seat_change_the_version(book: Book) -> None:
    """What a Strich costs, a draw before the first game, and a Stock that comes along: each is another version."""
    started = book.start(preset="deutscher_striche")

    def version() -> str:
        db.session.rollback()
        return stand.sheet_stand(db.session, book.actor, started.sheet_id).version

    seen = [version()]
    for deed in (
        lambda: book.price(started.evening_id),
        lambda: book.price(started.evening_id, per="head"),
        lambda: book.sit_as_drawn(started.sheet_id, {"Sepp": "SO", "Vroni": "EO", "Xaver": "GO", "Zenzi": "HO"}),
    ):
        deed()
        seen.append(version())
    assert len(set(seen)) == len(seen)


def test_a_payment_changes_the_version(book: Book) -> None:
    """What is paid, taken back, rounded to coins, or levied is another version: the wall shows it at once."""
    started = book.start()
    paid = NewPayment(*book.ids(started.sheet_id, "Vroni", "Sepp"), "0,10", sure=True)
    made: list[Any] = []

    def version() -> str:
        db.session.rollback()
        return stand.evening_stand(db.session, book.actor, started.evening_id).version

    seen = [version()]
    for deed in (
        lambda: paying.pay(db.session, book.actor, started.evening_id, paid),
        lambda: paying.take_back(db.session, book.actor, started.evening_id, paid.uuid),
        lambda: paying.set_rounding(db.session, book.actor, started.evening_id, "10"),
        lambda: made.append(levied(started.evening_id)),
        lambda: levies.take_back(db.session, book.actor, started.evening_id, made[0].uuid),
    ):
        deed()
        seen.append(version())
    assert len(set(seen)) == len(seen)


def test_nothing_else_changes_the_version(book: Book) -> None:
    """Reading, the same game once more, links, other evenings, a Stock taken up elsewhere: the version stays."""
    place = Place(book)
    end(book, place)
    before = place.versions()
    (kept,) = stock.kept_stocks(db.session, book.actor)
    new = NewEvening(("Sepp", "Vroni", "Xaver", "Zenzi"), rule_set=book.rule_set(WITH_STOCK), stocks=(kept.id,))
    elsewhere = start_evening(db.session, book.actor, new)
    book.play(elsewhere.sheet_id, 2)
    book.come(elsewhere.sheet_id, "Hans", "Sepp")
    links.make_link(db.session, book.actor, place.evening, NewLink(Role.WALL, "Wand"))
    book.end(place.evening)
    assert place.versions() == before


def test_a_game_at_another_table_changes_the_evening_alone(book: Book) -> None:
    """The sheet of a table does not care what the others play; the wall, which shows all tables, does."""
    place = Place(book)
    here, evening = place.versions()
    book.record(place.other, SAUSPIEL)
    assert place.versions()[0] == here
    assert place.versions()[1] != evening


class Stands(Tables):
    """The same evenings, with an eye on the versions."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, Evening] = {}

    @invariant()
    def a_version_says_all(self) -> None:
        """Never has an evening the version of what it was not."""
        found = stand.evening_stand(db.session, self.book.actor, self.evening_id)
        evening = self.book.evening(self.evening_id)
        assert self.seen.setdefault(found.version, evening) == evening
        assert found.last_number == sum(sheet.next_number - 1 for sheet in evening.sheets)
        here = stand.sheet_stand(db.session, self.book.actor, self.sheet_id)
        alone = (evening.sheet(self.sheet_id), evening.names)
        assert self.seen.setdefault(f"sheet {here.version}", alone) == alone  # type: ignore[arg-type]
        assert here.last_number == alone[0].next_number - 1


def test_versions_in_any_order(book: Book) -> None:
    """Whatever happens at a table, its version is another as soon as it is."""
    in_any_order(Stands, book, {"sqlite": (8, 20), "postgresql": (3, 12)})


def test_what_is_not_the_clubs_is_not_there(book: Book) -> None:
    """Another club's sheet and evening, and what is no id, have no stand; a link has that of its evening alone."""
    place, stranger = Place(book), book.stranger()
    for sheet, actor in ((place.sheet, stranger), (0, book.actor), (2**40, book.actor), (99, book.actor)):
        for ask in (stand.sheet_stand, stand.evening_stand):
            with pytest.raises(NotFoundError):
                ask(db.session, actor, sheet)
    second = book.start()
    link = links.make_link(db.session, book.actor, second.evening_id, NewLink(Role.WALL, "Wand")).link
    wall = type(book.actor)("Wand", 1, frozenset({Role.WALL}), link_id=link.id, evening_id=second.evening_id)
    assert not stand.sheet_stand(db.session, wall, second.sheet_id).ended
    for ask, key in ((stand.sheet_stand, place.sheet), (stand.evening_stand, place.evening)):
        with pytest.raises(ForbiddenError):
            ask(db.session, wall, key)


# --- As it is asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/listen/1/stand.json", "/abende/1/stand.json"])
def test_an_unchanged_poll_is_told_so(app: Flask, address: str) -> None:
    """Asked again, the same browser gets 304 and no text, until a game is recorded; another browser gets its own."""
    table = Table(app.test_client())
    table.recorded(**WON)
    first = table.client.get(address)
    assert first.json is not None
    assert {key: first.json[key] for key in ("last_number", "ended")} == {"last_number": 1, "ended": False}
    again = {"If-None-Match": first.headers["ETag"]}
    for _ in range(2):
        same = table.client.get(address, headers=again)
        assert (same.status_code, same.data) == (304, b"")
        assert "Set-Cookie" not in same.headers
    assert linked(app, Role.WALL).get(address, headers=again).status_code == 200
    table.recorded(**WON)
    news = table.client.get(address, headers=again)
    assert news.json is not None
    assert (news.status_code, news.json["last_number"]) == (200, 2)
    assert news.json["version"] != first.json["version"]
    assert table.client.post("/abende/1/beenden").status_code == 303
    ended = table.client.get(address, headers={"If-None-Match": news.headers["ETag"]})
    assert ended.json is not None
    assert ended.json["ended"]


def test_the_token_is_that_of_the_browser(make_app: Callable[..., Flask]) -> None:
    """With the token of an answer a form of the same browser is taken; after a new login that of before is not."""
    app = make_app()
    Table(app.test_client())
    strict = make_app(WTF_CSRF_ENABLED=True)
    client = strict.test_client()
    said = client.get("/listen/1/stand.json")
    assert said.json is not None
    sent = {**WON, "dealer": "0", "csrf_token": said.json["csrf"]}
    assert client.post("/listen/1/spiele", data=sent).status_code == 303
    again = linked(strict, Role.TABLE)
    assert again.get("/listen/1/stand.json", headers={"If-None-Match": said.headers["ETag"]}).status_code == 200
    assert again.post("/listen/1/spiele", data=sent).status_code == 400


def test_a_poll_asks_little(app: Flask) -> None:
    """Besides the login, a poll is two statements, however many games and tables there are."""
    table = Table(app.test_client())
    for count in (1, 12):
        for _ in range(count):
            table.recorded(**WON)
        for address in ("/listen/1/stand.json", "/abende/1/stand.json"):
            with statements(app) as seen:
                assert table.client.get(address).status_code == 200
            asked = [statement for statement, _ in seen if "logins" not in statement]
            assert len(asked) == 2
            assert not any("games.game" in statement for statement in asked)


def test_nobody_else_polls(app: Flask, client: FlaskClient) -> None:
    """Without a login a poll is sent to the login; of what is not there, the answer says so."""
    Table(client)
    assert nobody(app).get("/listen/1/stand.json").status_code == 303
    for address in ("/listen/9/stand.json", "/abende/9/stand.json", f"/listen/{2**40}/stand.json"):
        assert client.get(address).status_code == 404
