"""The years of the cash book: added up, and closed."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.services import ConfirmError, RefusedError, cash_closing
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.cash_form import YearForm
from scorebook.web.clock import timezone
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("cash_closing", __name__, url_prefix="/kasse/abschluss")


@blueprint.get("")
@needs(Action.CASH)
def overview() -> Response:
    """All years, with what they came to."""
    years = cash_closing.year_ends(db.session, actor(), timezone=timezone())
    return make_response(render_template("cash_years.html", years=years))


@blueprint.get("/<int:year>")
@needs(Action.CASH)
def show(year: int) -> Response:
    """A year added up, and the way to close it."""
    return _page(year, YearForm(formdata=None))


@blueprint.post("/<int:year>")
@needs(Action.CASH)
@checks_itself
def close(year: int) -> BaseResponse:
    """Ask once more, then close it."""
    form = YearForm(formdata=request.form)
    if not form.validate():
        return _page(year, form, 400)
    try:
        cash_closing.close_year(db.session, actor(), year, form.typed, timezone=timezone())
    except ConfirmError as error:
        form.notices.extend(wording.message(finding, _) for finding in error.findings)
        return _page(year, form, 409, asked=True)
    except RefusedError as error:
        form.show(error.findings)
        return _page(year, form, 422, asked=True)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(year, form, 409)
    flash(_("Das Jahr %(year)d ist abgeschlossen.", year=year))
    return redirect(url_for("cash_closing.show", year=year), 303)


def _page(year: int, form: YearForm, status: int = 200, *, asked: bool = False) -> Response:
    found = cash_closing.year_end(db.session, actor(), year, timezone=timezone())
    obstacle = _(found.obstacle, year=found.obstacle_year) if found.obstacle else ""
    html = render_template("cash_year.html", end=found, obstacle=obstacle, form=form, asked=asked)
    return make_response(html, status)
