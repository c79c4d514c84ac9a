"""Files that are read in: chosen, looked at, and written when somebody says yes.

A file of the book (JSON, PDF, ZIP) is read and waits on its own page (`/abende/einlesen/<number>`) for a yes; a table
of another program goes to `scorebook.web.import_table` first.
"""

from collections.abc import Iterable

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from flask_wtf.file import FileField
from werkzeug.datastructures import CombinedMultiDict, FileStorage
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError
from scorebook.exchange import ShapeError
from scorebook.exchange.delimited import table_text
from scorebook.rules import Finding
from scorebook.services import RefusedError, import_plan, season_evenings
from scorebook.services.access import Action
from scorebook.services.import_plan import Done, Plan
from scorebook.store.db import db
from scorebook.web.clock import timezone
from scorebook.web.import_form import DecisionsForm, rules_title, told
from scorebook.web.import_table import offer_table
from scorebook.web.page_form import PageForm
from scorebook.web.seasons_form import season_chosen
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.visitor import actor, needs

LARGEST = 8 * 1024 * 1024
"""Bytes that a file may have here, unpacked too: some hundred evenings, which are read in the time of a request."""
SHOWN = 5
"""So many faults of a file are told at most."""
OWN = (b"%PDF-", b"PK\x03\x04", b"{", b"[")
"""How files begin that are no table."""

blueprint = Blueprint("importing", __name__)


class ImportForm(PageForm):
    """Which file."""

    file = FileField(_("Datei"))

    def show(self, findings: Iterable[Finding]) -> None:
        """Tell the first faults, in words and where, and how many more there are."""
        texts = [told(finding) for finding in findings]
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
    """Look at a file and go on to what would be done with it. Refused, the page says why; the book is as it was."""
    request.max_content_length = LARGEST
    try:
        form = ImportForm(formdata=CombinedMultiDict((request.files, request.form)))
    except RequestEntityTooLarge:
        form = ImportForm(formdata=None)
        form.show([Finding("file.too_large", "")])
        return _page(form, 413)
    if not form.validate():
        return _page(form, 400)
    if not form.file.data:
        form.show([Finding("file.missing", "")])
        return _page(form, 422)
    try:
        return _look_at(form.file.data)
    except (RefusedError, ShapeError) as error:
        form.show(error.findings)
        return _page(form, 422)


def _look_at(file: FileStorage) -> BaseResponse:
    """Read a file, and lead to the page that says what would be done with it."""
    content, name = file.read(), file.filename or ""
    file.close()  # a large one lies on the disk meanwhile
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(OWN):
        return offer_table(table_text(content), name)
    batch = import_plan.read_file(content, LARGEST)
    upload_id = import_plan.keep_batch(db.session, actor(), batch, name)
    return redirect(url_for("importing.preview", upload_id=upload_id), 303)


@blueprint.get("/abende/einlesen/<int:upload_id>")
@needs(Action.IMPORT)
def preview(upload_id: int) -> Response:
    """What an import would do. Raises `GoneError` for a file that does not wait any more."""
    name, batch = import_plan.kept_batch(db.session, actor(), upload_id)
    plan = import_plan.plan_import(db.session, actor(), batch, timezone=timezone())
    return _preview(upload_id, name, plan, DecisionsForm.of(plan, _seasons()))


@blueprint.post("/abende/einlesen/<int:upload_id>")
@needs(Action.IMPORT)
@checks_itself
def confirm(upload_id: int) -> BaseResponse:
    """Write all of it. Refused, the page comes again with what is wrong at whom, and nothing is written."""
    name, batch = import_plan.kept_batch(db.session, actor(), upload_id)
    plan = import_plan.plan_import(db.session, actor(), batch, timezone=timezone())
    form = DecisionsForm(formdata=request.form).offer(plan, _seasons())
    if not form.validate():
        return _preview(upload_id, name, plan, form, 400)
    try:
        season = season_chosen(form.season.data or str(season_evenings.NO_ONE))
        choices = import_plan.Choices(form.decisions(), season, box=form.box.data, timezone=timezone())
        done = import_plan.import_batch(db.session, actor(), batch, choices)
    except RefusedError as error:
        form.show(error.findings)
        return _preview(upload_id, name, plan, form, 422)
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return _preview(upload_id, name, plan, form, 409)
    flash(_done(done))
    if len(done.evenings) == 1:
        return redirect(url_for("evenings.show", evening_id=done.evenings[0].evening_id), 303)
    return redirect(url_for("evenings.start"), 303)


def _seasons() -> dict[int, str]:
    return season_evenings.open_seasons(db.session, actor())


def _done(done: Done) -> str:
    """Say what was done."""
    if len(done.evenings) == 1:
        there = done.evenings[0].repeated
        return gettext("Dieser Abend steht schon da.") if there else gettext("Der Abend ist eingelesen.")
    if len(done.new) == 1:
        return gettext("Ein Abend ist eingelesen.")
    return gettext("%(count)d Abende sind eingelesen.", count=len(done.new))


@blueprint.post("/abende/einlesen/<int:upload_id>/verwerfen")
@needs(Action.IMPORT)
def forget(upload_id: int) -> BaseResponse:
    """Throw a file away that waits."""
    import_plan.forget_batch(db.session, actor(), upload_id)
    return redirect(url_for("importing.form"), 303)


def _preview(upload_id: int, name: str, plan: Plan, form: DecisionsForm, status: int = 200) -> Response:
    html = render_template(
        "import_preview.html", upload_id=upload_id, name=name, plan=plan, form=form, told=told, rules_title=rules_title
    )
    return make_response(html, status)


def _page(form: ImportForm, status: int = 200) -> Response:
    return make_response(render_template("import.html", form=form), status)
