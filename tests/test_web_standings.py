"""The standings of a season on the page, on paper and in spreadsheets."""

import csv
import re
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Kind, Scheme
from scorebook.reports.standings_grid import standings_grid
from scorebook.reports.standings_paper import html
from scorebook.services.access import Role
from scorebook.services.seasons import close
from scorebook.services.standings import MOST_EVENINGS, Wish, standings_page
from scorebook.services.standings_lots import draw_lots
from scorebook.services.standings_whole import paper_of
from scorebook.services.transactions import transaction
from scorebook.store.db import db, reading
from scorebook.store.league_tables import lots, results, schemes
from scorebook.store.tables import log
from tests.actions import Page
from tests.book import Book
from tests.doors import browser
from tests.papers import bare, pages, read
from tests.seasons import Shown, add_evenings, add_people, add_results, add_season, played, rows
from tests.test_printing import command

NAMES = ("Sepp", "Vroni", "=Xaver", "<b>Zenzi</b>")
AMOUNTS = [{1: 300, 2: -100, 3: -200}, {1: -50, 2: 50, 4: 0}, {1: 20, 3: -20}, {2: 250, 3: -250}, {1: -70, 2: 70}]


@pytest.fixture
def season(app: Flask) -> int:
    """A season with two schemes, five evenings and one that goes on."""
    with app.app_context():
        add_people(NAMES)
        season_id = add_season(
            played(AMOUNTS), Scheme(best=2, min_evenings=2, qualified=1), Scheme(Kind.PLACES), Scheme(Kind.PER_GAME)
        )
        with transaction(db.session) as connection:
            add_evenings(connection, season_id, {9: date(2026, 10, 9)}, ended=False)
        return season_id


@pytest.fixture
def equals(app: Flask) -> int:
    """A season in which three have the same in everything."""
    with app.app_context():
        add_people(NAMES[:3])
        return add_season(played([{1: 10, 2: 10, 3: 10}]), Scheme())


def test_the_page_says_who_stands_where(client: FlaskClient, season: int) -> None:
    """Ranks, scores, what decided, who has no rank and why; evenings across, the newest first, dropped ones struck."""
    page = Shown(client.get("/saisons/1"))
    found = rows(page)
    assert [row[:4] for row in found] == [
        ["1.", "Vroni insgesamt +2,70 € gestrichen: −1,00 · +0,50", "+3,20", "4"],
        ["2.", "Sepp insgesamt +2,00 € gestrichen: −0,50 · −0,70", "+3,20", "4"],
        ["3.", "=Xaver gestrichen: −2,50", "−2,20", "3"],
        ["–", "<b>Zenzi</b> zu wenige Abende".replace("<", "&lt;").replace(">", "&gt;"), "0,00", "1"],
    ]
    assert found[0][6:] == ["+0,70 Abendsieger", "+2,50 Abendsieger", "", "+0,50 Abendsieger", "−1,00"]
    assert page.html.count("<s>") == 5
    text = page.text()
    assert "Ein Abend läuft noch und zählt erst, wenn er beendet ist: 9.10.2026" in text.replace("09.10.", "9.10.")
    assert "der Erste kommt weiter" in text
    assert re.search(r'class="line through last".*?Vroni', page.html, re.DOTALL)


def test_each_scheme_and_measure_has_its_tab(app: Flask, client: FlaskClient, season: int) -> None:
    """Tabs name them; an address that names none of them is not there."""
    with app.app_context(), transaction(db.session) as connection:
        add_evenings(connection, season, {20: date(2026, 11, 1)})
        point = [Result(20, date(2026, 11, 1), 1, 1, Tally(7, 5, 20))]
        add_results(connection, season, point, Measure.POINT)
    page = Shown(client.get("/saisons/1?wertung=1"))
    assert rows(page)[0][:3] == ["1.", "Vroni", "93"]
    assert {"/saisons/1?wertung=2&zaehlt=cent", "/saisons/1?wertung=1&zaehlt=point"} <= set(page.links)
    assert rows(Shown(client.get("/saisons/1?wertung=2")))[0][:3] == ["1.", "Vroni", "+3,375"]
    csv_ = client.get("/saisons/1/stand.csv?zaehlt=point").data.decode("utf-8-sig").splitlines()
    assert [line.split(";")[:4] for line in csv_[1:]] == [["", "Sepp", "Stammtisch", "7"]]
    for wrong in ("wertung=9", "zaehlt=gold"):
        assert client.get(f"/saisons/1?{wrong}").status_code == 404
    for odd in ("wertung=x", "seite=x", "seite=-1", "seite=99999999999999999999"):
        assert client.get(f"/saisons/1?{odd}").status_code == 200


