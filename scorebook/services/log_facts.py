"""What the log keeps of games and their changes: numbers, ids, amounts and digests; nothing that names anybody."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorebook.ledger.consequences import Consequence
from scorebook.ledger.evening import RecordedGame
from scorebook.rules import Unit


def game_facts(
    recorded: RecordedGame, sheet_id: int, people: Sequence[int], unit: Unit, later: Iterable[Consequence] = ()
) -> dict[str, Any]:
    """Say what a game is in the book: where it stands, who got what, and what became of `later` games by it."""
    facts: dict[str, Any] = {
        "sheet": sheet_id,
        "number": recorded.number,
        "people": list(people),
        "payouts": list(recorded.score.payouts),
        "unit": unit.value,
    }
    if recorded.score.stock:
        facts["stock"] = recorded.score.stock
    return facts | later_facts(later)


def later_facts(found: Iterable[Consequence]) -> dict[str, Any]:
    """Say what became of later games: of those that are paid otherwise from what to what, of the others how many."""
    changed = list(found)
    if not changed:
        return {}
    paid = [one for one in changed if one.score.payouts != one.before.score.payouts]
    amounts = [
        {"number": one.number, "old": list(one.before.score.payouts), "new": list(one.score.payouts)} for one in paid
    ]
    return {"later": amounts, "later_games": len(changed)}
