"""Looks back, as the book would give them: for tests of papers."""

from datetime import date, timedelta
from uuid import UUID

from scorebook.league import counting
from scorebook.league.counting import Unranked
from scorebook.league.ranking import ranked
from scorebook.league.results import Measure, Tally
from scorebook.league.scheme import Kind, Scheme
from scorebook.league.stats import Fact, Part, Stat, part_key
from scorebook.league.titles import Title
from scorebook.reports.looking_back import Final
from scorebook.reports.standings import Entry
from scorebook.rules import Contract, Game, Suit
from scorebook.rules.switches import CardNames
from scorebook.store.review import Couple, Most, Night, NightOf, Numbers, Record, Review, Section, Standing
from scorebook.store.stats_reading import Peak

NAMES = ("Sepp Huber", "Sepp Maier", "Vroni", "Xaver", "Zenzi", "Anni", "Toni", "Burgi", "=1+1", "<b>Hias</b>")


def record(person: int, count: int, amount: int) -> Record:
    """Give something that was most, in a Solo."""
    game = Game(contract=Contract.SOLO, suit=Suit.GRAS, declarer=0, tout=True)
    peak = Peak(Stat(count, 1, amount, 7), 1, date(2026, 1, 9), UUID(int=7), game, CardNames.GERMAN)
    return Record(person, NAMES[person], peak)


def section(evenings: int, people: int, measure: Measure = Measure.CENT) -> Section:
    """Give a section of so many evenings and people: who stands further up has more."""
    first = date(2026, 1, 9)
    amounts = {person: 100 * (people - 2 * person) - 50 for person in range(people)}
    nights = [Night(1 + i, first + timedelta(days=7 * i), "Gasthaus Lamm", amounts) for i in range(evenings)]
    standings = [
        Standing(one, NAMES[one], "Lamm", 1, amount * evenings, 30 * evenings, evenings, int(one == 0), int(one == 3))
        for one, amount in amounts.items()
    ]
    facts = {Fact.BEST: (1, 480), Fact.WORST: (1, -160), Fact.LAUFENDE: (6, 90), Fact.RUN: (7, 300)}
    return Section(
        numbers=Numbers(measure, evenings, 30 * evenings, people),
        standings=standings,
        records={fact: [record(person, *figures) for person in range(people)] for fact, figures in facts.items()},
        titles={title: [Most(0, NAMES[0], Stat(9, 4, 120))] for title in Title},
        couples=[Couple((0, 1), (NAMES[0], NAMES[1]), Stat(20, 12, 400))],
        totals={part_key(Part.DECLARER, Contract.SOLO): Stat(9, 4, -120), "each.ramsch": Stat(8, 6, 0)},
        nights=nights,
        best=[NightOf(0, NAMES[0], amounts[0], nights[0])],
        worst=[NightOf(people - 1, NAMES[people - 1], amounts[people - 1], nights[0])],
        every=nights,
        biggest={1: record(0, 1, 480)},
    )


def review(*sections: Section, several: bool = False) -> Review:
    """Give a look back on a season."""
    return Review("Stammtisch Lamm", 1, "Winter 2026", None, 1, several=several, sections=sections)


def reviews() -> dict[str, Review]:
    """Give looks back of all kinds: on nothing, on one evening of four, on a season of ten people in two measures."""
    return {
        "empty": review(),
        "one": review(section(1, 4)),
        "season": review(section(40, 10), section(2, 4, Measure.STRICH), several=True),
    }


def finals() -> tuple[Final, ...]:
    """Give the final standings of four, two of them equal, one without a rank."""
    standings = [
        counting.Standing(person, score, 3, Tally(score, 90), (), Unranked.EVENINGS if person == 3 else None)
        for person, score in enumerate((90, 50, 50, 10))
    ]
    scheme = Scheme(Kind.PLACES, best=10)
    entries = [Entry(row, NAMES[row.standing.person], "Lamm", ()) for row in ranked(standings, scheme)]
    return (Final("Die besten zehn", scheme, Measure.CENT, tuple(entries)),)
