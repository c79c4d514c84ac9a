"""What tournaments have of one person, to hand it to him."""

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from scorebook.exchange.tournament_entries import entry_json
from scorebook.league.tournament.entries import CashMoved, GoodsChosen, Penalised
from scorebook.league.tournament.standings import Line, standings
from scorebook.league.tournament.state import Tournament, fold
from scorebook.store.tournament_data import start_numbers
from scorebook.store.tournaments import entries_of

OF_ONE = (Penalised, CashMoved, GoodsChosen)
"""What happens to somebody alone."""


def tournaments_of(connection: Connection, person_id: int) -> Iterator[dict[str, Any]]:
    """Give what each tournament has of somebody: who he is there, how he played, what he paid, won and lost.

    With whom he played it does not say: that is the others' too.
    """
    for row in start_numbers(connection, person_id):
        state = fold(entries_of(connection, row.id))
        line = next((one for one in standings(state) if one.player == row.number), None)
        yield {
            "tournament": row.name,
            "date": row.date.isoformat(),
            "practice": row.practice,
            "number": row.number,
            "woman": row.woman,
            "born": row.born,
            "local": row.local,
            "team": row.team,
            "town": row.town,
            **_played(line),
            "entries": list(_own(state, row.number)),
        }


def _played(line: Line | None) -> dict[str, Any]:
    if line is None:
        return {"rank": None, "rounds": []}
    tally = line.row.standing.tally
    return {
        "rank": line.rank,
        "points": line.total,
        "rounds": list(line.rounds),
        "penalties": list(line.penalties),
        "solos_won": tally.solos_won,
        "solos_lost": tally.solos_lost,
        "touts_won": tally.touts_won,
    }


def _own(state: Tournament, number: int) -> Iterator[Any]:
    for one in (*state.penalties, *state.cash, *state.chosen):
        if isinstance(one.entry, OF_ONE) and one.entry.player == number:
            yield {"at": one.at.isoformat(), **json.loads(entry_json(one.entry))}
