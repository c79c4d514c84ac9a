"""A whole list that was written on paper: worked out line by line, and recorded in one go, all of it or nothing.

All or nothing, since dealer, Stock and Bock of a line follow from the lines before it: with a gap in it, the rest would
be worked out wrongly and have wrong numbers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError, ScorebookError
from scorebook.ledger.consequences import State, state_before
from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Sheet
from scorebook.rules import Game, Score
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.services.recording import Recorded, Wish, digest_of, record_wish, work_out
from scorebook.services.transactions import write_once
from scorebook.store import evenings
from scorebook.store import games as store
from scorebook.store.db import AnySession, reading
from scorebook.store.games import SheetState
from scorebook.wording import Marked

DIFFERS: Marked[str] = (
    "Diese Zeile steht schon als Spiel %(number)d in der Liste, aber anders. Korrigieren geht dort; hier bitte leeren."
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of paper. `game` reads it, when the seat deals that it is given, and raises what is wrong with it.

    `accept`: the codes of warnings that were answered with yes.
    """

    uuid: UUID
    game: Callable[[int], Game]
    accept: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What becomes of a line: the number and dealer it has, the game with its score, or why it cannot be.

    `totals` are those after it, by person id. `kept`: it stands in the book already.
    """

    uuid: UUID
    number: int
    dealer: int
    totals: Mapping[int, int]
    game: Game | None = None
    score: Score | None = None
    error: ScorebookError | None = None
    kept: bool = False


@dataclass(slots=True)
class _Course:
    """A sheet while line after line goes past."""

    connection: Connection
    sheet: Sheet
    state: SheetState
    running: State
    totals: dict[int, int]

    @classmethod
    def of(cls, connection: Connection, actor: Actor, sheet_id: int) -> "_Course":
        """Read a sheet as it is now. Raises `NotFoundError` for one that is not the club's."""
        found = evenings.load_sheet(connection, actor.club_id, sheet_id)
        state = store.sheet_state(connection, sheet_id)
        if found is None or state is None:
            raise NotFoundError("Diese Liste gibt es nicht.")
        require(actor, Action.RECORD, Resource(state.club_id, state.evening_id, sheet_id))
        evening, sheet = found
        running = state_before(sheet, evening.rule_sets, sheet.next_number)
        return cls(connection, sheet, state, running, sheet.totals())

    @property
    def dealer(self) -> int:
        """The seat that deals next."""
        return self.running.dealer(self.state.people)

    def kept(self, line: Line) -> RecordedGame | None:
        """Give the game that a line was recorded as; None for one that was not.

        Raises `ConflictError` where the line is another by now.
        """
        there = next((game for game in self.sheet.games if game.uuid == line.uuid), None)
        if there is None:
            return None
        stored = store.find_game(self.connection, line.uuid)
        if stored is None or stored.digest != digest_of(line.game(there.game.dealer or 0)):
            raise ConflictError(DIFFERS, number=there.number)
        return there

    def work_out(self, line: Line) -> tuple[Game, Score]:
        """Read and score the next line. Raises what is wrong with it."""
        running = self.running
        now = replace(self.state, next_dealer=self.dealer, stock=running.stock, bock=running.bock)
        return work_out(line.game(self.dealer), now, line.accept)

    def go_past(self, game: Game, score: Score) -> None:
        """Count a game that is next."""
        named = NamedRuleSet("", "", self.state.rules)
        self.running.follow(game, score, self.state.people, named)
        for person, amount in zip(self.state.people, score.payouts, strict=True):
            self.totals[person] += amount
        self._count()

    def skip(self) -> None:
        """Count a game of which nothing is known but that somebody dealt it."""
        self.running.last, self.running.then = self.dealer, self.state.people
        self._count()

    def _count(self) -> None:
        self.state = replace(self.state, last_number=self.state.last_number + 1)


def work_out_list(session: AnySession, actor: Actor, sheet_id: int, lines: Sequence[Line]) -> tuple[WorkedOut, ...]:
    """Say what each line would be if all were recorded now; nothing is written.

    Raises `NotFoundError` for a sheet that is not the club's, `ForbiddenError` for whoever may not record there.
    """
    return tuple(_worked_out(_Course.of(reading(session), actor, sheet_id), lines))


def _worked_out(course: _Course, lines: Sequence[Line]) -> Iterator[WorkedOut]:
    for line in lines:
        dealer, number = course.dealer, course.state.last_number + 1
        try:
            there = course.kept(line)
            if there is None:
                game, score = course.work_out(line)
                course.go_past(game, score)
            else:
                number, game, score = there.number, there.game, there.score
        except ScorebookError as error:
            if not isinstance(error, ConflictError):
                course.skip()
            yield WorkedOut(line.uuid, number, dealer, dict(course.totals), error=error)
            continue
        dealer = dealer if game.dealer is None else game.dealer
        yield WorkedOut(line.uuid, number, dealer, dict(course.totals), game, score, kept=there is not None)


def record_list(  # noqa: PLR0913 - what a sender may say about one list
    session: AnySession,
    actor: Actor,
    sheet_id: int,
    lines: Sequence[Line],
    *,
    after_number: int | None = None,
    seated: tuple[int, ...] | None = None,
    now: datetime | None = None,
) -> tuple[Recorded, ...]:
    """Record all lines in their order, each as `recording.record_game` does, in one transaction.

    Lines that are in the book already stay as they are, so that a list sent twice stands once. `after_number` and
    `seated` are what the sender knew. Raises what `record_game` raises, and what a line raises when it is read; nothing
    was written then.
    """
    at = now or datetime.now(UTC)

    def write(connection: Connection) -> tuple[Recorded, ...]:
        store.lock_sheet(connection, sheet_id)
        course, known, done = _Course.of(connection, actor, sheet_id), after_number, []
        for line in lines:
            there = course.kept(line)
            if there is not None:
                known = None if known is None else max(known, there.number)
                done.append(Recorded(there, repeated=True))
                continue
            game = line.game(course.dealer)
            wish = Wish(sheet_id, line.uuid, game, digest_of(game), known, seated, line.accept, at)
            recorded = record_wish(connection, actor, wish)
            if recorded.repeated:  # two lines with one mark
                raise ConflictError(DIFFERS, number=recorded.game.number)
            known = None if known is None else recorded.game.number
            course.go_past(recorded.game.game, recorded.game.score)
            done.append(recorded)
        return tuple(done)

    return write_once(session, write)
