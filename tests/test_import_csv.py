"""A table read in by the command: columns guessed as on the page, all rows or none, and what is missing told."""

from pathlib import Path

import pytest
from flask import Flask

from scorebook.services.evenings import load_evening
from scorebook.services.exporting import evening_csv
from scorebook.services.rulesets import own_rule_sets
from scorebook.store.db import db
from scorebook.wording import GERMAN
from tests import evenings
from tests.actions import Page, Table
from tests.book import WITH_STOCK, Book
from tests.test_import_clubs import Command
from tests.test_import_files import command  # noqa: F401 - a fixture
from tests.test_import_table import HEADS, TABLE, WENZ, WON


@pytest.fixture
def run(command: Command, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Command:  # noqa: F811 - the fixture
    """Give what runs a command on the book of the test."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    return command


def written(folder: Path, text: str, name: str = "abend.csv", encoding: str = "utf-8") -> str:
    """Write a file and give its name."""
    (folder / name).write_bytes(text.encode(encoding))
    return str(folder / name)


def nothing_is_there(app: Flask) -> None:
    """Nothing was written."""
    with app.app_context():
        assert [Book(app).count(table) for table in ("games", "people", "evenings")] == [0, 0, 0]


@pytest.mark.parametrize(("name", "encoding"), [("a.csv", "utf-8"), ("A.CSV", "cp1252"), ("a.txt", "utf-16")])
def test_a_table_is_read(app: Flask, run: Command, tmp_path: Path, name: str, encoding: str) -> None:
    """However it was saved: it says what it takes each column for; the games are in the book, and only once."""
    file = written(tmp_path, TABLE.replace("Xaver", "Jörg"), name, encoding)
    code, said = run("import", file)
    assert code == 0, said
    assert "Spalte Datum: Tag" in said
    assert "Spalte Jörg: Betrag dieses Spielers" in said
    assert "Abend 1 ist eingelesen." in said
    with app.app_context():
        there = Book(app).evening(1)
        assert [person.name for person in there.people] == ["Sepp", "Vroni", "Jörg", "Zenzi"]
        assert list(there.totals().values()) == [-30, 130, -30, -70]
        assert there.club == "Stammtisch"
    assert "Abend 1 steht schon da." in run("import", file)[1]


def test_it_is_the_evening_that_the_page_makes(app: Flask, run: Command, tmp_path: Path) -> None:
    """Page and command make the same evening of the same table, with the same check code."""
    client = app.test_client()
    answer = client.post("/abende/einlesen/tabelle", data={"text": TABLE, "tun": "weiter"})
    client.post(answer.location, data=Page(client.get(answer.location)).inputs)
    assert "Abend 1 steht schon da." in run("import", written(tmp_path, TABLE))[1]


def test_what_was_exported_comes_back(app: Flask, run: Command, tmp_path: Path) -> None:
    """Our own CSV has each game as data, and its mark: the check code is the same."""
    made = evenings.evening(9)
    (tmp_path / "x.csv").write_bytes(evening_csv(made, GERMAN))
    code, said = run("import", str(tmp_path / "x.csv"))
    assert (code, f"Prüfzeichen {made.check_code()}." in said) == (0, True), said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{HEADS}\n{WON}\n;Vroni;Wenz;;;-0,50;1,20;-0,50;-0,50", "Zeile 3: "),
        (f"{HEADS}\n{WON}\n;Vroni;Würfeln;;;-0,50;1,50;-0,50;-0,50", "Zeile 3: Was: "),
        ("Datum;Sepp;Vroni;Xaver;Zenzi\n1.11.2026;0,20;-0,20;0,20;-0,20", "Zeile 2: "),
        (f"{HEADS}\n31.2.2026;{WON.partition(';')[2]}", "Zeile 2: Datum: "),
    ],
)
def test_rows_that_say_no_game_are_told(app: Flask, run: Command, tmp_path: Path, text: str, told: str) -> None:
    """Line and column are told; the rows that were right are not read either."""
    code, said = run("import", written(tmp_path, text))
    assert (code, told in said, "sagt kein Spiel. Es wurde nichts eingelesen." in said) == (2, True, True), said
    nothing_is_there(app)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Sepp",
        "Datum;Wer;Was;Sepp;Vroni;Xaver\n1.11.2026;Sepp;Wenz;0,20;-0,20;0,20",
        f"{HEADS}\n{WON.replace('1.11.2026', '1.11.2126')}",
        f"{HEADS}\n{WON.replace('1.11.2026', '1.11.1926')}",
    ],
)
def test_what_cannot_be_is_refused(app: Flask, run: Command, tmp_path: Path, text: str) -> None:
    """No table, too few people, a day that is yet to come or long gone: one line says so, and nothing is read."""
    code, said = run("import", written(tmp_path, text))
    assert (code, said.endswith("Es wurde nichts eingelesen.")) == (2, True), said
    nothing_is_there(app)


def test_it_can_be_looked_at_first(app: Flask, run: Command, tmp_path: Path) -> None:
    """`--check` says what would be read."""
    code, said = run("import", "--check", written(tmp_path, TABLE))
    assert (code, "2026-11-01 Stammtisch, 2 Spiele" in said, "Sepp: neu im Verein" in said) == (0, True, True)
    nothing_is_there(app)


def test_rules_and_totals_are_said(app: Flask, run: Command, tmp_path: Path) -> None:
    """Other rules by name, or one's own by number; amounts that add up where one says so; nonsense is a wrong use."""
    added = f"{HEADS}\n{WON}\n;Vroni;Wenz;;;-0,30;1,30;-0,30;-0,70"
    file = written(tmp_path, added)
    assert run("import", file)[0] == 2
    assert run("import", "--rules", "nie_gehört", "--totals", file)[0] == 2
    with app.app_context():
        Book(app).rule_set(WITH_STOCK)
        (own,) = own_rule_sets(db.session, Book(app).actor)
    assert run("import", "--rules", str(own.id), "--totals", file)[0] == 0
    with app.app_context():
        there = load_evening(db.session, Book(app).actor, 1)
        assert there.rule_sets[0].rules == own.named.rules


def test_people_are_renamed_as_with_any_file(app: Flask, run: Command, tmp_path: Path) -> None:
    """`--rename` says that somebody in the table is another one than the one of the club."""
    Table(app.test_client())
    assert run("import", "--rename", "Sepp=Sepp Huber", written(tmp_path, f"{HEADS}\n{WON}\n{WENZ}"))[0] == 0
    with app.app_context():
        assert "Sepp Huber" in [person.name for person in Book(app).evening(2).people]
