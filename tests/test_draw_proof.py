"""Checking draws: every planted fault is found, and a draw that was committed to can be worked out by anybody."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, reject, settings

from scorebook.app import main
from scorebook.exchange import ShapeError
from scorebook.exchange.draws import OpenDraw, draw_json, parse_draw
from scorebook.league.draw import (
    Broken,
    Chance,
    DrawError,
    Drawn,
    Fault,
    Problem,
    Round,
    Wish,
    check,
    commitment,
    draw,
    engine,
    seed_of,
    verify,
)
from scorebook.wording import LANGUAGES
from scorebook.wording.draws import FAULTS, fault_text
from tests.draws import wishes

SECRET = bytes(range(16))
WISH = Wish(
    tuple(range(1, 22)),
    2,
    apart=(frozenset({1, 2, 3}),),
    together=(frozenset({4, 5}),),
    fixed={6: 2},
)
DRAWN = draw(WISH, Chance("7"))


def seated(drawn: Drawn, change: Callable[[list[list[list[int]]]], object]) -> Drawn:
    """Give a draw whose rounds are changed, with the figures of before."""
    rounds = [[list(table) for table in one] for one in drawn.rounds]
    change(rounds)
    return replace(drawn, rounds=tuple(tuple(map(tuple, one)) for one in rounds))


def swap(rounds: list[list[list[int]]], one: int, other: int) -> None:
    """Let two change places in the first round."""
    rounds[0] = [[{one: other, other: one}.get(player, player) for player in table] for table in rounds[0]]


def table_of(rounds: tuple[Round, ...], player: int) -> tuple[int, ...]:
    """Give the table at which somebody sits in the first round."""
    return next(table for table in rounds[0] if player in table)


def stranger_to(player: int) -> int:
    """Give somebody with no wish who sits elsewhere in the first round, at a table like that of `player`."""
    size = len(table_of(DRAWN.rounds, player))
    others = (table for table in DRAWN.rounds[0] if player not in table and len(table) == size)
    return next(one for table in others for one in table if one > 6)


FAULTY = {
    Fault.ROUNDS: seated(DRAWN, lambda rounds: rounds.pop()),
    Fault.MISSING: seated(DRAWN, lambda rounds: rounds[1][0].pop()),
    Fault.TWICE: seated(DRAWN, lambda rounds: rounds[0][0].__setitem__(0, rounds[0][1][0])),
    Fault.STRANGER: seated(DRAWN, lambda rounds: rounds[0][0].__setitem__(0, 99)),
    Fault.SIZE: seated(DRAWN, lambda rounds: rounds[0][0].append(rounds[0][1].pop())),
    Fault.SIZES: seated(DRAWN, lambda rounds: rounds[0].append(rounds[0].pop()[:4])),
    Fault.PARTED: seated(DRAWN, lambda rounds: swap(rounds, 4, stranger_to(4))),
    Fault.MOVED: seated(DRAWN, lambda rounds: rounds[0].reverse()),
    Fault.REPEATS: replace(DRAWN, repeats=1, optimal=False),
    Fault.BOUND: replace(DRAWN, bound=1, optimal=False),
    Fault.OPTIMAL: replace(DRAWN, optimal=not DRAWN.optimal),
    Fault.UNSAID: seated(
        DRAWN, lambda rounds: swap(rounds, 2, next(one for one in table_of(DRAWN.rounds, 1) if one > 6))
    ),
    Fault.NOT_BROKEN: replace(DRAWN, broken=(Broken(1, (1, 2)),)),
}


def test_a_sound_draw_has_no_problem() -> None:
    """What the engine draws is found to be what it says."""
    assert check(WISH, DRAWN) == []
    assert DRAWN.broken == ()


@pytest.mark.parametrize("fault", FAULTY)
def test_every_planted_fault_is_found(fault: Fault) -> None:
    """Whatever is changed in a sound draw, the checker names it."""
    assert fault in {problem.fault for problem in check(WISH, FAULTY[fault])}


def test_a_repeat_is_counted_by_the_checker() -> None:
    """The same round twice has every pair again, but for those who are together by wish and those who never count."""
    one = draw(Wish(tuple(range(1, 17)), 1), Chance("7")).rounds[0]
    wish = Wish(tuple(range(1, 17)), 1, (one,))
    assert check(wish, Drawn((one,), 24, 0, optimal=False)) == []
    couple = (frozenset(one[0][:2]),)
    assert check(replace(wish, together=couple), Drawn((one,), 23, 0, optimal=False)) == []
    assert check(replace(wish, fixed=dict.fromkeys(one[0][:3], 1)), Drawn((one,), 21, 0, optimal=False)) == []


def opened(wish: Wish = WISH, secret: bytes = SECRET, number: int = 4711) -> OpenDraw:
    """Give a draw as a tournament makes it: committed to, drawn with the number that was called out, told."""
    drawn = draw(wish, Chance(seed_of(wish.players, secret, number)))
    return OpenDraw(secret, number, commitment(secret, wish.players), wish, drawn)


def problems(one: OpenDraw) -> list[Fault]:
    """Give what is wrong with a draw that was committed to."""
    return [
        problem.fault
        for problem in verify(one.wish.players, one.secret, one.number, one.wish, one.drawn, one.commitment)
    ]


def test_commitment_and_seed_can_be_worked_out_by_hand() -> None:
    """Both are SHA-256 of the line that the docstring shows."""
    line = "scorebook draw commitment|000102030405060708090a0b0c0d0e0f|3,1,2"
    assert commitment(SECRET, [3, 1, 2]) == hashlib.sha256(line.encode()).hexdigest()
    line = "scorebook draw seed|000102030405060708090a0b0c0d0e0f|42|3,1,2"
    assert seed_of([3, 1, 2], SECRET, 42) == hashlib.sha256(line.encode()).hexdigest()


def test_a_draw_that_was_committed_to_holds() -> None:
    """List, secret and number give the draw; the commitment may be typed in capitals."""
    one = opened()
    assert problems(one) == []
    assert problems(replace(one, commitment=f" {one.commitment.upper()}\n")) == []


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (lambda one: replace(one, secret=bytes(16)), [Fault.COMMITMENT, Fault.OTHER]),
        (lambda one: replace(one, number=4712), [Fault.OTHER]),
        (lambda one: replace(one, drawn=replace(one.drawn, rounds=one.drawn.rounds[::-1])), [Fault.OTHER]),
        (lambda one: replace(one, drawn=replace(one.drawn, bound=-1, optimal=False)), [Fault.OTHER]),
        (lambda one: replace(one, wish=replace(one.wish, together=())), [Fault.REPEATS, Fault.OTHER]),
        (lambda one: replace(one, wish=replace(one.wish, fixed={6: 77})), [Fault.MOVED, Fault.MOVED, Fault.OTHER]),
    ],
)
def test_a_draw_that_was_tampered_with_does_not(change: Callable[[OpenDraw], OpenDraw], faults: list[Fault]) -> None:
    """Another secret, number, wish or other rounds do not give what was drawn."""
    assert problems(change(opened())) == faults


def test_a_draw_from_another_list_does_not() -> None:
    """Who takes part in another order, or not at all, was not in the list that was put up."""
    one = opened()
    found = verify(WISH.players[::-1], SECRET, 4711, one.wish, one.drawn, one.commitment)
    assert [problem.fault for problem in found] == [Fault.COMMITMENT, Fault.LIST, Fault.OTHER]


@settings(max_examples=25, deadline=None)
@given(wish=wishes())
def test_what_is_written_is_read(wish: Wish) -> None:
    """A draw goes through JSON unchanged, whatever was wished."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "EFFORT", 200)
        try:
            one = opened(wish)
        except DrawError:
            reject()
    assert parse_draw(json.loads(json.dumps(draw_json(one)))) == one


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("secret", "xyz", "secret: dieser Wert liegt außerhalb"),
        ("secret", "abc", "secret: dieser Wert hat die falsche Form"),
        ("commitment", "00", "commitment: dieser Wert liegt außerhalb"),
        ("number", "42", "number: dieser Wert hat die falsche Form"),
        ("rounds", [[[1, 2, "3", 4]]], "dieser Wert hat die falsche Form"),
        ("rounds", None, "rounds: dieser Wert hat die falsche Form"),
        ("wish", {"rounds": 0}, "rounds: dieser Wert liegt außerhalb"),
        ("more", 1, "„more“ gibt es nicht"),
    ],
)
def test_a_file_that_is_no_draw_says_where(key: str, value: object, said: str) -> None:
    """What is wrong with a file is said with the key at which it stands."""
    with pytest.raises(ShapeError) as caught:
        parse_draw(draw_json(opened()) | {key: value})
    assert said in caught.value.message


