"""What games are worth: the same objects as on the command line, for everybody."""

from typing import Any

from flask import Response

from scorebook.exchange import JsonError, Scorer, refusal
from scorebook.exchange.strict import ShapeError
from scorebook.rules import Finding
from scorebook.web.api.bodies import answer, body
from scorebook.web.api.operations import Operation, route

MOST = 1000
"""Games that are worked out at one time."""
SCORE = Operation(
    method="POST",
    rule="/score",
    sent=("Envelope", "Game"),
    given={200: "Answer"},
    problems=(400, 405, 413, 415, 422),
    refused="Refusal",
    example={
        "id": "a1",
        "rules": {"preset": "bayern_10_20_50"},
        "game": {"contract": "wenz", "declarer": 1, "augen": 95},
    },
    most=MOST,
    right=None,
)


@route(SCORE)
def score() -> Response:
    """One game or a list of them. What cannot be is refused in its place."""
    sent, scorer = body(), Scorer()
    if not isinstance(sent, list):
        made = _score(scorer, sent)
        return answer(made, 200 if made["ok"] else 422)
    if len(sent) > MOST:
        raise ShapeError([Finding("value.range", "", {"key": "list"})])
    return answer([_score(scorer, one) for one in sent])


def _score(scorer: Scorer, sent: object) -> dict[str, Any]:
    if not isinstance(sent, dict):
        return refusal(None, JsonError().findings)
    return scorer.answer(sent)
