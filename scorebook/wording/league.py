"""What is said about seasons and how they are ranked."""

from collections.abc import Iterator

from scorebook.league.counting import FINE, Unranked
from scorebook.league.interval import Interval
from scorebook.league.ranking import Decided
from scorebook.league.results import Measure
from scorebook.league.scheme import Kind, Scheme, TieBreak
from scorebook.money import sign_of
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.marked import Marked

SCHEMES: Marked[dict[str, str]] = {
    "scheme.not_object": "Das ist keine Wertung.",
    "scheme.rising": "Der {place}. Platz ist mehr wert als der davor.",
    "scheme.twice": "Das steht schon weiter vorn.",
}
MEASURES: Marked[dict[Measure, str]] = {
    Measure.CENT: "Geld",
    Measure.POINT: "Punkte",
    Measure.GOOD: "Gutpunkte",
    Measure.STRICH: "Striche",
}
"""What is counted in a season, and so what a sum of it is called."""
EACH_GAME: Marked[dict[Measure, str]] = {
    Measure.CENT: "Cent je Spiel",
    Measure.POINT: "Punkte je Spiel",
    Measure.GOOD: "Gutpunkte je Spiel",
    Measure.STRICH: "Striche je Spiel",
}
BOUNDS: Marked[dict[Measure, str]] = {
    Measure.CENT: "Ein Spiel bringt ihm auf Dauer %(low)s bis %(high)s Cent, zu 90 Prozent sicher.",
    Measure.POINT: "Ein Spiel bringt ihm auf Dauer %(low)s bis %(high)s Punkte, zu 90 Prozent sicher.",
    Measure.GOOD: "Ein Spiel bringt ihm auf Dauer %(low)s bis %(high)s Gutpunkte, zu 90 Prozent sicher.",
    Measure.STRICH: "Ein Spiel bringt ihm auf Dauer %(low)s bis %(high)s Striche, zu 90 Prozent sicher.",
}
PLAIN = Scheme()
"""The scheme by which a score is what somebody has."""
PLACE_POINTS: Marked[str] = "Platzpunkte"
UNRANKED: Marked[dict[Unranked, str]] = {
    Unranked.SUBSTITUTE: "Aushilfe, außer Konkurrenz",
    Unranked.GUEST: "Gast, außer Konkurrenz",
    Unranked.EVENINGS: "zu wenige Abende",
    Unranked.GAMES: "zu wenige Spiele",
}
TIE_BREAKS: Marked[dict[TieBreak, str]] = {
    TieBreak.AMOUNT: "wer insgesamt mehr hat",
    TieBreak.SOLOS_WON: "mehr gewonnene Soli",
    TieBreak.TOUTS_WON: "mehr gewonnene Tout und Sie",
    TieBreak.SOLOS_LOST: "weniger verlorene Soli",
    TieBreak.DIRECT: "der direkte Vergleich",
    TieBreak.LOT: "das Los",
}
"""What decides between equals, as it stands in a list of them."""
UNITS = {
    Measure.CENT: Unit.CENT,
    Measure.POINT: Unit.POINT,
    Measure.GOOD: Unit.POINT,
    Measure.STRICH: Unit.STRICH,
}
BOTH_WAYS = (Measure.CENT, Measure.POINT)
"""Measures in which one can have less than nothing: what is more has a plus."""


def score_name(scheme: Scheme, measure: Measure, say: Language = GERMAN) -> str:
    """Name what scores are counted in, as the head of a column.

    >>> score_name(Scheme(), Measure.POINT), score_name(Scheme(Kind.PER_GAME), Measure.CENT)
    ('Punkte', 'Cent je Spiel')
    """
    if scheme.kind is Kind.PLACES:
        return say(PLACE_POINTS)
    return say((EACH_GAME if scheme.kind is Kind.PER_GAME else MEASURES)[measure])


def score_figure(score: int, kind: Kind, measure: Measure, say: Language = GERMAN) -> str:
    """Write a score for a column, without its unit.

    >>> score_figure(420, Kind.TOTAL, Measure.CENT), score_figure(-1234, Kind.PER_GAME, Measure.POINT)
    ('+4,20', '−1,234')
    """
    if kind is Kind.PLACES:
        return say.figure(score, Unit.POINT)
    if kind is Kind.PER_GAME:
        return fine(score, say, sign=measure in BOTH_WAYS)
    return say.figure(score, UNITS[measure], sign=measure in BOTH_WAYS)


def score_text(score: int, scheme: Scheme, measure: Measure, say: Language = GERMAN) -> str:
    """Write a score with its unit.

    >>> score_text(43, Scheme(Kind.PLACES), Measure.CENT).split()
    ['43', 'Punkte']
    >>> score_text(1234, Scheme(Kind.PER_GAME), Measure.CENT)
    '+1,234 Cent je Spiel'
    """
    if scheme.kind is Kind.PER_GAME:
        return f"{score_figure(score, scheme.kind, measure, say)} {score_name(scheme, measure, say)}"
    if scheme.kind is Kind.PLACES:
        return amount(score, Unit.POINT, say)
    return amount(score, UNITS[measure], say, sign=measure in BOTH_WAYS)


