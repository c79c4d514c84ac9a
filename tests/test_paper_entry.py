"""A whole list from paper: worked out line by line, recorded in one go, nothing lost and nothing twice."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError
from scorebook.exchange import game_json, parse_game
from scorebook.ledger.evening import Sheet
from scorebook.rules import Game
from scorebook.services import RefusedError, evenings, lists
from scorebook.services.lists import Line
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Page, Table
from tests.book import WITH_STOCK, Book
from tests.paper_page import THREE, PaperPage

WENZ = ("z", "w", "", "g", "")


def sheet_of(app: Flask) -> Sheet:
    """Read the first sheet as the book has it now."""
    with app.app_context():
        book = Book(app)
        return evenings.load_evening(db.session, book.actor, 1).sheets[0]


def games(app: Flask) -> list[dict[str, Any]]:
    """Give the games of the first sheet, in order."""
    return [game_json(recorded.game) for recorded in sheet_of(app).games]


def test_each_line_says_what_it_is_worth_and_nothing_is_written(client: FlaskClient, app: Flask) -> None:
    """Checking gives price and totals line by line, numbers and dealers included, and the sums below."""
    Table(client)
    paper = PaperPage(client)
    page = Page(paper.send(THREE, "pruefen"))
    assert page.status == 200
    text = page.text("paper-list")
    assert "1 Sepp 0,60 −0,60 0,60 −0,60 Sauspiel, mit 4: 20 Grundpreis + 40 Laufende = 0,60 €" in text
    assert "2 Vroni −1,40 5,40 −1,40 −2,60 Solo Herz, 1 Klopfer, Kontra:" in text
    assert "3 Xaver −1,40 5,40 −1,40 −2,60 Alle weiter" in text
    assert "Diese Spiele, zusammen 0,00−1,405,40−1,40−2,60" in text
    assert games(app) == []


def test_all_lines_are_recorded_in_their_order(client: FlaskClient, app: Flask) -> None:
    """Numbers run on, the deal goes round by itself, and the sheet says how many it were."""
    table = Table(client)
    table.recorded(**SAUSPIEL)
    paper = PaperPage(client)
    paper.recorded(THREE)
    assert table.page.text("message") == "3 Spiele eingetragen."
    assert [game.number for game in sheet_of(app).games] == [1, 2, 3, 4]
    assert [game["contract"] for game in games(app)] == ["sauspiel", "sauspiel", "solo", "all_pass"]
    assert [game["dealer"] for game in games(app)] == [0, 1, 2, 3]
    assert [str(game.uuid) for game in sheet_of(app).games[1:]] == paper.marks[:3]


def test_empty_lines_between_are_passed_over(client: FlaskClient, app: Flask) -> None:
    """Whoever leaves a line empty gets no game of it."""
    Table(client)
    PaperPage(client).recorded([THREE[0], ("",) * 5, THREE[1]])
    assert [game["contract"] for game in games(app)] == ["sauspiel", "solo"]


def test_thirty_lines_are_what_thirty_forms_are(client: FlaskClient, app: Flask) -> None:
    """A long evening comes out as if each game had been recorded by itself."""
    table = Table(client)
    lines = [*THREE, WENZ, ("4", "Sauspiel", "1", "46g", "sn kvr kxa")][:4] * 8
    paper = PaperPage(client)
    paper.marks = [str(uuid4()) for _line in range(30)]
    paper.recorded(lines[:30])
    once = games(app)
    assert len(once) == 30
    for _round in range(8):
        for form in (
            SAUSPIEL | {"partner": "2", "result": None, "augen": "74", "laufende": "mit-4"},
            {"who": "1", "contract": "solo-herz", "result": "won", "klopfer": ["0"], "stoss": "1"},
            {"who": "all_pass", "contract": None},
            {"who": "3", "contract": "wenz", "result": "won"},
        ):
            table.recorded(**form)
    singly = games(app)[30:60]
    assert [game["dealer"] for game in singly] == [(game["dealer"] + 2) % 4 for game in once]
    by_book = sheet_of(app).games
    assert [game.score.payouts for game in by_book[:30]] == [game.score.payouts for game in by_book[30:60]]
    assert sum(sheet_of(app).totals().values()) == 0


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        (("q", "w", "", "g", ""), "who", "„q“ sitzt hier nicht."),
        (("se", "q", "", "g", ""), "what", "„q“ wird hier nicht gespielt."),
        (("se", "s", "", "g", ""), "mate", "Mit wem?"),
        (("se", "s", "se", "g", ""), "mate", "Sepp"),
        (("se", "w", "", "119", ""), "end", "119 Augen gibt es nicht."),
        (("se", "w", "", "140", ""), "end", "außerhalb"),
        (("se", "w", "", "", ""), "end", "Gewonnen oder verloren?"),
        (("se", "w", "", "74 30g", ""), "end", "120"),
        (("se", "w", "", "g", "l14"), "extras", "14"),
        (("se", "w", "", "g", "qq"), "extras", "„qq“ kenne ich nicht."),
        (("se", "w", "", "g", "xxx"), "extras", "höchstens 2-mal"),
        (("", "r", "", "30 40 20 40", ""), "end", "120"),
    ],
)
def test_a_wrong_line_is_told_at_its_column(
    client: FlaskClient, app: Flask, line: tuple[str, ...], column: str, said: str
) -> None:
    """Nothing is recorded, all that was typed stays, and the reason stands where the mistake is."""
    Table(client, preset="bsv_10_50")
    paper = PaperPage(client)
    page = paper.refused([WENZ, line, WENZ])
    assert said in paper.error(page, 1, column)
    assert "Bitte nachsehen: 2" in page.text("summary")
    assert paper.error(page, 0, column) == paper.error(page, 2, column) == ""
    assert games(app) == []


def test_a_page_without_a_game_says_so(client: FlaskClient) -> None:
    """Recording nothing is told, not done."""
    Table(client)
    assert "noch kein Spiel" in PaperPage(client).refused([]).text("summary")


def test_numbers_on_the_paper_are_held_against_the_book(client: FlaskClient, app: Flask) -> None:
    """What agrees is said to, what differs is told in both numbers and asked about; yes records the book's number."""
    Table(client)
    paper = PaperPage(client)
    right, wrong = ("0,60", "-60", "", "−0,60 €"), ("-1,40", "5,20", "", "")
    page = Page(paper.send(THREE, "pruefen", [right, wrong]))
    assert "= 0,60 € passt." in page.text("paper-list")
    assert paper.error(page, 1, "paid-1") == "Auf dem Papier steht 5,20, gerechnet 5,40."
    assert paper.error(page, 1, "paid-0") == ""
    assert "Papier und Rechnung gehen auseinander." in page.text("asks")
    page = paper.refused(THREE, paid=[right, wrong])
    assert page.inputs["paid"][:8] == [*right, *wrong]
    answer = {f"accept-{paper.marks[1]}": "paper.differs"}
    paper.recorded(THREE, paid=[right, wrong], **answer)
    assert sheet_of(app).totals() == {1: -140, 2: 540, 3: -140, 4: -260}


