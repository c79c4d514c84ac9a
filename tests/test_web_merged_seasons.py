"""Who was merged, who is a guest and who shares a name, wherever a season is shown: pages, papers, files, commands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.cli.standings import standings as standings_command
from scorebook.services import merging, people, schemes, seasons
from scorebook.services.people import Known
from scorebook.store.db import db
from tests.actions import Page
from tests.book import Book
from tests.doors import nobody, shared
from tests.papers import pages
from tests.seasons import Shown, rows
from tests.test_merging_seasons import season as of_two_evenings
from tests.test_printing import command

Show = Callable[[], str]


@pytest.fixture
def book(app: Flask) -> Book:
    """A season of two evenings: Sepp was at one of them, Seppl at the other."""
    with app.app_context():
        made = Book(app)
        of_two_evenings(made)
    return made


@pytest.fixture
def shows(app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Show]:
    """Everything that tells where people stand in the season, as text."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)

    def printed(*options: str) -> str:
        assert command("pdf", *options, "-o", tmp_path / "x.pdf") == 0
        return "".join(pages((tmp_path / "x.pdf").read_bytes()))

    def page(address: str) -> Show:
        return lambda: Page(client.get(address)).text()

    def typed() -> str:
        return app.test_cli_runner().invoke(standings_command, ["--season", "1"]).output

    return {
        "page": page("/saisons/1"),
        "search": page("/saisons/1?name=sepp"),
        "public": lambda: Page(nobody(app).get(f"/stand/{shared(app)}")).text(),
        "paper": lambda: printed("--standings", "1"),
        "certificates": lambda: "".join(pages(client.get("/saisons/1/urkunden.pdf").data)),
        "csv": lambda: client.get("/saisons/1/stand.csv").data.decode("utf-8-sig"),
        "command": typed,
        "review": page("/saisons/1/rueckblick"),
        "book": lambda: printed("--season", "1", "--book"),
    }


KINDS = ("page", "search", "public", "paper", "certificates", "csv", "command", "review", "book")


@pytest.mark.parametrize("kind", KINDS)
def test_two_who_are_one_stand_there_once(app: Flask, book: Book, shows: dict[str, Show], kind: str) -> None:
    """Under the name of who stands, with what both had; parted, both are there again."""
    before = shows[kind]()
    assert "Seppl" in before
    with app.app_context():
        merging.merge(db.session, book.actor, 5, 1)
    together = shows[kind]()
    assert "Sepp" in together
    assert "Seppl" not in together
    assert together != before
    with app.app_context():
        merging.unmerge(db.session, book.actor, 5)
    assert shows[kind]() == before


def test_either_number_leads_to_the_one(app: Flask, client: FlaskClient, book: Book) -> None:
    """Addresses that were kept from before hold: where one stands, and one against another."""
    with app.app_context():
        merging.merge(db.session, book.actor, 5, 1)
    assert [row[1] for row in rows(Shown(client.get("/saisons/1?name=seppl")))] == ["Sepp"]
    assert not rows(Shown(nobody(app).get(f"/stand/{shared(app)}?name=seppl")))
    for number in (1, 5):
        text = Page(client.get(f"/saisons/1/stand/{number}")).text()
        assert "Sepp" in text
        assert "+1,40" in text
        head = Page(client.get(f"/leute/2/gegen/{number}", follow_redirects=True))
        assert head.status == 200
        assert "Seppl" not in head.text()
    assert rows(Shown(client.get("/saisons/1")))[0][:4] == ["1.", "Sepp", "+1,40", "2"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "certificates"])
def test_two_of_one_name_have_their_numbers(app: Flask, book: Book, shows: dict[str, Show], kind: str) -> None:
    """Nobody has to guess which of them it is."""
    with app.app_context():
        people.change(db.session, book.actor, 5, Known("SEPP", namesake=True))
    text = shows[kind]().replace(" ", "")
    assert "Sepp(1)" in text
    assert "SEPP(5)" in text


def test_substitutes_of_one_name_have_their_numbers(app: Flask, client: FlaskClient, book: Book) -> None:
    """In the list of those without a rank too."""
    with app.app_context():
        people.change(db.session, book.actor, 5, Known("SEPP", namesake=True))
        schemes.set_substitute(db.session, book.actor, 1, 5, is_one=True)
    assert "SEPP (5)" in Page(client.get("/saisons/1/einstellungen")).text()


@pytest.mark.parametrize("kind", ["page", "search", "public", "paper", "command"])
@pytest.mark.parametrize("why", ["Gast", "Aushilfe"])
def test_it_is_said_why_somebody_has_no_rank(
    app: Flask, book: Book, shows: dict[str, Show], kind: str, why: str
) -> None:
    """A guest, and a substitute who was merged; once the season is closed it stays so."""
    with app.app_context():
        if why == "Gast":
            people.change(db.session, book.actor, 1, Known("Sepp", guest=True))
        else:
            other = people.add(db.session, book.actor, Known("Josef"))
            schemes.set_substitute(db.session, book.actor, 1, other, is_one=True)
            merging.merge(db.session, book.actor, other, 1)
    before = shows[kind]()
    assert why in before
    with app.app_context():
        seasons.close(db.session, book.actor, 1)
        people.change(db.session, book.actor, 1, Known("Sepp"))
    assert why in shows[kind]()
