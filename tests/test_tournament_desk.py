"""The desk of a tournament: what is appended comes back, once for each UUID, in one club only."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from flask import Flask

from scorebook.errors import ConflictError, NotFoundError
from scorebook.league.tournament.entries import Ended, Left, Registered, SetUp
from scorebook.league.tournament.settings import Settings
from scorebook.services.access import Actor, local_actor
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import desk
from scorebook.services.transactions import transaction
from scorebook.store import tournaments as store
from scorebook.store.db import db


def made() -> int:
    """Make a tournament without anybody in it."""
    with transaction(db.session) as connection:
        row = {"club_id": 1, "name": "Preisschafkopf", "date": date(2026, 11, 30), "created_at": datetime.now(UTC)}
        tournament_id = store.add_tournament(connection, row)
    settings = SetUp(Settings(rule_set=1))
    desk.at_desk(db.session, local_actor(db.session), tournament_id, lambda there: there.append(uuid4(), [settings]))
    return tournament_id


def act(tournament_id: int, uuid: UUID, *entries: object, version: int | None = None) -> list[int]:
    """Append entries, and give their numbers."""
    found = desk.act(
        db.session,
        local_actor(db.session),
        tournament_id,
        uuid,
        lambda _state: entries,  # type: ignore[arg-type,return-value]
        version=version,
    )
    return [one.number for one in found]


def test_appended_once(app: Flask) -> None:
    """The same UUID again answers with what was appended first, and appends nothing."""
    with app.app_context():
        tournament_id, uuid = made(), uuid4()
        assert act(tournament_id, uuid, Registered(1), Registered(2)) == [2, 3]
        assert act(tournament_id, uuid, Registered(3)) == [2, 3]
        assert list(desk.see(db.session, local_actor(db.session), tournament_id).state.players) == [1, 2]


def test_somebody_was_faster(app: Flask) -> None:
    """Who says how much he knew is refused once there is more; nothing is written."""
    with app.app_context():
        tournament_id = made()
        act(tournament_id, uuid4(), Registered(1), version=1)
        with pytest.raises(ConflictError):
            act(tournament_id, uuid4(), Registered(2), version=1)
        assert len(desk.history(db.session, local_actor(db.session), tournament_id)) == 2


def test_nothing_of_many(app: Flask) -> None:
    """Where one of several cannot be, none of them is written."""
    with app.app_context():
        tournament_id = made()
        with pytest.raises(RefusedError):
            act(tournament_id, uuid4(), Registered(1), Ended(), Left(1, 1))
        assert len(desk.history(db.session, local_actor(db.session), tournament_id)) == 1


def test_uuid_of_another(app: Flask) -> None:
    """A UUID under which something stands in another tournament is nobody's here."""
    with app.app_context():
        uuid = uuid4()
        act(made(), uuid, Registered(1))
        with pytest.raises(ConflictError):
            act(made(), uuid, Registered(1))


def test_other_club(app: Flask) -> None:
    """The tournament of one club is none for another."""
    with app.app_context():
        tournament_id = made()
        with pytest.raises(NotFoundError):
            desk.see(db.session, Actor("Fremder", 2), tournament_id)
