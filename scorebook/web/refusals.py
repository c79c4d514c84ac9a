"""A game that was not written: its form comes again, with the reason at its place and everything that was typed."""

from collections.abc import Collection, Iterable
from typing import Protocol

from flask import Response, request
from sqlalchemy.exc import DBAPIError

from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange import ShapeError
from scorebook.rules import Finding
from scorebook.services import ConfirmError, RefusedError
from scorebook.services.refusals import SeatsChangedError
from scorebook.store.health import storage_error
from scorebook.web.entry_form import EntryForm
from scorebook.web.texts import gettext


class FormPage(Protocol):
    """A page that can show a form again."""

    def again(
        self, form: EntryForm, status: int, findings: Iterable[Finding] = (), questions: Collection[Finding] = ()
    ) -> Response:
        """Show a form that was refused, or that has questions to be answered."""

    def overtaken(self, form: EntryForm, text: str) -> Response:
        """Show a form that came too late, with what happened meanwhile."""


def not_written(page: FormPage, form: EntryForm, error: ScorebookError | DBAPIError) -> Response:
    """Show the form again with the reason; raise errors that are not about what was entered."""
    match error:
        case ShapeError() | RefusedError():
            return page.again(form, 422, error.findings)
        case ConfirmError():
            return page.again(form, 422, questions=error.findings)
        case SeatsChangedError():
            return page.overtaken(form.forget_people(), error.told(gettext))
        case ConflictError():
            return page.overtaken(form, error.told(gettext))
    unusable = storage_error(error) if isinstance(error, DBAPIError) else None
    if unusable is None:
        raise error
    form.top.append(unusable.told(gettext))
    return page.again(form, 503)


def accepted() -> list[str]:
    """Give the codes of the questions that were answered with yes."""
    return " ".join(request.form.getlist("accept")).split()
