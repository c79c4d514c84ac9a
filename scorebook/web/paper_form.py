"""The form of a whole list: its lines as they were typed, and what there is to say about each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from flask import request

from scorebook import wording
from scorebook.errors import ScorebookError
from scorebook.exchange import ShapeError, parse_game
from scorebook.exchange.paper_row import COLUMN_OF, LineError, Row, read_row
from scorebook.ledger.evening import Pattern, sitters
from scorebook.ledger.written import Held, hold
from scorebook.money import LARGEST, read_amount
from scorebook.rules import Finding, Game
from scorebook.services import ConfirmError, RefusedError
from scorebook.services.lists import Line, WorkedOut
from scorebook.web.answers import SEATED
from scorebook.web.fields import ChoiceField, KnownNumber, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.wording.shorthand import Shorthand

COLUMNS = ("who", "what", "mate", "end", "extras")
MOST = 100
"""Lines that a list takes at once."""
AT_FIRST, SPARE = 12, 3
"""Empty lines of a fresh page, and below what was typed."""
DIFFERS = "paper.differs"
"""What is accepted where paper and book differ: the book's number."""
AS_TOTALS, AS_PAYOUTS = "stand", "spiel"
"""What the numbers on the paper are: the totals after each game, or what the game brought."""


class PaperForm(PageForm):
    """Lines of games; each column is one name, sent once a line. `paid` comes once a player and line."""

    after_number = KnownNumber()
    stand = ChoiceField("", default=AS_TOTALS)
    uuid = TextsField()
    who = TextsField()
    what = TextsField()
    mate = TextsField()
    end = TextsField()
    extras = TextsField()
    paid = TextsField()

    def typed(self, players: int) -> list["Typed"]:
        """Give the lines as they were typed, the empty ones too."""
        return [self._typed(index, players) for index in range(min(MOST, len(self.uuid.data or ())))]

    def _typed(self, index: int, players: int) -> "Typed":
        row = Row(**{name: self[name].text(index) for name in COLUMNS})
        paid = tuple(self.paid.text(index * players + seat) for seat in range(players))
        uuid = _uuid(self.uuid.text(index))
        accepted = frozenset(" ".join(request.form.getlist(f"accept-{uuid}")).split())
        return Typed(uuid, row, paid, accepted)

    @property
    def seated(self) -> tuple[int, ...] | None:
        """Who sat there when the page was made, by seat."""
        text = request.form.get("seated", "")
        return tuple(map(int, text.split(","))) if SEATED.fullmatch(text) else None


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


@dataclass(frozen=True, slots=True)
class Typed:
    """A line as it was typed: its columns, the numbers on the paper by seat, the questions answered with yes."""

    uuid: UUID = field(default_factory=uuid4)
    row: Row = field(default_factory=Row)
    paid: tuple[str, ...] = ()
    accepted: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return self.row.empty and not any(text.strip() for text in self.paid)

    def line(self, words: Shorthand, pattern: Pattern) -> Line:
        """Give what the service asks for."""
        return Line(self.uuid, partial(_game, self.row, words, pattern), self.accepted - {DIFFERS})


def _game(row: Row, words: Shorthand, pattern: Pattern, dealer: int) -> Game:
    """Read the game of a line. Raises `LineError`, and `ShapeError` for numbers that no game has."""
    players = len(words.names)
    data, wrong = read_row(row, words, lambda said: sitters(players, dealer if said is None else said, pattern))
    if wrong:
        raise LineError(wrong)
    return parse_game(data)


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as the page shows it.

    `state` is "" (empty), "ok", "kept", "ask" or "wrong"; `says` one sentence about it. `errors` are by column,
    `paid_errors` by seat, `questions` what is to be answered with yes; `totals` are those after it, by
    person id, and `figures` the same as texts, by seat.
    """

    typed: Typed
    number: int
    dealer: str
    state: str = ""
    says: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    paid_errors: Mapping[int, str] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    accept: str = ""
    totals: Mapping[int, int] = field(default_factory=dict)
    figures: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether all its questions were answered with yes."""
        return set(self.accept.split()) <= self.typed.accepted

    @property
    def stops(self) -> bool:
        """Whether the list cannot be recorded because of it."""
        return self.state == "wrong" or not self.answered


