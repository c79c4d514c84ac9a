"""A whole club: all of it in one file that can be read again, and its end, of which nothing is left."""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, text

from scorebook.errors import ForbiddenError
from scorebook.services import (
    RefusedError,
    access,
    accounts,
    club_data,
    evenings,
    paying,
    sampling,
    season_clubs,
)
from scorebook.services.access import Actor, Role
from scorebook.services.importing import import_evening
from scorebook.services.logins import begin_login
from scorebook.services.paying import NewPayment
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store import accounts as account_store
from scorebook.store import paper_jobs
from scorebook.store.account_tables import accounts as accounts_table
from scorebook.store.account_tables import links, tokens
from scorebook.store.clubs import own_tables
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.store.league_tables import lots
from scorebook.store.parcel_tables import uploads
from scorebook.store.rows import add
from scorebook.store.tables import clubs
from tests import league
from tests.actions import Page
from tests.book import LOST_SOLO, SAUSPIEL, WITH_STOCK, Book
from tests.cash import Box, levied
from tests.cash import filled as fill_box
from tests.doors import browser, let_in
from tests.tournaments import Hall

NOW = datetime.now(UTC)
PASSWORD = "ein langes Passwort"


def filled(book: Book) -> None:
    """Fill a book so that every table of a club has a row."""
    begun = book.start_with(WITH_STOCK)
    game = book.record(begun.sheet_id, {"contract": "all_pass"}).game.uuid
    book.record(begun.sheet_id, SAUSPIEL)
    book.correct(game, LOST_SOLO)
    book.come(begun.sheet_id, "Hias", "Sepp")
    kept = book.start_with(WITH_STOCK, ("Anni", "Kathi", "Bene", "Jule"))
    book.record(kept.sheet_id, SAUSPIEL)
    book.record(kept.sheet_id, {"contract": "all_pass"})
    book.end(kept.evening_id, {kept.sheet_id: "kept"})
    paid = paying.pay(db.session, book.actor, begun.evening_id, NewPayment(*book.ids(begun.sheet_id, "Vroni", "Sepp")))
    paying.take_back(db.session, book.actor, begun.evening_id, paid.payment.uuid or UUID(int=0))
    fill_box(Box(book.actor), book.ids(begun.sheet_id, "Sepp")[0])
    levied(begun.evening_id, actor=book.actor)
    league.filled(book)
    Hall(4, actor=book.actor)
    club, moments = book.actor.club_id, {"created_at": NOW, "expires_at": NOW + timedelta(days=1)}
    with transaction(db.session) as connection:
        account = account_store.add_account(connection, f"Wirt {club}", NOW)
        account_store.add_roles(connection, club, account, ["admin", "treasurer"])
        accounts.invite(connection, book.actor, [Role.VIEWER])
        accounts.invite(connection, book.actor, [], account)
        link = {"kind": "table", "name": "Tablet", "evening_id": begun.evening_id, "sheet_id": begun.sheet_id}
        ours = {"club_id": club, "created_by": "Wirt", **moments}
        add(connection, links, {**ours, **link, "secret": f"l{club}", "handle": f"h{club}", "code": "c"})
        add(connection, tokens, {"club_id": club, "account_id": account, "name": "x", "secret": f"t{club}", **moments})
        add(connection, uploads, {"club_id": club, "name": "x", "content": b"x", "created_at": NOW})
        job = paper_jobs.add_job(connection, club, [begun.evening_id], "de", NOW)
        found = paper_jobs.find_job(connection, job)
        assert found is not None
        paper_jobs.add_paper(connection, found, begun.evening_id, "x", content=b"%PDF")
        begin_login(connection, Actor("Wirt", club, account_id=account), "Test", NOW + timedelta(days=1), NOW)


def rows(club: int) -> dict[str, int]:
    """Count what a club has, in every table that the metadata know."""
    db.session.rollback()
    query = {table.name: select(func.count()).where(table.c.club_id == club) for table in own_tables()}
    return {name: reading(db.session).execute(one).scalar_one() for name, one in query.items()}


def other_club(book: Book) -> Book:
    """Fill another club beside the first."""
    other = Book(book.app)
    other.actor = book.stranger()
    filled(other)
    return other


def close(book: Book, typed: str = "Stammtisch", password: str = "") -> None:
    """Give the first club up."""
    club_data.close_club(db.session, book.actor, typed, password, address="")


# --- The end ---


