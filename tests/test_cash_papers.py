"""The papers of the box: what stands on them, in German typography, tagged and titled for those who listen."""

import re
from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.services import cash_book, cash_closing, cash_codes, cash_proof
from scorebook.services.access import Role
from scorebook.store.db import db
from tests.actions import Page, Table
from tests.book import Book
from tests.cash import Box, filled
from tests.doors import browser
from tests.papers import bare, pages, read
from tests.test_printing import command

NEXT_YEAR = datetime(2027, 2, 1, 18, tzinfo=UTC)

PAPERS = {
    "/kasse/2026/kassenbuch.pdf": ("Kassenbuch 2026", ["Vortrag aus 2025", "80,00", "Storno von Nr. 5: vertippt"]),
    "/kasse/2025/kassenbuch.pdf": ("Kassenbuch 2025", ["1. 6. 2025", "Brotzeit", "Am Ende des Jahres", "80,00 €"]),
    "/kasse/konten/offene-posten.pdf": ("Offene Posten", ["Haben Guthaben", "Sepp", "13,00 €"]),
    "/kasse/konten/1/kontoauszug.pdf": ("Kontoauszug Sepp", ["Strafe: kein Hut", "−2,00", "15. 3. 2026", "Nr. 4"]),
    "/kasse/sturz/1/protokoll.pdf": ("Kassensturz", ["95,00 €", "90,00 €", "−5,00 €", "einer fehlt", "Gezählt hat"]),
    "/kasse/abschluss/2025/jahresabschluss.pdf": (
        "Jahresabschluss 2025",
        ["Essen und Trinken", "−20,00 €", "100,00", "Am Ende des Jahres, Vortrag nach 2026", "Kassenprüfer"],
    ),
    "/kasse/abschluss/2026/jahresabschluss.pdf": ("Jahresabschluss 2026", ["noch nicht abgeschlossen", "80,00"]),
}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Give the treasurer's browser; the box has something of everything."""
    Table(app.test_client())
    with app.app_context():
        filled(Box(), 1)
    return browser(app, Role.TREASURER)


@pytest.mark.parametrize("address", PAPERS)
def test_what_stands_on_it(client: FlaskClient, address: str) -> None:
    """Each paper is one tagged page in German with its title, the club's name, and what it is about."""
    title, texts = PAPERS[address]
    pdf = client.get(address).data
    (page,) = pages(pdf)
    for text in (title, "Stammtisch", *texts):
        assert bare(text) in page, text
    opened = read(pdf)
    root = opened.trailer["/Root"]
    assert opened.metadata is not None
    assert (opened.metadata.title, root["/Lang"], root["/MarkInfo"]["/Marked"]) == (title, "de", True)


def test_coins_on_the_protocol(app: Flask, client: FlaskClient) -> None:
    """Where coins were counted, the protocol says how many of which."""
    with app.app_context():
        Box().count(pieces={5000: "1", 50: "7"})
    (page,) = pages(client.get("/kasse/sturz/2/protokoll.pdf").data)
    assert bare("50,00 € 1 50,00 €") in page
    assert bare("0,50 € 7 3,50 €") in page


def test_a_long_book_has_many_pages_with_its_heading_on_each(app: Flask, client: FlaskClient) -> None:
    """A hundred and twenty entries go over pages; each repeats what the columns are, and the last has the sum."""
    with app.app_context():
        box = Box()
        for number in range(120):
            box.enter("fee", "1", f"Startgeld {number}")
    found = pages(client.get("/kasse/2026/kassenbuch.pdf").data)
    assert len(found) > 2
    assert all("HereinHerausBestand" in page for page in found)
    assert bare("210,00 €") in found[-1]


def test_english_papers(client: FlaskClient) -> None:
    """Whoever reads English gets the papers in English."""
    client.post("/sprache", data={"sprache": "en", "seite": "/"})
    (page,) = pages(client.get("/kasse/konten/1/kontoauszug.pdf").data)
    assert "15Mar2026" in page


# --- What proves them ------------------------------------------------------------------------------------------------


