"""The papers of an evening in a real browser: found in the fold, and proved by the code that stands on them."""

from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.actions import SAUSPIEL, Table
from tests.browser import faultless, follow, press


def test_papers_are_in_the_fold_and_a_code_is_proved(page: Page, live_server: str, client: FlaskClient) -> None:
    """The fold opens by a tap; the page that proves a paper says what is wrong, what holds, and what is older."""
    table = Table(client)
    table.recorded(**SAUSPIEL)
    page.goto(f"{live_server}/abende/1")
    page.get_by_text("Andere Formate und Papiere").click()
    for name in ("A5", "Bon (80 mm)", "Fürs Archiv (PDF/A)", "Alle", "Urkunde", "Wie von Hand geschrieben"):
        expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    faultless(page)
    code = (page.get_by_text("Papier prüfen").locator("..").text_content() or "").replace("Papier prüfen", "").strip()
    follow(page.get_by_role("link", name="Papier prüfen"))
    page.get_by_label("Prüfzeichen").fill("xyz")
    press(page, "Prüfen")
    expect(page.get_by_role("alert")).to_contain_text("Acht Zeichen")
    faultless(page)
    page.get_by_label("Prüfzeichen").fill(code.replace(" ", "").lower())
    press(page, "Prüfen")
    expect(page.get_by_role("status")).to_contain_text("stimmt")
    faultless(page)
    table.recorded(**SAUSPIEL)
    page.get_by_label("Prüfzeichen").fill(code)
    press(page, "Prüfen")
    expect(page.get_by_role("status")).to_contain_text("ist älter als das Buch")
    faultless(page)