def test_nothing_is_left_of_a_club(book: Book) -> None:
    """Every table that has a row of the club has none any more; another club is as it was, and stands up."""
    filled(book)
    other = other_club(book)
    assert all(rows(1).values()), rows(1)
    theirs, everybody = rows(other.actor.club_id), contents(other.actor.club_id)
    close(book)
    assert not any(rows(1).values())
    assert reading(db.session).execute(select(clubs.c.id)).scalars().all() == [other.actor.club_id]
    assert (rows(other.actor.club_id), contents(other.actor.club_id)) == (theirs, everybody)
    names = reading(db.session).execute(select(accounts_table.c.name)).scalars().all()
    assert names == ["Wirt 2"]
    verify_book(db.session)
    assert [club.club_id for club in verify_log(db.session)] == [other.actor.club_id]


def contents(club: int) -> dict[str, list[Any]]:
    """Give all rows of a club."""
    return {
        table.name: reading(db.session).execute(select(table).where(table.c.club_id == club)).all()
        for table in own_tables()
    }


def test_a_season_of_several_clubs_goes_with_its_own(book: Book) -> None:
    """Who took part in the season of a club that is given up keeps his evenings, which count in none any more; who is
    given up himself leaves the season of another as it was.
    """
    other, third = Book(book.app), Book(book.app)
    other.actor, third.actor = book.stranger(), book.stranger()
    gone, stays = league.filled(book), league.filled(other)
    for one, season, owner in ((third, gone, book), (third, stays, other), (book, stays, other)):
        season_clubs.join(db.session, one.actor, season_clubs.new_code(db.session, owner.actor, season))
        begun = one.start(season=season)
        one.record(begun.sheet_id, SAUSPIEL)
        one.end(begun.evening_id)
    lot = {"club_id": third.actor.club_id, "scheme_id": 1, "measure": "cent", "number": 9, "at": NOW}
    with transaction(db.session) as connection:
        add(connection, lots, {**lot, "person_id": contents(third.actor.club_id)["people"][0].id})
    verify_book(db.session)
    theirs = rows(other.actor.club_id)
    close(book)
    assert rows(other.actor.club_id) == theirs
    kept = rows(third.actor.club_id)
    assert (kept["evenings"], kept["games"], kept["standings"], kept["season_clubs"]) == (2, 2, 4, 1)
    assert [row.season_id for row in contents(third.actor.club_id)["evenings"]] == [None, stays]
    verify_book(db.session)


def test_own_tables_are_all_that_name_a_club() -> None:
    """No table that refers to clubs is left out, and each comes before those to which it refers."""
    names = [table.name for table in own_tables()]
    referring = {
        table.name for table in metadata.tables.values() for key in table.foreign_keys if key.column.table is clubs
    }
    assert set(names) == referring
    for table in own_tables():
        for key in table.foreign_keys:
            if key.column.table.name in names and key.column.table is not table:
                assert names.index(table.name) < names.index(key.column.table.name)


def test_a_club_is_given_up_once(book: Book) -> None:
    """Who sends it twice, or is admin no more by then, is told that he may not."""
    other, admin = other_club(book), Actor("Tisch", 1, account_id=1)
    with transaction(db.session) as connection:
        account_store.add_roles(connection, other.actor.club_id, 1, ["admin"])
    club_data.close_club(db.session, admin, "Stammtisch", "", address="")
    with pytest.raises(ForbiddenError):
        club_data.close_club(db.session, admin, "Stammtisch", "", address="")


def test_after_the_last_club_an_empty_one_begins(book: Book) -> None:
    """The book goes on with an empty club, in which nobody is admin yet; commands work in it."""
    filled(book)
    close(book)
    actor = access.local_actor(db.session)
    assert reading(db.session).execute(select(clubs.c.id, clubs.c.closed_at)).all() == [(actor.club_id, None)]
    assert not any(rows(actor.club_id).values())
    assert accounts.first_invitation(db.session, actor.club_id)
    assert sampling.fill(db.session, actor, 30, 1)


def test_accounts_of_other_clubs_stay(book: Book) -> None:
    """Who belongs to another club keeps name and role; who once acted there keeps his number alone; others are gone."""
    filled(book)
    other = other_club(book)
    with transaction(db.session) as connection:
        account_store.add_roles(connection, other.actor.club_id, 1, ["viewer"])
        gone = account_store.add_account(connection, "Gast", NOW)
        account_store.add_roles(connection, 1, gone, ["viewer"])
        begin_login(connection, Actor("Gast", other.actor.club_id, account_id=gone), "Test", NOW, NOW)
    close(book)
    found = reading(db.session).execute(select(accounts_table.c.id, accounts_table.c.name)).all()
    assert dict(map(tuple, found)) == {1: "Tisch", gone: f"Ehemals {gone}", 3: "Wirt 2"}
    assert account_store.clubs_of(reading(db.session), 1) == {other.actor.club_id: "Nachbarn"}


