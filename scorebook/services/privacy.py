"""What the book knows of somebody: to hand it to him, and to let go of his name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.leaving import account_data, last_admin, let_go
from scorebook.services.log import Event, note
from scorebook.services.people import found_person, is_nameless
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, same_name
from scorebook.services.tournament.own import tournaments_of
from scorebook.services.transactions import transaction
from scorebook.store import cash_accounts, forgetting, season_data
from scorebook.store import people as store
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.known import people_by_keys
from scorebook.store.members import members_of
from scorebook.store.merging import merged_into
from scorebook.store.parcels import drop_parcels
from scorebook.store.paying import paid_by_or_to
from scorebook.store.people import PersonRow
from scorebook.store.person_data import rolled_up

FORMAT = "scorebook-person/1"


def accounts_of_club(session: AnySession, actor: Actor) -> Mapping[int, str]:
    """Give the accounts with a role in the actor's club, by id: which is whose, nobody but people knows."""
    require(actor, Action.PRIVACY, actor.club)
    return _members(reading(session), actor.club_id)


def _members(connection: Connection, club_id: int) -> dict[int, str]:
    """Give the names of the accounts in a club, by id, in the order of the names."""
    found = sorted(members_of(connection, club_id), key=lambda one: (one.name, one.account_id))
    return {one.account_id: one.name for one in found}


def export_person(session: AnySession, actor: Actor, person_id: int, account_id: int | None = None) -> dict[str, Any]:
    """Give all that the book has of somebody, with his account where one is named.

    Raises `NotFoundError` for somebody, and for an account, that is not the club's.
    """
    connection = reading(session)
    person = found_person(connection, actor, person_id)
    data: dict[str, Any] = {
        "format": FORMAT,
        **_known(person),
        "evenings": store.evenings_of(connection, person_id),
        "games": list(store.games_of(connection, person_id)),
        "entries": list(store.entries_of(connection, person_id)),
        "payments": paid_by_or_to(connection, person_id),
        "cash": list(cash_accounts.cash_of(connection, person_id)),
        "results": season_data.results_of(connection, person_id),
        "standings": season_data.standings_of(connection, person_id),
        "substitute_in": season_data.substitute_in(connection, person_id),
        "lots": season_data.lots_of_person(connection, person_id),
        "club_account": list(cash_accounts.account_of(connection, person_id)),
        "tournaments": list(tournaments_of(connection, person_id)),
        **rolled_up(connection, person_id),
    }
    if account_id is not None:
        if account_id not in _members(connection, actor.club_id):
            raise NotFoundError("Diesen Zugang gibt es nicht.")
        data["account"] = account_data(connection, account_id, actor.club_id)
    return data


def _known(person: PersonRow) -> dict[str, Any]:
    """Say what is known of somebody himself; names under which he stood before, too."""
    return {
        "name": person.name,
        "nickname": person.nickname,
        "other_names": list(person.others),
        "guest": person.guest,
        "left": None if person.left_on is None else person.left_on.isoformat(),
        "shown": person.shown,
    }


@dataclass(frozen=True, slots=True)
class Farewell:
    """Whose name is to go: his name as it was typed to be sure, and his account where he has one."""

    typed: str
    account_id: int | None = None


def anonymise(session: AnySession, actor: Actor, person_id: int, wish: Farewell, *, now: datetime | None = None) -> str:
    """Let go of a name: in the list of people, in all texts, and with the account that is named; give the new one.

    Games, sums and the log stay as they are. An account that belongs to other clubs too loses but this one. Raises
    `RefusedError` with findings at `name` and `account`, `NotFoundError` for somebody who is not of the club,
    `ForbiddenError` for an admin's account where the actor may not choose admins.
    """
    at = now or datetime.now(UTC)
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        person = found_person(connection, actor, person_id)
        findings = [*_objections(connection, person, wish.typed, at), *_account_findings(connection, actor, wish)]
        if findings:
            raise RefusedError(findings)
        new = _free_name(connection, actor, person_id)
        rows = [(row.id, row.name) for row in merged_into(connection, actor.club_id, person_id)]
        texts = _let_go(connection, actor, [*rows, (person_id, person.name)], new)
        facts: dict[str, Any] = {"texts": texts}
        if wish.account_id is not None:
            let_go(connection, wish.account_id, at, actor.club_id)
            facts["account"] = wish.account_id
        drop_parcels(connection, actor.club_id)
        note(connection, actor, Event.PERSON_ANONYMISED, f"person:{person_id}", new=facts)
    return new


def _let_go(connection: Connection, actor: Actor, called: Iterable[tuple[int, str]], new: str) -> int:
    """Take the names of one person out of all texts, and off his rows; give how many texts they stood in.

    The longest goes first, since a shorter one may stand in it. Rows that were merged get each a name that is none.
    """
    called, texts = list(called), 0
    forgetting.forget_profile(connection, [key for key, _name in called])
    for key, name in sorted(called, key=lambda one: len(one[1]), reverse=True):
        free = _free_name(connection, actor, key)
        others = forgetting.names_with(connection, actor.club_id, name, same_name(name))
        forgetting.rename_person(connection, key, free, same_name(free))
        without = forgetting.replaced(name, others, new)
        texts += forgetting.rename_in_texts(connection, actor.club_id, name, without)
    return texts


def _objections(connection: Connection, person: PersonRow, typed: str, at: datetime) -> Sequence[Finding]:
    """Find why a name cannot go, or not yet."""
    if is_nameless(person):
        return [Finding("person.nameless", "", {})]
    day = store.plays_now(connection, person.id, at)
    if day is not None:
        return [Finding("person.plays", "", {"name": person.name, "date": day})]
    if normalised(typed) != person.name:
        return [Finding("name.not_typed", "name", {"name": person.name})]
    return []


def _account_findings(connection: Connection, actor: Actor, wish: Farewell) -> Sequence[Finding]:
    if wish.account_id is None:
        return []
    if wish.account_id not in _members(connection, actor.club_id):
        return [Finding("account.unknown", "account", {})]
    require(actor, Action.MEMBERS, actor.club)
    if last_admin(connection, wish.account_id, actor.club_id):
        return [Finding("account.last_admin", "account", {})]
    return []


def _free_name(connection: Connection, actor: Actor, person_id: int) -> str:
    """Give the name of somebody who has none any more; nobody else in the club has it."""
    number = person_id
    while people_by_keys(connection, actor.club_id, [same_name(f"Ehemals {number}")]):
        number += 1
    return f"Ehemals {number}"
