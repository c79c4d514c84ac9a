"""The keys for programs of whoever is logged in: make one and see it once, take one back."""

from datetime import UTC, datetime

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField

from scorebook.services import RefusedError, tokens
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import db
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself, secretive
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.web.visitor import actor, with_account

blueprint = Blueprint("tokens", __name__)


class TokenForm(PageForm):
    """What a key is for."""

    name = StringField(_("Wofür ist er?"), render_kw={"maxlength": NAME_LENGTH, "autocomplete": "off"})


@blueprint.get("/konto/tokens")
@with_account
def show() -> Response:
    """The keys that there are, and the form that makes one."""
    return _page(TokenForm(formdata=None))


@blueprint.post("/konto/tokens")
@with_account
@checks_itself
@secretive
def create() -> Response:
    """Make a key and show it, this once: no address and no cookie keeps it."""
    form = TokenForm(formdata=request.form)
    if not form.validate():
        return _page(form, 400)
    try:
        secret = tokens.make_token(db.session, actor(), form.name.data or "")
    except RefusedError as error:
        form.show(error.findings)
        return _page(form, 422)
    return _page(TokenForm(formdata=None), 201, secret)


@blueprint.post("/konto/tokens/<int:token_id>/zuruecknehmen")
@with_account
def revoke(token_id: int) -> BaseResponse:
    """Take a key back."""
    tokens.revoke_token(db.session, actor(), token_id)
    flash(gettext("Der Schlüssel ist zurückgenommen."))
    return redirect(url_for("tokens.show"), 303)


def _page(form: TokenForm, status: int = 200, secret: str = "") -> Response:
    now, made = datetime.now(UTC), tokens.own_tokens(db.session, actor())
    html = render_template(
        "tokens.html",
        form=form,
        secret=secret,
        open=[token for token in made if token.open_at(now)],
        closed=[token for token in made if not token.open_at(now)],
    )
    return make_response(html, status)
