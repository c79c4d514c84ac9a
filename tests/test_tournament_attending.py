"""Those on the list: who goes and comes back, who is there, who has paid, who wants what of the draw."""

from uuid import uuid4

import pytest
from flask import Flask

from scorebook.errors import NotFoundError
from scorebook.league.tournament.attendance import absent, fees, next_round, owing, taking_part, waiting
from scorebook.league.tournament.entries import Wished, WishKind
from scorebook.services.tournament import attending
from scorebook.services.tournament.registering import Newcomer
from scorebook.store.db import db
from tests.test_tournament_door import refused
from tests.tournaments import Hall


class Door(Hall):
    """A tournament with somebody at its door."""

    def leave(self, number: int, from_round: int = 1, reason: str = "") -> None:
        """Let somebody go."""
        attending.leave(db.session, self.actor, self.id, uuid4(), number, from_round=from_round, reason=reason)

    def back(self, number: int, from_round: int = 1) -> None:
        """Let somebody come back."""
        attending.come_back(db.session, self.actor, self.id, uuid4(), number, from_round)

    def admit(self) -> tuple[int, ...]:
        """Let in who waits."""
        return attending.admit(db.session, self.actor, self.id, uuid4())

    def pay(self, number: int, text: str = "10") -> int:
        """Take a fee."""
        return attending.pay(db.session, self.actor, self.id, uuid4(), number, text)

    def wish(self, *players: int, kind: WishKind = WishKind.APART, table: int | None = None) -> None:
        """Note a wish."""
        attending.wish(db.session, self.actor, self.id, uuid4(), Wished(kind, players, table))


def test_left_and_returned(app: Flask) -> None:
    """Who leaves and comes back keeps his number, and sits out only what he missed; he is not put on the list twice."""
    with app.app_context():
        door = Door(9, rounds=3)
        door.play(1)
        assert next_round(door.state) == 2
        door.leave(9, 2, "Hunger")
        (finding,) = refused(lambda: door.register(door.seen.name(9)))
        assert (finding.code, finding.params["number"]) == ("door.left", 9)
        door.play(1)
        door.back(9, 3)
        assert [door.state.players[9].plays(number) for number in (1, 2, 3)] == [True, False, True]
        door.draw()
        assert 9 in door.state.rounds[2].tables[-1].seated


def test_a_place_is_free(app: Flask) -> None:
    """Where somebody leaves, the one who waits longest comes in, and no more than there are places."""
    with app.app_context():
        door = Door(11, capacity=8)
        assert waiting(door.state) == (9, 10, 11)
        assert [one.code for one in refused(door.admit)] == ["door.no_place"]
        door.leave(3)
        door.leave(10)
        assert door.admit() == (9,)
        assert taking_part(door.state) == (1, 2, 4, 5, 6, 7, 8, 9)
        door.leave(11)
        assert [one.code for one in refused(door.admit)] == ["door.nobody_waits"]


def test_back_where_all_places_are_taken(app: Flask) -> None:
    """Whose place somebody else has by now does not come back into it."""
    with app.app_context():
        door = Door(9, capacity=8)
        door.leave(3)
        door.admit()
        assert refused(lambda: door.back(3))


def test_substitutes_take_no_place(app: Flask) -> None:
    """Who only helps out needs no place and owes nothing."""
    with app.app_context():
        door = Door(8, capacity=8, fee=500)
        (helper,) = door.register(Newcomer("Springer Sepp", substitute=True))
        assert not helper.waits
        assert helper.number not in taking_part(door.state)
        assert helper.number not in owing(door.state)


def test_fees(app: Flask) -> None:
    """A fee paid in two parts is paid; given back it is owed again, and cannot be given back twice."""
    with app.app_context():
        door = Door(2, fee=1000)
        door.pay(1, "4,50")
        assert owing(door.state) == (1, 2)
        door.pay(1, "5,50 €")
        assert (owing(door.state), fees(door.state)) == ((2,), {1: 1000})
        for typed in ("zehn", "0", "", "-3"):
            assert [one.field for one in refused(lambda typed=typed: door.pay(2, typed))] == ["paid"]
        attending.give_back(db.session, door.actor, door.id, uuid4(), 1, "doch nicht")
        assert fees(door.state) == {}
        for reason, code in (("nochmal", "fee.not_paid"), ("", "reason.missing")):
            (finding,) = refused(
                lambda reason=reason: attending.give_back(db.session, door.actor, door.id, uuid4(), 1, reason)
            )
            assert finding.code == code


def test_here_for_a_round(app: Flask) -> None:
    """Who says he is here is not missed; tapped by mistake he is missed again. Sent twice it is once."""
    with app.app_context():
        door, uuid = Door(5), uuid4()
        assert absent(door.state, 1) == ()
        for _twice in range(2):
            attending.check_in(db.session, door.actor, door.id, uuid, 1, (1, 2))
        attending.check_in(db.session, door.actor, door.id, uuid, 1, (5,))
        assert absent(door.state, 1) == (3, 4)
        attending.check_out(db.session, door.actor, door.id, uuid, 1, (2,))
        assert absent(door.state, 1) == (2, 3, 4)
        assert door.state.version == 6 + 3
        assert refused(lambda: attending.check_in(db.session, door.actor, door.id, uuid4(), 1, (99,)))


def test_wishes(app: Flask) -> None:
    """A wish holds until it is dropped; one of somebody who is not there, or of one alone, is refused."""
    with app.app_context():
        door = Door(8)
        door.wish(1, 2)
        door.wish(3, kind=WishKind.FIXED, table=1)
        (apart, _fixed) = door.state.wishes
        attending.drop_wish(db.session, door.actor, door.id, uuid4(), apart.number)
        assert [one.entry.wish for one in door.state.wishes] == [WishKind.FIXED]  # type: ignore[union-attr]
        assert refused(lambda: attending.drop_wish(db.session, door.actor, door.id, uuid4(), apart.number))
        assert refused(lambda: door.wish(1))
        assert refused(lambda: door.wish(1, 99))


def test_teams_apart(app: Flask) -> None:
    """Those of each team are wished apart at once, and once; who has no team is left alone."""
    with app.app_context():
        door = Door(1)
        door.register(*(Newcomer(f"Gast {number}", team="AB"[number % 2]) for number in range(5)))
        assert attending.part_teams(db.session, door.actor, door.id, uuid4()) == 2
        assert {one.entry.players for one in door.state.wishes} == {(2, 4, 6), (3, 5)}  # type: ignore[union-attr]
        (finding,) = refused(lambda: attending.part_teams(db.session, door.actor, door.id, uuid4()))
        assert finding.code == "wish.no_team"


def test_what_prizes_ask(app: Flask) -> None:
    """What is known of somebody is changed; what cannot be is refused at its field, and nobody else is there."""
    with app.app_context():
        door = Door(2)
        attending.set_profile(
            db.session, door.actor, door.id, 1, Newcomer("", born="1950", woman=True, team=" Die  A ")
        )
        one = door.seen.entrants[1]
        assert (one.born, one.woman, one.team) == (1950, True, "Die A")
        for born in ("50", "2100", "neunzehn", "1950.5"):
            (finding,) = refused(
                lambda born=born: attending.set_profile(db.session, door.actor, door.id, 1, Newcomer("", born=born))
            )
            assert finding.field == "born"
        with pytest.raises(NotFoundError):
            attending.set_profile(db.session, door.actor, door.id, 9, Newcomer(""))
