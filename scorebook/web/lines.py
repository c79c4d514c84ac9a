"""What a page shows of a sheet: its games in words, with the totals after each."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.names import short_names
from scorebook.reports.view import BERLIN, day_marks
from scorebook.rules import RuleSet
from scorebook.web.texts import gettext

NEWEST = 30
"""Games that a page shows unless it is asked for all: it grows with these, and not with the evening."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game of a list. `totals` (None where it does not count) and `moved` are in the order of the columns.

    `corrected`: something else than the dealer was another in the first version. `stock` is what lay in the
    Stock after a game that moved it; None after others. A total is None before somebody came. `day` is the day that
    begins with the game, where it is another than before.
    """

    recorded: RecordedGame
    name: str
    who: str
    extras: str
    totals: tuple[int | None, ...] | None
    moved: tuple[int, ...]
    corrected: bool
    stock: int | None
    day: str = ""


def listed(sheet: Sheet) -> list[RecordedGame]:
    """The games of a sheet, the newest first, those that were taken back too; of a corrected one the last version."""
    replaced = sheet.replaced
    return [game for game in reversed(sheet.games) if game.uuid not in replaced]


def lines(evening: Evening, sheet: Sheet, games: Sequence[RecordedGame], zone: ZoneInfo = BERLIN) -> list[Line]:
    """Say what these games of a sheet were, with the totals after each of all that were played."""
    marks = day_marks(evening, sheet, gettext, zone)
    columns = sheet.people
    came = {person: sheet.came(person) for person in columns}
    after = {game.uuid: totals for game, totals in sheet.running()}
    short, made = short_names(evening.called), []
    first = {game.number: game for game in reversed(sheet.games)}
    for recorded in games:
        totals = after.get(recorded.uuid)
        people = sheet.people_at(recorded.number)
        paid = dict(zip(people, recorded.score.payouts, strict=True))
        names = [short[person] for person in people]
        rules = evening.rule_sets[recorded.rule_set].rules
        say = gettext.playing(rules.words.cards)
        made.append(
            Line(
                recorded,
                wording.game_name(recorded.game, say),
                wording.who(recorded.game, names, recorded.score),
                wording.extras(recorded.game, recorded.score, rules, names, say),
                None
                if totals is None
                else tuple(totals[person] if came[person] <= recorded.number else None for person in columns),
                tuple(paid.get(person, 0) for person in columns),
                not recorded.only_dealt_otherwise(first[recorded.number]),
                recorded.score.stock if recorded.stands and recorded.score.stock != recorded.game.stock else None,
                marks.get(recorded.number, "") if recorded.stands else "",
            )
        )
    return made


def moves(names: Sequence[str], recorded: RecordedGame, rules: RuleSet) -> str:
    """Who got and paid what, "Sepp +1,20 · Vroni −1,20"; `names` by seat."""
    paid = zip(names, recorded.score.payouts, strict=True)
    return " · ".join(f"{name} {gettext.figure(units, rules.unit, sign=True)}" for name, units in paid if units)


def in_words(names: Sequence[str], recorded: RecordedGame, rules: RuleSet) -> str:
    """What was booked: the game, who played, what it was worth, who got and paid what."""
    who = wording.who(recorded.game, names, recorded.score)
    value = wording.amount(recorded.score.value, rules.unit, gettext)
    moved = moves(names, recorded, rules)
    played = wording.game_name(recorded.game, gettext.playing(rules.words.cards))
    said = ", ".join(part for part in (played, who, moved and value) if part)
    return f"{said}: {moved}." if moved else f"{said}."
