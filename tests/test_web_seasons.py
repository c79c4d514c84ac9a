"""The pages of seasons: what is typed is kept, what is refused says why, and each way through them works."""

import json
import re
from io import BytesIO
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange import evening_json
from tests.actions import SAUSPIEL, Page, Table
from tests.api import Program, token_for
from tests.doors import browser
from tests.test_import import corrected

YEAR = {"name": "Saison 2026", "begins": "2026-01-01", "ends": "2026-12-31"}


@pytest.fixture
def season(client: FlaskClient) -> str:
    """Make a season, and give the address of its page."""
    assert client.post("/saisons/neu", data=YEAR).headers["Location"] == "/saisons/1/abende"
    return "/saisons/1/einstellungen"


def evening(client: FlaskClient, *, end: bool = True, **fields: str) -> None:
    """Play an evening."""
    Table(client, **fields).record(**SAUSPIEL)
    if end:
        number = client.get("/").text.count('href="/abende/') - 2
        assert client.post(f"/abende/{number}/beenden").status_code == 303


def text(client: FlaskClient, address: str) -> str:
    """Give what a page says."""
    return Page(client.get(address)).text("inhalt")


def test_a_season_is_made_and_shown(client: FlaskClient, season: str) -> None:
    """It stands in the list with its days; name and days can be changed; nothing typed is lost."""
    assert "Saison 2026 0 Abende · 01.01.2026 bis 31.12.2026" in text(client, "/saisons")
    wrong = client.post("/saisons/neu", data={"name": "Saison 2026", "begins": "2026-12-31", "ends": "2026-01-01"})
    assert wrong.status_code == 422
    for said in ("Eine Saison Saison 2026 gibt es schon", "Das Ende liegt vor dem Anfang", 'value="2026-12-31"'):
        assert said in wrong.text
    assert client.post(season, data={"name": "Winter", "begins": "", "ends": "x"}).status_code == 422
    assert client.post(season, data={"name": "Winter", "begins": "", "ends": ""}).status_code == 303
    assert "Winter 0 Abende" in text(client, "/saisons")
    assert client.get("/saisons/99/einstellungen").status_code == 404


def test_a_new_evening_chooses_its_season(client: FlaskClient, season: str) -> None:
    """Where there are seasons the form asks for one; without an answer it is the one that fits the day."""
    assert season
    asked = client.get("/abende/neu").text
    assert "Saison 2026" in asked
    assert "in keiner" in asked
    evening(client, date="2026-05-05")
    evening(client, date="2026-05-06", season="0")
    evening(client, date="2025-05-05")
    boxes = client.get("/saisons/1/abende").text
    assert [f'value="{number}" checked' in boxes for number in (1, 2, 3)] == [True, False, False]
    names = {"names": ["A", "B", "C", "D"], "uuid": str(uuid4()), "preset": "bayern_10_20_50"}
    for wrong in ("99", "x"):
        refused = client.post("/abende/neu", data=names | {"season": wrong})
        assert (refused.status_code, "Diese Saison gibt es nicht" in refused.text) == (422, True)
    client.post("/saisons/1/abschliessen")
    refused = client.post("/abende/neu", data=names | {"season": "1"})
    assert (refused.status_code, "da kommt kein Abend mehr dazu" in refused.text) == (422, True)
    assert "Saison 2026" not in client.get("/abende/neu").text


def test_several_evenings_are_ticked_at_once(client: FlaskClient, season: str) -> None:
    """Boxes put in and take out; what another did meanwhile is not undone by a page that is older."""
    for day in ("05", "06", "07"):
        evening(client, date=f"2026-05-{day}", season="0")
    answer = client.post("/saisons/1/abende", data={"evening": ["1", "2", "x"]}, follow_redirects=True)
    assert "2 dazu, 0 heraus." in answer.text
    answer = client.post("/saisons/1/abende", data={"evening": ["3"], "was": ["1"]}, follow_redirects=True)
    assert "1 dazu, 1 heraus." in answer.text
    boxes = client.get("/saisons/1/abende").text
    assert [f'value="{number}" checked' in boxes for number in (1, 2, 3)] == [False, True, True]
    assert "Nichts geändert." in client.post("/saisons/1/abende", data={}, follow_redirects=True).text
    assert text(client, season).startswith("01.01.2026 bis 31.12.2026 Abende zuordnen")


def test_an_evening_is_moved_on_its_own_page(client: FlaskClient, season: str) -> None:
    """Its page says in which season it is, and moves it to another, or to none."""
    assert season
    client.post("/saisons/neu", data={"name": "Andere"})
    evening(client, date="2026-05-05")
    assert "Saison 2026" in Page(client.get("/abende/1")).text("saison")
    assert client.post("/abende/1/saison", data={"season": "2"}).headers["Location"] == "/abende/1#saison"
    assert Page(client.get("/abende/1")).text("saison").startswith("Saison Andere")
    assert client.post("/abende/1/saison", data={"season": "0"}).status_code == 303
    refused = client.post("/abende/1/saison", data={"season": "99"})
    assert (refused.status_code, "Diese Saison gibt es nicht" in refused.text) == (422, True)
    assert client.post("/abende/99/saison", data={"season": "1"}).status_code == 404


