"""A table with French cards: it reads no German suit and rank, on no page and no paper, in no language."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.exchange import parse_rules
from scorebook.reports.signs import drawing
from scorebook.rules import Suit
from scorebook.rules.cards import CARD
from scorebook.rules.switches import CardNames
from scorebook.wording import ENGLISH, GERMAN, LANGUAGES, card_name, rank_letter
from scorebook.wording.french import FRENCH
from scorebook.wording.rulebook import rule_book
from tests.actions import Page, Table, filled_rules, send_rules
from tests.papers import pages
from tests.test_rule_book import EVERYTHING
from tests.texts import found

GERMAN_CARDS = re.compile(
    r"Eichel|Gras\b|Schellen|\bSau(en)?\b|[Rr]ufsau|\bObern?\b|\bUntern?\b|\b[Dd]e[rn] Alten?\b|Oachl|\bGros\b|Schelln"
)
ENGLISH_CARDS = re.compile(r"Acorns|Bells|\bSau(en)?\b|\bObers?\b|\bUnters?\b")
NO_CARD = "Unter „Plätze“"
"""Says "unter" and means no card."""
LETTERS = {"S", "O", "U"}
SIGNS = re.compile(r'href="#(eichel|gras|schellen)"')


# --- The words ---


def test_no_text_that_names_a_card_is_forgotten() -> None:
    """Each text with a German suit or rank in it has one for French cards, which has none, and the same places."""
    texts = (text for text in found() if isinstance(text, str) and NO_CARD not in text)
    named = {text for text in texts if GERMAN_CARDS.search(text)}
    assert named | LETTERS == set(FRENCH)
    for german, french in FRENCH.items():
        assert not GERMAN_CARDS.search(french), french
        assert re.findall(r"\{\w+\}", german) == re.findall(r"\{\w+\}", french)


def test_english_says_them_too() -> None:
    """Said in English, none of these texts has a card of the other pack in it."""
    french = ENGLISH.playing(CardNames.FRENCH)
    named = [text for text in found() if isinstance(text, str) and ENGLISH_CARDS.search(ENGLISH(text))]
    assert set(named) <= set(FRENCH)
    assert [text for text in FRENCH if ENGLISH_CARDS.search(french(text))] == []


def test_names_of_cards_in_either_pack() -> None:
    """A card is called as the language of the table calls it, or as one asks for."""
    said = GERMAN.playing(CardNames.FRENCH)
    assert (card_name(CARD["SO"]), card_name(CARD["SO"], said)) == ("Schellen-Ober", "Karo-Dame")
    assert card_name(CARD["SO"], said, CardNames.GERMAN) == "Schellen-Ober"
    assert [rank_letter(CARD[code].rank, said) for code in ("ES", "EZ", "EK", "EO", "EU", "E7")] == [
        *"A",
        "10",
        *"KDB7",
    ]
    assert card_name(CARD["EU"], ENGLISH, CardNames.FRENCH) == "Clubs-Jack"
    assert said.playing(CardNames.GERMAN) == GERMAN


def test_signs_of_either_pack() -> None:
    """The signs are other pictures, in the colours of their pack."""
    german, french = ([drawing(suit, names) for suit in Suit] for names in CardNames)
    assert len({*german, *french}) == 7, "Herz is the same in both"
    assert "suit karo" in french[3]


# --- Pages and papers ---


def french_rules(client: FlaskClient, **more: Any) -> str:
    """Keep the rules of a table that plays everything there is, with French cards; give their key."""
    contracts = EVERYTHING["contracts"]
    made = {"contracts": contracts, "all_pass": "ramsch", "called_ten": ["y"], "caller_needs_honour": ["y"]}
    cards = {"words.cards": "french", "wenz_ober": "above_koenig", "bettel.order": "SZKOU987"}
    answer = send_rules(client, name="Lamm", **{**made, **cards, **more})
    assert answer.status_code == 303, Page(answer).text("summary")
    return str(answer.location.rpartition("/")[2])


def read(name: str, html: str, pattern: re.Pattern[str] = GERMAN_CARDS) -> None:
    """Read a page, what is only heard too: no German name and no German sign is on it."""
    seen = re.sub(r"(?s)<svg class=\"sprite\".*?</svg>", "", html)
    assert not pattern.search(re.sub(r"<[^>]*(href|value|class|name|id|data-for|for)=\"[^\"]*\"", "", seen)), name
    assert not SIGNS.search(seen), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_german_card_on_any_page_of_an_evening(app: Flask, client: FlaskClient, code: str) -> None:
    """Sheet, forms, refusals, questions, games with their history, evening, rules, editor, papers: all are French."""
    pattern = ENGLISH_CARDS if code == "en" else GERMAN_CARDS
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = code
    key = french_rules(client)
    table = Table(client, preset=key)
    game = table.recorded(who="0", contract="sauspiel", partner="2", called="gras", called_rank="zehn", result="won")
    other = [
        table.recorded(who="1", contract=f"{kind}-{suit}", result="lost")
        for kind in ("solo", "farbwenz")
        for suit in Suit
    ]
    change = {"reason": "x", "who": "0", "contract": "sauspiel", "partner": "2", "called": "eichel", "result": "lost"}
    assert client.post(f"/spiele/{game}/korrigieren", data=change).status_code == 303
    read("later games", table.cancel(other[0]).text, pattern)
    assert table.cancel(other[-1]).status_code == 303
    values = {"evening_id": 1, "sheet_id": 1, "uuid": other[1], "scheme": "light", "key": key}
    adapter, seen = app.url_map.bind("localhost"), 0
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments and rule.arguments <= set(values):
            address = adapter.build(rule.endpoint, {name: values[name] for name in rule.arguments}, method="GET")
            answer = client.get(address)
            if answer.mimetype == "text/html":
                read(address, answer.text, pattern)
                seen += 1
            if answer.mimetype == "application/pdf":
                assert not any(pattern.search(page) for page in pages(answer.data)), address
                seen += 1
    assert seen >= 14
    read("editor", client.get(f"/regeln/neu?vorlage={key}").text, pattern)
    read("first version", client.get(f"/spiele/{game}").text, pattern)
    read("cancelled", client.get(f"/spiele/{other[-1]}").text, pattern)
    read("to be entered anew", client.get(f"{table.address}?vorlage={other[-1]}").text, pattern)
    herz = table.refused(who="0", contract="sauspiel", partner="2", called="herz", result="won")
    assert GERMAN("Die Herz-Sau kann man nicht rufen: Herz ist Trumpf.") not in herz.text()
    read("refused", table.record(who="0", contract="sauspiel", partner="2", called="herz", result="won").text, pattern)
    read("asks", table.record(who="0", contract="solo-gras", augen="0", result=None).text, pattern)
    wrong = filled_rules(client, key) | {"words.klopfer": "", "name": "x", "striche.trumpf": "nix"}
    read("rules that cannot be", client.post(f"/regeln/neu?vorlage={key}", data=wrong).text, pattern)


def test_french_cards_can_be_chosen_in_the_editor(client: FlaskClient) -> None:
    """The editor offers them, and speaks of them as soon as they are chosen."""
    page = Page(client.get("/regeln/neu?vorlage=bayern_10_20_50"))
    assert page.offered["words.cards"] == ["german", "french"]
    assert "Ober im Wenz" in page.text()
    preview = Page(send_rules(client, tun="vorschau", words__cards="french"))
    assert "Dame im Wenz" in preview.text()
    assert "Ober im Wenz" not in preview.text()


def test_each_game_is_told_with_the_cards_of_its_rules(client: FlaskClient) -> None:
    """A table that changes to French cards reads its older games as it played them; the form is French at once."""
    table = Table(client)
    table.recorded(who="0", contract="solo-gras", result="won")
    assert "Zehn statt Ass" not in table.page.text()
    key = french_rules(client)
    assert client.post(f"{table.address}/regeln", data={"rules": key}).status_code == 303
    table.recorded(who="0", contract="solo-gras", result="won")
    page = table.page.text()
    assert "Solo Gras" in page
    assert "Solo Pik" in page
    assert "Zehn statt Ass" in page
    paper = "".join(pages(client.get("/abende/1/abrechnung.pdf").data))
    assert "SoloGras" in paper
    assert "SoloPik" in paper


def test_another_table_stays_german(client: FlaskClient) -> None:
    """What one request says of French cards is forgotten with it."""
    french, german = Table(client, preset=french_rules(client)), Table(client, ("A", "B", "C", "D"))
    assert "Karo" in french.page.text()
    assert "Schellen" in german.page.text()
    assert "Karo" not in german.page.text()


def test_the_book_of_a_table_with_french_cards() -> None:
    """Its rules are told with its cards in every language, those of Deutscher Schafkopf too."""
    french = {"words": {"cards": "french"}}
    variants = [
        EVERYTHING,
        {"preset": "deutscher_striche", "striche": {"partners": "black_obers", "trumpf": "bleibend"}},
    ]
    for changes in variants:
        rules = parse_rules(changes | french)
        assert not any(GERMAN_CARDS.search(text) for text in rule_book(rules).texts())
        assert not any(ENGLISH_CARDS.search(text) for text in rule_book(rules, ENGLISH).texts())
        assert any(GERMAN_CARDS.search(text) for text in rule_book(parse_rules(changes)).texts())
