"""Tournaments as they stand in the book: their entries letter by letter, and what the log knows of each."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from scorebook.store.one_person import everybody
from scorebook.store.tables import evenings, log, sheets
from scorebook.store.tournament_tables import tournament_entries, tournament_players, tournaments

SUBJECT = "tournament:"


@dataclass(frozen=True, slots=True)
class AuditedTournament:
    """A tournament with the rows of its entries, in order.

    `players` are start numbers with whom they are, and `sheets` those of its tables. `noted` is what the log says of
    its entries by their numbers: kind and digest.
    """

    id: int
    club_id: int
    date: date
    rows: Sequence[Any]
    players: Sequence[tuple[int, int]]
    sheets: frozenset[int]
    noted: Mapping[int, tuple[str, str]]


def audited_tournaments(connection: Connection, action: str) -> Iterator[AuditedTournament]:
    """Give all tournaments of all clubs, one after the other; `action` is that of the rows in the log."""
    noted = _noted(connection, action)
    for row in connection.execute(select(tournaments).order_by(tournaments.c.id)).all():
        entries = select(tournament_entries).where(tournament_entries.c.tournament_id == row.id)
        yield AuditedTournament(
            id=row.id,
            club_id=row.club_id,
            date=row.date,
            rows=connection.execute(entries.order_by(tournament_entries.c.number)).all(),
            players=_players(connection, row.id),
            sheets=_sheets(connection, row.id),
            noted=noted.get((row.club_id, f"{SUBJECT}{row.id}"), {}),
        )


def _noted(connection: Connection, action: str) -> dict[tuple[int, str], dict[int, tuple[str, str]]]:
    found: dict[tuple[int, str], dict[int, tuple[str, str]]] = defaultdict(dict)
    for row in connection.execute(select(log.c.club_id, log.c.subject, log.c.new).where(log.c.action == action)):
        facts = json.loads(row.new)
        found[row.club_id, row.subject][facts["number"]] = (facts["kind"], facts["digest"])
    return found


def _players(connection: Connection, tournament_id: int) -> tuple[tuple[int, int], ...]:
    query = select(tournament_players.c.number, everybody.c.one_id).join(
        everybody, everybody.c.id == tournament_players.c.person_id
    )
    found = query.where(tournament_players.c.tournament_id == tournament_id).order_by(tournament_players.c.number)
    return tuple((row.number, row.one_id) for row in connection.execute(found))


def _sheets(connection: Connection, tournament_id: int) -> frozenset[int]:
    query = select(sheets.c.id).join(evenings, evenings.c.id == sheets.c.evening_id)
    return frozenset(connection.execute(query.where(evenings.c.tournament_id == tournament_id)).scalars())