def test_nothing_is_written_in_a_closed_season(app: Flask, client: FlaskClient, season: str) -> None:
    """The form, a tablet's outbox, a program, the page of the evening: each says in words that it is closed."""
    assert season
    table = Table(client)
    game = table.recorded(**SAUSPIEL)
    refused = client.post("/saisons/1/abschliessen")
    assert (refused.status_code, "läuft noch" in refused.text) == (409, True)
    client.post("/abende/1/beenden")
    assert client.post("/saisons/1/abschliessen").status_code == 303
    closed = "Der Abend gehört zur Saison Saison 2026, und die ist abgeschlossen."
    late = table.record(**SAUSPIEL)
    assert (late.status_code, closed in late.text) == (409, True)
    kept = client.post(
        "/listen/1/spiele", data={**SAUSPIEL, "uuid": str(uuid4())}, headers={"Accept": "application/json"}
    )
    assert kept.status_code == 409
    assert closed in kept.get_data(as_text=True)
    wenz = {"contract": "wenz", "declarer": 0, "result": "won"}
    told = Program(app, token_for(app, "scorer")).call("POST", "/sheets/1/games", wenz, uuid4())
    assert (told.status_code, told.json["errors"][0]["code"]) == (409, "season.closed")
    assert closed in told.json["errors"][0]["message"]
    assert closed in client.post(f"/spiele/{game}/stornieren", data={"reason": "x"}).text
    page = client.get("/abende/1").text
    assert "Weiterspielen" not in page
    assert "solange sie nicht wieder offen ist" in page
    reopened = client.post("/abende/1/weiterspielen", data={"reason": "doch"})
    assert (reopened.status_code, closed in reopened.text) == (409, True)
    assert closed not in client.get("/abende/1").text
    moved = client.post("/abende/1/saison", data={"season": "0"})
    assert (moved.status_code, "Die Saison Saison 2026 ist abgeschlossen" in moved.text) == (409, True)
    assert client.post("/saisons/1/oeffnen", data={"reason": ""}).status_code == 422
    assert client.post("/saisons/1/oeffnen", data={"reason": "doch noch"}).status_code == 303
    assert "wieder geöffnet von" in text(client, "/saisons/1/einstellungen")
    assert client.post("/abende/1/weiterspielen", data={"reason": "doch"}).status_code == 303


def test_schemes_are_edited(client: FlaskClient, season: str) -> None:
    """What is typed is there again where it was wrong, each thing said at its field; the first one is what all see."""
    new = {"name": "Beste", "kind": "places", "best": "10", "place_points": "5, 3;1", "tie_breaks": ["lot", "", ""]}
    assert client.post("/saisons/1/wertungen/neu", data=new).status_code == 303
    shown = text(client, season)
    assert "Punkte für die Plätze (5-3-1), die 10 besten Abende" in shown
    assert "Bei Gleichstand: das Los." in shown
    wrong = new | {"name": "", "best": "zehn", "min_games": "-1", "place_points": "1, 3", "tie_breaks": ["lot", "lot"]}
    refused = client.post("/saisons/1/wertungen/2", data=wrong)
    assert refused.status_code == 422
    page = Page(refused)
    for field in ("name", "best", "min_games"):
        assert f'id="{field}-errors"' in refused.text, field
    assert 'value="zehn"' in refused.text
    lists = client.post("/saisons/1/wertungen/2", data=new | {"place_points": "1, 3", "tie_breaks": ["lot", "lot"]})
    assert "Der 2. Platz ist mehr wert als der davor." in lists.text
    assert (
        "Das steht schon weiter vorn."
        in client.post("/saisons/1/wertungen/2", data=new | {"tie_breaks": ["lot", "lot"]}).text
    )
    assert page.text("inhalt")
    assert client.post("/saisons/1/wertungen/2/hoch").status_code == 303
    shown = text(client, season)
    assert shown.index("Beste") < shown.index("Gesamtwertung")
    filled = client.get("/saisons/1/wertungen/2").text
    assert 'value="5, 3, 1"' in filled
    assert '<option value="lot" selected>' in filled
    assert client.post("/saisons/1/wertungen/1/loeschen").status_code == 303
    last = client.post("/saisons/1/wertungen/2/loeschen")
    assert (last.status_code, "Eine Wertung braucht die Saison" in last.text) == (409, True)
    assert client.get("/saisons/1/wertungen/99").status_code == 404


