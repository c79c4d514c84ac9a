"""Entries: what a game, or the end of an evening, moves on which account. They are only ever added, never changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.rules import Game, RuleSet, Score, Unit


class AccountKind(StrEnum):
    """Whose account: a player's, the Stock of a sheet, what is kept for next time, or the club's box."""

    PLAYER = "player"
    STOCK = "stock"
    KEPT = "kept"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Entry:
    """An amount in units on an account; `person` is the person's id, None for accounts that are nobody's."""

    kind: AccountKind
    person: int | None
    amount: int


class UnbalancedError(ValueError):
    """Entries of one game that do not sum to zero: a programmer's error, nothing may be stored."""


def entries_of(game: Game, score: Score, people: Sequence[int], *, winners_only: bool) -> tuple[Entry, ...]:
    """The entries of a game: one a player whose amount is not zero, and one for the Stock if it changed.

    `people` are ids by seat. Raises `UnbalancedError` if they do not sum to zero, unless the rule set writes
    `winners_only` (tournament points, Striche).

    >>> from scorebook.rules import Contract
    >>> game = Game(contract=Contract.ALL_PASS)
    >>> score = Score(value=20, payouts=(-20,) * 4, stock=80, steps=())
    >>> entries_of(game, score, [1, 2, 3, 4], winners_only=False)[-1]
    Entry(kind=<AccountKind.STOCK: 'stock'>, person=None, amount=80)
    """
    entries = [
        Entry(AccountKind.PLAYER, person, amount)
        for person, amount in zip(people, score.payouts, strict=True)
        if amount
    ]
    if score.stock != game.stock:
        entries.append(Entry(AccountKind.STOCK, None, score.stock - game.stock))
    rest = sum(entry.amount for entry in entries)
    if rest and not winners_only:
        raise UnbalancedError(f"entries sum to {rest}: {entries}")
    return tuple(entries)


def reversed_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that undo `entries`.

    >>> reversed_entries([Entry(AccountKind.PLAYER, 1, 20)])[0].amount
    -20
    """
    return tuple(Entry(entry.kind, entry.person, -entry.amount) for entry in entries)


def writes_winners(rules: RuleSet) -> bool:
    """Whether only winners are written, so that a game's entries need not sum to zero: tournament points, Striche.

    >>> from scorebook.rules import preset
    >>> writes_winners(preset("turnier_gutpunkte")), writes_winners(preset("bayern_10_20_50"))
    (True, False)
    """
    return rules.winners_only or rules.unit is Unit.STRICH
