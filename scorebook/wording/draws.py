"""What a draw says of itself, and what is wrong with one, in words."""

from collections.abc import Iterator

from scorebook.league.draw import Drawn, Fault, Problem
from scorebook.wording.languages import GERMAN, Language, Marked

DRAWS: Marked[dict[str, str]] = {
    "draw.not_object": 'Erwartet wird ein Objekt mit „rounds“: {{"rounds": [[[1, 2, 3, 4], …], …]}}.',
    "draw.apart": "In Zeile {line} stehen nicht lauter Nummern: „{text}“.",
    "draw.apart_list": "Erwartet wird eine Liste von Listen mit Nummern: [[1, 2], [3, 4, 5]].",
    "draw.apart_unknown": "Eine Nummer {number} gibt es nicht: es sind die Spieler 1 bis {players}.",
}
"""What can be wrong with a file of a draw."""
FAULTS: Marked[dict[Fault, str]] = {
    Fault.ROUNDS: "Es sind %(there)d Runden, gewünscht waren %(due)d.",
    Fault.MISSING: "Es fehlen: %(players)s.",
    Fault.TWICE: "Sitzt doppelt: %(players)s.",
    Fault.STRANGER: "Spielt nicht mit: %(players)s.",
    Fault.SIZE: "An Tisch %(table)d sitzen %(there)d.",
    Fault.SIZES: "Es sind %(there)d Tische zu fünft statt %(due)d.",
    Fault.PARTED: "Sollten zusammen sitzen und tun es nicht: %(players)s.",
    Fault.MOVED: "Sitzt nicht am festen Tisch %(table)d: %(players)s.",
    Fault.REPEATS: "Es sind %(there)d Wiederholungen statt %(said)d.",
    Fault.BOUND: "Die Schranke %(said)d stimmt nicht: es sind nur %(there)d Wiederholungen.",
    Fault.OPTIMAL: "Ob es besser geht, ist falsch angegeben: %(there)d Wiederholungen, Schranke %(said)d.",
    Fault.UNSAID: "Sitzen zusammen, obwohl sie nicht wollten, und es ist nicht gesagt: %(players)s.",
    Fault.NOT_BROKEN: "Sitzen gar nicht zusammen, wie es gesagt ist: %(players)s.",
    Fault.COMMITMENT: "Das Geheimnis und die Liste sind nicht die, die vorher festgelegt waren.",
    Fault.LIST: "Ausgelost wurde nicht von der Liste, die vorher aushing.",
    Fault.OTHER: "Aus Liste, Geheimnis und Zahl kommt eine andere Auslosung heraus.",
}


def fault_text(problem: Problem, say: Language = GERMAN) -> str:
    """Say what is wrong with a draw.

    >>> fault_text(Problem(Fault.MISSING, 2, {"players": "3, 17"}))
    'Runde 2: Es fehlen: 3, 17.'
    """
    said = say(FAULTS[problem.fault], **problem.params)
    return f"{say('Runde %(number)d', number=problem.round)}: {said}" if problem.round else said


def repeats_text(drawn: Drawn, say: Language = GERMAN) -> str:
    """Say how many repeats a draw has, and whether fewer could be had.

    >>> repeats_text(Drawn((), 0, 0, optimal=True)), repeats_text(Drawn((), 1, 0, optimal=False))
    ('0 Wiederholungen (besser geht es nicht)', '1 Wiederholung (bewiesen ist nur: mindestens 0)')
    """
    number = say.plural("%(num)d Wiederholung", "%(num)d Wiederholungen", drawn.repeats)
    if drawn.optimal:
        return f"{number} ({say('besser geht es nicht')})"
    return f"{number} ({say('bewiesen ist nur: mindestens %(bound)d', bound=drawn.bound)})"


def broken_texts(drawn: Drawn, say: Language = GERMAN) -> Iterator[str]:
    """Say which wishes a draw could not keep; players by their numbers.

    >>> from scorebook.league.draw import Broken
    >>> list(broken_texts(Drawn((), 0, 0, optimal=True, broken=(Broken(2, (3, 17)),))))
    ['Runde 2: 3 und 17 sitzen zusammen, obwohl sie getrennt sitzen sollten.']
    """
    for one in drawn.broken:
        first, second = one.players
        told = say(
            "%(one)s und %(other)s sitzen zusammen, obwohl sie getrennt sitzen sollten.", one=first, other=second
        )
        yield f"{say('Runde %(number)d', number=one.round)}: {told}"
