"""The certificate for the best of an evening: to be signed, and to hang on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorebook import wording
from scorebook.ledger.evening import Evening
from scorebook.reports.abrechnung import environment
from scorebook.reports.page import Page
from scorebook.reports.signs import drawing
from scorebook.reports.view import as_they_sit
from scorebook.rules import Suit, Unit
from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class Award:
    """What stands on one certificate. `size` is that of a name: "", "long" or "longer"."""

    name: str
    place: str
    total: str
    games: int

    @property
    def size(self) -> str:
        """How small the letters of the name have to be."""
        return "" if len(self.name) <= SHORT else "long" if len(self.name) <= LONG else "longer"


SHORT, LONG = 18, 28
"""So many letters a name has that stands there large, and less so."""


def places(evening: Evening) -> dict[int, int]:
    """Give everybody's place, from 1 on, by person id in the order of the places; who has the same has the same place.

    Nobody has one before the first game.
    """
    totals = evening.totals() if any(sheet.standing for sheet in evening.sheets) else {}
    seated = [person for person in as_they_sit(evening) if person in totals]
    order = sorted(seated, key=lambda person: -totals[person])
    return {person: 1 + sum(other > totals[person] for other in totals.values()) for person in order}


def best(evening: Evening) -> tuple[int, ...]:
    """Give who has the first place: nobody before the first game, several who have the same."""
    return tuple(person for person, place in places(evening).items() if place == 1)


def page(evening: Evening, people: Sequence[int], say: Language = GERMAN) -> Page:
    """Give the certificates of these people to be printed, each on a page of its own."""
    return Page(html(evening, people, say), "award")


def html(evening: Evening, people: Sequence[int], say: Language = GERMAN) -> str:
    """Write certificates as complete pages. Raises `KeyError` for who has no place."""
    ranks = places(evening)
    when = say("am {day}").format(day=say.day(evening.date, "long"))
    return written(
        [award(evening, person, ranks[person], say) for person in people],
        club=evening.club,
        when=", ".join(filter(None, (when, evening.place))),
        check_code=evening.check_code(),
        say=say.playing(evening.rule_sets[0].rules.words.cards),
    )


def written(awards: Sequence[Award], *, club: str, when: str, check_code: str, say: Language) -> str:
    """Write certificates, of whatever they are for; `when` says it."""
    signs = [drawing(suit, say.cards, wording.suit_name(suit, say)) for suit in Suit]
    values = {"awards": awards, "club": club, "when": when, "signs": signs, "check_code": check_code}
    return environment().get_template("award.html").render(_=say, **values)


def award(evening: Evening, person: int, place: int, say: Language = GERMAN) -> Award:
    """Put into words how somebody did."""
    units, unit = evening.totals()[person], evening.unit
    count = sum(person in sheet.people_at(game.number) for sheet in evening.sheets for game in sheet.standing)
    return Award(
        name=evening.name_of(person),
        place=say("{place}. Platz").format(place=place),
        total=wording.amount(units, unit, say, sign=unit is not Unit.STRICH),
        games=count,
    )
