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

from scorebook.exchange import ShapeError, game_json, parse_game, parse_rules, rules_json
from scorebook.exchange.answers import score_json
from scorebook.exchange.pricing import price_table_json
from scorebook.rules import TRAITS, Assessment, Contract, RuleSet, assess, preset_names
from scorebook.web.answers import Answers
from scorebook.wording import LANGUAGES, sum_in_words
from tests.actions import Table
from tests.random_games import Json, random_answers, random_game, random_rules
from tests.test_vectors import VECTORS

GAMES, RULE_SETS = 10_000, 40
"""How many games that can be, by how many rule sets."""
AT_ONCE = 8
"""Rule sets that travel to the page together."""
UNITS = {
    "bayern_10_20_50": "cent",
    "schafkopf3d_10_20": "cent",
    "turnier_plusminus": "point",
    "deutscher_striche": "strich",
}
"""Presets whose figures are written in some way of their own."""
LEFT = {
    *(
        "key.not_here",
        "value.range",
        "value.type",
        "value.choice",
        "suit.missing",
        "called.ten_off",
        "partner.not_opposite",
    ),
    *(
        "laufende.tricks",
        "laufende.too_many",
        "sie.laufende",
        "schwarz.augen",
        "schwarz.tricks",
        "schneider.contradicts",
    ),
    *("ramsch.unreachable", "jungfrau.tricks"),
}
"""Why the server alone refuses a game: the price table knows no keys, no cards and no seats. What it shows then is what
the game would cost without that."""
LEFT_BROKEN = LEFT | {"announced.off", "announced.excluded"}
"""The same where a rule of play was broken: then nobody looks at what was announced."""


PRICES = """async ([js, given]) => {
  const { priced } = await import(`${js}/price.js`);
  const prices = ({ prices, games }) => games.map(({ game, stock, bock }) => priced(game, { prices, stock, bock }));
  return JSON.stringify(JSON.parse(given).map(prices));
}"""
WORDS = """async ([js, given]) => {
  const { sumInWords, paidInWords, inWords } = await import(`${js}/price.js`);
  const { kit, names, scores } = JSON.parse(given);
  const say = (score) => [sumInWords(score, kit), paidInWords(score, kit, names), inWords(score, kit, names)];
  return JSON.stringify(scores.map(say));
}"""
FORMS = """async ([js, given]) => {
  const { gameOf, missing } = await import(`${js}/game.js`);
  const { kit, forms } = JSON.parse(given);
  return JSON.stringify(forms.map((pairs) => [gameOf(pairs, kit), missing(pairs, kit)]));
}"""


@pytest.fixture
def ask(page: Page, live_server: str) -> Callable[..., Any]:
    """Give a function that runs JavaScript with the server's modules in a page, and gives what comes out.

    What goes in and out travels as one text: the browser's protocol is slow with large objects.
    """
    page.goto(f"{live_server}/regeln")

    def run(script: str, given: Any) -> Any:
        return json.loads(page.evaluate(script, ["/static/js", json.dumps(given)]))

    return run


def rule_sets(random: Random, number: int) -> Iterator[tuple[RuleSet, Json]]:
    """Give rule sets with their price tables: every preset as it is, then some at random."""
    names = iter(preset_names())
    while number:
        name = next(names, "")
        try:
            rules = parse_rules({"preset": name} if name else random_rules(random))
        except ShapeError:
            continue
        table = price_table_json(rules)
        if not table["contracts"]:  # the Deutsche with a short deck
            continue
        yield rules, table
        number -= 1


def looked_at(game: Json, rules: RuleSet) -> Assessment | set[str]:
    """What the engine says to a game; the codes of what is wrong where it refuses it."""
    try:
        assessment = assess(parse_game(game), rules)
    except ShapeError as error:
        return {finding.code for finding in error.findings}
    return assessment if assessment.score else {finding.code for finding in assessment.errors}


def in_book(game: Json, stock: int, bock: int) -> Json:
    """The game as the book has it: Stock and Bock are those of the sheet where it says nothing."""
    counted = {"bock": bock} if bock > 1 and "bock" in TRAITS[Contract(game["contract"])].keys else {}
    return {"stock": stock, **counted, **game}


def some_games(random: Random, rules: RuleSet, number: int) -> Iterator[tuple[Json, Json | None, set[str]]]:
    """Give games with what a kit says beside them, their answer, or why they cannot be; so many of them can be."""
    while number:
        sheet = {"stock": random.choice((0, 80, 95)), "bock": random.choice((1, 1, 2))}
        game = random_game(random, rules)
        found = looked_at(in_book(game, **sheet), rules)
        if isinstance(found, set):
            yield {"game": game, **sheet}, None, found
        else:
            assert found.score is not None
            yield {"game": game, **sheet}, score_json(found.score), set()
            number -= 1


