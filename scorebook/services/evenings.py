"""Begin an evening; find and read evenings."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Evening, NamedRuleSet, Pattern, Sheet
from scorebook.ledger.seating import MOST_PLAYERS
from scorebook.ledger.stock_closing import MoveKind
from scorebook.rules import DEFAULT_PRESET, Finding, RuleSet, preset, preset_names
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.services import stock
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.log import Event, note
from scorebook.services.naming import seat_people, wrong_name
from scorebook.services.refusals import RefusedError
from scorebook.services.season_evenings import FITTING, begin_in, season_objections
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import evenings as store
from scorebook.store import games
from scorebook.store.columns import TITLE_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import EveningSummary
from scorebook.store.games import StoredGame
from scorebook.store.rows import rules_text
from scorebook.store.rulesets import find_rule_set
from scorebook.store.seating import NewSheetRow
from scorebook.wording import preset_title

EVENINGS_A_PAGE = 50
EARLIEST = date(2000, 1, 1)
Day = date


def in_seats(names: Sequence[str]) -> tuple[str, ...]:
    """Give the names in seats, as typed: empty ones behind the fourth are no seats.

    >>> in_seats(["Sepp", "Vroni", "", "", "Zenzi", "", " "]), in_seats(["Sepp"])
    (('Sepp', 'Vroni', '', '', 'Zenzi'), ('Sepp', '', '', ''))
    """
    last = max((seat for seat, name in enumerate(names) if name.strip()), default=-1)
    return tuple([*names, *[""] * ACTIVE_PLAYERS][: max(last + 1, ACTIVE_PLAYERS)])


@dataclass(frozen=True, slots=True)
class NewEvening:
    """An evening as it was entered.

    `names` as typed, by seat; empty ones behind the fourth are no seats. `rule_set` is the id of one of the club's, and
    goes before `preset`. `date` is local, by default the day on which the evening begins. `stocks` are kept ones, by
    id, with which it begins. `season` is the id of an open one, or `FITTING`, or `NO_ONE`. The same `uuid` again is the
    same evening.
    """

    names: tuple[str, ...]
    preset: str = DEFAULT_PRESET
    rule_set: int | None = None
    place: str = ""
    title: str = ""
    first_dealer: int = 0
    pattern: Pattern = Pattern.OPPOSITE
    date: Day | None = None
    stocks: tuple[int, ...] = ()
    season: int = FITTING
    uuid: UUID = field(default_factory=uuid4)

    @property
    def seated(self) -> tuple[str, ...]:
        """The names in seats, as typed."""
        return in_seats(self.names)


@dataclass(frozen=True, slots=True)
class Started:
    """The ids of an evening that has begun, and of its sheet. `repeated`: it had before, nothing was written."""

    evening_id: int
    sheet_id: int
    repeated: bool = field(default=False, compare=False)


def start_evening(
    session: AnySession,
    actor: Actor,
    new: NewEvening,
    *,
    timezone: ZoneInfo = BERLIN,
    now: datetime | None = None,
) -> Started:
    """Begin an evening with one sheet. People whose name the club knows are those; the others are new.

    The evening keeps the local date of its beginning. The same UUID again gives the evening it began. Raises
    `RefusedError` with a finding at each field: `names.0`, `preset`, `rule_set`, `place`, `title`, `first_dealer`,
    `date`, `stock`, `season`.
    """
    require(actor, Action.START_EVENING, actor.club)
    begun = now or datetime.now(UTC)
    try:
        with transaction(session) as connection:
            return _start(connection, actor, new, begun.astimezone(timezone))
    except IntegrityError as error:
        raise ConflictError("Diese Kennung ist schon vergeben.") from error


def _start(connection: Connection, actor: Actor, new: NewEvening, begun: datetime) -> Started:
    """Check and add the evening; `begun` is local."""
    store.lock_club(connection, actor.club_id)
    before = store.evening_of_uuid(connection, actor.club_id, new.uuid)
    if before is not None:
        return Started(*before, repeated=True)
    free = stock.free_stocks(connection, actor, new.stocks)
    findings = [*_findings(new, begun.date()), *_unknown_rules(connection, actor, new)]
    findings += stock.objections(new.stocks, free, _rules(connection, actor, new))
    findings += season_objections(connection, actor, new.season)
    if findings:
        raise RefusedError(findings)
    row = store.NewEveningRow(
        uuid=new.uuid,
        title=normalised(new.title),
        place=normalised(new.place),
        date=new.date or begun.date(),
        begun=begun,
        sheet=NewSheetRow(
            rule_set_id=new.rule_set or _preset_id(connection, actor, new.preset),
            first_dealer=new.first_dealer,
            person_ids=seat_people(connection, actor, new.seated, fields_of(new.seated)),
            pattern=new.pattern.value,
        ),
    )
    started = Started(*store.add_evening(connection, actor.club_id, row))
    stock.take_up(connection, actor, started.sheet_id, free, begun)
    season_id = begin_in(connection, actor, started.evening_id, new.season, row.date)
    facts = {"sheet": started.sheet_id, "people": list(row.sheet.person_ids), "rule_set": row.sheet.rule_set_id}
    if season_id is not None:
        facts["season"] = season_id
    if free:
        facts["stocks"] = [
            {"sheet": kept.sheet_id, "what": MoveKind.TAKEN.value, "amount": kept.amount} for kept in free
        ]
    note(connection, actor, Event.EVENING_BEGUN, f"evening:{started.evening_id}", new=facts)
    return started


def _findings(new: NewEvening, today: date) -> Iterator[Finding]:
    yield from wrong_seats(new.seated, new.first_dealer)
    yield from objections(new.place, "place", "place", TITLE_LENGTH, required=False)
    yield from objections(new.title, "title", "title", TITLE_LENGTH, required=False)
    if new.date is not None and not EARLIEST <= new.date <= today + timedelta(days=1):
        yield Finding("date.range", "date", {"earliest": EARLIEST, "latest": today})


def wrong_seats(seated: Sequence[str], first_dealer: int) -> Iterator[Finding]:
    """Find what is wrong with the names at a new table, by seat, and with who deals first there."""
    keys: set[str] = set()
    for seat, name in enumerate(seated):
        at = f"names.{seat}"
        wrong = list(wrong_name(name, at))
        if not wrong and same_name(name) in keys:
            wrong = [Finding("name.twice", at, {"name": normalised(name)})]
        keys.add(same_name(name))
        yield from wrong
    if len(seated) > MOST_PLAYERS:
        yield Finding("names.too_many", "names", {"count": len(seated), "most": MOST_PLAYERS})
    if not 0 <= first_dealer < len(seated):
        yield Finding("first_dealer.empty_seat", "first_dealer", {})


def _unknown_rules(connection: Connection, actor: Actor, new: NewEvening) -> Iterator[Finding]:
    if new.rule_set is not None:
        if not store.rule_set_in(connection, actor.club_id, new.rule_set):
            yield Finding("rule_set.unknown", "rule_set", {})
    elif new.preset not in preset_names():
        yield Finding("preset.unknown", "preset", {"known": ", ".join(preset_names())})


def _rules(connection: Connection, actor: Actor, new: NewEvening) -> RuleSet | None:
    """Give the rules of the first game; None for those that are not there."""
    if new.rule_set is not None:
        kept = find_rule_set(connection, actor.club_id, new.rule_set)
        return None if kept is None else kept.named.rules
    return preset(new.preset) if new.preset in preset_names() else None


def _preset_id(connection: Connection, actor: Actor, name: str) -> int:
    return store.keep_rule_set(connection, actor.club_id, NamedRuleSet(preset_title(name), name, preset(name)))


def fields_of(seated: Sequence[str]) -> list[str]:
    """Give the fields in which the names in seats were typed."""
    return [f"names.{seat}" for seat in range(len(seated))]


def keep_rule_set(session: AnySession, actor: Actor, named: NamedRuleSet) -> int:
    """Give the id of a rule set in the club, to begin evenings with.

    One that differs from the newest under its name becomes a new version; the older ones stay as they are.
    """
    require(actor, Action.START_EVENING, actor.club)
    with transaction(session) as connection:
        store.lock_club(connection, actor.club_id)
        before = store.newest_of(connection, actor.club_id, named.name)
        kept = store.keep_rule_set(connection, actor.club_id, named)
        if kept != before:
            old = None if before is None else {"rule_set": before}
            facts = {"digest": hashlib.sha256(rules_text(named.rules).encode()).hexdigest()}
            note(connection, actor, Event.RULES_KEPT, f"rule_set:{kept}", old=old, new=facts)
    return kept


@dataclass(frozen=True, slots=True)
class EveningPage:
    """Some evenings of a list, and whether there are older ones: the id that `list_evenings` takes to go on."""

    evenings: tuple[EveningSummary, ...]
    older: int | None


def list_evenings(session: AnySession, actor: Actor, before: int | None = None) -> EveningPage:
    """List evenings of the actor's club, the latest first: the newest, or those that are older than `before`.

    What names no evening of the club is as if it were not said.
    """
    require(actor, Action.READ, actor.club)
    found = store.list_evenings(reading(session), actor.club_id, EVENINGS_A_PAGE + 1, before)
    shown = found[:EVENINGS_A_PAGE]
    return EveningPage(shown, shown[-1].id if len(found) > len(shown) else None)


def load_evening(session: AnySession, actor: Actor, evening_id: int) -> Evening:
    """Read an evening as a whole. Raises `NotFoundError` for one that is not the club's."""
    evening = store.load_evening(reading(session), actor.club_id, evening_id)
    if evening is None:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, Action.READ, Resource(actor.club_id, evening_id))
    return evening


def evening_of_sheet(session: AnySession, actor: Actor, sheet_id: int) -> int:
    """Give the id of the evening to which a sheet belongs. Raises `NotFoundError` for one that is not the club's."""
    evening_id = store.evening_of_sheet(reading(session), actor.club_id, sheet_id)
    if evening_id is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    require(actor, Action.READ, Resource(actor.club_id, evening_id, sheet_id))
    return evening_id


def load_sheet(session: AnySession, actor: Actor, sheet_id: int) -> tuple[Evening, Sheet]:
    """Read a sheet, with the evening that has its names and rule sets. Raises `NotFoundError` as above."""
    evening_of_sheet(session, actor, sheet_id)
    found = store.load_sheet(reading(session), actor.club_id, sheet_id)
    if found is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    return found


def find_game(session: AnySession, actor: Actor, uuid: UUID) -> StoredGame:
    """Give a recorded game, and on which sheet it stands. Raises `NotFoundError` for one that is not the club's."""
    game = games.find_game(reading(session), uuid)
    if game is None or game.club_id != actor.club_id:
        raise NotFoundError("Dieses Spiel gibt es nicht.")
    require(actor, Action.READ, Resource(game.club_id, game.evening_id, game.sheet_id))
    return game
