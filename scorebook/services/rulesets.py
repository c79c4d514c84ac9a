"""The club's rule sets: list them, keep one, and change to another in mid-evening."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from scorebook.errors import NotFoundError
from scorebook.ledger.evening import NamedRuleSet
from scorebook.rules import TRAITS, Contract, Finding, Model, RuleSet, Suit, Unit, preset, preset_names
from scorebook.rules.game import Game
from scorebook.rules.scoring import durchmarsch_price
from scorebook.rules.validation import base_price
from scorebook.services import log
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.evenings import keep_rule_set
from scorebook.services.log import Event
from scorebook.services.ordinary import require_ordinary
from scorebook.services.refusals import RefusedError
from scorebook.services.season_evenings import ended_error
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.store import rulesets as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import evening_of_sheet, lock_club
from scorebook.store.evenings import keep_rule_set as keep
from scorebook.store.events import EveningEvent, EventKind, note
from scorebook.store.games import SheetState, lock_sheet, sheet_state
from scorebook.store.rulesets import KeptRuleSet
from scorebook.wording import preset_title


def own_rule_sets(session: AnySession, actor: Actor) -> tuple[KeptRuleSet, ...]:
    """List the newest versions of the rule sets that the club made itself, by name."""
    require(actor, Action.READ, actor.club)
    shipped = _shipped()
    kept = store.newest_rule_sets(reading(session), actor.club_id)
    return tuple(rule_set for rule_set in kept if same_name(rule_set.named.name) not in shipped)


def load_rule_set(session: AnySession, actor: Actor, rule_set_id: int) -> KeptRuleSet:
    """Read a rule set. Raises `NotFoundError` for one that is not the club's.

    Who has a link may read those of his evening.
    """
    connection = reading(session)
    found = _find(connection, actor, rule_set_id)
    here = actor.evening_id is not None and store.is_used(connection, actor.evening_id, rule_set_id)
    require(actor, Action.READ, Resource(actor.club_id, actor.evening_id if here else None))
    return found


def keep_own(session: AnySession, actor: Actor, named: NamedRuleSet) -> int:
    """Keep a rule set as the club's own, a new version where it has one of that name; give its id.

    Evenings that use an older version stay as they are. Raises `RefusedError` with findings at `name` and at the places
    of the rule set (`base.solo`).
    """
    require(actor, Action.RULES, actor.club)
    findings = [*_wrong_name(named.name), *_gaps(named.rules)]
    if findings:
        raise RefusedError(findings)
    return keep_rule_set(session, actor, replace(named, name=_spelling(session, actor, named.name)))


def current_rules(session: AnySession, actor: Actor, sheet_id: int) -> RuleSet:
    """Give the rule set of the sheet's next game. Raises `NotFoundError` for a sheet that is not the club's."""
    return _state(session, actor, sheet_id).rules


def current_rule_set(session: AnySession, actor: Actor, sheet_id: int) -> KeptRuleSet:
    """Give the same with its name and id."""
    return _find(reading(session), actor, _state(session, actor, sheet_id).rule_set_id)


def _state(session: AnySession, actor: Actor, sheet_id: int) -> SheetState:
    state = sheet_state(reading(session), sheet_id)
    if state is None or state.club_id != actor.club_id:
        raise NotFoundError("Diese Liste gibt es nicht.")
    require(actor, Action.READ, Resource(state.club_id, state.evening_id, sheet_id))
    return state


def change_rules(session: AnySession, actor: Actor, sheet_id: int, key: str, *, now: datetime | None = None) -> None:
    """Let a sheet go on by another rule set, from its next game on; what stands keeps its price.

    The one that holds already changes nothing.

    `key` is a preset's name or the id of one of the club's. Raises `RefusedError` (field `rules`) for one that is
    unknown, counts in another unit, or would mix sums that are zero with others; `NotFoundError` for a sheet that is
    not the club's, `ConflictError` where the evening has ended.
    """
    with transaction(session) as connection:
        lock_club(connection, actor.club_id)
        lock_sheet(connection, sheet_id)
        state = sheet_state(connection, sheet_id)
        if state is None or state.club_id != actor.club_id:
            raise NotFoundError("Diese Liste gibt es nicht.")
        require(actor, Action.RULES, Resource(state.club_id, state.evening_id, sheet_id))
        require_ordinary(connection, state.evening_id)
        if state.ended:
            raise ended_error(connection, state.evening_id)
        rules = rules_of(connection, actor, key)
        if rules is None:
            raise RefusedError([Finding("rule_set.unknown", "rules", {})])
        if not fits(state.rules, rules):
            raise RefusedError([Finding("rule_set.other_unit", "rules", {})])
        rule_set_id = id_of(connection, actor, key)
        if rule_set_id != state.rule_set_id:
            store.use_rule_set(connection, actor.club_id, sheet_id, rule_set_id)
            at = now or datetime.now(UTC)
            _note(connection, actor, sheet_id, rule_set_id, at)
            old, new = {"rule_set": state.rule_set_id}, {"rule_set": rule_set_id}
            log.note(connection, actor, Event.RULES_CHANGED, f"sheet:{sheet_id}", old=old, new=new)


def _note(connection: Connection, actor: Actor, sheet_id: int, rule_set_id: int, at: datetime) -> None:
    """Note by which rules a table goes on."""
    evening_id = evening_of_sheet(connection, actor.club_id, sheet_id)
    name = _find(connection, actor, rule_set_id).named.name
    if evening_id is not None:
        event = EveningEvent(EventKind.RULES, at, actor.name, what=name, sheet_id=sheet_id)
        note(connection, actor.club_id, evening_id, event)


def fits(before: RuleSet, after: RuleSet) -> bool:
    """Tell whether one evening can be played by both: they count in the same unit, and both write winners only or not.

    >>> fits(preset(), preset("bsv_10_50")), fits(preset(), preset("turnier_plusminus"))
    (True, False)
    """
    return before.unit is after.unit and before.winners_only is after.winners_only


def _find(connection: Connection, actor: Actor, rule_set_id: int) -> KeptRuleSet:
    kept = store.find_rule_set(connection, actor.club_id, rule_set_id)
    if kept is None:
        raise NotFoundError("Diesen Regelsatz gibt es nicht.")
    return kept


def rules_of(connection: Connection, actor: Actor, key: str) -> RuleSet | None:
    """Give the rule set of a key: a preset's name, or the id of one of the club's; None where there is none."""
    if key in preset_names():
        return preset(key)
    kept = store.find_rule_set(connection, actor.club_id, int(key)) if _is_number(key) else None
    return kept.named.rules if kept else None


def id_of(connection: Connection, actor: Actor, key: str) -> int:
    """Give the id of a rule set that is known; a preset becomes one of the club's when it is first used."""
    if key not in preset_names():
        return int(key)
    return keep(connection, actor.club_id, NamedRuleSet(preset_title(key), key, preset(key)))


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 10


