"""The pages in a real browser, as a table uses them: tapped, typed, by keyboard, in all sizes and both schemes."""

import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.actions import FOUR
from tests.browser import book, console_of, faultless, follow, press, settled, type_augen

LONG = "Maximilian von und zu Oberwallenstadt-L."


class Pub:
    """A browser in front of the pages of one server."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        self.strangers: list[str] = []
        page.on("request", lambda r: None if r.url.startswith(server) else self.strangers.append(r.url))
        console_of(page, self.strangers)

    def start(self, names: tuple[str, ...] = FOUR, rules: str = "Bayerisch 10/20/50") -> None:
        """Start an evening by typing names."""
        self.page.goto(self.server + "/abende/neu")
        if len(names) > 4:
            self.page.get_by_text("Ihr seid mehr als vier?").click()
        for seat, name in enumerate(names):
            self.page.get_by_label(f"Platz {seat + 1}", exact=True).fill(name)
        title = self.page.get_by_text(rules, exact=True)
        self.page.get_by_role("radiogroup", name="Regeln").locator("label").filter(has=title).click()
        self.page.get_by_role("button", name="Los geht’s").click()
        expect(self.page.get_by_role("heading", name="Spiele", exact=True)).to_be_visible()

    def row(self, name: str) -> Locator:
        """A question of the form."""
        return self.page.get_by_role("radiogroup", name=name).or_(self.page.get_by_role("group", name=name))

    def tap(self, question: str, answer: str) -> None:
        """Answer a question by tapping."""
        self.row(question).locator("label").filter(has_text=re.compile(rf"^\s*{re.escape(answer)}")).click()

    def flag(self, name: str) -> None:
        """Tap a word that is on or off."""
        self.page.locator("label.choice").filter(has_text=re.compile(rf"^\s*{name}\s*$")).click()

    def solo(self, suit: str) -> None:
        """Tap the button of a Solo."""
        self.row("Was?").locator("label").filter(has_text=re.compile(rf"Solo\s+{suit}")).click()

    def book(self) -> None:
        """Tap the one big button, and wait for what comes of it."""
        book(self.page)

    def sauspiel(self) -> None:
        """Book a plain won Sauspiel: four taps."""
        self.tap("Wer spielt?", "Sepp")
        self.tap("Mit wem?", "Xaver")
        self.tap("Ergebnis", "gewonnen")
        self.book()

    def expect_totals(self, *amounts: str) -> None:
        """Wait until the running totals are these."""
        expect(self.page.locator(".total .amount")).to_have_text([f"{amount} €" for amount in amounts])


@pytest.fixture
def pub(page: Page, live_server: str) -> Pub:
    """Give a browser of tablet size."""
    page.set_viewport_size({"width": 1180, "height": 820})
    return Pub(page, live_server)


def test_a_whole_evening(pub: Pub, tmp_path: Path) -> None:
    """From four names to the printed sheet: games, a wrong one and its correction, the settlement, the PDF."""
    page = pub.page
    page.goto(pub.server)
    expect(page).to_have_url(re.compile("/abende/neu$"))
    pub.start()
    pub.sauspiel()
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 eingetragen: Sauspiel, Sepp + Xaver, 0,20 €")
    pub.tap("Wer spielt?", "Zenzi")
    pub.solo("Herz")
    pub.tap("Ergebnis", "gewonnen")
    pub.flag("Schneider")
    pub.book()
    expect(page.get_by_role("status")).to_contain_text("Solo Herz, Zenzi, 0,60 €")
    pub.expect_totals("−0,40", "−0,80", "−0,40", "+1,60")
    follow(page.get_by_role("link", name="Sauspiel, Sepp + Xaver"))
    expect(page.get_by_text("Grundpreis = 0,20")).to_be_visible()
    page.get_by_label("Warum?").fill("war mit Vroni")
    page.get_by_role("button", name="Spiel 1 stornieren").click()
    expect(page.get_by_role("group", name="Das ändert auch spätere Spiele")).to_contain_text("Spiel 2 Vroni → Sepp")
    page.locator("label").filter(has_text="Ja, aber die Geber bleiben").click()
    press(page, "Spiel 1 stornieren")
    follow(page.get_by_role("link", name="Verbessert eintragen"))
    pub.tap("Mit wem?", "Vroni")
    pub.book()
    pub.expect_totals("−0,40", "−0,40", "−0,80", "+1,60")
    follow(page.get_by_role("link", name="Abrechnen"))
    expect(page.locator(".owed > li")).to_have_count(3)
    expect(page.locator(".chart img")).not_to_have_js_property("naturalWidth", 0)
    page.locator("summary", has_text="Daten").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Daten sichern").click()
    assert download.value.suggested_filename.endswith(".json")
    answer = page.request.get(page.get_by_role("link", name="Abrechnung als PDF").evaluate("link => link.href"))
    assert "Zenzi" in PdfReader(io.BytesIO(answer.body())).pages[0].extract_text()
    assert [text for text in pub.strangers if "422" not in text] == []


def test_works_without_javascript(bare: Page, live_server: str) -> None:
    """The pages need no script: an evening starts, games are booked, refused and undone."""
    pub = Pub(bare, live_server)
    pub.start()
    pub.tap("Wer spielt?", "Sepp")
    pub.book()
    expect(bare.locator(".summary li")).to_have_count(2)
    pub.tap("Mit wem?", "Xaver")
    pub.tap("Ergebnis", "gewonnen")
    pub.book()
    pub.expect_totals("+0,20", "−0,20", "+0,20", "−0,20")
    press(bare, "Spiel 1 rückgängig")
    pub.expect_totals(*["0,00"] * 4)


def test_a_wrong_entry_leads_to_its_field(pub: Pub) -> None:
    """What cannot be is said above the form and at the field; one tap leads there, and what was typed still stands."""
    pub.start()
    pub.tap("Wer spielt?", "Sepp")
    pub.tap("Mit wem?", "Xaver")
    type_augen(pub.page, "119")
    pub.book()
    summary = pub.page.get_by_role("alert")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="119 Augen gibt es nicht.").click()
    field = pub.page.get_by_label("Augen der Spieler")
    expect(field).to_be_focused()
    expect(field).to_have_value("119")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("94")
    pub.book()
    expect(pub.page.get_by_role("status")).to_contain_text("0,30 €")


def test_a_double_tap_books_once(pub: Pub) -> None:
    """Two taps in one moment are one game."""
    pub.start()
    pub.tap("Wer spielt?", "Sepp")
    pub.tap("Mit wem?", "Xaver")
    pub.tap("Ergebnis", "gewonnen")
    pub.page.get_by_role("button", name="Eintragen").dblclick()
    expect(pub.page.get_by_role("status")).to_contain_text("Spiel 1 eingetragen")
    pub.page.reload()
    pub.expect_totals("+0,20", "−0,20", "+0,20", "−0,20")


def test_asks_only_what_the_game_needs(pub: Pub) -> None:
    """Questions come and go with the game; who plays is no partner; what was filled stays till it is emptied."""
    pub.start(rules="Bayerisch 10/50 mit Bettel und Ramsch")
    rows = pub.page.locator(".row:visible > .row-label")
    assert "Mit wem?" in rows.all_inner_texts()
    assert "Jungfrau" not in rows.all_inner_texts()
    pub.tap("Wer spielt?", "Sepp")
    expect(pub.row("Mit wem?").get_by_text("Sepp")).to_be_hidden()
    pub.solo("Eichel")
    assert "Mit wem?" not in rows.all_inner_texts()
    expect(pub.page.locator("label.choice", has_text="Tout")).to_be_visible()
    pub.tap("Was?", "Bettel")
    assert rows.all_inner_texts() == ["Wer spielt?", "Was?", "Ergebnis", "Klopfer", "Stoß"]
    pub.tap("Was?", "Sauspiel")
    pub.tap("Mit wem?", "Vroni")
    pub.tap("Was?", "Wenz")
    expect(pub.page.get_by_text("Gibt es bei diesem Spiel nicht. Bitte leeren.").first).to_be_visible()
    pub.tap("Mit wem?", "weglassen")
    assert "Mit wem?" not in rows.all_inner_texts()
    pub.tap("Wer spielt?", "Ramsch")
    expect(pub.page.locator(".row-augen_by_seat input:visible")).to_have_count(4)
    pub.tap("Wer spielt?", "Alle weiter")
    assert "Augen" not in rows.all_inner_texts()


def test_says_what_is_missing(bare: Page, live_server: str) -> None:
    """Beside the button stands what the form still needs, without a script too."""
    pub = Pub(bare, live_server)
    pub.start()
    missing = bare.locator(".missing")
    expect(missing).to_have_text(re.compile(r"Wer spielt\?\s+Mit wem\?\s+Wie ging es aus\?"))
    pub.tap("Wer spielt?", "Sepp")
    expect(bare.locator(".missing-who")).to_be_hidden()
    pub.tap("Mit wem?", "Vroni")
    bare.get_by_label("Augen der Gegner").fill("46")
    expect(missing).to_be_hidden()


def test_who_sits_out_is_not_asked_about(pub: Pub) -> None:
    """At a table of six those who sit out are ticked and cannot play; levels of a Stoß are all there."""
    pub.start((*FOUR, "Korbinian", LONG), rules="Zwei Tarife 10/20")
    expect(pub.page.locator("[name=sitting_out]:checked")).to_have_count(2)
    expect(pub.row("Wer spielt?").locator("input:visible")).to_have_count(6)
    expect(pub.row("Mit wem?").locator("input:visible")).to_have_count(4)
    expect(pub.row("Stoß").locator("label:visible")).to_have_count(7)
    pub.tap("Wer spielt?", "Vroni")
    pub.tap("Mit wem?", "Xaver")
    pub.tap("Ergebnis", "verloren")
    pub.book()
    expect(pub.page.get_by_role("status")).to_contain_text("Vroni + Xaver")
    faultless(pub.page)


def test_a_forgotten_game_is_put_in_by_tapping(pub: Pub) -> None:
    """On a phone: from the game to the form, what becomes of later games is asked, and then it stands at its place."""
    pub.start()
    for _ in range(3):
        pub.sauspiel()
    page = pub.page
    page.set_viewport_size({"width": 360, "height": 740})
    follow(page.locator("a.game").nth(1))
    follow(page.get_by_role("link", name="Vergessenes Spiel davor nachtragen"))
    pub.tap("Wer spielt?", "Zenzi")
    pub.solo("Gras")
    pub.tap("Ergebnis", "gewonnen")
    page.get_by_role("button", name="Nachtragen").click()
    expect(page.get_by_role("group", name="Das ändert auch spätere Spiele")).to_contain_text("Spiel 3 Vroni → Xaver")
    faultless(page)
    page.locator("label").filter(has_text="Ja, der Geber rückt weiter").click()
    page.get_by_role("button", name="Nachtragen").click()
    expect(page.get_by_role("status")).to_contain_text("Spiel 2 eingetragen: Solo Gras, Zenzi, 0,50 €")
    expect(page.locator("a.game .name")).to_have_text(
        ["Sauspiel, Sepp + Xaver", "Sauspiel, Sepp + Xaver", "Solo Gras, Zenzi", "Sauspiel, Sepp + Xaver"]
    )


def test_a_long_question_covers_nothing(pub: Pub) -> None:
    """On a phone, many later games are asked about below the form, not over it; the first row can still be tapped."""
    pub.start()
    for _ in range(5):
        pub.sauspiel()
    page = pub.page
    page.set_viewport_size({"width": 360, "height": 500})
    follow(page.locator("a.game").last)
    follow(page.get_by_role("link", name="Vergessenes Spiel davor nachtragen"))
    pub.tap("Wer spielt?", "Zenzi")
    pub.solo("Gras")
    pub.tap("Ergebnis", "gewonnen")
    page.get_by_role("button", name="Nachtragen").click()
    expect(page.get_by_role("group", name="Das ändert auch spätere Spiele")).to_be_visible()
    settled(page)
    page.evaluate("scrollTo(0, 0)")
    above, asked = pub.row("Was?").bounding_box(), page.locator(".book").bounding_box()
    assert above is not None
    assert asked is not None
    assert above["y"] + above["height"] <= asked["y"]


def test_by_keyboard_alone(pub: Pub) -> None:
    """Names, choices and the button are reached and used with the keyboard, and the focus is always to be seen."""
    page = pub.page
    page.goto(pub.server + "/abende/neu")
    expect(page.get_by_label("Platz 1", exact=True)).to_be_focused()
    for name in FOUR:
        page.keyboard.type(name)
        page.keyboard.press("Enter" if name == "Zenzi" else "Tab")
        if name == "Sepp":
            page.keyboard.press("Tab")  # past the choice of who deals first
    page.wait_for_url("**/listen/*")
    page.locator("[name=who]").first.focus()
    page.keyboard.press("Space")
    for key in ("Tab", "Tab", "Space"):  # past the game that is chosen, to the first partner
        page.keyboard.press(key)
    assert page.evaluate("getComputedStyle(document.activeElement.nextElementSibling).outlineStyle") == "solid"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("a.game .name")).to_have_text("Sauspiel, Sepp + Vroni")


def test_whatever_the_sheet_says_is_faultless(pub: Pub) -> None:
    """Booked, undone, corrected by two at once, refused with everything folded out: each is as good as any page."""
    page = pub.page
    pub.start(("Sepp", "Vroni", "Xaver", LONG))
    pub.sauspiel()
    pub.sauspiel()
    sheet = page.url.partition("?")[0]
    press(page, "Spiel 2 rückgängig")
    faultless(page)
    page.goto(sheet)
    follow(page.locator("a.game").last)
    follow(page.get_by_role("link", name="Korrigieren"))
    form = page.url
    pub.tap("Ergebnis", "verloren")
    page.get_by_label("Warum?").fill("Vroni hat gewonnen")
    press(page, "Korrigieren")
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 korrigiert: Ergebnis: gewonnen → verloren")
    faultless(page)
    page.goto(form)
    expect(page.locator("main")).to_contain_text("korrigiert")
    faultless(page)
    page.goto(sheet)
    pub.tap("Wer spielt?", "Sepp")
    pub.tap("Mit wem?", "Vroni")
    pub.solo("Eichel")
    page.get_by_text("Mehr …").click()
    page.get_by_label("Stiche der Spieler").fill("neun")
    pub.book()
    expect(page.get_by_role("alert")).to_be_visible()
    faultless(page)


def test_the_button_is_always_in_sight(pub: Pub) -> None:
    """On a phone the button stays at the bottom while the form is longer than the screen."""
    pub.start()
    pub.page.set_viewport_size({"width": 360, "height": 640})
    expect(pub.page.get_by_role("button", name="Eintragen")).to_be_in_viewport(ratio=1)
