"""What an import will do, before it does it: which evenings and people are new, which are there; then all at once.

A file is looked at, and kept as what was read of it (`uploads`) until somebody says yes or an hour has passed. Whether
it still fits is found out again when it is written.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import ShapeError, load_json
from scorebook.exchange.attached import attached_json
from scorebook.exchange.clubs import UNPACKED, Batch, batch_json, parse_batch, read_archive
from scorebook.ledger.evening import Evening, NamedRuleSet, Person
from scorebook.ledger.people import told_apart
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.cash_import import ForBox, book_read, for_box
from scorebook.services.import_people import Register, several_in
from scorebook.services.importing import UUID_TAKEN, Imported, difference, write_evening, wrong_with
from scorebook.services.log import Event, note
from scorebook.services.members import refuse
from scorebook.services.naming import find_people, new_person, people_named
from scorebook.services.refusals import RefusedError
from scorebook.services.rulesets import wrong_unit
from scorebook.services.season_evenings import NO_ONE, season_objections
from scorebook.services.season_import import new_seasons, write_seasons, wrong_seasons
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import evenings as stored
from scorebook.store import uploads, whole
from scorebook.store.cash_accounts import names
from scorebook.store.columns import NAME_LENGTH, TITLE_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.people import standing_names
from scorebook.store.rows import rules_text
from scorebook.store.rulesets import all_rule_sets

KEPT = timedelta(hours=1)
"""So long a file waits for its yes."""
PDF, ZIP = b"%PDF-", b"PK\x03\x04"
"""How such files begin."""
NEAR_START = 1024
"""So many bytes may stand before a PDF begins."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An evening of a file. `there` is its id in the book where it has one, `differs` what is not the same then."""

    evening: Evening
    there: int | None = None
    differs: Finding | None = None

    @property
    def new(self) -> bool:
        """Whether the import would write it."""
        return self.there is None


@dataclass(frozen=True, slots=True)
class Someone:
    """Somebody in a file, in how many of its evenings; `alike` are those of the club who may be the same, by id.

    `same` is the one with exactly that name.
    """

    name: str
    evenings: int
    alike: Mapping[int, str]
    same: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import will do. `rule_sets` and `seasons` are the names of those that the club does not have yet.

    `box` is what was paid to the club's box, or by it, at evenings that are new.
    """

    evenings: tuple[Planned, ...]
    people: tuple[Someone, ...]
    rule_sets: tuple[str, ...]
    known: Mapping[int, str]
    box: ForBox
    seasons: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether there is anything to write."""
        return any(one.new for one in self.evenings) or bool(self.rule_sets or self.seasons)


