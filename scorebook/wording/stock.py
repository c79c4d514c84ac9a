"""What becomes of a Stock, in words."""

from collections.abc import Mapping

from scorebook.ledger.stock_closing import MoveKind, StockClosing, shares
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked

CHOICES: Marked[dict[MoveKind, tuple[str, str]]] = {
    MoveKind.DIVIDED: ("Aufteilen", "Jeder am Tisch bekommt {shares}."),
    MoveKind.KEPT: ("Fürs nächste Mal", "Er bleibt liegen, der nächste Abend kann ihn mitnehmen."),
    MoveKind.BOXED: ("Vereinskasse", "Er kommt in die Kasse des Vereins."),
}
"""What the choices are called, and what they mean."""
CLOSED: Marked[dict[MoveKind, str]] = {
    MoveKind.DIVIDED: "aufgeteilt ({shares})",
    MoveKind.KEPT: "bleibt fürs nächste Mal",
    MoveKind.BOXED: "in die Vereinskasse",
}


def stock_choice(kind: MoveKind, units: int, people: int, unit: Unit, say: Language = GERMAN) -> tuple[str, str]:
    """Name a choice, and say what it means for so many units in the Stock and so many people at the table.

    >>> " ".join(stock_choice(MoveKind.DIVIDED, 240, 4, Unit.CENT)[1].split())
    'Jeder am Tisch bekommt 0,60 €.'
    """
    name, means = CHOICES[kind]
    parts = list(dict.fromkeys(shares(units, people)))
    either = f" {say('oder')} ".join(amount(part, unit, say) for part in reversed(parts))
    return say(name), say(means).format(shares=either)


def stock_closed(closing: StockClosing, names: Mapping[int, str], unit: Unit, say: Language = GERMAN) -> str:
    """Say what became of a Stock: its amount, and where it went; `names` by person id.

    >>> from datetime import UTC, datetime
    >>> closing = StockClosing(MoveKind.DIVIDED, 242, datetime.now(UTC), "Tisch", (1, 2, 3, 4))
    >>> names = {1: "Sepp", 2: "Vroni", 3: "Xaver", 4: "Zenzi"}
    >>> " ".join(stock_closed(closing, names, Unit.CENT).split())
    '2,42 €: aufgeteilt (je 0,60 €; Sepp, Vroni 0,61 €)'
    """
    part = min(closing.shares.values(), default=0)
    more = {person: share for person, share in closing.shares.items() if share > part}
    told = say("je {amount}").format(amount=amount(part, unit, say))
    if more:
        first = ", ".join(names[person] for person in more)
        told = f"{told}; {first} {amount(part + 1, unit, say)}"
    return f"{amount(closing.amount, unit, say)}: {say(CLOSED[closing.kind]).format(shares=told)}"
