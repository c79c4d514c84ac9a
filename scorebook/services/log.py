"""What is written into the log: by every service that changes something, as the last thing in its transaction."""

import json
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from scorebook.services.access import Actor
from scorebook.store.log import LogRow, add_row

_JSON = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
"""Made once: each game writes several of these texts."""


class Event(StrEnum):
    """What can have been done."""

    EVENING_ASSIGNED = "evening.assigned"
    EVENING_BEGUN = "evening.begun"
    EVENING_ENDED = "evening.ended"
    EVENING_IMPORTED = "evening.imported"
    EVENING_PRICED = "evening.priced"
    EVENING_REOPENED = "evening.reopened"
    EVENING_ROUNDED = "evening.rounded"
    GAME_CANCELLED = "game.cancelled"
    GAME_CORRECTED = "game.corrected"
    GAME_INSERTED = "game.inserted"
    GAME_RECORDED = "game.recorded"
    GAME_RULED = "game.ruled"
    GAME_WITH_CARDS = "game.with_cards"
    LAST_ROUND_CALLED = "last_round.called"
    LAST_ROUND_OFF = "last_round.off"
    PAYMENT_MADE = "payment.made"
    PAYMENT_TAKEN_BACK = "payment.taken_back"
    RULES_CHANGED = "rules.changed"
    RULES_KEPT = "rules.kept"
    SAMPLES_ADDED = "samples.added"
    SEATS_CAME = "seats.came"
    SEATS_CHANGED = "seats.changed"
    SEATS_DRAWN = "seats.drawn"
    SEATS_LEFT = "seats.left"
    SEATS_PATTERN = "seats.pattern"
    LOTS_DRAWN = "season.lots"
    SEASON_ARCHIVED = "season.archived"
    SEASON_CHANGED = "season.changed"
    SEASON_CLOSED = "season.closed"
    SEASON_FETCHED = "season.fetched"
    SEASON_HIDDEN = "season.hidden"
    SEASON_INVITED = "season.invited"
    SEASON_INVITATION_REVOKED = "season.uninvited"
    SEASON_JOINED = "season.joined"
    SEASON_LEFT = "season.left"
    SEASON_MADE = "season.made"
    SEASON_REOPENED = "season.reopened"
    SEASON_SHARED = "season.shared"
    SCHEME_ADDED = "scheme.added"
    SCHEME_CHANGED = "scheme.changed"
    SCHEME_DROPPED = "scheme.dropped"
    SCHEMES_ORDERED = "scheme.ordered"
    SUBSTITUTE_MADE = "substitute.made"
    SUBSTITUTE_TAKEN_BACK = "substitute.taken_back"
    TABLE_OPENED = "table.opened"
    TOURNAMENT_ENTRY = "tournament.entry"
    TOURNAMENT_MADE = "tournament.made"
    TOURNAMENT_CHANGED = "tournament.changed"
    TOURNAMENT_PLAYER = "tournament.player"
    TOURNAMENT_HIDDEN = "tournament.hidden"
    TOURNAMENT_SHARED = "tournament.shared"
    PERSON_ADDED = "person.added"
    PERSON_ANONYMISED = "person.anonymised"
    PERSON_CHANGED = "person.changed"
    PEOPLE_MERGED = "people.merged"
    PEOPLE_PARTED = "people.parted"
    LEVY_MADE = "levy.made"
    LEVY_TAKEN_BACK = "levy.taken_back"
    CASH_CHARGED = "cash.charged"
    CASH_CHARGE_TAKEN_BACK = "cash.charge_back"
    CASH_CLOSED = "cash.closed"
    CASH_COUNTED = "cash.counted"
    CASH_ENTERED = "cash.entered"
    CASH_TAKEN_BACK = "cash.taken_back"
    ACCOUNT_CHANGED = "account.changed"
    ACCOUNT_JOINED = "account.joined"
    ACCOUNT_LEFT = "account.left"
    CLUB_ADDED = "club.added"
    CLUB_NAMED = "club.named"
    INVITATION_MADE = "invitation.made"
    INVITATION_REVOKED = "invitation.revoked"
    MEMBER_CHANGED = "member.changed"
    MEMBER_LEFT = "member.left"
    MEMBER_REMOVED = "member.removed"
    LINK_MADE = "link.made"
    LINK_REVOKED = "link.revoked"
    LOGIN_BEGUN = "login.begun"
    LOGIN_ENDED = "login.ended"
    TOKEN_MADE = "token.made"
    TOKEN_REVOKED = "token.revoked"


def note(  # noqa: PLR0913 - a row of the log
    connection: Connection,
    actor: Actor,
    event: Event,
    subject: str,
    *,
    old: Any = None,
    new: Any = None,
    at: datetime | None = None,
) -> None:
    """Write a row into the log of the actor's club.

    `subject` is what it was done to ("evening:4"), `old` and `new` are what changed, in what JSON knows, and name
    nobody: people and accounts stand in them by their ids.
    """
    row = LogRow(
        club_id=actor.club_id,
        number=0,
        at=at or datetime.now(UTC),
        who=actor.who,
        action=event.value,
        subject=subject,
        old=_json(old),
        new=_json(new),
    )
    add_row(connection, row)


def _json(value: Any) -> str:
    return _JSON.encode(value)
