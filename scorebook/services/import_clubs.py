"""Several clubs out of one file, as `scorebook export --everything` writes it: all of them, or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ConflictError
from scorebook.exchange import ShapeError
from scorebook.exchange.clubs import UNPACKED, ClubFile, read_clubs
from scorebook.rules import Finding
from scorebook.services.access import Actor
from scorebook.services.accounts import machine
from scorebook.services.import_plan import Choices, Done, check_batch, write_batch
from scorebook.services.importing import UUID_TAKEN
from scorebook.services.log import Event, note
from scorebook.services.members import wrong_club_name
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised
from scorebook.services.transactions import transaction
from scorebook.store import clubs as store
from scorebook.store.db import AnySession, reading


@dataclass(frozen=True, slots=True)
class Target:
    """Where a club of a file goes: into that of the book, or into a new one where there is none."""

    club: ClubFile
    club_id: int | None


@dataclass(frozen=True, slots=True)
class DoneClub:
    """What became of a club of a file: its name and number in the book, `new` where it was not there before."""

    name: str
    club_id: int
    new: bool
    done: Done


def read_everything(content: bytes, most: int = UNPACKED) -> tuple[ClubFile, ...]:
    """Read a file of several clubs. Raises `RefusedError` with all that is wrong, each with whose file it is in."""
    try:
        clubs = read_clubs(content, most)
    except ShapeError as error:
        raise RefusedError(error.findings) from error
    findings = [finding for club in clubs for finding in _wrong(club)]
    if findings:
        raise RefusedError(findings)
    return clubs


def _wrong(club: ClubFile) -> Iterator[Finding]:
    """Find what the book would not take of a club. One in which nothing is yet is none the worse."""
    yield from (replace(found, field=f"{club.name}: club") for found in wrong_club_name(club.name))
    try:
        if club.batch.evenings or club.batch.rule_sets:
            check_batch(club.batch)
    except RefusedError as error:
        yield from (replace(found, field=f"{club.name}: {found.field}") for found in error.findings)


def plan_clubs(session: AnySession, clubs: Sequence[ClubFile], into: int | None = None) -> tuple[Target, ...]:
    """Say where each club of a file goes: into that with this number, else into the one of its name, else a new one."""
    known = store.all_clubs(reading(session))
    return tuple(Target(club, into if into is not None else _called(known, club.name)) for club in clubs)


def _called(known: Mapping[int, str], name: str) -> int | None:
    """Give the only club of that name; None where there is none, or several."""
    found = [club_id for club_id, called in known.items() if called == normalised(name)]
    return found[0] if len(found) == 1 else None


def import_clubs(
    session: AnySession,
    actor: Actor,
    targets: Sequence[Target],
    choices: Choices | None = None,
) -> tuple[DoneClub, ...]:
    """Put all clubs of a file where they go, in one transaction; `actor` owns the machine, and is asked nothing.

    Raises `RefusedError` at the club that cannot be, `ConflictError` where an evening belongs to another club.
    """
    try:
        with transaction(session) as connection:
            return tuple(_write(connection, actor, one, choices or Choices()) for one in targets)
    except IntegrityError as error:
        raise ConflictError(UUID_TAKEN) from error


def _write(connection: Connection, actor: Actor, target: Target, choices: Choices) -> DoneClub:
    """Write one club, which is added first where there is none."""
    name = normalised(target.club.name)
    club_id = target.club_id
    if club_id is None:
        club_id = store.add_club(connection, name)
        note(connection, machine(club_id), Event.CLUB_ADDED, f"club:{club_id}", new={"name": name})
    try:
        done = write_batch(connection, replace(actor, club_id=club_id), target.club.batch, choices)
    except RefusedError as error:
        raise RefusedError(replace(found, field=f"{name}: {found.field}") for found in error.findings) from error
    return DoneClub(name, club_id, target.club_id is None, done)
