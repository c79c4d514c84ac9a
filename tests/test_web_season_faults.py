"""What can be odd or wrong about a season, as a player meets it by pages and commands, each said in words."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.cli.standings import standings as standings_command
from scorebook.league.scheme import Kind, Scheme, TieBreak
from tests.actions import FOUR, SAUSPIEL, Page, Table
from tests.doors import nobody, shared
from tests.papers import bare, pages
from tests.seasons import Shown, add_people, add_season, played, rows
from tests.test_printing import command
from tests.test_web_seating import Seats

CLOSED = "Die Saison Saison 2026 ist abgeschlossen"


@pytest.fixture
def season(client: FlaskClient) -> str:
    """Make a season by its form, and give its address."""
    assert client.post("/saisons/neu", data={"name": "Saison 2026"}).status_code == 303
    return "/saisons/1"


def typed(app: Flask, *options: str) -> str:
    """Give what `scorebook standings` says of the first season."""
    answer = app.test_cli_runner().invoke(standings_command, ["--season", "1", *options])
    assert answer.exit_code == 0, answer.output
    return answer.output


def evening(client: FlaskClient, number: int, names: tuple[str, ...] = FOUR, **fields: str) -> None:
    """Play an evening of one game, and end it."""
    Table(client, names, **fields).recorded(**SAUSPIEL)
    assert client.post(f"/abende/{number}/beenden").status_code == 303


def scores(client: FlaskClient, address: str) -> dict[str, str]:
    """Give the scores on a page of standings, by name."""
    return {row[1].partition(" ")[0]: row[2] for row in rows(Shown(client.get(address)))}


# --- Evenings --------------------------------------------------------------------------------------------------------


def test_an_evening_that_moves_takes_its_results_along(app: Flask, client: FlaskClient, season: str) -> None:
    """It counts there and no more here; a closed season neither gives one away nor takes one in, and says so."""
    client.post("/saisons/neu", data={"name": "Andere"})
    evening(client, 1, season="1")
    evening(client, 2, season="1")
    assert scores(client, season)["Sepp"] == "+0,40"
    assert client.post("/abende/2/saison", data={"season": "2"}).status_code == 303
    assert scores(client, season)["Sepp"] == scores(client, "/saisons/2")["Sepp"] == "+0,20"
    assert client.post("/saisons/1/abschliessen").status_code == 303
    for number, to in (("1", "2"), ("1", "0"), ("2", "1")):
        refused = client.post(f"/abende/{number}/saison", data={"season": to})
        assert (refused.status_code, "abgeschlossen" in refused.text) in {(409, True), (422, True)}
    ticked = client.post("/saisons/1/abende", data={"evening": ["1", "2"]})
    assert (ticked.status_code, CLOSED in ticked.text) == (409, True)
    assert scores(client, season)["Sepp"] == "+0,20"
    assert typed(app).count("+0,20") == 2


def test_other_units_are_a_table_of_their_own(app: Flask, client: FlaskClient, season: str) -> None:
    """Money and points stand in two tables, on the page, by the command, on paper; never in one sum."""
    evening(client, 1, season="1")
    evening(client, 2, season="1", preset="turnier_plusminus")
    page = Page(client.get(season))
    assert "GeldPunkte" in page.text(), "two tabs"
    money, points = scores(client, season), scores(client, f"{season}?zaehlt=point")
    assert money["Sepp"] == "+0,20"
    assert points["Sepp"] == "+1"
    assert {row[3] for row in rows(Shown(client.get(season)))} == {"1"}
    assert money["Sepp"] in typed(app)
    assert points["Sepp"] in typed(app, "--measure", "point")
    for measure, head in (("cent", "NameGeld"), ("point", "NamePunkte")):
        assert head in pages(client.get(f"{season}/stand.pdf?zaehlt={measure}").data)[0]
    none = app.test_cli_runner().invoke(standings_command, ["--season", "1", "--measure", "strich"])
    assert "In dieser Saison wird anders gezählt." in str(none.exception) + none.output
    assert client.get(f"{season}?zaehlt=strich").status_code == 404


# --- People ----------------------------------------------------------------------------------------------------------


def test_somebody_is_merged_while_he_plays(client: FlaskClient, season: str) -> None:
    """His table goes on with the form that was open, nobody seats him twice, and the season has one of him."""
    evening(client, 1, season="1")
    table = Table(client, ("Seppl", "Vroni", "Xaver", "Zenzi"), season="1")
    table.recorded(**SAUSPIEL)
    open_form = table.page
    compared = Page(client.get("/verein/leute/5/zusammenlegen?mit=1"))
    assert "Seppl sitzt gerade" in compared.text()
    assert client.post("/verein/leute/5/zusammenlegen", data={"mit": "1", "bleibt": "1"}).status_code == 303
    kept = {name: open_form.inputs[name] for name in ("uuid", "players", "dealer", "after_number")}
    assert client.post(f"{table.address}/spiele", data={**kept, **SAUSPIEL}).status_code == 303
    assert "Seppl" not in client.get(table.address).text
    twice = Seats(table).send("kommt", name="Seppl", after="2")
    assert (twice.status_code, Page(twice).errors("name")) == (
        422,
        "Seppl sitzt schon am Tisch. Gib einem der beiden einen Zusatz.",
    )
    assert client.post("/abende/2/beenden").status_code == 303
    assert scores(client, season) == {"Sepp": "+0,60", "Xaver": "+0,60", "Vroni": "−0,60", "Zenzi": "−0,60"}
    assert client.post("/verein/leute/5/trennen").status_code == 303
    assert scores(client, season)["Sepp"] == "+0,20"
    assert scores(client, season)["Seppl"] == "+0,40"


def test_two_of_a_closed_season_stay_two(client: FlaskClient, season: str) -> None:
    """The comparison says why they cannot be one; who sends it all the same is told the same."""
    evening(client, 1, season="1")
    evening(client, 2, ("Seppl", "Vroni", "Xaver", "Zenzi"), season="1")
    client.post("/saisons/1/abschliessen")
    said = "Beide haben Ergebnisse in „Saison 2026“, und die ist abgeschlossen."
    assert said in client.get("/verein/leute/5/zusammenlegen?mit=1").text
    refused = client.post("/verein/leute/5/zusammenlegen", data={"mit": "1", "bleibt": "1"})
    assert (refused.status_code, said in refused.text) == (422, True)


def test_of_two_of_one_name_one_says_which(client: FlaskClient, season: str) -> None:
    """Who plays without a rank is asked for with his number, where both of them play; the number tells him."""
    evening(client, 1, season="1")
    client.post("/verein/leute/neu", data={"name": "Sepp", "shown": "full", "namesake": "y"})
    evening(client, 2, ("Sepp (5)", "Vroni", "Xaver", "Zenzi"), season="1")
    asked = client.post("/saisons/1/aushilfen", data={"person": "Sepp"})
    assert (asked.status_code, "So heißen mehrere. Schreib die Nummer dazu: Sepp (1), zuletzt am" in asked.text) == (
        422,
        True,
    )
    assert 'value="Sepp" list="known"' in asked.text
    assert client.post("/saisons/1/aushilfen", data={"person": "Sepp (5)"}).status_code == 303
    found = rows(Shown(client.get(season)))
    assert [row[1] for row in found if row[0] == "–"] == ["Sepp (5) Aushilfe, außer Konkurrenz"]
    assert "Sepp (1)" in [row[1] for row in found]


# --- Few, and equal --------------------------------------------------------------------------------------------------


def test_an_empty_season_says_so_everywhere(
    app: Flask,
    client: FlaskClient,
    season: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its page, the public one, the look back, the commands: a sentence each, and no paper of nothing."""
    nothing = "Noch kein Abend dieser Saison ist zu Ende."
    assert nothing in client.get(season).text
    assert nothing in nobody(app).get(f"/stand/{shared(app)}").text
    assert nothing in typed(app)
    assert client.get(f"{season}/rueckblick").status_code == 200
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    assert command("pdf", "--standings", "1", "-o", tmp_path / "x.pdf") == 2
    assert nothing in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()
    proof = client.get(f"{season}/stand/pruefen?zeichen=7F3A91C2")
    assert (proof.status_code, "So steht es jetzt nicht im Buch." in proof.text) == (200, True)
    assert client.post(f"{season}/abschliessen").status_code == 303


