"""One step that a page of a tournament offers, with a form of its own: taken, or refused with the reasons in it."""

from collections.abc import Callable

from flask import flash

from scorebook.errors import ConflictError
from scorebook.services import RefusedError
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext


def refused(form: PageForm, step: Callable[[], str]) -> int | None:
    """Take a step, and tell on the next page what it says; None where it was taken.

    Where it cannot be, give the status of the page that is shown again: the form says why.
    """
    if not form.validate():
        return 400
    try:
        flash(step())
    except RefusedError as error:
        form.show(error.findings)
        return 422
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return 409
    return None
