"""Names that go: of people, out of all texts in which they may stand, and of accounts, with all that lets them in."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, or_, select, update

from scorebook.exchange.tournament_entries import parse_entry, with_texts
from scorebook.store.account_tables import accounts, invitations, links, logins, memberships, tokens
from scorebook.store.cash_tables import account_moves, cash_closings, cash_entries, levies, till_counts
from scorebook.store.league_tables import schemes, season_events, seasons
from scorebook.store.tables import evening_events, evenings, games, payments, people, reversals, stock_moves
from scorebook.store.tournament_tables import tournament_entries, tournament_players, tournaments

AUTHORS = (
    games.c.recorded_by,
    reversals.c.cancelled_by,
    stock_moves.c.by,
    payments.c.by,
    evening_events.c.by,
    invitations.c.created_by,
    links.c.created_by,
    cash_entries.c.by,
    account_moves.c.by,
    till_counts.c.by,
    cash_closings.c.by,
    levies.c.by,
    season_events.c.by,
    tournament_entries.c.by,
)
"""Who did something, in the book."""
TEXTS = (
    *AUTHORS,
    evenings.c.title,
    evenings.c.place,
    reversals.c.reason,
    evening_events.c.what,
    evening_events.c.reason,
    links.c.name,
    cash_entries.c.text,
    account_moves.c.text,
    till_counts.c.note,
    levies.c.text,
    seasons.c.name,
    schemes.c.name,
    season_events.c.reason,
    tournaments.c.name,
    tournaments.c.place,
    tournament_players.c.team,
    tournament_players.c.town,
)
"""Where a name may stand within a text. Reasons of revokes stand inside games, those of tournaments inside entries."""

CUT = (58, 50)
"""Where long names are cut in such texts: in pairs, and beside cards that were drawn."""

Renamed = Callable[[str], str]
"""Gives a text without the name."""


def rename_person(connection: Connection, person_id: int, name: str, key: str) -> None:
    """Call somebody otherwise, and forget his nickname."""
    called = {"name": name, "name_key": key, "nickname": "", "nickname_key": ""}
    connection.execute(update(people).where(people.c.id == person_id).values(**called))


def names_with(connection: Connection, club_id: int, name: str, key: str) -> tuple[str, ...]:
    """Give the longer names of people of the club in which a name stands; another spelling of it is none."""
    query = select(people.c.name).where(people.c.club_id == club_id, _holds(people.c.name, name))
    return tuple(connection.execute(query.where(people.c.name_key != key)).scalars())


def rename_in_texts(connection: Connection, club_id: int, name: str, renamed: Renamed) -> int:
    """Take a name out of all texts of the club, and give how many different ones it stood in."""
    part = name[: min(CUT)]
    changed = sum(_rename(connection, club_id, column, part, renamed) for column in TEXTS)
    changed += _rename_in_games(connection, club_id, part, renamed)
    return changed + _rename_in_entries(connection, club_id, part, renamed)


def _rename(connection: Connection, club_id: int, column: Column[Any], name: str, renamed: Renamed) -> int:
    table: Table = column.table
    query = select(column).where(table.c.club_id == club_id, _holds(column, name)).distinct()
    changed = 0
    for text in connection.execute(query).scalars().all():
        new = renamed(text)[: getattr(column.type, "length", None)]
        if new != text:
            here = (table.c.club_id == club_id) & (column == text)
            connection.execute(update(table).where(here).values({column.name: new}))
            changed += 1
    return changed


def _rename_in_games(connection: Connection, club_id: int, name: str, renamed: Renamed) -> int:
    """Take a name out of the reasons of revokes; the rest of a game stays letter by letter."""
    column = games.c.game
    query = select(games.c.id, column).where(games.c.club_id == club_id, column.contains('"revoke_reason"'))
    changed = 0
    for row in connection.execute(query.where(_holds(column, name))).all():
        game = json.loads(row.game)
        new = renamed(game["revoke_reason"])
        if new != game["revoke_reason"]:
            text = json.dumps(game | {"revoke_reason": new}, ensure_ascii=False, separators=(",", ":"))
            connection.execute(update(games).where(games.c.id == row.id).values(game=text))
            changed += 1
    return changed


def _rename_in_entries(connection: Connection, club_id: int, name: str, renamed: Renamed) -> int:
    """Take a name out of what people wrote into entries of tournaments; all else of them stays."""
    column = tournament_entries.c.entry
    query = select(tournament_entries.c.id, column).where(tournament_entries.c.club_id == club_id)
    changed = 0
    for row in connection.execute(query.where(_holds(column, name))).all():
        new = with_texts(row.entry, renamed)
        if parse_entry(new) != parse_entry(row.entry):
            here = tournament_entries.c.id == row.id
            connection.execute(update(tournament_entries).where(here).values(entry=new))
            changed += 1
    return changed


def forget_profile(connection: Connection, person_ids: Iterable[int]) -> None:
    """Let go of when somebody was born and where he lives; what standings of teams, women and locals need stays."""
    here = tournament_players.c.person_id.in_(list(person_ids))
    connection.execute(update(tournament_players).where(here).values(born=None, town=""))


def _holds(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """Whether a text may have a name in it; capital letters do not count, and SQLite knows but those of ASCII."""
    pattern = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
    return column.ilike(f"%{pattern}%")


def rename_author(connection: Connection, club_id: int, name: str, new: str) -> None:
    """Put another name wherever somebody is the author of something in the book of a club."""
    for column in AUTHORS:
        table: Table = column.table
        here = (table.c.club_id == club_id) & (column == name)
        connection.execute(update(table).where(here).values({column.name: new}))


def others_called(connection: Connection, club_id: int, account_id: int, name: str) -> bool:
    """Tell whether another account of the club, or one of its links, has that name."""
    account = (
        select(accounts.c.id)
        .join(memberships)
        .where(memberships.c.club_id == club_id, accounts.c.id != account_id, accounts.c.name == name)
    )
    link = select(links.c.id).where(links.c.club_id == club_id, links.c.name == name)
    return bool(connection.execute(select(or_(account.exists(), link.exists()))).scalar())


def forget_account(connection: Connection, account_id: int, name: str) -> None:
    """Leave of an account nothing but its number and a name that is none: nobody gets in by it any more."""
    shut_out(connection, account_id)
    values = {"name": name, "login_name": None, "login_key": None, "password": None}
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(values))


def shut_out(connection: Connection, account_id: int, club_id: int | None = None) -> None:
    """Take from an account what lets it in, and its roles: everywhere, or in one club."""
    for table in (logins, tokens, invitations, memberships):
        here = table.c.account_id == account_id
        connection.execute(delete(table).where(here if club_id is None else here & (table.c.club_id == club_id)))


def replaced(name: str, others: Iterable[str], new: str) -> Renamed:
    """Give what puts `new` in the place of a name; longer names in which it stands are left alone.

    >>> replaced("Sepp", ["Sepp Huber"], "Ehemals 3")("Sepp Huber und SEPP, wegen Sepps Karte; Seppel nicht")
    'Sepp Huber und Ehemals 3, wegen Ehemals 3 Karte; Seppel nicht'
    """
    kept = "|".join(re.escape(other) for other in sorted(others, key=len, reverse=True)) or r"(?!)"
    wanted = "|".join(map(re.escape, [name, *(name[:length].rstrip() for length in CUT if length < len(name))]))
    pattern = re.compile(rf"(?<!\w)(?:(?P<kept>{kept})|(?:{wanted})(?:['’]?s)?)(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: found["kept"] or new, text)
