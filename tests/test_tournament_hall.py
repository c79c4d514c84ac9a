"""Who sits where: on the pages, on the telephones in the hall, and on paper."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.league.tournament.entries import CountsFor, Substituted
from scorebook.league.tournament.settings import Scoring
from scorebook.reports import paper
from scorebook.reports.page import Page
from scorebook.reports.tournament import hall as hall_papers
from scorebook.reports.tournament import start_cards, table_sheet
from scorebook.reports.tournament.about import About
from scorebook.reports.tournament.seats import Place, Seat
from scorebook.services import people
from scorebook.services.access import Role
from scorebook.services.people import Known
from scorebook.services.tournament import papers, sharing
from scorebook.services.tournament.desk import Seen
from scorebook.store.db import db
from tests.book import Book
from tests.doors import browser, nobody, shared_hall
from tests.papers import bare, pages
from tests.tournaments import DAY, Hall

ABOUT = About("Löwen", "Preisschafkopf", DAY, "Saal")


@pytest.fixture
def hall(app: Flask) -> Hall:
    """A tournament of 18, its first round drawn: two tables of four and two of five."""
    with app.app_context():
        made = Hall(18, late_until=2)
        made.draw()
        return made


def seen(app: Flask, hall: Hall) -> Seen:
    """Read the tournament."""
    with app.app_context():
        return hall.seen


def seat_of(seen: Seen, number: int) -> tuple[int, str]:
    """Give the table and the seat of somebody in the first round."""
    tables = seen.state.rounds[0].tables
    return next((table.number, "ABCDE"[table.seated.index(number)]) for table in tables if number in table.seated)


def handle_of(app: Flask, hall: Hall) -> str | None:
    """Give what stands in the public address."""
    return sharing.handle(app.config["SECRET_KEY"], seen(app, hall).row)


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_lists_on_the_pages(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """By name everybody stands once, with table and seat; by table each table with all who sit there."""
    by_name = client.get("/turniere/1/plaetze").text
    rows = re.findall(r'<small>(\d+)</small> <span class="who">.*?</span>\s*<a [^>]*><b>(\d+) ([A-E])</b></a>', by_name)
    assert sorted(int(number) for number, _, _ in rows) == list(range(1, 19))
    there = seen(app, hall)
    assert all(seat_of(there, int(number)) == (int(table), seat) for number, table, seat in rows)
    by_table = client.get("/turniere/1/plaetze?nach=tisch").text
    assert by_table.count('<ol class="sitting">') == 4
    assert by_table.count("zu fünft, 40 Spiele") == 2


def test_one_table(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """A table tells who sits there and how many games are played; one that there is not is not found."""
    text = client.get("/turniere/1/plaetze/1/tische/4").text
    table = seen(app, hall).state.table(1, 4)
    assert table is not None
    assert all(f"<small>{number}</small>" in text for number in table.seated)
    assert "40 Spiele. Wer gibt, setzt aus: E zuerst." in text
    assert "32 Spiele. A gibt zuerst." in client.get("/turniere/1/plaetze/1/tische/1").text
    for wrong in ("1/tische/5", "1/tische/0", "2/tische/1"):
        assert client.get(f"/turniere/1/plaetze/{wrong}").status_code == 404


def test_before_the_draw(app: Flask, client: FlaskClient) -> None:
    """Without a draw there is nothing to hang up, and the pages say so."""
    with app.app_context():
        Hall(8)
    assert "Noch ist nicht ausgelost." in client.get("/turniere/1/plaetze").text
    for path in ("plaetze/namen.pdf", "plaetze/1/namen.pdf", "plaetze/1/tische.pdf", "plaetze/1/zettel.pdf"):
        assert client.get(f"/turniere/1/{path}").status_code == 404
    assert "Steht auf der Liste. Ausgelost ist noch nicht." in nobody(app).get(f"/t/{shared_hall(app)}?wer=3").text


def test_who_takes_over_a_seat_stands_there(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """The lists name who sits there now, not who was drawn."""
    with app.app_context():
        hall.register("Springer Hans")
        before = hall.state.rounds[0].tables[0].seated
        hall.act(Substituted(1, 1, 2, 19, CountsFor.LEFT))
    text = client.get("/turniere/1/plaetze/1/tische/1").text
    assert "Springer Hans" in text
    assert f"<small>{before[2]}</small>" not in text


# --- On telephones ---------------------------------------------------------------------------------------------------


def test_where_do_i_sit(app: Flask, hall: Hall) -> None:
    """Without an account somebody finds his seat by his start number or a part of his name."""
    stranger, handle = nobody(app), shared_hall(app)
    table, seat = seat_of(seen(app, hall), 7)
    text = stranger.get(f"/t/{handle}?wer=7").text
    assert f"<strong>Tisch {table}</strong> <span>Platz {seat}</span>" in text
    name = seen(app, hall).name(7)
    assert f"<strong>Tisch {table}</strong>" in stranger.get(f"/t/{handle}", query_string={"wer": name}).text
    assert "steht nicht auf der Liste" in stranger.get(f"/t/{handle}?wer=Niemand").text
    assert "/turniere/" not in text


def test_the_public_address(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """It is there when the director makes it, another one when he wants, and nobody's when he takes it away."""
    stranger = nobody(app)
    client.post("/turniere/1/oeffentlich")
    first = handle_of(app, hall)
    client.post("/turniere/1/oeffentlich")
    assert handle_of(app, hall) == first
    answer = stranger.get(f"/t/{first}")
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    client.post("/turniere/1/oeffentlich", data={"neu": "1"})
    second = handle_of(app, hall)
    assert (stranger.get(f"/t/{first}").status_code, stranger.get(f"/t/{second}").status_code) == (404, 200)
    client.post("/turniere/1/oeffentlich", data={"aus": "1"})
    assert stranger.get(f"/t/{second}").status_code == 404
    assert browser(app, Role.SCORER).post("/turniere/1/oeffentlich").status_code == 403


