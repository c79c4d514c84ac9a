"""Lists to write on: what is printed ahead, for any rules and table, and what an evening goes on with by hand."""

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange import parse_rules
from scorebook.ledger.evening import Evening, NamedRuleSet
from scorebook.reports.page import Page as Paper
from scorebook.reports.paper import pdf
from scorebook.reports.preistafel import preistafel
from scorebook.reports.spielliste import MOST_PAGES, blank, html, page, price_lines, running
from scorebook.rules import preset, preset_names
from scorebook.rules.prices import price_list
from scorebook.web.blank_form import pages_of
from scorebook.wording import ENGLISH, LANGUAGES
from tests.actions import SAUSPIEL, Page, Table
from tests.book import WITH_STOCK, Book
from tests.evenings import evening as evening_of
from tests.papers import bare, pages, read

NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi", "Maximilian", "Resi", "Wastl")
LEAST = 22
"""Rows that every page has at least."""


def rows(text: str, first: int, last: int) -> bool:
    """Tell whether all these numbers stand on a page, one after the other."""
    return all(str(number) in text for number in range(first, last + 1))


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize("name", preset_names())
def test_every_table_has_its_list_on_one_page(name: str, players: int) -> None:
    """Whatever is played and by how many: a page of paper a page of the list, tagged, with title and language."""
    made = pdf(page(blank("Lamm", preset(name), NAMES[:players])))
    assert len(pages(made)) == 1
    text = pages(made)[0]
    assert rows(text, 1, LEAST)
    assert all(who[:5] in text for who in NAMES[:players])
    document = read(made)
    root = document.trailer["/Root"]
    assert root["/Lang"] == "de"
    assert root["/MarkInfo"]["/Marked"]
    assert document.metadata.title == "Spielliste Lamm"


@pytest.mark.parametrize("code", LANGUAGES)
def test_many_dear_games_have_room_too(code: str) -> None:
    """Where the prices need many lines, rows make room: still one page, in every language."""
    contracts = ["solo", "wenz", "geier", "farbwenz", "farbgeier", "bettel", "sauspiel", "hochzeit", "ramsch", "muss"]
    base = {contract: 10 * place for place, contract in enumerate(contracts, 1)} | {"herz_solo": 70}
    rules = parse_rules(
        {
            "base": base,
            "contracts": [*contracts, "tout", "sie"],
            "schneider": {"announce": True},
            "laufende": {"table": {"2": 10, "3": 15, "5": 40}},
            "words": {"stoss": ["Kontra", "Rekontra", "Supra", "Resupra"]},
            "stoss": {"max": 4},
            "stock": {"mode": "partners"},
            "bock": {"triggers": ["lost_solo"]},
        }
    )
    for players in (4, 7):
        assert len(pages(pdf(page(blank("Lamm", rules, [""] * players, 2), LANGUAGES[code])))) == 2


def test_several_pages_count_on() -> None:
    """The second page goes on where the first one ends, and begins with a row for what is carried over."""
    first, second = pages(pdf(page(blank("Lamm", preset(), ["", "", "", ""], 2))))
    assert rows(first, 1, 28)
    assert rows(second, 29, 55)
    assert "Übertrag" in second
    assert "Übertrag" not in first


@pytest.mark.parametrize("name", preset_names())
def test_the_prices_below_are_those_that_score(name: str) -> None:
    """Every amount of the price list is there: the contracts', and what the Laufende add."""
    rules = preset(name)
    lines = price_lines(rules)
    said = " ".join(text for _label, text in lines)
    for _contract, cells in preistafel("", rules).contracts.rows:
        assert all(cell in said for cell in cells if cell != "–")
    for contract, run in price_list(rules).laufende:
        first = min(priced.game.laufende for priced in run)
        assert f"ab {first} je" in said or f"ab {first}: " in said, contract


def test_laufende_are_told_short_where_they_can_be() -> None:
    """So much each, up to a number; by a table number by number."""
    assert dict(price_lines(preset()))["Laufende"] == "Solo, Sauspiel ab 3 je 0,10 · Wenz ab 2 je 0,10"
    capped = parse_rules({"laufende": {"max": 5}})
    assert "Solo, Sauspiel ab 3 je 0,10, höchstens 5" in dict(price_lines(capped))["Laufende"]
    table = parse_rules({"laufende": {"table": {"3": 15, "4": 25}}})
    assert "ab 3: 0,15, ab 4: 0,25" in dict(price_lines(table))["Laufende"]


def test_columns_are_those_that_the_rules_need() -> None:
    """Bock and Stock have a column where they are played, Striche a place for the heads; others do without."""
    plain = html(blank("Lamm", preset(), NAMES[:4]))
    assert "Bock" not in plain
    assert "Stock" not in plain
    assert "<svg" not in plain
    both = html(blank("Lamm", parse_rules(WITH_STOCK | {"bock": {"triggers": ["lost_solo"]}}), NAMES[:4]))
    assert ">Bock</th>" in both
    assert ">Stock</th>" in both
    striche = html(blank("Lamm", preset("deutscher_striche"), NAMES[:4]))
    assert ">Striche</th>" in striche
    assert striche.count("<svg") == 20


def test_names_are_escaped() -> None:
    """A name that is HTML stands there as it is."""
    assert "&lt;b&gt;" in html(blank("Lamm", preset(), ["<b>", "", "", ""]))


def table(evening: Evening) -> NamedRuleSet:
    """Give the rules of an evening."""
    return evening.rule_sets[0]


