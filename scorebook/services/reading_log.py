"""The log to read: the newest rows first, with what the ids in them are called now."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from scorebook.services.access import Action, Actor, require
from scorebook.store import log as store
from scorebook.store import log_names as names
from scorebook.store.db import AnySession, reading
from scorebook.store.log import LogRow, Wanted
from scorebook.store.seasons import season_names

ROWS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some rows, the newest first, and whether there are older ones: the number that `read_log` takes to go on.

    `people`, `rule_sets` and `seasons` are names by id, `who` by what the rows call him; whoever owns the machine and
    what is gone is in none.
    """

    rows: tuple[LogRow, ...]
    older: int | None
    who: Mapping[str, str]
    people: Mapping[int, str]
    rule_sets: Mapping[int, str]
    seasons: Mapping[int, str]
    authors: Mapping[str, str]


def read_log(session: AnySession, actor: Actor, wanted: Wanted | None = None) -> LogPage:
    """Read rows of the log of the actor's club. `authors` are all who stand in it, to choose one."""
    require(actor, Action.LOG, actor.club)
    connection = reading(session)
    found = store.newest_rows(connection, actor.club_id, ROWS_A_PAGE + 1, wanted or Wanted())
    shown = found[:ROWS_A_PAGE]
    facts = [json.loads(text) for row in shown for text in (row.old, row.new)]
    people = {one for fact in facts for one in _ids(fact, "people", "person", "from", "to")}
    rule_sets = {one for fact in facts for one in _ids(fact, "rule_set")}
    rule_sets |= _subjects(shown, "rule_set:")
    seasons = {one for fact in facts for one in _ids(fact, "season")} | _subjects(shown, "season:")
    return LogPage(
        rows=shown,
        older=shown[-1].number if len(found) > len(shown) else None,
        who=_called(connection, actor, {row.who for row in shown} | {row.subject for row in shown}),
        people=names.people(connection, actor.club_id, people),
        rule_sets=names.rule_sets(connection, actor.club_id, rule_sets),
        seasons=season_names(connection, actor.club_id, seasons),
        authors=_called(connection, actor, store.authors(connection, actor.club_id)),
    )


def _subjects(rows: Iterable[LogRow], kind: str) -> set[int]:
    """Give the ids of what was done to things of a kind ("season:")."""
    return {int(row.subject.removeprefix(kind)) for row in rows if row.subject.startswith(kind)}


def _ids(fact: Any, *keys: str) -> Iterable[int]:
    """Give the ids that a row keeps under these keys."""
    for key in keys if isinstance(fact, dict) else ():
        value = fact.get(key, [])
        yield from value if isinstance(value, list) else [value]


def _called(connection: Connection, actor: Actor, keys: Iterable[str]) -> dict[str, str]:
    """Give what accounts, links and people are called, by what the log calls them ("account:3")."""
    ids: dict[str, set[int]] = {}
    for key in keys:
        kind, _colon, number = key.partition(":")
        if number.isdecimal():
            ids.setdefault(kind, set()).add(int(number))
    found = {
        "account": names.accounts(connection, ids.get("account", ())),
        "link": names.links(connection, actor.club_id, ids.get("link", ())),
        "person": names.people(connection, actor.club_id, ids.get("person", ())),
    }
    called = {f"{kind}:{key}": name for kind, known in found.items() for key, name in known.items()}
    return called | {key: "" for key in keys if key == "machine"}