def _shipped() -> set[str]:
    return {same_name(preset_title(name)) for name in preset_names()}


def _spelling(session: AnySession, actor: Actor, name: str) -> str:
    """The name as the club spells it already, where it does."""
    known = {same_name(kept.named.name): kept.named.name for kept in own_rule_sets(session, actor)}
    return known.get(same_name(name), normalised(name))


def _wrong_name(name: str) -> Iterator[Finding]:
    yield from objections(name, "name", "name", NAME_LENGTH, required=True)
    if same_name(name) in _shipped():
        yield Finding("rule_set.shipped", "name", {})


def wrong_unit(rules: RuleSet, field: str) -> Iterator[Finding]:
    """Refuse Striche that are counted in money, and money in Striche: what the winners write is nobody's loss."""
    if (rules.model is Model.STRICHE) is not (rules.unit is Unit.STRICH):
        yield Finding("rules.striche_unit", field, {})


def _gaps(rules: RuleSet) -> Iterator[Finding]:
    """Offered contracts that the rule set could not price."""
    striche = rules.model is Model.STRICHE
    yield from wrong_unit(rules, "unit")
    if not rules.offered:
        yield Finding("rules.no_contract", "contracts", {})
    for contract in rules.offered:
        if contract is Contract.ALL_PASS:
            continue
        suit = Suit.EICHEL if TRAITS[contract].needs_suit else None
        if TRAITS[contract].deutscher is not striche:
            yield Finding("contract.not_in_model", "contracts", {"contract": contract})
        elif not striche and base_price(Game(contract=contract, suit=suit), rules) is None:
            yield Finding("contract.no_price", f"base.{contract.value}", {"contract": contract})
        elif contract is Contract.RAMSCH and durchmarsch_price(rules) is None:
            yield Finding("durchmarsch.no_price", "ramsch.durchmarsch_value", {})