def test_payouts_of_each_game_can_be_held_too(client: FlaskClient) -> None:
    """Where the paper has what each game brought, that is compared, and a line that does not sum to zero is told."""
    Table(client)
    paper = PaperPage(client)
    paid = [("0,60", "-0,60", "0,60", "-0,60"), ("-2,00", "6,00", "-2,00", "-1,00")]
    page = Page(paper.send(THREE[:2], "pruefen", paid, stand="spiel"))
    assert "passt." in page.text("paper-list")
    assert paper.error(page, 1, "paid-3") == "Auf dem Papier steht −1,00, gerechnet −2,00."
    assert "ergeben zusammen +1,00 statt 0." in page.text("asks")


@pytest.mark.parametrize("text", ["O,20", "1,2,3", "zwanzig", "9999999999"])
def test_a_number_that_is_none_is_told_at_its_name(client: FlaskClient, text: str) -> None:
    """It stays as it was typed, and stops the list."""
    Table(client)
    paper = PaperPage(client)
    page = paper.refused(THREE, paid=[("", text)])
    assert paper.error(page, 0, "paid-1") == f"Das ist kein Betrag: {text}"
    assert page.inputs["paid"][1] == text


def test_a_list_sent_twice_stands_once(client: FlaskClient, app: Flask) -> None:
    """A double tap writes nothing again, and ends on the sheet too."""
    Table(client)
    paper = PaperPage(client)
    paper.recorded(THREE)
    paper.recorded(THREE)
    assert len(games(app)) == 3


