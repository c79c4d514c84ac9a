"""What a correction, a cancellation or an insertion does to later games: shown first, then done by reversals."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from sqlalchemy import Connection

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.consequences import Consequence, Edit, ImpossibleError, consequences
from scorebook.ledger.evening import Cancellation, Evening, RecordedGame, Sheet
from scorebook.services.locked import state_at
from scorebook.services.recording import digest_of, too_large, write_game
from scorebook.services.refusals import ConfirmError
from scorebook.store import games as store
from scorebook.store.columns import REASON_LENGTH
from scorebook.store.rows import game_text
from scorebook.wording import Marked

IMPOSSIBLE: Marked[str] = "Danach ginge Spiel %(number)d nicht mehr auf. Nimm zuerst Spiel %(number)d zurück."


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: what becomes of the later games, and the code that accepts exactly that."""

    found: tuple[Consequence, ...]
    code: str

    @property
    def moves_dealers(self) -> bool:
        """Whether other people deal in later games."""
        return any(one.moves_dealer for one in self.found)


class LaterError(ConfirmError):
    """A change makes others of later games; nothing was written. Accept one of the `ways`, and try again.

    In the first the deal goes round anew; the second, where there is one, leaves the dealers as they are.
    """

    def __init__(self, ways: Sequence[Way]) -> None:
        super().__init__(())
        self.ways = tuple(ways)


def agreed_consequences(evening: Evening, sheet: Sheet, edit: Edit, accept: Collection[str]) -> Sequence[Consequence]:
    """Give what becomes of the later games, if that was accepted, or nothing becomes of them.

    Raises `LaterError` if it was not, or has become something else meanwhile, and `ConflictError` if a later game
    could not be any more.
    """
    ways = list(_ways(evening, sheet, edit))
    for way in ways:
        if way.code in accept:
            return way.found
    if ways[0].found:
        raise LaterError(ways)
    return ()


def _ways(evening: Evening, sheet: Sheet, edit: Edit) -> Iterator[Way]:
    for move_dealers in (True, False):
        try:
            found = consequences(sheet, evening.rule_sets, edit, move_dealers=move_dealers)
        except ImpossibleError as error:
            raise ConflictError(IMPOSSIBLE, number=error.game.number) from error
        for one in found:
            if too_large(one.score):
                raise ConflictError(IMPOSSIBLE, number=one.before.number)
        way = Way(found, _code(found))
        yield way
        if not way.moves_dealers:
            return


def _code(found: Sequence[Consequence]) -> str:
    """Tell these consequences from all others; without any there is nothing to tell."""
    text = "\n".join(f"{one.before.uuid} {one.number} {game_text(one.game)} {one.score.payouts}" for one in found)
    return f"later.{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def write_consequences(
    connection: Connection, evening: Evening, sheet: Sheet, found: Sequence[Consequence], why: Cancellation, cause: UUID
) -> None:
    """Put the later games as they come out now in the place of what they were; they follow from the change `cause`."""
    for one in found:
        old = store.find_game(connection, one.before.uuid)
        if old is None:
            raise NotFoundError("Dieses Spiel gibt es nicht.")
        new = RecordedGame(
            uuid=uuid5(cause, str(one.before.uuid)),
            number=one.number,
            rule_set=one.before.rule_set,
            recorded_at=why.at,
            by=why.by,
            game=one.game,
            score=one.score,
            replaces=one.before.uuid,
        )
        store.add_reversal(connection, old, why)
        write_game(connection, state_at(old, evening, sheet), new, digest_of(one.game), old)


def follows_from(number: int, reason: str) -> str:
    """Say why a later game became another: by what was done to game `number`."""
    return f"Folge von Spiel {number}: {reason}"[:REASON_LENGTH]
