"""Evenings: the list, a new one, the overview and what can be taken away from it."""

from typing import Any
from uuid import uuid4

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse
from wtforms.fields.choices import SelectChoice

from scorebook.exchange import evening_text
from scorebook.ledger.evening import Evening
from scorebook.reports import charts, view
from scorebook.services import RefusedError, closing, evenings, naming, rulesets, season_evenings, stock
from scorebook.services.access import Action, Actor, Role
from scorebook.services.server_backups import is_warning
from scorebook.services.tournament import sheets
from scorebook.store.db import db
from scorebook.store.rulesets import KeptRuleSet
from scorebook.store.stock import KeptStock
from scorebook.web import backups
from scorebook.web.cash_form import CarryForm
from scorebook.web.clock import timezone, today
from scorebook.web.end_form import end_form
from scorebook.web.evening_form import EveningForm, ReasonForm
from scorebook.web.events import told
from scorebook.web.files import file
from scorebook.web.levies_form import LevyForm
from scorebook.web.paying_form import PayForm, RoundingForm
from scorebook.web.price_form import PriceForm
from scorebook.web.seasons_form import PlaceForm, season_choices
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, may, needs, signed_in

blueprint = Blueprint("evenings", __name__)


@blueprint.get("/")
@signed_in
def start() -> BaseResponse:
    """The newest evenings, or those that are older than `vor`; where there is none yet, the way to the first.

    Who came by a link sees his evening instead.
    """
    who = actor()
    if who.evening_id is not None:
        return redirect(_place_of(who), 303)
    before = request.args.get("vor", type=int)
    page = evenings.list_evenings(db.session, who, before)
    if not page.evenings and may("start_evening"):
        return redirect(url_for("evenings.new" if before is None else "evenings.start"))
    warned = is_warning(db.session, who, backups.folder())
    return make_response(render_template("start.html", page=page, before=before, warned=warned))


def _place_of(who: Actor) -> str:
    """Give where somebody with a link goes on: a screen to the wall, a tablet to its table, if it is but one."""
    if Role.WALL in who.roles:
        return url_for("wall.show", evening_id=who.evening_id)
    if who.sheet_id is not None:
        return url_for("sheets.show", sheet_id=who.sheet_id)
    sheets = evenings.load_evening(db.session, who, who.evening_id or 0).sheets
    if len(sheets) == 1:
        return url_for("sheets.show", sheet_id=sheets[0].id)
    return url_for("evenings.show", evening_id=who.evening_id)


@blueprint.get("/abende/neu")
@needs(Action.START_EVENING)
def new() -> Response:
    """The form that starts an evening."""
    return _new_page(EveningForm(today(), _own(), _kept(), _seasons(), formdata=None))


@blueprint.post("/abende/neu")
@needs(Action.START_EVENING)
@checks_itself
def create() -> BaseResponse:
    """Start an evening and go to its sheet."""
    form = EveningForm(today(), _own(), _kept(), _seasons(), formdata=request.form)
    if not form.validate():
        return _new_page(form, 400 if form.stale else 422)
    try:
        started = evenings.start_evening(db.session, actor(), form.evening(), timezone=timezone())
    except RefusedError as error:
        form.show(error.findings)
        return _new_page(form, 422)
    return redirect(url_for(form.next_page, sheet_id=started.sheet_id), 303)


@blueprint.get("/abende/<int:evening_id>")
@needs(Action.READ)
def show(evening_id: int) -> Response:
    """The overview: totals, course, who pays whom, the sheets; it ends the evening, or opens it again."""
    return overview(evening_id)


def overview(evening_id: int, status: int = 200, **refused: Any) -> Response:
    """Show the overview, with the form that was refused under its name.

    `form` asks why the evening is opened again, `ending` what becomes of its Stocks, `price` what a Strich or a point
    costs, `rounding` to how many cents people pay; `paying` is about one of the payments that are open,
    `carrying` about what somebody has open, `levying` about what is due besides the games, `placing` about its season,
    `handing` about the list of a tournament's table.
    """
    evening = load(evening_id)
    happened = closing.history(db.session, actor(), evening_id)
    html = render_template(
        "evening.html",
        evening=evening,
        evening_id=evening_id,
        paper=view.abrechnung(evening, _, timezone()),
        people=view.as_they_sit(evening),
        games=sum(len(sheet.standing) for sheet in evening.sheets),
        events=told(evening.begun, happened, evening.unit, tables=len(evening.sheets)),
        **_forms(evening, refused),
        tournament=sheets.whereabouts(db.session, actor(), evening_id, evening),
        **_season(evening_id, refused.get("placing")),
        handing=refused.get("handing"),
        fresh=uuid4,
    )
    return make_response(html, status)


def _forms(evening: Evening, refused: dict[str, Any]) -> dict[str, Any]:
    """Give the forms of the overview: those that were refused, else fresh ones."""
    return {
        "form": refused.get("form") or ReasonForm(formdata=None),
        "price": (refused.get("price") or PriceForm.of(evening)).offer(evening),
        "paying": refused.get("paying") or PayForm(formdata=None),
        "rounding": (refused.get("rounding") or RoundingForm.of(evening)).offer(),
        "levying": (refused.get("levying") or LevyForm(formdata=None)).offer(evening),
        "carrying": refused.get("carrying") or CarryForm(formdata=None),
        "ending": refused.get("ending") or end_form(evening, formdata=None),
    }


def _season(evening_id: int, refused: PlaceForm | None) -> dict[str, Any]:
    """Give the season of an evening, and the form that puts it into another, for who may."""
    who = actor()
    season = season_evenings.season_of(db.session, who, evening_id)
    if not may("season", evening_id):
        return {"season": season, "placing": None}
    offered = season_evenings.open_seasons(db.session, who)
    return {"season": season, "placing": (refused or PlaceForm(formdata=None)).offer(offered, season)}


@blueprint.get("/abende/<int:evening_id>/verlauf-<any(light, dark):scheme>.svg")
@needs(Action.READ)
def course(evening_id: int, scheme: str) -> Response:
    """The course of the evening as a picture."""
    return picture(charts.course_chart(load(evening_id), scheme, _))


def picture(svg: bytes) -> Response:
    """Give a picture, and nothing to a browser that has it."""
    answer = Response(svg, mimetype="image/svg+xml")
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/abende/<int:evening_id>.json")
@needs(Action.READ)
def export(evening_id: int) -> Response:
    """The evening in the exchange format."""
    evening = load(evening_id)
    return file(evening_text(evening).encode(), called(evening), "json")


def load(evening_id: int) -> Evening:
    """Read an evening."""
    return evenings.load_evening(db.session, actor(), evening_id)


def _new_page(form: EveningForm, status: int = 200) -> Response:
    known = naming.suggestions(db.session, actor())
    return make_response(render_template("new_evening.html", form=form, known=known), status)


def _own() -> tuple[KeptRuleSet, ...]:
    return rulesets.own_rule_sets(db.session, actor())


def _kept() -> tuple[KeptStock, ...]:
    return stock.kept_stocks(db.session, actor())


def _seasons() -> list[SelectChoice]:
    who = actor()
    return season_choices(
        season_evenings.open_seasons(db.session, who), season_evenings.fitting_season(db.session, who, today())
    )


def called(evening: Evening) -> str:
    """Call the files of an evening after its day and round: in a folder they stand in the order of the days."""
    return f"{evening.date} {evening.club}"
