"""Giving something up for good: asked for by name and password, and whoever did so is logged out."""

from collections.abc import Callable

from flask import Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError
from scorebook.services.attempts import TooManyError
from scorebook.store.db import db
from scorebook.web.farewell_form import SureForm
from scorebook.web.printing import shelf
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, leave


def say_farewell(give_up: Callable[..., None], page: Callable[[SureForm, int], Response], done: str) -> BaseResponse:
    """Give up what the service takes, log out, and say what is `done`; `page` shows the form again that was refused."""
    form = SureForm(formdata=request.form)
    if not form.validate():
        return page(form, 400)
    typed, password = form.name.data or "", form.password.data or ""
    try:
        give_up(db.session, actor(), typed, password, address=request.remote_addr or "")
    except RefusedError as error:
        form.show(error.findings)
        return page(form, 422)
    except TooManyError as error:
        form.top.append(error.told(_))
        return page(form, 429)
    shelf().clear()  # papers are full of names
    leave()
    flash(done)
    return redirect(url_for("signing_in.form"), 303)