def fine(thousandths: int, say: Language = GERMAN, *, sign: bool = True) -> str:
    """Write points a game with all that they are counted in: what looks the same is the same.

    >>> fine(-50), fine(1234567), fine(0)
    ('−0,050', '+1234,567', '0,000')
    """
    whole, rest = divmod(abs(thousandths), FINE)
    return f"{sign_of(thousandths, plus=sign)}{whole}{say.decimal}{rest:03d}"


def tenths(thousandths: int, say: Language = GERMAN, *, sign: bool = False) -> str:
    """Write points a game as exactly as they are meant where only an estimate is said.

    >>> tenths(1449), tenths(-50, sign=True), tenths(-49)
    ('1,4', '−0,1', '0,0')
    """
    rounded = (abs(thousandths) + FINE // 20) // (FINE // 10)
    whole, rest = divmod(rounded, 10)
    return f"{sign_of(-rounded if thousandths < 0 else rounded, plus=sign)}{whole}{say.decimal}{rest}"


def interval_text(found: Interval | None, measure: Measure, say: Language = GERMAN) -> str:
    """Say what a game brings somebody, and how sure that is; "" where it cannot be told.

    >>> interval_text(Interval(-500, 1200, 2900), Measure.POINT), interval_text(None, Measure.CENT)
    ('+1,2 ± 1,7', '')
    """
    if found is None:
        return ""
    half = found.high - found.middle
    upwards = -(-half // (FINE // 10)) * (FINE // 10)
    return f"{tenths(found.middle, say, sign=measure in BOTH_WAYS)} ± {tenths(upwards, say)}"


def bounds_text(found: Interval | None, measure: Measure, say: Language = GERMAN) -> str:
    """Say in a sentence how sure it is what a game brings somebody; "" where it cannot be told.

    >>> bounds_text(Interval(-500, 1200, 2900), Measure.POINT)
    'Ein Spiel bringt ihm auf Dauer −0,5 bis +2,9 Punkte, zu 90 Prozent sicher.'
    """
    if found is None:
        return ""
    sign = measure in BOTH_WAYS
    bounds = {"low": tenths(found.low, say, sign=sign), "high": tenths(found.high, say, sign=sign)}
    return say(BOUNDS[measure], **bounds)


def decided_text(decided: Decided, measure: Measure, say: Language = GERMAN) -> str:
    """Say what decided between equals, with what this one had.

    >>> decided_text(Decided(TieBreak.SOLOS_WON, 3), Measure.CENT)
    '3 gewonnene Soli'
    >>> decided_text(Decided(TieBreak.DIRECT, 3, 1), Measure.CENT)
    'direkter Vergleich 3 : 1'
    """
    value = decided.value
    match decided.by:
        case TieBreak.AMOUNT:
            had = amount(value, UNITS[measure], say, sign=measure in BOTH_WAYS)
            return say("insgesamt %(amount)s", amount=had)
        case TieBreak.SOLOS_WON:
            return say.plural("%(num)d gewonnenes Solo", "%(num)d gewonnene Soli", value)
        case TieBreak.TOUTS_WON:
            return say("%(num)d-mal Tout oder Sie gewonnen", num=value)
        case TieBreak.SOLOS_LOST:
            return say.plural("%(num)d verlorenes Solo", "%(num)d verlorene Soli", value)
        case TieBreak.DIRECT:
            return say("direkter Vergleich %(more)d : %(less)d", more=value, less=decided.against)
        case TieBreak.LOT:
            return say("Los %(number)d", number=value)


def unranked_text(why: Unranked, say: Language = GERMAN) -> str:
    """Say why somebody has no rank.

    >>> unranked_text(Unranked.GAMES)
    'zu wenige Spiele'
    """
    return say(UNRANKED[why])


def scheme_text(scheme: Scheme, say: Language = GERMAN) -> str:
    """Say how a season is ranked, in one line.

    >>> scheme_text(Scheme(best=10, min_evenings=5))
    'Alles zusammen, die 10 besten Abende, ab 5 Abenden'
    """
    return ", ".join(_told(scheme, say))


def _told(scheme: Scheme, say: Language) -> Iterator[str]:
    match scheme.kind:
        case Kind.TOTAL:
            yield say("Alles zusammen")
        case Kind.PER_GAME:
            yield say("Durchschnitt je Spiel")
        case Kind.PLACES:
            points = "-".join(map(str, scheme.place_points))
            yield say("Punkte für die Plätze (%(points)s)", points=points)
    if scheme.best is not None:
        yield say.plural("der beste Abend", "die %(num)d besten Abende", scheme.best)
    if scheme.min_evenings > 1:
        yield say("ab %(num)d Abenden", num=scheme.min_evenings)
    if scheme.min_games > 1:
        yield say("ab %(num)d Spielen", num=scheme.min_games)


def chain_text(scheme: Scheme, say: Language = GERMAN) -> str:
    """Say what decides between equals, in one line; "" where nothing does.

    >>> chain_text(Scheme(tie_breaks=(TieBreak.SOLOS_WON, TieBreak.LOT)))
    'Bei Gleichstand: mehr gewonnene Soli, das Los.'
    """
    # In a sum of all evenings, who has more in all has more anyway.
    whole = scheme.kind is Kind.TOTAL and scheme.best is None
    asked = [one for one in scheme.tie_breaks if not (whole and one is TieBreak.AMOUNT)]
    told = ", ".join(say(TIE_BREAKS[one]) for one in asked)
    return say("Bei Gleichstand: %(chain)s.", chain=told) if told else ""