def test_a_name_is_found(client: FlaskClient, season: int) -> None:
    """At the rank among all; what was typed stays, and nobody found is said."""
    page = Shown(client.get("/saisons/1?name=SEPP"))
    assert [row[0] for row in rows(page)] == ["2."]
    assert page.inputs["name"] == ["SEPP"]
    assert "So heißt in dieser Saison keiner." in client.get("/saisons/1?name=Kathi").text


def test_many_people_are_on_pages(app: Flask, client: FlaskClient) -> None:
    """Fifty on each, with the way to the next and back."""
    with app.app_context():
        add_people(f"Spieler {number}" for number in range(1, 121))
        add_season(played([{person: 1000 - person for person in range(1, 121)}]), Scheme())
    page = Shown(client.get("/saisons/1?seite=2"))
    assert [row[0] for row in rows(page)] == [f"{rank}." for rank in range(51, 101)]
    assert "Seite 2 von 3" in page.text()
    assert {link.rpartition("seite=")[2] for link in page.links if "seite=" in link} == {"1", "3"}


def test_how_a_score_comes_about(client: FlaskClient, season: int) -> None:
    """One's own page has each evening, what is dropped, and how sure it is."""
    page = Shown(client.get("/saisons/1/stand/1"))
    text = page.text()
    assert "2. Platz" in text
    assert "Bei Gleichstand entschied: insgesamt +2,00 €" in text
    assert page.html.count("<s>") == 2
    assert "Ein Spiel bringt ihm auf Dauer" in text
    places = Shown(client.get("/saisons/1/stand/1?wertung=1")).text()
    assert "Platzpunkte" in places
    assert "Geld" in places
    assert client.get("/saisons/1/stand/99").status_code == 404


def test_an_empty_season_says_so(app: Flask, client: FlaskClient) -> None:
    """Nothing to rank, nothing to print, nothing to draw for."""
    with app.app_context():
        add_season([], Scheme(), name="Leer")
    assert "Noch kein Abend dieser Saison ist zu Ende." in client.get("/saisons/1").text
    for what in ("stand.pdf", "stand.csv", "stand.xlsx", "urkunden.pdf"):
        assert client.get(f"/saisons/1/{what}").status_code == 409
    assert client.post("/saisons/1/stand/los").status_code == 409


# --- Lots ------------------------------------------------------------------------------------------------------------


def test_lots_are_drawn_once_and_noted(app: Flask, client: FlaskClient, equals: int) -> None:
    """The button draws for all who share a rank; the order stands from then on, and the log has the seed."""
    assert "Lose ziehen" in client.get("/saisons/1").text
    done = client.post("/saisons/1/stand/los?wertung=0&zaehlt=cent", follow_redirects=True)
    assert "3 Lose gezogen" in done.text
    assert "Lose ziehen" not in done.text
    found = rows(Shown(done))
    assert [row[0] for row in found] == ["1.", "2.", "3."]
    assert [row[1].split(" ", 1)[1] for row in found] == ["Los 1", "Los 2", "Los 3"]
    assert client.post("/saisons/1/stand/los").status_code == 409
    with app.app_context():
        assert len(reading(db.session).execute(lots.select()).all()) == 3
        assert '"seed":"' in reading(db.session).execute(select(log.c.new).order_by(log.c.id.desc())).scalars().first()
    said = Shown(client.get("/protokoll")).text()
    assert "Lose gezogen" in said
    assert "Startwert der Lose" in said


def test_the_same_seed_gives_the_same_order(app: Flask, equals: int) -> None:
    """Whoever reads the seed in the log can draw again."""
    orders = []
    with app.app_context():
        actor = Book(app).actor
        for seed in ("x", "x", "y", "z", "w"):
            draw_lots(db.session, actor, equals, Wish(), seed=seed)
            page = standings_page(db.session, actor, equals, Wish())
            orders.append(tuple(one.name for one in page.placed))
            db.session.rollback()
            forget_lots()
    assert orders[0] == orders[1]
    assert len(set(orders)) > 1


def forget_lots() -> None:
    """Take lots out, as no page can."""
    from sqlalchemy import text

    with transaction(db.session) as connection:
        for trigger in connection.execute(
            text("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'lots'")
        ).scalars():
            connection.execute(text(f"DROP TRIGGER {trigger}"))
        connection.execute(lots.delete())