def test_ten_thousand_games_cost_what_the_engine_says(ask: Callable[..., Any]) -> None:
    """Whatever was played by whatever rules: the page has value, payouts, steps and Stock of every game that can be.

    Of the others it knows no price, unless the server alone can tell why (`LEFT`).
    """
    random, seen, shown = Random(6), Counter[str](), 0
    drawn = [
        (table, list(some_games(random, rules, GAMES // RULE_SETS))) for rules, table in rule_sets(random, RULE_SETS)
    ]
    for start in range(0, RULE_SETS, AT_ONCE):
        part = drawn[start : start + AT_ONCE]
        sent = [{"prices": table, "games": [game for game, _answer, _codes in games]} for table, games in part]
        answers = ask(PRICES, sent)
        for (_table, games), found in zip(part, answers, strict=True):
            for (game, answer, codes), price in zip(games, found, strict=True):
                if answer is not None:
                    assert price == answer, game
                    seen[game["game"]["contract"]] += 1
                    seen.update(step["code"] for step in answer["steps"])
                elif codes - (LEFT_BROKEN if "revoke" in game["game"] else LEFT):
                    assert price is None, (game, codes)
                else:
                    shown += price is not None
    assert seen.total() >= GAMES
    assert set(Contract) <= set(seen)
    assert min(seen[code] for code in ("schwarz_announced", "durchmarsch", "jungfrau", "sie", "stoss", "stake")) > 4
    assert shown > 9, "nothing was left to the server: `LEFT` says too much"


def vectors() -> Iterator[tuple[Json, Json]]:
    """Give the rule sets and games worked out by hand, and those that were played, with what their cards say."""
    for name in ("scoring", "real_games", "random_games", "more_games"):
        for line in (VECTORS / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            found = assess(parse_game(row["game"]), parse_rules(row["rules"]))
            if found.score is not None:
                whole = game_json(found.completed or parse_game(row["game"]))
                yield row["rules"], whole


def test_every_game_that_was_worked_out_costs_the_same(ask: Callable[..., Any]) -> None:
    """The games of all vectors have their price without a network; with their cards they are left to the server."""
    kits: dict[str, Json] = {}
    for changes, whole in vectors():
        rules = parse_rules(changes)
        kit = kits.setdefault(
            json.dumps(rules_json(rules)), {"prices": price_table_json(rules), "games": [], "answers": []}
        )
        game = {key: value for key, value in whole.items() if key != "protocol"}
        found = looked_at(game, rules)
        if isinstance(found, set) or found.score is None:
            continue
        kit["games"].append({"game": game})
        kit["answers"].append(score_json(found.score))
        if "protocol" in whole:
            kit["games"].append({"game": whole})
            kit["answers"].append(None)
    assert sum(len(kit["games"]) for kit in kits.values()) > 1200
    every = list(kits.values())
    for start in range(0, len(every), AT_ONCE):
        part = every[start : start + AT_ONCE]
        found = ask(PRICES, [{key: kit[key] for key in ("prices", "games")} for kit in part])
        for kit, prices in zip(part, found, strict=True):
            for game, answer, price in zip(kit["games"], kit["answers"], prices, strict=True):
                assert price == answer, game


# --- Forms ---


def kit_of(app: Flask, preset: str, language: str = "de") -> Json:
    """Give the kit of a fresh table by these rules, as a browser of this language gets it."""
    client = app.test_client()
    address = Table(client, preset=preset).address
    return dict(client.get(f"{address}/tablett.json", headers={"Accept-Language": language}).json)


@pytest.mark.parametrize("preset", ["bayern_10_20_50", "bsv_10_50", "turnier_plusminus", "deutscher_striche"])
def test_a_form_says_the_same_game_in_the_browser(ask: Callable[..., Any], app: Flask, preset: str) -> None:
    """Whatever is answered, typed badly or left out: the page makes the object of it that the server makes.

    What it calls missing the server asks for too, and it says so of everything that alone is missing.
    """
    random, kit, rules = Random(7), kit_of(app, preset), parse_rules({"preset": preset})
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
            alone = {("result.missing",): "result", ("loser.missing",): "augen", ("partner.missing",): "partner"}
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
    """Sum and payouts read as those of the server, in every language and unit; names are only put in."""
    random, say = Random(8), LANGUAGES[language]
    names = ["Sepp", "$& {amount}", "<b>Änne</b>", "Öd", "五", "6", "7"]
    for preset, unit in UNITS.items():
        rules, kit = parse_rules({"preset": preset}), kit_of(app, preset, language)
        drawn = [looked_at(random_game(random, rules), rules) for _ in range(600)]
        scores = [one.score for one in drawn if not isinstance(one, set) and one.score is not None]
        found = ask(WORDS, {"kit": kit, "names": names, "scores": [score_json(score) for score in scores]})
        for score, (total, paid, whole) in zip(scores, found, strict=True):
            moved = [
                f"{name} {say.figure(units, unit, sign=True)}"
                for name, units in zip(names, score.payouts, strict=False)
                if units
            ]
            assert total == sum_in_words(score, rules.unit, say)
            assert paid == " · ".join(moved)
            assert whole == (": ".join(filter(None, (total, paid))) or say("zählt nicht"))
        assert len(scores) > 100


def test_large_amounts_are_grouped(ask: Callable[..., Any], app: Flask) -> None:
    """A thousand and more is written as people write it, in cents and in points."""
    score = {"value": 1, "payouts": [123456789, -123400, 1, -1], "steps": [{"code": "base", "amount": 1}]}
    for preset, unit in (("bayern_10_20_50", "cent"), ("turnier_plusminus", "point")):
        for code, say in LANGUAGES.items():
            kit = kit_of(app, preset, code)
            ((_total, paid, _whole),) = ask(WORDS, {"kit": kit, "names": list("abcd"), "scores": [score]})
            assert paid.split(" · ") == [
                f"{name} {say.figure(units, unit, sign=True)}"
                for name, units in zip("abcd", score["payouts"], strict=True)
            ]
