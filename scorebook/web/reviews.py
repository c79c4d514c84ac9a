"""Looking back: on a year of the club, and on a season, as a page and on paper; the book of a season or a year."""

from flask import Blueprint, Response, make_response, render_template, request

from scorebook.reports import looking_back
from scorebook.reports.charts import line_chart
from scorebook.reports.looking_back import Final
from scorebook.reports.review_view import review_title, review_view
from scorebook.reports.season_charts import season_lines
from scorebook.services import review
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.store.review import Course, Review
from scorebook.web.evenings import picture
from scorebook.web.players import BESIDE
from scorebook.web.printing import printed
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("reviews", __name__)

MOST_SHOWN = 50
"""People in the table of a page; on paper stand all."""


@blueprint.get("/rueckblick")
@needs(Action.READ)
def years() -> Response:
    """The years on which there is something to look back."""
    return make_response(render_template("years.html", years=review.years(db.session, actor())))


@blueprint.get("/rueckblick/<int:year>")
@needs(Action.READ)
def year(year: int) -> Response:
    """A year of the club, looked back on."""
    return _page(review.year_review(db.session, actor(), year))


@blueprint.get("/saisons/<int:season_id>/rueckblick")
@needs(Action.READ)
def season(season_id: int) -> Response:
    """A season, looked back on."""
    return _page(review.season_review(db.session, actor(), season_id))


def _page(found: Review) -> Response:
    view = review_view(found, _)
    fits = review.fits_a_book(section.numbers for section in found.sections)
    html = render_template("review.html", review=found, view=view, most=MOST_SHOWN, fits=fits)
    return make_response(html)


@blueprint.get("/rueckblick/<int:year>/verlauf-<any(light, dark):scheme>.svg")
@needs(Action.READ)
def year_course(year: int, scheme: str) -> Response:
    """The course of a year as a picture, in the measure that the address names."""
    return _drawn(review.year_course(db.session, actor(), year, request.args.get("einheit", "")), scheme)


@blueprint.get("/saisons/<int:season_id>/verlauf-<any(light, dark):scheme>.svg")
@needs(Action.READ)
def season_course(season_id: int, scheme: str) -> Response:
    """The course of a season as a picture, in the measure that the address names."""
    return _drawn(review.season_course(db.session, actor(), season_id, request.args.get("einheit", "")), scheme)


def _drawn(course: Course, scheme: str) -> Response:
    return picture(line_chart(season_lines(course, _("Verlauf über die Abende"), _), scheme, _, BESIDE))


@blueprint.get("/rueckblick/<int:year>.pdf")
@needs(Action.READ)
def year_paper(year: int) -> Response:
    """The same year on paper."""
    return _printed(review.year_review(db.session, actor(), year))


@blueprint.get("/saisons/<int:season_id>/rueckblick.pdf")
@needs(Action.READ)
def season_paper(season_id: int) -> Response:
    """The same season on paper."""
    return _printed(review.season_review(db.session, actor(), season_id))


def _printed(found: Review) -> Response:
    return printed(looking_back.review_page(found, _finals(found), _), f"{found.club} {review_title(found, _)}")


@blueprint.get("/rueckblick/<int:year>/buch.pdf")
@needs(Action.READ)
def year_book(year: int) -> Response:
    """The book of a year: all of it, and every evening."""
    return _bound(review.year_review(db.session, actor(), year, book=True))


@blueprint.get("/saisons/<int:season_id>/buch.pdf")
@needs(Action.READ)
def season_book(season_id: int) -> Response:
    """The book of a season: all of it, and every evening."""
    return _bound(review.season_review(db.session, actor(), season_id, book=True))


def _bound(found: Review) -> Response:
    return printed(
        looking_back.book_page(found, _finals(found), _), f"{_('Buch')} {found.club} {review_title(found, _)}"
    )


def _finals(found: Review) -> tuple[Final, ...]:
    """Give the final standings; of a year there are none."""
    return () if found.season_id is None else review.finals(db.session, actor(), found.season_id)
