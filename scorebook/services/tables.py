"""A further table in an evening: another sheet, with people of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.ledger.evening import Pattern, Sheet
from scorebook.rules import Finding
from scorebook.services import log
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.evenings import fields_of, in_seats, wrong_seats
from scorebook.services.log import Event
from scorebook.services.naming import seat_people
from scorebook.services.ordinary import require_ordinary
from scorebook.services.refusals import RefusedError
from scorebook.services.rulesets import fits, id_of, rules_of
from scorebook.services.season_evenings import ended_error
from scorebook.services.texts import normalised
from scorebook.services.transactions import transaction
from scorebook.store import evenings as stored
from scorebook.store import seating as store
from scorebook.store.closing import lock_evening
from scorebook.store.db import AnySession
from scorebook.store.events import EveningEvent, EventKind, note
from scorebook.store.games import SheetState, sheet_state
from scorebook.store.rulesets import use_rule_set


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table as it was entered. `rules` is a preset's name or the id of one of the club's rule sets.

    `known` is how many tables the sender knew: the same table sent again is the one it began.
    """

    names: tuple[str, ...]
    rules: str
    first_dealer: int = 0
    pattern: Pattern = Pattern.OPPOSITE
    known: int | None = None


def open_table(
    session: AnySession, actor: Actor, evening_id: int, new: NewTable, *, now: datetime | None = None
) -> int:
    """Open a further table in an evening that goes on, and give the id of its sheet.

    Raises `RefusedError` with a finding at each field (`names.0`, `rules`, `first_dealer`): also for somebody who sits
    at another table now, and for rules that count otherwise than the evening's. Raises `NotFoundError` for an evening
    that is not the club's, `ConflictError` if it has ended or is a tournament's.
    """
    with transaction(session) as connection:
        stored.lock_club(connection, actor.club_id)
        known, ended = lock_evening(connection, actor.club_id, evening_id)
        evening = stored.load_evening(connection, actor.club_id, evening_id)
        if not known or evening is None:
            raise NotFoundError("Diesen Abend gibt es nicht.")
        require(actor, Action.START_EVENING, Resource(actor.club_id, evening_id))
        require_ordinary(connection, evening_id)
        if ended is not None:
            raise ended_error(connection, evening_id)
        seated = in_seats(new.names)
        findings = list(wrong_seats(seated, new.first_dealer))
        people = () if findings else seat_people(connection, actor, seated, fields_of(seated), evening_id)
        before = _begun_before(evening.sheets, new, people)
        if before is not None:
            return before
        state = sheet_state(connection, evening.sheets[0].id)
        findings += [*_elsewhere(connection, evening_id, seated, people), *_other_rules(connection, actor, new, state)]
        if findings:
            raise RefusedError(findings)
        row = store.NewSheetRow(id_of(connection, actor, new.rules), new.first_dealer, people, new.pattern.value)
        sheet_id = store.add_sheet(connection, actor.club_id, evening_id, len(evening.sheets), row)
        use_rule_set(connection, actor.club_id, sheet_id, row.rule_set_id)
        event = EveningEvent(EventKind.TABLE, now or datetime.now(UTC), actor.name, sheet_id=sheet_id)
        note(connection, actor.club_id, evening_id, event)
        new_facts = {"evening": evening_id, "people": list(people), "rule_set": row.rule_set_id}
        log.note(connection, actor, Event.TABLE_OPENED, f"sheet:{sheet_id}", new=new_facts)
    return sheet_id


def _begun_before(sheets: tuple[Sheet, ...], new: NewTable, people: tuple[int, ...]) -> int | None:
    """Give the id of the sheet that a double tap has opened already, with the same people in the same seats."""
    if new.known is None or not people:
        return None
    return next((sheet.id for sheet in sheets[new.known :] if sheet.people_at(1) == people), None)


def _elsewhere(
    connection: Connection, evening_id: int, seated: tuple[str, ...], people: tuple[int, ...]
) -> Iterator[Finding]:
    """Find those who sit at another table of the evening now."""
    tables = store.tables_now(connection, evening_id)
    for seat, person in enumerate(people):
        if person in tables:
            params = {"name": normalised(seated[seat]), "table": tables[person]}
            yield Finding("name.elsewhere", f"names.{seat}", params)


def _other_rules(connection: Connection, actor: Actor, new: NewTable, first: SheetState | None) -> Iterator[Finding]:
    """Find what is wrong with the choice of rules; `first` is the evening's first table."""
    rules = rules_of(connection, actor, new.rules)
    if rules is None:
        yield Finding("rule_set.unknown", "rules", {})
    elif first is not None and not fits(first.rules, rules):
        yield Finding("rule_set.other_unit", "rules", {})
