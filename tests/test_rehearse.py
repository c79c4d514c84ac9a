"""A rehearsal: whatever goes wrong in the hall, the book is right in the end, and a wrong server is found out."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorebook.app import create_app, main
from scorebook.cli import rehearse
from scorebook.cli.rehearsed import configuration
from scorebook.errors import ScorebookError
from scorebook.services.access import local_actor
from scorebook.services.tournament import desk, listing, registering
from scorebook.services.tournament.rehearsal import Hall
from scorebook.services.tournament.rehearsal_books import Order, Plan, Refusal, RehearsalError
from scorebook.services.tournament.rehearsal_checks import Promise, Told, promises, told_by
from scorebook.store.db import db

SMALL = Plan(players=18, rounds=2, games=4, faults=False, seed=1)
Spoil = Callable[[Order, Callable[[Order], Any]], Any]


def as_it_is(order: Order, ask: Callable[[Order], Any]) -> Any:
    """Do what is ordered."""
    return ask(order)


class Direct:
    """A server without a process, within the app of a test; `spoil` may do something else than what is ordered.

    One that is killed has done all or nothing of it, in turns.
    """

    def __init__(self, spoil: Spoil = as_it_is) -> None:
        self._spoil, self._done = spoil, False

    def call(self, order: Order) -> Any:
        """Do it here."""
        return self._spoil(order, self._ask)

    def _ask(self, order: Order) -> Any:
        actor = replace(local_actor(db.session), name=order.by)
        try:
            return order.service(db.session, actor, *order.arguments, **order.keywords)
        except ScorebookError as error:
            return Refusal(type(error).__name__, error.message, tuple(getattr(error, "findings", ())))

    def killed_at(self, order: Order, seconds: float) -> bool:
        """Do all of it, or nothing."""
        assert seconds >= 0
        self._done = not self._done
        if self._done:
            self._ask(order)
        return True


def played(server: Direct, plan: Plan = SMALL) -> tuple[Hall, Told]:
    """Play a tournament, and give what the server says of it."""
    hall = Hall(server, plan, lambda _line: None)
    hall.play()
    return hall, told_by(server, hall.books.tournament)


def broken(hall: Hall, told: Told, moved: Told | None = None) -> list[str]:
    """Give the promises that do not hold, as they begin."""
    return [promise.text.partition(" ")[0] for promise in promises(hall, told, moved or told) if not promise.holds]


@pytest.mark.parametrize("seed", range(4))
def test_everything_holds(app: Flask, seed: int) -> None:
    """All promises hold after a tournament with faults, whatever the seed."""
    with app.app_context():
        hall, told = played(Direct(), replace(SMALL, players=18 + seed, rounds=1 + seed % 3, faults=True, seed=seed))
        assert broken(hall, told) == []
        assert hall.books.happened["twice"]


def test_everything_holds_on_postgres(postgres_app: Flask) -> None:
    """A whole tournament with faults goes the same way on PostgreSQL."""
    with postgres_app.app_context():
        hall, told = played(Direct(), replace(SMALL, players=18, rounds=2, faults=True, seed=1))
        assert broken(hall, told) == []


def test_no_fault_without_faults(app: Flask) -> None:
    """Without faults nothing is sent twice, nothing dies, and no list is wrong."""
    with app.app_context():
        hall, told = played(Direct())
        assert broken(hall, told) == []
        assert not {"twice", "killed", "list.sum"} & {what for what, often in hall.books.happened.items() if often}


def lose_a_list(order: Order, ask: Callable[[Order], Any]) -> Any:
    """Say that the list of a helper is in, and forget it."""
    if order.service is listing.hand_in and order.by.startswith("Helfer"):
        return None
    return ask(order)


def test_a_lost_list_is_found(app: Flask) -> None:
    """A list that was acknowledged and is not there is found at the latest when somebody wants to confirm it."""
    with app.app_context(), pytest.raises(RehearsalError, match="a list is lost"):
        played(Direct(lose_a_list))


def take_a_wrong_sum(order: Order, ask: Callable[[Order], Any]) -> Any:
    """Take every list that does not balance, as if there was nothing to say against it."""
    answer = ask(order)
    if isinstance(answer, Refusal) and "list.sum" in {one.code for one in answer.findings}:
        return None
    return answer


def test_a_wrong_sum_has_to_be_refused(app: Flask) -> None:
    """A server that takes what it has to refuse does not come through."""
    with app.app_context(), pytest.raises(RehearsalError, match="is not refused"):
        played(Direct(take_a_wrong_sum), replace(SMALL, players=60, faults=True))


def double_people(order: Order, ask: Callable[[Order], Any]) -> Any:
    """Put whoever comes late on the list once more, under another name."""
    answer = ask(order)
    if order.service is registering.register and order.by != "Leitung" and not isinstance(answer, Refusal):
        people = [replace(one, name=f"{one.name} II") for one in order.arguments[2]]
        ask(replace(order, arguments=(*order.arguments[:2], people)))
    return answer


def test_somebody_twice_is_found(app: Flask) -> None:
    """Who stands on the list though nobody put him there is found."""
    with app.app_context():
        hall, told = played(Direct(double_people))
        assert "Alle" in broken(hall, told)


def test_wrong_standings_are_found(app: Flask) -> None:
    """Points that are not those of the lists are found, and a rank that goes against them."""
    with app.app_context():
        hall, told = played(Direct())
        (first, rank, total), *others = told.ranks
        assert broken(hall, replace(told, ranks=((first, rank, total + 1), *others)), told) == ["Punkte", "Auf"]
        (last, _, least) = others[-1]
        swapped = ((last, rank, least), *others[:-1], (first, rank, total))
        assert "Punkte" in broken(hall, replace(told, ranks=swapped), told)


def test_entries_that_give_something_else_are_found(app: Flask) -> None:
    """Without its last entry the log gives another tournament; so it does on the second laptop."""
    with app.app_context():
        hall, told = played(Direct())
        assert "Auf" in broken(hall, told, replace(told, entries=told.entries[:-1]))
        assert {"Auf"} < set(broken(hall, replace(told, entries=told.entries[:-1]), told))


def test_a_till_that_does_not_tally_is_found(app: Flask) -> None:
    """A cent too much in a prize or in the till is found."""
    with app.app_context():
        hall, told = played(Direct())
        first, *others = told.prizes.won
        more = replace(told.prizes, won=(replace(first, cents=first.cents + 1), *others))
        assert set(broken(hall, replace(told, prizes=more), told)) == {"Alle", "In"}
        line, *lines = told.cash.income
        cash = replace(told.cash, income=(replace(line, cents=line.cents - 1), *lines))
        assert broken(hall, replace(told, cash=cash), told) == ["In"]


def test_a_draw_that_was_tampered_with_is_found(app: Flask) -> None:
    """Somebody who changed two places after the draw is found out."""
    with app.app_context():
        hall, told = played(Direct())
        opened = told.draws[0]
        (one, other, *tables), *rounds = opened.drawn.rounds
        changed = ((other[0], *one[1:]), (one[0], *other[1:]), *tables)
        drawn = replace(opened.drawn, rounds=(changed, *rounds))
        assert "Runde" in broken(hall, replace(told, draws=(replace(opened, drawn=drawn), *told.draws[1:])), told)


def test_by_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The command plays at a server that is killed and started again, and says of each promise that it holds.

    Where a folder is named, the book of that server is left there, with the tournament in it.
    """
    folder = tmp_path / "probe"
    asked = ["--players", "16", "--rounds", "1", "--games", "4", "--faults", "--seed", "5", "--keep", str(folder)]
    with pytest.raises(SystemExit) as ended:
        main(["rehearse", *asked])
    with create_app(configuration(folder)).app_context():
        assert desk.see(db.session, local_actor(db.session), 1).state.ended
    told = capsys.readouterr()
    assert ended.value.code == 0, told.err
    assert "ja    Auf einem zweiten Rechner steht aus einer Sicherung dasselbe." in told.out
    assert "Mal ist der Server gestorben" in told.out
    assert "NEIN" not in told.out


def test_a_promise_that_does_not_hold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A promise that does not hold is said, and the command ends with status 1."""
    hall = Hall(Direct(), SMALL, lambda _line: None)
    monkeypatch.setattr(rehearse, "_rehearsed", lambda *_: (hall, [Promise("Alles gut.", holds=False)]))
    with pytest.raises(SystemExit) as ended:
        main(["rehearse"])
    assert ended.value.code == 1
    assert capsys.readouterr().out == "NEIN  Alles gut.\n"


def test_a_folder_that_is_there_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The book is left in a new folder alone: what is in another stays untouched."""
    with pytest.raises(SystemExit) as ended:
        main(["rehearse", "--keep", str(tmp_path)])
    assert ended.value.code == 2
    assert "Diesen Ordner gibt es schon" in capsys.readouterr().err


@pytest.mark.parametrize("players", ["15", "801", "x"])
def test_too_few_or_too_many(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    """So many people cannot be rehearsed with."""
    with pytest.raises(SystemExit) as ended:
        main(["rehearse", "--players", players])
    assert ended.value.code == 2
    assert "--players" in capsys.readouterr().err
