"""Evenings for tests, as values: games that the rules have priced, without a database."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import cycle, islice
from typing import Any
from uuid import UUID

from scorebook.ledger.evening import Cancellation, Evening, NamedRuleSet, Person, RecordedGame, Seat, Sheet
from scorebook.rules import Contract, Game, RuleSet, assess, preset
from scorebook.rules.cards import Suit
from scorebook.rules.game import LaufendeSide, Result

BEGUN = datetime(2026, 11, 27, 18, 40, tzinfo=UTC)
FOUR = ("Sepp", "Vroni", "Xaver", "Zenzi")
ROUND: tuple[Mapping[str, Any], ...] = (
    {"contract": Contract.SAUSPIEL, "called": Suit.GRAS, "declarer": 1, "partner": 2, "augen": 58, "stoss": 1},
    {
        "contract": Contract.SOLO,
        "suit": Suit.HERZ,
        "declarer": 3,
        "augen": 96,
        "laufende": 4,
        "laufende_side": LaufendeSide.MIT,
    },
    {"contract": Contract.SAUSPIEL, "called": Suit.EICHEL, "declarer": 0, "partner": 3, "augen": 74},
    {"contract": Contract.ALL_PASS},
    {"contract": Contract.WENZ, "declarer": 2, "augen": 48},
    {"contract": Contract.SAUSPIEL, "called": Suit.SCHELLEN, "declarer": 0, "partner": 1, "augen": 92, "klopfer": 1},
    {"contract": Contract.SOLO, "suit": Suit.GRAS, "declarer": 1, "tout": True, "result": Result.LOST},
)
"""What an evening of four is made of, over and over; a table of more plays it among the seats that do not sit out."""


def recorded(number: int, keys: Mapping[str, Any], rules: RuleSet, **other: Any) -> RecordedGame:
    """A game as the book holds it. Raises AssertionError for one that the rules refuse."""
    game = Game(given=frozenset(keys), **keys)
    assessment = assess(game, rules)
    assert assessment.score is not None, assessment.errors
    return RecordedGame(
        uuid=UUID(int=number),
        number=number,
        rule_set=0,
        recorded_at=BEGUN + timedelta(minutes=5 * number),
        by="Vroni",
        game=game,
        score=assessment.score,
        **other,
    )


def seated(keys: Mapping[str, Any], players: int, dealer: int) -> dict[str, Any]:
    """The same game at a table of `players`: the dealer and who follows him sit out, the others play in their order."""
    out = tuple(sorted((dealer + i) % players for i in range(players - 4)))
    active = [seat for seat in range(players) if seat not in out]
    moved = {key: active[keys[key]] for key in ("declarer", "partner") if key in keys}
    more = {"players": players, "sitting_out": out} if out else {}
    return {**keys, **moved, **more, "dealer": dealer}


def games(
    count: int, players: int, rules: RuleSet, plays: Sequence[Mapping[str, Any]] = ROUND
) -> Iterator[RecordedGame]:
    """`count` games in turn, numbered from 1, the dealer turning and the Stock handed on."""
    stock = 0
    for number, keys in enumerate(islice(cycle(plays), count), start=1):
        known = {"stock": stock} if stock else {}
        game = recorded(number, {**seated(keys, players, (number - 1) % players), **known}, rules)
        stock = game.score.stock
        yield game


def evening(
    count: int = 28,
    names: Sequence[str] = FOUR,
    rules: RuleSet | None = None,
    plays: Sequence[Mapping[str, Any]] = ROUND,
    **changes: Any,
) -> Evening:
    """An evening with one sheet of `count` games; `changes` replace fields of the evening."""
    rules = preset("bayern_10_20_50") if rules is None else rules
    people = tuple(Person(number, name) for number, name in enumerate(names, start=11))
    seats = tuple(Seat(seat, person.id) for seat, person in enumerate(people))
    sheet = Sheet(id=1, first_dealer=0, seats=seats, games=tuple(games(count, len(names), rules, plays)))
    made = Evening(
        id=UUID(int=2026),
        club="Stammtisch Lamm",
        date=date(2026, 11, 27),
        begun=BEGUN,
        ended=BEGUN + timedelta(hours=3, minutes=35),
        place="Gasthaus Lamm",
        people=people,
        rule_sets=(NamedRuleSet("Tarif der Runde", "bayern_10_20_50", rules),),
        sheets=(sheet,),
    )
    return replace(made, **changes)


def cancelled(evening: Evening, number: int, reason: str) -> Evening:
    """The same evening after somebody took back a game of its first sheet."""
    sheet = evening.sheets[0]
    note = Cancellation(BEGUN + timedelta(hours=2), "Xaver", reason)
    after = tuple(replace(game, cancelled=note) if game.number == number else game for game in sheet.games)
    return replace(evening, sheets=(replace(sheet, games=after), *evening.sheets[1:]))


def another(number: int, **changes: Any) -> Evening:
    """An evening with ids of its own."""
    made = evening(3 + number % 4, **changes)
    games = tuple(replace(game, uuid=UUID(int=1000 * number + game.number)) for game in made.sheets[0].games)
    day = made.date - timedelta(days=7 * number)
    return replace(made, id=UUID(int=5000 + number), date=day, sheets=(replace(made.sheets[0], games=games),))


def just_begun() -> Evening:
    """Give an evening that has only begun."""
    begun = evening(1)
    return replace(begun, sheets=(Sheet(id=1, first_dealer=0, seats=begun.sheets[0].seats),), ended=None)
