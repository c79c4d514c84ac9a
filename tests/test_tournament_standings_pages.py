"""The pages of a tournament's standings: what they say, what they refuse, and the projector that pages through."""

import re
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from scorebook.reports.tournament.board import Board, Row, Special
from scorebook.reports.tournament.projector import COLUMNS, IN_COLUMN, standing_slides
from scorebook.reports.view import Figure
from scorebook.services import people
from scorebook.services.access import local_actor
from scorebook.services.people import Known
from scorebook.services.tournament import desk
from scorebook.store.db import db
from tests.browser import faultless
from tests.doors import nobody, shared_hall
from tests.live import served
from tests.tournaments import Hall

STANDINGS = "/turniere/1/stand"
PROJECTOR = "/turniere/1/beamer"


def played(app: Flask, players: int = 8, published: int = 1, **settings: object) -> None:
    """Make a tournament whose first round is played, and published or not."""
    with app.app_context():
        hall = Hall(players, **settings)
        hall.draw()
        hall.lists(1)
        if published:
            hall.publish(1)


def step(client: FlaskClient, name: str, **sent: object) -> int:
    """Send a step as the page does, and give the status of the answer."""
    answer = client.post(f"{STANDINGS}/{name}", data={"uuid": str(uuid4()), **sent})
    return answer.status_code


def test_published_from_the_page(app: Flask, client: FlaskClient) -> None:
    """The page offers to publish once all lists are there; then it says that it is out, and offers no more."""
    played(app, published=0)
    text = client.get(STANDINGS).text
    version = re.search(r'name="version"[^>]*value="([0-9]+)"', text)
    assert version
    assert step(client, "veroeffentlichen", version=version[1], runde=1) == 303
    text = client.get(STANDINGS).text
    assert "veröffentlicht" in text
    assert "stand/veroeffentlichen" not in text


def test_what_cannot_be_published_is_said(app: Flask, client: FlaskClient) -> None:
    """What is missing, or came in meanwhile, is said on the page, and the way to try again stays."""
    with app.app_context():
        Hall(8).draw()
    assert step(client, "veroeffentlichen", runde=1) == 422
    assert step(client, "veroeffentlichen", runde=1, version=1) == 409
    assert step(client, "veroeffentlichen") == 422
    assert step(client, "lose") == 409


def test_a_stale_token(app: Flask) -> None:
    """Without the token of this browser nothing happens."""
    app.config["WTF_CSRF_ENABLED"] = True
    played(app, published=0)
    assert step(app.test_client(), "veroeffentlichen", runde=1) == 400
    with app.app_context():
        seen = desk.see(db.session, local_actor(db.session), 1)
        assert seen.state.published == 0


@pytest.mark.parametrize("asked", ["nach=2", "nur=2", "nach=0", "nur=-1"])
def test_a_round_that_is_not_there(app: Flask, client: FlaskClient, asked: str) -> None:
    """A round that is not drawn has no page, and no file."""
    played(app)
    for ending in ("", ".pdf", ".csv", ".xlsx", ".json"):
        assert client.get(f"{STANDINGS}{ending}?{asked}").status_code == 404


def test_somebody_is_found(app: Flask, client: FlaskClient) -> None:
    """By a part of his name or by his number somebody is found, with the rank that he has among all."""
    played(app)
    with app.app_context():
        name = desk.see(db.session, local_actor(db.session), 1).name(8)
    for asked in ("8", name.upper()):
        text = client.get(STANDINGS, query_string={"name": asked}).text
        assert text.count('class="stands') == 1
        assert name in text
    assert "So heißt hier keiner." in client.get(f"{STANDINGS}?name=Nirgendwer").text


def test_a_trial_says_so_everywhere(app: Flask, client: FlaskClient) -> None:
    """A practice tournament is marked on each of these pages."""
    played(app, practice=True)
    for address in (STANDINGS, PROJECTOR, f"{STANDINGS}/pruefen"):
        assert "Probe" in client.get(address).text, address


def row(number: int) -> Row:
    """Give a line of standings."""
    return Row(number, f"{number}.", f"Gast {number}", Figure("0", negative=False), (), "", 0, (), "", tied=False)


@pytest.mark.parametrize("people", [1, IN_COLUMN, IN_COLUMN + 1, IN_COLUMN * COLUMNS, 31, 400])
def test_everybody_comes_by_once(people: int) -> None:
    """On the pages of the projector stands everybody once, in order, and no page has more than there is room for."""
    slides = standing_slides(Board("Punkte", (), tuple(map(row, range(people)))), [], [], "Stand")
    shown = [line.name for slide in slides for _title, lines in slide.columns for line in lines]
    assert shown == [f"Gast {number}" for number in range(people)]
    assert all(len(slide.columns) <= COLUMNS for slide in slides)
    assert all(len(lines) <= IN_COLUMN for slide in slides for _title, lines in slide.columns)


