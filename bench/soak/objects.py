"""Games, files and PDFs with anything wrong in them: each is priced, sums to zero, or is refused in words."""

import json
import logging
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from random import Random
from typing import Any

from flask import Flask

from bench import Ratio
from bench.soak import Plan, books
from bench.soak.hall import app_for, opened
from bench.soak.sent import Sent, send, side_by_side
from scorebook.cli.db import upgrade_to
from scorebook.exchange import Scorer, ShapeError, load_json, parse_rules
from scorebook.rules.switches import Model
from tests.actions import Page
from tests.bent import BOMBS, MADE_TO_HURT, bent, random_file, random_paper
from tests.doors import Browser, first_admin
from tests.random_games import random_game, random_rules

SAME_RULES = 25
"""Games by one rule set, before there is another."""


def measure(plan: Plan) -> Iterator[Ratio]:
    """Send games to one process, files and PDFs to others."""
    with books(plan) as made:
        works: list[tuple[Callable[..., Sent], tuple[Any, ...]]] = [(games, (plan.games, plan.seed))]
        for place, (on, settings) in enumerate(made.items()):
            counts = plan.files // len(made), plan.papers // len(made)
            works.append((files, (f"files and PDFs on {on}", settings, counts, plan.seed + place)))
        yield from side_by_side(works)


# --- Games ---


def games(number: int, seed: int) -> Sent:
    """Price so many games."""
    return send("games", number, made_up(Random(seed)), priced)


def made_up(random: Random) -> Iterator[str]:
    """Make up games by rules that change now and then, mostly with something bent in them."""
    while True:
        data = random_rules(random)
        try:
            rules = parse_rules(data)
        except ShapeError:  # switches that do not go together
            continue
        for _ in range(SAME_RULES):
            game = bent(random, random_game(random, rules), random.choice((0, 0, 0.02, 0.2)))
            yield json.dumps({"id": 1, "rules": bent(random, data, random.choice((0, 0, 0.05))), "game": game})


def priced(text: str) -> str:
    """Have a game priced; tell what came of it. Raises `AssertionError` where that is not what is promised."""
    try:
        sent = load_json(text)
    except ShapeError:
        return "no JSON"
    answer = Scorer().answer(sent)
    json.dumps(answer, allow_nan=False)
    return "priced" if fair(sent, answer) else "refused"


def fair(sent: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Tell whether a game was priced; raise `AssertionError` where its sum is not zero, or a refusal says nothing."""
    if not answer["ok"]:
        if not answer["errors"] or not all(error["code"] and error["message"] for error in answer["errors"]):
            raise AssertionError(f"refused without a word: {sent} {answer}")
        return False
    rest = sum(answer["payouts"]) + answer["stock"] - (sent["game"].get("stock") or 0)
    rules = parse_rules(sent["rules"] or {})
    if rest and not rules.winners_only and rules.model is not Model.STRICHE:
        raise AssertionError(f"{rest} left: {sent} {answer}")
    return True


# --- Files ---


def files(name: str, settings: dict[str, str], counts: tuple[int, int], seed: int) -> Sent:
    """Send so many files, and so many PDFs among them, to an app in this process; say yes to what it would do."""
    logging.disable(logging.CRITICAL)
    with opened(settings):
        upgrade_to("head")
        first_admin()
    with app_for({**settings, "WTF_CSRF_ENABLED": False}) as app:
        return send(name, sum(counts), made(*counts, Random(seed)), partial(one_file, app))


def made(count_of_files: int, count_of_papers: int, random: Random) -> Iterator[bytes]:
    """Make so many files and papers, mixed; those that were made to hurt come first."""
    hurtful, bombs = iter(MADE_TO_HURT), iter(BOMBS)
    kinds = [False] * count_of_files + [True] * count_of_papers
    random.shuffle(kinds)
    for is_paper in kinds:
        make = next(bombs if is_paper else hurtful, None)
        yield make() if make else (random_paper if is_paper else random_file)(random)


def one_file(app: Flask, content: bytes) -> str:
    """Send a file, look at what it would do, and say yes. Raises `AssertionError` for what nobody should see."""
    client = Browser(app)
    answers = [client.post("/abende/einlesen", data={"file": (BytesIO(content), "datei")})]
    if answers[0].status_code == 303:
        answers.append(client.get(answers[0].location))
        if answers[1].mimetype == "text/html" and answers[1].status_code == 200:
            answers.append(client.post(answers[0].location, data=dict(Page(answers[1]).inputs)))
    statuses = [answer.status_code for answer in answers]
    if max(statuses) >= 500:
        raise AssertionError(f"{statuses}: {content[:60]!r}, {len(content)} bytes")
    return " ".join(map(str, statuses))
