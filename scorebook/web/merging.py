"""Two people who are one: looked at side by side, put together, and parted again."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import NotFoundError
from scorebook.ledger.people import told_apart
from scorebook.rules import Finding
from scorebook.services import RefusedError, merging, people
from scorebook.services.access import Action
from scorebook.services.merging import Preview
from scorebook.store.db import db
from scorebook.web.page_form import PageForm
from scorebook.web.people import person_page
from scorebook.web.people_form import OtherForm
from scorebook.web.printing import shelf
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording.league import MEASURES, UNITS

blueprint = Blueprint("merging", __name__)


@blueprint.get("/verein/leute/<int:person_id>/zusammenlegen")
@needs(Action.PRIVACY)
def preview(person_id: int) -> BaseResponse:
    """Both side by side, before they are put together: `mit` is the other's number, or his name as `other`."""
    people.find_person(db.session, actor(), person_id)
    if not {"mit", "other"} & set(request.args):
        return person_page(person_id)
    form = OtherForm(formdata=request.args)
    try:
        other_id = request.args.get("mit", type=int) or merging.find_other(db.session, actor(), form.other.data or "")
        found = merging.preview(db.session, actor(), person_id, other_id)
    except RefusedError as error:
        form.show(error.findings)
        return person_page(person_id, other=form, status=422)
    return _page(found)


@blueprint.post("/verein/leute/<int:person_id>/zusammenlegen")
@needs(Action.PRIVACY)
@checks_itself
def merge(person_id: int) -> BaseResponse:
    """Put two together; `mit` is the other, `bleibt` says whose name stands from now on."""
    other_id, kept = (request.form.get(key, 0, type=int) for key in ("mit", "bleibt"))
    form = PageForm(formdata=request.form)
    if kept not in (person_id, other_id):
        raise NotFoundError(people.NO_PERSON)
    if not form.validate():
        return _page(merging.preview(db.session, actor(), person_id, other_id), form.top, 400)
    gone = other_id if kept == person_id else person_id
    try:
        merging.merge(db.session, actor(), gone, kept)
    except RefusedError as error:
        return _refused(person_id, other_id, error.findings)
    shelf().clear()  # papers have the name of before
    name = people.find_person(db.session, actor(), kept).name
    flash(_("Zusammengelegt. Im Buch steht jetzt überall %(name)s.", name=name))
    return redirect(url_for("people.person", person_id=kept), 303)


def _refused(person_id: int, other_id: int, findings: tuple[Finding, ...]) -> BaseResponse:
    """Say why two cannot be put together: beside both where they still stand, else on the page of who does."""
    texts = [wording.message(finding, _) for finding in findings]
    try:
        return _page(merging.preview(db.session, actor(), person_id, other_id), texts, 422)
    except RefusedError:
        form = OtherForm(formdata=None)
        form.top.extend(texts)
        return person_page(people.who(db.session, actor(), person_id), other=form, status=422)


def _page(found: Preview, texts: list[str] | None = None, status: int = 200) -> Response:
    one, other = found.sides
    html = render_template(
        "merging.html",
        found=found,
        names=told_apart({side.person.id: side.person.name for side in found.sides}),
        measures=[(measure, _(MEASURES[measure]), UNITS[measure]) for measure in found.sums],
        texts=texts or [wording.message(finding, _) for finding in found.obstacles],
        one=one,
        other=other,
        form=PageForm(formdata=None),
    )
    return make_response(html, status)


@blueprint.post("/verein/leute/<int:person_id>/trennen")
@needs(Action.PRIVACY)
@checks_itself
def part(person_id: int) -> BaseResponse:
    """Part somebody from whom he was put together with."""
    one = people.who(db.session, actor(), person_id)
    form = OtherForm(formdata=request.form)
    if not form.validate():
        return person_page(one, other=form, status=400)
    try:
        merging.unmerge(db.session, actor(), person_id)
    except RefusedError as error:
        form.top.extend(wording.message(finding, _) for finding in error.findings)
        return person_page(one, other=form, status=422)
    shelf().clear()  # papers have the name of before
    name = people.find_person(db.session, actor(), person_id).name
    flash(_("Getrennt. %(name)s steht wieder für sich.", name=name))
    return redirect(url_for("people.person", person_id=person_id), 303)
