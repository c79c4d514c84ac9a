"""The price table: a page that only looks up and multiplies says the same price as the engine."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorebook.exchange import Scorer, parse_game, parse_rules
from scorebook.exchange.pricing import PriceTableModel, price_table_json
from scorebook.rules import assess, preset, preset_names
from tests.strategies import plausible_games, rule_changes
from tests.test_vectors import VECTORS

Json = dict[str, Any]


def count(said: Any) -> int:
    """Klopfer or Stöße, as a number or as the seats that did it."""
    return said if isinstance(said, int) else len(said or ())


class OfflinePage:
    """What a page does with the table: it finds a row and multiplies. It knows no rule but what the table tells it."""

    def __init__(self, rules: Json) -> None:
        self.table: Json = json.loads(json.dumps(price_table_json(parse_rules(rules))))

    def value(self, game: Json) -> int | None:
        """What the game costs; None where the table has no such game."""
        contract = self.contract(game)
        if contract is None:
            return None
        result, tiers = self.end(game, contract)
        found = [self.row(game, contract, result, tier) for tier in tiers]
        rows = [row for row in found if row is not None]
        if not rows:
            return 0 if result == "void" else None
        value = max(rows)
        for name in contract["factors"]:
            said = game.get(name, 1 if name == "bock" else 0)
            factors = self.table["factors"][name]
            value *= said if name == "bock" else factors[count(said)]
        return value

    def contract(self, game: Json) -> Json | None:
        """The part of the table for a game's contract."""
        herz = game["contract"] == "solo" and game.get("suit") == "herz"
        alone = game["contract"] in ("partnerspiel", "zwangsspiel") and "partner" not in game
        wanted = (game["contract"], herz, alone)
        return next((c for c in self.table["contracts"] if (c["contract"], c["herz"], c["alone"]) == wanted), None)

    def row(self, game: Json, contract: Json, result: str, tier: str) -> int | None:
        """The subtotal for an end, a tier and the run of Laufende."""
        run, side = (0, None) if tier == "sie" else (game.get("laufende", 0), game.get("laufende_side"))
        for row in contract["subtotals"]:
            if (row["result"], row["tier"], row["laufende"]) == (result, tier, run) and row["side"] in (None, side):
                return int(row["value"])
        return None

    def end(self, game: Json, contract: Json) -> tuple[str, list[str]]:
        """Who won, and in which tiers: after a broken rule of play the dearer of two."""
        result, tier = self.played(game, contract)
        if "revoke" not in game:
            return result, [tier]
        side = [game["declarer"], *([game["partner"]] if contract["parties"] == "pair" else [])]
        lost = "lost" if game["revoke"] in side else "won"
        return lost, ["revoke", tier] if result == lost else ["revoke"]

    def played(self, game: Json, contract: Json) -> tuple[str, str]:
        """Who won, and in which tier."""
        augen = game.get("augen", 120 - game["opponent_augen"] if "opponent_augen" in game else None)
        result, limits = game.get("result"), contract["thresholds"]
        said = next((name for name in ("sie", "tout", "schwarz_announced") if game.get(name)), "")
        tricks = game.get("tricks")
        swept = tricks in (0, self.table["tricks"]) or bool(game.get("schwarz"))
        if self.table["schwarz_by"] == "augen" and augen in (0, 120):
            swept = True
        if result is None and contract["contract"] == "bettel":
            return "lost" if tricks or augen else "won", "einfach"
        if result is None and said in ("tout", "schwarz_announced"):
            result = "won" if tricks == self.table["tricks"] or (game.get("schwarz") and augen != 0) else "lost"
        if result is None and said == "sie":
            result = "won"
        if result is None and augen is not None:
            odd = count(game.get("stoss")) % 2 and limits["after_stoss"] is not None
            weak = limits["weak"] is not None and game.get("caller_trumps", 99) <= self.table["weak_trumps"]
            least = game.get("target") or (limits["weak"] if weak else limits["won"])
            least -= limits["won"] - limits["after_stoss"] if odd else 0
            result = "void" if augen == limits["void"] else "won" if augen >= least else "lost"
        if said:
            return result, said
        lowest, most = (
            (120 - augen, limits["opponent_schneider"]) if result == "won" and augen is not None
            else (augen, limits["declarer_schneider"])
        )  # fmt: skip
        schneider = bool(game.get("schneider")) or (augen is not None and most is not None and lowest <= most)
        if game.get("schneider_announced"):
            return result, "schneider_announced_schwarz" if swept and result == "won" else "schneider_announced"
        return result, "schwarz" if swept else "schneider" if schneider else "einfach"


@cache
def offline(rules: str) -> OfflinePage:
    """Keep the pages of rule sets that come again."""
    return OfflinePage(json.loads(rules))


@pytest.mark.parametrize("name", preset_names())
def test_the_table_has_the_published_shape(name: str) -> None:
    """The table of every preset is what the schema says."""
    PriceTableModel.model_validate_json(json.dumps(price_table_json(preset(name))), strict=False)


def test_every_worked_game_costs_offline_what_it_costs() -> None:
    """All games worked out by hand that have a declarer come out of the table as the engine has them."""
    looked = 0
    for line in (VECTORS / "scoring.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        game, answer = row["game"], Scorer().answer(row)
        if game["contract"] in ("ramsch", "all_pass") or not answer["ok"]:
            continue
        assert offline(json.dumps(row["rules"])).value(game) == answer["value"], row["id"]
        looked += 1
    assert looked > 100


@settings(max_examples=25)
@given(rule_changes(), st.lists(plausible_games(), min_size=20, max_size=20))
def test_any_game_costs_offline_what_it_costs(rules: Json, games: list[Json]) -> None:
    """Whatever the switches, a game that can be costs the same in the table and in the engine."""
    page, agreed = OfflinePage(rules), parse_rules(rules)
    for game in games:
        score = assess(parse_game(game), agreed).score
        if score is not None and game["contract"] != "ramsch":
            assert page.value(game) == score.value, game
