"""Tournaments made and changed: from a usual one or an earlier one, for earnest or to try it out."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Connection

from scorebook.errors import ConflictError
from scorebook.league.tournament.entries import SetUp
from scorebook.league.tournament.settings import Scoring, Settings
from scorebook.league.tournament.sound import unsound
from scorebook.rules import Finding, RuleSet, Unit, preset, preset_names
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.people import EARLIEST
from scorebook.services.refusals import RefusedError
from scorebook.services.rulesets import id_of, own_rule_sets, rules_of
from scorebook.services.texts import normalised, objections
from scorebook.services.tournament.desk import OTHER_UUID, Desk, at_desk
from scorebook.services.transactions import write_once
from scorebook.store import tournaments as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import lock_club
from scorebook.store.rulesets import KeptRuleSet, find_rule_set
from scorebook.store.tournaments import TournamentRow

LATEST = date(2199, 12, 31)


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament as it was typed. `rules` is a preset's name or the id of one of the club's rule sets.

    It goes before what `settings` say of the rule set and of what counts: that follows from it. The same `uuid` again
    is the same tournament.
    """

    name: str
    date: date
    rules: str
    settings: Settings = field(default_factory=lambda: Settings(rule_set=0))
    place: str = ""
    practice: bool = False
    uuid: UUID = field(default_factory=uuid4)


def list_tournaments(session: AnySession, actor: Actor) -> tuple[TournamentRow, ...]:
    """List the tournaments of the actor's club, the latest first."""
    require(actor, Action.READ, actor.club)
    return store.list_tournaments(reading(session), actor.club_id)


def rules_to_play_by(session: AnySession, actor: Actor) -> tuple[tuple[str, ...], tuple[KeptRuleSet, ...]]:
    """Give the presets, by name, and the club's own rule sets that a tournament can be played by: they count points."""
    own = own_rule_sets(session, actor)
    presets = tuple(name for name in preset_names() if _counts_points(preset(name)))
    return presets, tuple(one for one in own if _counts_points(one.named.rules))


def rules_key(session: AnySession, actor: Actor, settings: Settings) -> str:
    """Give how the rule set of a tournament is chosen: by its preset's name where it is one, else by its id."""
    require(actor, Action.READ, actor.club)
    kept = find_rule_set(reading(session), actor.club_id, settings.rule_set)
    name = kept.named.preset if kept else None
    return name if kept and name and preset(name) == kept.named.rules else str(settings.rule_set)


def _counts_points(rules: RuleSet) -> bool:
    return rules.unit is Unit.POINT


def make(session: AnySession, actor: Actor, new: NewTournament, *, now: datetime | None = None) -> int:
    """Make a tournament and give its id; the same UUID again gives the one that was made.

    Raises `RefusedError` with findings at `name`, `date`, `place`, `rules` and at the fields of the settings.
    """
    require(actor, Action.TOURNAMENT, actor.club)
    at = now or datetime.now(UTC)

    def write(connection: Connection) -> int:
        lock_club(connection, actor.club_id)
        known = store.tournament_of(connection, new.uuid)
        if known is not None:
            return _own(connection, actor, known)
        settings = _checked(connection, actor, new)
        tournament_id = store.add_tournament(
            connection, {"club_id": actor.club_id, "created_at": at, "practice": new.practice, **_columns(new)}
        )
        note(connection, actor, Event.TOURNAMENT_MADE, f"tournament:{tournament_id}", at=at)
        row = store.find_tournament(connection, actor.club_id, tournament_id)
        if row is not None:
            Desk(connection, actor, row, (), at).append(new.uuid, [SetUp(settings)])
        return tournament_id

    return write_once(session, write)


def _own(connection: Connection, actor: Actor, tournament_id: int) -> int:
    if store.find_tournament(connection, actor.club_id, tournament_id) is None:
        raise ConflictError(OTHER_UUID)
    return tournament_id


def change(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    new: NewTournament,
    *,
    version: int | None = None,
    now: datetime | None = None,
) -> None:
    """Change what a tournament is and how it is set up; whether it counts stays. The same again changes nothing.

    `version` is how many entries the sender knew. Raises `RefusedError` as `make` does, and with what speaks against it
    by now; `ConflictError` where somebody else changed something.
    """

    def work(desk: Desk) -> None:
        if desk.done(new.uuid, version):
            return
        settings = _checked(desk.connection, actor, new)
        _change_row(desk, new)
        if settings != desk.state.settings:
            desk.append(new.uuid, [SetUp(settings)])

    at_desk(session, actor, tournament_id, work, with_club=True, now=now)


def _change_row(desk: Desk, new: NewTournament) -> None:
    columns = _columns(new)
    changed = sorted(name for name, value in columns.items() if getattr(desk.row, name) != value)
    if changed:
        store.set_tournament(desk.connection, desk.row.id, columns)
        subject, facts = f"tournament:{desk.row.id}", {"changed": changed}
        note(desk.connection, desk.actor, Event.TOURNAMENT_CHANGED, subject, new=facts, at=desk.at)


def _columns(new: NewTournament) -> dict[str, Any]:
    return {"name": normalised(new.name), "date": new.date, "place": normalised(new.place)}


def _checked(connection: Connection, actor: Actor, new: NewTournament) -> Settings:
    """Give the settings with their rule set. Raises `RefusedError` with all that is wrong."""
    rules = rules_of(connection, actor, new.rules)
    findings = [*_wrong(new), *_wrong_rules(rules), *unsound(new.settings)]
    if findings or rules is None:
        raise RefusedError(findings)
    scoring = Scoring.WINNERS_ONLY if rules.winners_only else Scoring.PLUS_MINUS
    return replace(new.settings, rule_set=id_of(connection, actor, new.rules), scoring=scoring)


def _wrong(new: NewTournament) -> Iterator[Finding]:
    yield from objections(new.name, "name", "name", NAME_LENGTH, required=True)
    yield from objections(new.place, "place", "place", NAME_LENGTH, required=False)
    for goods in new.settings.goods:
        yield from objections(goods, "goods", "goods", NAME_LENGTH, required=True)
    for line, prize in enumerate(new.settings.prizes):
        yield from objections(prize.goods, f"prizes.{line}", "goods", NAME_LENGTH, required=False)
    if not EARLIEST <= new.date <= LATEST:
        yield Finding("date.range", "date", {})


def _wrong_rules(rules: RuleSet | None) -> Iterator[Finding]:
    if rules is None:
        yield Finding("rule_set.unknown", "rules", {})
    elif not _counts_points(rules):
        yield Finding("tournament.rules_unit", "rules", {})
