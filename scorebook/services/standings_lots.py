"""Lots: drawn where two still have the same, noted in the log with their seed, and never drawn again."""

import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.league.lots import draw, undecided
from scorebook.league.scheme import TieBreak
from scorebook.services.access import Actor
from scorebook.services.log import Event, note
from scorebook.services.seasons import locked_own, require_open
from scorebook.services.standings import Wish, chosen, whole_of
from scorebook.services.transactions import transaction
from scorebook.store import standings_reading as reading
from scorebook.store.db import AnySession
from scorebook.store.league_tables import lots
from scorebook.store.rows import add
from scorebook.store.standings_reading import Board
from scorebook.wording import Marked

NO_LOTS: Marked[str] = "Diese Wertung kennt kein Los: da bleibt gleich, wer gleich ist."
NOTHING_TO_DRAW: Marked[str] = "Es ist alles entschieden, da gibt es nichts zu losen."


def draw_lots(
    session: AnySession,
    actor: Actor,
    season_id: int,
    wish: Wish,
    *,
    seed: str | None = None,
    now: datetime | None = None,
) -> int:
    """Draw a lot for everybody who shares a rank by a scheme, and give for how many.

    A lot holds in this scheme of the season from then on, wherever nothing else decides. The seed is in the log, so
    that the draw can be done again. Raises `NotFoundError` for what is not there, `ConflictError` for a closed season,
    a scheme without lots, and where nobody is left to draw for.
    """
    seed = seed or secrets.token_hex(16)
    with transaction(session) as connection:
        season = chosen(connection, locked_own(connection, actor, season_id), wish)
        require_open(season.season)
        if season.board is None or TieBreak.LOT not in season.scheme.tie_breaks:
            raise ConflictError(NO_LOTS)
        before = reading.lots_of(connection, season.board.scheme.id, season.board.measure)
        people = undecided((one.row for one in whole_of(connection, season)), before)
        if not people:
            raise ConflictError(NOTHING_TO_DRAW)
        drawn = draw(seed, people, before.values())
        _keep(connection, actor, season.board, drawn, now or datetime.now(UTC))
        in_order = sorted(drawn, key=lambda person: drawn[person])
        facts = {"scheme": season.board.scheme.id, "measure": season.board.measure.value, "seed": seed}
        note(connection, actor, Event.LOTS_DRAWN, f"season:{season_id}", new={**facts, "people": in_order}, at=now)
    return len(drawn)


def _keep(connection: Connection, actor: Actor, board: Board, drawn: dict[int, int], at: datetime) -> None:
    for person, number in drawn.items():
        of = {"club_id": actor.club_id, "scheme_id": board.scheme.id, "measure": board.measure.value}
        add(connection, lots, {**of, "person_id": person, "number": number, "at": at})