def test_one_player_alone_is_first(app: Flask, client: FlaskClient) -> None:
    """With a place, a page of his own, paper and a certificate; nothing compares him with anybody."""
    with app.app_context():
        add_people(["Sepp"])
        add_season(played([{1: 50}], games=1), Scheme(qualified=3), Scheme(Kind.PER_GAME), Scheme(Kind.PLACES))
    for scheme, score in enumerate(("+0,50", "+50,000", "25")):
        (row,) = rows(Shown(client.get(f"/saisons/1?wertung={scheme}")))
        assert (row[0], row[1], row[3]) == ("1.", "Sepp", "1")
        assert row[2] in {score, "+0,50", "+0,500"}
        assert "1. Platz" in Page(client.get(f"/saisons/1/stand/1?wertung={scheme}")).text()
    assert len(pages(client.get("/saisons/1/urkunden.pdf").data)) == 1
    assert bare("Sepp") in pages(client.get("/saisons/1/stand.pdf").data)[0]
    assert client.get("/saisons/1/rueckblick").status_code == 200
    drawn = client.post("/saisons/1/stand/los")
    assert (drawn.status_code, "Es ist alles entschieden, da gibt es nichts zu losen." in drawn.text) == (409, True)


def test_ties_everywhere_share_every_place(app: Flask, client: FlaskClient) -> None:
    """All are first, on page, paper, in the file and by the command; each wins each evening and gets a certificate."""
    names = ("Sepp", "Vroni", "Xaver", "Zenzi")
    chain = tuple(one for one in TieBreak if one is not TieBreak.LOT)
    with app.app_context():
        add_people(names)
        add_season(played([{1: 0, 2: 0, 3: 0, 4: 0}] * 3), Scheme(best=2, qualified=1, tie_breaks=chain))
    found = rows(Shown(client.get("/saisons/1")))
    assert [row[0] for row in found] == ["1."] * 4
    assert not [row[1] for row in found if "insgesamt" in row[1]], "nothing decided"
    assert "Sepp, Vroni, Xaver, Zenzi" in Page(client.get("/saisons/1")).text()
    assert "Lose ziehen" not in client.get("/saisons/1").text
    assert typed(app).count("1. ") == 4
    lines = csv.reader(StringIO(client.get("/saisons/1/stand.csv").data.decode("utf-8-sig")), delimiter=";")
    assert [line[0] for line in lines][1:] == ["1"] * 4
    assert len(pages(client.get("/saisons/1/urkunden.pdf").data)) == 4
    for number in range(1, 5):
        assert "1. Platz" in Page(client.get(f"/saisons/1/stand/{number}")).text()
