"""What is wrong with a game, if anything is. What is written alike under one rule set is worked out once."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from scorebook.league.results import numbers_of
from scorebook.league.stats import Facts, facts_of
from scorebook.ledger.course import Course
from scorebook.ledger.entries import Entry, UnbalancedError, entries_of, reversed_entries, writes_winners
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Finding, Game, RuleSet, Score, assess_recorded
from scorebook.store.audit import AuditedGame, Booked
from scorebook.wording import message

SCORE = {
    "value": "der Wert",
    "payouts": "die Beträge",
    "stock": "der Stock danach",
    "steps": "der Rechenweg",
    "void": "ob es zählt",
    "declarer_won": "wer gewonnen hat",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
}
KEPT = 8000
"""So many different games are kept at once."""


@dataclass(frozen=True, slots=True)
class Worked:
    """What came out for games that are written alike: what was played, and what is wrong with it, if anything is.

    `booked` are the entries that belong to it, `undone` those that take it back, with seats instead of people; behind
    the last seat is what is nobody's. `numbers` are what it was for each seat, `facts` what statistics count of it.
    """

    game: Game
    score: Score
    fault: str | None
    booked: tuple[Booked, ...] = ()
    undone: tuple[Booked, ...] = ()
    numbers: tuple[int, ...] = ()
    facts: Facts | None = None


@dataclass(slots=True)
class Games:
    """Looks at games, and knows what came out for those before."""

    _worked: dict[tuple[Any, ...], Worked] = field(default_factory=dict)

    def worked(self, audited: AuditedGame) -> Worked:
        """Work out a game. Raises `ShapeError`, `ValueError`, `TypeError` or `KeyError` for what is no game."""
        found = self._worked.get(audited.written)
        if found is None:
            if len(self._worked) >= KEPT:
                self._worked.clear()
            found = self._worked[audited.written] = _work_out(audited)
        return found


def _work_out(audited: AuditedGame) -> Worked:
    game, score = audited.played()
    rules = audited.rules
    fault = _price_fault(audited, game, score)
    if fault is not None:
        return Worked(game, score, fault)
    try:
        booked = entries_of(game, score, range(game.players), winners_only=writes_winners(rules))
    except UnbalancedError:
        return Worked(game, score, "die Beträge ergeben zusammen nicht null")
    undone = reversed_entries(booked)
    entries, back = _booked(booked, game, rules, back=False), _booked(undone, game, rules, back=True)
    return Worked(game, score, None, entries, back, numbers_of(game, score), facts_of(game, score))


def _price_fault(audited: AuditedGame, game: Game, score: Score) -> str | None:
    assessment = assess_recorded(game, audited.rules)
    if assessment.score is None:
        return f"so kann es nicht sein: {message(assessment.errors[0]).rstrip('.')}"
    for one in fields(Score):
        if getattr(assessment.score, one.name) != getattr(score, one.name):
            return f"{SCORE[one.name]} ist anders als ausgerechnet"
    return "Geber oder Stock sind nicht die des Spiels" if audited.columns_differ(game, score) else None


def _booked(entries: Iterable[Entry], game: Game, rules: RuleSet, *, back: bool) -> tuple[Booked, ...]:
    return tuple(
        Booked(one.kind.value, game.players if one.person is None else one.person, one.amount, str(rules.unit), back)
        for one in entries
    )


def game_fault(audited: AuditedGame, recorded: RecordedGame, worked: Worked, course: Course) -> str | None:
    """Say what is wrong with a game first, if anything is; `course` is its sheet up to there."""
    code = course.follow(recorded)
    if code is not None:
        return message(Finding(code, "", {"number": audited.number})).partition(": ")[2].rstrip(".")
    if audited.version != course.version:
        return f"es ist Fassung {audited.version}, gezählt ist es die Fassung {course.version}"
    return worked.fault or _entries_fault(audited, worked, stands=recorded.stands)


def _entries_fault(audited: AuditedGame, worked: Worked, *, stands: bool) -> str | None:
    people = audited.people
    if len(people) != worked.game.players:
        return "auf den Plätzen sitzen andere Leute als im Spiel"
    wanted, undone = _of(people, worked.booked), () if stands else _of(people, worked.undone)
    if audited.booked == wanted + undone:
        return None
    if Counter(wanted) != Counter(one for one in audited.booked if not one.back):
        return "die Buchungen sind andere als die Beträge"
    if Counter(undone) != Counter(one for one in audited.booked if one.back):
        return "die Gegenbuchungen passen nicht zur Stornierung"
    return None


def _of(people: Sequence[int], booked: Iterable[Booked]) -> tuple[Booked, ...]:
    """Put people into entries, by their seats."""
    sitting = (*people, None)
    return tuple(Booked(kind, sitting[seat or 0], amount, unit, back) for kind, seat, amount, unit, back in booked)
