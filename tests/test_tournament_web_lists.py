"""The pages of a tournament's lists: what is typed is kept, wrong numbers are said at their fields, nothing is lost."""

import re
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from scorebook.league.tournament.entries import Listed
from scorebook.league.tournament.settings import Scoring
from scorebook.services.access import Role, local_actor
from scorebook.services.tournament import desk
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.db import db
from tests.browser import faultless, follow, press, unfold
from tests.doors import browser
from tests.tournaments import Hall

POINTS = ["30", "10", "−10", "-30"]
TYPED: dict[str, Any] = {"points": POINTS, "games": "32", "solos_won": ["1", "", "", ""], "seen": "0"}


def made(app: Flask, players: int = 12, **settings: Any) -> int:
    """Make a tournament whose first round is drawn, and give its id."""
    with app.app_context():
        hall = Hall(players, **settings)
        hall.draw()
        return hall.id


def of_table(app: Flask, table: int = 1) -> tuple[Listed, ...]:
    """Give the lists that a table of the first round has."""
    with app.app_context():
        there = desk.see(db.session, local_actor(db.session), 1).state.table(1, table)
        assert there is not None
        return tuple(one.entry for one in there.lists if isinstance(one.entry, Listed))


def post(client: FlaskClient, table: int = 1, **typed: Any) -> TestResponse:
    """Send the form of a table."""
    return client.post(f"/turniere/1/runden/1/listen/{table}", data={"uuid": str(uuid4()), **TYPED, **typed})


def test_on_to_the_next(app: Flask, client: FlaskClient) -> None:
    """A list that was saved leads straight to the next table that misses its own; the last one to all of them."""
    made(app)
    assert post(client, 2).location == "/turniere/1/runden/1/listen/3"
    assert (
        "Die Liste von Tisch 2 ist eingetragen. Es fehlen noch 2." in client.get("/turniere/1/runden/1/listen/3").text
    )
    assert post(client, 3).location == "/turniere/1/runden/1/listen/1"
    assert post(client, 1).location == "/turniere/1/runden/1/listen"
    assert "Alle Listen sind da." in client.get("/turniere/1/runden/1/listen").text


def test_filled_with_what_is_usual(app: Flask, client: FlaskClient) -> None:
    """The form says who sits there, in the order of the seats, and how many games there are: at five more."""
    made(app, 13)
    four, five = (client.get(f"/turniere/1/runden/1/listen/{table}").text for table in (1, 3))
    assert 'name="games" value="32"' in four
    assert 'name="games" value="40"' in five
    assert re.findall(r'<label for="points-\d"><span class="start">(\d+)</span>', five) == ["3", "6", "9", "12", "13"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points": ["30", "x", "-10", "-20"]}, "„x“ ist keine Zahl."),
        ({"points": ["30", "1O", "-10", "-30"]}, "„1O“ hat ein O, wo eine Null hingehört."),
        ({"points": ["30", "", "-10", "-20"]}, "Hier fehlen die Punkte."),
        ({"points": ["30", "10", "-10", "-25"]}, "Die Liste geht nicht auf: zusammen +5 statt 0."),
        ({"points": ["1234567", "10", "-10", "-25"]}, "höchstens 99999"),
        ({"games": "31"}, "31 Spiele statt 32."),
        ({"games": ""}, "Wie viele Spiele stehen auf der Liste?"),
        ({"games": "viele"}, "„viele“ ist keine Zahl."),
        ({"solos_won": ["-1", "", "", ""]}, "Weniger als 0 geht hier nicht."),
        ({"solos_won": ["O", "", "", ""]}, "„O“ hat ein O"),
    ],
)
def test_wrong_numbers(app: Flask, client: FlaskClient, typed: dict[str, Any], said: str) -> None:
    """What cannot be is said, nothing is written, and all that was typed is still there."""
    made(app)
    answer = post(client, **typed)
    assert answer.status_code == 422
    assert said in answer.text
    assert 'aria-invalid="true"' in answer.text
    for name, texts in {**TYPED, **typed}.items():
        for text in texts if isinstance(texts, list) else [texts]:
            assert f'name="{name}" value="{text}"' in answer.text or name == "seen"
    assert of_table(app) == ()


def test_a_minus_that_was_forgotten(app: Flask, client: FlaskClient) -> None:
    """Where the list does not balance, the likeliest slip is proposed; one tap takes it, and saves nothing yet."""
    made(app)
    wrong = {"points": ["30", "10", "10", "-30"]}
    answer = post(client, **wrong)
    assert "Vorzeichen falsch? −10 statt +10." in answer.text
    value = re.search(r'name="nimm" value="(1:-10|2:-10)"', answer.text)
    assert value is not None
    taken = post(client, nimm=value[1], **wrong)
    assert taken.status_code == 200
    assert 'value="−10"' in taken.text
    assert of_table(app) == ()