@pytest.mark.parametrize("data", [None, [], 7])
def test_a_file_that_is_no_object_says_so(data: object) -> None:
    """JSON that is no object is no draw."""
    with pytest.raises(ShapeError, match="Erwartet wird ein Objekt"):
        parse_draw(data)


def verified(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    """Run `scorebook verify draw`; give its status and what it wrote."""
    with pytest.raises(SystemExit) as left:
        main(["verify", "draw", str(file)])
    wrote = capsys.readouterr()
    return left.value.code, wrote.out, wrote.err


def test_the_command_says_that_a_draw_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`scorebook verify draw` works out a file anew and says that it holds."""
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(draw_json(opened())))
    assert verified(file, capsys) == (0, "Stimmt: 0 Wiederholungen (besser geht es nicht).\n", "")


def test_the_command_says_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with another number gives status 1 and a line for each problem; one that is no JSON status 2."""
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(draw_json(opened()) | {"number": 1, "repeats": 3}))
    code, out, err = verified(file, capsys)
    assert (code, out) == (1, "")
    assert "scorebook: Es sind 0 Wiederholungen statt 3.\n" in err
    assert "kommt eine andere Auslosung heraus" in err
    file.write_text("{")
    assert verified(file, capsys)[0] == 2


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_words(fault: Fault, code: str) -> None:
    """Each fault is said in every language, with its figures in their places."""
    params = dict.fromkeys(("there", "due", "said", "table"), 7) | {"players": "3, 17"}
    assert fault in FAULTS
    said = fault_text(Problem(fault, 2, params), LANGUAGES[code])
    assert "%" not in said
    assert "2: " in said
