"""What the ids in the log are called now."""

from collections.abc import Iterable

from sqlalchemy import Connection, Table, select

from scorebook.store.account_tables import accounts as accounts_table
from scorebook.store.account_tables import links as links_table
from scorebook.store.one_person import everybody
from scorebook.store.rows import is_id
from scorebook.store.tables import people as people_table
from scorebook.store.tables import rule_sets as rule_sets_table


def accounts(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Give the names of accounts, of whichever club they are now."""
    return _names(connection, accounts_table, ids)


def links(connection: Connection, club_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Give the names of links of the club."""
    return _names(connection, links_table, ids, club_id)


def people(connection: Connection, club_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Give the names of people of the club; who was merged has that of who stands in his place behind his own."""
    own = _names(connection, people_table, ids, club_id)
    columns = (everybody.c.id, everybody.c.name)
    merged = select(*columns).where(everybody.c.id.in_(list(own)), everybody.c.id != everybody.c.one_id)
    return own | {row.id: f"{own[row.id]} ({row.name})" for row in connection.execute(merged)}


def rule_sets(connection: Connection, club_id: int, ids: Iterable[int]) -> dict[int, str]:
    """Give the names of rule sets of the club."""
    return _names(connection, rule_sets_table, ids, club_id)


def _names(connection: Connection, table: Table, ids: Iterable[int], club_id: int | None = None) -> dict[int, str]:
    wanted = sorted(filter(is_id, ids))
    if not wanted:
        return {}
    query = select(table.c.id, table.c.name).where(table.c.id.in_(wanted))
    if club_id is not None:
        query = query.where(table.c.club_id == club_id)
    return {row.id: row.name for row in connection.execute(query)}
