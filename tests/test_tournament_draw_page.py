"""The page on which seats are drawn: what it asks, what it refuses, and what it tells afterwards."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange.draws import parse_draw
from scorebook.league.draw import verify
from scorebook.league.tournament.entries import CheckedIn, Wished, WishKind
from scorebook.league.tournament.settings import Drawing
from scorebook.services.access import Role
from tests.actions import Page
from tests.doors import browser
from tests.papers import bare, pages
from tests.seasons import Shown
from tests.tournaments import Hall

DRAW = "/turniere/1/auslosung"


def made(app: Flask, players: int = 17, **settings: Any) -> Hall:
    """Make a tournament."""
    with app.app_context():
        return Hall(players, **settings)


def sent(client: FlaskClient, address: str = DRAW, **answers: Any) -> Shown:
    """Send the form as it is on the page, with some answers of one's own."""
    inputs = Page(client.get(address)).inputs
    return Shown(client.post(DRAW, data={**inputs, "tun": "losen", **answers}, follow_redirects=True))


def drawn(app: Flask, hall: Hall) -> int:
    """Give how many draws there were."""
    with app.app_context():
        return len(hall.state.draws)


def test_drawn_on_the_page(app: Flask, client: FlaskClient) -> None:
    """It tells how many play at how many tables; then how good the draw is, and who sits where."""
    hall = made(app)
    page = Shown(client.get(DRAW))
    assert "<strong>17</strong>" in page.html
    assert "3 Tische zu viert, 1 Tisch zu fünft" in page.html
    done = sent(client)
    assert "Ausgelost: 0 Wiederholungen (besser geht es nicht)." in done.html
    assert drawn(app, hall) == 1
    assert "/turniere/1/plaetze?runde=1" in done.links


def test_pressed_twice(app: Flask, client: FlaskClient) -> None:
    """The same page sent twice is one draw; an older page is told that something happened, and draws nothing."""
    hall = made(app)
    inputs = {**Page(client.get(DRAW)).inputs, "tun": "losen"}
    assert [client.post(DRAW, data=inputs).status_code for _ in range(2)] == [303, 303]
    late = client.post(DRAW, data={**inputs, "uuid": str(uuid4()), "reason": "zu spät"})
    assert late.status_code == 409
    assert "Inzwischen hat jemand anders hier etwas geändert." in late.text
    assert drawn(app, hall) == 1


def test_what_is_missing_is_named(app: Flask, client: FlaskClient) -> None:
    """While lists are missing there is nothing to press, and the tables are named; who sends it is refused."""
    hall = made(app, 12)
    with app.app_context():
        hall.draw()
        hall.list(1, 2)
    page = Shown(client.get(DRAW))
    assert "Aus Runde 1 fehlt noch: Tisch 1, 3." in page.html
    assert 'value="losen"' not in page.html
    answer = client.post(DRAW, data={"first": "2", "tun": "losen"})
    assert answer.status_code == 422
    assert drawn(app, hall) == 1


def test_again_needs_a_reason(app: Flask, client: FlaskClient) -> None:
    """A draw that is drawn again asks why; both stay to be seen, and one says that it holds no more."""
    hall = made(app)
    sent(client)
    refused = sent(client, f"{DRAW}?ab=1")
    assert (refused.status, refused.errors("reason")) == (
        422,
        "Runde 1 ist schon ausgelost. Wer neu auslost, sagt warum.",
    )
    done = sent(client, f"{DRAW}?ab=1", reason="Zwei vergessen")
    assert "Zwei vergessen" in done.html
    assert done.html.count("gilt nicht mehr") == 1
    assert drawn(app, hall) == 2


def test_only_who_is_here(app: Flask, client: FlaskClient) -> None:
    """Who has not said that he is here is named, and does not play unless the director wants all."""
    hall = made(app)
    with app.app_context():
        hall.here()
        hall.act(CheckedIn(1, (5,), here=False))
        name = hall.seen.name(5)
    page = Shown(client.get(DRAW))
    assert f"{name} (5)" in page.html
    assert "Nur wer da ist: 16" in page.html
    sent(client)
    with app.app_context():
        assert 5 not in {number for table in hall.state.rounds[0].tables for number in table.seated}


@pytest.mark.parametrize("players", [7, 11])
def test_too_few(app: Flask, client: FlaskClient, players: int) -> None:
    """So many make no tables: the page says so before and after, and nothing is drawn."""
    hall = made(app, players)
    assert f"{players} Spieler lassen sich nicht auf Tische zu viert und zu fünft verteilen" in client.get(DRAW).text
    refused = sent(client)
    assert refused.status == 422
    assert f"{players} Spieler lassen sich nicht" in refused.html
    assert drawn(app, hall) == 0


def test_wishes_that_contradict_are_named(app: Flask, client: FlaskClient) -> None:
    """A wish that cannot be kept at all is told with the names of those who have it."""
    hall = made(app, 8)
    with app.app_context():
        hall.act(Wished(WishKind.FIXED, (3,), table=9))
        name = hall.seen.name(3)
    refused = sent(client)
    assert refused.status == 422
    assert "Den festen Tisch 9 von 3 gibt es nicht" in refused.html
    assert f"{name} (3)" in refused.html


def test_a_checkable_draw(app: Flask, client: FlaskClient) -> None:
    """First the hash hangs on the wall with the list, then a number is called; what is typed wrong stays there."""
    hall = made(app, 16, checkable=True, drawing=Drawing.AHEAD)
    put_up = sent(client, tun="aushaengen")
    (commitment,) = re.findall('<p class="hash">([0-9a-f]{64})</p>', put_up.html)
    paper = "".join(pages(client.get("/turniere/1/startliste.pdf").data))
    assert commitment in paper
    assert all(bare(name) in paper for name in names(app, hall))
    for typed in ("", "x", "99999999999"):
        refused = sent(client, called=typed)
        assert refused.status in (400, 422)
        assert refused.errors("called")
        assert refused.inputs["called"] == [typed]
    done = sent(client, called="4711")
    assert "<dd>4711</dd>" in done.html
    (file,) = {link for link in done.links if link.endswith(".json")}
    found = parse_draw(json.loads(client.get(file).text))
    assert found.commitment == commitment
    assert verify(found.wish.players, found.secret, 4711, found.wish, found.drawn, commitment) == []


def names(app: Flask, hall: Hall) -> list[str]:
    """Give the names of all."""
    with app.app_context():
        return [entrant.name for entrant in hall.seen.entrants.values()]


def test_only_the_director_draws(app: Flask, client: FlaskClient) -> None:
    """Others read the page; there is nothing to press for them, and what they send is refused."""
    hall = made(app)
    scorer = browser(app, Role.SCORER)
    page = scorer.get(DRAW)
    assert page.status_code == 200
    assert 'value="losen"' not in page.text
    assert scorer.post(DRAW, data={"first": "1", "tun": "losen"}).status_code == 403
    assert drawn(app, hall) == 0


@pytest.mark.parametrize("first", ["0", "3", "-1", "x", "9999999999"])
def test_rounds_that_are_not_to_be_drawn(app: Flask, client: FlaskClient, first: str) -> None:
    """A round that nobody offered is refused, and the page comes again."""
    hall = made(app)
    answer = client.post(DRAW, data={"first": first, "tun": "losen"})
    assert answer.status_code == 422
    assert drawn(app, hall) == 0
    assert client.get(f"{DRAW}?ab={first}").status_code == 200
