"""The referee in a real browser, on a phone: typed quickly, ruled on, printed, and taken into the game."""

from playwright.sync_api import Page, expect

from tests.actions import FOUR
from tests.browser import faultless, follow, press
from tests.test_browser import Pub

TRICKS = ("g8 gk g7 g9", "eo eu h7 hs", "e7 gs ek es")


def test_a_dispute_on_a_phone(page: Page, live_server: str) -> None:
    """From the game to the ruling, its paper and the correction that books it, all on a phone."""
    pub = Pub(page, live_server)
    page.set_viewport_size({"width": 360, "height": 740})
    pub.start(FOUR)
    pub.sauspiel()
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 eingetragen")
    follow(page.locator("a.game").first)
    follow(page.get_by_role("link", name="Regelverstoß prüfen"))
    pub.tap("Trumpf oder gerufen", "Gras")
    pub.tap("Wer kommt heraus?", "Sepp")
    page.get_by_role("textbox", name="Stich 1").fill("g8 gk gx g9")
    page.get_by_role("textbox", name="Stich 1").press("Enter")
    expect(page.locator("#tricks-0-errors")).to_contain_text("eine Karte „gx“ gibt es nicht")
    expect(page.get_by_role("alert")).to_be_focused()
    faultless(page)
    for number, line in enumerate(TRICKS, 1):
        page.get_by_role("textbox", name=f"Stich {number}").fill(line)
    press(page, "Prüfen")
    expect(page.get_by_role("status")).to_have_text(
        "Xaver hat in Stich 1 Gras-Sau nicht zugegeben, die Karte war gesucht."
    )
    expect(page.get_by_role("textbox", name="Stich 1")).to_have_value(TRICKS[0])
    faultless(page)
    page.get_by_label("Wer entscheidet?").fill("Huber")
    paper = page.evaluate(
        "async () => { const form = document.querySelector('.deciding');"
        " const answer = await fetch(form.action + '?' + new URLSearchParams(new FormData(form)));"
        " return [answer.status, answer.headers.get('content-type')]; }"
    )
    assert paper == [200, "application/pdf"]
    press(page, "Ins Spiel eintragen")
    expect(page.get_by_label("Warum?")).to_have_value("Schiedsrichter Huber: gesuchte Sau nicht zugegeben")
    press(page, "Korrigieren")
    expect(page.get_by_role("status")).to_contain_text("Spiel 1 korrigiert")
    expect(page.locator(".games")).to_contain_text("Regelverstoß Xaver (gesuchte Sau nicht zugegeben)")
    assert [said for said in pub.strangers if "422" not in said] == []


def test_without_a_script(bare: Page, live_server: str) -> None:
    """The page needs no script: chosen, typed and sent by Enter alone, with the ruling on top."""
    pub = Pub(bare, live_server)
    pub.page.goto(f"{live_server}/schiedsrichter")
    pub.tap("Was?", "Wenz")
    pub.tap("Wer kommt heraus?", "Platz 2")
    pub.page.get_by_role("textbox", name="Stich 1").fill("GS G7 H9 G8")
    hand = pub.page.get_by_role("group", name="Hände").get_by_label("Platz 4")
    hand.fill("G9 E7 E8 E9 EK S7 S8")
    hand.press("Enter")
    expect(pub.page.get_by_role("status")).to_have_text("Platz 4 hat in Stich 1 nicht bedient.")
    expect(pub.page.locator(".case .playing")).to_have_count(1)
