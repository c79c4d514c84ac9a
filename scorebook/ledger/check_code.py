"""The check code: eight characters that prove a printed paper against the book, and what a paper was printed from.

A code is a hash over all games that count, and over what became of the Stocks. Games are never changed, so that the
book knows what it was like after each thing that was written into it, and an older paper can be dated.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorebook.ledger.evening import Evening, RecordedGame, Sheet

LENGTH = 8
"""Hexadecimal digits of a code."""
MOST_WAYS = 256
"""Ways in which people of one evening were called, at most, that an old paper is held against."""


@dataclass(frozen=True, slots=True)
class Past:
    """What an evening was like when a paper was printed from it: `at` (UTC) the last thing in it was written.

    `games` counted then. Since then so many were `added` and `removed`, a corrected one being both, and `closed` tells
    whether the Stock was divided.
    """

    at: datetime
    games: int
    added: int
    removed: int
    closed: bool


class Running:
    """The code of a paper to which entry after entry comes: it can be asked for after each of them.

    >>> paper = Running()
    >>> paper.add(1, "Brotzeit", -500)
    >>> before = paper.code("Kassenbuch", 2026)
    >>> paper.add(2, "Startgeld", 500)
    >>> before, paper.code("Kassenbuch", 2026) == before
    ('AF53 6C15', False)
    """

    __slots__ = ("_digest",)

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, *parts: object) -> None:
        """Take in what one entry says."""
        self._digest.update(_line(list(map(str, parts))))

    def code(self, *about: object) -> str:
        """Give the code of all entries so far, with what else stands on the paper."""
        whole = self._digest.copy()
        whole.update(_line(list(map(str, about))))
        return _written(whole.hexdigest())


def check_code(evening: "Evening") -> str:
    """Give the code of an evening as it is, written as two groups of four hexadecimal digits."""
    return _code(part for sheet in evening.sheets for part in _parts(sheet, evening.names, sheet.standing))


def typed_code(text: str) -> str | None:
    """Read a code as people type it: "7f3a-91c2" is "7F3A 91C2". None for what cannot be one.

    An O is read as the zero that it was meant to be, and l and I as the one: no code has these letters.

    >>> typed_code(" 7f3a 91c2"), typed_code("7F3A-9lCO"), typed_code("7F3A")
    ('7F3A 91C2', '7F3A 91C0', None)
    """
    digits = re.sub(r"[\s.:_-]+", "", text).upper().translate(str.maketrans("OIL", "011"))
    return _spaced(digits) if re.fullmatch(rf"[0-9A-F]{{{LENGTH}}}", digits) else None


def earlier_names(evening: "Evening") -> "Iterator[Evening]":
    """Give the evening as it was written while people of it stood there under other names, before they were merged.

    In whichever order that was: some of them had their new names then, others not yet. Of many no more than a few
    hundred ways are tried.
    """
    ways = product(*((person.name, *reversed(person.former)) for person in evening.people))
    for names in islice(ways, 1, MOST_WAYS):
        people = (replace(person, name=name) for person, name in zip(evening.people, names, strict=True))
        yield replace(evening, people=tuple(people))


def past_with(evening: "Evening", code: str) -> Past | None:
    """Give what the evening was like when its code was this one; None where it never was, as far as can be told.

    The latest such moment counts. Not found is what was printed under other names (see `earlier_names`), or before a
    forgotten game was put in, since that moved the numbers of the others.
    """
    names = evening.names
    written = {game.uuid: _game(sheet, game, names) for sheet in evening.sheets for game in sheet.games}
    for moment in sorted(_moments(evening), reverse=True):
        then = [[game for game in sheet.games if _counted(game, moment)] for sheet in evening.sheets]
        if _code(written[game.uuid] for games in then for game in games) == code:
            return _since(evening, moment, [game for games in then for game in games])
    return None


def _since(evening: "Evening", moment: datetime, then: "list[RecordedGame]") -> Past:
    """Say what became of the games that counted once."""
    now = {game.uuid for sheet in evening.sheets for game in sheet.standing}
    before = {game.uuid for game in then}
    closed = any(sheet.closed is not None for sheet in evening.sheets)
    return Past(moment, len(before), len(now - before), len(before - now), closed)


def _moments(evening: "Evening") -> set[datetime]:
    """When something was written: before that, the evening was empty."""
    games = [game for sheet in evening.sheets for game in sheet.games]
    taken_back = {game.cancelled.at for game in games if game.cancelled is not None}
    return {evening.begun} | {game.recorded_at for game in games} | taken_back


def _counted(game: "RecordedGame", moment: datetime) -> bool:
    """Tell whether a game counted at a moment."""
    return game.recorded_at <= moment and (game.cancelled is None or game.cancelled.at > moment)


def _parts(sheet: "Sheet", names: Mapping[int, str], games: "Iterable[RecordedGame]") -> Iterator[bytes]:
    """What goes into the code from one sheet."""
    for game in games:
        yield _game(sheet, game, names)
    if sheet.closed is not None:
        parts = [sheet.closed.kind.value, str(sheet.closed.amount)]
        yield _line(parts + [f"{names[person]}={share}" for person, share in sheet.closed.shares.items()])


def _game(sheet: "Sheet", game: "RecordedGame", names: Mapping[int, str]) -> bytes:
    paid = zip(sheet.people_at(game.number), game.score.payouts, strict=True)
    return _line([str(game.uuid), str(game.number), *(f"{names[person]}={amount}" for person, amount in paid)])


def _line(parts: list[str]) -> bytes:
    return "\x1f".join(parts).encode() + b"\x1e"


def _code(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return _written(digest.hexdigest())


def _written(digest: str) -> str:
    return _spaced(digest[:LENGTH].upper())


def _spaced(digits: str) -> str:
    half = LENGTH // 2
    return f"{digits[:half]} {digits[half:]}"
