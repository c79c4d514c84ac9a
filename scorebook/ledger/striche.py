"""Deutscher Schafkopf: nine Striche make a head; partners who sit opposite count together as long as they are level."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorebook.ledger.evening import Evening, Sheet
from scorebook.rules import Unit
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.switches import Partners

STROKES = 9
"""Striche that make a whole head: four the square, two the eyes, two the horns, one the nose."""


@dataclass(frozen=True, slots=True)
class Side:
    """Who has one drawing: two partners, or somebody alone; `people` are ids, `striche` those of each of them."""

    people: tuple[int, ...]
    striche: int


def heads(striche: int) -> tuple[int, int]:
    """Give the whole heads, and the Striche of the started one. Raises `ValueError` for a number below zero.

    >>> heads(22), heads(0), heads(9)
    ((2, 4), (0, 0), (1, 0))
    """
    if striche < 0:
        raise ValueError(f"no number of Striche: {striche}")
    return divmod(striche, STROKES)


def pairs_at(sheet: Sheet, number: int) -> tuple[tuple[int, int], ...]:
    """Give the ids of those who sit opposite in game `number`; of four that are two pairs, of more people none.

    Does not check whether the rules make partners of them.

    >>> from scorebook.ledger.evening import Seat
    >>> four = tuple(Seat(seat, person) for seat, person in enumerate((11, 12, 13, 14)))
    >>> pairs_at(Sheet(1, 0, four), 1), pairs_at(Sheet(1, 0, (*four, Seat(4, 15))), 1)
    (((11, 13), (12, 14)), ())
    """
    people = sheet.people_at(number)
    return ((people[0], people[2]), (people[1], people[3])) if len(people) == ACTIVE_PLAYERS else ()


def sides(evening: Evening, sheet: Sheet) -> tuple[Side, ...]:
    """Give who has a drawing of his own on a sheet, in the order of the seats; nobody where no Striche are written.

    Partners who sit opposite have one together while they hold the same number of Striche. After a Solo they mostly do
    not, and are drawn apart; and so is everybody where partners are found in another way, or five sit at the table.
    """
    if evening.unit is not Unit.STRICH:
        return ()
    totals = sheet.totals()
    pairs = pairs_at(sheet, sheet.next_number) if _opposite(evening, sheet) else ()
    level = {person: pair for pair in pairs if len({totals[one] for one in pair}) == 1 for person in pair}
    shown = dict.fromkeys(level.get(person, (person,)) for person in sheet.people)
    return tuple(Side(people, totals[people[0]]) for people in shown)


def opponents(evening: Evening, sheet: Sheet) -> Mapping[int, tuple[int, ...]]:
    """Give by person id against whom everybody counts, in the order of the seats.

    These are the two who do not sit opposite, if that were the same two in all games that count; else all others who
    played. Who was at the table in no game that counts is left out.
    """
    numbers = [game.number for game in sheet.standing]
    present = {person for number in numbers for person in sheet.people_at(number)}
    played = tuple(person for person in sheet.people if person in present)
    met = {frozenset(map(frozenset, pairs_at(sheet, number))) for number in numbers}
    always = _opposite(evening, sheet) and len(met) == 1 and len(played) == ACTIVE_PLAYERS
    partners = frozenset().union(*met) if always else frozenset()
    return {
        person: tuple(other for other in played if other != person and {person, other} not in partners)
        for person in played
    }


def _opposite(evening: Evening, sheet: Sheet) -> bool:
    """Whether partners sat opposite in every game that counts; before the first, whether they are going to."""
    used = {game.rule_set for game in sheet.standing} or {len(evening.rule_sets) - 1}
    return all(evening.rule_sets[index].rules.striche.partners is Partners.OPPOSITE for index in used)