def test_each_page_says_where_one_is(app: Flask, client: FlaskClient) -> None:
    """On the page of a table, too, the way there stays marked among the places of the tournament."""
    made(app)
    for page in ("listen", "runden/1/listen", "runden/1/listen/1", "entscheidungen", "stand", "preise", "papiere"):
        text = client.get(f"/turniere/1/{page}").text
        places = text.partition('<nav class="places"')[2].partition("</nav>")[0]
        assert places.count('aria-current="page"') == 1, page


def test_no_sum_of_winners(app: Flask, client: FlaskClient) -> None:
    """Where winners alone have points, nothing has to balance; less than nothing is wrong."""
    made(app, rules="turnier_gutpunkte", scoring=Scoring.WINNERS_ONLY)
    assert post(client).status_code == 422
    assert post(client, points=["30", "10", "0", "5"]).status_code == 303


def test_the_wrong_table(app: Flask, client: FlaskClient) -> None:
    """A table that has its list shows it instead of the form; whoever asks for the form is asked first."""
    made(app)
    post(client)
    stands = client.get("/turniere/1/runden/1/listen/1").text
    assert "Die Liste steht." in stands
    assert "data-list" not in stands
    asks = client.get("/turniere/1/runden/1/listen/1?aendern=1").text
    assert "Dieser Tisch hat seine Liste schon" in asks
    assert 'value="−30"' in asks


def test_two_helpers(app: Flask, client: FlaskClient) -> None:
    """The second of two with one list is told that it stands; with another, he sees both, his own still there."""
    made(app)
    other = browser(app, Role.SCORER)
    assert post(client).status_code == 303
    assert "steht schon so da" in other.get(post(other).location).text
    clash = post(other, points=["20", "20", "-20", "-20"])
    assert clash.status_code == 409
    assert "Die Liste von Tisch," in clash.text
    assert 'name="points" value="20"' in clash.text
    seen = re.search(r'name="seen" type="hidden" value="(\d+)"', clash.text)
    assert seen is not None
    better = {"points": ["20", "20", "-20", "-20"], "seen": seen[1]}
    assert post(other, **better).status_code == 422
    assert post(other, **better, reason="die Zettel waren vertauscht").status_code == 303
    assert [one.points for one in of_table(app)] == [(30, 10, -10, -30), (20, 20, -20, -20)]
    page = client.get("/turniere/1/runden/1/listen/1").text
    assert "die Zettel waren vertauscht" in page


def test_sent_twice(app: Flask, client: FlaskClient) -> None:
    """A double tap writes one list."""
    made(app)
    uuid = str(uuid4())
    assert [post(client, uuid=uuid).status_code for _ in range(2)] == [303, 303]
    assert len(of_table(app)) == 1


def test_others_sit_there_now(app: Flask, client: FlaskClient) -> None:
    """Who typed for people that were drawn away is told so, and sees who sits there now."""
    made(app)
    answer = post(client, seated="4,3,2,1")
    assert answer.status_code == 409
    assert "andere" in answer.text
    assert 'name="seated" value="1,4,7,10"' in answer.text


def test_too_old(make_app: Any) -> None:
    """A form without its token is shown again with all that was typed."""
    app = make_app(WTF_CSRF_ENABLED=True)
    made(app)
    answer = post(app.test_client())
    assert answer.status_code == 400
    assert 'name="points" value="−10"' in answer.text


def test_looked_for_by_number(app: Flask, client: FlaskClient) -> None:
    """Whoever types a number comes to that table; one that is not there is said."""
    made(app)
    assert client.get("/turniere/1/runden/1/listen?tisch=2").location == "/turniere/1/runden/1/listen/2"
    for wrong in ("17", "x", "0"):
        answer = client.get(f"/turniere/1/runden/1/listen?tisch={wrong}")
        assert answer.status_code == 404
        assert f"Einen Tisch „{wrong}“ gibt es in dieser Runde nicht." in answer.text


def test_what_is_not_there(app: Flask, client: FlaskClient) -> None:
    """No round, no table: a page that says so. Before the first draw there are no lists."""
    with app.app_context():
        Hall(8)
    assert "Noch ist keine Runde ausgelost." in client.get("/turniere/1/listen").text
    for address in ("/turniere/1/runden/1/listen", "/turniere/1/runden/1/listen/1", "/turniere/2/listen"):
        assert client.get(address).status_code == 404


