"""Tournaments to take away: whole ones of a club, and what they have of one person."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from scorebook.exchange.tournament_entries import entry_json
from scorebook.store.one_person import ids_of
from scorebook.store.tournament_tables import tournament_players, tournaments
from scorebook.store.tournaments import TournamentRow, entrants, entries_of

FORMAT = "scorebook-tournament/1"


def tournament_data(connection: Connection, row: TournamentRow) -> dict[str, Any]:
    """Give all of a tournament: who its start numbers are, and all that happened, in order."""
    return {
        "format": FORMAT,
        "name": row.name,
        "date": row.date.isoformat(),
        "place": row.place,
        "practice": row.practice,
        "players": [
            {
                "number": one.number,
                "person": one.person_id,
                "name": one.name,
                "woman": one.woman,
                "born": one.born,
                "local": one.local,
                "team": one.team,
                "town": one.town,
            }
            for one in entrants(connection, row.id).values()
        ],
        "entries": [
            {
                "number": one.number,
                "uuid": str(one.uuid),
                "at": one.at.isoformat(),
                "by": one.by,
                "entry": json.loads(entry_json(one.entry)),
            }
            for one in entries_of(connection, row.id)
        ],
    }


def start_numbers(connection: Connection, person_id: int) -> Sequence[Any]:
    """Give at which tournaments somebody is on the list, with his start number and what is known of him there."""
    players = tournament_players.c
    query = (
        select(
            *(tournaments.c.id, tournaments.c.club_id, tournaments.c.name, tournaments.c.date, tournaments.c.practice),
            *(players.number, players.woman, players.born, players.local, players.team, players.town),
        )
        .join(tournaments, tournaments.c.id == players.tournament_id)
        .where(players.person_id.in_(ids_of(person_id)))
    )
    return connection.execute(query.order_by(tournaments.c.date, tournaments.c.id)).all()
