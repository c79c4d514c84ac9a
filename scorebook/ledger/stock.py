"""The Stock of a sheet: which games hang together through it."""

from collections.abc import Sequence
from dataclasses import replace

from scorebook.ledger.evening import NamedRuleSet, RecordedGame, Sheet
from scorebook.rules import assess


def built_upon(sheet: Sheet, rule_sets: Sequence[NamedRuleSet], taken_back: RecordedGame) -> RecordedGame | None:
    """Give the first later game that counts and would have come out otherwise without the game that is taken back.

    Only the Stock ties games together: a game that left it alone is never built upon. `rule_sets` are the evening's.
    """
    if taken_back.score.stock == taken_back.game.stock:
        return None
    stock = sheet.stock
    for game in sheet.standing:
        if game.uuid == taken_back.uuid:
            continue
        if game.number > taken_back.number and not _same(game, stock, rule_sets):
            return game
        stock += game.score.stock - game.game.stock
    return None


def _same(game: RecordedGame, stock: int, rule_sets: Sequence[NamedRuleSet]) -> bool:
    """Tell whether a game pays the same with another amount in the Stock."""
    score = assess(replace(game.game, stock=stock), rule_sets[game.rule_set].rules).score
    return score is not None and score.payouts == game.score.payouts