def test_who_plays_without_a_rank_is_chosen(client: FlaskClient, season: str) -> None:
    """Somebody of the club by his name; whom nobody knows is refused at the field; back again by a button."""
    evening(client)
    for name in ("", "Kasimir"):
        refused = client.post("/saisons/1/aushilfen", data={"person": name})
        assert (refused.status_code, "So heißt im Verein keiner." in refused.text) == (422, True)
        assert f'value="{name}" list="known"' in refused.text
    assert client.post("/saisons/1/aushilfen", data={"person": " sepp "}).status_code == 303
    assert "Wieder werten" in text(client, season)
    assert client.post("/saisons/1/aushilfen", data={"zurueck": "1"}).status_code == 303
    assert "Wieder werten" not in text(client, season)


def test_the_archive(client: FlaskClient, season: str) -> None:
    """A closed season goes out of the list and comes back; an open one is told to be closed first."""
    refused = client.post("/saisons/1/archiv")
    assert (refused.status_code, "Erst abschließen" in refused.text) == (409, True)
    client.post("/saisons/1/abschliessen")
    client.post("/saisons/1/archiv")
    assert "Saison 2026" not in text(client, "/saisons")
    assert "Saison 2026 abgeschlossen" in text(client, "/saisons?archiv=1")
    assert "Aus dem Archiv holen" in text(client, season)
    client.post("/saisons/1/archiv", data={"zurueck": "1"})
    assert "Saison 2026 abgeschlossen" in text(client, "/saisons")


def test_the_code_is_shown_once(app: Flask, client: FlaskClient, season: str) -> None:
    """It is on no page afterwards; one's own, and a wrong one, are refused at the field."""
    made = client.post("/saisons/1/code")
    code = Page(made).text("inhalt").partition("Code für andere Vereine ")[2].split()[0]
    assert len(code.replace("-", "")) == 12
    assert code not in client.get(season).text
    own = client.post("/saisons/dabei", data={"code": code})
    assert (own.status_code, "eure eigene Saison" in own.text, code in own.text) == (422, True, True)
    wrong = client.post("/saisons/dabei", data={"code": "nix"})
    assert (wrong.status_code, "Zu diesem Code gehört keine Saison" in wrong.text) == (422, True)
    assert "Code zurücknehmen" in text(client, season)
    client.post("/saisons/1/code/zuruecknehmen")
    assert "Code zurücknehmen" not in text(client, season)
    director = browser(app, "director")
    assert director.post("/saisons/1/code").status_code == 403
    assert "Code machen" not in director.get(season).text


def test_a_player_reads_the_list_alone(app: Flask, season: str) -> None:
    """Who may change nothing sees the seasons without their buttons, and no form on the page of an evening."""
    evening(app.test_client(), date="2026-05-05")
    player = browser(app, "player")
    assert "Saison 2026" in player.get("/saisons").text
    assert season not in player.get("/saisons").text
    assert player.get(season).status_code == 403
    shown = player.get("/abende/1").text
    assert "Saison 2026" in shown
    assert "/abende/1/saison" not in shown


def test_an_import_asks_for_a_season(client: FlaskClient, season: str) -> None:
    """Where there are seasons the page that asks who is who asks for one too; without an answer it is none."""
    assert season
    exported = json.dumps(evening_json(corrected())).encode()
    for answer, status, said in (("99", 422, "Diese Saison gibt es nicht"), ("1", 303, "")):
        sent = client.post("/abende/einlesen", data={"file": (BytesIO(exported), "abend.json")})
        page = client.get(sent.headers["Location"])
        assert "die zum Tag passt" in page.text
        who = {"name": re.findall(r'name="name" value="(\w+)"', page.text)}
        who |= {"who": ["neu"] * len(who["name"]), "called": who["name"]}
        done = client.post(sent.headers["Location"], data=who | {"season": answer})
        assert (done.status_code, said in done.text) == (status, True)
    assert "Saison 2026" in Page(client.get("/abende/1")).text("saison")


def test_a_program_names_a_season(app: Flask, season: str) -> None:
    """Without one an evening goes where its day fits; 0 is none; one that is closed or not there is refused there."""
    assert season
    program, names = Program(app), {"names": ["A", "B", "C", "D"], "date": "2026-05-05"}
    for number, (wish, shown) in enumerate((({}, True), ({"season": 0}, False), ({"season": 1}, True)), start=1):
        assert program.call("POST", "/evenings", names | wish).status_code == 201
        box = f'name="evening" value="{number}" checked'
        assert (box in app.test_client().get("/saisons/1/abende").text) == shown
        app.test_client().post(f"/abende/{number}/beenden")
    app.test_client().post("/saisons/1/abschliessen")
    for wanted, code in ((1, "season.closed"), (7, "season.unknown"), (-1, "number.too_small")):
        told = program.call("POST", "/evenings", names | {"season": wanted})
        assert (told.status_code, [one["field"] for one in told.json["errors"]]) == (422, ["season"]), code