@pytest.mark.parametrize("typed", ["", "Stammtisch!", "stammtisch", "Nachbarn"])
def test_another_name_ends_nothing(book: Book, typed: str) -> None:
    """Only the name of the club, exactly, ends it."""
    filled(book)
    before = rows(1)
    with pytest.raises(RefusedError) as refused:
        close(book, typed)
    assert [(one.code, one.field) for one in refused.value.findings] == [("name.not_typed", "name")]
    assert rows(1) == before


def test_the_password_is_asked_again(book: Book) -> None:
    """Where the admin has a password, his own is asked for; a wrong one ends nothing."""
    with transaction(db.session) as connection:
        secret = accounts.invite(connection, book.actor, [Role.ADMIN])
    accounts.join(db.session, secret, accounts.NewAccount("Resi", "resi", PASSWORD))
    book.actor = Actor("Resi", 1, account_id=2)
    for wrong in ("", "falsches Passwort"):
        with pytest.raises(RefusedError) as refused:
            close(book, password=wrong)
        assert [one.field for one in refused.value.findings] == ["password"]
    close(book, " Stammtisch ", PASSWORD)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMIN])
def test_only_admins_end_or_take_a_club(book: Book, role: Role) -> None:
    """Nobody else may, whatever he types."""
    book.actor = Actor("x", 1, frozenset({role}), account_id=1)
    for way in (lambda: close(book), lambda: club_data.export_club(db.session, book.actor)):
        with pytest.raises(ForbiddenError):
            way()
    assert access.local_actor(db.session).club_id == 1


def test_whoever_writes_while_a_club_ends_waits_in_no_ring(book: Book) -> None:
    """Who records, seats, comes in or begins just then gets through before, or is refused; nothing is left behind."""
    sheets = [book.start([f"{name}{table}" for name in "ABCD"]).sheet_id for table in range(3)]
    uuids = [book.record(sheet, SAUSPIEL).game.uuid for sheet in sheets]
    with transaction(db.session) as connection:
        secrets = [accounts.invite(connection, book.actor, [Role.ADMIN]) for _ in range(2)]
    tasks = [lambda sheet=sheet: book.record(sheet, SAUSPIEL) for sheet in sheets]
    tasks += [lambda uuid=uuid: book.cancel(uuid) for uuid in uuids]
    tasks += [
        lambda: book.come(sheets[0], "Hias", "A0"),
        lambda: book.start("EFGH"),
        lambda: let_in(book.app, "viewer"),
    ]
    tasks += [
        lambda secret=secret, name=name: accounts.join(db.session, secret, accounts.NewAccount(name, name, PASSWORD))
        for secret, name in zip(secrets, ("eins", "zwei"), strict=True)
    ]
    done = book.at_once(*tasks, lambda: close(book))
    assert done[-1] is None
    stuck = [one for one in done if isinstance(one, Exception) and "deadlock" in str(one).lower()]
    assert stuck == []
    new = access.local_actor(db.session).club_id
    if new != 1:
        assert not any(rows(1).values())
    verify_book(db.session)
    verify_log(db.session)


# --- To take away ---


@pytest.fixture
def archive(book: Book) -> Iterator[zipfile.ZipFile]:
    """Give the archive of a filled club, beside which there is another one."""
    filled(book)
    other_club(book)
    with club_data.export_club(db.session, book.actor) as file, zipfile.ZipFile(file) as opened:
        yield opened


def test_the_archive_has_all_of_the_club_and_nothing_of_others(book: Book, archive: zipfile.ZipFile) -> None:
    """Evenings, people, rule sets, roles and the log are in it; secrets and other clubs are not."""
    about = json.loads(archive.read("club.json"))
    assert (about["format"], about["club"]) == ("scorebook-club/1", "Stammtisch")
    assert about["members"] == [
        {"account": 1, "name": "Tisch", "roles": ["admin"]},
        {"account": 2, "name": "Wirt 1", "roles": ["admin", "treasurer"]},
    ]
    assert len(json.loads(archive.read("people.json"))) == rows(1)["people"]
    names = archive.namelist()
    assert sum(name.startswith("evenings/") for name in names) == 3
    assert sum(name.startswith("rule_sets/") for name in names) == rows(1)["rule_sets"]
    box = json.loads(archive.read("cash.json"))
    kept = {"entries": "cash_entries", "account_moves": "account_moves", "till_counts": "till_counts"}
    assert {name: len(box[name]) for name in kept} == {name: rows(1)[table] for name, table in kept.items()}
    assert box["closings"][0]["balance"] == 8000
    lines = [json.loads(line) for line in archive.read("log.jsonl").splitlines()]
    assert [line["number"] for line in lines] == list(range(1, rows(1)["log"] + 1))
    assert lines[-1]["hash"] == verify_log(db.session)[0].hash
    everything = b"".join(archive.read(name) for name in names)
    for secret in (b"argon2", b"secret", b"password", b"Nachbarn", b"Wirt 2"):
        assert secret not in everything


