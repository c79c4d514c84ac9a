"""Evenings made up at random, as they might have been: to try the book out, and to see how it bears many games."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import Connection

from scorebook.exchange import parse_rules
from scorebook.ledger.evening import (
    Cancellation,
    Evening,
    NamedRuleSet,
    Person,
    RecordedGame,
    Seat,
    Sheet,
    sitters,
)
from scorebook.ledger.stock_closing import MoveKind
from scorebook.rules import Contract, Game, LaufendeSide, Result, RuleSet, Score, Suit, Unit, assess
from scorebook.rules.contracts import TRAITS
from scorebook.rules.switches import AllPass, KlopferMode, StockMode
from scorebook.services.access import Action, Actor, require
from scorebook.services.log import Event, note
from scorebook.services.seasons import for_samples
from scorebook.services.standings_update import refresh
from scorebook.services.stock import closed
from scorebook.services.texts import same_name
from scorebook.services.transactions import transaction
from scorebook.settings import BERLIN
from scorebook.store import evenings as stored
from scorebook.store import whole as store
from scorebook.store.db import AnySession
from scorebook.store.seasons import assign, lock_season
from scorebook.store.tables import FIRST_CLUB

NAMES = (
    *("Sepp", "Vroni", "Xaver", "Zenzi", "Wastl", "Resi", "Schorsch", "Burgi", "Hias", "Lena", "Girgl", "Monika"),
    *("Ludwig", "Traudl", "Korbinian", "Anni", "Flori", "Kathi", "Bene", "Marlene", "Quirin", "Jule", "Ödön", "Änne"),
)
PLACES = ("Gasthaus Lamm", "Vereinsheim", "Beim Wirt", "Daheim", "")
REASONS = ("vertippt", "falscher Spieler", "doch verloren", "zweimal eingetragen")
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Bayern 10/20/50", {"preset": "bayern_10_20_50"}),
    ("10/20/50 mit Stock", {"preset": "bayern_10_20_50", "stock": {"mode": "partners"}, "all_pass": "stock"}),
    ("10/20 mit Ramsch", {"preset": "schafkopf3d_10_20"}),
    ("Turnier", {"preset": "turnier_plusminus"}),
    ("Deutscher Schafkopf", {"preset": "deutscher_striche"}),
)
LATEST = date(2026, 11, 20)
"""The day of the first sample; the others lie before it."""
SPAN = 20 * 365
"""Days in which they all lie: of very many, several are on one day."""
AT_ONCE = 40
"""Evenings of one transaction."""
MINUTES_A_GAME = 5
FREQUENCY = {
    Contract.SAUSPIEL: 70,
    Contract.SOLO: 13,
    Contract.WENZ: 9,
    Contract.GEIER: 3,
    Contract.FARBWENZ: 2,
    Contract.FARBGEIER: 1,
    Contract.BETTEL: 1,
    Contract.HOCHZEIT: 1,
    Contract.MUSS: 4,
    Contract.KREUZSPIEL: 2,
    Contract.RAMSCH: 7,
    Contract.ALL_PASS: 0,  # where it is written down, it comes from `PASSED`
    Contract.PARTNERSPIEL: 70,
    Contract.ZWANGSSPIEL: 10,
    Contract.DS_SOLO: 15,
}
"""How often contracts are played, against each other."""
PASSED = 0.07
CANCELLED = 0.03
CORRECTED = 0.02
"""Shares of all games."""
TOUT = 0.04
"""The share of those in which one can be announced."""
RAMSCH = (((50, 40, 20, 10), (3, 2, 2, 1)), ((61, 30, 19, 10), (4, 2, 1, 1)), ((70, 26, 24, 0), (4, 2, 2, 0)))
"""How Augen and tricks may be spread."""


def fill(session: AnySession, actor: Actor, games: int, seed: int) -> int:
    """Add evenings with so many games in all, and give their number.

    The same seed fills an empty book with the same evenings; in a book that has them it goes on with others. Games,
    entries, reversals and what became of Stocks are those that recording, correcting, cancelling and ending would have
    written; the log has one row for all of them. Only the latest evening with a Stock keeps it for next time: the page
    of a new evening offers all that are kept.
    """
    require(actor, Action.IMPORT, actor.club)
    random = _unused(session, actor, seed)
    left, made, stocks = games, 0, 0
    with transaction(session) as connection:
        stored.lock_club(connection, actor.club_id)
        club = _Club.of(connection, actor)
        facts = {"games": games, "seed": seed}
        season_id = for_samples(connection, actor, LATEST - timedelta(days=SPAN), LATEST)
        note(connection, actor, Event.SAMPLES_ADDED, f"club:{actor.club_id}", new=facts)
    while left > 0:
        with transaction(session) as connection:
            stored.lock_club(connection, actor.club_id)
            for _ in range(AT_ONCE):
                if left > 0:
                    evening = _evening(random, club, made, left)
                    evening, stocks = _ended(evening, stocks), stocks + bool(evening.sheets[0].stock_now)
                    used = [club.rule_set_ids[club.rules.index(named)] for named in evening.rule_sets]
                    places = store.Places(actor.club_id, used, {person.id: person.id for person in evening.people})
                    evening_id = store.add_whole(connection, evening, "", places)
                    assign(connection, evening_id, season_id)
                    left -= len(evening.sheets[0].games)
                    made += 1
    with transaction(session) as connection:
        lock_season(connection, season_id)
        refresh(connection, season_id)
    return made


def _unused(session: AnySession, actor: Actor, seed: int) -> Random:
    """Give the first source of this seed of which the club has nothing yet; each further club has its own."""
    further = "" if actor.club_id == FIRST_CLUB else f".{actor.club_id}"
    with transaction(session) as connection:
        for run in count():
            first = _uuid(Random(f"{seed}.{run}{further}"))  # noqa: S311 - nothing secret
            if stored.evening_of_uuid(connection, actor.club_id, first) is None:
                break
    return Random(f"{seed}.{run}{further}")  # noqa: S311


@dataclass(frozen=True, slots=True)
class _Club:
    """The people and the rule sets that samples use; ids are those of the book."""

    actor: Actor
    people: tuple[Person, ...]
    rules: tuple[NamedRuleSet, ...]
    rule_set_ids: tuple[int, ...]

    @classmethod
    def of(cls, connection: Connection, actor: Actor) -> "_Club":
        """Find them, or make them."""
        known = store.people_by_name(connection, actor.club_id, NAMES)
        people = tuple(
            Person(known.get(name) or stored.add_person(connection, actor.club_id, name, same_name(name)), name)
            for name in NAMES
        )
        rules = tuple(NamedRuleSet(name, data["preset"], parse_rules(data)) for name, data in RULES)
        ids = tuple(stored.keep_rule_set(connection, actor.club_id, named) for named in rules)
        return cls(actor, people, rules, ids)


def _evening(random: Random, club: _Club, index: int, most: int) -> Evening:
    """Make an evening of at most `most` games; where two rule sets have one unit, the second may come at half time."""
    uuid = _uuid(random)
    rules = random.choices(club.rules, (6, 4, 4, 1, 2))
    other = random.choice(club.rules)
    if random.random() < 0.2 and other not in rules and other.rules.unit is rules[0].rules.unit:
        rules.append(other)
    people = random.sample(club.people, 5 if random.random() < 0.2 and rules[0].rules.unit is Unit.CENT else 4)
    day = LATEST - timedelta(days=index * 3 // 2 % SPAN)
    begun = datetime.combine(day, time(19, 5 * random.randrange(12)), BERLIN).astimezone(UTC)
    table = _Table(random, club.actor.name, begun, len(people), [named.rules for named in rules])
    length = min(most, random.randint(20, 48))
    for place in range(length):
        table.go_on(place * len(rules) // length)
    seats = tuple(Seat(seat, person.id) for seat, person in enumerate(people))
    return Evening(
        id=uuid,
        club="",
        date=day,
        begun=begun,
        ended=None,
        place=random.choice(PLACES),
        people=tuple(people),
        rule_sets=tuple(rules),
        sheets=(Sheet(0, 0, seats, tuple(table.games)),),
    )


def _ended(evening: Evening, before: int) -> Evening:
    """End an evening with a Stock. The first such one keeps it, the others box it, divide it or go on, by turns.

    `before` counts those that came before.
    """
    sheet = evening.sheets[0]
    choice = (None, MoveKind.BOXED, MoveKind.DIVIDED)[before % 3] if before else MoveKind.KEPT
    if choice is None or not sheet.stock_now:
        return evening
    at = sheet.games[-1].recorded_at + timedelta(minutes=MINUTES_A_GAME)
    closing = closed(sheet, choice, at, sheet.games[-1].by)
    return replace(evening, ended=at, sheets=(replace(sheet, closed=closing),))


@dataclass(slots=True)
class _Table:
    """A table in the course of an evening."""

    random: Random
    by: str
    now: datetime
    players: int
    rules: Sequence[RuleSet]
    stock: int = 0
    dealt: int | None = None
    games: list[RecordedGame] = field(default_factory=list)

    def go_on(self, rule_set: int) -> None:
        """Correct the last game now and then, or else play the next one."""
        if self.games and self.games[-1].stands and self.random.random() < CORRECTED:
            self._correct(self.games[-1])
        else:
            self._play(rule_set)

    def _play(self, rule_set: int) -> None:
        """Play and record the next game; now and then it is taken back at once, and the same one deals again."""
        dealer = 0 if self.dealt is None else (self.dealt + 1) % self.players
        game, score = _played(self.random, self.rules[rule_set], self._known(dealer))
        self.now += timedelta(minutes=MINUTES_A_GAME)
        cancelled = None
        if self.random.random() < CANCELLED:
            cancelled = self._cancellation()
        else:
            self.stock, self.dealt = self.stock + score.stock - game.stock, dealer
        number = self.games[-1].number + 1 if self.games else 1
        uuid = _uuid(self.random)
        recorded = RecordedGame(uuid, number, rule_set, self.now, self.by, game, score, None, cancelled)
        self.games.append(recorded)

    def _correct(self, old: RecordedGame) -> None:
        """Put another game in the place of the last one."""
        self.stock = old.game.stock
        while True:
            game, score = _played(self.random, self.rules[old.rule_set], self._known(old.game.dealer or 0))
            if game != old.game:
                break
        undone = self._cancellation()
        self.games[-1] = replace(old, cancelled=undone)
        self.games.append(
            replace(old, uuid=_uuid(self.random), recorded_at=undone.at, game=game, score=score, replaces=old.uuid)
        )
        self.stock += score.stock - game.stock

    def _cancellation(self) -> Cancellation:
        return Cancellation(self.now + timedelta(minutes=1), self.by, self.random.choice(REASONS))

    def _known(self, dealer: int) -> dict[str, Any]:
        """Give what the sheet knows about a game before it is played."""
        known: dict[str, Any] = {"dealer": dealer}
        if self.players > 4:
            known |= {"players": self.players, "sitting_out": sitters(self.players, dealer)}
        return known | ({"stock": self.stock} if self.stock else {})


def _played(random: Random, rules: RuleSet, known: dict[str, Any]) -> tuple[Game, Score]:
    """Make up games until the rules have nothing to say against one, nor to ask."""
    while True:
        keys = {**_wish(random, rules, known), **known}
        game = Game(given=frozenset(keys), **keys)
        assessment = assess(game, rules)
        if assessment.score is not None and not assessment.warnings:
            return game, assessment.score


def _wish(random: Random, rules: RuleSet, known: dict[str, Any]) -> dict[str, Any]:
    active = [seat for seat in range(known.get("players", 4)) if seat not in known.get("sitting_out", ())]
    passed = rules.stock.mode is not StockMode.OFF or rules.all_pass is AllPass.THROW_IN
    if passed and rules.unit is Unit.CENT and random.random() < PASSED:
        return {"contract": Contract.ALL_PASS}
    (contract,) = random.choices(rules.offered, [FREQUENCY[offered] for offered in rules.offered])
    if contract is Contract.RAMSCH:
        return {"contract": contract, **_ramsch(random, active, known.get("players", 4))}
    wish: dict[str, Any] = {"contract": contract, "declarer": random.choice(active)}
    kind = TRAITS[contract]
    if contract is Contract.BETTEL:
        return wish | {"result": random.choice(list(Result))}
    if kind.needs_suit:
        wish["suit"] = random.choice(list(Suit))
    if "tout" in kind.keys and random.random() < TOUT:
        return wish | {"tout": True, "result": random.choice(list(Result))}
    wish["augen"] = round(random.triangular(12, 112, 66))
    if "partner" in kind.keys:
        place = active.index(wish["declarer"]) + (2 if kind.opposite else random.randint(1, 3))
        wish["partner"] = active[place % 4]
    if contract is Contract.SAUSPIEL:
        wish["called"] = random.choice([suit for suit in Suit if suit is not Suit.HERZ])
    return wish | _extras(random, rules, active) if "laufende" in kind.keys else wish


def _extras(random: Random, rules: RuleSet, active: Sequence[int]) -> dict[str, Any]:
    """Add Laufende, Klopfer and a Kontra to some games."""
    extras: dict[str, Any] = {}
    if rules.laufende.value and random.random() < 0.25:
        extras |= {"laufende": random.randint(2, 5), "laufende_side": random.choice(list(LaufendeSide))}
    if rules.klopfer.mode is not KlopferMode.OFF and random.random() < 0.15:
        extras["klopfer"] = tuple(sorted(random.sample(active, random.randint(1, 2))))
    if rules.stoss.max and random.random() < 0.08:
        extras["stoss"] = 1
    return extras


def _ramsch(random: Random, active: Sequence[int], players: int) -> dict[str, Any]:
    augen, tricks = random.choice(RAMSCH)
    order = random.sample(active, len(active))
    spread = {seat: (augen[place], tricks[place]) for place, seat in enumerate(order)}
    by_seat = [spread.get(seat, (0, 0)) for seat in range(players)]
    return {"augen_by_seat": tuple(one for one, _ in by_seat), "tricks_by_seat": tuple(one for _, one in by_seat)}


def _uuid(random: Random) -> UUID:
    return UUID(int=random.getrandbits(128), version=4)
