"""A tournament on paper and as files: its standings, certificates, and the rules by which it is played."""

from flask import Blueprint, Response, jsonify, request

from scorebook.exchange.tournament_results import results_json
from scorebook.reports.spreadsheet import csv_file, xlsx_file
from scorebook.reports.tournament.grid import standings_grid
from scorebook.reports.tournament.result_papers import heading, standings_page
from scorebook.services.access import Action
from scorebook.services.tournament import result_papers as services
from scorebook.services.tournament.results import results
from scorebook.store.db import db
from scorebook.web.files import file
from scorebook.web.papers_form import ProofForm
from scorebook.web.printing import printed
from scorebook.web.texts import gettext as _
from scorebook.web.tournament.places import see, show
from scorebook.web.tournament.standings import asked
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("tournament_files", __name__, url_prefix="/turniere/<int:tournament_id>")


@blueprint.get("/stand.pdf")
@needs(Action.READ)
def standings(tournament_id: int) -> Response:
    """The standings; those of one round, or after one, where the address says so."""
    found = services.printed_of(db.session, asked(tournament_id))
    return printed(standings_page(found, _), f"{found.about.name} {heading(found, _)}")


@blueprint.get("/urkunden.pdf")
@needs(Action.READ)
def certificates(tournament_id: int) -> Response:
    """Certificates for the first three, and for the first of each other award."""
    found = results(db.session, actor(), tournament_id)
    return printed(services.certificates_page(db.session, found, _), f"{_('Urkunden')} {found.seen.row.name}")


@blueprint.get("/regeln.pdf")
@needs(Action.READ)
def rules(tournament_id: int) -> Response:
    """What holds at it, for the wall."""
    seen = see(tournament_id)
    return printed(services.rules_page(db.session, actor(), seen, _), f"{_('Regeln')} {seen.row.name}")


@blueprint.get("/stand.csv")
@needs(Action.READ)
def csv(tournament_id: int) -> Response:
    """Everybody with all that he has, for a spreadsheet."""
    found = services.printed_of(db.session, asked(tournament_id))
    return file(csv_file(standings_grid(found, _), _), f"{found.about.name} {heading(found, _)}", "csv")


@blueprint.get("/stand.xlsx")
@needs(Action.READ)
def xlsx(tournament_id: int) -> Response:
    """The same as XLSX."""
    found = services.printed_of(db.session, asked(tournament_id))
    return file(xlsx_file([standings_grid(found, _)]), f"{found.about.name} {heading(found, _)}", "xlsx")


@blueprint.get("/stand.json")
@needs(Action.READ)
def json(tournament_id: int) -> Response:
    """The same for programs."""
    found = services.printed_of(db.session, asked(tournament_id))
    title = found.about.name, found.about.day
    return jsonify(results_json(title, found.rounds, found.lines, found.teams, found.names, found.profiles))


@blueprint.get("/stand/pruefen")
@needs(Action.READ)
def prove(tournament_id: int) -> Response:
    """Hold a check code that stands on printed standings against the book."""
    form = ProofForm(formdata=request.args)
    found = services.prove(db.session, actor(), tournament_id, form.zeichen.data or "")
    if found is None and "zeichen" in request.args:
        form.refuse()
    status = 400 if any(form.wrong()) else 200
    return show("proof.html", see(tournament_id), "standings", status, form=form, proof=found)