def test_nobody_draws_where_it_is_not_for_him(app: Flask, client: FlaskClient, equals: int) -> None:
    """Players cannot; a closed season stays as it is; a scheme without lots has none."""
    assert browser(app, Role.PLAYER).post("/saisons/1/stand/los").status_code == 403
    with app.app_context():
        with transaction(db.session) as connection:
            text = '{"tie_breaks":["direct"]}'
            connection.execute(schemes.update().values(scheme=text))
        assert "kennt kein Los" in client.post("/saisons/1/stand/los").text
        with transaction(db.session) as connection:
            connection.execute(schemes.update().values(scheme="{}"))
        close(db.session, Book(app).actor, equals)
    assert "Lose ziehen" not in client.get("/saisons/1").text
    refused = client.post("/saisons/1/stand/los")
    assert (refused.status_code, "abgeschlossen" in refused.text) == (409, True)


# --- On paper and in spreadsheets ------------------------------------------------------------------------------------


def test_on_paper(client: FlaskClient, season: int) -> None:
    """A4 has it with what is dropped; on A3 the evenings stand across; the check code is that of the standings."""
    small, large = client.get("/saisons/1/stand.pdf?person=1").data, client.get("/saisons/1/stand.pdf?format=a3").data
    (text,) = pages(small)
    for word in ("Saison 2026/27", "Vroni", "+3,20", "zu wenige Abende", "−1,00", "Prüfzeichen", "Seite 1 von 1"):
        assert bare(word) in text
    assert [round(float(side)) for side in read(large).pages[0].mediabox[2:]] == [1191, 842]
    assert all(day in pages(large)[0] for day in ("1.9.", "2.9.", "5.9."))
    assert client.get("/saisons/1/stand.pdf?format=a7").status_code == 404


def test_many_people_on_paper(app: Flask, client: FlaskClient) -> None:
    """Heads are repeated on every page, and a list by name says where everybody stands."""
    with app.app_context():
        add_people(f"Spieler {number:03}" for number in range(1, 121))
        add_season(played([{person: 1000 - person for person in range(1, 121)}]), Scheme())
    found = pages(client.get("/saisons/1/stand.pdf").data)
    table = [page for page in found if "PlatzName" in page]
    assert len(table) >= 3
    assert bare("Wer steht wo?") in "".join(found)
    assert "".join(found).count("Spieler077") == 2


def test_certificates_are_for_the_first_three(client: FlaskClient, season: int) -> None:
    """One each, with the score in words."""
    found = pages(client.get("/saisons/1/urkunden.pdf").data)
    names = ("Vroni", "Sepp", "Xaver")
    assert tuple(next(name for name in names if name in page) for page in found) == names
    for word in ("1. Platz", "+3,20", "Saison 2026/27"):
        assert bare(word) in found[0]


def test_in_a_spreadsheet(client: FlaskClient, season: int) -> None:
    """Each evening has a column; who was not there has an empty cell; a name is never a formula."""
    text = client.get("/saisons/1/stand.csv").data.decode("utf-8-sig")
    heads, *lines = csv.reader(StringIO(text), delimiter=";")
    assert heads[:6] == ["Platz", "Name", "Verein", "Geld", "Abende", "Spiele"]
    assert [line[:4] for line in lines] == [
        ["1", "Vroni", "Stammtisch", "3,20"],
        ["2", "Sepp", "Stammtisch", "3,20"],
        ["3", "'=Xaver", "Stammtisch", "-2,20"],
        ["", "<b>Zenzi</b>", "Stammtisch", "0,00"],
    ]
    assert lines[0][10:15] == ["-1,00", "0,50", "", "2,50", "0,70"]
    games = client.get("/saisons/1/stand.csv?wertung=2").data.decode("utf-8-sig")
    assert "3,375" in games
    book = ZipFile(BytesIO(client.get("/saisons/1/stand.xlsx").data))
    assert "=Xaver" in book.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in book.read("xl/worksheets/sheet1.xml").decode()