def test_a_running_table_goes_on_from_its_next_game() -> None:
    """Names, the next number, totals so far and who deals are printed ahead; the deal goes round."""
    evening = evening_of(10)
    (sheet,) = evening.sheets
    written = html(running(evening, sheet, table(evening)))
    assert f'<th scope="row">{sheet.next_number}</th>' in written
    assert f'<th scope="row">{sheet.next_number - 1}</th>' not in written
    text = pages(pdf(Paper(written, "list")))[0]
    for person, total in sheet.totals().items():
        assert evening.name_of(person) in text
        assert bare(f"{abs(total) // 100},{abs(total) % 100:02d}") in text
    dealers = [part.partition("<")[0] for part in written.split('<td class="g">')[1:6]]
    order = [evening.name_of(person)[0] for person in sheet.sitting]
    turn = sheet.next_dealer
    assert dealers == [order[(turn + step) % 4] for step in range(5)]


def test_who_sits_out_is_shaded_ahead() -> None:
    """At a table of five the dealer's own place is grey in his row."""
    evening = evening_of(10, NAMES[:5])
    (sheet,) = evening.sheets
    page = html(running(evening, sheet, table(evening)))
    rows_of = page.split('<tr class="row')[2:]
    for step, row in enumerate(rows_of[:10]):
        cells = row.split("<td")[-5:]
        shaded = [seat for seat, cell in enumerate(cells) if "out" in cell]
        assert shaded == [(sheet.next_dealer + step) % 5]


def test_the_stock_is_carried_over(app: Flask) -> None:
    """What lies in the Stock stands in its column."""
    with app.app_context():
        book = Book(app)
        started = book.start_with(WITH_STOCK)
        book.play(started.sheet_id)
        evening = book.evening(started.evening_id)
        page = html(running(evening, evening.sheets[0], table(evening)))
        stock = evening.sheets[0].stock_now
    assert stock
    assert f"<td>{stock // 100},{stock % 100:02d}</td></tr>" in page


def test_english_papers_speak_english() -> None:
    """Headings and prices are in the language that was asked for."""
    page = html(blank("Lamm", preset(), NAMES[:4]), ENGLISH)
    assert '<html lang="en">' in page
    assert "0.20" in page


def test_the_page_asks_and_the_paper_comes(client: FlaskClient) -> None:
    """From the rules to a list with names, for five, on two pages."""
    assert "/regeln/bsv_10_50/spielliste" in Page(client.get("/regeln/bsv_10_50")).links
    assert Page(client.get("/regeln/bsv_10_50/spielliste")).value("spieler") == "4"
    wanted = "spieler=5&namen=Sepp&namen=&namen=Xaver&titel=Donnerstag&ort=Lamm&seiten=2"
    answer = client.get(f"/regeln/bsv_10_50/spielliste.pdf?{wanted}")
    assert answer.mimetype == "application/pdf"
    first, _second = pages(answer.data)
    assert all(word in first for word in ("Sepp", "Xaver", "Donnerstag", "Lamm"))
    assert len(pages(client.get("/regeln/bsv_10_50/spielliste.pdf").data)) == 1


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ("spieler=3", "spieler", "vier bis sieben"),
        ("spieler=x", "spieler", "vier bis sieben"),
        ("seiten=0", "seiten", "1 bis 10"),
        ("seiten=99999999999999999999", "seiten", "1 bis 10"),
        ("seiten=²", "seiten", "1 bis 10"),
        ("namen=a&namen=b&namen=c&namen=d&namen=e", "namen", "mehr Namen"),
        (f"namen={'a' * 61}", "namen", "höchstens 60"),
        (f"titel={'a' * 61}", "titel", "höchstens 60"),
        (f"ort={'a' * 61}", "ort", "höchstens 60"),
    ],
)
def test_what_cannot_be_printed_is_told_at_its_field(client: FlaskClient, wrong: str, field: str, said: str) -> None:
    """The form comes again with what was typed."""
    other = "titel" if field == "ort" else "ort"
    page = Page(client.get(f"/regeln/bsv_10_50/spielliste.pdf?{other}=Gasthof&{wrong}"))
    assert page.status == 400
    assert said in page.errors(field)
    assert page.value(other) == "Gasthof"


def test_a_running_evening_prints_its_paper_and_an_ended_one_does_not(client: FlaskClient) -> None:
    """The paper is for whoever plays on."""
    table = Table(client)
    table.recorded(**SAUSPIEL)
    answer = client.get(f"{table.address}/spielliste.pdf?seiten=2")
    assert answer.mimetype == "application/pdf"
    text = pages(answer.data)
    assert len(text) == 2
    assert "Stammtisch" in text[0]
    assert "0,20" in text[0]
    assert client.post("/abende/1/beenden").status_code == 303
    assert client.get(f"{table.address}/spielliste.pdf").status_code == 409


def test_pages_are_few() -> None:
    """Nobody prints a book."""
    asked = ("1", str(MOST_PAGES), str(MOST_PAGES + 1), "", "x")
    assert [pages_of(text) for text in asked] == [1, 10, None, None, None]


def test_a_table_says_which_one_it_is() -> None:
    """Where there are several, the paper says for which it is."""
    evening = evening_of(3)
    (sheet,) = evening.sheets
    both = replace(evening, sheets=(sheet, replace(sheet, id=sheet.id + 1)))
    assert "Tisch 2" in running(both, both.sheets[1], table(evening)).title
