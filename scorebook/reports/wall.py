"""An evening on a screen that hangs on the wall: little at a time, to be read from afar."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.names import short_names
from scorebook.reports.paying import Paying, paying
from scorebook.reports.sides import SideView, side_views
from scorebook.reports.view import Figure, as_they_sit, totals
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language

MOST, SIDE_BY_SIDE = 6, 4
"""Games of a table that stands alone beside the course of the evening, and of one that shares its place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody has; `leads`: nobody has more."""

    name: str
    figure: Figure
    leads: bool


@dataclass(frozen=True, slots=True)
class LastGame:
    """A game: what it was, who played, and what these won or lost by it; "" where nothing was paid."""

    number: int
    name: str
    who: str
    paid: Figure


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table: its next game, and the last ones, the newest first. `heading` is empty where it is the only one.

    `sides` are empty where no Striche are written, `stock` where nothing lies in it.
    """

    heading: str
    turn: str
    stock: str
    sides: tuple[SideView, ...]
    games: tuple[LastGame, ...]


@dataclass(frozen=True, slots=True)
class Wall:
    """All that hangs there. Where one table writes Striche, its sides say what `standings` would.

    `paying` is None while the evening goes on, and where nobody pays anybody.
    """

    standings: tuple[Standing, ...]
    tables: tuple[WallTable, ...]
    paying: Paying | None


def wall(evening: Evening, say: Language = GERMAN) -> Wall:
    """Put an evening on the wall, with as many of the last games of each table as there is room for."""
    games = MOST if len(evening.sheets) == 1 and evening.ended is None else SIDE_BY_SIDE
    tables = tuple(_table(evening, number, games, say) for number in range(1, len(evening.sheets) + 1))
    by_sides = len(tables) == 1 and tables[0].sides
    return Wall(
        () if by_sides else standings(evening, say),
        tables,
        paying(evening, say) if evening.ended is not None else None,
    )


def standings(evening: Evening, say: Language = GERMAN) -> tuple[Standing, ...]:
    """Give what everybody has, as they sit; whoever has most leads, unless all have the same."""
    units = evening.totals()
    least, most = min(units.values(), default=0), max(units.values(), default=0)
    short, people = short_names(evening.called), zip(as_they_sit(evening), totals(evening, say), strict=True)
    return tuple(Standing(short[person], figure, least < units[person] == most) for person, (_, figure) in people)


def _table(evening: Evening, number: int, games: int, say: Language) -> WallTable:
    sheet = evening.sheets[number - 1]
    short = short_names(evening.called)
    turn = say(
        "Spiel %(number)d · Geber %(name)s", number=sheet.next_number, name=short[sheet.sitting[sheet.next_dealer]]
    )
    last = sheet.standing[-games:][::-1]
    return WallTable(
        heading=say("Tisch %(number)d", number=number) if len(evening.sheets) > 1 else "",
        turn="" if evening.ended else turn,
        stock=wording.amount(sheet.stock_now, evening.unit, say) if sheet.stock_now else "",
        sides=side_views(evening, sheet, say),
        games=tuple(_game(evening, sheet, game, short, say) for game in last),
    )


def _game(evening: Evening, sheet: Sheet, recorded: RecordedGame, short: dict[int, str], say: Language) -> LastGame:
    game, score = recorded.game, recorded.score
    names = [short[person] for person in sheet.people_at(recorded.number)]
    cards = evening.rule_sets[recorded.rule_set].rules.words.cards
    return LastGame(
        recorded.number,
        wording.game_name(game, say.playing(cards)),
        wording.who(game, names, score),
        _paid(score.payouts, wording.seats_named(game, score), evening.unit, say),
    )


def _paid(payouts: Sequence[int], seats: Sequence[int], unit: Unit, say: Language) -> Figure:
    """Say what each of those seats got or paid; where they did neither, what their opponents got."""
    own, best = (payouts[seats[0]] if seats else 0), max(payouts, default=0)
    if own or not (seats and best):
        return Figure(say.figure(own, unit, sign=True) if own else "", own < 0)
    return Figure(say("Gegner {amount}").format(amount=say.figure(best, unit, sign=True)), negative=False)
