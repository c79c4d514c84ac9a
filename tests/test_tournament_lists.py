"""Lists of tables through the services: handed in once, corrected, told apart from those of others, confirmed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.errors import ConflictError, ForbiddenError, NotFoundError
from scorebook.league.tournament.entries import Listed
from scorebook.league.tournament.gate import without_list
from scorebook.league.tournament.state import SeatedTable
from scorebook.services.access import Actor, Role
from scorebook.services.refusals import RefusedError, SeatsChangedError
from scorebook.services.tournament import listing
from scorebook.services.tournament.listing import Handed, NewList, OtherListError
from scorebook.store.db import db
from tests.tournaments import Hall

POINTS = (30, 10, -10, -30)
OTHER = (20, 20, -20, -20)


def drawn(players: int = 8, **settings: Any) -> Hall:
    """Make a tournament whose first round is drawn."""
    hall = Hall(players, **settings)
    hall.draw()
    return hall


def made(*points: int, table: int = 1, round_number: int = 1, **other: Any) -> Listed:
    """Make a list of a table of four."""
    counts = {"games": 32, "solos_won": (1, 0, 0, 0), "solos_lost": (0,) * 4, "touts_won": (0,) * 4}
    return Listed(round_number, table, points or POINTS, **{**counts, **other})


def hand_in(hall: Hall, listed: Listed, actor: Actor | None = None, **known: Any) -> Handed:
    """Hand in a list."""
    uuid = known.pop("uuid", None) or uuid4()
    return listing.hand_in(db.session, actor or hall.actor, hall.id, uuid, NewList(listed, **known))


def table(hall: Hall, number: int = 1) -> SeatedTable:
    """Give a table of the first round."""
    return listing.table_of(hall.state, 1, number)


def scorer(name: str = "Resi") -> Actor:
    """Give a helper who types lists."""
    return Actor(name, 1, frozenset({Role.SCORER}), account_id=1)


def fields(act: Callable[[], Any]) -> list[tuple[str, str]]:
    """Give why something is refused: codes and fields."""
    with pytest.raises(RefusedError) as caught:
        act()
    return [(one.code, one.field) for one in caught.value.findings]


def test_handed_in(app: Flask) -> None:
    """A list that was handed in is the table's; the next that is missing comes after it, round about."""
    with app.app_context():
        hall = drawn(16)
        hand_in(hall, made(table=3))
        assert table(hall, 3).listed == made(table=3)
        played = hall.state.round(1)
        assert played is not None
        assert without_list(played) == (1, 2, 4)
        assert (listing.next_missing(played, 3), listing.next_missing(played, 4)) == (4, 1)


def test_sent_twice(app: Flask) -> None:
    """A double tap writes one list; what was changed in between is a list of its own, which is asked about."""
    with app.app_context():
        hall, uuid = drawn(), uuid4()
        first = hand_in(hall, made(), uuid=uuid)
        again = hand_in(hall, made(), uuid=uuid)
        assert (again.stamped, first.repeated, again.repeated) == (first.stamped, False, True)
        with pytest.raises(OtherListError):
            hand_in(hall, made(*OTHER), uuid=uuid)
        assert len(table(hall).lists) == 1


def test_the_same_list_by_two(app: Flask) -> None:
    """A second helper with the same list is told that it stands; nothing more is written."""
    with app.app_context():
        hall = drawn()
        first = hand_in(hall, made())
        assert hand_in(hall, made(), scorer()) == Handed(first.stamped, repeated=True)
        assert len(table(hall).lists) == 1


def test_another_list_by_two(app: Flask) -> None:
    """A second helper with another list is told who was faster, and what he wrote; his own goes in knowingly alone."""
    with app.app_context():
        hall = drawn()
        first = hand_in(hall, made(), scorer())
        with pytest.raises(OtherListError) as caught:
            hand_in(hall, made(*OTHER))
        assert caught.value.standing == first.stamped
        better = hand_in(hall, made(*OTHER, reason="verschrieben"), seen=first.stamped.number)
        assert isinstance(better.stamped.entry, Listed)
        assert better.stamped.entry.replaces == first.stamped.number
        assert [one.number for one in table(hall).lists] == [first.stamped.number, better.stamped.number]


def test_overtaken_correction(app: Flask) -> None:
    """Two who correct the same list: the second is told of the first one's."""
    with app.app_context():
        hall = drawn()
        seen = hand_in(hall, made()).stamped.number
        hand_in(hall, made(*OTHER, reason="a"), seen=seen)
        with pytest.raises(OtherListError):
            hand_in(hall, made(40, 0, 0, -40, reason="b"), seen=seen)


def test_others_sit_there_now(app: Flask) -> None:
    """Who wrote for people that no longer sit there is told so: after a redraw, and after somebody took over."""
    with app.app_context():
        hall = drawn()
        before = table(hall).seated
        hall.draw(((4, 3, 2, 1), (5, 6, 7, 8)), first=1, reason="noch einmal")
        with pytest.raises(SeatsChangedError):
            hand_in(hall, made(), seated=before)
        hand_in(hall, made(), seated=(4, 3, 2, 1))