@pytest.mark.parametrize(("lines", "pages"), [(3, 2), (6, 2), (7, 3), (15, 3)])
def test_what_else_is_won_comes_behind(lines: int, pages: int) -> None:
    """Of five awards each is shown once: four short ones at a time, of longer ones two."""
    places = tuple((f"{place}.", f"Gast {place}", "0") for place in range(1, lines + 1))
    groups = [Special(f"Wertung {number}", places) for number in range(5)]
    slides = standing_slides(Board("Punkte", (), ()), groups, [], "Stand")
    assert [title for slide in slides for title, _lines in slide.columns] == [one.name for one in groups]
    assert len(slides) == pages


def test_the_projector_shows_what_is_published(app: Flask, client: FlaskClient) -> None:
    """Lists that come in change nothing on the projector until their round is published; how many there are it says."""
    with app.app_context():
        hall = Hall(8)
        hall.play(1)
        hall.draw()
        before = client.get(f"{PROJECTOR}?was=stand").text
        hall.list(2, 1, 90, -30, -30, -30)
        after = client.get(f"{PROJECTOR}?was=stand").text
    assert re.findall(r'class="amount[^<]*<', before) == re.findall(r'class="amount[^<]*<', after)
    assert "Runde 2: 1 von 2 Listen da" in after


def test_the_projector_goes_round(app: Flask, client: FlaskClient) -> None:
    """Each page leads to the next, and the last one to the first; a page that is not there is the first."""
    played(app, players=76)
    following = []
    for number in (1, 2, 3, 99):
        text = client.get(f"{PROJECTOR}?was=stand&seite={number}").text
        following.append(re.search(r'data-next="[^"]*seite=([0-9]+)', text))
    assert [found[1] for found in following if found] == ["2", "3", "1", "2"]


def test_in_public_what_is_published(app: Flask) -> None:
    """Whoever has the address reads the published standings and no newer ones, with names as their owners want them."""
    with app.app_context():
        hall = Hall(8)
        stranger, address = nobody(app), f"/t/{shared_hall(app)}/stand"
        assert "Noch ist kein Stand veröffentlicht." in stranger.get(address).text
        hall.play(1)
        person, name = hall.seen.entrants[1].person_id, "Zacharias Geheim"
        people.change(db.session, hall.actor, person, Known(name, shown="hidden"))
        published = stranger.get(address).text
        assert published.count('class="stands') == 8
        assert "Geheim" not in published
        hall.draw()
        hall.list(2, 1, 90, -30, -30, -30)
        later = stranger.get(address).text
        assert re.findall(r'class="number score[^<]*<', later) == re.findall(r'class="number score[^<]*<', published)
        assert stranger.get(f"{address}?wer=8").text.count('class="stands') == 1
        assert stranger.get(f"{address}?wer=Geheim").text.count('class="stands') == 0
        wrong = address.replace("/stand", "x/stand")
        assert stranger.get(wrong).status_code == 404


def test_seats_before_a_round(app: Flask, client: FlaskClient) -> None:
    """Once a round is drawn the projector shows by itself who sits where, until its lists come in."""
    with app.app_context():
        hall = Hall(8)
        assert "Noch ist kein Stand veröffentlicht." in client.get(PROJECTOR).text
        hall.draw()
        assert "Plätze in Runde 1" in client.get(PROJECTOR).text
        assert client.get(PROJECTOR).text.count("Tisch ") >= 8
        hall.lists(1)
        hall.publish(1)
        assert "Stand nach Runde 1" in client.get(PROJECTOR).text


def test_it_turns_by_itself_and_says_when_nobody_answers(page: Page, live_app: Flask) -> None:
    """In a browser the next page comes by itself; when the server is gone, the one that is there is marked as old."""
    played(live_app, players=40)
    with served(live_app) as address:
        page.clock.install()
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{address}{PROJECTOR}?was=stand")
        faultless(page)
        expect(page.locator(".page")).to_have_text("1 / 2")
        page.clock.run_for(12_000)
        expect(page.locator(".page")).to_have_text("2 / 2")
        expect(page.locator("html")).to_have_attribute("data-state", "fresh")
        assert re.fullmatch(r"[0-9]{2}:[0-9]{2}", page.locator(".clock").inner_text())
    page.clock.run_for(12_000)
    expect(page.locator("html")).to_have_attribute("data-state", "stale")
    expect(page.get_by_role("status")).to_contain_text("keine Verbindung")