@pytest.mark.parametrize("wrong", ["1", "1-", "1-abc", "x", "99999999999999-x", "2-{rest}", "1-{rest}x"])
def test_no_other_address_opens_it(app: Flask, hall: Hall, wrong: str) -> None:
    """Guessed, cut off, of another tournament, of a season: there is nothing."""
    rest = shared_hall(app).partition("-")[2]
    assert nobody(app).get(f"/t/{wrong.format(rest=rest)}").status_code == 404
    assert nobody(app).get(f"/stand/1-{rest}").status_code == 404


def test_names_as_their_owners_want(app: Flask, hall: Hall) -> None:
    """Whoever hides his name is known by his start number, and not found by his name; inside he has it."""
    with app.app_context():
        actor = Book(app).actor
        one, other = (hall.seen.entrants[number].person_id for number in (5, 6))
        people.change(db.session, actor, one, Known("Zacharias Geheim", shown="hidden"))
        people.change(db.session, actor, other, Known("Balthasar Kurz", shown="short"))
    stranger, handle = nobody(app), shared_hall(app)
    for address in ("", "?nach=tisch", "?wer=5", "?wer=6", "?wer=Zacharias", "?wer=Kurz"):
        main = stranger.get(f"/t/{handle}{address}").text.partition("<main")[2].partition("</main>")[0]
        shown = re.sub('value="[^"]*"|„[^“]*“', "", main)  # what somebody typed
        assert not re.search("Zacharias|Geheim|Kurz", shown), address
    assert "Startnummer 5" in stranger.get(f"/t/{handle}").text
    assert "Balthasar K." in stranger.get(f"/t/{handle}").text
    assert "Zacharias Geheim" in browser(app, Role.VIEWER).get("/turniere/1/plaetze").text


def test_practice_is_said(app: Flask, client: FlaskClient) -> None:
    """A tournament to practise at says so on its pages, in the hall and on paper."""
    with app.app_context():
        hall = Hall(8, practice=True)
        hall.draw()
        for page in (
            papers.names_page(db.session, hall.seen, 1),
            papers.tables_page(db.session, hall.seen, 1),
            papers.sheets_page(db.session, hall.seen, 1),
            papers.cards_page(db.session, hall.seen, None),
            papers.blank_page(db.session, hall.seen, 4),
        ):
            assert '<span class="practice">Probe</span>' in page.html
    for text in (client.get("/turniere/1/plaetze").text, nobody(app).get(f"/t/{shared_hall(app)}").text):
        assert '<span class="trial">Probe</span>' in text


# --- On paper --------------------------------------------------------------------------------------------------------


