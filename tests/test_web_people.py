"""The pages of the people: the list, what is known of each, two who are one; what is refused keeps what was typed."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions import Page
from tests.book import LOST_SOLO, Book
from tests.doors import browser

NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def people(app: Flask) -> None:
    """Let Sepp (1) play as Seppl Huber (5) too; both evenings have ended."""
    with app.app_context():
        book = Book(app)
        for names in (("Sepp", "Vroni", "Xaver", "Zenzi"), ("Seppl Huber", "Vroni", "Hias", "Resi")):
            begun = book.start(names, now=NOW - timedelta(days=9))
            book.record(begun.sheet_id, LOST_SOLO)
            book.end(begun.evening_id)


def saved(client: FlaskClient, person: int, **typed: str) -> Page:
    """Send the form of somebody as it stands there, with what is typed into it; give the page that comes."""
    address = f"/verein/leute/{person}"
    page = Page(client.get(address))
    kept = {name: page.value(name) for name in ("name", "nickname", "left_on", "shown")}
    return Page(client.post(address, data=kept | typed, follow_redirects=True))


def test_the_list_has_kinds(client: FlaskClient) -> None:
    """All, members, guests and those who left; each says what it is, and a search keeps the kind."""
    assert "Gespeichert." in saved(client, 2, guest="y").text("message")
    saved(client, 3, left_on="2026-01-31")
    saved(client, 1, nickname="Bomber")
    assert "Vroni Gast" in Page(client.get("/verein/leute")).text("list")
    assert "Vroni" not in Page(client.get("/verein/leute?art=aktiv")).text("list")
    assert Page(client.get("/verein/leute?art=gaeste")).text("list").startswith("Vroni")
    left = Page(client.get("/verein/leute?art=ausgetreten&name=xav"))
    assert (left.text("list").startswith("Xaver ausgetreten"), left.value("art")) == (True, "ausgetreten")
    assert "Sepp" in Page(client.get("/verein/leute?art=unsinn&name=BOMB")).text("list")


def test_what_is_refused_keeps_what_was_typed(client: FlaskClient) -> None:
    """At each field stands what is wrong; a day that is none too."""
    page = saved(client, 1, name="Vroni", nickname="Xaver", left_on="2199-01-01", shown="half")
    assert page.status == 422
    assert "war schon jemand da, der Vroni heißt" in page.errors("name")
    assert page.errors("nickname") == "So heißt hier schon jemand: Xaver (3)."
    assert page.errors("left_on") == "Dieses Datum kann nicht sein."
    assert (page.value("name"), page.value("nickname"), page.value("left_on")) == ("Vroni", "Xaver", "2199-01-01")
    bad = saved(client, 1, left_on="gestern")
    assert (bad.status, bad.value("left_on")) == (400, "gestern")
    assert client.post("/verein/leute/99", data={"name": "X"}).status_code == 404


def test_somebody_new_with_a_name_that_is_there(client: FlaskClient) -> None:
    """Is asked about first; then there are two, with numbers, also where names are typed."""
    typed = {"name": "Sepp", "shown": "full"}
    asked = Page(client.post("/verein/leute/neu", data=typed))
    assert (asked.status, "namesake" in asked.offered) == (422, True)
    assert "Sepp (1) heißt schon jemand" in asked.errors("name")
    done = Page(client.post("/verein/leute/neu", data=typed | {"namesake": "y"}, follow_redirects=True))
    assert "Sepp ist jetzt dabei." in done.text("message")
    text = client.get("/abende/neu").text
    assert 'value="Sepp (1)" label="Sepp (1) · zuletzt am' in text
    assert 'value="Sepp (8)" label="Sepp (8) · noch nie da"' in text
    names = ["Sepp", "A", "B", "C", "", "", ""]
    page = Page(client.post("/abende/neu", data={"names": names, "preset": "bayern_10_20_50", "first_dealer": "0"}))
    assert "So heißen mehrere. Schreib die Nummer dazu: Sepp (1), zuletzt am" in page.errors("names-0")


def test_two_are_compared_put_together_and_parted(client: FlaskClient) -> None:
    """From a likely one over the comparison to one page for both; undone, both are there again."""
    page = Page(client.get("/verein/leute/5"))
    link = page.link("zusammenlegen?mit=1")
    compared = Page(client.get(link))
    assert "Abende 1 1 2" in compared.text("side-by-side")
    assert "+0,50 € +0,50 € +1,00 €" in compared.text("side-by-side")
    done = Page(client.post("/verein/leute/5/zusammenlegen", data={"mit": "1", "bleibt": "1"}, follow_redirects=True))
    assert "Im Buch steht jetzt überall Sepp." in done.text("message")
    assert "Seppl Huber Trennen" in done.text()
    assert client.get("/verein/leute/5").location == "/verein/leute/1"
    assert Page(client.get("/verein/leute?name=huber")).text("list").startswith("Sepp 2 Abende")
    assert "Seppl" not in client.get("/abende/2").text
    account = Page(client.get("/kasse/konten/5"))
    assert "Sepp" in account.text()
    parted = Page(client.post("/verein/leute/5/trennen", follow_redirects=True))
    assert "Getrennt. Seppl Huber steht wieder für sich." in parted.text("message")
    again = Page(client.post("/verein/leute/5/trennen"))
    assert (again.status, "mit niemandem zusammengelegt" in again.text("summary")) == (422, True)
    log = Page(client.get("/protokoll")).text()
    assert "zusammengelegte Leute wieder getrennt" in log
    assert "zwei Leute zusammengelegt" in log


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("other=", "Wähl aus, mit wem."),
        ("other=Niemand", "Diese Person gibt es nicht."),
        ("other=sepp", "Mit sich selbst legt man niemanden zusammen."),
    ],
)
def test_whom_one_means(client: FlaskClient, query: str, said: str) -> None:
    """Nobody, somebody who is not there, himself: said at the field, with what was typed."""
    page = Page(client.get(f"/verein/leute/1/zusammenlegen?{query}"))
    assert (page.status, page.errors("other")) == (422, said)
    assert page.value("other") == query.partition("=")[2]


def test_two_of_one_evening_are_told_so(client: FlaskClient) -> None:
    """The comparison says why it cannot be, and has no button; who sends it all the same is refused."""
    page = Page(client.get("/verein/leute/1/zusammenlegen?other=Vroni"))
    assert "waren beide da" in page.text("summary")
    assert "bleibt" not in page.offered
    sent = client.post("/verein/leute/1/zusammenlegen", data={"mit": "2", "bleibt": "1"})
    assert (sent.status_code, "waren beide da" in sent.text) == (422, True)
    for data in ({"mit": "5"}, {"mit": "5", "bleibt": "2"}, {"mit": "99", "bleibt": "99"}, {"mit": "x", "bleibt": "x"}):
        assert client.post("/verein/leute/1/zusammenlegen", data=data).status_code == 404
    for address in ("/verein/leute/1/zusammenlegen?mit=99", "/verein/leute/99/zusammenlegen?mit=1"):
        assert client.get(address).status_code == 404


def test_put_together_twice(client: FlaskClient) -> None:
    """A double tap says that they are, on the page of who is left."""
    data = {"mit": "1", "bleibt": "1"}
    client.post("/verein/leute/5/zusammenlegen", data=data)
    again = Page(client.post("/verein/leute/5/zusammenlegen", data=data))
    assert (again.status, "Seppl Huber ist schon mit Sepp zusammengelegt." in again.text("summary")) == (422, True)


@pytest.mark.parametrize("role", ["director", "scorer", "player", "viewer"])
def test_others_see_nothing_of_it(app: Flask, role: str) -> None:
    """Who may not see the people changes nobody and merges nobody."""
    client = browser(app, role)
    for address in ("/verein/leute/neu", "/verein/leute/doppelt", "/verein/leute/1/zusammenlegen?mit=5"):
        assert client.get(address).status_code == 403
    sent = {"name": "X", "mit": "5", "bleibt": "1"}
    for address in ("", "/zusammenlegen", "/trennen"):
        assert client.post(f"/verein/leute/1{address}", data=sent).status_code == 403
