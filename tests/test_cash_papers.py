"""The papers of the box: what stands on them, in German typography, tagged and titled for those who listen."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.services.access import Role
from tests.actions import Table
from tests.cash import Box, filled
from tests.doors import browser
from tests.papers import bare, pages, read

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


@pytest.mark.parametrize(
    "address",
    ["/kasse/2019/kassenbuch.pdf", "/kasse/konten/99/kontoauszug.pdf", "/kasse/sturz/9/protokoll.pdf"],
)
def test_papers_of_what_is_not_there(client: FlaskClient, address: str) -> None:
    """There is no paper of a year without entries, of nobody, of no counting."""
    assert client.get(address).status_code == 404