def shown(typed: Typed, done: WorkedOut, words: Shorthand, people: Sequence[int], *, totals: bool) -> Shown:
    """Say what there is to say about a line."""
    written, wrong = _written(typed.paid, words)
    line = Shown(typed, done.number, words.names[done.dealer], paid_errors=wrong, totals=done.totals)
    if done.game is None or done.score is None:
        return _refused(line, done.error, words)
    unit, payouts = words.rules.unit, done.score.payouts
    right = [done.totals[person] for person in people] if totals else list(payouts)
    held = hold(written, right)
    value = wording.sum_in_words(done.score, unit, words.say) or wording.amount(done.score.value, unit, words.say)
    said = wording.extras(done.game, done.score, words.rules, words.names, words.say)
    says = ", ".join(filter(None, (wording.game_name(done.game, words.say), said))) + f": {value}"
    figures = tuple(words.say.figure(done.totals[person], unit) for person in people)
    state = "wrong" if wrong else "kept" if done.kept else "ok"
    line = replace(line, state=state, says=says, figures=figures)
    if done.kept:
        return replace(line, says=gettext("Steht als Spiel %(number)d in der Liste.", number=done.number))
    return line if wrong else _held(line, held, written, right, words, zero=not totals and not words.rules.winners_only)


def _held(
    line: Shown, held: Held, written: Sequence[int | None], right: Sequence[int], words: Shorthand, *, zero: bool
) -> Shown:
    """Say whether the paper agrees."""
    unit, say = words.rules.unit, words.say
    if held.fits:
        fits = any(number is not None for number in written)
        return replace(line, says=f"{line.says} {gettext('passt')}.") if fits else line
    wrong = {
        seat: gettext(
            "Auf dem Papier steht %(paper)s, gerechnet %(right)s.",
            paper=say.figure(written[seat] or 0, unit),
            right=say.figure(right[seat], unit),
        )
        for seat in held.differs
    }
    asked = [gettext("Papier und Rechnung gehen auseinander.")]
    if zero and held.total:
        sums = say.figure(held.total, unit, sign=True)
        asked.append(gettext("Die Zahlen auf dem Papier ergeben zusammen %(sum)s statt 0.", sum=sums))
    return replace(line, state="ask", paid_errors=wrong, questions=tuple(asked), accept=DIFFERS)


def _written(paid: Sequence[str], words: Shorthand) -> tuple[list[int | None], dict[int, str]]:
    """Read the numbers on the paper, and say which are none."""
    written: list[int | None] = []
    wrong: dict[int, str] = {}
    for seat, text in enumerate(paid):
        number = _number(text, words) if text.strip() else None
        if text.strip() and number is None:
            wrong[seat] = gettext("Das ist kein Betrag: %(text)s", text=text)
        written.append(number)
    return written, wrong


def _number(text: str, words: Shorthand) -> int | None:
    """Read an amount; None for a text that is none, or beyond all that the book takes."""
    try:
        number = read_amount(text, words.rules.unit)
    except ValueError:
        return None
    return number if abs(number) <= LARGEST else None


def _refused(line: Shown, error: ScorebookError | None, words: Shorthand) -> Shown:
    """Put what is wrong with a line into its columns; what belongs to none, and questions, stand beside it."""
    match error:
        case LineError():
            return replace(line, state="wrong", errors=error.columns)
        case RefusedError() | ShapeError():
            errors = _by_column(error.findings, words)
            return replace(line, state="wrong", errors=errors, says=errors.pop("", ""))
        case ConfirmError():
            asked = tuple(wording.message(finding, words.say, words.names) for finding in error.findings)
            codes = " ".join(finding.code for finding in error.findings)
            return replace(line, state="ask", questions=asked, accept=codes)
    return replace(line, state="wrong", says="" if error is None else error.told(gettext))


def _by_column(findings: Sequence[Finding], words: Shorthand) -> dict[str, Any]:
    columns: dict[str, str] = {}
    for finding in findings:
        text = wording.message(finding, words.say, words.names)
        key = finding.field.partition(".")[0]
        column = COLUMN_OF.get(key, "extras" if key else "")
        columns[column] = f"{columns[column]} {text}" if column in columns else text
    return columns