def test_papers_as_pdf(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """Each paper comes as a PDF with everybody on it who belongs there."""
    names = [bare(entrant.name) for entrant in seen(app, hall).entrants.values()]
    lists = ("plaetze/1/namen.pdf", "plaetze/namen.pdf", "plaetze/1/tische.pdf", "startkarten.pdf", "startliste.pdf")
    for path in lists:
        answer = client.get(f"/turniere/1/{path}")
        assert answer.mimetype == "application/pdf"
        text = "".join(pages(answer.data))
        assert all(name in text for name in names), path


def test_table_sheets(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """A page a table: its people, as many rows as games, and who deals; of some tables only theirs."""
    whole = pages(client.get("/turniere/1/plaetze/1/zettel.pdf").data)
    there = seen(app, hall)
    for table, text in zip(there.state.rounds[0].tables, whole, strict=True):
        assert all(bare(there.name(number)) in text for number in table.seated)
        games = there.state.settings.games_at(len(table.seated))
        assert f"{games}D" in text
        assert f"{games + 1}{'E' if games == 40 else 'A'}" not in text
    (one,) = pages(client.get("/turniere/1/plaetze/1/zettel.pdf?von=3&bis=3").data)
    assert "Tisch3" in one
    assert client.get("/turniere/1/plaetze/1/zettel.pdf?von=5&bis=9").status_code == 404


def test_blank_sheets(app: Flask, client: FlaskClient, hall: Hall) -> None:
    """As many as wanted, within reason, for four or five."""
    assert len(pages(client.get("/turniere/1/zettel-leer.pdf?stueck=3").data)) == 3
    (five,) = pages(client.get("/turniere/1/zettel-leer.pdf?zu=5&stueck=x").data)
    assert "40D" in five
    with app.app_context():
        sheets = papers.blank_page(db.session, hall.seen, 4, 10_000).html
    assert sheets.count('<section class="table-sheet') == papers.MOST_COPIES


@pytest.mark.parametrize(
    ("games", "seats", "rows"), [(32, 4, [32]), (40, 5, [40]), (48, 4, [24, 24]), (60, 5, [30, 30])]
)
def test_rows_fit_on_a_page(games: int, seats: int, rows: list[int]) -> None:
    """Every leaf fits its page, whatever was agreed; the next one begins with what is carried over."""
    sheets = table_sheet.blank(games, seats)
    made = table_sheet.page(ABOUT, sheets, Scoring.PLUS_MINUS)
    assert [len(leaf.lines) for leaf in sheets[0].leaves] == rows
    printed = pages(paper.pdf(made))
    assert len(printed) == len(rows)
    assert "Übertrag" not in printed[0]
    assert all("Übertrag" in text for text in printed[1:])
    assert "Summe" in printed[-1]


def test_no_sum_where_only_winners_count() -> None:
    """Where only winners get points there is no sum to check."""
    sheets = table_sheet.blank(32, 4)
    assert "Kontrolle" in table_sheet.html(ABOUT, sheets, Scoring.PLUS_MINUS)
    assert "Kontrolle" not in table_sheet.html(ABOUT, sheets, Scoring.WINNERS_ONLY)


def test_the_dealer_pauses_at_a_table_of_five() -> None:
    """E deals and pauses first; every player pauses in a fifth of the games."""
    (leaf,) = table_sheet.leaves(40, 5)
    assert leaf.dealers[:5] == ("E", "A", "B", "C", "D")
    assert all(leaf.dealers.count(seat) == 8 for seat in "ABCDE")


def cards(people_there: int, address: Any = None) -> str:
    """Write start cards."""
    places = [Place(number, f"Spieler Nr. {number}", (Seat(1, 3, "B"),)) for number in range(1, people_there + 1)]
    return start_cards.html(ABOUT, places, 2, address)


def test_ten_start_cards_on_a_sheet() -> None:
    """Ten fit on a sheet and eleven make two; each says its seats, and leaves room for those not drawn yet."""
    assert [len(pages(paper.pdf(Page(cards(some), "start_cards")))) for some in (10, 11)] == [1, 2]
    html = cards(1)
    assert "Tisch 3, Platz B" in html
    assert html.count('<span class="blank">') == 1


def test_start_cards_know_where_to_look(make_app: Any) -> None:
    """Each has a QR code with the address for its own number, where the hall reaches us and there is one."""
    asked: list[int] = []

    def address(number: int) -> str:
        asked.append(number)
        return f"https://buch.example/t/1-x?wer={number}"

    assert cards(3, address).count("<svg") == 3
    assert asked == [1, 2, 3]
    app = make_app(SCOREBOOK_BASE_URL="https://buch.example")
    with app.app_context():
        Hall(4)
    client = app.test_client()
    assert "Ohne QR-Code, solange es keine öffentliche Adresse gibt." in client.get("/turniere/1/papiere").text
    shared_hall(app)
    page = client.get("/turniere/1/plaetze").text
    assert "https://buch.example/t/1-" in page
    assert 'class="qr"' in page


def test_long_names_break_nothing() -> None:
    """Names of any length and kind stay on their paper, and are no HTML."""
    name = "<b>Maximilian</b> von und zu Oberwallenstadt-Lichtenfels-Hinterkirchen"
    places = [Place(number, name, (Seat(1, 100, "E"), Seat(2, 99, "A"), None)) for number in range(1, 31)]
    for page in (hall_papers.names_page(ABOUT, places, [1, 2, 3]), start_cards.page(ABOUT, places, 3)):
        assert "<b>Maximilian" not in page.html
        assert bare("Oberwallenstadt") in "".join(pages(paper.pdf(page))).replace("-", "")


def test_stretches_of_papers() -> None:
    """Many cards come in stretches, none left out."""
    numbers = list(range(1, 402))
    cut = papers.spans(numbers, papers.AT_ONCE)
    assert [(span.first, span.last) for span in cut] == [(1, 200), (201, 400), (401, 401)]
    assert [sum(number in span for span in cut) for number in numbers] == [1] * 401
