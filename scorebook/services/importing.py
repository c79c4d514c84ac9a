"""An exported evening (FORMAT.md 6) into the book: the whole of it, or nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import ShapeError, evening_json, load_json, parse_evening
from scorebook.exchange.shapes import time_text
from scorebook.ledger.course import Course
from scorebook.ledger.evening import Evening, NamedRuleSet, Sheet
from scorebook.ledger.seating import MOST_PLAYERS
from scorebook.money import LARGEST
from scorebook.rules import Finding, preset, preset_names
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_import import book_read
from scorebook.services.log import Event, note
from scorebook.services.naming import new_person, people_named, several
from scorebook.services.people import NAMELESS
from scorebook.services.recording import too_large
from scorebook.services.refusals import RefusedError
from scorebook.services.rulesets import wrong_unit
from scorebook.services.season_evenings import NO_ONE, begin_in
from scorebook.services.texts import normalised, objections
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import evenings as stored
from scorebook.store import whole as store
from scorebook.store.clubs import club_name
from scorebook.store.columns import NAME_LENGTH, REASON_LENGTH, TITLE_LENGTH
from scorebook.store.db import AnySession
from scorebook.wording import Marked

UUID_TAKEN: Marked[str] = "Diese Kennung ist schon vergeben."


@dataclass(frozen=True, slots=True)
class Imported:
    """The id of an evening that was read. `repeated`: the same was in the book before, nothing was written."""

    evening_id: int
    repeated: bool = False


def import_evening(session: AnySession, actor: Actor, text: str | bytes, *, timezone: ZoneInfo = BERLIN) -> Imported:
    """Put an exported evening into the book, in one transaction; its UUIDs, numbers, times and authors stay.

    People are those of the club with exactly the same name, else new ones. An evening that is there already is not
    written again. What was paid to the club's box stands in its cash book from then on.

    Raises `RefusedError` with all that is wrong with the file, or with the first difference to the
    evening that is there, and `ConflictError` if one of its UUIDs belongs to another club.
    """
    require(actor, Action.IMPORT, actor.club)
    try:
        evening = parse_evening(load_json(text))
    except ShapeError as error:
        raise RefusedError(error.findings) from error
    findings = wrong_with(evening)
    if findings:
        raise RefusedError(findings)
    try:
        with transaction(session) as connection:
            done = write_evening(connection, actor, evening)
            if not done.repeated:
                book_read(connection, actor, done.evening_id, timezone, datetime.now(UTC))
            return done
    except IntegrityError as error:
        raise ConflictError(UUID_TAKEN) from error


def wrong_with(evening: Evening) -> list[Finding]:
    """Find all that the book would not take of an evening that was read."""
    findings = [*_text_findings(evening), *_people_findings(evening)]
    for index, named in enumerate(evening.rule_sets):
        findings += wrong_unit(named.rules, f"rule_sets.{index}.unit")
    for index, sheet in enumerate(evening.sheets):
        findings += _sheet_findings(sheet, evening.rule_sets, f"sheets.{index}")
    return findings


def write_evening(
    connection: Connection,
    actor: Actor,
    evening: Evening,
    chosen: Mapping[int, int] | None = None,
    season: int = NO_ONE,
) -> Imported:
    """Put an evening into the book, in a transaction that is open; one that is there already is not written again.

    `chosen` says who its people are: ids in the book by those in the file; the others are found by their names.
    `season` is the id of an open one into which it goes, or `FITTING`, or `NO_ONE`. Raises `RefusedError` with the
    first difference to the evening that is there, or with games that stand elsewhere.
    """
    stored.lock_club(connection, actor.club_id)
    before = stored.evening_of_uuid(connection, actor.club_id, evening.id)
    if before is not None:
        found = difference(connection, actor, before[0], evening)
        if found is not None:
            raise RefusedError([found])
        return Imported(before[0], repeated=True)
    games = [game for sheet in evening.sheets for game in sheet.games]
    taken = store.games_taken(connection, [game.uuid for game in games])
    if taken:
        raise RefusedError(
            Finding("games.elsewhere", "sheets", {"number": game.number}) for game in games if game.uuid in taken
        )
    own = evening.club == club_name(connection, actor.club_id)
    people = _people(connection, actor, evening, chosen or {})
    places = store.Places(actor.club_id, _rule_sets(connection, actor, evening), people)
    paid = tuple(replace(one, by=one.by or actor.name, uuid=uuid4()) for one in evening.payments)
    levied = tuple(replace(one, by=one.by or actor.name, uuid=uuid4()) for one in evening.levies)
    evening = replace(evening, payments=paid, levies=levied)
    evening_id = store.add_whole(connection, evening, "" if own else evening.club, places)
    begin_in(connection, actor, evening_id, season, evening.date)
    facts = {"sheets": len(evening.sheets), "games": len(games), "people": list(places.people.values())}
    note(connection, actor, Event.EVENING_IMPORTED, f"evening:{evening_id}", new=facts)
    return Imported(evening_id)


def _rule_sets(connection: Connection, actor: Actor, evening: Evening) -> list[int]:
    """Give the ids of the rule sets. One that the club does not know gets a name of its own: the file has none."""
    ids: list[int] = []
    for named in evening.rule_sets:
        as_shipped = named.preset in preset_names() and preset(named.preset) == named.rules
        name = named.name if as_shipped else f"{named.name}, eingelesen"[:NAME_LENGTH]
        kept = NamedRuleSet(name, named.preset, named.rules)
        ids.append(store.rule_set_like(connection, actor.club_id, kept, ids))
    return ids


def _people(connection: Connection, actor: Actor, evening: Evening, chosen: Mapping[int, int]) -> dict[int, int]:
    """Give who people are: whom one chose, else those who are, or were, called exactly so, else somebody new."""
    known = people_named(connection, actor, [person.name for person in evening.people])
    found: dict[int, int] = {}
    there: dict[int, str] = {}
    for i, person in enumerate(evening.people):
        meant = known[person.name]
        if person.id not in chosen and len(meant) > 1:
            raise RefusedError([several(connection, meant, f"people.{i}.name")])
        one = chosen.get(person.id) or (meant[0].id if meant else new_person(connection, actor, person.name))
        if one in there:
            params = {"name": there[one], "other": person.name}
            raise RefusedError([Finding("name.same_person", f"people.{i}.name", params)])
        found[person.id], there[one] = one, person.name
    return found


def difference(connection: Connection, actor: Actor, evening_id: int, evening: Evening) -> Finding | None:
    """Give the first difference between an evening in the book and the same one in a file.

    Files from before a merge have the name under which somebody was written then: that is none.
    """
    there = stored.load_evening(connection, actor.club_id, evening_id)
    if there is None:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    now = {name: person.name for person in there.people for name in person.former}
    called = tuple(replace(person, name=now.get(person.name, person.name)) for person in evening.people)
    return next(_differences(_comparable(there), _comparable(replace(evening, people=called))), None)


def _comparable(evening: Evening) -> dict[str, Any]:
    """Write an evening with names in place of ids, people as they sit, and without seats that nobody played in."""
    data = evening_json(evening)
    for sheet in data["sheets"]:
        held = (seat for seat in sheet["seats"] if seat["to"] is None or seat["to"] >= seat["from"])
        seats = [{**seat, "person": evening.name_of(seat["person"])} for seat in held]
        sheet["seats"] = sorted(seats, key=lambda seat: (seat["seat"], seat["from"]))
        if "stock_closed" in sheet:
            sheet["stock_closed"]["people"] = [evening.name_of(person) for person in sheet["stock_closed"]["people"]]
    data["payments"] = [
        {
            "from": evening.names.get(paid.payer, str(paid.payer)),
            "to": evening.names.get(paid.payee, str(paid.payee)),
            "amount": paid.amount,
            "paid_at": time_text(paid.paid_at),
        }
        for paid in evening.payments
    ]
    for levy in data.get("levies", ()):
        levy["by"] = ""
        levy["people"] = [evening.name_of(person) for person in levy.get("people", ())]
        levy["person"] = evening.name_of(levy["person"]) if "person" in levy else ""
    data["people"] = list(dict.fromkeys(seat["person"] for sheet in data["sheets"] for seat in sheet["seats"]))
    return data


def _same(there: Any, here: Any) -> bool:
    """Tell whether what the book has is what the file says: where the book let go of a name, the file may still say it.

    >>> _same(["Ehemals 3", 7], ["Sepp", 7]), _same({"reason": "weil Ehemals 3 ging"}, {"reason": "weil Vroni kam"})
    (True, False)
    """
    if isinstance(there, dict) and isinstance(here, dict):
        return there.keys() == here.keys() and all(_same(value, here[key]) for key, value in there.items())
    if isinstance(there, list) and isinstance(here, list):
        return len(there) == len(here) and all(map(_same, there, here))
    if isinstance(there, str) and isinstance(here, str):
        return re.fullmatch(".+".join(map(re.escape, NAMELESS.split(there))), here, re.DOTALL) is not None
    return bool(there == here)


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[Finding]:
    """Find where two evenings differ, in the order of the file.

    What the club is called is not the evening's own: it may have another name since the evening was exported.
    """
    for key in ("date", "begun", "ended", "place", "people", "rule_sets"):
        if not _same(there[key], here[key]):
            yield Finding("evening.differs", "", {"where": key})
    if len(there["sheets"]) != len(here["sheets"]):
        yield Finding("evening.differs", "", {"where": "sheets"})
    for key in ("payments", "price", "round_to", "levies"):
        if not _same(there.get(key), here.get(key)):
            yield Finding("evening.differs", "", {"where": key})
    for table, (one, other) in enumerate(zip(there["sheets"], here["sheets"], strict=False), start=1):
        yield from _sheet_differences(table, one, other)


def _sheet_differences(table: int, there: Mapping[str, Any], here: Mapping[str, Any]) -> Iterator[Finding]:
    for key in ("seats", "stock", "first_dealer"):
        if not _same(there.get(key), here.get(key)):
            yield Finding("sheet.differs", "", {"table": table, "where": key})
    for game, same in zip(there["games"], here["games"], strict=False):
        if not _same(game, same):
            yield Finding("game.differs", "", {"table": table, "number": game["number"]})
    if len(there["games"]) != len(here["games"]):
        counts = {"there": len(there["games"]), "here": len(here["games"])}
        yield Finding("games.differ", "", {"table": table, **counts})
    if not _same(there.get("stock_closed"), here.get("stock_closed")):
        yield Finding("sheet.differs", "", {"table": table, "where": "stock_closed"})


def _text_findings(evening: Evening) -> Iterator[Finding]:
    """Find texts that the book would not take from a person either, or not leave as they are."""
    yield from _objections(evening.club, "club", "title", TITLE_LENGTH, required=True)
    yield from _objections(evening.place, "place", "place", TITLE_LENGTH)
    for i, person in enumerate(evening.people):
        yield from _objections(person.name, f"people.{i}.name", "name", NAME_LENGTH, required=True)
    for i, paid in enumerate(evening.payments):
        yield from _objections(paid.by, f"payments.{i}.by", "name", NAME_LENGTH)
    for i, levy in enumerate(evening.levies):
        yield from _objections(levy.by, f"levies.{i}.by", "name", NAME_LENGTH)
        yield from _objections(levy.text, f"levies.{i}.text", "reason", REASON_LENGTH)
    for i, sheet in enumerate(evening.sheets):
        if sheet.closed is not None:
            yield from _objections(sheet.closed.by, f"sheets.{i}.stock_closed.by", "name", NAME_LENGTH, required=True)
        for j, game in enumerate(sheet.games):
            at = f"sheets.{i}.games.{j}"
            yield from _objections(game.by, f"{at}.by", "name", NAME_LENGTH, required=True)
            if game.cancelled is not None:
                yield from _objections(game.cancelled.reason, f"{at}.reason", "reason", REASON_LENGTH)


def _objections(text: str, field: str, kind: str, most: int, *, required: bool = False) -> Iterator[Finding]:
    wrong = list(objections(text, field, kind, most, required=required))
    if not wrong and normalised(text) != text:
        wrong = [Finding(f"{kind}.control", field, {})]
    yield from wrong


def _people_findings(evening: Evening) -> Iterator[Finding]:
    names: set[str] = set()
    held = (seat for sheet in evening.sheets for seat in sheet.seats if seat.holds(seat.from_number))
    seated = {seat.person for seat in held}
    for i, person in enumerate(evening.people):
        if person.name in names:
            yield Finding("people.same_name", f"people.{i}.name", {"name": person.name})
        elif person.id not in seated:
            yield Finding("person.nowhere", f"people.{i}", {"name": person.name})
        names.add(person.name)
    if len({named.rules.unit for named in evening.rule_sets}) > 1:
        yield Finding("units.mixed", "rule_sets", {})


def _sheet_findings(sheet: Sheet, named: Sequence[NamedRuleSet], at: str) -> Iterator[Finding]:
    """Find what cannot be along a sheet: who sits where, numbers and versions, the Stock, the size of amounts."""
    for i, seat in enumerate(sheet.seats):
        if seat.to_number is not None and seat.to_number < seat.from_number - 1:
            yield Finding("seats.numbers", f"{at}.seats.{i}", {})
        elif max(seat.from_number, (seat.to_number or 0) + 1) > sheet.next_number:
            yield Finding("seats.future", f"{at}.seats.{i}", {})
    turns = {1, sheet.next_number, *(seat.from_number for seat in sheet.seats)}
    turns |= {seat.to_number + 1 for seat in sheet.seats if seat.to_number is not None}
    for number in sorted(turn for turn in turns if turn <= sheet.next_number):
        sitting = [seat for seat in sheet.seats if seat.holds(number)]
        different = min(len({seat.seat for seat in sitting}), len({seat.person for seat in sitting}))
        if different != len(sitting) or not ACTIVE_PLAYERS <= len(sitting) <= MOST_PLAYERS:
            yield Finding("seats.clash", f"{at}.seats", {"number": number})
    if sheet.first_dealer >= len(sheet.people_at(1)):
        yield Finding("first_dealer.empty_seat", f"{at}.first_dealer", {})
    course = Course(sheet.stock, named)
    for i, game in enumerate(sheet.games):
        code = course.follow(game)
        if code is not None:
            yield Finding(code, f"{at}.games.{i}", {"number": game.number})
            return
        if course.stock > LARGEST or too_large(game.score):
            yield Finding("amount.too_large", f"{at}.games.{i}", {"most": LARGEST})
