"""What the book has of somebody, and his name that goes: sums, checks and the log stay as they were."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorebook.errors import ForbiddenError, NotFoundError
from scorebook.services import RefusedError, paying, people, privacy, schemes, seasons
from scorebook.services.access import Actor, Role
from scorebook.services.accounts import NewAccount, invite, join, sign_in
from scorebook.services.paying import NewPayment
from scorebook.services.privacy import Farewell
from scorebook.services.schemes import NewScheme
from scorebook.services.seasons import NewSeason
from scorebook.services.texts import same_name
from scorebook.services.transactions import transaction
from scorebook.services.verifying import verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store import forgetting
from scorebook.store.accounts import add_roles
from scorebook.store.columns import metadata
from scorebook.store.db import db, reading
from scorebook.store.known import add_person
from scorebook.store.log import Wanted, newest_rows
from scorebook.store.season_data import kept_seasons
from scorebook.wording import message
from scorebook.wording.languages import ENGLISH, GERMAN
from tests import league
from tests.actions import Page
from tests.book import LOST_SOLO, SAUSPIEL, Book
from tests.doors import browser
from tests.people import actor_of

PASSWORD = "ein langes Passwort"
NOW = datetime.now(UTC)


def everything() -> str:
    """Give all that the database holds as one text."""
    db.session.rollback()
    rows = (row for table in metadata.tables.values() for row in reading(db.session).execute(select(table)))
    return "\n".join(map(str, rows))


def told(book: Book) -> int:
    """Fill a book in which Sepp stands wherever a name can stand; his evening has ended. Give his id."""
    book.actor = Actor("Sepp", 1, account_id=1)
    begun = book.start(title="Sepps Geburtstag", place="beim Sepp", names=("Sepp", "Vroni", "Xaver", "Sepp Huber"))
    sheet = begun.sheet_id
    first = book.record(sheet, SAUSPIEL).game.uuid
    book.correct(first, LOST_SOLO, "Sepp hat sich vertippt, sagt Sepp Huber")
    revoked = {"contract": "wenz", "declarer": 1, "revoke": 0, "revoke_reason": "Sepps Karte fiel vom Tisch"}
    book.cancel(book.record(sheet, revoked).game.uuid, "sepp wars nicht, Seppel war es")
    book.come(sheet, "Hias", "Sepp")
    book.leave(sheet, "Hias")
    book.swap(sheet, "Sepp", "Vroni")
    book.sit_as_drawn(sheet, {"Sepp": "EO", "Vroni": "GO", "Xaver": "HO", "Sepp Huber": "SO"})
    book.end(begun.evening_id)
    (sepp,) = book.ids(sheet, "Sepp")
    return sepp


def test_a_name_goes_wherever_it_stands(book: Book) -> None:
    """After it went, a name stands nowhere any more; other names in which it stood do, and nothing else changed."""
    sepp = told(book)
    before = {person.id: total for person, total in _totals(book)}
    log = [row.hash for row in newest_rows(reading(db.session), 1, 100, Wanted())]
    assert privacy.anonymise(db.session, book.actor, sepp, Farewell("Sepp")) == f"Ehemals {sepp}"
    left = everything().lower().replace("sepp huber", "").replace("seppel", "")
    assert "sepp" not in left
    assert "sagt Sepp Huber" in everything()
    assert f"Ehemals {sepp} Karte fiel vom Tisch" in everything()
    assert {person.id: total for person, total in _totals(book)} == before
    assert book.evening(1).name_of(sepp) == f"Ehemals {sepp}"
    assert verify_book(db.session).games == 3
    assert verify_log(db.session)[0].rows == len(log) + 1
    row = newest_rows(reading(db.session), 1, 1, Wanted())[0]
    assert (row.action, row.who, row.subject) == ("person.anonymised", "account:1", f"person:{sepp}")
    assert json.loads(row.new)["texts"] >= 5


def _totals(book: Book) -> list[tuple[Any, int]]:
    evening = book.evening(1)
    return [(person, evening.totals()[person.id]) for person in evening.people]


def test_who_comes_again_is_somebody_new(book: Book) -> None:
    """The name can be used again: by a new person, who has nothing of the old one."""
    sepp = told(book)
    privacy.anonymise(db.session, book.actor, sepp, Farewell("Sepp"))
    again = book.start(("Sepp", "Vroni", "Xaver", "Sepp Huber")).sheet_id
    assert book.ids(again, "Sepp") != (sepp,)


def test_other_spellings_and_very_long_names_go_too(book: Book) -> None:
    """A name that differs in its capitals goes as the same; one that was cut where it is long goes in its cut form."""
    long = "Maximilian-" * 5 + "Toni"
    sheet = book.start((long, "Vroni", "Xaver", "Zenzi"), now=NOW - timedelta(days=9)).sheet_id
    drawn = {long: "EO", "Vroni": "GO", "Xaver": "HO", "Zenzi": "SO"}
    book.sit_as_drawn(sheet, drawn)
    with transaction(db.session) as connection:
        add_person(connection, 1, long.upper(), same_name(long))
    (person,) = book.ids(sheet, long)
    privacy.anonymise(db.session, book.actor, person, Farewell(long))
    left = [line for line in everything().splitlines() if "maximilian" in line.lower()]
    assert len(left) == 1, "only the other person, who is called so"


def test_people_are_listed_by_pages(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page by page nobody is left out, and nobody comes twice, also where two names differ in capitals alone."""
    monkeypatch.setattr(people, "PEOPLE_A_PAGE", 3)
    book.start(("Sepp", "Vroni", "Xaver", "Zenzi"))
    with transaction(db.session) as connection:
        for name in ("SEPP", "sepp", "Anni"):
            add_person(connection, 1, name, same_name(name))
    seen, after = [], None
    for _ in range(3):
        page = people.list_people(db.session, book.actor, "", after)
        seen += [person.name for person in page.people]
        after = page.more
    assert seen == ["Anni", "Sepp", "SEPP", "sepp", "Vroni", "Xaver", "Zenzi"]
    assert after is None
    assert len(people.list_people(db.session, book.actor, "", 2**40).people) == 3


