"""The Abrechnungen of many evenings, or all papers of a tournament, in one ZIP file, made beside all else.

What is wanted and what is done stands in the database: so any process can say how far it is. Whoever runs a job gives a
sign of life every few seconds; where none comes, it was interrupted, and can be started again: papers that are done
stay.
"""

import logging
import secrets
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import IO
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from scorebook import logs
from scorebook.errors import ConflictError, NotFoundError, ScorebookError
from scorebook.ledger.evening import Evening
from scorebook.reports import jobs
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, can, require
from scorebook.services.refusals import RefusedError
from scorebook.services.temporary import temporary_file
from scorebook.services.tournament.all_papers import Address, all_papers
from scorebook.services.tournament.desk import see
from scorebook.services.transactions import transaction
from scorebook.store import evenings as evening_store
from scorebook.store import paper_jobs as store
from scorebook.store.columns import TITLE_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import EveningSummary
from scorebook.store.paper_jobs import JobRow
from scorebook.wording import LANGUAGES, Language, Marked

MOST = 500
"""Papers that one job makes at most."""
KEPT = timedelta(days=1)
"""So long a job and its papers are there."""
SILENT = timedelta(seconds=20)
"""A runner that gave no sign of life for so long is gone."""
BEAT = 3.0
"""Seconds after which a runner gives a sign of life, if no paper is done before."""
AT_ONCE = jobs.WORKERS + 1
"""Papers on their way: one more than are made, so that no worker waits; whoever wants a single one waits for one."""

GONE: Marked[str] = "Diese Blätter gibt es nicht, oder nicht mehr."
BUSY: Marked[str] = "Es werden gerade schon Blätter gemacht. Warte, bis sie fertig sind, oder brich das ab."

UNMADE: Marked[str] = "Das PDF ließ sich nicht herstellen."
VANISHED: Marked[str] = "Diesen Abend gibt es nicht."
VANISHED_PAPER: Marked[str] = "Dieses Blatt gibt es nicht mehr."
OF_TOURNAMENT = Action.DOOR
"""What the papers of a tournament need: the cash report is among them."""

Make = Callable[[Evening, Language, ZoneInfo], bytes]


class State(StrEnum):
    """How it stands with a job."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Job:
    """A job as people see it. `done` counts all papers that were tried, `problems` say which could not be made."""

    id: int
    state: State
    done: int
    total: int
    problems: tuple[tuple[str, str], ...]
    begun: datetime
    tournament_id: int | None = None

    @property
    def made(self) -> int:
        """How many papers there are."""
        return self.done - len(self.problems)


def choose(session: AnySession, actor: Actor, first: date | None, last: date | None) -> tuple[EveningSummary, ...]:
    """List the evenings of the actor's club between two days, the latest first, as many as a job may have."""
    require(actor, Action.READ, actor.club)
    return evening_store.evenings_between(reading(session), actor.club_id, first, last, MOST)


def begin_job(
    session: AnySession, actor: Actor, evening_ids: Sequence[int], language: str, *, now: datetime | None = None
) -> int:
    """Note which papers are wanted, and give the job's id; `run_job` makes them.

    Raises `RefusedError` at `evenings` for none, too many, or some that are not the club's, and `ConflictError` where a
    job of the club is running: they would take each other's time.
    """
    require(actor, Action.READ, actor.club)
    wanted = tuple(dict.fromkeys(evening_ids))
    if not wanted:
        raise RefusedError([Finding("papers.none", "evenings")])
    if len(wanted) > MOST:
        raise RefusedError([Finding("papers.too_many", "evenings", {"most": MOST})])
    with transaction(session) as connection:
        evening_store.lock_club(connection, actor.club_id)
        if not all(evening_store.evening_in(connection, actor.club_id, one) for one in wanted):
            raise RefusedError([Finding("papers.unknown", "evenings")])
        return _begun(connection, actor, wanted, language, now or datetime.now(UTC))