@dataclass(frozen=True, slots=True)
class Decision:
    """Who somebody in a file is: `person` of the club, or somebody new with this name."""

    name: str
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen about an import: who people are, by their names in the file, and where it all goes.

    Evenings that are new go into the `season`: the id of an open one, or `FITTING`, or `NO_ONE`. `box`: what was paid
    to the club's box, or by it, stands in its cash book and on its accounts from then on, for days in the `timezone`.
    """

    decisions: Mapping[str, Decision] = field(default_factory=dict)
    season: int = NO_ONE
    box: bool = True
    timezone: ZoneInfo = BERLIN


@dataclass(frozen=True, slots=True)
class Done:
    """What an import did: its evenings in the order of the file, those left out that differ from the book."""

    evenings: tuple[Imported, ...]
    rule_sets: int = 0
    seasons: int = 0

    @property
    def new(self) -> tuple[int, ...]:
        """The ids of those that were written."""
        return tuple(one.evening_id for one in self.evenings if not one.repeated)


def read_file(content: bytes, most: int = UNPACKED) -> Batch:
    """Read a file by how it begins: a PDF, an archive, else JSON. Raises `RefusedError` with all that is wrong.

    `most`: bytes that may lie in an archive.
    """
    try:
        if PDF in content[:NEAR_START]:
            batch = parse_batch(load_json(attached_json(content)))
        elif content.startswith(ZIP):
            batch = read_archive(content, most)
        else:
            batch = parse_batch(load_json(content))
    except ShapeError as error:
        raise RefusedError(error.findings) from error
    check_batch(batch)
    return batch


def check_batch(batch: Batch) -> None:
    """Raise `RefusedError` with all that the book would not take of it; where there are several, the day says which."""
    many = len(batch.evenings) > 1
    findings = [
        replace(found, field=f"{evening.date}: {found.field}") if many else found
        for evening in batch.evenings
        for found in wrong_with(evening)
    ]
    for person in batch.people:
        findings += objections(person.name, f"people: {person.name}", "name", NAME_LENGTH, required=True)
        findings += objections(person.nickname, f"people: {person.name}", "nickname", NAME_LENGTH, required=False)
    for named in batch.rule_sets:
        findings += objections(named.name, f"rule_sets: {named.name}", "name", NAME_LENGTH, required=True)
        findings += wrong_unit(named.rules, f"rule_sets: {named.name}")
    findings += wrong_seasons(batch.seasons)
    if not batch.evenings and not batch.rule_sets and not batch.seasons:
        findings.append(Finding("file.nothing_new", ""))
    if findings:
        raise RefusedError(findings)


def keep_batch(session: AnySession, actor: Actor, batch: Batch, name: str, *, now: datetime | None = None) -> int:
    """Keep what was read until somebody says yes; give its number."""
    require(actor, Action.IMPORT, actor.club)
    at = now or datetime.now(UTC)
    content = json.dumps(batch_json(batch), ensure_ascii=False).encode()
    with transaction(session) as connection:
        uploads.drop_uploads(connection, at - KEPT)
        return uploads.add_upload(connection, actor.club_id, normalised(name)[:TITLE_LENGTH], content, at)


def kept_batch(session: AnySession, actor: Actor, upload_id: int, *, now: datetime | None = None) -> tuple[str, Batch]:
    """Give name and content of a file that waits. Raises `NotFoundError` where there is none, or not any more."""
    require(actor, Action.IMPORT, actor.club)
    since = (now or datetime.now(UTC)) - KEPT
    found = uploads.find_upload(reading(session), actor.club_id, upload_id, since)
    if found is None:
        raise NotFoundError("Diese Datei wartet nicht mehr. Wähl sie noch einmal aus.")
    return found[0], parse_batch(load_json(found[1]))


def forget_batch(session: AnySession, actor: Actor, upload_id: int) -> None:
    """Throw a file away that waits. Raises `NotFoundError` where there is none."""
    kept_batch(session, actor, upload_id)
    with transaction(session) as connection:
        uploads.drop_upload(connection, actor.club_id, upload_id)


def plan_import(session: AnySession, actor: Actor, batch: Batch, *, timezone: ZoneInfo = BERLIN) -> Plan:
    """Say what an import of this would do now. Writes nothing."""
    require(actor, Action.IMPORT, actor.club)
    connection = reading(session)
    known = names(connection, actor.club_id)
    evenings = tuple(_planned(connection, actor, evening) for evening in batch.evenings)
    new = tuple(one.evening for one in evenings if one.new)
    return Plan(
        evenings,
        tuple(_people(connection, actor, new, several_in(batch.people))),
        tuple(_new_rules(connection, actor, batch)),
        known,
        for_box(connection, actor, new, timezone),
        tuple(one.name for one in new_seasons(connection, actor, batch.seasons)),
    )


def _planned(connection: Connection, actor: Actor, evening: Evening) -> Planned:
    before = stored.evening_of_uuid(connection, actor.club_id, evening.id)
    if before is None:
        return Planned(evening)
    return Planned(evening, before[0], difference(connection, actor, before[0], evening))


def _people(
    connection: Connection, actor: Actor, evenings: Iterable[Evening], but: Collection[str]
) -> Iterable[Someone]:
    """List who has to be known; names that several in the file have are told apart by their numbers there."""
    counts: dict[str, int] = {}
    for person in (person for evening in evenings for person in evening.people):
        counts[person.name] = counts.get(person.name, 0) + 1
    ordered = sorted((name, count) for name, count in counts.items() if name not in but)
    named = people_named(connection, actor, [name for name, _count in ordered])
    known = find_people(connection, actor, [name for name, _count in ordered], all_spellings=True)
    for (name, count), meant in zip(ordered, known, strict=True):
        alike = told_apart({one.id: one.name for one in (*named[name], *meant)})
        yield Someone(name, count, alike, named[name][0].id if len(named[name]) == 1 else None)


def _new_rules(connection: Connection, actor: Actor, batch: Batch) -> Iterable[str]:
    there = {_key(kept.named) for kept in all_rule_sets(connection, actor.club_id)}
    return dict.fromkeys(named.name for named in batch.rule_sets if _key(named) not in there)


def _key(named: NamedRuleSet) -> tuple[str, str]:
    """Give what makes two rule sets the same, whatever they are called."""
    return named.preset, rules_text(named.rules)


def import_batch(
    session: AnySession,
    actor: Actor,
    batch: Batch,
    choices: Choices | None = None,
) -> Done:
    """Put all of it into the book, in one transaction, as was chosen.

    Whoever is not decided on is the one of exactly that name, else new. Evenings that are there stay as they are; one
    that differs from the file is left out too, unless it is the only one: then it is refused with the difference.
    Raises `RefusedError` with findings at `people.<name>`, or at the evening that cannot be; `ConflictError` if one
    belongs to another club.
    """
    require(actor, Action.IMPORT, actor.club)
    check_batch(batch)
    try:
        with transaction(session) as connection:
            return write_batch(connection, actor, batch, choices or Choices())
    except IntegrityError as error:
        raise ConflictError(UUID_TAKEN) from error


def write_batch(connection: Connection, actor: Actor, batch: Batch, choices: Choices) -> Done:
    """Put what was checked into the book, in an open transaction."""
    stored.lock_club(connection, actor.club_id)
    refuse(season_objections(connection, actor, choices.season))
    people = _decided(connection, actor, batch, choices.decisions)
    wish = _Wish(batch, people, choices.season, _register(connection, actor, batch, people, choices.decisions))
    done = [one for evening in batch.evenings for one in _write(connection, actor, evening, wish)]
    wish.register.finish()
    kept = _keep_rules(connection, actor, batch.rule_sets)
    called = {name: one.name for name, one in people.items()}
    made = Done(tuple(done), kept, write_seasons(connection, actor, batch.seasons, called, wish.register.numbered()))
    for evening_id in made.new if choices.box else ():
        book_read(connection, actor, evening_id, choices.timezone, datetime.now(UTC))
    return made


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be written: the batch, who its people are, the season."""

    batch: Batch
    people: Mapping[str, Decision]
    season: int
    register: Register


