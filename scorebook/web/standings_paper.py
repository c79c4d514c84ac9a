"""The standings of a season on paper and for spreadsheets: A4, A3 for the wall, certificates, CSV and XLSX."""

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.errors import ConflictError, NotFoundError
from scorebook.reports import standings_paper as papers
from scorebook.reports.spreadsheet import csv_file, xlsx_file
from scorebook.reports.standings_grid import standings_grid
from scorebook.reports.standings_paper import Paper
from scorebook.services.access import Action
from scorebook.services.standings import Wish, season_of
from scorebook.services.standings_whole import paper_of
from scorebook.services.standings_whole import prove as proof_of
from scorebook.store.db import db
from scorebook.web.clock import today
from scorebook.web.files import file
from scorebook.web.papers_form import ProofForm
from scorebook.web.printing import printed
from scorebook.web.standings import wish
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("standings_paper", __name__, url_prefix="/saisons/<int:season_id>")


@blueprint.get("/stand.pdf")
@needs(Action.READ)
def paper(season_id: int) -> Response:
    """The standings, in the `format` that the address names (A4 if none), with the row of its `person` marked."""
    style = request.args.get("format", papers.A4)
    if style not in papers.STYLES:
        raise NotFoundError("Dieses Format gibt es nicht.")
    found = _paper(season_id)
    return printed(papers.page(found, _, style=style), _called(found))


@blueprint.get("/urkunden.pdf")
@needs(Action.READ)
def certificates(season_id: int) -> Response:
    """Certificates for the first three places; of those who share one, for each."""
    found = _paper(season_id)
    if not any(one.row.rank for one in found.entries):
        raise ConflictError("Noch hat keiner einen Platz.")
    return printed(papers.certificates(found, _), f"{_('Urkunden')} {found.title}")


@blueprint.get("/stand.csv")
@needs(Action.READ)
def csv(season_id: int) -> Response:
    """Everybody with all of his evenings, for a spreadsheet."""
    found = _paper(season_id, most=None)
    return file(csv_file(standings_grid(found, _), _), _called(found), "csv")


@blueprint.get("/stand.xlsx")
@needs(Action.READ)
def xlsx(season_id: int) -> Response:
    """The same as XLSX."""
    found = _paper(season_id, most=None)
    return file(xlsx_file([standings_grid(found, _)]), _called(found), "xlsx")


def _called(found: Paper) -> str:
    return f"{_('Rangliste')} {found.title}"


@blueprint.get("/stand/pruefen")
@needs(Action.READ)
def prove(season_id: int) -> Response:
    """Hold a check code that stands on printed standings against the book."""
    season = season_of(db.session, actor(), season_id, Wish())
    form = ProofForm(formdata=request.args)
    found = proof_of(db.session, actor(), season_id, form.zeichen.data or "")
    if found is None and "zeichen" in request.args:
        form.refuse()
    html = render_template("standings_proof.html", season=season.season, form=form, proof=found)
    return make_response(html, 400 if any(form.wrong()) else 200)


def _paper(season_id: int, *, most: int | None = papers.MOST) -> Paper:
    own = request.args.get("person", None, type=int)
    return paper_of(db.session, actor(), season_id, wish(), today(), own=own, most=most)
