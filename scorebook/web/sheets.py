"""The sheet of a table: recording games, looking at one, taking one back."""

from uuid import UUID, uuid4

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange import parse_game
from scorebook.services import RefusedError, cancelling, recording, stand
from scorebook.services.access import Action
from scorebook.services.later import LaterError
from scorebook.store.db import db
from scorebook.web.answers import Answers
from scorebook.web.book import Book
from scorebook.web.entry_form import EntryForm
from scorebook.web.evening_form import ReasonForm
from scorebook.web.history import history
from scorebook.web.later import in_words
from scorebook.web.played import played
from scorebook.web.refusals import accepted, not_written
from scorebook.web.ruled import with_ruling
from scorebook.web.security import checks_itself, token_holds
from scorebook.web.texts import gettext as _
from scorebook.web.texts import speak_of
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("sheets", __name__)


@blueprint.get("/listen/<int:sheet_id>")
@needs(Action.READ)
def show(sheet_id: int) -> Response:
    """The sheet with a fresh form, or with one filled like the game that `vorlage` names, or as the referee ruled.

    `spiel` names a game of which to say what was just done.
    """
    version = stand.sheet_stand(db.session, actor(), sheet_id).version  # what comes after it, the page asks for
    book = Book.of(sheet_id)
    model = book.named("vorlage")
    fresh = with_ruling(book.fresh()) if model is None else book.offer(EntryForm(formdata=None)).fill(model.game)
    return book.page(fresh, version=version)


@blueprint.post("/listen/<int:sheet_id>/spiele")
@needs(Action.RECORD)
@checks_itself
def record(sheet_id: int) -> BaseResponse:
    """Record a game. Refused, the page comes again, with the reasons at their fields and everything that was typed."""
    answers = Answers(request.form)
    if any(answers.wrong()) or not token_holds():
        form = EntryForm(formdata=request.form)
        form.complete(answers)
        return Book.of(sheet_id).again(form, 400 if form.stale else 422)
    try:
        done = _record(sheet_id, answers)
    except (ScorebookError, DBAPIError) as error:
        return not_written(Book.of(sheet_id), EntryForm(formdata=request.form), error)
    if done.differs:
        form = EntryForm(formdata=request.form)
        form.uuid.data = uuid4()
        return Book.of(sheet_id).overtaken(form, _("Dieses Formular ist schon eingetragen. Ist das ein neues Spiel?"))
    sheet = request.script_root + request.path.removesuffix("/spiele")
    return redirect(f"{sheet}?spiel={done.game.uuid}", 303)


def _record(sheet_id: int, answers: Answers) -> recording.Recorded:
    """Record a game. Neither form nor sheet is built for it: a game that goes through takes the shortest way."""
    return recording.record_game(
        db.session,
        actor(),
        sheet_id,
        answers.uuid,
        parse_game(answers.game()),
        after_number=answers.after_number,
        seated=answers.seated,
        accept=accepted(),
    )


@blueprint.get("/spiele/<uuid:uuid>")
@needs(Action.READ)
def game(uuid: UUID) -> Response:
    """One game: the sum in words, its history, and the form that takes it back."""
    return _game_page(uuid, ReasonForm(formdata=None))


@blueprint.post("/spiele/<uuid:uuid>/stornieren")
@needs(Action.CANCEL)
@checks_itself
def cancel(uuid: UUID) -> BaseResponse:
    """Take a game back, with a reason."""
    form = ReasonForm(formdata=request.form)
    if not form.validate():
        return _game_page(uuid, form, 400)
    reason = form.reason.data or ""
    try:
        done = cancelling.cancel_game(db.session, actor(), uuid, reason, accept=accepted())
    except LaterError as error:
        return _game_page(uuid, form, 422, error)
    except RefusedError as error:
        form.show(error.findings)
        return _game_page(uuid, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _game_page(uuid, form, 409)
    return redirect(url_for("sheets.show", sheet_id=done.sheet_id, spiel=uuid), 303)


def _game_page(uuid: UUID, form: ReasonForm, status: int = 200, error: LaterError | None = None) -> Response:
    book, recorded = Book.with_game(uuid)
    rules = book.evening.rule_sets[recorded.rule_set].rules
    names = book.names(recorded.number)
    speak_of(rules.words.cards)
    html = render_template(
        "game.html",
        book=book,
        evening=book.evening,
        recorded=recorded,
        rules=rules,
        names=names,
        form=form,
        played=played(recorded.game, rules, names),
        history=history(book.evening, book.sheet, recorded.number),
        later=error and in_words(book, error),
        accepted=(),
        current=book.sheet.versions(recorded.number)[-1],
        name=wording.game_name(recorded.game, _),
        who=wording.who(recorded.game, names, recorded.score),
        extras=wording.extras(recorded.game, recorded.score, rules, names, _),
        sum=wording.sum_in_words(recorded.score, rules.unit, _),
    )
    return make_response(html, status)
