"""The log and the pages about people's data in a real browser: nothing that axe knows, no small target, no stranger."""

from playwright.sync_api import Page, expect

from tests.browser import faultless, follow, press


def test_what_is_said_about_data_is_faultless(page: Page, live_server: str) -> None:
    """The pages have no fault where they found or refused something."""
    page.goto(f"{live_server}/abende/neu")
    for seat, name in enumerate(("Sepp", "Vroni", "Maximilian-Korbinian Hintermoser", "Zenzi"), start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    press(page, "Los geht’s")
    for address, button in (
        ("/protokoll?abend=1", "Zeigen"),
        ("/verein/leute", "Finden"),
        ("/verein/leute/3", "Name löschen"),
        ("/konto/daten", "Zugang löschen"),
        ("/verein/daten", "Verein löschen"),
    ):
        page.goto(live_server + address)
        press(page, button)
        faultless(page)
    expect(page.get_by_role("alert")).to_contain_text("Tippe genau „Stammtisch“.")


def test_a_name_goes_without_a_script(page: Page, live_server: str) -> None:
    """From the list to the name that is none: an evening that ended, a name typed, a button."""
    page.goto(f"{live_server}/abende/neu")
    for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi"), start=1):
        page.get_by_label(f"Platz {seat}", exact=True).fill(name)
    press(page, "Los geht’s")
    page.goto(f"{live_server}/abende/1")
    press(page, "Abend beenden")
    page.goto(f"{live_server}/verein/leute")
    follow(page.get_by_role("link", name="Xaver"))
    page.get_by_label("Name zur Sicherheit").fill("Xaver")
    press(page, "Name löschen")
    expect(page.get_by_role("status")).to_contain_text("Im Buch steht jetzt Ehemals 3.")
    page.goto(f"{live_server}/protokoll")
    expect(page.locator(".log li").first).to_contain_text("Name gelöscht Ehemals 3")


def test_two_are_put_together_without_a_script(page: Page, live_server: str) -> None:
    """From who stands there twice over the comparison to one page, and back; no page on the way has a fault."""
    for names in (("Sepp", "Vroni", "Maximilian-Korbinian Hintermoser", "Zenzi"), ("Seppl", "Anna", "Bene", "Jule")):
        page.goto(f"{live_server}/abende/neu")
        for seat, name in enumerate(names, start=1):
            page.get_by_label(f"Platz {seat}", exact=True).fill(name)
        press(page, "Los geht’s")
    page.goto(f"{live_server}/verein/leute/neu")
    page.get_by_label("Name", exact=True).fill("Sepp")
    press(page, "Eintragen")
    faultless(page)
    page.goto(f"{live_server}/verein/leute")
    faultless(page)
    follow(page.get_by_role("link", name="Wer steht doppelt da?"))
    faultless(page)
    follow(page.get_by_role("link", name="Vergleichen"))
    faultless(page)
    press(page, "Seppl")
    expect(page.get_by_role("status")).to_contain_text("Im Buch steht jetzt überall Seppl.")
    faultless(page)
    follow(page.get_by_role("button", name="Trennen"))
    expect(page.get_by_role("status")).to_contain_text("Sepp steht wieder für sich.")
