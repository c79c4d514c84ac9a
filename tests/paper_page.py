"""The page on which a whole list from paper is typed, for tests: filled in line by line, and sent."""

from collections.abc import Sequence
from typing import Any

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.actions import Page

COLUMNS = ("who", "what", "mate", "end", "extras")
THREE = (("se", "s", "x", "74", "l4"), ("v", "sh", "", "g", "k1 x"), ("", "a", "", "", ""))
"""A Sauspiel for 0,60, a doubled Herz-Solo, and a game that nobody played."""


class PaperPage:
    """One opened page: its lines keep their marks, however often it is sent."""

    def __init__(self, client: FlaskClient, sheet: str = "/listen/1") -> None:
        self.client, self.address = client, f"{sheet}/papier"
        self.page = Page(client.get(self.address))
        assert self.page.status == 200, self.page.status
        self.marks = self.page.inputs["uuid"]
        self.known = {name: self.page.value(name) for name in ("after_number", "seated", "csrf_token")}
        self.players = len(self.page.inputs["paid"]) // len(self.marks)

    def send(
        self, lines: Sequence[Sequence[str]], tun: str = "eintragen", paid: Sequence[Sequence[str]] = (), **other: Any
    ) -> TestResponse:
        """Send these lines, with what the paper says below the names."""
        sent = MultiDict(self.known | {"tun": tun} | other)
        numbers = [*paid, *[()] * (len(lines) - len(paid))]
        for mark, line, said in zip(self.marks, lines, numbers, strict=False):
            sent.add("uuid", mark)
            for name, text in zip(COLUMNS, line, strict=True):
                sent.add(name, text)
            for text in [*said, *[""] * (self.players - len(said))]:
                sent.add("paid", text)
        return self.client.post(self.address, data=sent)

    def recorded(self, lines: Sequence[Sequence[str]], **other: Any) -> None:
        """Send lines that have to go through."""
        answer = self.send(lines, **other)
        assert answer.status_code == 303, Page(answer).text()

    def refused(self, lines: Sequence[Sequence[str]], status: int = 422, **other: Any) -> Page:
        """Send lines that must not go through; all that was typed is still there. Give the page."""
        answer = self.send(lines, **other)
        assert answer.status_code == status, answer.status
        page = Page(answer)
        kept = [line for line in lines if any(line)]
        for place, name in enumerate(COLUMNS):
            assert page.inputs[name][: len(kept)] == [line[place] for line in kept]
        assert page.inputs["uuid"][: len(kept)] == self.marks[: len(kept)]
        return page

    def error(self, page: Page, line: int, column: str) -> str:
        """Give what stands as an error at a column of a line."""
        return page.errors(f"{column}-{self.marks[line]}")
