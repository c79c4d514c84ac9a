"""The public page of a season: the standings for whoever has the address, to read only."""

from flask import Blueprint, Response, make_response, render_template

from scorebook.services.standings_sharing import shared_page
from scorebook.store.db import db
from scorebook.web.security import secret_key, secretive
from scorebook.web.standings import asking, table, wish
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import public
from scorebook.wording import league as words

blueprint = Blueprint("standings_public", __name__)


@blueprint.get("/stand/<handle>")
@public
@secretive
def show(handle: str) -> Response:
    """A page of the standings, without anything that only members see."""
    page = shared_page(db.session, secret_key(), handle, wish(), _)
    html = render_template(
        "standings_public.html",
        page=page,
        season=page.season.season,
        table=table(page),
        handle=handle,
        **asking(page.season, handle=handle),
        measures=words.MEASURES,
    )
    return make_response(html)
