"""The people of the club: the list, somebody new, and what is known of somebody."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.ledger.people import told_apart
from scorebook.services import RefusedError, merging, people, privacy
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.store.people import Kind
from scorebook.web.clock import timezone
from scorebook.web.farewell_form import FarewellForm
from scorebook.web.people_form import OtherForm, PersonForm
from scorebook.web.printing import shelf
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs
from scorebook.wording import Marked

blueprint = Blueprint("people", __name__)

LONGEST_SEARCH = 60
KINDS: Marked[dict[str, str]] = {
    "alle": "Alle",
    "aktiv": "Mitglieder",
    "gaeste": "Gäste",
    "ausgetreten": "Ausgetreten",
}
"""Which people a list can have, as its address says it and what it is called."""
CHOICES = dict(zip(KINDS, (Kind.ALL, Kind.ACTIVE, Kind.GUESTS, Kind.LEFT), strict=True))


@blueprint.get("/verein/leute")
@needs(Action.PRIVACY)
def overview() -> Response:
    """The people of the club by name: all or those of a kind, or those with a text in one of their names."""
    search, kind = request.args.get("name", "")[:LONGEST_SEARCH], request.args.get("art", "")
    kind = kind if kind in KINDS else "alle"
    page = people.list_people(db.session, actor(), search, request.args.get("nach", type=int), CHOICES[kind])
    html = render_template(
        "people.html",
        page=page,
        names=told_apart({person.id: person.name for person in page.people}),
        search=search,
        kind=kind,
        kinds=[(key, _(text)) for key, text in KINDS.items()],
    )
    return make_response(html)


@blueprint.get("/verein/leute/neu")
@needs(Action.PRIVACY)
def new() -> Response:
    """The form for somebody who has not played yet."""
    return _new_page(PersonForm(formdata=None))


@blueprint.post("/verein/leute/neu")
@needs(Action.PRIVACY)
@checks_itself
def add() -> BaseResponse:
    """Add somebody."""
    form = PersonForm(formdata=request.form)
    if not form.validate():
        return _new_page(form, 400)
    try:
        person_id = people.add(db.session, actor(), form.typed(), zone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _new_page(form, 422)
    flash(_("%(name)s ist jetzt dabei.", name=form.typed().name.strip()))
    return redirect(url_for("people.person", person_id=person_id), 303)


def _new_page(form: PersonForm, status: int = 200) -> Response:
    return make_response(render_template("new_person.html", form=form.offer()), status)


@blueprint.get("/verein/leute/doppelt")
@needs(Action.PRIVACY)
def twice() -> Response:
    """Who may stand there twice."""
    pairs = merging.likely(db.session, actor())
    rows = {key: people.find_person(db.session, actor(), key) for pair in pairs for key in pair}
    names = told_apart({key: row.name for key, row in rows.items()})
    return make_response(render_template("people_twice.html", pairs=pairs, rows=rows, names=names))


@blueprint.get("/verein/leute/<int:person_id>")
@needs(Action.PRIVACY)
def person(person_id: int) -> BaseResponse:
    """What is known of somebody, and what can be done with it; of who was merged, the page of who stands for him."""
    one = people.who(db.session, actor(), person_id)
    return person_page(person_id) if one == person_id else redirect(url_for("people.person", person_id=one))


@blueprint.post("/verein/leute/<int:person_id>")
@needs(Action.PRIVACY)
@checks_itself
def change(person_id: int) -> BaseResponse:
    """Change what is known of somebody."""
    people.find_person(db.session, actor(), person_id)
    form = PersonForm(formdata=request.form)
    if not form.validate():
        return person_page(person_id, form, status=400)
    try:
        people.change(db.session, actor(), person_id, form.typed(), zone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return person_page(person_id, form, status=422)
    shelf().clear()  # papers have the name of before
    flash(_("Gespeichert."))
    return redirect(url_for("people.person", person_id=person_id), 303)


def person_page(
    person_id: int,
    form: PersonForm | None = None,
    farewell: FarewellForm | None = None,
    other: OtherForm | None = None,
    status: int = 200,
) -> Response:
    """Show what is known of somebody, with a form that was refused among the fresh ones."""
    who, found = actor(), people.find_person(db.session, actor(), person_id)
    accounts = privacy.accounts_of_club(db.session, who)
    pairs = merging.likely(db.session, who, person_id)
    likely = [people.find_person(db.session, who, sum(pair) - person_id) for pair in pairs]
    html = render_template(
        "person.html",
        person=found,
        nameless=people.is_nameless(found),
        accounts=accounts,
        edit=form.offer(person_id) if form else PersonForm.of(found),
        farewell=farewell or FarewellForm(accounts, formdata=None),
        other=other or OtherForm(formdata=None),
        merged=merging.merged_with(db.session, who, person_id),
        likely=likely,
        names=told_apart({one.id: one.name for one in likely}),
    )
    return make_response(html, status)