def code_on(client: FlaskClient, address: str) -> str:
    """Give the check code that stands at the foot of a paper."""
    found = re.search(rf"{bare('Prüfzeichen')}([0-9A-F]{{8}})", pages(client.get(address).data)[0])
    assert found is not None
    return found[1]


def proved(client: FlaskClient, code: str) -> str:
    """Give what the page says about a code."""
    page = Page(client.get("/kasse/pruefen", query_string={"zeichen": code}))
    assert page.status == 200
    return " ".join(page.text().split())


@pytest.mark.parametrize("address", PAPERS)
def test_each_paper_is_proved_by_its_code(client: FlaskClient, address: str) -> None:
    """The code at its foot says which paper it is, and that the book has the same."""
    said = proved(client, code_on(client, address))
    title = "Kassensturz vom 15.03.2026" if "sturz" in address else PAPERS[address][0]
    assert f"{title} Das Prüfzeichen" in said
    assert "stimmt: auf dem Papier steht, was im Buch steht" in said


def test_no_two_papers_have_one_code(client: FlaskClient) -> None:
    """The cash book and the year added up have the same entries, and codes of their own."""
    assert len({code_on(client, address) for address in PAPERS}) == len(PAPERS)


def test_the_code_is_that_of_every_language(client: FlaskClient) -> None:
    """What is booked has one code, in whatever language it is printed."""
    german = code_on(client, "/kasse/2026/kassenbuch.pdf")
    client.post("/sprache", data={"sprache": "en", "seite": "/"})
    page = pages(client.get("/kasse/2026/kassenbuch.pdf").data)[0]
    assert bare(f"Check code {german}") in page


def test_an_old_cash_book_is_told_from_what_is_booked(app: Flask, client: FlaskClient) -> None:
    """What was printed before two more entries is older by two; the statement of who had none holds."""
    papers = (
        "/kasse/2026/kassenbuch.pdf",
        "/kasse/abschluss/2026/jahresabschluss.pdf",
        "/kasse/konten/2/kontoauszug.pdf",
    )
    book, year, other = (code_on(client, address) for address in papers)
    with app.app_context():
        Box().enter("fee", "5", "Resi")
        Box().enter("drinks", "3", "Wurst")
    for title, code in (("Kassenbuch 2026", book), ("Jahresabschluss 2026", year)):
        assert f"{title} Das Papier mit dem Prüfzeichen" in proved(client, code)
        assert "ist älter als das Buch. Seither sind 2 Buchungen dazugekommen." in proved(client, code)
    assert "stimmt" in proved(client, other)
    assert "stimmt" in proved(client, code_on(client, papers[0]))


def test_an_entry_for_last_year_shows_on_the_paper_of_this_one(app: Flask, client: FlaskClient) -> None:
    """What lay there before changes with the years before, as long as they are open; closing one is something too."""
    with app.app_context():
        Box().enter("fee", "5", "heuer", date=date(2026, 1, 2), now=NEXT_YEAR)
        Box().enter("fee", "5", "neu", date=date(2027, 1, 2), now=NEXT_YEAR)
    before = code_on(client, "/kasse/2027/kassenbuch.pdf")
    with app.app_context():
        Box().enter("fee", "7", "vergessen", date=date(2026, 12, 30), now=NEXT_YEAR)
    later = code_on(client, "/kasse/2027/kassenbuch.pdf")
    assert "Seither ist 1 Buchung dazugekommen." in proved(client, before)
    with app.app_context():
        Box().close(2026, now=NEXT_YEAR)
    closed = code_on(client, "/kasse/2027/kassenbuch.pdf")
    assert "Seither ist 1 Buchung dazugekommen." in proved(client, later)
    assert "Kassenbuch 2027" in proved(client, closed)
    for address in ("/kasse/2026/kassenbuch.pdf", "/kasse/abschluss/2026/jahresabschluss.pdf"):
        assert "stimmt: auf dem Papier" in proved(client, code_on(client, address))