def begin_tournament_job(
    session: AnySession, actor: Actor, tournament_id: int, language: str, *, now: datetime | None = None
) -> int:
    """Note that all papers of a tournament are wanted that there are by now, and give the job's id.

    Raises `NotFoundError` for a tournament that is not the club's, and `ConflictError` as `begin_job` does.
    """
    require(actor, OF_TOURNAMENT, actor.club)
    number = len(all_papers(session, actor, see(session, actor, tournament_id), None, LANGUAGES[language]))
    session.rollback()
    with transaction(session) as connection:
        evening_store.lock_club(connection, actor.club_id)
        return _begun(connection, actor, range(number), language, now or datetime.now(UTC), tournament_id)


def _begun(
    connection: Connection,
    actor: Actor,
    wanted: Sequence[int],
    language: str,
    at: datetime,
    tournament_id: int | None = None,
) -> int:
    """Note a job where no other of the club is running; those that are too old go."""
    store.drop_jobs(connection, at - KEPT)
    if store.running_jobs(connection, actor.club_id, at - SILENT, at + SILENT):
        raise ConflictError(BUSY)
    return store.add_job(connection, actor.club_id, wanted, language, at, tournament_id)


def take_job(session: AnySession, actor: Actor, job_id: int, *, now: datetime | None = None) -> str:
    """Take a job on, to begin it or to go on where it was interrupted or cancelled; give the mark of its runner.

    Whoever ran it before stops. Raises `ConflictError` where another job of the club is running.
    """
    at, runner = now or datetime.now(UTC), secrets.token_hex(16)
    _find(session, actor, job_id, at)
    with transaction(session) as connection:
        evening_store.lock_club(connection, actor.club_id)
        if any(one != job_id for one in store.running_jobs(connection, actor.club_id, at - SILENT, at + SILENT)):
            raise ConflictError(BUSY)
        store.take_job(connection, job_id, runner, at)
    return runner


def job_state(session: AnySession, actor: Actor, job_id: int, *, now: datetime | None = None) -> Job:
    """Say how far a job is. Raises `NotFoundError` for one that is not the club's, or older than a day."""
    at = now or datetime.now(UTC)
    return _job(_find(session, actor, job_id, at), at)


def newest_jobs(session: AnySession, actor: Actor, *, now: datetime | None = None) -> tuple[Job, ...]:
    """List the jobs of the actor's club that are still there, the newest first."""
    require(actor, Action.READ, actor.club)
    at = now or datetime.now(UTC)
    rows = store.newest_jobs(reading(session), actor.club_id, at - KEPT)
    return tuple(_job(row, at) for row in rows if can(actor, _needed(row), actor.club).allowed)


def cancel_job(session: AnySession, actor: Actor, job_id: int, *, now: datetime | None = None) -> None:
    """Stop a job; what is made stays. One that is over stays as it ended."""
    at = now or datetime.now(UTC)
    _find(session, actor, job_id, at)
    with transaction(session) as connection:
        store.end_job(connection, job_id, at, cancelled=True)


def _find(session: AnySession, actor: Actor, job_id: int, at: datetime) -> JobRow:
    require(actor, Action.READ, actor.club)
    row = store.find_job(reading(session), job_id)
    if row is None or row.club_id != actor.club_id or row.created_at < at - KEPT:
        raise NotFoundError(GONE)
    require(actor, _needed(row), actor.club)
    return row


def _needed(row: JobRow) -> Action:
    """Give the right that the papers of a job need: among those of a tournament is the cash report."""
    return Action.READ if row.tournament_id is None else OF_TOURNAMENT


def _job(row: JobRow, at: datetime) -> Job:
    if row.ended_at is not None:
        state = State.CANCELLED if row.cancelled else State.DONE
    else:
        state = State.RUNNING if abs(row.beat_at - at) <= SILENT else State.INTERRUPTED
    return Job(row.id, state, row.done, len(row.evenings), row.problems, row.created_at, row.tournament_id)


def job_zip(session: AnySession, actor: Actor, job_id: int, called: Callable[[str, str], str]) -> IO[bytes]:
    """Give the papers of a job as a ZIP file, as many as there are; it lies on the disk, and is gone when closed.

    `called` names a file after a title and an ending.
    """
    _find(session, actor, job_id, datetime.now(UTC))

    def write(file: IO[bytes]) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # PDFs are packed already
            for name, content in store.contents(reading(session), job_id):
                archive.writestr(called(name, "pdf"), content)

    return temporary_file(write)


