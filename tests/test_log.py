"""The log: every change writes one row, by whoever made it; and nobody changes a row without being found."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select, text, update

from scorebook.exchange import evening_json
from scorebook.ledger.drawing import Stake
from scorebook.ledger.evening import Pattern
from scorebook.services import RefusedError, accounts, last_round, rulesets, sampling, seating
from scorebook.services.importing import import_evening
from scorebook.services.log import Event
from scorebook.services.logins import end_login
from scorebook.services.transactions import transaction
from scorebook.services.verifying_log import LogFaultError, verify_log, verify_rows
from scorebook.store.db import db, reading
from scorebook.store.log import LogRow, Wanted, newest_rows, rows_from
from scorebook.store.tables import FIRST_CLUB, log
from scorebook.wording.log import EVENTS
from tests.actions import Page
from tests.book import LOST_SOLO, PASSED, SAUSPIEL, WITH_STOCK, Book
from tests.cards import CALLED, CARDS
from tests.doors import browser, let_in
from tests.test_import import corrected

MOST = 1000
NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi", "Hias", "Resi", "Tisch", "vertippt", "geht weiter", "Hausregeln")
"""What stands in the book of these tests, and nowhere in the log."""


@pytest.fixture
def own(book: Book) -> Book:
    """Give a book in which account 1 acts, and not whoever owns the machine."""
    book.actor = replace(book.actor, account_id=1)
    return book


def rows() -> list[LogRow]:
    """Give the log of the first club, the first row first."""
    db.session.rollback()
    return list(rows_from(reading(db.session), FIRST_CLUB))


def changes(book: Book) -> Iterator[tuple[Event, Callable[[], Any]]]:
    """Give what can be done in a book, in an order in which it can be done, each with what it is in the log."""
    session, actor = db.session, book.actor
    yield Event.RULES_KEPT, lambda: book.rule_set(WITH_STOCK)
    uuid = uuid4()
    yield Event.EVENING_BEGUN, lambda: book.start(rule_set=1, uuid=uuid)
    for event, game in ((Event.GAME_RECORDED, PASSED), (Event.GAME_RECORDED, SAUSPIEL)):
        key = uuid4()
        yield event, lambda game=game, key=key: book.record(1, game, key)
    _first, second = (game.uuid for game in book.sheet(1).games)
    forgotten, better, held, ruled = (uuid4() for _ in range(4))
    yield Event.GAME_INSERTED, lambda: book.insert(second, LOST_SOLO, forgotten)
    latest = book.sheet(1).standing[-1].uuid
    wenz = {"contract": "wenz", "declarer": 0, "result": "lost"}
    yield Event.GAME_CORRECTED, lambda: book.correct(latest, wenz, new=better)
    with_cards = CALLED | {"protocol": CARDS, "dealer": (CARDS["lead"] - 1) % 4}
    yield Event.GAME_WITH_CARDS, lambda: book.correct(better, with_cards, new=held)
    revoked = {"contract": "wenz", "declarer": 0, "revoke": 1, "revoke_reason": "bedienen"}
    yield Event.GAME_RULED, lambda: book.correct(held, revoked, new=ruled)
    yield Event.GAME_CANCELLED, lambda: book.cancel(ruled)
    four = book.ids(1, "Sepp", "Vroni", "Xaver", "Zenzi")
    yield Event.SEATS_CAME, lambda: book.come(1, "Hias", "Zenzi", seated=four)
    (guest,) = book.ids(1, "Hias")
    yield Event.SEATS_LEFT, lambda: seating.leave(session, actor, 1, guest)
    yield Event.SEATS_CHANGED, lambda: book.swap(1, "Sepp", "Vroni", seated=four)
    drawn = {"Sepp": "EO", "Vroni": "GO", "Xaver": "HO", "Zenzi": "SO"}
    yield Event.SEATS_DRAWN, lambda: book.sit_as_drawn(1, drawn, stake=Stake.SEATS)
    yield Event.SEATS_PATTERN, lambda: seating.choose_pattern(session, actor, 1, Pattern.NEXT)
    yield Event.LAST_ROUND_CALLED, lambda: last_round.call_last_round(session, actor, 1)
    yield Event.LAST_ROUND_OFF, lambda: last_round.call_off(session, actor, 1)
    yield Event.RULES_CHANGED, lambda: rulesets.change_rules(session, actor, 1, "bayern_10_20_50")
    yield Event.TABLE_OPENED, lambda: book.open_table(1, "Resi", "Anni", "Kathi", "Jule", known=1)
    yield Event.EVENING_ENDED, lambda: book.end(1, {1: "kept", 2: "kept"})
    yield Event.EVENING_REOPENED, lambda: book.reopen(1)
    striche = book.start(preset="deutscher_striche", names=("A", "B", "C", "D")).evening_id
    yield Event.EVENING_PRICED, lambda: book.price(striche)
    exported = json.dumps(evening_json(corrected()))
    yield Event.EVENING_IMPORTED, lambda: import_evening(session, actor, exported)


def test_every_change_writes_one_row(own: Book) -> None:
    """Whatever is done in the book writes one row, by who did it; the same once more is no change and writes none."""
    seen = set()
    for event, change in changes(own):
        before = len(rows())
        change()
        written = rows()[before:]
        assert [(row.action, row.who) for row in written] == [(event.value, "account:1")], event
        change()
        assert len(rows()) == before + 1, f"{event} twice"
        seen.add(event)
    others = ("account", "login", "samples")
    assert {event for event in Event if not event.value.startswith(others)} <= seen | NOT_OURS
    told = " ".join(row.old + row.new + row.subject + row.who for row in rows())
    assert not [name for name in NAMES if name in told]
    (club,) = verify_log(db.session)
    assert club.rows == len(rows())


NOT_OURS: set[Event] = set()
"""Events of members, links and tokens, which other tests do."""


def test_what_became_of_later_games_stands_in_the_row(own: Book) -> None:
    """A row about a game that changed others says what they are paid now and were before."""
    begun = own.start_with(WITH_STOCK)
    first = own.record(begun.sheet_id, PASSED).game.uuid
    own.record(begun.sheet_id, SAUSPIEL)
    own.cancel(first)
    (row,) = newest_rows(reading(db.session), FIRST_CLUB, 1, Wanted())
    assert json.loads(row.old) == {
        "sheet": 1, "number": 1, "people": [1, 2, 3, 4], "payouts": [-20] * 4, "unit": "cent", "stock": 80,
    }  # fmt: skip
    assert json.loads(row.new) == {
        "later": [{"number": 2, "old": [60, -20, 60, -20], "new": [20, -20, 20, -20]}],
        "later_games": 1,
    }


def test_what_is_refused_writes_nothing(own: Book) -> None:
    """Who is told no has changed nothing, and the log says nothing."""
    begun = own.start()
    game = own.record(begun.sheet_id, SAUSPIEL).game.uuid
    before = rows()
    for refused in (
        lambda: own.record(begun.sheet_id, {"contract": "sauspiel", "declarer": 0, "partner": 0, "result": "won"}),
        lambda: own.cancel(game, ""),
        lambda: own.correct(game, SAUSPIEL),
        lambda: own.come(begun.sheet_id, "", "Sepp"),
    ):
        with pytest.raises(RefusedError):
            refused()
    assert rows() == before


def test_samples_are_one_row(own: Book) -> None:
    """A run of samples is one row, however many games it makes; each run says what made it."""
    for run in range(2):
        sampling.fill(db.session, own.actor, 150, seed=3)
        assert len(rows()) == run + 1
    assert json.loads(rows()[-1].new) == {"games": 150, "seed": 3}


def test_who_comes_and_goes_is_noted(own: Book) -> None:
    """An invitation that is used writes two rows, the account and its login; logging out writes one."""
    with transaction(db.session) as connection:
        secret = accounts.invite(connection, own.actor, ["viewer"])
    new = accounts.NewAccount("Resi", "resi", "ein langes Passwort")
    browser = accounts.join(db.session, secret, new)
    end_login(db.session, browser)
    assert [row.action for row in rows()] == ["login.begun", "account.joined", "login.ended"]
    assert {row.who for row in rows()} == {"account:2"}


def test_many_writers_never_wait_for_each_other_in_a_ring(own: Book, app: Flask) -> None:
    """Whoever writes at one moment, in whatever places, all get through, and the log stays one chain."""
    sheets = [own.start([f"{name}{table}" for name in "ABCD"]).sheet_id for table in range(3)]
    games = [own.record(sheet, SAUSPIEL).game.uuid for sheet in sheets]
    growing = own.start("ABCD").sheet_id
    for turn in range(3):
        tasks = [lambda sheet=sheet: own.record(sheet, SAUSPIEL) for sheet in sheets]
        tasks += [lambda game=game: own.cancel(game) for game in games]
        name, rules = f"Hias{turn}", ("bsv_10_50", "bayern_10_20_50")[turn % 2]
        tasks += [
            lambda name=name: own.come(growing, name, "A"),
            lambda names=tuple(f"{letter}{turn}neu" for letter in "ABCD"): own.start(names),
            lambda name=name: let_in(own.app, "viewer", name=name),
            lambda rules=rules: rulesets.change_rules(db.session, own.actor, sheets[1], rules),
        ]
        failed = [one for one in own.at_once(*tasks) if isinstance(one, Exception)]
        assert failed == []
    (club,) = verify_log(db.session)
    assert club.rows == own.count("log")
    changed = sum(row.action == Event.RULES_CHANGED for row in rows())
    assert changed >= 2
    assert club.rows == 3 + 3 + 1 + 3 * (3 + 1 + 1 + 1) + 3 + changed


def test_everything_that_is_noted_has_words() -> None:
    """The page of the log knows a text for everything that can stand in it."""
    assert {event.value for event in Event} <= EVENTS.keys()


# --- verify log ---


def tampering(book: Book, change: Callable[[Connection], None]) -> LogFaultError | None:
    """Change the log behind its back, look whether that is found, and undo it."""
    db.session.rollback()
    with db.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            for trigger in ("no_update", "no_delete"):
                connection.execute(text(f"DROP TRIGGER log_{trigger}"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        change(connection)
        try:
            verify_rows(connection)
        except LogFaultError as error:
            return error
        finally:
            connection.rollback()
    return None


ROWS = 12
COLUMNS = [column.name for column in log.columns if column.name != "id"]  # which row it is in the table says nothing


@pytest.fixture
def written(book: Book) -> Book:
    """Give a book whose log has so many rows, beside that of another club."""
    sheet = book.start().sheet_id
    for _ in range(ROWS - 1):
        book.record(sheet, SAUSPIEL)
    other = Book(book.app)
    other.actor = book.stranger()
    other.start()
    assert [club.rows for club in verify_log(db.session)] == [ROWS, 1]
    return book


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    number=st.integers(1, ROWS), column=st.sampled_from(COLUMNS), value=st.text("abc019.:", max_size=30), data=st.data()
)
def test_every_change_of_a_column_is_found(written: Book, number: int, column: str, value: str, data: Any) -> None:
    """Whatever column of whatever row is changed, the first row that does not fit is named."""
    row = rows()[number - 1]

    def change(connection: Connection) -> None:
        new: Any = value + "x" if value == getattr(row, column, "") else value
        if column == "at":
            new = row.at + timedelta(microseconds=data.draw(st.integers(1, 10**12)))
        elif column == "number":
            new = data.draw(st.integers(ROWS + 1, 1000))
        elif column == "club_id":
            new = 2 if number > 1 else 3
            connection.execute(text("INSERT INTO clubs (id, name) VALUES (3, 'x')"))
        connection.execute(update(log).where(log.c.club_id == 1, log.c.number == number).values({column: new}))

    error = tampering(written, change)
    assert error is not None
    club, at = (2, 2) if column == "club_id" and number == ROWS else (1, number)
    assert f"Verein {club}, Zeile {at} " in error.message


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(1, ROWS - 1))
def test_a_missing_row_is_found(written: Book, number: int) -> None:
    """A row that was taken out is named, the first one too."""
    error = tampering(written, lambda connection: delete_row(connection, number))
    assert error is not None
    assert error.message == f"Verein 1, Zeile {number} fehlt."


def delete_row(connection: Connection, number: int) -> None:
    """Take a row of the first club out."""
    connection.execute(log.delete().where(log.c.club_id == 1, log.c.number == number))


def renumber(connection: Connection, old: int, new: int) -> None:
    """Give a row of the first club another number."""
    connection.execute(update(log).where(log.c.club_id == 1, log.c.number == old).values(number=new))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pair=st.lists(st.integers(1, ROWS), min_size=2, max_size=2, unique=True))
def test_a_swap_is_found(written: Book, pair: list[int]) -> None:
    """Two rows that changed places are found at the first of them."""

    def swap(connection: Connection) -> None:
        for old, new in ((pair[0], 999), (pair[1], pair[0]), (999, pair[1])):
            renumber(connection, old, new)

    error = tampering(written, swap)
    assert error is not None
    assert error.params["row"] == min(pair)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(1, ROWS), forged=st.booleans(), closed=st.booleans())
def test_a_row_that_was_put_in_is_found(written: Book, number: int, forged: bool, closed: bool) -> None:
    """A row between others, or in the place of one, is found: by itself, or where its own hash is right by the next."""
    before = rows()[number - 2].hash if number > 1 else ""
    put = replace(rows()[number - 1], who="account:9", subject="evening:9")
    digest = put.chained(before) if forged else "0" * 64

    def put_in(connection: Connection) -> None:
        if closed:
            for old in range(ROWS, number - 1, -1):
                renumber(connection, old, old + 1)
        else:
            delete_row(connection, number)
        values = {column: getattr(put, column) for column in COLUMNS}
        connection.execute(insert(log), values | {"hash": digest})

    error = tampering(written, put_in)
    if forged and not closed and number == ROWS:
        assert error is None  # the last row alone, with its hash: only one that was written down tells
        return
    assert error is not None
    assert error.params["row"] == number + forged


def test_what_is_no_row_at_all_is_found(written: Book) -> None:
    """A moment that is none is told like every other change, where the database takes it at all."""
    if db.engine.dialect.name != "sqlite":
        return
    error = tampering(
        written, lambda c: c.execute(text("UPDATE log SET at = 'gestern' WHERE club_id = 1 AND number = 4"))
    )
    assert error is not None
    assert "Verein 1, Zeile" in error.message


def test_a_log_that_was_written_anew_does_not_have_the_hash_that_was_noted(written: Book) -> None:
    """Who writes all rows anew is found by whoever wrote the last hash down; what was added since is no fault."""
    noted = verify_log(db.session)[0].hash
    written.record(1, SAUSPIEL)
    assert verify_log(db.session, (noted,))[0].rows == ROWS + 1
    with pytest.raises(LogFaultError, match="Keine Zeile hat die Prüfsumme 0000"):
        verify_log(db.session, (noted, "0" * 64))


def test_the_command_prints_what_can_be_written_down(app: Flask) -> None:
    """`verify log` says how many rows there are and the last hash; a changed row is one line and status 1."""
    run = app.test_cli_runner(catch_exceptions=False)
    from scorebook.cli.verify import verify

    with app.app_context():
        book = Book(app)
        book.start()
        (club,) = verify_log(db.session)
        done = run.invoke(verify, ["log", "--expect", club.hash.upper()])
        assert done.output == f"Verein 1: 1 Zeile, Prüfsumme {club.hash}\nStimmt: 1 Verein, 1 Zeile.\n"
        missing = run.invoke(verify, ["log", "--expect", "f" * 64])
        assert (missing.exit_code, missing.stdout) == (1, "")
        with db.engine.begin() as connection:
            connection.execute(text("DROP TRIGGER log_no_update"))
            connection.execute(text("UPDATE log SET who = 'machine '"))
        wrong = run.invoke(verify, ["log"])
        assert (wrong.exit_code, wrong.stdout) == (1, "")
        assert "Verein 1, Zeile 1 passt nicht" in wrong.stderr


def test_select_is_by_number(written: Book) -> None:
    """The page reads the newest first, and goes on below a number."""
    connection = reading(db.session)
    assert [row.number for row in newest_rows(connection, 1, 3, Wanted())] == [ROWS, ROWS - 1, ROWS - 2]
    assert [row.number for row in newest_rows(connection, 1, 2, Wanted(before=4))] == [3, 2]
    assert connection.execute(select(log.c.number)).first() is not None


# --- The page ---


def test_the_page_tells_what_was_done(app: Flask, client: FlaskClient) -> None:
    """The newest first: number, what, who, amounts by name, what became of later games, and the way to the thing."""
    with app.app_context():
        book = Book(app)
        begun = book.start_with(WITH_STOCK)
        first = book.record(begun.sheet_id, PASSED).game.uuid
        book.record(begun.sheet_id, SAUSPIEL)
        book.actor = replace(book.actor, account_id=1)
        book.cancel(first)
        book.swap(begun.sheet_id, "Sepp", "Vroni")
    page = Page(client.get("/protokoll"))
    told = page.text("log")
    assert told.startswith("6Plätze getauscht Liste 1 vorher: Leute: Sepp, Vroni, Xaver, Zenzi → jetzt: Leute: Vroni,")
    assert (
        "5Spiel storniert zum Spiel vorher: Spiel 1: Sepp −0,20 €, Vroni −0,20 €, Xaver −0,20 €, Zenzi −0,20 €; "
        "Stock: 0,80 € → jetzt: Spiel 2: +0,60 −0,20 +0,60 −0,20 → +0,20 −0,20 +0,20 −0,20; "
        "spätere Spiele geändert: 1"
    ) in told
    assert "Kommando am Rechner" in told
    assert "· Tisch" in told
    assert "Regelsatz: Hausregeln" in told
    assert f"/spiele/{first}" in page.links
    assert {"/abende/1", "/listen/1", "/regeln/1"} <= set(page.links)
    for link in ("/regeln/1", "/listen/1"):
        assert client.get(link).status_code == 200


def test_the_page_goes_by_pages_and_by_who(app: Flask, client: FlaskClient) -> None:
    """Fifty rows at a time, by number; those of one alone, or of one kind, keep that when one goes on."""
    with app.app_context():
        book = Book(app)
        sheet = book.start().sheet_id
        for _ in range(60):
            book.record(sheet, PASSED)
        book.actor = replace(book.actor, account_id=1)
        book.record(sheet, PASSED)
    assert "62Spiel eingetragen" in Page(client.get("/protokoll")).text("log")
    page = Page(client.get("/protokoll?wer=machine&was=game.recorded"))
    assert page.text("log").startswith("61Spiel eingetragen")
    assert "/protokoll?vor=12&wer=machine&was=game.recorded" in page.links
    older = Page(client.get("/protokoll?vor=12&wer=machine&was=game.recorded"))
    assert older.text("log-number") == "111098765432"
    assert "/protokoll?wer=machine&was=game.recorded" in older.links
    assert Page(client.get("/protokoll?wer=account:1")).text("log-number") == "62"


@pytest.mark.parametrize(
    "query", ["vor=x", "vor=-1", "vor=99999999999999999999", "wer=%00", "was=%FF", "wer=" + "x" * 999]
)
def test_nothing_asked_of_the_page_breaks_it(client: FlaskClient, query: str) -> None:
    """What names no row shows none, or all."""
    assert client.get(f"/protokoll?{query}").status_code == 200


@pytest.mark.parametrize(("role", "status"), [("treasurer", 200), ("director", 200), ("scorer", 403), ("viewer", 403)])
def test_the_page_is_for_those_who_may(app: Flask, role: str, status: int) -> None:
    """Who may read the log does; others are told that they may not."""
    assert browser(app, role).get("/protokoll").status_code == status


def test_whose_name_is_gone_stands_there_without_it(app: Flask, client: FlaskClient) -> None:
    """A row keeps saying which account it was, by the name that it has now."""
    with app.app_context():
        leaving = browser(app, "viewer", name="Resi")
    assert "· Resi" in Page(client.get("/protokoll")).text("log")
    assert leaving.post("/konto/daten", data={"name": "Resi"}).status_code == 303
    told = Page(client.get("/protokoll")).text("log")
    assert "Resi" not in told
    assert "2Zugang gelöscht Ehemals 2" in told


def test_other_clubs_have_a_log_of_their_own(app: Flask, client: FlaskClient) -> None:
    """Nobody sees what was done in another club."""
    with app.app_context():
        other = Book(app)
        other.actor = other.stranger()
        other.start(("Fremd", "Vroni", "Xaver", "Zenzi"))
    assert "Hier steht noch nichts." in Page(client.get("/protokoll")).text()