def test_a_free_number_is_taken_where_somebody_is_called_so(book: Book) -> None:
    """Whoever is called like a name that is none keeps his name, and the other gets the next number."""
    book.start(("Sepp", "Ehemals 1", "Xaver", "Zenzi"), now=NOW - timedelta(days=9))
    assert privacy.anonymise(db.session, book.actor, 1, Farewell(" Sepp ")) == "Ehemals 2"


@pytest.mark.parametrize(
    ("typed", "account", "field", "code"),
    [
        ("sepp", None, "name", "name.not_typed"),
        ("", None, "name", "name.not_typed"),
        ("Vroni", None, "name", "name.not_typed"),
        ("Sepp", 99, "account", "account.unknown"),
        ("Sepp", 0, "account", "account.unknown"),
        ("Sepp", 2**40, "account", "account.unknown"),
        ("Sepp", 1, "account", "account.last_admin"),
    ],
)
def test_what_is_not_meant_is_refused(book: Book, typed: str, account: int | None, field: str, code: str) -> None:
    """Another name than his, an account that is not of the club, the last admin's: nothing goes."""
    book.start(now=NOW - timedelta(days=9))
    before = everything()
    with pytest.raises(RefusedError) as refused:
        privacy.anonymise(db.session, book.actor, 1, Farewell(typed, account))
    assert [(one.code, one.field) for one in refused.value.findings] == [(code, field)]
    assert everything() == before


def test_a_second_time_there_is_no_name(book: Book) -> None:
    """Who has no name any more is told so, whatever is typed."""
    book.start(now=NOW - timedelta(days=9))
    privacy.anonymise(db.session, book.actor, 1, Farewell("Sepp"))
    for typed in ("Sepp", "Ehemals 1"):
        with pytest.raises(RefusedError) as refused:
            privacy.anonymise(db.session, book.actor, 1, Farewell(typed))
        assert refused.value.findings[0].code == "person.nameless"


