"""The languages of pages and papers: which one is spoken, and that it is spoken everywhere."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, expect
from werkzeug.test import TestResponse

from scorebook.app import main
from scorebook.exchange import evening_json
from scorebook.money import read_amount
from scorebook.reports import abrechnung, preistafel
from scorebook.rules import Finding, LaufendeSide, Unit, preset, preset_names
from scorebook.rules.cards import CARDS
from scorebook.rules.switches import CardNames
from scorebook.services import evenings
from scorebook.wording import BOARISCH, ENGLISH, GERMAN, LANGUAGES, amount, game_name, message, rules_in_words
from scorebook.wording.cards import card_name, rank_letter
from scorebook.wording.languages import catalogue
from scorebook.wording.messages import MESSAGES, PARTS
from scorebook.wording.striche import exactly
from tests.actions import FOUR, SAUSPIEL, Page, Table
from tests.browser import faultless, press
from tests.evenings import cancelled, evening
from tests.every_page import every_page
from tests.papers import bare, pages
from tests.texts import found

TITLES = {"de": "Neuer Abend", "en": "New evening", "bar": "Neia Omd"}


def heading(answer: TestResponse) -> str:
    """Give the code of the language of a page, and check that its heading is in that language."""
    code = re.findall(r'<html lang="(\w+)">', answer.text)[0]
    assert f"<h1>{TITLES[code]}</h1>" in answer.text
    return str(code)


def spoken(client: FlaskClient, wanted: str = "") -> str:
    """Give the language in which a browser that wants these gets a page."""
    return heading(client.get("/abende/neu", headers={"Accept-Language": wanted} if wanted else {}))


def choose(client: FlaskClient, language: str, page: str = "/abende/neu", **more: Any) -> TestResponse:
    """Tap a language at the foot of a page."""
    return client.post("/sprache", data={"sprache": language, "seite": page}, **more)


# --- Which language ---


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "de"),
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("de-AT, en;q=0.5", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("fr-FR, fr;q=0.9, en;q=0.3", "en"),
        ("bar, de;q=0.5", "bar"),
        ("EN-gb", "en"),
        ("fr", "de"),
        ("*", "de"),
        ("en;q=0, de", "de"),
        ("en;q=x, \x7f, -, ;;;", "de"),
    ],
)
def test_the_browser_says_which_language(client: FlaskClient, wanted: str, language: str) -> None:
    """A page comes in the first language of the browser that we know, in German where it knows none of ours."""
    assert spoken(client, wanted) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_setting_says_the_language_of_the_others(make_app: Callable[..., Flask], language: str) -> None:
    """SCOREBOOK_LANGUAGE holds for browsers that ask for nothing that we know, and for no other."""
    client = make_app(SCOREBOOK_LANGUAGE=language).test_client()
    assert spoken(client) == spoken(client, "fr, *;q=0.1") == language
    assert spoken(client, "en") == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_stays(client: FlaskClient, language: str) -> None:
    """The language that somebody chose holds on every later page, whatever the browser asks for."""
    answer = choose(client, language)
    assert (answer.status_code, answer.location) == (303, "/abende/neu")
    assert spoken(client, "en") == spoken(client, "de") == language


def test_every_page_offers_the_languages(client: FlaskClient) -> None:
    """Each language is a button with its own name, the one that is spoken marked; the way leads back to the page."""
    table = Table(client)
    for address in ("/", table.address, "/regeln/neu?vorlage=bsv_10_50", "/nirgends"):
        answer = client.get(address)
        assert re.findall(r'name="sprache" value="(\w+)" lang="\1"', answer.text) == list(LANGUAGES)
        assert re.findall(r'aria-current="true">(\w+)<', answer.text) == ["Deutsch"]
        assert Page(answer).value("seite") == address
    assert "sprache" not in table.refused(who=None).inputs, "an answer to a form has no address to come back to"


def test_an_unknown_language_is_passed_over(client: FlaskClient) -> None:
    """One that we do not know is neither kept nor spoken, as a choice and as a cookie."""
    for language in ("", "fr", "DE", "../../etc/passwd", "en\r\nSet-Cookie: a=b"):
        answer = choose(client, language)
        assert answer.status_code == 303
        assert "Set-Cookie" not in answer.headers
        client.set_cookie("sprache", quote(language))
        assert spoken(client) == "de"


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_safe(client: FlaskClient, scheme: str, secure: bool) -> None:
    """It is for this site and no script, holds for long, and is Secure exactly where there is https."""
    cookie = choose(client, "en", base_url=f"{scheme}://localhost").headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Max-Age=31536000" in cookie
    assert ("Secure" in cookie) is secure


@pytest.mark.parametrize(
    "page",
    [
        "", "https://example.org/", "//example.org", "///example.org", "/\\example.org", "\\\\example.org", "abende",
        "javascript:x", " /abende", "/\t/example.org", "/abende\r\nSet-Cookie: a=b", "http:/abende",
    ],
)  # fmt: skip
def test_the_way_back_leads_to_no_other_server(client: FlaskClient, page: str) -> None:
    """What is no plain path leads to the start."""
    assert choose(client, "en", page).location == "/"


@pytest.mark.parametrize("page", ["/", "/listen/1?spiel=17&x=%20", "/regeln/neu?vorlage=bsv_10_50"])
def test_the_way_back_leads_to_the_page(client: FlaskClient, page: str) -> None:
    """A path of this server is taken as it is, its question too."""
    assert choose(client, "en", page).location == page


def test_answers_say_what_they_depend_on(client: FlaskClient) -> None:
    """Whatever a cache keeps, it keeps by language; a browser that has the German paper gets the English one."""
    Table(client).recorded(**SAUSPIEL)
    for address in ("/", "/abende/1", "/abende/1/abrechnung.pdf", "/abende/1/verlauf-light.svg", "/nirgends"):
        assert {"Cookie", "Accept-Language"} <= set(client.get(address).vary), address
    for address in ("/abende/1/abrechnung.pdf", "/abende/1/verlauf-light.svg"):
        tags = {code: client.get(address, headers={"Accept-Language": code}).get_etag()[0] for code in LANGUAGES}
        assert tags["en"] != tags["de"]
        kept = {"Accept-Language": "en", "If-None-Match": f'"{tags["de"]}"'}
        assert client.get(address, headers=kept).status_code == 200
        kept["If-None-Match"] = f'"{tags["en"]}"'
        assert client.get(address, headers=kept).status_code == 304


# --- That it is spoken everywhere ---


class Texts(HTMLParser):
    """The texts of a page, each as it stands there, and those that are only heard."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found.add(" ".join(data.split()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value or "" for name, value in attrs if name in ("alt", "aria-label", "title", "placeholder")}