def _register(
    connection: Connection,
    actor: Actor,
    batch: Batch,
    people: Mapping[str, Decision],
    decisions: Mapping[str, Decision],
) -> Register:
    decided = {name: one.person for name, one in people.items() if one.person is not None}
    new = [decided[name] for name, one in decisions.items() if one.person is None and name in decided]
    return Register(connection, actor, batch.people, decided, new)


def _write(connection: Connection, actor: Actor, evening: Evening, wish: _Wish) -> Iterable[Imported]:
    """Write an evening; give nothing for one of several that the book has otherwise."""
    people, batch = wish.people, wish.batch
    called = tuple(Person(one.id, people[one.name].name if one.name in people else one.name) for one in evening.people)
    _check_apart(evening, people)
    renamed = replace(evening, people=called)
    before = stored.evening_of_uuid(connection, actor.club_id, evening.id)
    if len(batch.evenings) > 1 and before is not None:
        differs = all(difference(connection, actor, before[0], one) for one in (renamed, evening))
        return [] if differs else [Imported(before[0], repeated=True)]
    chosen = wish.register.chosen(evening) if before is None else {}
    try:
        return [write_evening(connection, actor, renamed, chosen, wish.season)]
    except RefusedError as error:
        day = f"{evening.date}: "
        raise RefusedError(replace(found, field=day + found.field) for found in error.findings) from error


def _check_apart(evening: Evening, people: Mapping[str, Decision]) -> None:
    """Refuse an evening in which two would be one."""
    seen: dict[int, str] = {}
    for one in evening.people:
        person = people[one.name].person if one.name in people else None
        if person is not None and person in seen:
            params = {"name": seen[person], "other": one.name}
            raise RefusedError([Finding("person.merged", f"people.{one.name}", params)])
        if person is not None:
            seen[person] = one.name


def _decided(
    connection: Connection, actor: Actor, batch: Batch, decisions: Mapping[str, Decision]
) -> dict[str, Decision]:
    """Give who is who, those who are new added to the club. Who plays only in evenings that are there is but a name."""
    known = standing_names(connection, actor.club_id)
    there = {one.id: stored.evening_of_uuid(connection, actor.club_id, one.id) for one in batch.evenings}
    new = {person.name for one in batch.evenings if there[one.id] is None for person in one.people}
    made: dict[str, Decision] = {}
    findings: list[Finding] = []
    taken = {same_name(name) for name in known.values()}
    for name, one in sorted(decisions.items()):
        if name in new:
            findings += _wrong(name, one, known, taken)
        if one.person is None:
            taken.add(same_name(one.name))
        made[name] = one if one.person is None else Decision(known.get(one.person, ""), one.person)
    if findings:
        raise RefusedError(findings)
    return {name: _added(connection, actor, one) if name in new else one for name, one in made.items()}


def _wrong(name: str, one: Decision, known: Mapping[int, str], taken: Iterable[str]) -> Iterable[Finding]:
    at = f"people.{name}"
    if one.person is not None:
        return [] if one.person in known else [Finding("person.gone", at)]
    wrong = list(objections(one.name, at, "name", NAME_LENGTH, required=True))
    if not wrong and same_name(one.name) in taken:
        wrong = [Finding("person.other_name", at, {"name": normalised(one.name)})]
    return wrong


def _added(connection: Connection, actor: Actor, one: Decision) -> Decision:
    if one.person is not None:
        return one
    name = normalised(one.name)
    return Decision(name, new_person(connection, actor, name))


def _keep_rules(connection: Connection, actor: Actor, rule_sets: Iterable[NamedRuleSet]) -> int:
    """Keep the rule sets that the club does not have; give how many these are."""
    there = {_key(kept.named) for kept in all_rule_sets(connection, actor.club_id)}
    count = 0
    for named in rule_sets:
        if _key(named) in there:
            continue
        there.add(_key(named))
        kept = whole.rule_set_like(connection, actor.club_id, named, ())
        note(connection, actor, Event.RULES_KEPT, f"rule_set:{kept}")
        count += 1
    return count