def test_a_published_round(app: Flask, client: FlaskClient) -> None:
    """Before a list of a published round is corrected, it is shown what that changes; then it is done."""
    with app.app_context():
        hall = Hall(8)
        hall.draw()
        hall.lists(1)
        hall.publish(1)
        there = hall.state.table(1, 1)
        assert there is not None
        seen = there.lists[-1].number
    typed = {"points": ["10", "30", "-10", "-30"], "seen": str(seen), "reason": "Zahlendreher"}
    asked = post(client, **typed)
    assert asked.status_code == 200
    assert "Der Stand nach Runde 1 ist schon draußen." in asked.text
    sure = re.search(r'name="sure" value="(\d+)"', asked.text)
    assert sure is not None
    assert len(of_table(app)) == 1
    assert post(client, **typed, sure=sure[1]).status_code == 303
    assert len(of_table(app)) == 2


def test_confirming(app: Flask, client: FlaskClient) -> None:
    """Whoever typed a list cannot confirm it; a second person can, once."""
    made(app, confirmed=True)
    post(client)
    address = "/turniere/1/runden/1/listen/1"
    seen = re.search(r'name="seen" value="(\d+)"', client.get(address).text)
    assert seen is not None
    own = client.post(f"{address}/bestaetigen", data={"uuid": str(uuid4()), "seen": seen[1]})
    assert own.status_code == 422
    assert "Bestätigen muss sie jemand anders." in own.text
    other = browser(app, Role.SCORER)
    assert other.post(f"{address}/bestaetigen", data={"uuid": str(uuid4()), "seen": seen[1]}).status_code == 303
    assert "bestätigt von Resi" in client.get(address).text
    late = other.post(f"{address}/bestaetigen", data={"uuid": str(uuid4()), "seen": seen[1]})
    assert late.status_code == 409


def test_only_to_look(app: Flask) -> None:
    """Whoever may only look sees who is missing and no form."""
    made(app)
    viewer = browser(app, Role.VIEWER)
    assert "data-list" not in viewer.get("/turniere/1/runden/1/listen/1").text
    assert post(viewer).status_code == 403


def test_typed_by_keys_alone(live_app: Flask, live_server: str, page: Page) -> None:
    """Enter goes from field to field, the sum is there at once, and the last Enter saves and goes on."""
    made(live_app)
    page.goto(f"{live_server}/turniere/1/runden/1/listen/1")
    expect(page.locator("#points-0")).to_be_focused()
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    expect(page.locator("#points-1")).to_be_focused()
    for text in ("10", "-10"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("[data-sum]")).to_have_text("Zusammen bisher 30.")
    page.keyboard.type("30")
    expect(page.locator("[data-sum]")).to_have_text("Zusammen 60, es müssen 0 sein.")
    page.get_by_role("button", name="Vorzeichen bei").last.click()
    expect(page.locator("[data-sum]")).to_have_text("Zusammen 0, das stimmt.")
    faultless(page)
    page.keyboard.press("Enter")
    expect(page.locator("#games")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Enter")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Die Liste von Tisch 1 ist eingetragen.")
    expect(page.get_by_role("heading", name="Tisch 2")).to_be_visible()


def test_typed_without_a_script(live_app: Flask, live_server: str, bare: Page) -> None:
    """Without a script the form works as well; what is wrong is said, and what is likely is proposed."""
    made(live_app)
    bare.goto(f"{live_server}/turniere/1/runden/1/listen/1")
    for seat, text in enumerate(("30", "10", "10", "-30")):
        bare.locator(f"#points-{seat}").fill(text)
    press(bare, "Eintragen")
    follow(bare.get_by_role("button", name="−10 nehmen").first)
    press(bare, "Eintragen")
    expect(bare.get_by_role("heading", name="Tisch 2")).to_be_visible()


def test_looked_at(live_app: Flask, live_server: str, page: Page) -> None:
    """What only comes of something that was done is as faultless as every page: a clash, a look ahead, a slip."""
    with live_app.app_context():
        hall = Hall(8)
        hall.register(Newcomer("Maximilian von und zu Oberwallenstadt-L.", substitute=True))
        hall.draw()
        hall.lists(1)
        there = hall.state.table(1, 1)
        assert there is not None
    address = f"{live_server}/turniere/1/runden/1/listen/1"
    page.goto(f"{address}?aendern=1")
    page.locator("#points-0").fill("-30")
    press(page, "Eintragen")
    expect(page.get_by_text("Am ehesten hier:")).to_be_visible()
    faultless(page)
    page.goto(f"{address}?aendern=1")
    page.locator("[name=seen]").evaluate("field => { field.value = '0'; }")
    page.locator("#points-0").fill("10")
    page.locator("#points-1").fill("30")
    press(page, "Eintragen")
    expect(page.get_by_text("steht schon so:")).to_be_visible()
    faultless(page)
    with live_app.app_context():
        hall.publish(1)
    page.get_by_label("Warum?").fill("Zahlendreher")
    press(page, "Eintragen")
    expect(page.get_by_role("heading", name="Das ändert sich damit")).to_be_visible()
    faultless(page)
    press(page, "Ja, so eintragen")
    page.goto(address)
    unfold(page)
    faultless(page)
