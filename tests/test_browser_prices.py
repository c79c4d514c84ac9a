"""The price without a network, in a real browser: what the page looks up and multiplies is what the engine says."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page
from werkzeug.datastructures import MultiDict

from scorebook.exchange import ShapeError, game_json, parse_game, parse_rules
from scorebook.exchange.answers import score_json
from scorebook.exchange.pricing import price_table_json
from scorebook.rules import TRAITS, Contract, RuleSet, Score, Step, assess, preset, preset_names
from scorebook.web.answers import Answers
from scorebook.wording import LANGUAGES, sum_in_words
from tests.actions import Table
from tests.random_games import Json, random_answers, random_game, random_rules
from tests.test_vectors import VECTORS

GAMES, RULE_SETS = 10_000, 13
"""How many games that can be, by how many rule sets: all presets, `RARE`, and some at random."""
RARE: Json = {
    "all_pass": "stock",
    "stock": {"mode": "partners", "cap": 40},
    "ramsch": {"jungfrau": "for_all"},
    "schneider": {"announce": True},
}
"""What few presets play."""
OPEN = ({"result.missing"}, {"loser.missing"}, {"partner.missing"})
"""What is wrong with a game of which something is still to be said; of no other the page promises anything."""
UNITS = {
    "bayern_10_20_50": "cent",
    "schafkopf3d_10_20": "cent",
    "turnier_plusminus": "point",
    "deutscher_striche": "strich",
}
"""Presets whose figures are written in some way of their own."""
LARGE = Score(
    value=1000, payouts=(123456789, -123400, 1, -1), stock=0, steps=(Step("base", amount=100), Step("bock", factor=10))
)
"""A game that costs thousands."""
PRICES = """async ([js, given]) => {
  const { priced } = await import(`${js}price.js`);
  const { prices, games } = JSON.parse(given);
  return JSON.stringify(games.map(({ game, stock, bock }) => priced(game, { prices, stock, bock })));
}"""
WORDS = """async ([js, given]) => {
  const { wordsOf, inWords } = await import(`${js}price.js`);
  const { kit, names, scores } = JSON.parse(given);
  return JSON.stringify(scores.map((score) => [wordsOf(score, kit, names), inWords(score, kit, names)]));
}"""
FORMS = """async ([js, given]) => {
  const { gameOf, missing } = await import(`${js}game.js`);
  const { kit, forms } = JSON.parse(given);
  return JSON.stringify(forms.map((pairs) => [gameOf(pairs, kit), missing(pairs, kit)]));
}"""


@pytest.fixture
def ask(page: Page, live_server: str) -> Callable[..., Any]:
    """Give a function that runs JavaScript with the server's modules in a page, and gives what comes out.

    What goes in and out travels as one text: the browser's protocol is slow with large objects.
    """
    page.goto(f"{live_server}/regeln")
    modules = page.evaluate("new URL('.', document.querySelector('script[data-worker]').src).href")

    def run(script: str, given: Any) -> Any:
        return json.loads(page.evaluate(script, [modules, json.dumps(given)]))

    return run


def rule_sets(random: Random) -> Iterator[tuple[RuleSet, Json]]:
    """Give rule sets with their price tables."""
    changes = iter([*({"preset": name} for name in preset_names()), RARE])
    left = RULE_SETS
    while left:
        try:
            rules = parse_rules(next(changes, None) or random_rules(random))
        except ShapeError:
            continue
        table = price_table_json(rules)
        if table["contracts"]:  # the Deutsche with a short deck has none
            yield rules, table
            left -= 1


def looked_at(game: Json, rules: RuleSet) -> Score | set[str]:
    """What the engine says to a game; the codes of what is wrong where it refuses it."""
    try:
        assessment = assess(parse_game(game), rules)
    except ShapeError as error:
        return {finding.code for finding in error.findings}
    return assessment.score or {finding.code for finding in assessment.errors}


def in_book(game: Json, stock: int, bock: int) -> Json:
    """The game as the book has it: Stock and Bock are those of the sheet where it says nothing."""
    counted = {"bock": bock} if bock > 1 and "bock" in TRAITS[Contract(game["contract"])].keys else {}
    return {"stock": stock, **counted, **game}


def some_games(random: Random, rules: RuleSet, number: int) -> Iterator[tuple[Json, Json | None]]:
    """Give games with what a kit says beside them, and their answer, if they are not open; so many have one."""
    while number:
        sheet = {"stock": random.choice((0, 80, 95)), "bock": random.choice((1, 1, 2))}
        game = random_game(random, rules)
        found = looked_at(in_book(game, **sheet), rules)
        if isinstance(found, Score):
            yield {"game": game, **sheet}, score_json(found)
            number -= 1
        elif found in OPEN:
            yield {"game": game, **sheet}, None


def test_ten_thousand_games_cost_what_the_engine_says(ask: Callable[..., Any]) -> None:
    """Whatever was played by whatever rules: the page has value, payouts, steps and Stock of every game that can be.

    It has none as long as nothing tells how the game ended, or who played with whom.
    """
    random, seen = Random(9), Counter[str]()
    for rules, table in rule_sets(random):
        games, answers = zip(*some_games(random, rules, -(-GAMES // RULE_SETS)), strict=True)
        prices = ask(PRICES, {"prices": table, "games": games})
        for game, answer, price in zip(games, answers, prices, strict=True):
            assert price == answer, game
            seen["open" if answer is None else game["game"]["contract"]] += 1
            seen.update(step["code"] for step in (answer or {"steps": ()})["steps"])
    assert sum(seen[contract] for contract in Contract) >= GAMES
    assert set(Contract) <= set(seen)
    assert min(seen[code] for code in ("schwarz_announced", "durchmarsch", "jungfrau", "sie", "stoss", "stake")) > 4
    assert seen["open"] > 100


def worked_out() -> Iterator[tuple[RuleSet, Json, Json | None]]:
    """Give games worked out by hand, and played ones without their cards and with them, by presets as they are."""
    known = [preset(name) for name in preset_names()]
    for name in ("scoring", "more_games"):
        for line in (VECTORS / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            rules = parse_rules(row["rules"])
            found = assess(parse_game(row["game"]), rules)
            if rules not in known or found.score is None:
                continue
            whole = game_json(found.completed or parse_game(row["game"]))
            without = {key: value for key, value in whole.items() if key != "protocol"}
            score = looked_at(without, rules)
            if isinstance(score, Score):
                yield rules, without, score_json(score)
            if "protocol" in whole:
                yield rules, whole, None


def test_every_game_that_was_worked_out_costs_the_same(ask: Callable[..., Any]) -> None:
    """The games of vectors have their price without a network; with their cards they are left to the server."""
    rows = list(worked_out())
    assert len(rows) > 300
    for rules in map(preset, preset_names()):
        mine = [(game, answer) for by, game, answer in rows if by == rules]
        prices = ask(PRICES, {"prices": price_table_json(rules), "games": [{"game": game} for game, _answer in mine]})
        for (game, answer), price in zip(mine, prices, strict=True):
            assert price == answer, game


# --- Forms ---


def kit_of(app: Flask, name: str, language: str = "de") -> Json:
    """Give the kit of a fresh table by these rules, as a browser of this language gets it."""
    client = app.test_client()
    address = Table(client, preset=name).address
    return dict(client.get(f"{address}/tablett.json", headers={"Accept-Language": language}).json)


@pytest.mark.parametrize("name", ["bayern_10_20_50", "bsv_10_50", "turnier_plusminus", "deutscher_striche"])
def test_a_form_says_the_same_game_in_the_browser(ask: Callable[..., Any], app: Flask, name: str) -> None:
    """Whatever is answered, typed badly or left out: the page makes the object of it that the server makes.

    What it calls missing the server asks for too, and it says so of everything that alone is missing.
    """
    random, kit, rules = Random(7), kit_of(app, name), preset(name)
    forms = [random_answers(random, rules) for _ in range(2500)]
    asked = Counter[str]()
    for pairs, (game, missing) in zip(forms, ask(FORMS, {"kit": kit, "forms": forms}), strict=True):
        answers = Answers(MultiDict(pairs))
        assert game == answers.game(), pairs
        wrong = [field for field, _text in answers.wrong()]
        found = looked_at(answers.game(), rules)
        refused = found if isinstance(found, set) else set()
        if missing:
            assert wrong or refused, (pairs, missing)
        if not wrong:
            alone = {
                ("result.missing",): "result",
                ("loser.missing",): "augen_by_seat",
                ("partner.missing",): "partner",
            }
            assert missing == alone.get(tuple(refused), missing), pairs
        for field in ("who", "partner"):
            if wrong[:1] == [field]:
                assert missing == field, pairs
        asked[missing] += 1
    assert asked[""] > 200
    assert {"who", "contract", "result"} <= set(asked)


# --- Words ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_it_in_the_same_words(ask: Callable[..., Any], app: Flask, language: str) -> None:
    """Sum and payouts read as those of the server, in every language and unit, thousands too; names are only put in."""
    random, say = Random(8), LANGUAGES[language]
    names = ["Sepp", "$& {amount}", "<b>Änne</b>", "Öd", "五", "6", "7"]
    for name, unit in UNITS.items():
        rules, kit = preset(name), kit_of(app, name, language)
        drawn = [looked_at(random_game(random, rules), rules) for _ in range(600)]
        scores = [LARGE, *(one for one in drawn if isinstance(one, Score))]
        found = ask(WORDS, {"kit": kit, "names": names, "scores": [score_json(score) for score in scores]})
        for score, (words, whole) in zip(scores, found, strict=True):
            moved = [
                f"{name} {say.figure(units, unit, sign=True)}"
                for name, units in zip(names, score.payouts, strict=False)
                if units
            ]
            total = sum_in_words(score, rules.unit, say) or say("zählt nicht")
            assert " = ".join(filter(None, (words["sum"], words["value"]))) == total
            assert words["pays"] == " · ".join(moved)
            assert whole == ": ".join(filter(None, (total, words["pays"])))
        assert len(scores) > 100