def test_who_sits_at_the_table_keeps_his_name(book: Book) -> None:
    """As long as he plays, a name stays; when the evening ended, or nobody came back for a day, it can go."""
    begun = book.start(now=NOW - timedelta(hours=30))
    book.record(begun.sheet_id, SAUSPIEL)
    with pytest.raises(RefusedError) as refused:
        privacy.anonymise(db.session, book.actor, 1, Farewell("Sepp"))
    (found,) = refused.value.findings
    day = found.params["date"]
    assert (found.code, isinstance(day, date)) == ("person.plays", True)
    assert all(say.day(day, "long") in message(found, say) for say in (GERMAN, ENGLISH)), "as people write it"
    book.end(begun.evening_id)
    privacy.anonymise(db.session, book.actor, 1, Farewell("Sepp"))
    privacy.anonymise(db.session, book.actor, 2, Farewell("Vroni"), now=NOW + timedelta(days=2))


def test_nobody_reaches_people_of_other_clubs(book: Book) -> None:
    """Somebody of another club is not there, to look at, to export or to let go; a number that is none neither."""
    book.start()
    stranger = book.stranger()
    for person in (1, 99, 0, -1, 2**40):
        for reach in (
            lambda one: people.find_person(db.session, stranger, one),
            lambda one: privacy.export_person(db.session, stranger, one),
            lambda one: privacy.anonymise(db.session, stranger, one, Farewell("Sepp")),
        ):
            with pytest.raises(NotFoundError):
                reach(person)
    with pytest.raises(NotFoundError):
        privacy.export_person(db.session, book.actor, 1, 99)
    for role in (Role.DIRECTOR, Role.SCORER, Role.PLAYER, Role.VIEWER):
        with pytest.raises(ForbiddenError):
            privacy.export_person(db.session, Actor("x", 1, frozenset({role}), account_id=1), 1)


def test_the_export_has_what_he_played(book: Book) -> None:
    """Evenings, games with his payouts and bookings are those of the book, and their sum is his."""
    sepp = told(book)
    data = privacy.export_person(db.session, book.actor, sepp, 1)
    assert data["name"] == "Sepp"
    assert [one["title"] for one in data["evenings"]] == ["Sepps Geburtstag"]
    assert [(one["contract"], one["cancelled"]) for one in data["games"]] == [
        ("sauspiel", True),
        ("solo", False),
        ("wenz", True),
    ]
    total = book.evening(1).totals()[sepp]
    assert sum(one["payout"] for one in data["games"] if not one["cancelled"]) == total
    assert sum(one["amount"] for one in data["entries"]) == total
    assert data["account"]["roles"] == [{"club": "Stammtisch", "role": "admin"}]
    text = json.dumps(data)
    assert "secret" not in text
    assert "Vroni" not in text


def member(book: Book, *roles: str, name: str = "Resi", login: str = "resi") -> int:
    """Let somebody join the club, with name and password, and give the account."""
    with transaction(db.session) as connection:
        secret = invite(connection, book.actor, list(map(Role, roles)))
    browser_of = join(db.session, secret, NewAccount(name, login, PASSWORD))
    found = actor_of(browser_of)
    assert found is not None
    return found.account_id or 0


def test_an_account_goes_with_the_name(book: Book) -> None:
    """The account that is chosen has no name, no login and no role any more, and lets nobody in."""
    book.start(("Resi", "Vroni", "Xaver", "Zenzi"), now=NOW - timedelta(days=9))
    account = member(book, "scorer")
    privacy.anonymise(db.session, book.actor, 1, Farewell("Resi", account))
    assert "resi" not in everything().lower()
    with pytest.raises(RefusedError):
        sign_in(db.session, "resi", PASSWORD, address="")
    assert book.count("logins") == 1
    assert account not in privacy.accounts_of_club(db.session, book.actor)
    verify_log(db.session)


def test_an_account_of_two_clubs_loses_but_one(book: Book) -> None:
    """Whoever belongs to another club too gets in there still, with his name."""
    book.start(("Resi", "Vroni", "Xaver", "Zenzi"), now=NOW - timedelta(days=9))
    account, other = member(book, "player"), book.stranger()
    with transaction(db.session) as connection:
        add_roles(connection, other.club_id, account, ["player"])
    privacy.anonymise(db.session, book.actor, 1, Farewell("Resi", account))
    found = actor_of(sign_in(db.session, "resi", PASSWORD, address=""))
    assert found is not None
    assert (found.club_id, found.name) == (other.club_id, "Resi")


