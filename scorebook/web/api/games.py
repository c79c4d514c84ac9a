"""Games: recorded, looked at, corrected, taken back."""

from uuid import UUID

from flask import Response, url_for

from scorebook.exchange.bookings import booked_json
from scorebook.exchange.wishes import parse_cancellation, parse_correction, parse_record
from scorebook.ledger.evening import RecordedGame
from scorebook.services import cancelling, correcting, evenings, recording
from scorebook.services.access import Action, Actor
from scorebook.services.rulesets import current_rules
from scorebook.store.db import db
from scorebook.web.api.bodies import IDEMPOTENCY_KEY, ApiError, answer, json_object, needed_key
from scorebook.web.api.door import caller
from scorebook.web.api.operations import READING, SENDING, Operation, route

GAME = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 95}
RECORD = Operation(
    method="POST",
    right=Action.RECORD,
    rule="/sheets/<int:sheet_id>/games",
    sent=("Record", "Game"),
    given={201: "Booked", 200: "Booked"},
    problems=SENDING,
    example={"game": GAME},
    key="needed",
)
SHOW = Operation(method="GET", rule="/games/<uuid:uuid>", given={200: "BookedWithHistory"}, problems=READING)
CORRECT = Operation(
    method="PUT",
    right=Action.CORRECT,
    rule="/games/<uuid:uuid>",
    sent=("Correction",),
    given={200: "Booked"},
    problems=SENDING,
    example={"game": {**GAME, "augen": 85}, "reason": "verschrieben"},
    key="needed",
)
CANCEL = Operation(
    method="DELETE",
    right=Action.CANCEL,
    rule="/games/<uuid:uuid>",
    sent=("Cancellation",),
    given={200: "Booked"},
    problems=SENDING,
    example={"reason": "doppelt eingetragen"},
)


@route(RECORD)
def record(sheet_id: int) -> Response:
    """Record a game; the same key again gives it as it was, and writes nothing."""
    who = caller()
    sent = parse_record(json_object())
    if sent.sheet not in (None, sheet_id):
        raise ApiError(422, "sheet.differs", "sheet", "Die Liste in der Adresse ist eine andere als die im Text.")
    done = recording.record_game(
        db.session,
        who,
        sheet_id,
        needed_key(sent.uuid),
        sent.game,
        after_number=sent.after_number,
        seated=sent.seated,
        accept=sent.accept,
    )
    _same(differs=done.differs)
    address = url_for("api.show_game", uuid=done.game.uuid)
    return _booked(who, sheet_id, done.game, 200 if done.repeated else 201, address)


@route(SHOW)
def show_game(uuid: UUID) -> Response:
    """A game, and all versions of it."""
    who = caller()
    sheet_id = evenings.find_game(db.session, who, uuid).sheet_id
    evening, sheet = evenings.load_sheet(db.session, who, sheet_id)
    found = next(game for game in sheet.games if game.uuid == uuid)
    unit = evening.rule_sets[found.rule_set].rules.unit
    history = [booked_json(game, sheet_id, unit) for game in sheet.versions(found.number)]
    return answer({**booked_json(found, sheet_id, unit), "history": history})


@route(CORRECT)
def correct(uuid: UUID) -> Response:
    """Put a better game in the place of one, under the key as its UUID."""
    who = caller()
    sent = parse_correction(json_object())
    key = needed_key(sent.uuid)
    done = correcting.correct_game(db.session, who, uuid, key, sent.game, sent.reason, accept=sent.accept)
    _same(differs=done.differs)
    return _booked(who, done.sheet_id, done.game)


@route(CANCEL)
def cancel(uuid: UUID) -> Response:
    """Take a game back."""
    who = caller()
    sent = parse_cancellation(json_object())
    done = cancelling.cancel_game(db.session, who, uuid, sent.reason, accept=sent.accept)
    return _booked(who, done.sheet_id, done.game)


def _same(*, differs: bool) -> None:
    """Raise `ApiError` where a key comes again with something else."""
    if differs:
        text = "Unter dieser Kennung steht schon ein anderes Spiel. Ein neues Spiel braucht eine neue Kennung."
        raise ApiError(409, "idempotency_key.reused", IDEMPOTENCY_KEY, text)


def _booked(who: Actor, sheet_id: int, game: RecordedGame, status: int = 200, address: str = "") -> Response:
    """Answer with a game; all games of an evening count in one unit, so that not all of it need be read."""
    return answer(booked_json(game, sheet_id, current_rules(db.session, who, sheet_id).unit), status, address)
