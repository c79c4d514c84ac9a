"""Who sits where: by name, for whoever looks for himself, and by table, for whoever looks at a table."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorebook.league.tournament.settings import FIVE, Settings
from scorebook.league.tournament.state import PlayedRound

SEATS = "ABCDE"
"""The seats of a table in order; at a table of five E pauses first."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in a round."""

    round: int
    table: int
    letter: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits: one seat a round, None where he has none."""

    number: int
    name: str
    seats: tuple[Seat | None, ...]

    @property
    def anywhere(self) -> bool:
        """Whether he has a seat at all."""
        return any(self.seats)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat at a table."""

    letter: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of a round: who sits there, and how many games are played."""

    number: int
    games: int
    people: tuple[Sitter, ...]

    @property
    def five(self) -> bool:
        """Whether five sit there, so that whoever deals pauses."""
        return len(self.people) == FIVE


def by_name(rounds: Sequence[PlayedRound], names: Mapping[int, str]) -> tuple[Place, ...]:
    """Give everybody in `names` in the order of names, with his seat in each of the rounds.

    >>> by_name((), {7: "Vroni", 4: "Ägidius", 9: "Xaver"})[0].name
    'Ägidius'
    """
    seats = [_seats(played) for played in rounds]
    people = sorted(names.items(), key=lambda person: (sort_key(person[1]), person[0]))
    return tuple(Place(number, name, tuple(found.get(number) for found in seats)) for number, name in people)


def _seats(played: PlayedRound) -> dict[int, Seat]:
    return {
        number: Seat(played.number, table.number, letter)
        for table in played.tables
        for letter, number in zip(SEATS, table.seated, strict=False)
    }


def by_table(played: PlayedRound, names: Mapping[int, str], settings: Settings) -> tuple[HallTable, ...]:
    """Give the tables of a round, with those who sit there now."""
    return tuple(
        HallTable(
            table.number,
            settings.games_at(len(table.seated)),
            tuple(Sitter(letter, one, names[one]) for letter, one in zip(SEATS, table.seated, strict=False)),
        )
        for table in played.tables
    )


def sort_key(name: str) -> str:
    """Give by what a name is put in order: without its marks, so that Ä stands with A.

    >>> sorted(["Zenzi", "Ärmel", "Bertl", "anna"], key=sort_key)
    ['anna', 'Ärmel', 'Bertl', 'Zenzi']
    """
    told = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in told if not unicodedata.combining(letter))


def found(places: Iterable[Place], typed: str) -> tuple[Place, ...]:
    """Give those whom somebody looks for: by the start number, or by how a part of the name begins.

    >>> all_ = by_name((), {7: "Vroni Kern", 4: "Sepp Huber", 70: "Kern (7)"})
    >>> [one.number for one in found(all_, "kern")], [one.number for one in found(all_, " 7 ")]
    ([70, 7], [7])
    >>> [one.number for one in found(all_, "hub sepp")], found(all_, ""), found(all_, "(")
    ([4], (), ())
    """
    wanted = sort_key(typed).split()
    if len(wanted) == 1 and wanted[0].isdecimal():
        return tuple(one for one in places if str(one.number) == wanted[0].lstrip("0"))
    return tuple(one for one in places if wanted and _begins(sort_key(one.name), wanted))


def _begins(name: str, wanted: Sequence[str]) -> bool:
    words = [word for word in name.replace("-", " ").split() if word[0].isalpha()]
    return all(any(word.startswith(part) for word in words) for part in wanted)


def initial(name: str) -> str:
    """Give the letter under which a name stands; "#" for what begins with none.

    >>> initial("ärmel"), initial("Ökonom"), initial("3. Mann")
    ('A', 'O', '#')
    """
    first = sort_key(name)[:1].upper()
    return first if first.isalpha() else "#"
