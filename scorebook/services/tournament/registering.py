"""The list of a tournament: who is on it, who waits, who paid, who left and came back.

People are those of the club, found by name as everywhere else; whoever it does not know is a guest from now on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid5

from sqlalchemy import Connection

from scorebook.league.tournament.attendance import free_places, is_gone
from scorebook.league.tournament.entries import (
    CashKind,
    CashMoved,
    Entry,
    Registered,
    Stamped,
    Wished,
    WishKind,
)
from scorebook.league.tournament.state import Tournament
from scorebook.ledger.people import alike, split_number
from scorebook.rules import Finding
from scorebook.services.access import Action, Actor, require
from scorebook.services.naming import find_people, several, wrong_name
from scorebook.services.people import EARLIEST
from scorebook.services.refusals import RefusedError
from scorebook.services.texts import normalised, objections, same_name
from scorebook.services.tournament.desk import Desk, Seen, at_desk, see
from scorebook.services.tournament.money import fee_of
from scorebook.store import tournaments as store
from scorebook.store.columns import NAME_LENGTH
from scorebook.store.db import AnySession, reading
from scorebook.store.known import Found, add_person

MOST_ALIKE = 1000
"""So many pairs of names are looked at."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody at the door, as typed. `born` is a year, `paid` an amount in euros, "" for nothing yet.

    With `namesake` he is somebody else than whoever else is called so. What he wants of the draw: at no table with any
    of those `apart`, at one with all those `together`, by their start numbers, and always at that `table`.
    """

    name: str
    paid: str = ""
    woman: bool = False
    born: str = ""
    local: bool = False
    team: str = ""
    town: str = ""
    substitute: bool = False
    namesake: bool = False
    apart: tuple[int, ...] = ()
    together: tuple[int, ...] = ()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class OnList:
    """Somebody who is on the list now: his start number, and whether he waits until a place is free."""

    number: int
    waits: bool


def register(
    session: AnySession,
    actor: Actor,
    tournament_id: int,
    uuid: UUID,
    newcomers: Sequence[Newcomer],
    *,
    now: datetime | None = None,
) -> tuple[OnList, ...]:
    """Put people on the list, in this order; whoever comes after the last free place waits.

    The same again under the same UUID is done once. Raises `RefusedError` with findings at `names.0`, `paid.0`,
    `born.0`, `team.0`, `town.0`, `apart.0`, `together.0`, `table.0` and so on, by the newcomer's place; nobody is on
    the list then.
    """
    uuid = uuid5(uuid, repr(tuple(newcomers)))

    def work(desk: Desk) -> tuple[OnList, ...]:
        done = desk.before(uuid)
        if done:
            return tuple(_on_list(done))
        people = _people(desk, newcomers)
        numbers = range(_last(desk) + 1, _last(desk) + 1 + len(people))
        entries = list(_entries(desk, numbers, newcomers))
        added = desk.append(uuid, entries)
        store.add_players(desk.connection, list(_rows(desk, numbers, people, newcomers)))
        for place, (number, newcomer) in enumerate(zip(numbers, newcomers, strict=True)):
            _wish(desk, uuid, number, newcomer, place)
        return tuple(_on_list(added))

    return at_desk(session, actor, tournament_id, work, action=Action.DOOR, with_club=True, now=now)


def look_at(
    session: AnySession, actor: Actor, tournament_id: int, newcomers: Sequence[Newcomer]
) -> tuple[Finding, ...]:
    """Find what `register` would refuse, without putting anybody on the list."""
    require(actor, Action.DOOR, actor.club)
    seen = see(session, actor, tournament_id)
    connection, year = reading(session), datetime.now(UTC).year
    findings = tuple(_mistakes(newcomers, year))
    return findings or tuple(_doubts(connection, actor, seen.row.id, seen.state, newcomers))


def _on_list(added: Sequence[Stamped]) -> Iterator[OnList]:
    for one in added:
        if isinstance(one.entry, Registered):
            yield OnList(one.entry.player, one.entry.waits)


def _last(desk: Desk) -> int:
    return max(desk.folding.players, default=0)


def _entries(desk: Desk, numbers: Sequence[int], newcomers: Sequence[Newcomer]) -> Iterator[Entry]:
    """Give what happens: each is registered, waiting where all places are taken, and then pays."""
    free = free_places(desk.state)
    for place, (number, newcomer) in enumerate(zip(numbers, newcomers, strict=True)):
        waits = free == 0 and not newcomer.substitute
        if free and not newcomer.substitute:
            free -= 1
        yield Registered(number, waits, newcomer.substitute)
        cents = fee_of(newcomer.paid, f"paid.{place}")
        if cents:
            yield CashMoved(CashKind.FEE, cents, number)


def _wish(desk: Desk, uuid: UUID, number: int, newcomer: Newcomer, place: int) -> None:
    """Note what somebody wants of the draw. Raises `RefusedError` at the field of the wish that cannot be."""
    wishes = [("apart", Wished(WishKind.APART, (number, other))) for other in newcomer.apart]
    if newcomer.together:
        wishes.append(("together", Wished(WishKind.TOGETHER, (number, *newcomer.together))))
    if newcomer.table is not None:
        wishes.append(("table", Wished(WishKind.FIXED, (number,), newcomer.table)))
    for field, wished in wishes:
        try:
            desk.append(uuid5(uuid, repr(wished)), [wished])
        except RefusedError as error:
            raise RefusedError([Finding(one.code, f"{field}.{place}", one.params) for one in error.findings]) from error


def _rows(
    desk: Desk, numbers: Sequence[int], people: Sequence[int], newcomers: Sequence[Newcomer]
) -> Iterator[Mapping[str, object]]:
    for number, person, one in zip(numbers, people, newcomers, strict=True):
        here = {"club_id": desk.row.club_id, "tournament_id": desk.row.id, "number": number, "person_id": person}
        yield here | profile(one)


def sounds_like(seen: Seen, number: int) -> tuple[int, ...]:
    """Give who of the list may be the same as one of it: their names are nearly those, or how the other begins.

    Namesakes who are told apart by their numbers are known to be two.
    """
    names = {one.number: one.name for one in seen.entrants.values() if split_number(one.name)[1] is None}
    pairs = alike(names, MOST_ALIKE)
    return tuple(sum(pair) - number for pair in pairs if number in pair)


def profile(one: Newcomer) -> dict[str, object]:
    """Give the columns that hold what prizes ask of somebody."""
    return {
        "woman": one.woman,
        "born": int(one.born) if one.born.strip() else None,
        "local": one.local,
        "team": normalised(one.team),
        "town": normalised(one.town),
    }


# --- Who somebody is ---


def _people(desk: Desk, newcomers: Sequence[Newcomer]) -> tuple[int, ...]:
    """Give who the newcomers are. Raises `RefusedError` with all that is wrong, and whom a name may mean."""
    findings = tuple(_mistakes(newcomers, desk.at.year))
    if not findings:
        findings = tuple(_doubts(desk.connection, desk.actor, desk.row.id, desk.state, newcomers))
    if findings:
        raise RefusedError(findings)
    meant = find_people(desk.connection, desk.actor, [one.name for one in newcomers])
    return tuple(
        _new(desk.connection, desk.actor, one.name) if one.namesake or not found else found[0].id
        for one, found in zip(newcomers, meant, strict=True)
    )


def _mistakes(newcomers: Sequence[Newcomer], year: int) -> Iterator[Finding]:
    if not newcomers:
        yield Finding("name.missing", "names.0", {})
    for place, one in enumerate(newcomers):
        yield from wrong(one, place, year)


def _doubts(
    connection: Connection, actor: Actor, tournament_id: int, state: Tournament, newcomers: Sequence[Newcomer]
) -> Iterator[Finding]:
    """Find whom a name may mean, and who is there already or twice."""
    meant = find_people(connection, actor, [one.name for one in newcomers])
    numbers = store.numbers_of_people(connection, tournament_id)
    for place, (one, found) in enumerate(zip(newcomers, meant, strict=True)):
        if one.namesake:
            continue
        if len(found) > 1:
            yield several(connection, found, f"names.{place}")
        elif found and found[0].id in numbers:
            yield _there(state, numbers[found[0].id], one.name, place)
    yield from _twice(newcomers, meant)


def _new(connection: Connection, actor: Actor, name: str) -> int:
    return add_person(connection, actor.club_id, normalised(name), same_name(name), guest=True)


def wrong(one: Newcomer, place: int, year: int) -> Iterator[Finding]:
    """Find what is wrong with what was typed of somebody."""
    yield from wrong_name(one.name, f"names.{place}")
    yield from objections(one.team, f"team.{place}", "team", NAME_LENGTH, required=False)
    yield from objections(one.town, f"town.{place}", "town", NAME_LENGTH, required=False)
    born = one.born.strip()
    if born and not (born.isascii() and born.isdecimal() and EARLIEST.year <= int(born[:5]) <= year):
        yield Finding("born.range", f"born.{place}", {"low": EARLIEST.year, "high": year})
    try:
        fee_of(one.paid, f"paid.{place}")
    except RefusedError as error:
        yield from error.findings


def _there(state: Tournament, number: int, name: str, place: int) -> Finding:
    """Say that somebody is on the list: still, or he has left and can come back."""
    code = "door.left" if is_gone(state.players[number]) else "door.on_list"
    return Finding(code, f"names.{place}", {"name": normalised(name), "number": number})


def _twice(newcomers: Sequence[Newcomer], meant: Sequence[Sequence[Found]]) -> Iterator[Finding]:
    """Find who stands twice among the newcomers; of those whom the club does not know, by their names."""
    seen: Counter[object] = Counter()
    for place, (one, found) in enumerate(zip(newcomers, meant, strict=True)):
        if one.namesake or len(found) > 1:
            continue
        key = found[0].id if found else same_name(one.name)
        if seen[key]:
            yield Finding("door.twice", f"names.{place}", {"name": normalised(one.name)})
        seen[key] += 1
