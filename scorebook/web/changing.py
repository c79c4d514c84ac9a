"""Forms that change a list in the middle: a game that is corrected, and one that was forgotten."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any

from flask import Response, make_response, render_template

from scorebook import wording
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Finding
from scorebook.services.later import LaterError
from scorebook.web.book import Book
from scorebook.web.entry_form import EntryForm
from scorebook.web.later import in_words
from scorebook.web.refusals import accepted
from scorebook.web.texts import gettext as _


class ChangePage(ABC):
    """A page with the form of one game, beside a game of its list."""

    def __init__(self, book: Book, beside: RecordedGame) -> None:
        self.book, self.beside = book, beside

    @abstractmethod
    def offer(self, form: EntryForm) -> EntryForm:
        """Give the form the choices that the table had at that place."""

    @abstractmethod
    def texts(self) -> dict[str, str]:
        """Give `title`, `about`, `action` (an address) and `submit` (the words on the button)."""

    def again(
        self, form: EntryForm, status: int, findings: Iterable[Finding] = (), questions: Collection[Finding] = ()
    ) -> Response:
        """Show a form that was refused, with everything that was typed."""
        self.offer(form).show(findings)
        return self.page(form, status, questions)

    def overtaken(self, form: EntryForm, text: str) -> Response:
        """Show a form that came too late."""
        form.top.append(text)
        return self.page(self.offer(form), 409)

    def ask_later(self, form: EntryForm, error: LaterError) -> Response:
        """Show what the change does to later games, and ask."""
        return self.page(self.offer(form), 422, later=in_words(self.book, error))

    def page(self, form: EntryForm, status: int = 200, questions: Collection[Finding] = (), **more: Any) -> Response:
        """Show the form; `questions` are what the rules want to have confirmed."""
        html = render_template(
            "change.html",
            evening=self.book.evening,
            sheet=self.book.sheet,
            beside=self.beside,
            form=form,
            rules=form.rules,
            questions=[wording.message(finding, _, form.table.names) for finding in questions],
            accept=" ".join(finding.code for finding in questions),
            accepted=accepted(),
            **self.texts(),
            **more,
        )
        return make_response(html, status)
