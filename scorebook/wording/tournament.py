"""What is said about tournaments."""

from collections.abc import Sequence

from scorebook.league.tournament.standings import Outside
from scorebook.league.tournament.suspects import Slip, Suspect
from scorebook.money import sign_of
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.marked import Marked

TOURNAMENTS: Marked[dict[str, str]] = {
    "tournament.ended": "Das Turnier ist vorbei. Wer noch etwas ändern will, öffnet es erst wieder.",
}
OUTSIDE: Marked[dict[Outside, str]] = {
    Outside.SUBSTITUTE: "Springer, außer Wertung",
    Outside.LEFT: "gegangen, außer Wertung",
}
"""Why somebody at a tournament has no rank."""
SLIPS: Marked[dict[Slip, str]] = {
    Slip.SIGN: "%(who)s: Vorzeichen falsch? %(should)s statt %(has)s.",
    Slip.EMPTY: "%(who)s: vergessen? %(should)s statt %(has)s.",
    Slip.DIGITS: "%(who)s: Ziffern vertauscht? %(should)s statt %(has)s.",
    Slip.FACTOR: "%(who)s: falsch mal genommen? %(should)s statt %(has)s.",
    Slip.ADDED: "%(who)s: verrechnet? %(should)s statt %(has)s.",
    Slip.MISSING_GAME: "Fehlt ein Spiel? %(has)s statt %(should)s.",
}
"""Where a list may be wrong that does not balance."""


def outside_text(why: Outside, say: Language = GERMAN) -> str:
    """Say why somebody has no rank.

    >>> outside_text(Outside.LEFT)
    'gegangen, außer Wertung'
    """
    return say(OUTSIDE[why])


def suspect_text(suspect: Suspect, names: Sequence[str], say: Language = GERMAN) -> str:
    """Say where a list may be wrong; `names` are those of the seats.

    >>> suspect_text(Suspect(Slip.SIGN, 1, None, 20, -20), ["Sepp", "Vroni"])
    'Vroni: Vorzeichen falsch? −20 statt +20.'
    >>> suspect_text(Suspect(Slip.EMPTY, 0, 7, 0, 5), ["Sepp", "Vroni"])
    'Spiel 7, Sepp: vergessen? +5 statt 0.'
    """
    if suspect.seat is None:
        return say(SLIPS[suspect.slip], has=str(suspect.has), should=str(suspect.should))
    who = names[suspect.seat]
    if suspect.row is not None:
        who = say("Spiel %(number)d, %(who)s", number=suspect.row, who=who)
    return say(SLIPS[suspect.slip], who=who, has=_signed(suspect.has), should=_signed(suspect.should))


def _signed(points: int) -> str:
    return f"{sign_of(points, plus=True)}{abs(points)}"
