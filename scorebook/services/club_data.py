"""A whole club: all that the book has of it, to take away; and its end."""

import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any

from sqlalchemy import Connection

from scorebook import __version__
from scorebook.exchange import evening_text
from scorebook.exchange.clubs import CLUB, Batch, batch_json, kept_json
from scorebook.exchange.people import person_json
from scorebook.exchange.seasons import season_json
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.accounts import check_own
from scorebook.services.cash_data import cash_data
from scorebook.services.leaving import WRONG_PASSWORD, own_account
from scorebook.services.members import as_of_now
from scorebook.services.refusals import RefusedError
from scorebook.services.temporary import temporary_file
from scorebook.services.texts import normalised
from scorebook.services.transactions import transaction
from scorebook.store import clubs as store
from scorebook.store.audit import snapshot
from scorebook.store.clubs import club_name
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import load_evening
from scorebook.store.log import rows_from
from scorebook.store.members import members_of
from scorebook.store.people import all_people
from scorebook.store.rulesets import all_rule_sets
from scorebook.store.season_data import elsewhere, kept_seasons
from scorebook.store.tournament_data import tournament_data
from scorebook.store.tournaments import list_tournaments

NEW_NAME = "Stammtisch"
"""What the club is called that begins where the last one was given up."""


@dataclass(frozen=True, slots=True)
class ClubSize:
    """A club's name, and what would go with it."""

    name: str
    evenings: int
    games: int
    people: int
    accounts: int


def club_size(session: AnySession, actor: Actor) -> ClubSize:
    """Say how much the actor's club has."""
    require(actor, Action.CLUB, actor.club)
    connection = reading(session)
    return ClubSize(club_name(connection, actor.club_id), **store.sizes(connection, actor.club_id))


def export_club(session: AnySession, actor: Actor) -> IO[bytes]:
    """Write all of the actor's club into a ZIP file, as it is at one moment while others go on writing; give the file.

    It lies on the disk and is gone when it is closed; one evening at a time is held.
    """
    require(actor, Action.CLUB, actor.club)
    return temporary_file(lambda file: _write_archive(session, actor, file))


def export_club_json(session: AnySession, actor: Actor) -> str:
    """Write evenings, rule sets, seasons of the club as one JSON object, as `import_plan.read_file` takes it.

    Without tournaments, and without the tables of theirs: these count nowhere else.
    """
    require(actor, Action.CLUB, actor.club)
    with snapshot(session) as connection:
        own = store.evening_ids(connection, actor.club_id, of_tournaments=False)
        found = (load_evening(connection, actor.club_id, key) for key in own)
        evenings = tuple(evening for evening in found if evening is not None)
        rule_sets = tuple(kept.named for kept in all_rule_sets(connection, actor.club_id))
        batch = Batch(
            evenings, rule_sets, kept_seasons(connection, actor.club_id), all_people(connection, actor.club_id)
        )
        return _text(batch_json(batch, club_name(connection, actor.club_id)))


def export_everything(session: AnySession, actors: Iterable[Actor]) -> IO[bytes]:
    """Write several clubs into one ZIP file, each as `export_club` does, under its number; give the file."""

    def write(file: IO[bytes]) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # what is in it is packed already
            for actor in actors:
                with export_club(session, actor) as club, archive.open(f"{actor.club_id}.zip", "w") as member:
                    shutil.copyfileobj(club, member)

    return temporary_file(write)


def _write_archive(session: AnySession, actor: Actor, file: IO[bytes]) -> None:
    with snapshot(session) as connection, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("club.json", _text(_about(connection, actor.club_id)))
        archive.writestr("people.json", _text([person_json(one) for one in all_people(connection, actor.club_id)]))
        for kept in all_rule_sets(connection, actor.club_id):
            archive.writestr(f"rule_sets/{kept.id}.json", _text(kept_json(kept.named, kept.version)))
        for evening_id in store.evening_ids(connection, actor.club_id):
            evening = load_evening(connection, actor.club_id, evening_id)
            if evening is not None:
                archive.writestr(f"evenings/{evening.date}-{evening_id}.json", evening_text(evening))
        for row in list_tournaments(connection, actor.club_id):
            data = tournament_data(connection, row)
            archive.writestr(f"tournaments/{row.date}-{row.id}.json", _text(data))
        archive.writestr("seasons.json", _text(_seasons(connection, actor.club_id)))
        archive.writestr("cash.json", _text(cash_data(connection, actor.club_id)))
        with archive.open("log.jsonl", "w", force_zip64=True) as lines:
            lines.writelines(_log_lines(connection, actor.club_id))


def _about(connection: Connection, club_id: int) -> dict[str, Any]:
    """Say what the archive is, and who is what in the club."""
    return {
        "format": CLUB,
        "version": __version__,
        "club": club_name(connection, club_id),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "members": [
            {"account": one.account_id, "name": one.name, "roles": sorted(one.roles)}
            for one in members_of(connection, club_id)
        ],
    }


def _seasons(connection: Connection, club_id: int) -> dict[str, Any]:
    """Give the seasons of the club, and which of its evenings are in those of others."""
    own = [season_json(one) for one in kept_seasons(connection, club_id)]
    return {"own": own, "elsewhere": elsewhere(connection, club_id)}


def _log_lines(connection: Connection, club_id: int) -> Iterator[bytes]:
    for row in rows_from(connection, club_id):
        data = {
            "number": row.number,
            "at": row.at.isoformat(),
            "who": row.who,
            "action": row.action,
            "subject": row.subject,
            "old": json.loads(row.old),
            "new": json.loads(row.new),
            "hash": row.hash,
        }
        yield (json.dumps(data, ensure_ascii=False) + "\n").encode()


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def close_club(
    session: AnySession, actor: Actor, typed: str, password: str, *, address: str, now: datetime | None = None
) -> None:
    """Give the actor's club up: all that it has goes, and every account that belongs to no other club.

    Where it was the last one, an empty one begins, so that `serve` lets in somebody new. Raises `RefusedError` at
    `name` for another name than the club's, and at `password` for a wrong one where the actor's account has one.
    """
    require(actor, Action.CLUB, actor.club)
    if actor.account_id is not None:
        check_own(session, own_account(session, actor), password, WRONG_PASSWORD, address=address)
    with transaction(session) as connection:
        store.lock_whole(connection, actor.club_id)
        require(as_of_now(connection, actor), Action.CLUB, actor.club)
        name = club_name(connection, actor.club_id)
        if normalised(typed) != normalised(name):
            raise RefusedError([Finding("name.not_typed", "name", {"name": name})])
        store.close(connection, actor.club_id, now or datetime.now(UTC))
        if store.first_open(connection) is None:
            store.add_club(connection, NEW_NAME)
