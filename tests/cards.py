"""Games with their cards for tests: one of the vectors, and others that are dealt at random and played by the rules."""

import json
from pathlib import Path
from random import Random
from typing import Any

from scorebook.exchange import parse_game
from scorebook.rules import RuleSet, preset
from scorebook.rules.cards import CARD
from scorebook.rules.play import Position, deal

_LINES = (Path(__file__).parent / "vectors" / "random_games.jsonl").read_text("utf-8").splitlines()
CARDS: dict[str, Any] = next(row for row in map(json.loads, _LINES) if row["id"] == "r13-546")["game"]["protocol"]
"""The cards of a Sauspiel on the Gras-Sau that Sepp won with Vroni: 91 Augen, 6 tricks, with 3, Schneider."""
CALLED = {"contract": "sauspiel", "declarer": 0, "called": "gras"}
"""The same Sauspiel without what its cards say."""
FACTS = {"partner": 1, "augen": 91, "tricks": 6, "laufende": 3, "laufende_side": "mit"}
"""What its cards say."""


def protocol(
    game: dict[str, Any], seed: int, rules: RuleSet | None = None, lead: int = 0, first: str = ""
) -> dict[str, Any]:
    """Deal at random and play a game out, always with a legal card that chance chooses; `game` calls no Sau.

    With `first`, the hand of seat 0, it may call what that hand can call.
    """
    rules, random, value = rules or preset(), Random(seed), parse_game(game)
    dealt = deal(rules.deck, random)
    if first:
        held = tuple(map(CARD.__getitem__, first.split()))
        left = [card for hand in dealt for card in hand if card not in held]
        dealt = (held, *(tuple(left[start : start + len(held)]) for start in range(0, len(left), len(held))))
    given = iter(dealt)
    hands = [next(given) if seat in value.active else () for seat in range(value.players)]
    position, played = Position.start(value, rules, hands, lead), []
    while position.turn is not None:
        card = random.choice(position.legal_cards())
        played.append([position.turn, str(card)])
        position = position.play(card)
    return {"hands": [[str(card) for card in hand] for hand in hands], "lead": lead, "played": played}


def stopped(cards: dict[str, Any], plies: int) -> dict[str, Any]:
    """Give a protocol that stops after so many plies."""
    return {**cards, "played": cards["played"][:plies]}


def lines(cards: dict[str, Any]) -> list[str]:
    """Write the tricks of a protocol as people type them."""
    codes = [card for _seat, card in cards["played"]]
    return [" ".join(codes[start : start + 4]) for start in range(0, len(codes), 4)]
