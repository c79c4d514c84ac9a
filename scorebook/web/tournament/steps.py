"""One step that a page of a tournament offers, with a form of its own: taken, or refused with the reasons in it."""

from collections.abc import Callable
from typing import TypeVar

from flask import flash

from scorebook.errors import ConflictError
from scorebook.services import RefusedError
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext

T = TypeVar("T")


def refused(form: PageForm, step: Callable[[], str]) -> int | None:
    """Take a step, and tell on the next page what it says; None where it was taken.

    Where it cannot be, give the status of the page that is shown again: the form says why.
    """
    status, said = tried(form, step)
    if said is not None:
        flash(said)
    return status


def tried(form: PageForm, step: Callable[[], T]) -> tuple[int | None, T | None]:
    """Take a step and give what it gives; else the status of the page that is shown again, and the form says why.

    That is 400 for a page that was too old, 422 for what was typed, 409 where something else happened meanwhile.
    """
    if not form.validate():
        return (400 if form.stale else 422), None
    try:
        return None, step()
    except RefusedError as error:
        form.show(error.findings)
        return 422, None
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return 409, None
