"""What each address of the API takes and gives: written beside its view, read by the OpenAPI text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Blueprint

from scorebook.exchange.schema import OBJECTS
from scorebook.services.access import Action
from scorebook.web.security import checks_itself
from scorebook.web.visitor import API, needs, public
from scorebook.wording import Marked

View = TypeVar("View", bound=Callable[..., Any])

READING = (401, 403, 404, 405)
"""What can go wrong wherever a key is needed and something is looked at."""
SENDING = (400, 401, 403, 404, 405, 409, 413, 415, 422)
"""What can go wrong wherever something is sent and written."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address. `rule` is Flask's, `sent` and `given` name objects of the exchange format.

    `given` is by status; `refused` is what 422 gives; with `most` a list of so many is taken and given too. `right` is
    what whoever asks has to have, None where no token is asked for. `key`: whether the header `Idempotency-Key` is
    `needed`, `possible` or not read at all; `query` are numbers in the address.
    """

    method: str
    rule: str
    given: Mapping[int, str]
    problems: tuple[int, ...]
    sent: tuple[str, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)
    refused: str = "Problem"
    most: int = 0
    right: Action | None = Action.READ
    key: str = ""
    query: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise `KeyError` for objects that are not published."""
        for name in filter(None, (*self.sent, *self.given.values(), self.refused)):
            OBJECTS[name]


blueprint = Blueprint(API, __name__, url_prefix="/api/v1")
OPERATIONS: dict[str, Operation] = {}
"""All of them by the names of their views; they are told about in the order of their titles."""
TITLES: Marked[dict[str, str]] = {
    "score": "Spiele ausrechnen",
    "list_evenings": "Abende auflisten",
    "begin_evening": "Einen Abend beginnen",
    "show_evening": "Ein Abend",
    "export_evening": "Ein Abend im Austauschformat",
    "settle_evening": "Wer zahlt wem, an einem Abend",
    "list_rule_sets": "Eigene Regelsätze auflisten",
    "show_sheet": "Die Liste eines Tisches",
    "show_prices": "Die Preise eines Tisches, zum Nachschlagen ohne Netz",
    "show_settlement": "Wer zahlt wem, an einem Tisch",
    "record": "Ein Spiel eintragen",
    "show_game": "Ein Spiel und was mit ihm geschah",
    "correct": "Ein Spiel korrigieren",
    "cancel": "Ein Spiel zurücknehmen",
    "show_lists": "Die Listen einer Runde eines Turniers",
    "hand_in_lists": "Listen eines Turniers abgeben",
    "openapi": "Dieser Text",
}
ABOUT: Marked[dict[str, str]] = {
    "score": "Ein Spiel, ein Umschlag mit „rules“ und „game“, oder eine Liste davon. Ein Spiel, das nicht sein kann, "
    "ist 422; eine Liste ist immer 200, und jede Antwort darin sagt mit „ok“, wie es ihr ging. Hier wird nichts "
    "geschrieben.",
    "list_evenings": "Die neuesten zuerst, fünfzig auf einmal. „older“ ist, was „before“ für die nächsten nimmt.",
    "begin_evening": "Leute, deren Namen der Verein kennt, sind diese; die anderen sind neu. Die gleiche Kennung noch "
    "einmal gibt denselben Abend, mit 200.",
    "settle_evening": "Was noch offen ist: nach allem, was schon bezahlt ist, und mit dem, was außer den Spielen "
    "fällig ist. Die Abrechnung eines Tisches dagegen ist so, als wäre noch nichts bezahlt.",
    "show_prices": "Such die Zwischensumme und multipliziere mit den Faktoren ihres Spiels: das ist der Preis.",
    "record": "Ein Spiel, oder ein Umschlag mit „game“ und dem, was du weißt: mit „after_number“ wird nichts "
    "geschrieben, wenn inzwischen ein anderes Spiel dasteht. Fragt das Buch nach, nimmst du mit „accept“ an. Die "
    "gleiche Kennung noch einmal gibt dasselbe Spiel, mit 200, und schreibt nichts; mit einem anderen Spiel ist sie "
    "409.",
    "correct": "Die alte Fassung bleibt lesbar. Die Kennung im Kopf ist die der neuen Fassung. Ändert die Korrektur "
    "spätere Spiele, nennt die Antwort die Wege, und „accept“ nimmt einen davon an.",
    "show_lists": "Alle Tische der Runde: wer auf welchem Platz sitzt, und die Liste, die der Tisch hat. Wo „null“ "
    "steht, fehlt sie noch.",
    "hand_in_lists": "Die Listen vieler Tische auf einmal, alle oder keine; die Punkte stehen in der Reihenfolge der "
    "Plätze. Steht an einem Tisch schon eine andere Liste, braucht es „reason“. Die gleiche Kennung noch einmal "
    "schreibt nichts.",
    "cancel": "Das Spiel bleibt lesbar, mit dem Grund. Noch einmal gibt dieselbe Antwort und schreibt nichts.",
}


def route(operation: Operation) -> Callable[[View], View]:
    """Let a view answer an operation; its name is that of the view."""

    def decorate(view: View) -> View:
        OPERATIONS[view.__name__] = operation
        options: dict[str, Any] = {"methods": [operation.method], "provide_automatic_options": False}
        mark = public if operation.right is None else needs(operation.right)
        blueprint.add_url_rule(operation.rule, view.__name__, mark(checks_itself(view)), **options)
        return view

    return decorate