class Missing(NullTranslations):
    """What a catalogue lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def gettext(self, message: str) -> str:
        self.texts.append(message)
        return message


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the texts that are asked of the English catalogue and are not there."""
    found = Missing()
    monkeypatch.setattr(catalogue("en"), "_fallback", found)
    return found.texts


def german_texts() -> set[str]:
    """Give the German texts that are others in English."""
    return {text for text in found() if isinstance(text, str) and ENGLISH(text) != text}


@pytest.mark.parametrize("names", CardNames)
def test_every_card_in_english(missing: list[str], names: CardNames) -> None:
    """Each card has its name and its corner in English; a number in a corner is nothing to translate."""
    for card in CARDS:
        assert rank_letter(card.rank, ENGLISH, names)
        assert card_name(card, ENGLISH, names)
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(
    app: Flask, client: FlaskClient, missing: list[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Pages, pictures, papers and refusals come in each language; in English no German text is left over."""
    german = german_texts() if language == "en" else set()
    monkeypatch.setattr(evenings, "EVENINGS_A_PAGE", 1)  # so that there are older ones
    choose(client, language)
    seen = 0
    for address, answer in every_page(app, client):
        assert answer.status_code < 500, address
        if answer.mimetype == "text/html":
            assert f'<html lang="{language}">' in answer.text, address
            left = {text for text in Texts(answer.text).found if text in german or (german and umlauts(text))}
            assert left == set(), address
            seen += 1
    assert seen > 40
    assert missing == []


def umlauts(text: str) -> bool:
    """Tell whether a text looks German: it has letters or quotes that English lacks, outside the terms of the game."""
    return bool(re.search("[äöüßÄÖÜ„“]", re.sub("“[^„“”]*”|Stöße|Stoß|Kontra", "", text)))


def test_boarisch_falls_back_to_german() -> None:
    """What nobody has said in Boarisch yet is said in German, text by text; amounts and days are German ones."""
    assert (BOARISCH("Alle weiter"), BOARISCH("Hausordnung")) == ("Olle weida", "Hausordnung")
    assert BOARISCH.plural("%(num)d Spiel", "%(num)d Spiele", 3) == "3 Spui"
    assert amount(-123450, Unit.CENT, BOARISCH) == amount(-123450, Unit.CENT) == "−1.234,50\N{NO-BREAK SPACE}€"
    assert BOARISCH.day(evening().date, "full") == GERMAN.day(evening().date, "full")


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_all_words_in_every_language(missing: list[str], language: Any) -> None:
    """Every finding, game and rule set can be told in each language."""
    for code, text in MESSAGES.items():
        assert language(text), code
    assert all(language(text) for text in PARTS.values())
    assert all(rules_in_words(preset(name), language) for name in preset_names())
    games = [recorded.game for recorded in evening().sheets[0].games]
    assert all(game_name(game, language) for game in games)
    assert missing == []


def test_a_finding_in_english() -> None:
    """A finding has its contract, its side and its field in the language in which it is told."""
    found = Finding(
        "laufende.too_many", "laufende", {"side": LaufendeSide.OHNE, "laufende": 9, "contract": "all_pass", "most": 8}
    )
    assert message(found, ENGLISH) == "Without 9 is not possible in All pass, at most Without 8."
    assert message(Finding("announced.off", "tricks", {}), ENGLISH) == "There is no Tricks at your table."


# --- Amounts and days ---


def test_amounts_by_language() -> None:
    """Cents have their mark, thousands theirs; the euro stands where it is written, after the sign."""
    assert amount(-123450, Unit.CENT, GERMAN) == "−1.234,50\N{NO-BREAK SPACE}€"
    assert amount(-123450, Unit.CENT, ENGLISH) == "−€1,234.50"
    assert amount(120, Unit.CENT, ENGLISH, sign=True) == "+€1.20"
    assert amount(1, Unit.POINT, ENGLISH) == "1\N{NO-BREAK SPACE}point"
    assert amount(12000, Unit.POINT, ENGLISH) == "12,000\N{NO-BREAK SPACE}points"
    assert (exactly(Fraction(-11, 2), GERMAN), exactly(Fraction(-11, 2), ENGLISH)) == ("−5,5", "−5.5")


@pytest.mark.parametrize(
    ("text", "cents"),
    [("20", 20), ("0,20", 20), ("0.20", 20), ("−20", -20), ("1.234,50", 123450), ("1,234.50", 123450), ("€0.20", 20)],
)
def test_amounts_are_read_alike_in_all_languages(text: str, cents: int) -> None:
    """What a person types means the same, whichever language the page has."""
    assert read_amount(text, "cent") == cents


@pytest.mark.parametrize("text", ["1,234", "1.234", "1,234,50", "1.234.50", "1,23,4.50", ",20", "1,2,3", "12,34.50"])
def test_an_amount_that_could_be_two_is_refused(text: str) -> None:
    """A thousand with one mark alone could be euros with three cents: nobody guesses."""
    with pytest.raises(ValueError, match="no amount"):
        read_amount(text, "cent")


@pytest.mark.parametrize(
    ("language", "total", "column", "day"),
    [
        ("de", "+0,20\N{NO-BREAK SPACE}€", "0,20", "Freitag, 27. November 2026"),
        ("en", "+€0.20", "0.20", "Friday, 27 November 2026"),
    ],
)
def test_a_page_writes_amounts_and_days(client: FlaskClient, language: str, total: str, column: str, day: str) -> None:
    """Totals, columns and days of the pages are written as the language writes them."""
    table = Table(client, date="2026-11-27")
    table.recorded(**SAUSPIEL)
    choose(client, language)
    html = client.get(table.address).text
    assert f'<span class="amount">{total}</span>' in html
    assert f'<span class="amount">{column}</span>' in html
    assert day in client.get("/abende/1").text
    assert day in client.get("/").text


def test_papers_and_pictures_by_language(client: FlaskClient) -> None:
    """The Abrechnung, the picture in it, the Preistafel: words, amounts and days in the language of the request."""
    Table(client, date="2026-11-27").recorded(who="0", contract="solo-herz", augen="120", result=None, schwarz="y")
    choose(client, "en")
    paper = pages(client.get("/abende/1/abrechnung.pdf").data)[0]
    for text in ("Settlement", "Friday, 27 November 2026", "Solo Hearts", "Who pays whom", "+€2.10", "€0.70"):
        assert bare(text) in paper
    assert "Course of the evening" in client.get("/abende/1/verlauf-dark.svg").text
    assert "−0.70" in client.get("/abende/1/verlauf-dark.svg").text
    prices = pages(client.get("/regeln/bayern_10_20_50/preistafel.pdf").data)[0]
    assert bare("Hearts") in prices or bare("Solo") in prices
    assert bare("Amounts in euros.") in prices
    assert "0.50" in prices


def test_papers_say_their_language() -> None:
    """The page behind a PDF names its language, for those who have it read to them."""
    for code, language in LANGUAGES.items():
        assert f'<html lang="{code}">' in abrechnung.html(evening(3), language)
        assert f'<html lang="{code}">' in preistafel.html("x", preset(), language)


def test_scorebook_pdf_in_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`scorebook pdf --language en` prints in English; without it the setting holds."""
    file = tmp_path / "abend.json"
    file.write_text(json.dumps(evening_json(cancelled(evening(5), 2, "falsch"))), "utf-8")

    def printed(*more: str) -> str:
        output = tmp_path / "abend.pdf"
        with pytest.raises(SystemExit) as end:
            main(["pdf", str(file), "-o", str(output), *more])
        assert not end.value.code
        return pages(output.read_bytes())[0]

    assert "Settlement" in printed("--language", "en")
    assert "Abrechnung" in printed()
    monkeypatch.setenv("SCOREBOOK_LANGUAGE", "bar")
    assert bare("Wer zoid wem") in printed()


# --- In a browser ---


@pytest.mark.browser_context_args(locale="en-GB")
def test_an_english_browser(new_context: Callable[..., BrowserContext], live_server: str) -> None:
    """It reads pages in English, which fit; a tap at the foot of a page changes the language of that page."""
    page = new_context().new_page()
    page.goto(f"{live_server}/abende/neu")
    for seat, name in enumerate(FOUR, start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    press(page, "Let’s go")
    expect(page.locator("button.main", has_text="Enter")).to_be_visible()
    faultless(page)
    sheet = page.url
    press(page, "Boarisch")
    expect(page.get_by_role("button", name="Eischreim")).to_be_visible()
    assert (page.url, page.locator("html").get_attribute("lang")) == (sheet, "bar")
