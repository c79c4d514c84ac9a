"""What comes in by a file: out of PDFs and archives, hostile ones too; whole clubs; by commands."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorebook.app import main
from scorebook.exchange import evening_json
from scorebook.exchange.clubs import Batch, batch_json
from scorebook.ledger.evening import Evening, NamedRuleSet
from scorebook.rules import preset
from scorebook.services import RefusedError, club_data, import_plan
from scorebook.services.import_plan import Choices, Decision
from scorebook.store.db import db
from scorebook.web.importing import LARGEST
from tests import evenings
from tests.actions import Page
from tests.book import ON_SQLITE, Book, codes
from tests.evenings import another
from tests.import_files import as_json, as_pdf, as_zip, counts, looked_at, send

# --- PDF ---


def test_a_pdf_brings_its_evening_back(client: FlaskClient, app: Flask) -> None:
    """The JSON file that hangs on a PDF is the evening; the check code is that of the paper."""
    evening = evenings.cancelled(evenings.evening(12), 3, "vertippt")
    address, page = looked_at(client, as_pdf(as_json(evening)), "Abrechnung.pdf")
    assert evening.check_code() in page.text()
    client.post(address, data=page.inputs)
    with app.app_context():
        assert Book(app).evening(1).check_code() == evening.check_code()


HOSTILE: list[tuple[Callable[[], bytes], str]] = [
    (lambda: as_pdf(b"", name=""), "pdf.nothing"),
    (lambda: as_pdf(b"{}", name="abend.xml"), "pdf.nothing"),
    (lambda: as_pdf(as_json(evenings.evening(2)), password="geheim"), "pdf.locked"),
    (lambda: b"%PDF-1.7\n" + b"\x00\xff" * 500, "pdf.broken"),
    (lambda: as_pdf(as_json(evenings.evening(2)))[:-700], "pdf.broken"),
    (lambda: as_pdf(b" " * (9 * 1024 * 1024)), "pdf.too_large"),
    (lambda: as_pdf(b"{"), "json.invalid"),
    (lambda: as_pdf(b'{"format": "scorebook/9"}'), "format.newer"),
    (lambda: as_zip({"x.json": {}}), "archive.unknown"),
    (lambda: b"PK\x03\x04" + b"x" * 50, "archive.broken"),
    (lambda: as_zip({"club.json": club({})})[:-30], "archive.broken"),
    (lambda: as_zip({"club.json": club({}), "evenings/a.json": " " * (9 * 1024 * 1024)}), "archive.too_large"),
    (lambda: as_zip({"club.json": "{"}), "json.invalid"),
    (lambda: as_zip({"club.json": club({})}), "file.nothing_new"),
    (lambda: as_zip({"club.json": {**club({}), "format": "scorebook-club/2"}}), "format.newer"),
    (lambda: as_zip({"club.json": {**club({}), "mood": 1}}), "key.unknown"),
    (lambda: as_zip({"club.json": club({}), "rule_sets/1.json": {"name": "x", "rules": {"deck": 3}}}), "value.choice"),
    (
        lambda: json.dumps(club({"a": evening_json(another(1)), "b": evening_json(another(1))})).encode(),
        "evening.twice",
    ),
    (lambda: json.dumps(club({"a": evening_json(another(1)), "b": {"format": "scorebook/1"}})).encode(), "key.missing"),
]


def club(kept: dict[str, Any]) -> dict[str, Any]:
    """A club as one object."""
    return batch_json(Batch(()), "Lamm") | ({"evenings": kept} if kept else {"evenings": {}, "rule_sets": {}})


@ON_SQLITE
@pytest.mark.parametrize(("make", "code"), HOSTILE)
def test_what_cannot_be_read_is_told(book: Book, make: Callable[[], bytes], code: str) -> None:
    """Locked, damaged, empty, too large, of another version: each has its words, and nothing is in the book."""
    with pytest.raises(RefusedError) as caught:
        import_plan.read_file(make(), LARGEST)
    assert code in [found for found, _ in codes(caught)]
    assert counts(book) == [0] * 5


def test_the_page_tells_a_broken_pdf(client: FlaskClient) -> None:
    """The form says it at the file."""
    page = Page(send(client, as_pdf(b"", name=""), "leer.pdf"))
    assert (page.status, "hängt kein Abend" in page.errors("file")) == (422, True)


def test_a_fault_says_where_it_is(client: FlaskClient) -> None:
    """In an archive the name of the file stands beside the fault, and where in it."""
    data = evening_json(another(2))
    data["sheets"][0]["games"][1]["payouts"] = [0, 0, 0, 0]
    archive = as_zip({"club.json": club({}), "evenings/krumm.json": data})
    assert "evenings/krumm.json: sheets.0.games.1.payouts" in Page(send(client, archive, "x.zip")).errors("file")


# --- A whole club ---


def filled(book: Book) -> tuple[Evening, ...]:
    """Put some evenings into a book; give them."""
    made = tuple(another(number, names=("Sepp", "Vroni", "Xaver", f"Gast {number}")) for number in range(1, 4))
    import_plan.import_batch(db.session, book.actor, Batch(made))
    return made


def test_a_club_moves_into_another_book(book: Book) -> None:
    """An archive read into an empty club gives the same evenings; as JSON a second time nothing is written."""
    made = filled(book)
    book.rule_set({"base": {"solo": 70}})
    with club_data.export_club(db.session, book.actor) as file:
        content = file.read()
    text = club_data.export_club_json(db.session, book.actor)
    stranger = book.stranger()
    with pytest.raises(RefusedError):  # they belong to the first club
        import_plan.import_batch(db.session, stranger, import_plan.read_file(content))
    club_data.close_club(db.session, book.actor, "Stammtisch", "", address="")
    for one, new in ((content, 3), (text.encode(), 0)):
        batch = import_plan.read_file(one)
        assert [evening.check_code() for evening in sorted(batch.evenings, key=lambda e: e.date)] == [
            evening.check_code() for evening in sorted(made, key=lambda e: e.date)
        ]
        assert "Hausregeln" in [named.name for named in batch.rule_sets]
        assert len(import_plan.import_batch(db.session, stranger, batch).new) == new


def test_an_archive_is_read_once(book: Book) -> None:
    """What is there is left out and told; what is new comes in, in one go; rule sets too."""
    made = filled(book)
    house = NamedRuleSet("Hausregeln", "", replace(preset(), base={**preset().base, "solo": 70}))
    more = Batch((*made, another(7)), (house,))
    plan = import_plan.plan_import(db.session, book.actor, more)
    assert [one.new for one in plan.evenings] == [False, False, False, True]
    assert (plan.rule_sets, {one.name: one.same for one in plan.people}["Sepp"]) == (("Hausregeln",), 1)
    done = import_plan.import_batch(db.session, book.actor, more)
    assert (len(done.new), done.rule_sets) == (1, 1)
    before = counts(book)
    again = import_plan.import_batch(db.session, book.actor, more)
    assert (again.new, again.rule_sets, counts(book)) == ((), 0, before)
    assert not import_plan.plan_import(db.session, book.actor, more).writes


def test_what_differs_stays_as_the_book_has_it(book: Book) -> None:
    """Of several evenings one that the book has otherwise is left out, and the others are read."""
    made = filled(book)
    other = Batch((replace(made[0], place="Daheim"), another(8)))
    differs = import_plan.plan_import(db.session, book.actor, other).evenings[0].differs
    assert differs is not None
    assert differs.params["where"] == "place"
    done = import_plan.import_batch(db.session, book.actor, other)
    assert (len(done.evenings), len(done.new)) == (1, 1)
    assert book.evening(1).place == "Gasthaus Lamm"


def test_one_fault_keeps_all_out(book: Book) -> None:
    """Where one evening cannot be written, none is, and no person of the others is there."""
    filled(book)
    before = counts(book)
    stolen = another(9, names=("Neu", "Ganz neu", "Xaver", "Wirt"))
    games = tuple(replace(game, uuid=another(1).sheets[0].games[0].uuid) for game in stolen.sheets[0].games[:1])
    stolen = replace(stolen, sheets=(replace(stolen.sheets[0], games=games),))
    with pytest.raises(RefusedError) as caught:
        import_plan.import_batch(db.session, book.actor, Batch((another(10, names=("A", "B", "C", "D")), stolen)))
    assert codes(caught) == [("games.elsewhere", f"{stolen.date}: sheets")]
    assert counts(book) == before


def test_two_clubs_at_once(book: Book) -> None:
    """Two who read the same archive at one moment write it once."""
    batch = Batch((another(1), another(2)))
    done = book.at_once(*[lambda: import_plan.import_batch(db.session, book.actor, batch)] * 2)
    assert sorted(len(one.new) for one in done) == [0, 2]
    assert book.count("evenings") == 2


def test_the_page_of_an_archive(client: FlaskClient, app: Flask) -> None:
    """All evenings are listed with what becomes of them, each person once; yes takes one to the list."""
    with app.app_context():
        filled(Book(app))
    batch = Batch((another(1, names=("Sepp", "Vroni", "Xaver", "Gast 1")), another(5), another(6)))
    address, page = looked_at(client, json.dumps(batch_json(batch)).encode(), "verein.json")
    assert page.text().count("steht schon da") == 1
    assert page.inputs["name"] == ["Sepp", "Vroni", "Xaver", "Zenzi"]
    answer = client.post(address, data=page.inputs, follow_redirects=True)
    assert "2 Abende sind eingelesen." in Page(answer).text()


# --- Any evening ---


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 24),
    st.integers(4, 7),
    st.sampled_from(["json", "pdf", "zip"]),
    st.randoms(use_true_random=False),
)
def test_any_evening_comes_back_the_same(app: Flask, count: int, players: int, form: str, random: Any) -> None:
    """Exported and read again, by whichever file, an evening of any size has the same check code and the same sums."""
    plays = random.sample(evenings.ROUND, k=len(evenings.ROUND))
    names = [f"Spieler {random.randrange(10**6)}-{seat}" for seat in range(players)]
    made = evenings.evening(count, names=names, plays=plays)
    games = tuple(replace(game, uuid=uuid4()) for game in made.sheets[0].games)
    made = replace(made, id=uuid4(), sheets=(replace(made.sheets[0], games=games),))
    content = {
        "json": as_json,
        "pdf": lambda one: as_pdf(as_json(one)),
        "zip": lambda one: as_zip({"club.json": club({}), "evenings/1.json": evening_json(one)}),
    }[form](made)
    with app.app_context():
        book = Book(app)
        done = import_plan.import_batch(db.session, book.actor, import_plan.read_file(content))
        there = book.evening(done.new[0])
    assert there.check_code() == made.check_code()
    assert sorted(there.totals().values()) == sorted(made.totals().values())


# --- Commands ---


@pytest.fixture
def command(app: Flask, monkeypatch: Any, capsys: Any, tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Give what runs a command on the app's database: how it ended, and what it said."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", str(tmp_path))

    def run(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        out = capsys.readouterr()
        return int(ended.value.code or 0), (out.out + out.err).strip()

    return run


def test_the_command_reads_a_pdf(command: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    """`scorebook import x.pdf` says number and check code; a second time it writes nothing and says so."""
    evening = evenings.evening(5)
    (tmp_path / "x.pdf").write_bytes(as_pdf(as_json(evening)))
    file = str(tmp_path / "x.pdf")
    looked = command("import", "--check", file)
    assert looked[0] == 0
    assert f"5 Spiele, Prüfzeichen {evening.check_code()}: neu" in looked[1]
    assert "Sepp: neu im Verein" in looked[1]
    assert command("import", file) == (0, f"Abend 1 ist eingelesen. Prüfzeichen {evening.check_code()}.")
    assert command("import", file) == (0, f"Abend 1 steht schon da. Prüfzeichen {evening.check_code()}.")
    assert "steht schon da als Abend 1" in command("import", "--check", file)[1]
    (tmp_path / "leer.pdf").write_bytes(as_pdf(b"", name=""))
    code, said = command("import", str(tmp_path / "leer.pdf"))
    assert (code, "hängt kein Abend" in said, len(said.splitlines())) == (2, True, 1)


def test_the_command_renames(command: Callable[..., tuple[int, str]], app: Flask, tmp_path: Path) -> None:
    """`--rename` says that somebody is another one; what is no pair is a wrong use."""
    with app.app_context():
        Book(app).start(("Sepp", "Vroni", "Xaver", "Wastl"))
    (tmp_path / "a.json").write_bytes(as_json(evenings.evening(2)))
    file = str(tmp_path / "a.json")
    assert command("import", "--rename", "Sepp", file)[0] == 2
    assert "heißt schon jemand Wastl" in command("import", "--rename", "Sepp=Wastl", file)[1]
    assert command("import", "--rename", "Sepp=Sepp Huber", file)[0] == 0
    with app.app_context():
        assert "Sepp Huber" in [person.name for person in Book(app).evening(2).people]


def test_the_command_reads_a_club(command: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    """Each evening has a line; rule sets are counted; what differs is told."""
    batch = Batch((another(1), another(2)), (NamedRuleSet("Unsere", "", replace(preset(), called_ten=True)),))
    (tmp_path / "c.json").write_text(json.dumps(batch_json(batch)))
    code, said = command("import", str(tmp_path / "c.json"))
    assert (code, said.count("ist eingelesen"), "Neue Regelsätze: 1." in said) == (0, 2, True)
    other = replace(batch, evenings=(replace(batch.evenings[0], place="x"), another(3)))
    (tmp_path / "c.json").write_text(json.dumps(batch_json(other)))
    assert "1 weitere stehen anders im Buch" in command("import", str(tmp_path / "c.json"))[1]


def test_decisions_about_nobody_do_nothing(book: Book) -> None:
    """Whoever is named and is not in the file is not added."""
    batch = Batch((evenings.evening(2),))
    import_plan.import_batch(db.session, book.actor, batch, Choices({"Niemand": Decision("Nie")}))
    assert book.count("people") == 4
