"""What holds at a tournament besides the rules of the game, told from its settings: none of it is written by hand."""

from collections.abc import Iterator
from itertools import groupby

from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.settings import FIVE, Award, Drawing, Prize, Scoring, Settings
from scorebook.rules import Unit
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked
from scorebook.wording.league import TIE_BREAKS
from scorebook.wording.rulebook import Chapter, Line

SCORINGS: Marked[dict[Scoring, str]] = {
    Scoring.PLUS_MINUS: "Gezählt wird Plus und Minus: an jedem Tisch kommt zusammen null heraus.",
    Scoring.WINNERS_ONLY: "Gezählt wird nur, was die Gewinner bekommen. Minus gibt es nicht.",
}
DRAWINGS: Marked[dict[Drawing, str]] = {
    Drawing.AHEAD: "Die Plätze aller Runden werden vor der ersten ausgelost.",
    Drawing.EACH: "Vor jeder Runde werden die Plätze neu ausgelost.",
    Drawing.WANDER: (
        "Die erste Runde wird ausgelost. Danach wird gewandert: wer am Tisch Erster war, einen Tisch weiter, "
        "der Zweite zwei, der Dritte drei, der Vierte vier."
    ),
}
AWARDS: Marked[dict[Award, str]] = {
    Award.OVERALL: "Gesamt",
    Award.WOMEN: "Frauen",
    Award.OLDEST: "Älteste",
    Award.YOUNGEST: "Jüngste",
    Award.LOCAL: "Einheimische",
    Award.TEAM: "Mannschaften",
    Award.FROM_END: "Von hinten",
}
"""What standings and prizes are called, by whom they are for."""
ONE_BY_ONE = " · "


def tournament_chapter(settings: Settings, say: Language = GERMAN) -> Chapter:
    """Tell what holds at a tournament: how it is played, counted, drawn, and what decides.

    >>> tournament_chapter(Settings(rule_set=1, rounds=3, games=16)).lines[0].text
    '3 Runden zu 16 Spielen. An einem Tisch zu fünft sind es 20, und wer gibt, setzt aus.'
    """
    return Chapter(say("Das Turnier"), tuple(_lines(settings, say)))


def prizes_chapter(settings: Settings, say: Language = GERMAN) -> Chapter:
    r"""Tell what there is to win, each award in a line; no lines where there is nothing.

    >>> settings = Settings(rule_set=1, prizes=(Prize(cents=30000), Prize(Award.FROM_END, 2, goods="ein Salzstangerl")))
    >>> [(line.label, line.text) for line in prizes_chapter(settings).lines]
    [('Gesamt', '1. 300,00\xa0€'), ('Von hinten', 'Vorletzter: ein Salzstangerl')]
    """
    awards = list(Award)
    in_order = sorted(settings.prizes, key=lambda prize: (awards.index(prize.award), prize.place))
    lines = [
        Line(award_name(award, say), ONE_BY_ONE.join(_prize(one, say) for one in prizes))
        for award, prizes in groupby(in_order, key=lambda prize: prize.award)
    ]
    if settings.goods:
        chosen = say("Der Reihe nach sucht sich jeder etwas aus: %(goods)s.", goods=", ".join(settings.goods))
        lines.append(Line(say("Sachpreise"), chosen))
    return Chapter(say("Zu gewinnen"), tuple(lines))


def award_name(award: Award, say: Language = GERMAN) -> str:
    """Name whom an award is for, as the head of its standings.

    >>> award_name(Award.WOMEN)
    'Frauen'
    """
    return say(AWARDS[award])


def place_name(award: Award, place: int, say: Language = GERMAN, *, shared: bool = False) -> str:
    """Name a place of an award; from the end on it tells whether several have it.

    >>> place_name(Award.OVERALL, 3), place_name(Award.FROM_END, 1), place_name(Award.FROM_END, 5)
    ('3.', 'Letzter', '5. von hinten')
    >>> place_name(Award.FROM_END, 1, shared=True)
    'gemeinsam Letzter'
    """
    if award is not Award.FROM_END:
        return f"{place}."
    if shared:
        return say("gemeinsam %(place)s", place=place_name(award, place, say))
    if place == 1:
        return say("Letzter")
    return say("Vorletzter") if place == 2 else say("%(place)d. von hinten", place=place)


def worth_text(prize: Prize, say: Language = GERMAN) -> str:
    r"""Say what a prize is: money, a share of the fees, a thing, or several of them.

    >>> worth_text(Prize(cents=5000, goods="ein Schinken")), worth_text(Prize(permille=125))
    ('50,00\xa0€ und ein Schinken', '12,5 % der Startgelder')
    """
    parts = []
    if prize.cents:
        parts.append(amount(prize.cents, Unit.CENT, say))
    if prize.permille:
        whole, tenth = divmod(prize.permille, 10)
        share = f"{whole}{say.decimal}{tenth}" if tenth else str(whole)
        parts.append(say("%(share)s %% der Startgelder", share=share))
    if prize.goods:
        parts.append(prize.goods)
    return say(" und ").join(parts)


def _prize(prize: Prize, say: Language) -> str:
    place, worth = place_name(prize.award, prize.place, say), worth_text(prize, say)
    return f"{place} {worth}" if place.endswith(".") else f"{place}: {worth}"


def _lines(settings: Settings, say: Language) -> Iterator[Line]:
    yield Line(say("Gespielt wird"), _rounds(settings, say))
    yield Line(say("Wertung"), say(SCORINGS[settings.scoring]))
    yield Line(say("Plätze"), _drawing(settings, say))
    yield Line(say("Gleichstand"), _ties(settings, say))
    if settings.teams is not None:
        told = say("Zu %(size)d, die besten %(best)d zählen.", size=settings.teams.size, best=settings.teams.best)
        yield Line(say("Mannschaften"), told)
    if settings.confirmed:
        yield Line(say("Listen"), say("Jede Liste bestätigt eine zweite Person."))
    if settings.fee:
        yield Line(say("Startgeld"), amount(settings.fee, Unit.CENT, say))
    yield Line(say("Nachmelden"), say("Geht, bis Runde %(round)d ausgelost ist.", round=settings.late_until))
    yield Line(say("Springer"), say("Wer einspringt, spielt ohne eigenen Platz in der Wertung."))


def _rounds(settings: Settings, say: Language) -> str:
    asked = {"rounds": settings.rounds, "games": settings.games, "five": settings.games_at(FIVE)}
    several = say("%(rounds)d Runden zu %(games)d Spielen.", rounds=settings.rounds, games=settings.games)
    once = say("Eine Runde zu %(games)d Spielen.", games=settings.games)
    five = say("An einem Tisch zu fünft sind es %(five)d, und wer gibt, setzt aus.", five=asked["five"])
    return f"{once if settings.rounds == 1 else several} {five}"


def _drawing(settings: Settings, say: Language) -> str:
    told = say(DRAWINGS[settings.drawing])
    checked = say("Vorher hängt eine Prüfsumme aus: hinterher kann jeder nachrechnen, dass nichts gedreht ist.")
    return f"{told} {checked}" if settings.checkable else told


def _ties(settings: Settings, say: Language) -> str:
    chain = say(", dann ").join(say(TIE_BREAKS[one]) for one in settings.tie_breaks if one is not TieBreak.AMOUNT)
    shared = say("Wer dann noch gleich ist, teilt sich Platz und Preise.")
    if not chain:
        return say("Wer gleich ist, teilt sich Platz und Preise.")
    decides = say("Es entscheidet: %(chain)s.", chain=chain)
    return decides if TieBreak.LOT in settings.tie_breaks else f"{decides} {shared}"
