"""All clubs of a book, out of one file into another book: each a new one, one of its name, or into a named one."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorebook.app import create_app
from scorebook.cli.db import upgrade_to
from scorebook.exchange import evening_json
from scorebook.exchange.clubs import Batch, batch_json
from scorebook.services import clubs as club_service
from scorebook.services.access import local_actor
from scorebook.services.club_data import export_everything
from scorebook.services.evenings import list_evenings, load_evening
from scorebook.services.verifying import verify_book
from scorebook.services.verifying_log import verify_log
from scorebook.store.db import db
from tests import evenings
from tests.book import SAUSPIEL, Book
from tests.conftest import close, configuration
from tests.test_import_files import another, command  # noqa: F401 - a fixture


@pytest.fixture
def everything(app: Flask, tmp_path: Path) -> Path:
    """Give the file of a book with three clubs: one evening each in two, nothing in the third."""
    with app.app_context():
        book = Book(app)
        book.record(book.start().sheet_id, SAUSPIEL)
        db.session.rollback()
        for name in ("Gasthof Post", "Leer"):
            club_service.add_club(db.session, name)
        other = Book(app)
        other.actor = local_actor(db.session, 2)
        other.record(other.start(("Anni", "Kathi", "Bene", "Jule")).sheet_id, SAUSPIEL)
        db.session.rollback()
        owners = [club_service.owner(db.session, key) for key in club_service.list_clubs(db.session)]
        with export_everything(db.session, owners) as file:
            (tmp_path / "alles.zip").write_bytes(file.read())
    return tmp_path / "alles.zip"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everything: Path) -> Iterator[Flask]:
    """Give a fresh book on another machine; commands act there."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    app = create_app(configuration(folder))
    with app.app_context():
        upgrade_to("head")
    monkeypatch.setenv("SCOREBOOK_INSTANCE", str(folder))
    yield app
    close(app)


def codes(app: Flask) -> dict[str, list[str]]:
    """Give the check codes of all evenings, by the names of their clubs."""
    found = {}
    with app.app_context():
        for club_id, name in club_service.list_clubs(db.session).items():
            actor = local_actor(db.session, club_id)
            listed = list_evenings(db.session, actor).evenings
            found[name] = sorted(load_evening(db.session, actor, one.id).check_code() for one in listed)
    return found


Command = Callable[..., tuple[int, str]]


@pytest.fixture
def run(command: Command, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch) -> Command:  # noqa: F811 - the fixture
    """Give what runs a command in the other book."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", elsewhere.instance_path)
    return command


def test_what_was_exported_as_one_file_is_read_as_one(
    app: Flask, elsewhere: Flask, run: Command, everything: Path
) -> None:
    """Clubs of a name that is there go into these, the others are new; codes are the same; a second time nothing is."""
    code, said = run("import", "--check", str(everything))
    assert (code, "Stammtisch: kommt in Verein 1" in said, "Gasthof Post: ein neuer Verein, 1 Abende" in said) == (
        0,
        True,
        True,
    )
    assert codes(elsewhere) == {"Stammtisch": []}
    code, said = run("import", str(everything))
    assert code == 0
    assert "Verein 1 Stammtisch: gibt es schon" in said
    assert "Verein 2 Gasthof Post: neu, hinein kommt man mit „scorebook admin-link --club 2“" in said
    assert codes(elsewhere) == codes(app)
    assert list(codes(elsewhere)) == ["Stammtisch", "Gasthof Post", "Leer"]
    code, said = run("import", str(everything))
    assert (code, said.count("steht schon da"), said.count("gibt es schon")) == (0, 2, 3)
    assert codes(elsewhere) == codes(app)
    with elsewhere.app_context():
        verify_book(db.session)
        assert len(verify_log(db.session)) == 3


def test_all_into_a_named_club(app: Flask, elsewhere: Flask, run: Command, everything: Path) -> None:
    """With `--club` no club is added: all evenings are that club's."""
    assert run("import", "--club", "1", str(everything))[0] == 0
    assert codes(elsewhere) == {"Stammtisch": sorted(code for found in codes(app).values() for code in found)}
    assert run("import", "--club", "7", str(everything))[0] == 2


