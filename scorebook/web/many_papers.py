"""The papers of many evenings at once, or all of a tournament: which, how far they are, and the ZIP file."""

import re
import threading

from flask import Blueprint, Flask, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import DateField
from wtforms.validators import Optional

from scorebook.errors import ConflictError
from scorebook.services import RefusedError, paper_jobs
from scorebook.services.access import Action
from scorebook.services.tournament.all_papers import Address
from scorebook.settings import Settings
from scorebook.store.db import db
from scorebook.web.fields import TextsField
from scorebook.web.files import file, file_name
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.tournament.places import see
from scorebook.web.tournament.seats import cards_address
from scorebook.web.visitor import actor, needs

ID = re.compile(r"[0-9]{1,9}")

blueprint = Blueprint("many_papers", __name__)


class RangeForm(PageForm):
    """From when until when. It is sent by GET and changes nothing: it needs no token."""

    class Meta(PageForm.Meta):
        """As all forms, but without a token."""

        csrf = False

    von = DateField(_("Von"), [Optional()])
    bis = DateField(_("Bis"), [Optional()])


class ChosenForm(PageForm):
    """Which evenings."""

    evenings = TextsField(_("Welche Abende?"))

    def chosen(self) -> list[int]:
        """Give the evenings that were ticked."""
        return [int(text) for text in self.evenings.data or () if ID.fullmatch(text)]


@blueprint.get("/blaetter")
@needs(Action.READ)
def ask() -> Response:
    """Which evenings; those of a time are listed, and all of them ticked."""
    return _page(ChosenForm(formdata=None))


@blueprint.post("/blaetter")
@needs(Action.READ)
@checks_itself
def begin() -> BaseResponse:
    """Begin to make them, and go to the page that says how far they are."""
    form = ChosenForm(formdata=request.form)
    if not form.validate():
        return _page(form, 400)
    try:
        job_id = paper_jobs.begin_job(db.session, actor(), form.chosen(), gettext.code)
        _run(job_id)
    except RefusedError as error:
        form.show(error.findings)
        return _page(form, 422)
    except ConflictError as error:
        form.top.append(error.told(gettext))
        return _page(form, 409)
    return redirect(url_for("many_papers.show", job_id=job_id), 303)


@blueprint.post("/turniere/<int:tournament_id>/papiere")
@needs(Action.DOOR)
def begin_tournament(tournament_id: int) -> BaseResponse:
    """Begin to make all papers of a tournament, and go to the page that says how far they are.

    Whoever does not say that he wants all is led to where they are, one by one.
    """
    seen = see(tournament_id)
    if not request.form.get("alle"):
        return redirect(url_for("tournament_papers.papers_page", tournament_id=seen.row.id), 303)
    job_id = paper_jobs.begin_tournament_job(db.session, actor(), tournament_id, gettext.code)
    _run(job_id)
    return redirect(url_for("many_papers.show", job_id=job_id), 303)


@blueprint.get("/blaetter/<int:job_id>")
@needs(Action.READ)
def show(job_id: int) -> Response:
    """How far they are. The page loads itself again as long as they are made; the book goes on meanwhile."""
    return make_response(render_template("papers.html", job=paper_jobs.job_state(db.session, actor(), job_id)))


@blueprint.post("/blaetter/<int:job_id>/abbrechen")
@needs(Action.READ)
def cancel(job_id: int) -> BaseResponse:
    """Stop making them; what is made stays."""
    paper_jobs.cancel_job(db.session, actor(), job_id)
    return redirect(url_for("many_papers.show", job_id=job_id), 303)


@blueprint.post("/blaetter/<int:job_id>/weiter")
@needs(Action.READ)
def go_on(job_id: int) -> BaseResponse:
    """Go on where they were interrupted or stopped; those that could not be made are tried again."""
    _run(job_id)
    return redirect(url_for("many_papers.show", job_id=job_id), 303)


@blueprint.get("/blaetter/<int:job_id>.zip")
@needs(Action.READ)
def download(job_id: int) -> Response:
    """The papers that are made, in one file."""
    job = paper_jobs.job_state(db.session, actor(), job_id)
    content = paper_jobs.job_zip(db.session, actor(), job_id, file_name)
    title = f"{gettext('Abrechnungen')} {job.begun:%Y-%m-%d}"
    if job.tournament_id is not None:
        title = see(job.tournament_id).row.name
    return file(content, title, "zip", etag=False)


def _run(job_id: int) -> None:
    """Make the papers of a job in a thread of this process; the pool works, the database knows how far it is."""
    runner = paper_jobs.take_job(db.session, actor(), job_id)
    tournament_id = paper_jobs.job_state(db.session, actor(), job_id).tournament_id
    address = None if tournament_id is None else cards_address(see(tournament_id))
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    threading.Thread(target=_make, args=(app, job_id, runner, address), name=f"papers-{job_id}", daemon=True).start()


def _make(app: Flask, job_id: int, runner: str, address: Address) -> None:
    settings: Settings = app.config["SETTINGS"]
    with app.app_context():
        paper_jobs.run_job(db.session, job_id, runner, settings.timezone, address=address)


def _page(form: ChosenForm, status: int = 200) -> Response:
    """Show the evenings of the time that was asked for."""
    span = RangeForm(formdata=request.args)
    valid = span.validate()
    found = paper_jobs.choose(db.session, actor(), span.von.data, span.bis.data) if valid else ()
    html = render_template(
        "choose_papers.html",
        form=form,
        span=span,
        found=found,
        jobs=paper_jobs.newest_jobs(db.session, actor()),
        most=paper_jobs.MOST,
        ticked=set(form.chosen()) if form.is_submitted() else {one.id for one in found},
    )
    return make_response(html, status if valid else 400)
