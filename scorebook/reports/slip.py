"""A player's own slip, a third of A4: his games, what he has, and whom he pays or who pays him."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.abrechnung import environment
from scorebook.reports.names import short_names
from scorebook.reports.page import Page
from scorebook.reports.paying import own_payments
from scorebook.reports.view import BERLIN, Figure, about, as_they_sit
from scorebook.rules import Unit
from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A game: what it was and who played, what he got or paid ("" for neither), and what he has after it."""

    number: str
    what: str
    paid: Figure
    after: Figure


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip. `payments` are lines with their amounts; None where nobody pays anybody."""

    name: str
    about: str
    total: Figure
    rows: tuple[SlipRow, ...]
    payments: tuple[tuple[str, str], ...] | None
    check_code: str


def page(evening: Evening, people: Sequence[int], say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Page:
    """Give the slips of these people to be printed, each on a leaf of its own; of everybody where nobody is named."""
    return Page(html(evening, people or as_they_sit(evening), say, zone), "slip")


def html(evening: Evening, people: Sequence[int], say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> str:
    """Write slips as complete pages. Raises `KeyError` for a stranger."""
    slips = [slip(evening, person, say, zone) for person in people]
    return environment().get_template("slip.html").render(slips=slips, club=evening.club, _=say)


def slip(evening: Evening, person: int, say: Language = GERMAN, zone: ZoneInfo = BERLIN) -> Slip:
    """Put into words what an evening was for one person."""
    unit, units = evening.unit, evening.totals()[person]
    return Slip(
        name=evening.name_of(person),
        about=about(evening, say, zone)[0],
        total=Figure(wording.amount(units, unit, say, sign=unit is not Unit.STRICH), units < 0),
        rows=tuple(_rows(evening, person, say)),
        payments=own_payments(evening, person, say),
        check_code=evening.check_code(),
    )


def _rows(evening: Evening, person: int, say: Language) -> Iterator[SlipRow]:
    """The games of all tables at which somebody sat, but those that he sat out and that did not concern him."""
    total = 0
    for table, sheet in enumerate(evening.sheets, start=1):
        before = f"{table}/" if len(evening.sheets) > 1 else ""
        for game in sheet.standing:
            people = sheet.people_at(game.number)
            if person not in people:
                continue
            seat = people.index(person)
            paid = game.score.payouts[seat]
            total += paid
            if paid or seat not in game.game.sitting_out:
                yield _row(f"{before}{game.number}", _what(evening, sheet, game, say), paid, total, evening.unit, say)
        share = sheet.closed.shares.get(person, 0) if sheet.closed else 0
        if share:
            total += share
            yield _row(before.rstrip("/"), say("Stock"), share, total, evening.unit, say)


def _row(number: str, what: str, paid: int, total: int, unit: Unit, say: Language) -> SlipRow:
    got = say.figure(paid, unit, sign=True) if paid else ""
    return SlipRow(number, what, Figure(got, paid < 0), Figure(say.figure(total, unit), total < 0))


def _what(evening: Evening, sheet: Sheet, game: RecordedGame, say: Language) -> str:
    """What was played, and by whom."""
    short = short_names(evening.names)
    cards = evening.rule_sets[game.rule_set].rules.words.cards
    who = wording.who(game.game, [short[person] for person in sheet.people_at(game.number)], game.score)
    return ", ".join(filter(None, (wording.game_name(game.game, say.playing(cards)), who)))
