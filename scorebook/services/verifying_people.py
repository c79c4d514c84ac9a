"""Whether people who were merged stand where their merges say, and are one at every evening."""

from sqlalchemy import Connection

from scorebook.store import merging as store
from scorebook.store.merging import MergedRow


def people_fault(connection: Connection) -> str | None:
    """Say what is wrong first with people who were merged, if anything is."""
    rows = {row.id: row for row in store.all_merged(connection)}
    clubs = store.clubs_of(connection, {row.merged_into for row in rows.values()})
    for row in rows.values():
        if clubs.get(row.merged_into) != row.club_id:
            return f"Person {row.id}: an ihrer Stelle steht niemand, der im Verein für sich steht"
        if _end(rows, row) != row.merged_into:
            return f"Person {row.id}: an ihrer Stelle steht jemand anders, als zusammengelegt wurde"
    twice = store.evenings_of_two(connection)
    return None if twice is None else f"Person {twice[1]}: am Abend {twice[0]} sitzt sie zweimal"


def _end(rows: dict[int, MergedRow], row: MergedRow) -> int | None:
    """Give who stands at the end of somebody's merges; None where these go round in a ring."""
    seen = {row.id}
    while row.merged_with in rows:
        row = rows[row.merged_with]
        if row.id in seen:
            return None
        seen.add(row.id)
    return row.merged_with
