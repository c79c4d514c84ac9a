"""Who pays whom in a real browser: ticked off with a finger or by keys, with and without a script."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.book import LOST_SOLO, Book
from tests.browser import faultless, follow, press


@pytest.fixture
def overview(make_app: Callable[..., Flask], live_server: str) -> str:
    """Give the address of an evening at which Vroni owes each of the others 0,50 €."""
    app = make_app()
    with app.app_context():
        book = Book(app)
        started = book.start()
        book.record(started.sheet_id, LOST_SOLO)
    return f"{live_server}/abende/{started.evening_id}"


def named(page: Page, role: Literal["button", "link"], name: str, about: str) -> Locator:
    """Find what is named so for the eye, and for those who only hear it says also which payment it is about."""
    return page.get_by_role(role, name=re.compile(rf"^{name} ?: {about}$"))


def test_paid_in_parts_and_taken_back(page: Page, overview: str) -> None:
    """All, a part that is none, a part, why, and back again: no page has a fault, and what was typed stays."""
    page.goto(overview)
    follow(named(page, "button", "Bezahlt", "Vroni an Sepp"))
    expect(page.get_by_role("status")).to_contain_text("Vroni an Sepp: 0,50 € bezahlt.")
    faultless(page)
    first = page.locator(".owed > li").first
    first.get_by_text("Teil bezahlt").click()
    first.get_by_label("Wie viel?").fill("O,20")
    faultless(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    field = page.get_by_label("Wie viel?").first
    expect(field).to_have_value("O,20")
    expect(field).to_have_attribute("aria-invalid", "true")
    faultless(page)
    field.fill("0,20")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".owed > li .amount").last).to_have_text("0,30 €")
    page.get_by_text("Warum?").first.click()
    expect(page.locator(".why").first).to_be_visible()
    faultless(page)
    page.get_by_text("Zurücknehmen").first.click()
    follow(named(page, "button", "Doch nicht bezahlt", "Vroni an Sepp"))
    expect(page.locator(".owed > li")).to_have_count(3)
    faultless(page)


def test_by_keys_alone(page: Page, overview: str) -> None:
    """Tab leads to the button, Enter ticks off."""
    page.goto(overview)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('tick')"):
            break
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".paid > li")).to_have_count(1)


def test_without_a_script(new_context: Callable[..., BrowserContext], overview: str) -> None:
    """A browser that runs no script ticks off, rounds and shows the code all the same."""
    page = new_context(java_script_enabled=False).new_page()
    page.goto(overview)
    named(page, "button", "Bezahlt", "Vroni an Sepp").click()
    expect(page.locator(".paid > li")).to_have_count(1)
    page.get_by_text("Auf Münzen runden").click()
    page.get_by_label("10 Cent", exact=True).check()
    page.get_by_role("button", name="So runden").click()
    expect(page.get_by_text("Gerundet auf 10 Cent.")).to_be_visible()
    named(page, "link", "Überweisen", "Vroni an Xaver").click()
    page.get_by_label("IBAN").fill("DE89 3704 0044 0532 0130 00")
    page.get_by_role("button", name="Code zeigen").click()
    expect(page.get_by_role("img", name="GiroCode: 0,50 € an Xaver")).to_be_visible()


def test_the_code_fits_everywhere(page: Page, overview: str) -> None:
    """The question for the account, a wrong IBAN and the code have no fault in any size and scheme."""
    page.goto(overview)
    follow(named(page, "link", "Überweisen", "Vroni an Zenzi"))
    faultless(page)
    page.get_by_label("IBAN").fill("DE89 3704 0044 0532 0130 01")
    press(page, "Code zeigen")
    expect(page.locator(".summary")).to_be_focused()
    faultless(page)
    page.get_by_label("IBAN").fill("DE89 3704 0044 0532 0130 00")
    press(page, "Code zeigen")
    faultless(page)
