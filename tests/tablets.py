"""Tablets at the pub table, for tests in a real browser: what people tap, what they see, and a server that can die."""

import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, BrowserContext, Locator, Page, Route, expect

from tests.processes import environment, free_port, wait_for

OFTEN = """document.addEventListener("readystatechange", () => {
  const sheet = document.querySelector("[data-sheet]");
  if (sheet) sheet.dataset.every = 300;
})"""
"""Lets a sheet ask its server more often than people need, so that no test has to wait for it."""


@dataclass
class Server:
    """A server in a process of its own, always on the same port, whose database outlives it."""

    command: Sequence[str | Path]
    folder: Path
    settings: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = self.folder / "log"
        places = {"HOST": "127.0.0.1", "PORT": str(self.port), **self.settings}
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=environment(**places),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        wait_for(self.address, self.process, log)

    def kill(self) -> None:
        """Kill it with all its workers, at once."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def deliver(route: Route) -> APIResponse:
    """Let a request reach the server, whose answer the page does not get to see by that."""
    return route.fetch(url=route.request.url.replace("tisch.test", "127.0.0.1"))


class Tablet:
    """A browser with the sheet open."""

    def __init__(self, context: BrowserContext, address: str, sheet: int = 1) -> None:
        self.context, self.home = context, f"{address}/listen/{sheet}"
        self.context.add_init_script(OFTEN)
        self.page: Page = context.new_page()
        self.page.goto(self.home)
        self.ready()

    def ready(self) -> None:
        """Wait until its script runs."""
        expect(self.page.locator("[data-sync]")).to_be_visible()

    @property
    def state(self) -> Locator:
        """How things stand with the server, in words."""
        return self.page.locator("[data-sync]")

    @property
    def waiting(self) -> Locator:
        """The games that wait."""
        return self.page.locator("[data-outbox] [data-uuid]")

    @property
    def numbers(self) -> Locator:
        """The numbers of the games on the list, the newest first."""
        return self.page.locator(".games tbody tr:not(.day) td:first-child")

    def tap(self, row: str, answer: str) -> None:
        """Answer a question."""
        self.page.locator(f".row-{row} label").filter(has_text=answer).first.click()

    def enter(self, who: str = "Sepp", partner: str = "Xaver", result: str = "gewonnen") -> None:
        """Enter a Sauspiel, up to the big button."""
        self.tap("who", who)
        self.tap("partner", partner)
        self.tap("result", result)

    def type_augen(self, text: str) -> None:
        """Type the Augen of the players on the keys of the page."""
        if self.page.locator(".pad-open").is_visible():
            self.page.locator(".pad-open").click()
        self.page.locator("[name=augen]").fill(text)

    def book(self) -> None:
        """Tap the big button, and wait until the form is ready for the next game."""
        self.page.locator(".book button.main").click()
        expect(self.page.locator("form.entry [name=who]:checked")).to_have_count(0)

    def sauspiel(self, **other: Any) -> None:
        """Book a Sauspiel."""
        self.enter(**other)
        self.book()

    def do(self, what: str) -> None:
        """Tap a button of the first game that waits; one that asks back is tapped twice."""
        first = self.waiting.first
        if first.get_attribute("open") is None:
            first.locator("summary").click()
        button = first.locator(f"[data-do={what}]")
        sure = button.get_attribute("data-sure")
        button.click()
        if sure:
            expect(button).to_have_text(sure)
            button.click()
