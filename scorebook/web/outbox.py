"""Games out of a tablet's outbox: one at a time, as it kept them, answered in words that it can show.

The page sends what FORMAT.md 6 describes. Whatever is not written goes back to the person, who has it still.
"""

from collections.abc import Iterable
from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, jsonify, request

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.exchange import ShapeError, load_json
from scorebook.exchange.wishes import Record, parse_record
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Finding, Game
from scorebook.services import ConfirmError, RefusedError, recording
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.lines import in_words
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs

blueprint = Blueprint("outbox", __name__)


@blueprint.post("/listen/<int:sheet_id>/ausgang")
@needs(Action.RECORD)
def take(sheet_id: int) -> tuple[Response, int]:
    """Record a game; the same UUID again answers with the first result and writes nothing."""
    try:
        uuid, sent = _read(sheet_id)
    except ShapeError as error:
        return _refused(sheet_id, error.findings)
    try:
        done = _record(sheet_id, uuid, sent)
    except (RefusedError, ConfirmError) as error:
        return _refused(sheet_id, error.findings)
    except ConflictError as error:
        return _conflict(sheet_id, error, sent)
    if done.differs:
        text = _("Dieses Spiel ist schon eingetragen, anders als hier.")
        return _answer(HTTPStatus.CONFLICT, message=text, known=True, number=done.game.number)
    status = HTTPStatus.OK if done.repeated else HTTPStatus.CREATED
    return _answer(status, number=done.game.number)


def _read(sheet_id: int) -> tuple[UUID, Record]:
    """Read what was sent. Raises `ShapeError`, also where it is for another table or does not say which game it is."""
    sent = parse_record(load_json(request.get_data()))
    if sent.uuid is None:
        raise ShapeError([Finding("key.missing", "uuid", {"key": "uuid"})])
    if sent.sheet not in (None, sheet_id):
        raise ShapeError([Finding("value.choice", "sheet", {"key": "sheet"})])
    return sent.uuid, sent


def _record(sheet_id: int, uuid: UUID, sent: Record) -> recording.Recorded:
    return recording.record_game(
        db.session,
        actor(),
        sheet_id,
        uuid,
        sent.game,
        after_number=sent.after_number,
        seated=sent.seated,
        accept=sent.accept,
    )


def _answer(status: HTTPStatus, **said: object) -> tuple[Response, int]:
    answer = jsonify({"ok": status < HTTPStatus.BAD_REQUEST, **said})
    answer.cache_control.no_store = True
    return answer, status


def _refused(sheet_id: int, findings: Iterable[Finding]) -> tuple[Response, int]:
    """Say why it is not written, in the words that its form would have at its fields."""
    book = Book.of(sheet_id)
    names = book.names(book.sheet.next_number)
    told = dict.fromkeys(wording.message(finding, _, names) for finding in findings)
    return _answer(HTTPStatus.UNPROCESSABLE_ENTITY, message=" ".join(told))


def _conflict(sheet_id: int, error: ConflictError, sent: Record) -> tuple[Response, int]:
    """Say what happened meanwhile: which games came since, and whether one of them looks the same."""
    book = Book.of(sheet_id)
    known = book.sheet.next_number - 1 if sent.after_number is None else sent.after_number
    since = [game for game in book.sheet.standing if game.number > known]
    return _answer(
        HTTPStatus.CONFLICT,
        message=error.told(_),
        last_number=book.sheet.next_number - 1,
        ended=book.evening.ended is not None,
        since=[{"said": _said(book, game), "same": _looks_the_same(game.game, sent.game)} for game in since],
    )


def _said(book: Book, game: RecordedGame) -> str:
    rules = book.evening.rule_sets[game.rule_set].rules
    return _("Spiel %(number)d: %(said)s", number=game.number, said=in_words(book.names(game.number), game, rules))


def _looks_the_same(one: Game, other: Game) -> bool:
    """Tell whether two people may have entered one game: what was played, and who with whom."""
    return all(getattr(one, key) == getattr(other, key) for key in ("contract", "suit", "declarer", "partner"))