def packed(*batches: tuple[str, Batch]) -> bytes:
    """Pack clubs as one file, each in a file of its own."""
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as archive:
        for number, (name, batch) in enumerate(batches, start=1):
            inner = io.BytesIO()
            with zipfile.ZipFile(inner, "w") as club:
                data = batch_json(batch, name)
                club.writestr("club.json", f'{{"format": "scorebook-club/1", "club": "{name}"}}')
                for key, one in data["evenings"].items():
                    club.writestr(f"evenings/{key}.json", json.dumps(one))
            archive.writestr(f"{number}.zip", inner.getvalue())
    return outer.getvalue()


def broken() -> Batch:
    """Give an evening that the book does not take: two of one name."""
    return Batch((evenings.evening(2, ("Sepp", "Sepp", "Xaver", "Zenzi")),))


@pytest.mark.parametrize(
    ("clubs", "where"),
    [
        ((("Eins", Batch((another(1),))), ("Zwei", broken())), "Zwei: "),
        ((("Eins", Batch((another(1),))), ("", Batch((another(2),)))), "club"),
        ((("Eins", Batch((another(1),))), ("Zwei", Batch((another(1),)))), "evenings"),
    ],
)
def test_nothing_by_half(
    elsewhere: Flask, run: Command, tmp_path: Path, clubs: tuple[tuple[str, Batch], ...], where: str
) -> None:
    """Where one club cannot be, none is read, and it is said which; no club is added."""
    (tmp_path / "x.zip").write_bytes(packed(*clubs))
    code, said = run("import", str(tmp_path / "x.zip"))
    assert (code, where in said, "Es wurde nichts eingelesen." in said) == (2, True, True), said
    assert codes(elsewhere) == {"Stammtisch": []}


def test_what_conflicts_in_the_book_leaves_no_club_behind(elsewhere: Flask, run: Command, tmp_path: Path) -> None:
    """An evening that another club of the book has is refused when it is written; the club before it is gone too."""
    (tmp_path / "a.zip").write_bytes(packed(("Eins", Batch((another(1),)))))
    assert run("import", str(tmp_path / "a.zip"))[0] == 0
    (tmp_path / "b.zip").write_bytes(packed(("Zwei", Batch((another(2),))), ("Drei", Batch((another(1),)))))
    code, said = run("import", str(tmp_path / "b.zip"))
    assert code != 0, said
    assert list(codes(elsewhere)) == ["Stammtisch", "Eins"]


@pytest.mark.parametrize("spoilt", [b"PK\x03\x04 no archive", b""])
def test_a_club_that_cannot_be_unpacked_is_named(elsewhere: Flask, run: Command, tmp_path: Path, spoilt: bytes) -> None:
    """A damaged file among the clubs is told with its name."""
    outer = io.BytesIO(packed(("Eins", Batch((another(1),)))))
    with zipfile.ZipFile(outer, "a") as archive:
        archive.writestr("2.zip", spoilt)
    (tmp_path / "x.zip").write_bytes(outer.getvalue())
    code, said = run("import", str(tmp_path / "x.zip"))
    assert (code, "(2.zip)" in said) == (2, True), said
    assert codes(elsewhere) == {"Stammtisch": []}


def test_the_evenings_are_those_that_were(elsewhere: Flask, run: Command, tmp_path: Path) -> None:
    """What a club's file has is what the book has after it."""
    one = another(3)
    (tmp_path / "a.zip").write_bytes(packed(("Eins", Batch((one,)))))
    assert run("import", str(tmp_path / "a.zip"))[0] == 0
    with elsewhere.app_context():
        there = load_evening(db.session, local_actor(db.session, 2), 1)
        assert evening_json(there)["sheets"][0]["games"] == evening_json(one)["sheets"][0]["games"]
