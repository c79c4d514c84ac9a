"""An exported evening, sent as a file, into the book."""

from collections.abc import Iterable

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from flask_wtf.file import FileField
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.rules import Finding
from scorebook.services import RefusedError
from scorebook.services.access import Action
from scorebook.services.importing import import_evening
from scorebook.store.db import db
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.visitor import actor, needs

LARGEST = 8 * 1024 * 1024
"""Bytes that a file may have here: some thousand games."""
SHOWN = 5
"""So many faults of a file are told at most."""

blueprint = Blueprint("importing", __name__)


class ImportForm(PageForm):
    """Which file."""

    file = FileField(_("Datei"))

    def show(self, findings: Iterable[Finding]) -> None:
        """Tell the first faults, in words, and how many more there are."""
        texts = [wording.message(finding, gettext) for finding in findings]
        more = len(texts) - SHOWN
        self.file.errors = texts[:SHOWN]
        if more > 0:
            self.file.errors.append(gettext("Und %(count)d mehr.", count=more))


@blueprint.get("/abende/einlesen")
@needs(Action.IMPORT)
def form() -> Response:
    """The form on a page of its own, for a book without evenings."""
    return _page(ImportForm(formdata=None))


@blueprint.post("/abende/einlesen")
@needs(Action.IMPORT)
@checks_itself
def read() -> BaseResponse:
    """Read the evening and go to its overview. Refused, the page says why, and the book is as it was."""
    request.max_content_length = LARGEST
    try:
        form = ImportForm(formdata=CombinedMultiDict((request.files, request.form)))
    except RequestEntityTooLarge:
        form = ImportForm(formdata=None)
        form.show([Finding("file.too_large", "file")])
        return _page(form, 413)
    if not form.validate():
        return _page(form, 400)
    if not form.file.data:
        form.show([Finding("file.missing", "file")])
        return _page(form, 422)
    try:
        done = import_evening(db.session, actor(), form.file.data.read())
    except RefusedError as error:
        form.show(error.findings)
        return _page(form, 422)
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return _page(form, 409)
    flash(gettext("Dieser Abend steht schon da.") if done.repeated else gettext("Der Abend ist eingelesen."))
    return redirect(url_for("evenings.show", evening_id=done.evening_id), 303)


def _page(form: ImportForm, status: int = 200) -> Response:
    return make_response(render_template("import.html", form=form), status)
