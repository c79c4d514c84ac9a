"""Forms that change a list in the middle: a game that is corrected, and one that was forgotten."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from flask import Response, make_response, render_template, request
from sqlalchemy.exc import DBAPIError

from scorebook import wording
from scorebook.errors import ScorebookError
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Finding
from scorebook.services.later import LaterError
from scorebook.web.answers import Answers
from scorebook.web.book import Book
from scorebook.web.entry_form import EntryForm
from scorebook.web.history import history
from scorebook.web.later import in_words
from scorebook.web.refusals import accepted, not_written
from scorebook.web.security import token_holds
from scorebook.web.texts import gettext as _

Done = TypeVar("Done")


def sent(read: Callable[[], "ChangePage"], form: EntryForm, write: Callable[[Answers], Done]) -> Done | Response:
    """Write what was answered. Refused, give the page again, with the reasons at their fields and all that was typed.

    `read` gives the page as it is by then.
    """
    answers = Answers(request.form)
    if any(answers.wrong()) or not token_holds():
        form.complete(answers)
        return read().again(form, 400 if form.stale else 422)
    try:
        return write(answers)
    except LaterError as error:
        return read().ask_later(form, error)
    except (ScorebookError, DBAPIError) as error:
        return not_written(read(), form, error)


class ChangePage(ABC):
    """A page with the form of one game, beside a game of its list.

    `detour` is the key under which side trips name that game, to come back to this page.
    """

    form_type: ClassVar[type[EntryForm]] = EntryForm
    detour: ClassVar[str]

    def __init__(self, book: Book, beside: RecordedGame) -> None:
        self.book, self.beside = book, beside

    @abstractmethod
    def offer(self, form: EntryForm) -> EntryForm:
        """Give the form the choices that the table had at that place."""

    @abstractmethod
    def fresh(self) -> EntryForm:
        """Give the form as it is when the page is opened."""

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
        """Show a form that came too late, with what happened to the game meanwhile."""
        form.top += [text, *self._since()]
        return self.page(self.offer(form), 409)

    def _since(self) -> Iterator[str]:
        """Say what happened to the game after the version that was on the page."""
        for one in history(self.book.evening, self.book.sheet, self.beside.number):
            if one.at > self.beside.recorded_at:
                yield ": ".join(filter(None, (one.said, one.what, one.reason)))

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
            detour={self.detour: self.beside.uuid},
            **self.texts(),
            **more,
        )
        return make_response(html, status)
