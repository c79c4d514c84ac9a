"""The door of a tournament: who comes onto the list, who waits, who is asked about."""

from collections.abc import Callable
from typing import Any, get_args
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.league.tournament.attendance import fees
from scorebook.league.tournament.entries import Entry
from scorebook.rules import Finding
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament.registering import Newcomer, sounds_like
from scorebook.wording.tournament_door import ENTRY_KINDS
from tests.book import Book
from tests.tournaments import Hall


def refused(act: Callable[[], Any]) -> list[Finding]:
    """Give why something is refused."""
    with pytest.raises(RefusedError) as caught:
        act()
    return list(caught.value.findings)


def test_played_to_the_end(app: Flask) -> None:
    """A tournament of 17 is played through: everybody sits once a round, and every table hands its list in."""
    with app.app_context():
        hall = Hall(17)
        hall.play()
        assert hall.state.published == 2
        for played in hall.state.rounds:
            assert sorted(number for table in played.tables for number in table.seated) == list(range(1, 18))


def test_start_numbers_in_order(app: Flask) -> None:
    """Whoever comes gets the next start number; what is known of him stands beside it."""
    with app.app_context():
        hall = Hall()
        hall.register("Sepp", "Vroni")
        (third,) = hall.register(Newcomer("Änne", paid="10", woman=True, born="1961", town="Landshut"))
        assert (third.number, hall.seen.name(3)) == (3, "Änne")
        assert (hall.seen.entrants[3].born, hall.seen.entrants[3].town) == (1961, "Landshut")
        assert fees(hall.state) == {3: 1000}


def test_double_tap(app: Flask) -> None:
    """The same sent twice is one person on the list, with the same answer; another name under it is another person."""
    with app.app_context():
        hall, uuid = Hall(), uuid4()
        assert hall.register("Sepp", uuid=uuid) == hall.register("Sepp", uuid=uuid)
        hall.register("Vroni", uuid=uuid)
        assert [entrant.name for entrant in hall.seen.entrants.values()] == ["Sepp", "Vroni"]


def test_on_the_list_already(app: Flask) -> None:
    """Who is on the list is not put there again, by whatever spelling; nobody of a paste with him is either."""
    with app.app_context():
        hall = Hall()
        hall.register("Sepp Huber")
        (finding,) = refused(lambda: hall.register("Vroni", " sepp  HUBER "))
        assert (finding.code, finding.field, finding.params["number"]) == ("door.on_list", "names.1", 1)
        assert len(hall.seen.entrants) == 1


def test_somebody_else_of_that_name(app: Flask) -> None:
    """Somebody else of a name that is on the list comes in when that is said, and both are told apart."""
    with app.app_context():
        hall = Hall()
        hall.register("Sepp Huber", Newcomer("Sepp Huber", namesake=True))
        names = {entrant.name for entrant in hall.seen.entrants.values()}
        assert len(names) == 2
        assert all(name.startswith("Sepp Huber (") for name in names)
        (finding,) = refused(lambda: hall.register("Sepp Huber"))
        assert finding.code == "name.several"


def test_capacity_in_the_middle(app: Flask) -> None:
    """Where the places run out in the middle of many names the rest waits, in order."""
    with app.app_context():
        hall = Hall(capacity=8)
        added = hall.register(*(f"Gast {number}" for number in range(1, 12)))
        assert [one.number for one in added if one.waits] == [9, 10, 11]


@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        (Newcomer(""), "names.0", "name.missing"),
        (Newcomer("Sepp", paid="zehn"), "paid.0", "fee.no_amount"),
        (Newcomer("Sepp", paid="-10"), "paid.0", "fee.below_zero"),
        (Newcomer("Sepp", born="61"), "born.0", "born.range"),
        (Newcomer("Sepp", town="x" * 61), "town.0", "town.too_long"),
    ],
)
def test_wrong_at_its_field(app: Flask, typed: Newcomer, field: str, code: str) -> None:
    """What cannot be is refused at the field in which it was typed, and nobody is on the list."""
    with app.app_context():
        hall = Hall()
        assert [(one.field, one.code) for one in refused(lambda: hall.register(typed))] == [(field, code)]
        assert not hall.seen.entrants


@pytest.mark.parametrize("typed", ["10", "10,00", "10.00 €"])
def test_fees_as_people_type_them(app: Flask, typed: str) -> None:
    """Ten euros are ten euros, however they are written."""
    with app.app_context():
        hall = Hall()
        hall.register(Newcomer("Sepp", paid=typed))
        assert fees(hall.state) == {1: 1000}


def test_the_log_has_words_for_each_entry() -> None:
    """Whatever can happen at a tournament has its words in the log; none are left over."""
    kinds = {one.__dataclass_fields__["kind"].default for one in get_args(Entry)}
    assert kinds == set(ENTRY_KINDS)


def test_two_doors_at_once(book: Book) -> None:
    """Two helpers at one moment give two numbers; the same name from both is one person, and one of them is told."""
    hall = Hall(actor=book.actor)
    both = book.at_once(lambda: hall.register("Sepp"), lambda: hall.register("Vroni"))
    assert sorted(added[0].number for added in both) == [1, 2]
    same = book.at_once(*(lambda: hall.register("Xaver") for _ in range(2)))
    assert sorted(isinstance(one, RefusedError) for one in same) == [False, True]
    assert sorted(entrant.name for entrant in hall.seen.entrants.values()) == ["Sepp", "Vroni", "Xaver"]


def test_names_that_sound_alike(app: Flask) -> None:
    """Who is written a little otherwise than another is pointed at; namesakes who are told apart are not."""
    with app.app_context():
        hall = Hall()
        hall.register("Jörg Weißmüller", "Sepp Huber", "Sep Huber", Newcomer("Sepp Huber", namesake=True))
        hall.register("Joerg Weissmueller")
        assert sounds_like(hall.seen, 5) == (1,)
        assert sounds_like(hall.seen, 4) == ()
        hall.register("Vroni Ganz Anders")
        assert sounds_like(hall.seen, 6) == ()
