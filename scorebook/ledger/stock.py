"""The Stock of a sheet: which games hang together through it."""

from collections.abc import Sequence
from dataclasses import replace

from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Sheet
from scorebook.rules import assess


def built_upon(
    sheet: Sheet,
    rule_sets: Sequence[NamedRuleSet],
    taken_back: RecordedGame,
    instead: RecordedGame | None = None,
) -> RecordedGame | None:
    """Give the first later game that counts and would have come out otherwise without the game that is taken back.

    `instead` is the game that takes its place, if one does. Only the Stock ties games together: a change that leaves
    it alone is never in a later game's way. `rule_sets` are the evening's.
    """
    moved = 0 if instead is None else _moved(instead)
    if moved == _moved(taken_back):
        return None
    stock = stock_before(sheet, taken_back.number) + moved
    for game in sheet.standing:
        if game.number <= taken_back.number:
            continue
        if not _same(game, stock, rule_sets):
            return game
        stock += _moved(game)
    return None


def stock_before(sheet: Sheet, number: int) -> int:
    """Give what lies in the Stock before game `number`, after all games that count there, in units."""
    return sheet.stock + sum(_moved(game) for game in sheet.standing if game.number < number)


def _moved(game: RecordedGame) -> int:
    """What a game put into the Stock; below zero where it took from it."""
    return game.score.stock - game.game.stock


def _same(game: RecordedGame, stock: int, rule_sets: Sequence[NamedRuleSet]) -> bool:
    """Tell whether a game pays the same with another amount in the Stock."""
    score = assess(replace(game.game, stock=stock), rule_sets[game.rule_set].rules).score
    return score is not None and score.payouts == game.score.payouts