def test_a_paper_of_a_new_year_is_known_before_its_first_entry(app: Flask, client: FlaskClient) -> None:
    """Printed when nothing was in it but what lay there from the years before, it is found when there is more."""
    with app.app_context():
        box = Box(Book(app).stranger())
        for year in (2023, 2024):
            box.enter("fee", "5", "Startgeld", date=date(year, 3, 1), now=datetime(year, 3, 1, 18, tzinfo=UTC))
        code = cash_codes.book_code(box.year(2026))
        year_code = cash_codes.year_code(cash_closing.year_end(db.session, box.actor, 2026))
        box.enter("fee", "1", "neu", date=date(2026, 3, 1), now=datetime(2026, 3, 1, 18, tzinfo=UTC))
        for known, paper in ((code, "Kassenbuch 2026"), (year_code, "Jahresabschluss 2026")):
            db.session.rollback()
            found = cash_proof.prove(db.session, box.actor, known)
            assert found is not None
            assert found.printed is not None
            assert (found.printed.called(), found.printed.added) == (paper, 1)


def test_a_statement_and_open_items_grow_old(app: Flask, client: FlaskClient) -> None:
    """A statement is dated; open items are known only as they are, and the page says so."""
    statement, items = (code_on(client, f"/kasse/konten/{name}.pdf") for name in ("1/kontoauszug", "offene-posten"))
    with app.app_context():
        Box().charge(1)
    said = proved(client, statement)
    assert "Kontoauszug Sepp" in said
    assert "Seither ist 1 Buchung dazugekommen. Zuletzt geschrieben: 15.03.2026, 19:00." in said
    assert "hat kein Papier der Kasse" in proved(client, items)
    assert "Offene Posten erkennt es nur" in proved(client, items)


def test_a_code_of_another_club_is_not_known(app: Flask, client: FlaskClient) -> None:
    """What another club's box has says nothing about one's own."""
    with app.app_context():
        actor = Book(app).stranger()
        Box(actor).enter("opening", "7", "dort")
        theirs = cash_codes.book_code(cash_book.cash_year(db.session, actor, 2026))
    assert "hat kein Papier der Kasse" in proved(client, theirs)


@pytest.mark.parametrize("typed", ["", "1234", "1234 567G", "<b>"])
def test_what_is_no_code_is_told_at_its_field(client: FlaskClient, typed: str) -> None:
    """What was typed is still there."""
    page = Page(client.get("/kasse/pruefen", query_string={"zeichen": typed}))
    assert page.status == 400
    assert "Acht Zeichen" in page.errors("zeichen")
    assert page.value("zeichen") == typed


def test_the_pages_of_the_box_lead_there(client: FlaskClient) -> None:
    """Whoever holds a paper finds where to prove it."""
    for address in ("/kasse", "/kasse/konten", "/kasse/sturz", "/kasse/abschluss"):
        assert "/kasse/pruefen" in Page(client.get(address)).links


def test_the_command_proves_a_paper_of_the_box(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without an evening the code is one of the box: status 0 for what is booked, 1 for what is older, or not known."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    code = code_on(client, "/kasse/2026/kassenbuch.pdf")
    assert command("verify", "paper", code) == 0
    assert capsys.readouterr().out.startswith("Kassenbuch 2026: Das Prüfzeichen")
    with app.app_context():
        Box().enter("fee", "5", "Resi")
    assert command("verify", "paper", code) == 1
    assert "Seither ist 1 Buchung dazugekommen." in capsys.readouterr().err
    assert command("verify", "paper", "0000 0000") == 1
    said = capsys.readouterr().err
    assert "--evening" in said
    assert "--season" in said
    assert command("verify", "paper", "xyz") == 2


@pytest.mark.parametrize(
    "address",
    ["/kasse/2019/kassenbuch.pdf", "/kasse/konten/99/kontoauszug.pdf", "/kasse/sturz/9/protokoll.pdf"],
)
def test_papers_of_what_is_not_there(client: FlaskClient, address: str) -> None:
    """There is no paper of a year without entries, of nobody, of no counting."""
    assert client.get(address).status_code == 404
