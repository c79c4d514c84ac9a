"""The Abrechnungen of many evenings in one ZIP file, made beside all else.

What is wanted and what is done stands in the database: so any process can say how far it is. Whoever runs a job gives a
sign of life every few seconds; where none comes, it was interrupted, and can be started again: papers that are done
stay.
"""

import secrets
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import IO
from zoneinfo import ZoneInfo

from scorebook.errors import ConflictError, NotFoundError, ScorebookError
from scorebook.ledger.evening import Evening
from scorebook.reports import jobs
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.refusals import RefusedError
from scorebook.services.temporary import temporary_file
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
    at, wanted = now or datetime.now(UTC), tuple(dict.fromkeys(evening_ids))
    if not wanted:
        raise RefusedError([Finding("papers.none", "evenings")])
    if len(wanted) > MOST:
        raise RefusedError([Finding("papers.too_many", "evenings", {"most": MOST})])
    with transaction(session) as connection:
        evening_store.lock_club(connection, actor.club_id)
        if not all(evening_store.evening_in(connection, actor.club_id, one) for one in wanted):
            raise RefusedError([Finding("papers.unknown", "evenings")])
        store.drop_jobs(connection, at - KEPT)
        if store.running_jobs(connection, actor.club_id, at - SILENT):
            raise ConflictError(BUSY)
        return store.add_job(connection, actor.club_id, wanted, language, at)


def take_job(session: AnySession, actor: Actor, job_id: int, *, now: datetime | None = None) -> str:
    """Take a job on, to begin it or to go on where it was interrupted or cancelled; give the mark of its runner.

    Whoever ran it before stops. Raises `ConflictError` where another job of the club is running.
    """
    at, runner = now or datetime.now(UTC), secrets.token_hex(16)
    _find(session, actor, job_id, at)
    with transaction(session) as connection:
        evening_store.lock_club(connection, actor.club_id)
        if any(one != job_id for one in store.running_jobs(connection, actor.club_id, at - SILENT)):
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
    return tuple(_job(row, at) for row in store.newest_jobs(reading(session), actor.club_id, at - KEPT))


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
    return row


def _job(row: JobRow, at: datetime) -> Job:
    if row.ended_at is not None:
        state = State.CANCELLED if row.cancelled else State.DONE
    else:
        state = State.RUNNING if row.beat_at >= at - SILENT else State.INTERRUPTED
    return Job(row.id, state, row.done, len(row.evenings), row.problems, row.created_at)


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


def run_job(session: AnySession, job_id: int, runner: str, zone: ZoneInfo, make: Make = jobs.abrechnung_pdf) -> None:
    """Make the papers of a job that are not there yet, until it is done, cancelled, or somebody else runs it.

    For a thread of its own. A paper that cannot be made is noted, and the others go on.
    """
    job = store.find_job(reading(session), job_id)
    if job is None:
        return
    made = store.made(reading(session), job_id)
    missing = [one for one in job.evenings if one not in made]
    session.rollback()
    say = LANGUAGES[job.language]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        waiting = iter(missing)
        on_way: dict[Future[bytes], tuple[int, str]] = {}
        while _go_on(session, job, runner):
            for evening_id in islice(waiting, AT_ONCE - len(on_way)):
                _hand_out(session, job, evening_id, on_way, lambda one: threads.submit(make, one, say, zone))
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


def _hand_out(
    session: AnySession,
    job: JobRow,
    evening_id: int,
    on_way: dict[Future[bytes], tuple[int, str]],
    submit: Callable[[Evening], Future[bytes]],
) -> None:
    """Read an evening, and let its paper be made; one that is gone by now is noted."""
    evening = evening_store.load_evening(reading(session), job.club_id, evening_id)
    session.rollback()
    if evening is None:
        with transaction(session) as connection:
            store.add_paper(connection, job, evening_id, str(evening_id), problem=VANISHED)
        return
    on_way[submit(evening)] = (evening_id, f"{evening.date}-{evening_id} {evening.club}"[:TITLE_LENGTH])


def _keep(session: AnySession, job: JobRow, evening_id: int, name: str, future: Future[bytes]) -> None:
    """Keep a paper that is done, or why it could not be made."""
    try:
        content, problem = future.result(), None
    except ScorebookError as error:
        content, problem = None, error.message
    except Exception:  # noqa: BLE001 - one paper that breaks must not stop the others
        content, problem = None, UNMADE
    with transaction(session) as connection:
        store.add_paper(connection, job, evening_id, name, content=content, problem=problem)