def test_the_command_prints_them(
    app: Flask, season: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`scorebook pdf --standings` prints A4 and A3; other formats, two things at once and no season are refused."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    output = tmp_path / "s.pdf"
    for style, width in (("a4", 595), ("a3", 1191)):
        assert command("pdf", "--standings", "1", "--style", style, "-o", output) == 0
        assert round(float(read(output.read_bytes()).pages[0].mediabox[2])) == width
    assert "Vroni" in pages(output.read_bytes())[0]
    for wrong, said in (
        (("--standings", "1", "--style", "bon"), "BON"),
        (("--evening", "1", "--style", "a3"), "A3"),
        (("--evening", "1", "--standings", "1"), "nur eines davon"),
        (("--standings", "9"), "Diese Saison gibt es nicht."),
    ):
        assert command("pdf", *wrong, "-o", output) == 2
        assert said in capsys.readouterr().err


def test_a_printed_sheet_is_proved(app: Flask, client: FlaskClient, season: int) -> None:
    """The code on the paper names the scheme; once something changed it is not what stands there any more."""
    for scheme, title in (("", "Wertung 0"), ("?wertung=1", "Wertung 1")):
        (text,) = pages(client.get(f"/saisons/1/stand.pdf{scheme}").data)
        code = re.search(r"Prüfzeichen([0-9A-F]{8})", text)
        assert code is not None
        said = Page(client.get(f"/saisons/1/stand/pruefen?zeichen={code[1].lower()}")).text()
        assert "Das Papier stimmt." in said
        assert title in said
    with app.app_context(), transaction(db.session) as connection:
        connection.execute(results.update().where(results.c.person_id == 1).values(amount=7, place=4))
    assert "So steht es jetzt nicht im Buch." in client.get(f"/saisons/1/stand/pruefen?zeichen={code[1]}").text
    wrong = client.get("/saisons/1/stand/pruefen?zeichen=x")
    assert (wrong.status_code, "Acht Zeichen" in Page(wrong).errors("zeichen")) == (400, True)
    assert client.get("/saisons/1/stand/pruefen").status_code == 200


def test_the_command_proves_a_printed_sheet(
    app: Flask, client: FlaskClient, season: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`scorebook verify paper --season`: status 0 for what stands there now, 1 for what does not, 2 for no code."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", app.instance_path)
    for file, scheme in (("stand.pdf", 1), ("urkunden.pdf", 0)):
        text = "".join(pages(client.get(f"/saisons/1/{file}?wertung={scheme}").data))
        code = re.search(r"Prüfzeichen([0-9A-F]{8})", text)
        assert code is not None
        assert command("verify", "paper", code[1], "--season", "1") == 0
        named = f"Rangliste Saison 2026/27 · Wertung {scheme}: Das Prüfzeichen {code[1][:4]} {code[1][4:]} stimmt"
        assert capsys.readouterr().out.startswith(named)
    with app.app_context(), transaction(db.session) as connection:
        connection.execute(results.update().where(results.c.person_id == 1).values(amount=7, place=4))
    assert command("verify", "paper", code[1], "--season", "1") == 1
    assert "Vielleicht ist seither ein Abend dazugekommen" in capsys.readouterr().err
    for wrong, said in (
        (("xyz", "--season", "1"), "acht Zeichen"),
        ((code[1], "--season", "9"), "Diese Saison gibt es nicht."),
        ((code[1], "--season", "1", "--evening", "1"), "nur eines davon"),
    ):
        assert command("verify", "paper", *wrong) == 2
        assert said in capsys.readouterr().err


def test_very_many_evenings_are_counted_and_not_told(app: Flask, client: FlaskClient) -> None:
    """Where evenings are too many to stand one beside the other, papers and spreadsheets say how many are dropped."""
    with app.app_context():
        add_people(NAMES[:2])
        add_season(played([{1: 10 + number, 2: 5} for number in range(MOST_EVENINGS + 1)]), Scheme(best=50))
    (text,) = pages(client.get("/saisons/1/stand.pdf").data)
    assert bare("11 Ergebnisse gestrichen") in text
    heads, first, _second = csv.reader(
        StringIO(client.get("/saisons/1/stand.csv").data.decode("utf-8-sig")), delimiter=";"
    )
    assert (heads[-1], first[-1], len(heads)) == ("Gestrichen", "11 gestrichen", 11)


def test_a_paper_says_how_many_it_leaves_out(app: Flask, season: int) -> None:
    """Of too many people the first are printed; a spreadsheet has everybody."""
    with app.app_context():
        some, everybody = (
            paper_of(db.session, Book(app).actor, season, Wish(), date(2026, 11, 1), most=most) for most in (2, None)
        )
    assert [one.name for one in some.entries] == ["Vroni", "Sepp"]
    assert "2 stehen weiter unten." in html(some)
    assert len(standings_grid(everybody).rows) == 4