# --- Making them -----------------------------------------------------------------------------------------------------


def run_job(
    session: AnySession,
    job_id: int,
    runner: str,
    zone: ZoneInfo,
    make: Make = jobs.abrechnung_pdf,
    address: Address = None,
) -> None:
    """Make the papers of a job that are not there yet, until it is done, cancelled, or somebody else runs it.

    For a thread of its own. A paper that cannot be made is noted, and the others go on. `address` is for the start
    cards of a tournament.
    """
    job = store.find_job(reading(session), job_id)
    if job is None:
        return
    made = store.made(reading(session), job_id)
    missing = [one for one in job.evenings if one not in made]
    session.rollback()
    find = _evening_papers(session, job, make, zone) if job.tournament_id is None else _papers(session, job, address)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        waiting = iter(missing)
        on_way: dict[Future[bytes], tuple[int, str]] = {}
        while _go_on(session, job, runner):
            for number in islice(waiting, AT_ONCE - len(on_way)):
                _hand_out(session, job, number, on_way, threads.submit, find)
            if not on_way:
                break
            done, _ = wait(on_way, BEAT, FIRST_COMPLETED)
            for future in done:
                _keep(session, job, *on_way.pop(future), future)
        for future in on_way:
            future.cancel()
    _end(session, job, runner)


def _go_on(session: AnySession, job: JobRow, runner: str) -> bool:
    """Give a sign of life, and ask whether to go on."""
    with transaction(session) as connection:
        return store.beat(connection, job.id, runner, datetime.now(UTC))


def _end(session: AnySession, job: JobRow, runner: str) -> None:
    """Say that a job is done, if it still is this runner's."""
    with transaction(session) as connection:
        if store.beat(connection, job.id, runner, datetime.now(UTC)):
            store.end_job(connection, job.id, datetime.now(UTC))


Found = tuple[str, Callable[[], bytes]]
"""What a paper is called, and what makes it."""


def _evening_papers(session: AnySession, job: JobRow, make: Make, zone: ZoneInfo) -> Callable[[int], Found]:
    """Give what finds the paper of an evening. It raises `NotFoundError` for one that is gone by now."""
    say = LANGUAGES[job.language]

    def find(evening_id: int) -> Found:
        evening = evening_store.load_evening(reading(session), job.club_id, evening_id)
        if evening is None:
            raise NotFoundError(VANISHED)
        return f"{evening.date}-{evening_id} {evening.club}"[:TITLE_LENGTH], partial(make, evening, say, zone)

    return find


def _papers(session: AnySession, job: JobRow, address: Address) -> Callable[[int], Found]:
    """Give what finds a paper of a tournament by its number, as the tournament is now."""
    actor = Actor("", job.club_id)

    def find(number: int) -> Found:
        seen = see(session, actor, job.tournament_id or 0)
        there = all_papers(session, actor, seen, address, LANGUAGES[job.language])
        if number >= len(there):
            raise NotFoundError(VANISHED_PAPER)
        return there[number].name[:TITLE_LENGTH], partial(jobs.made, there[number].page())

    return find


def _hand_out(
    session: AnySession,
    job: JobRow,
    number: int,
    on_way: dict[Future[bytes], tuple[int, str]],
    submit: Callable[[Callable[[], bytes]], Future[bytes]],
    find: Callable[[int], Found],
) -> None:
    """Find a paper, and let it be made; one that is gone by now is noted."""
    try:
        name, work = find(number)
    except ScorebookError as error:
        session.rollback()
        with transaction(session) as connection:
            store.add_paper(connection, job, number, str(number), problem=error.message)
        return
    session.rollback()
    on_way[submit(work)] = (number, name)


def _keep(session: AnySession, job: JobRow, evening_id: int, name: str, future: Future[bytes]) -> None:
    """Keep a paper that is done, or why it could not be made."""
    try:
        content, problem = future.result(), None
    except ScorebookError as error:
        content, problem = None, error.message
    except Exception as error:  # noqa: BLE001 - one paper that breaks must not stop the others
        logs.note("paper", logging.ERROR, error)
        content, problem = None, UNMADE
    with transaction(session) as connection:
        store.add_paper(connection, job, evening_id, name, content=content, problem=problem)