def test_a_page_that_is_old_may_have_more_lines(client: FlaskClient, app: Flask) -> None:
    """Whoever goes back and adds lines gets these alone; a recorded line that was changed is told, and not written."""
    Table(client)
    paper = PaperPage(client)
    paper.recorded(THREE)
    page = paper.refused([THREE[0], ("v", "sh", "", "v", "k1 x"), WENZ])
    assert "Diese Zeile steht schon als Spiel 2 in der Liste, aber anders." in page.text("problem")
    paper.recorded([*THREE, WENZ])
    assert [game["contract"] for game in games(app)] == ["sauspiel", "solo", "all_pass", "wenz"]
    assert "Steht als Spiel 1 in der Liste." in Page(paper.send([*THREE, WENZ], "pruefen")).text("says")


def test_somebody_else_recorded_meanwhile(client: FlaskClient, app: Flask) -> None:
    """The list is not written over that; it comes again with what happened, and goes through when sent once more."""
    table = Table(client)
    paper = PaperPage(client)
    table.recorded(**SAUSPIEL)
    page = paper.refused(THREE, 409)
    assert "Inzwischen steht schon Spiel 1 in der Liste." in page.text("summary")
    assert len(games(app)) == 1
    assert page.value("after_number") == "1"
    paper.recorded(THREE, after_number="1")
    assert [game["dealer"] for game in games(app)] == [0, 1, 2, 3]


def test_somebody_recorded_between_two_parts_of_a_list(client: FlaskClient, app: Flask) -> None:
    """Lines of one's own that are in the book already do not hide that another game came after them."""
    table = Table(client)
    paper = PaperPage(client)
    paper.recorded(THREE)
    table.recorded(**SAUSPIEL)
    page = paper.refused([*THREE, WENZ], 409)
    assert "Inzwischen steht schon Spiel 4 in der Liste." in page.text("summary")
    assert len(games(app)) == 4


def test_others_sit_there_meanwhile(client: FlaskClient, app: Flask) -> None:
    """Seats that changed are told before anything is written for the wrong people."""
    Table(client)
    paper = PaperPage(client)
    page = paper.refused(THREE, 409, seated="2,1,3,4")
    assert "sitzen am Tisch andere" in page.text("summary")
    assert page.value("seated") == "1,2,3,4"
    assert games(app) == []


def test_the_evening_has_ended(client: FlaskClient, app: Flask) -> None:
    """Its list takes nothing more: the page is not offered, and what was typed before is still there."""
    table = Table(client)
    paper = PaperPage(client)
    assert client.post("/abende/1/beenden").status_code == 303
    page = paper.refused(THREE, 409)
    assert "Der Abend ist beendet." in page.text("summary")
    assert client.get(paper.address).status_code == 409
    assert f"{table.address}/papier" not in table.page.links
    assert games(app) == []


def test_a_stale_page_keeps_what_was_typed(make_app: Callable[..., Flask]) -> None:
    """Without its token nothing happens but that the page comes again."""
    app = make_app(WTF_CSRF_ENABLED=True)
    client = app.test_client()
    with app.app_context():
        Book(app).start()
    page = PaperPage(client).refused(THREE, 400, csrf_token="x")
    assert "zu alt" in page.text("summary")
    assert games(app) == []


def test_what_hardly_can_be_is_asked(client: FlaskClient, app: Flask) -> None:
    """No Augen and no word of Schwarz: a question at the line, and yes records it."""
    Table(client)
    paper = PaperPage(client)
    lines = [THREE[2], ("se", "w", "", "0", "")]
    page = paper.refused(lines)
    assert "Schwarz" in page.text("asks")
    name = f"accept-{paper.marks[1]}"
    paper.recorded(lines, **{name: page.offered[name][0]})
    assert len(games(app)) == 2


