"""The people of the club: what the book has of somebody, and his name that goes."""

import json

from flask import Blueprint, Response, flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook.services import RefusedError, people, privacy
from scorebook.services.access import Action
from scorebook.services.privacy import Farewell
from scorebook.store.db import db
from scorebook.web.farewell_form import FarewellForm
from scorebook.web.files import file
from scorebook.web.people import person_page
from scorebook.web.printing import shelf
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("privacy", __name__)


@blueprint.get("/verein/leute/<int:person_id>/daten.json")
@needs(Action.PRIVACY)
def export(person_id: int) -> Response:
    """All that the book has of somebody, and of his account where `zugang` names it."""
    account_id = request.args.get("zugang", type=int)
    data = privacy.export_person(db.session, actor(), person_id, account_id)
    return as_file(data, data["name"])


@blueprint.post("/verein/leute/<int:person_id>/namenlos")
@needs(Action.PRIVACY)
@checks_itself
def anonymise(person_id: int) -> BaseResponse:
    """Let go of somebody's name."""
    who = actor()
    people.find_person(db.session, who, person_id)
    form = FarewellForm(privacy.accounts_of_club(db.session, who), formdata=request.form)
    if not form.validate():
        return person_page(person_id, farewell=form, status=400)
    try:
        new = privacy.anonymise(db.session, who, person_id, Farewell(form.sure.data or "", form.account_id))
    except RefusedError as error:
        form.show(error.findings)
        return person_page(person_id, farewell=form, status=422)
    shelf().clear()  # papers still have the name
    flash(_("Der Name ist gelöscht. Im Buch steht jetzt %(name)s.", name=new))
    return redirect(url_for("people.person", person_id=person_id), 303)


def as_file(data: dict[str, object], name: str) -> Response:
    """Give data as a JSON file to keep, named after whose they are."""
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return file(text.encode(), name, "json")
