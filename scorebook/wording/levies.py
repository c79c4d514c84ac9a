"""What is due at an evening besides its games, in words."""

from collections.abc import Mapping

from scorebook.ledger.levy import Levy, LevyKind
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked

LEVY_KINDS: Marked[dict[str, str]] = {
    LevyKind.START: "Startgeld",
    LevyKind.SHARE: "Anteil vom Gewinn",
    LevyKind.FINE: "Strafe",
    LevyKind.ADVANCE: "Auslage",
}
TOLD: Marked[dict[str, str]] = {
    LevyKind.START: "Startgeld: {amount} von {people}",
    LevyKind.SHARE: "Anteil: {percent} % von dem, was einer gewinnt",
    LevyKind.FINE: "Strafe: {amount} von {name}",
    LevyKind.ADVANCE: "Auslage: {name} hat {amount} ausgelegt, für {people}",
}
OF_ALL: Marked[dict[str, str]] = {LevyKind.START: "jedem", LevyKind.ADVANCE: "alle"}

LEVIES: Marked[dict[str, str]] = {
    "levy.kind": "Was ist es?",
    "levy.percent": "Wie viel Prozent? Eine ganze Zahl von 1 bis 100.",
    "levy.person": "Wer? Jemand von diesem Abend.",
    "levy.people": "Für wen? Leute von diesem Abend.",
}
"""What is wrong with what people say is due."""


def levy_told(levy: Levy, names: Mapping[int, str], say: Language = GERMAN) -> str:
    """Say what is due, and why.

    >>> from datetime import UTC, datetime
    >>> fine = Levy(LevyKind.FINE, 150, 1, (), "kein Hut", datetime.now(UTC), "Tisch")
    >>> levy_told(fine, {1: "Sepp"}).replace(chr(0xA0), " ")
    'Strafe: 1,50 € von Sepp (kein Hut)'
    """
    people = ", ".join(names[person] for person in levy.people) or say(OF_ALL.get(levy.kind, ""))
    text = say(TOLD[levy.kind]).format(
        amount=amount(levy.amount, Unit.CENT, say),
        percent=levy.amount,
        name="" if levy.person is None else names[levy.person],
        people=people,
    )
    return f"{text} ({levy.text})" if levy.text else text
