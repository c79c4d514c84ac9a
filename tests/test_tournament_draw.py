"""Seats drawn for a tournament: all rounds or the next, again with a reason, by rank, checkably."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange.draws import draw_json, parse_draw
from scorebook.league.draw import DrawError, check, verify
from scorebook.league.tournament.drawing import drawable, plan_of, wish_of
from scorebook.league.tournament.entries import CheckedIn, Drawn, Left, Wished, WishKind
from scorebook.league.tournament.settings import Drawing
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import drawing
from scorebook.services.tournament.drawing import Asked
from scorebook.services.verifying import DifferenceError, verify_book
from scorebook.store.db import db
from tests.tournaments import Hall


def draw(hall: Hall, first: int, **asked: object) -> Drawn:
    """Draw seats, and give the entry."""
    done = drawing.draw_seats(db.session, hall.actor, hall.id, uuid4(), Asked(first, **asked))  # type: ignore[arg-type]
    entry = done[-1].entry
    assert isinstance(entry, Drawn)
    return entry


def refused(hall: Hall, first: int, **asked: object) -> dict[str, str]:
    """Give by field why a draw is refused, and hold that nothing was written."""
    version = hall.state.version
    with pytest.raises(RefusedError) as caught:
        draw(hall, first, **asked)
    assert hall.state.version == version
    return {finding.field: finding.code for finding in caught.value.findings}


def sound(hall: Hall, entry: Drawn) -> None:
    """Hold a draw against the independent checker, with all that was wished and played."""
    wish = wish_of(hall.state, entry.first, entry.players)
    assert check(wish, plan_of(entry)) == []


def test_all_rounds_at_once(app: Flask) -> None:
    """Ahead of the evening all rounds are drawn, nobody meets anybody twice, and that is said to be the best."""
    with app.app_context():
        hall = Hall(32, rounds=3, drawing=Drawing.AHEAD)
        entry = draw(hall, 1)
        assert len(entry.rounds) == len(hall.state.rounds) == 3
        assert (entry.repeats, entry.bound) == (0, 0)
        sound(hall, entry)


def test_the_next_round_waits_for_lists(app: Flask) -> None:
    """The next draw is refused while lists are missing, and names their tables; then nobody meets anybody again."""
    with app.app_context():
        hall = Hall(16, drawing=Drawing.EACH)
        draw(hall, 1)
        hall.list(1, 2)
        with pytest.raises(RefusedError) as caught:
            draw(hall, 2)
        assert [(one.code, one.params["tables"]) for one in caught.value.findings] == [("round.no_lists", "1, 3, 4")]
        for table in (1, 3, 4):
            hall.list(1, table)
        second = draw(hall, 2)
        assert second.repeats == 0
        sound(hall, second)


def test_drawn_twice_is_one_draw(app: Flask) -> None:
    """The same UUID gives the same draw; who pressed elsewhere and did not know of it is told so."""
    with app.app_context():
        hall, uuid = Hall(12), uuid4()
        version = hall.state.version
        first = drawing.draw_seats(db.session, hall.actor, hall.id, uuid, Asked(1), version=version)
        assert drawing.draw_seats(db.session, hall.actor, hall.id, uuid, Asked(1), version=version) == first
        with pytest.raises(ConflictError):
            drawing.draw_seats(db.session, hall.actor, hall.id, uuid4(), Asked(1), version=version)
        assert len(hall.state.draws) == 1


def test_drawn_again_with_a_reason(app: Flask) -> None:
    """Who left and who came late are seated by a new draw of what is left; what was played stands, and the old draw."""
    with app.app_context():
        hall = Hall(16, rounds=3, drawing=Drawing.AHEAD, late_until=3)
        old = draw(hall, 1)
        hall.list(1, 1)
        played = hall.state.rounds[0].tables
        assert refused(hall, 2) == {"reason": "draw.again"}
        assert refused(hall, 1, reason="x") == {"first": "draw.first"}
        hall.act(Left(3, 2))
        hall.register("Neu")
        new = draw(hall, 2, reason="Einer ist gegangen, einer gekommen")
        assert 3 not in new.players
        assert 17 in new.players
        assert len(new.rounds) == 2
        assert hall.state.rounds[0].tables == played
        assert [stamped.entry for stamped in hall.state.draws] == [old, new]
        sound(hall, new)


def test_only_who_is_here(app: Flask) -> None:
    """Who did not say that he is here leaves by the draw, if the director wants it so; else all are seated."""
    with app.app_context():
        hall = Hall(17)
        hall.here()
        hall.act(CheckedIn(1, (5,), here=False))
        everybody = draw(hall, 1)
        assert 5 in everybody.players
        here = draw(hall, 1, reason="ohne Fehlende", only_here=True)
        assert sorted(here.players) == [number for number in range(1, 18) if number != 5]
        assert not hall.state.players[5].plays(1)


def test_substitutes_only_where_they_are_called(app: Flask) -> None:
    """A substitute is seated by a draw only where somebody says so; who is none cannot be said."""
    with app.app_context():
        hall = Hall(15)
        hall.register("Springer")
        numbers = sorted(hall.state.players)
        assert refused(hall, 1, helpers=(99,)) == {"helpers": "draw.no_helper"}
        assert len(draw(hall, 1).players) == len(numbers)


def test_wishes_are_kept_or_told(app: Flask) -> None:
    """Together, apart and a fixed table hold; wishes that cannot be are refused with the numbers."""
    with app.app_context():
        hall = Hall(20, drawing=Drawing.AHEAD)
        hall.act(
            Wished(WishKind.TOGETHER, (1, 2)), Wished(WishKind.APART, (3, 4, 5)), Wished(WishKind.FIXED, (6,), table=2)
        )
        entry = draw(hall, 1)
        for one in entry.rounds:
            assert any({1, 2} <= set(table) for table in one)
            assert all(len({3, 4, 5} & set(table)) < 2 for table in one)
            assert 6 in one[1]
        sound(hall, entry)


@pytest.mark.parametrize("players", [3, 6, 7, 11])
def test_too_few_for_tables(app: Flask, players: int) -> None:
    """So many make no tables of four and five: the draw says so and writes nothing."""
    with app.app_context():
        hall = Hall(players)
        version = hall.state.version
        with pytest.raises(DrawError):
            draw(hall, 1)
        assert hall.state.version == version


def test_wandering_by_rank(app: Flask) -> None:
    """The first of a table goes one table on, the second two; equals by lot, so that the seed repeats it."""
    with app.app_context():
        hall = Hall(20, drawing=Drawing.WANDER)
        draw(hall, 1)
        hall.lists(1)
        before = [table.seated for table in hall.state.rounds[0].tables]
        entry = draw(hall, 2)
        assert entry.by_rank
        assert (entry.repeats, entry.bound) == (0, 0)
        for at, table in enumerate(before):
            for rank, player in enumerate(table, start=1):
                assert player in entry.rounds[0][(at + rank) % 5]


def test_wandering_with_somebody_new(app: Flask) -> None:
    """Who comes takes the place of who left; where the tables do not stay the same it is drawn."""
    with app.app_context():
        hall = Hall(20, rounds=3, drawing=Drawing.WANDER, late_until=3)
        draw(hall, 1)
        hall.lists(1)
        hall.act(Left(1, 2))
        hall.register("Neu")
        assert draw(hall, 2).by_rank
        hall.lists(2)
        hall.register("Noch einer")
        third = draw(hall, 3)
        assert not third.by_rank
        sound(hall, third)


def test_a_draw_that_anybody_can_check(app: Flask) -> None:
    """List and secret are committed to, a number is called; the export holds before the verifier, a changed one not."""
    with app.app_context():
        hall = Hall(16, checkable=True, drawing=Drawing.AHEAD)
        assert refused(hall, 1, called=42) == {"": "draw.not_committed"}
        drawing.commit(db.session, hall.actor, hall.id, uuid4(), Asked(1))
        assert hall.seen.row.secret
        assert refused(hall, 1) == {"called": "draw.not_called"}
        assert refused(hall, 1, called=-1) == {"called": "draw.number"}
        entry = draw(hall, 1, called=4711)
        assert hall.seen.row.secret is None
        number = hall.state.draws[-1].number
        found = drawing.open_draw(db.session, hall.actor, hall.id, number)
        again = parse_draw(json.loads(json.dumps(draw_json(found))))
        players = again.wish.players
        assert verify(players, again.secret, again.number, again.wish, again.drawn, again.commitment) == []
        assert verify(players, again.secret, again.number + 1, again.wish, again.drawn, again.commitment)
        assert entry.rounds == again.drawn.rounds
        with pytest.raises(NotFoundError):
            drawing.open_draw(db.session, hall.actor, hall.id, 1)


def test_the_list_changed_after_the_commitment(app: Flask) -> None:
    """Who comes after the commitment makes it void: it has to be put up anew."""
    with app.app_context():
        hall = Hall(16, checkable=True)
        drawing.commit(db.session, hall.actor, hall.id, uuid4(), Asked(1))
        hall.register("Spät")
        assert refused(hall, 1, called=7) == {"players": "draw.other_list"}
        drawing.commit(db.session, hall.actor, hall.id, uuid4(), Asked(1))
        assert 17 in draw(hall, 1, called=7).players


def test_the_book_proves_its_draws(app: Flask) -> None:
    """Checking the book works out anew what was drawn with a secret: other seats are found, with the same log."""
    with app.app_context():
        hall = Hall(16, checkable=True)
        drawing.commit(db.session, hall.actor, hall.id, uuid4(), Asked(1))
        entry = draw(hall, 1, called=7)
        verify_book(db.session)
        first, *others = entry.rounds[0]
        turned = replace(entry, rounds=((first[::-1], *others),))
        drawing.commit(db.session, hall.actor, hall.id, uuid4(), Asked(1))
        hall.act(replace(turned, reason="noch einmal"))
        with pytest.raises(DifferenceError, match="die Auslosung stimmt nicht"):
            verify_book(db.session)


def test_what_can_be_drawn(app: Flask) -> None:
    """Rounds without lists, and the one that comes; nothing after the last."""
    with app.app_context():
        hall = Hall(16, rounds=2)
        assert drawable(hall.state) == (1,)
        draw(hall, 1)
        assert drawable(hall.state) == (1, 2)
        hall.lists(1)
        assert drawable(hall.state) == (2,)
        draw(hall, 2)
        hall.lists(2)
        assert drawable(hall.state) == ()
        assert refused(hall, 3) == {"first": "draw.first"}