def test_a_list_that_never_was(app: Flask) -> None:
    """Who corrects a list that the table does not have writes nothing."""
    with app.app_context():
        hall = drawn()
        with pytest.raises(ConflictError):
            hand_in(hall, made(), seen=7)
        assert table(hall).lists == ()


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"points": (30, 10, -10, -25)}, ("list.sum", "points")),
        ({"points": (10, -10)}, ("list.seats", "points")),
        ({"games": 31}, ("list.games", "games")),
        ({"games": 99}, ("list.games_range", "games")),
        ({"touts_won": (0, 2, 0, 0)}, ("list.touts", "touts_won.1")),
    ],
)
def test_what_cannot_be(app: Flask, wrong: dict[str, Any], found: tuple[str, str]) -> None:
    """A sum of 5, 31 games, a list of other seats: each is said at its field, and nothing is written."""
    with app.app_context():
        hall = drawn()
        assert found in fields(lambda: hand_in(hall, replace(made(), **wrong)))
        assert table(hall).lists == ()


def test_fewer_games_with_a_reason(app: Flask) -> None:
    """The director lets a list of 31 games count, with a reason; a helper does not."""
    with app.app_context():
        hall, short = drawn(), made(games=31, reason="Feueralarm")
        assert fields(lambda: hand_in(hall, short, scorer())) == [("list.director", "games")]
        assert hand_in(hall, short).stamped.entry == short


def test_no_such_table(app: Flask) -> None:
    """A table, a round that is not drawn, a tournament that is not there: each is said."""
    with app.app_context():
        hall = drawn()
        for listed in (made(table=3), made(table=0), made(round_number=2), made(round_number=0)):
            with pytest.raises(NotFoundError):
                hand_in(hall, listed)
        with pytest.raises(NotFoundError):
            listing.hand_in(db.session, hall.actor, hall.id + 1, uuid4(), NewList(made()))


def test_published_lists(app: Flask) -> None:
    """A list of a round whose standings are out is corrected by the director alone, and with a reason."""
    with app.app_context():
        hall = drawn()
        hall.lists(1)
        hall.publish(1)
        seen = table(hall).lists[-1].number
        better = made(*OTHER, reason="Zahlendreher")
        assert ("list.director", "games") in fields(lambda: hand_in(hall, better, scorer(), seen=seen))
        assert ("reason.missing", "reason") in fields(lambda: hand_in(hall, made(*OTHER), seen=seen))
        hand_in(hall, made(*OTHER, reason=" Zahlendreher "), seen=seen)
        held = table(hall).listed
        assert held is not None
        assert (held.points, held.reason) == (OTHER, "Zahlendreher")


def test_only_who_may(app: Flask) -> None:
    """Players and whoever looks on hand in nothing."""
    with app.app_context():
        hall = drawn()
        with pytest.raises(ForbiddenError):
            hand_in(hall, made(), Actor("Sepp", 1, frozenset({Role.PLAYER}), account_id=1))


def test_confirmed_by_another(app: Flask) -> None:
    """A second person confirms a list, not its writer; a better list is not confirmed any more."""
    with app.app_context():
        hall = drawn(confirmed=True)
        number = hand_in(hall, made(), scorer()).stamped.number

        def confirm(actor: Actor, entry: int) -> object:
            return listing.confirm(db.session, actor, hall.id, uuid4(), (1, 1), entry)

        assert fields(lambda: confirm(scorer(), number)) == [("list.own", "")]
        confirm(scorer("Vroni"), number)
        assert table(hall).confirmed is not None
        with pytest.raises(ConflictError):
            confirm(scorer("Vroni"), number)
        hand_in(hall, made(*OTHER, reason="besser"), seen=number)
        assert table(hall).confirmed is None
        with pytest.raises(ConflictError):
            confirm(scorer("Vroni"), number)
        with pytest.raises(ConflictError):
            listing.confirm(db.session, hall.actor, hall.id, uuid4(), (1, 2), number)


def test_a_hundred_at_once(app: Flask) -> None:
    """The lists of a hundred tables go in at once, once; those that stand already stay as they are."""
    with app.app_context():
        hall, uuid = drawn(400), uuid4()
        hand_in(hall, made(table=7))
        lists = [made(table=number) for number in range(1, 100)]
        handed, missing = listing.hand_in_all(db.session, hall.actor, hall.id, uuid, lists)
        assert [place for place, one in enumerate(handed) if one.repeated] == [6]
        assert missing == (100,)
        version = hall.state.version
        again, _missing = listing.hand_in_all(db.session, hall.actor, hall.id, uuid, lists)
        assert all(one.repeated for one in again)
        assert hall.state.version == version


def test_all_or_none(app: Flask) -> None:
    """Where one of several lists cannot be, none is written, and all that is wrong is said at its place."""
    with app.app_context():
        hall = drawn(12)
        hand_in(hall, made(table=2))
        lists = [made(), made(*OTHER, table=2), made(table=9), made()]

        def send() -> object:
            return listing.hand_in_all(db.session, hall.actor, hall.id, uuid4(), lists)

        assert fields(send) == [
            ("list.table_twice", "lists.3.table"),
            ("list.there", "lists.1.table"),
            ("list.no_table", "lists.2.table"),
        ]
        assert table(hall).lists == ()
