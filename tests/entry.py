"""A tablet in front of the entry form, for tests that tap on it."""

from collections.abc import Iterable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, expect

from tests.actions import Table
from tests.browser import console_of

SIZES = ((360, 740), (820, 1180), (1024, 768), (1180, 820))
LANDSCAPE = SIZES[3]
TIMEOUT = 20_000


class Tablet:
    """A browser in front of the sheet of one table; what is tapped is named as the form names it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(TIMEOUT)
        page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        self.faults = console_of(page)
        self.open(address)

    def open(self, address: str) -> None:
        """Open a page with an entry form, and wait until its script attends to it."""
        self.page.goto(address)
        expect(self.page.locator("form.by-hand")).to_be_visible()

    def choice(self, name: str, value: str = "y") -> Locator:
        """What stands for one answer."""
        return self.page.locator(f'label:has([name="{name}"][value="{value}"])')

    def tap(self, **answers: str) -> None:
        """Tap one answer after the other."""
        for name, value in answers.items():
            self.choice(name, value).click()

    def press(self, keys: Iterable[str]) -> None:
        """Tap keys of the keypad."""
        for key in keys:
            self.page.locator(f'[data-key="{key}"]').click()

    def of(self, part: str) -> Locator:
        """A part of the form, by its class."""
        return self.page.locator(f"form.entry .{part}")

    @property
    def button(self) -> Locator:
        """The one big button."""
        return self.of("main")


def at(page: Page, server: str, client: FlaskClient, rules: str, names: tuple[str, ...] = ()) -> Tablet:
    """Give a tablet at a table with other rules, or other people."""
    return Tablet(page, server + Table(client, *([names] if names else []), preset=rules).address)


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table with the default rules."""
    return Table(client)


@pytest.fixture
def tablet(page: Page, live_server: str, table: Table) -> Tablet:
    """Give a tablet in front of that table."""
    return Tablet(page, live_server + table.address)
