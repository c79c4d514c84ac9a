"""The public page of a season: for whoever has its address, with names as their owners want them there."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorebook.league.scheme import Kind, Scheme
from scorebook.services import merging, people
from scorebook.services.access import Role
from scorebook.services.people import Known
from scorebook.store.db import db, reading
from scorebook.store.league_tables import seasons
from tests.book import Book
from tests.doors import browser, nobody, shared
from tests.papers import pages
from tests.seasons import Shown, add_people, add_season, played, rows

AMOUNTS = [{1: 300, 2: -100, 3: -200}, {1: -50, 2: 50, 4: 0}, {1: 20, 3: -20}, {2: 250, 3: -250}, {1: -70, 2: 70}]


@pytest.fixture
def season(app: Flask) -> int:
    """A season of four people and five evenings."""
    with app.app_context():
        add_people(("Sepp", "Vroni", "Xaver", "Zenzi"))
        return add_season(played(AMOUNTS), Scheme(best=2, min_evenings=2), Scheme(Kind.PLACES))


def test_the_public_page_is_for_whoever_has_its_address(app: Flask, client: FlaskClient, season: int) -> None:
    """It shows the standings and nothing else, is in no list of a search engine, and ends with its address."""
    stranger = nobody(app)
    on = client.post("/saisons/1/oeffentlich", follow_redirects=True)
    first = next(link for link in Shown(on).links if "/stand/1-" in link)
    page = Shown(seen := stranger.get(first))
    assert rows(page)[0][:3] == rows(Shown(client.get("/saisons/1")))[0][:3]
    assert not [link for link in page.links if "/saisons/" in link or "/abende/" in link]
    assert seen.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert seen.headers["Cache-Control"] == "no-store"
    assert "noindex" in page.html
    assert stranger.get(f"{first}?wertung=1&name=sepp").status_code == 200
    renewed = client.post("/saisons/1/oeffentlich", follow_redirects=True)
    second = next(link for link in Shown(renewed).links if "/stand/1-" in link)
    assert second != first
    assert (stranger.get(first).status_code, stranger.get(second).status_code) == (404, 200)
    client.post("/saisons/1/oeffentlich", data={"aus": "1"})
    assert stranger.get(second).status_code == 404
    assert browser(app, Role.PLAYER).post("/saisons/1/oeffentlich").status_code == 403


@pytest.mark.parametrize("wrong", ["1", "1-", "1-abc", "x", "-", "99999999999999-x", "1-ü", "2-{rest}", "1-{rest}x"])
def test_no_other_address_opens_it(app: Flask, season: int, wrong: str) -> None:
    """Guessed, cut off, of another season: there is nothing."""
    right = shared(app)
    rest = right.partition("-")[2]
    assert nobody(app).get(f"/stand/{right}").status_code == 200
    assert nobody(app).get(f"/stand/{wrong.format(rest=rest)}").status_code == 404


def test_its_address_is_told_whole_where_others_reach_us(make_app, season: int) -> None:
    """With the address of the server set there is a QR code of it."""
    app = make_app(SCOREBOOK_BASE_URL="https://buch.example")
    shared(app)
    page = app.test_client().get("/saisons/1").text
    assert "https://buch.example/stand/1-" in page
    assert 'class="qr"' in page
    with app.app_context():
        assert reading(db.session).execute(select(seasons.c.share)).scalar()


# --- Names -----------------------------------------------------------------------------------------------------------


def named(app: Flask, *known: Known) -> None:
    """Let the people with the first ids be known so."""
    with app.app_context():
        for number, one in enumerate(known, start=1):
            people.change(db.session, Book(app).actor, number, one)


def called(page: Shown) -> list[str]:
    """Give the names that stand in the table."""
    return re.findall(r'<span class="name">(.*?)</span>', page.html)


def winners(page: Shown) -> list[str]:
    """Give who won evenings, the newest first."""
    return re.findall(r"<strong>(.*?)</strong>", page.html)


def test_names_stand_there_as_their_owners_want(app: Flask, client: FlaskClient, season: int) -> None:
    """Whole, shortened or hidden, in the table and among winners; members read them whole, on paper too."""
    named(app, Known("Sepp Huber", shown="short"), Known("Vroni Maier", shown="hidden"), Known("Xaver Kern"))
    public = nobody(app)
    page = Shown(public.get(f"/stand/{shared(app)}"))
    assert called(page)[:3] == ["Spieler 2", "Sepp H.", "Xaver Kern"]
    assert winners(page) == ["Spieler 2", "Spieler 2", "Sepp H.", "Spieler 2", "Sepp H."]
    assert not re.search("Huber|Vroni|Maier", page.html)
    assert "Player 2" in public.get(f"/stand/{shared(app)}", headers={"Accept-Language": "en"}).text
    inside = Shown(client.get("/saisons/1"))
    assert called(inside)[:3] == ["Vroni Maier", "Sepp Huber", "Xaver Kern"]
    assert "Vroni Maier" in winners(inside)
    assert "VroniMaier" in pages(client.get("/saisons/1/stand.pdf").data)[0]
    assert "Vroni Maier" in client.get("/saisons/1/stand.csv").text


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("sepp", ["Sepp H."]),
        ("Se", ["Sepp H."]),
        ("epp", []),
        ("Huber", []),
        ("Sepp Huber", []),
        ("Vroni", []),
        ("Maier", []),
        ("Kern", ["Xaver Kern"]),
        ("%", []),
    ],
)
def test_nobody_is_found_by_what_he_hides(app: Flask, season: int, typed: str, found: list[str]) -> None:
    """A search on the public page does not tell who is behind a name that is shortened or hidden."""
    named(app, Known("Sepp Huber", shown="short"), Known("Vroni Maier", shown="hidden"), Known("Xaver Kern"))
    page = Shown(nobody(app).get(f"/stand/{shared(app)}", query_string={"name": typed}))
    assert called(page) == found
    assert ("So heißt in dieser Saison keiner." in page.html) == (not found)


def test_shortened_namesakes_stay_apart(app: Flask, season: int) -> None:
    """By their numbers: of one name, of names that are alike once shortened, and where only one of them is shown."""
    huber, hofer = (Known(name, shown="short") for name in ("Sepp Huber", "Sepp Hofer"))
    named(app, huber, hofer, Known("Vroni"), Known("VRONI", namesake=True))
    page = Shown(nobody(app).get(f"/stand/{shared(app)}"))
    assert called(page) == ["Sepp H. (2)", "Sepp H. (1)", "Vroni (3)", "VRONI (4)"]
    alone = Shown(nobody(app).get(f"/stand/{shared(app)}?name=vroni"))
    assert winners(alone)[:3] == ["Sepp H. (2)", "Sepp H. (2)", "Sepp H. (1)"]
    named(app, huber, replace(huber, namesake=True))
    page = Shown(nobody(app).get(f"/stand/{shared(app)}"))
    assert called(page)[:2] == ["Sepp H. (2)", "Sepp H. (1)"]


def test_who_was_merged_is_called_as_who_stands(app: Flask, season: int) -> None:
    """His wish counts who stands there, whatever the other had said; parted, each has his own again."""
    with app.app_context():
        other = people.add(db.session, Book(app).actor, Known("Seppl Huber", shown="hidden"))
        merging.merge(db.session, Book(app).actor, 1, other)
    page = Shown(nobody(app).get(f"/stand/{shared(app)}"))
    assert called(page)[1] == f"Spieler {other}"
    assert winners(page)[2] == f"Spieler {other}"
    assert "Sepp" not in page.html
    with app.app_context():
        merging.unmerge(db.session, Book(app).actor, 1)
    assert called(Shown(nobody(app).get(f"/stand/{shared(app)}")))[1] == "Sepp"