def test_whoever_deals_sits_out_at_a_table_of_five(client: FlaskClient, app: Flask) -> None:
    """Nobody writes down who sits out; where the paper says who dealt, the deal goes on from him."""
    Table(client, ("Sepp", "Vroni", "Xaver", "Zenzi", "Resi"))
    lines = [("v", "w", "", "g", ""), ("x", "w", "", "g", ""), ("se", "w", "", "g", "gb#5"), ("v", "w", "", "g", "")]
    PaperPage(client).recorded(lines)
    assert [(game["dealer"], game["sitting_out"]) for game in games(app)] == [(0, [0]), (1, [1]), (4, [4]), (0, [0])]


def test_stock_and_bock_run_through_the_lines(client: FlaskClient, app: Flask) -> None:
    """What one line leaves in the Stock, or opens as Bock, the next ones have, checked and recorded alike."""
    rules = WITH_STOCK | {"bock": {"triggers": ["all_pass"], "games": 1}}
    with app.app_context():
        Book(app).start_with(rules)
    paper = PaperPage(client)
    lines = [("", "a", "", "", ""), ("se", "s", "x", "g", ""), ("se", "s", "x", "g", "")]
    checked = Page(paper.send(lines, "pruefen")).text("paper-list")
    paper.recorded(lines)
    recorded = sheet_of(app).games
    assert [game.game.stock for game in recorded] == [0, recorded[0].score.stock, 0]
    assert [game.game.bock for game in recorded] == [1, 2, 1]
    for figure in sheet_of(app).totals().values():
        assert f"{abs(figure) // 100},{abs(figure) % 100:02d}" in checked


def test_deutscher_schafkopf_needs_no_partner(client: FlaskClient, app: Flask) -> None:
    """Who sits opposite is the partner; Striche are what is compared."""
    Table(client, preset="deutscher_striche")
    paper = PaperPage(client)
    page = Page(paper.send([("se", "pe", "", "95", "")], "pruefen", [("2", "0", "2", "0")]))
    assert "passt." in page.text("paper-list")
    paper.recorded([("se", "pe", "", "95", "")])
    assert games(app)[0]["partner"] == 2


def test_forty_characters_umlauts_and_html_do_no_harm(client: FlaskClient, app: Flask) -> None:
    """Names are shown as they are, and found by their beginnings or their seats."""
    Table(client, ("<b>Sepp</b>", "Ä" * 40, "🎉", "Zenzi"))
    paper = PaperPage(client)
    page = Page(paper.send([("äää", "s", "#3", "g", "")], "pruefen"))
    assert "Sauspiel" in page.text("says")
    assert "<b>Sepp</b>" in page.text("paper-list")
    paper.recorded([("äää", "s", "#3", "g", "")])
    assert (games(app)[0]["declarer"], games(app)[0]["partner"]) == (1, 2)


def test_a_link_of_the_sheet_leads_there(client: FlaskClient) -> None:
    """From the sheet one comes to the page and to the paper, and back."""
    table = Table(client)
    assert {"/listen/1/papier", "/listen/1/spielliste.pdf"} <= set(table.page.links)
    assert "/listen/1" in PaperPage(client).page.links


def test_one_line_that_fails_while_it_is_written_takes_all_with_it(app: Flask) -> None:
    """Whatever goes wrong in the middle, no half of a list stays in the book, and its marks are free."""

    def line(game: dict[str, Any], mark: UUID | None = None) -> Line:
        def read(_dealer: int) -> Game:
            return parse_game(game)

        return Line(mark or uuid4(), read)

    fine, impossible = {"contract": "all_pass"}, {"contract": "wenz", "declarer": 0}
    with app.app_context():
        book = Book(app)
        sheet_id = book.start().sheet_id
        marks = [uuid4(), uuid4()]
        wrong = [line(fine, marks[0]), line(fine, marks[1]), line(impossible)]
        with pytest.raises(RefusedError):
            lists.record_list(db.session, book.actor, sheet_id, wrong)
        assert not book.sheet(sheet_id).games
        twice = [line(fine, marks[0]), line({"contract": "wenz", "declarer": 0, "result": "won"}, marks[0])]
        with pytest.raises(ConflictError):
            lists.record_list(db.session, book.actor, sheet_id, twice)
        assert not book.sheet(sheet_id).games
        done = lists.record_list(db.session, book.actor, sheet_id, wrong[:2])
        assert [one.game.number for one in done] == [1, 2]
