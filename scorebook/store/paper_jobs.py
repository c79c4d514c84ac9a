"""Papers of many evenings: what is wanted, how far it is, and the papers themselves; gone after a day."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorebook.store.parcel_tables import paper_jobs, papers
from scorebook.store.rows import add, is_id


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job, and how many of its papers are there, in `problems` those that could not be made: name and why.

    `evenings` are what papers are made of; of a tournament the numbers of its papers.
    """

    id: int
    club_id: int
    evenings: tuple[int, ...]
    tournament_id: int | None
    language: str
    runner: str
    created_at: datetime
    beat_at: datetime
    ended_at: datetime | None
    cancelled: bool
    done: int = 0
    problems: tuple[tuple[str, str], ...] = ()


def add_job(
    connection: Connection,
    club_id: int,
    evenings: Sequence[int],
    language: str,
    now: datetime,
    tournament_id: int | None = None,
) -> int:
    """Add a job that nobody runs yet; give its id."""
    row = {
        "club_id": club_id,
        "evenings": json.dumps(list(evenings)),
        "tournament_id": tournament_id,
        "language": language,
        "runner": "",
        "created_at": now,
        "beat_at": now,
        "cancelled": False,
    }
    return add(connection, paper_jobs, row)


def find_job(connection: Connection, job_id: int) -> JobRow | None:
    """Give a job with how far it is."""
    row = connection.execute(select(paper_jobs).where(paper_jobs.c.id == job_id)).first() if is_id(job_id) else None
    if row is None:
        return None
    done = connection.execute(select(func.count()).where(papers.c.job_id == job_id)).scalar_one()
    failed = select(papers.c.name, papers.c.problem).where(papers.c.job_id == job_id, papers.c.problem.is_not(None))
    problems = tuple((one.name, one.problem) for one in connection.execute(failed.order_by(papers.c.id)))
    about = {**row._mapping, "evenings": tuple(json.loads(row.evenings))}
    return JobRow(**about, done=done, problems=problems)


def running_jobs(connection: Connection, club_id: int, since: datetime, until: datetime) -> Sequence[int]:
    """Give the jobs of a club whose runner gave a sign of life in that time."""
    query = select(paper_jobs.c.id).where(
        paper_jobs.c.club_id == club_id, paper_jobs.c.ended_at.is_(None), paper_jobs.c.beat_at.between(since, until)
    )
    return connection.execute(query).scalars().all()


def newest_jobs(connection: Connection, club_id: int, since: datetime) -> Sequence[JobRow]:
    """Give the jobs of a club since then, the newest first."""
    query = select(paper_jobs.c.id).where(paper_jobs.c.club_id == club_id, paper_jobs.c.created_at >= since)
    ids = connection.execute(query.order_by(paper_jobs.c.id.desc())).scalars().all()
    return [job for job_id in ids if (job := find_job(connection, job_id)) is not None]


def take_job(connection: Connection, job_id: int, runner: str, now: datetime) -> None:
    """Let a runner go on with a job; whoever ran it before stops. Papers that could not be made are tried anew."""
    connection.execute(delete(papers).where(papers.c.job_id == job_id, papers.c.problem.is_not(None)))
    values = {"runner": runner, "beat_at": now, "ended_at": None, "cancelled": False}
    connection.execute(update(paper_jobs).where(paper_jobs.c.id == job_id).values(**values))


def beat(connection: Connection, job_id: int, runner: str, now: datetime) -> bool:
    """Give a sign of life; False for a runner that is not to go on."""
    query = update(paper_jobs).where(
        paper_jobs.c.id == job_id, paper_jobs.c.runner == runner, paper_jobs.c.ended_at.is_(None)
    )
    return connection.execute(query.values(beat_at=now)).rowcount == 1


def end_job(connection: Connection, job_id: int, now: datetime, *, cancelled: bool = False) -> None:
    """Say that a job is over; one that is over stays as it ended."""
    query = update(paper_jobs).where(paper_jobs.c.id == job_id, paper_jobs.c.ended_at.is_(None))
    connection.execute(query.values(ended_at=now, cancelled=cancelled))


def made(connection: Connection, job_id: int) -> set[int]:
    """Give the evenings whose papers are there, or could not be made."""
    return set(connection.execute(select(papers.c.evening_id).where(papers.c.job_id == job_id)).scalars())


def add_paper(
    connection: Connection,
    job: JobRow,
    evening_id: int,
    name: str,
    *,
    content: bytes | None = None,
    problem: str | None = None,
) -> None:
    """Keep a paper, or why there is none; nothing happens where another runner was faster."""
    row = {
        "club_id": job.club_id,
        "job_id": job.id,
        "evening_id": evening_id,
        "name": name,
        "content": content,
        "problem": problem,
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(papers), [row])
    except IntegrityError:
        return


def contents(connection: Connection, job_id: int) -> Iterator[tuple[str, bytes]]:
    """Give name and content of each paper, one at a time in memory."""
    ids = select(papers.c.id).where(papers.c.job_id == job_id, papers.c.content.is_not(None)).order_by(papers.c.name)
    for key in connection.execute(ids).scalars().all():
        row = connection.execute(select(papers.c.name, papers.c.content).where(papers.c.id == key)).one()
        yield row.name, row.content


def drop_jobs(connection: Connection, before: datetime, club_id: int | None = None) -> None:
    """Throw jobs away that were begun before, of one club or of all, with their papers."""
    old = select(paper_jobs.c.id).where(paper_jobs.c.created_at < before)
    old = old if club_id is None else old.where(paper_jobs.c.club_id == club_id)
    connection.execute(delete(papers).where(papers.c.job_id.in_(old)))
    connection.execute(delete(paper_jobs).where(paper_jobs.c.id.in_(old.scalar_subquery())))