def test_an_account_of_two_clubs_loses_its_name_in_one(book: Book) -> None:
    """What he wrote in the club that lets him go says so no more, also where his account has another name than he."""
    begun = book.start(now=NOW - timedelta(days=9))
    account, other, admin = member(book, "scorer"), book.stranger(), book.actor
    with transaction(db.session) as connection:
        add_roles(connection, other.club_id, account, ["player"])
    book.actor = Actor("Resi", 1, frozenset({Role.SCORER}), account_id=account)
    book.record(begun.sheet_id, SAUSPIEL)
    privacy.anonymise(db.session, admin, 2, Farewell("Vroni", account), now=NOW + timedelta(days=2))
    book.actor = admin
    assert book.sheet(begun.sheet_id).games[0].by == f"Ehemals {account}"


@pytest.mark.parametrize("role", ["admin", "scorer"])
def test_a_treasurer_takes_nobody_out(book: Book, role: str) -> None:
    """Who may not say who belongs to the club cannot end an account this way either; a name he may."""
    book.start(now=NOW - timedelta(days=9))
    taken = member(book, role)
    treasurer = Actor("Kassier", 1, frozenset({Role.TREASURER}), account_id=1)
    with pytest.raises(ForbiddenError):
        privacy.anonymise(db.session, treasurer, 1, Farewell("Sepp", taken))
    privacy.anonymise(db.session, treasurer, 1, Farewell("Sepp"))


def test_names_go_while_others_write(book: Book) -> None:
    """Who records, cancels, comes or begins just then waits in no ring with whoever lets a name go."""
    old = book.start(("Resi", "Anni", "Bene", "Jule"), now=NOW - timedelta(days=9))
    game = book.record(old.sheet_id, SAUSPIEL, now=NOW - timedelta(days=9)).game.uuid
    (resi,) = book.ids(old.sheet_id, "Resi")
    sheet = book.start().sheet_id
    account = member(book, "player")
    done = book.at_once(
        lambda: privacy.anonymise(db.session, book.actor, resi, Farewell("Resi", account)),
        lambda: book.record(sheet, SAUSPIEL),
        lambda: book.cancel(game, "Resi war es nicht"),
        lambda: book.come(sheet, "Hias", "Sepp"),
        lambda: book.start(("A", "B", "C", "D")),
        lambda: sign_in(db.session, "resi", PASSWORD, address=""),
        lambda: member(book, "viewer", name="Gast", login="gast"),
    )
    failed = [one for one in done if isinstance(one, Exception) and not isinstance(one, RefusedError)]
    assert failed == []
    assert done[0] == f"Ehemals {resi}"
    verify_book(db.session)
    verify_log(db.session)


# --- Pages ---


def test_people_are_found_and_let_go(app: Flask, client: FlaskClient) -> None:
    """The list is searched by name; the page says what will happen, keeps what was typed, and then has no name."""
    with app.app_context():
        Book(app).start(("Sepp", "Vroni", "Jörg", "Zenzi"), now=NOW - timedelta(days=9))
    assert "Sepp 1 Abend" in Page(client.get("/verein/leute")).text("list")
    found = Page(client.get("/verein/leute?name=JÖR"))
    assert found.text("list").startswith("Jörg 1 Abend · zuletzt am ")
    assert "So heißt hier keiner" in Page(client.get("/verein/leute?name=%25")).text()
    page = Page(client.get("/verein/leute/3"))
    assert "Das Prüfzeichen ihrer Abende" in page.text()
    refused = Page(client.post("/verein/leute/3/namenlos", data={"sure": "Jorg", "account": ""}))
    assert (refused.status, refused.value("sure")) == (422, "Jorg")
    assert refused.errors("sure") == "Tippe genau „Jörg“."
    assert client.post("/verein/leute/3/namenlos", data={"sure": "Jörg", "account": "x"}).status_code == 422
    done = Page(client.post("/verein/leute/3/namenlos", data={"sure": "Jörg"}, follow_redirects=True))
    assert "Im Buch steht jetzt Ehemals 3." in done.text("message")
    assert "Hier steht kein Name mehr" in done.text()
    again = Page(client.post("/verein/leute/3/namenlos", data={"sure": "Jörg"}))
    assert (again.status, "Hier steht schon kein Name mehr." in again.text()) == (422, True)