def test_its_evenings_can_be_read_again(book: Book, archive: zipfile.ZipFile) -> None:
    """Every evening of the archive goes into an empty club, with the same check code."""
    codes = {evening.id: evening.check_code() for evening in map(book.evening, (1, 2, 3))}
    texts = [archive.read(name) for name in archive.namelist() if name.startswith("evenings/")]
    close(book)
    actor = access.local_actor(db.session)
    for exported in texts:
        done = import_evening(db.session, actor, exported)
        evening = evenings.load_evening(db.session, actor, done.evening_id)
        assert codes.pop(evening.id) == evening.check_code()
    assert codes == {}


def test_the_archive_is_of_one_moment(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others write while it is made is not in it: not here and there a half of it."""
    sheet = book.start().sheet_id
    book.record(sheet, SAUSPIEL)
    about = club_data._about

    def meanwhile(connection: Any, club: int) -> dict[str, Any]:
        told = about(connection, club)
        with book.app.app_context():
            book.record(sheet, SAUSPIEL)
            book.start(("Neu", "Vroni", "Xaver", "Zenzi"))
        return told

    monkeypatch.setattr(club_data, "_about", meanwhile)
    with club_data.export_club(db.session, book.actor) as file, zipfile.ZipFile(file) as archive:
        (name,) = [name for name in archive.namelist() if name.startswith("evenings/")]
        assert len(json.loads(archive.read(name))["sheets"][0]["games"]) == 1
        assert len(archive.read("log.jsonl").splitlines()) == 2
        assert b"Neu" not in archive.read("people.json")


# --- Pages and the command ---


def test_the_page_ends_a_club(app: Flask, client: FlaskClient) -> None:
    """It says how much goes, keeps the name that was typed, and afterwards nobody is logged in."""
    with app.app_context():
        Book(app).start()
    page = Page(client.get("/verein/daten"))
    assert "1 Abend, 0 Spiele" in page.text("goes")
    assert "password" not in page.inputs
    refused = Page(client.post("/verein/loeschen", data={"name": "Stamm"}))
    assert (refused.status, refused.value("name")) == (422, "Stamm")
    assert refused.errors("name") == "Tippe genau „Stammtisch“."
    done = client.post("/verein/loeschen", data={"name": "Stammtisch"})
    assert done.location == "/anmelden"
    assert "Der Verein ist gelöscht" in Page(client.get(done.location)).text("message")
    assert client.get("/").status_code == 303
    with app.app_context():
        assert not any(rows(1).values()) or access.local_actor(db.session).club_id == 1


def test_the_page_gives_the_archive(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    """The button and the command give the same archive, under the club's name."""
    with app.app_context():
        Book(app).start()
        from scorebook.cli.export import export

        run = app.test_cli_runner(catch_exceptions=False)
        done = run.invoke(export, ["--whole", "-o", str(tmp_path / "verein.zip")])
        assert (done.exit_code, done.output) == (0, "")
        for wrong in ([], ["--whole"], ["--whole", "--evening", "1", "-o", "x"]):
            assert run.invoke(export, wrong).exit_code == 2
    answer = client.get("/verein/daten.zip")
    assert answer.headers["Content-Disposition"] == "attachment; filename=Stammtisch.zip"
    (tmp_path / "page.zip").write_bytes(answer.data)
    answer.close()
    with zipfile.ZipFile(tmp_path / "page.zip") as page, zipfile.ZipFile(tmp_path / "verein.zip") as command:
        assert page.namelist() == command.namelist()
        assert page.read("log.jsonl") == command.read("log.jsonl")


@pytest.mark.parametrize("role", ["treasurer", "director", "scorer", "player", "viewer"])
def test_the_pages_are_for_admins(app: Flask, role: str) -> None:
    """Nobody else sees them."""
    client = browser(app, role)
    for address in ("/verein/daten", "/verein/daten.zip"):
        assert client.get(address).status_code == 403
    assert client.post("/verein/loeschen", data={"name": "Stammtisch"}).status_code == 403


def test_a_closed_club_is_nobodys(book: Book) -> None:
    """A club that was closed and still lies there is not the one in which commands work."""
    stranger = book.stranger()
    with transaction(db.session) as connection:
        connection.execute(text("UPDATE clubs SET closed_at = '2026-01-01 00:00:00' WHERE id = 1"))
    assert access.local_actor(db.session).club_id == stranger.club_id