def test_somebody_who_plays_is_told_on_the_page(app: Flask, client: FlaskClient) -> None:
    """The reason stands above the form, with the day."""
    with app.app_context():
        Book(app).start()
    page = Page(client.post("/verein/leute/1/namenlos", data={"sure": "Sepp"}))
    assert page.status == 422
    assert "Sepp sitzt noch am Tisch, am Abend vom" in page.text("summary")


def test_data_come_as_a_file(app: Flask, client: FlaskClient) -> None:
    """The export is a JSON file of that name; of another's account there is none."""
    with app.app_context():
        Book(app).start()
    answer = client.get("/verein/leute/1/daten.json?zugang=1")
    assert answer.headers["Content-Disposition"] == "attachment; filename=Sepp.json"
    assert answer.json["account"]["name"] == "Tisch"
    assert client.get("/verein/leute/1/daten.json?zugang=99").status_code == 404
    assert "account" not in client.get("/verein/leute/1/daten.json?zugang=").json
    assert client.get("/verein/leute/99/daten.json").status_code == 404


@pytest.mark.parametrize("role", ["director", "scorer", "player", "viewer"])
def test_pages_about_people_are_for_few(app: Flask, role: str) -> None:
    """Who may not let names go sees neither the list nor anybody's data."""
    with app.app_context():
        Book(app).start()
    client = browser(app, role)
    for address in ("/verein/leute", "/verein/leute/1", "/verein/leute/1/daten.json"):
        assert client.get(address).status_code == 403
    assert client.post("/verein/leute/1/namenlos", data={"sure": "Sepp"}).status_code == 403


def test_what_he_paid_goes_with_him(book: Book) -> None:
    """What somebody paid and got is in what he is handed, without other names; who said so can lose his name."""
    started = book.start()
    book.record(started.sheet_id, LOST_SOLO)
    vroni, sepp = book.ids(started.sheet_id, "Vroni", "Sepp")
    one = paying.pay(db.session, book.actor, started.evening_id, NewPayment(vroni, sepp)).payment
    paying.take_back(db.session, book.actor, started.evening_id, one.uuid or UUID(int=0))
    told = privacy.export_person(db.session, book.actor, vroni)["payments"]
    assert [(row["paid"], row["way"], row["taken_back"]) for row in told] == [(50, "cash", False), (50, "cash", True)]
    assert [row["got"] for row in privacy.export_person(db.session, book.actor, sepp)["payments"]] == [50, 50]
    with transaction(db.session) as connection:
        forgetting.rename_author(connection, book.actor.club_id, "Tisch", "Ehemals 1")
    rows = paying.list_payments(db.session, book.actor, started.evening_id)
    assert {row.payment.by for row in rows} == {"Ehemals 1"}


def test_seasons_know_somebody_too(book: Book) -> None:
    """What he had at evenings, where he stands, that he plays without a rank and what he drew is handed to him.

    His name goes out of the names of seasons and schemes and out of reasons, and figures stay.
    """
    season = league.filled(book)
    seasons.change(db.session, book.actor, season, NewSeason("Sepps Runde"))
    schemes.add(db.session, book.actor, season, NewScheme("Für Sepp", {}))
    seasons.close(db.session, book.actor, season)
    seasons.reopen(db.session, book.actor, season, "Sepp fehlt")
    data = privacy.export_person(db.session, book.actor, 1)
    assert [(one["season"], one["place"], one["amount"]) for one in data["results"]] == [("Sepps Runde", 1, 20)]
    stands = [(one["scheme"], one["score"], one["ranked"]) for one in data["standings"]]
    assert stands == [("Gesamtwertung", 20, False), ("Für Sepp", 20, False)]
    assert (data["substitute_in"], [one["number"] for one in data["lots"]]) == (["Sepps Runde"], [1])
    before = book.count("standings"), book.count("results")
    privacy.anonymise(db.session, book.actor, 1, Farewell("Sepp"))
    (kept,) = kept_seasons(reading(db.session), 1)
    assert (kept.name, [one.name for one in kept.schemes]) == ("Ehemals 1 Runde", ["Gesamtwertung", "Für Ehemals 1"])
    assert [one.reason for one in seasons.history(db.session, book.actor, season)][-1] == "Ehemals 1 fehlt"
    assert (book.count("standings"), book.count("results")) == before
    assert "Sepp" not in everything()
    verify_book(db.session)
