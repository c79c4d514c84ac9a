"""`scorebook seat`: plans as JSON and for people, refusals in one line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorebook.app import main
from scorebook.league.draw import Drawn
from tests.draws import met_again, numbered

Seat = Callable[..., tuple[object, str, str]]


@pytest.fixture
def seat(capsys: pytest.CaptureFixture[str]) -> Seat:
    """Run `scorebook seat`; give its status and what it wrote."""

    def run(*arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["seat", *map(str, arguments)])
        wrote = capsys.readouterr()
        return left.value.code, wrote.out, wrote.err

    return run


def test_json_is_what_programs_read(seat: Seat) -> None:
    """With --json there is one object: rounds by table and seat, repeats, bound, optimal."""
    code, out, err = seat("--players", 16, "--rounds", 3, "--json", "--seed", 7)
    plan = json.loads(out)
    assert (code, err) == (0, "")
    assert list(plan) == ["rounds", "repeats", "bound", "optimal"]
    assert (plan["repeats"], plan["bound"], plan["optimal"]) == (0, 0, True)
    assert plan["rounds"] == [[list(table) for table in one] for one in numbered(16, 3).rounds]


def test_people_read_tables(seat: Seat) -> None:
    """Without --json there are the tables of each round, and how good the plan is."""
    code, out, _ = seat("--players", 9, "--rounds", 2, "--seed", "Zum Löwen")
    first = numbered(9, 2, "Zum Löwen").rounds[0]
    assert code == 0
    assert out.startswith("Runde 1\n           A B C D E\n  Tisch 1  ")
    assert f"  Tisch 2  {' '.join(map(str, first[1]))}\n" in out
    assert "Runde 2\n" in out
    assert out.endswith("6 Wiederholungen (besser geht es nicht)\n")


def test_a_fresh_seed_is_told(seat: Seat) -> None:
    """Without --seed each plan is another one, and says how to get it again."""
    _, out, _ = seat("--players", 40, "--rounds", 2)
    _, other, _ = seat("--players", 40, "--rounds", 2)
    plan, _, seed = out.rpartition("Noch einmal dieselbe Auslosung: --seed ")
    assert out != other
    assert seat("--players", 40, "--rounds", 2, "--seed", seed.strip())[1] == plan


def test_rounds_that_were_played_stand(seat: Seat, tmp_path: Path) -> None:
    """--played takes what --json wrote; --rounds counts the rounds that are still to come, and numbers go on."""
    file = tmp_path / "played.json"
    file.write_text(seat("--players", 24, "--rounds", 2, "--json", "--seed", 7)[1])
    before = numbered(24, 2).rounds
    _, out, _ = seat("--players", 26, "--rounds", 1, "--json", "--seed", 8, "--played", file)
    after = tuple(tuple(map(tuple, one)) for one in json.loads(out)["rounds"])
    assert (len(after), met_again((*before, *after))) == (1, 0)
    assert seat("--players", 26, "--rounds", 1, "--played", file)[1].startswith("Runde 3\n")


@pytest.mark.parametrize("text", ["[[1, 2, 3], [4, 5]]", "1, 2, 3\n\n4;5\n", "\ufeff1 2 3\r\n4 5,"])
def test_who_wishes_so_sits_apart(seat: Seat, tmp_path: Path, text: str) -> None:
    """--apart takes a JSON list of lists, or a line of numbers for each group."""
    file = tmp_path / "apart"
    file.write_text(text, "utf-8")
    _, out, _ = seat("--players", 16, "--rounds", 1, "--json", "--seed", 7, "--apart", file)
    for table in json.loads(out)["rounds"][0]:
        assert len({1, 2, 3} & set(table)) < 2
        assert len({4, 5} & set(table)) < 2


def test_who_cannot_sit_apart_is_told(seat: Seat, tmp_path: Path) -> None:
    """A group larger than there are tables is kept where it can be, and where not it is said."""
    file = tmp_path / "apart"
    file.write_text("1 2 3 4 5")
    _, out, _ = seat("--players", 16, "--rounds", 1, "--seed", 7, "--apart", file)
    assert "Runde 1: " in out
    assert " sitzen zusammen, obwohl sie getrennt sitzen sollten." in out
    assert out.endswith("0 Wiederholungen (besser geht es nicht)\n")


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 3, 6, 7, 11, 10**15])
def test_numbers_without_tables_are_refused(seat: Seat, players: int) -> None:
    """So many players make no tables of four and five: one line says why, and nothing is written."""
    code, out, err = seat("--players", players, "--rounds", 2, "--json")
    assert (code, out) == (2, "")
    assert err.startswith(f"scorebook: {players} Spieler lassen sich nicht auf Tische")
    assert err.count("\n") == 1


@pytest.mark.parametrize("rounds", [0, -1, 41])
def test_numbers_of_rounds_are_refused(seat: Seat, rounds: int) -> None:
    """No round, or too many: one line says what can be."""
    assert seat("--players", 16, "--rounds", rounds) == (
        2,
        "",
        "scorebook: Auslosen lassen sich 1 bis 40 Runden.\n",
    )


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--played", "nichts", "Das ist kein JSON-Objekt: in Zeile 1"),
        ("--played", "[[1, 2, 3, 4]]", "Erwartet wird ein Objekt mit „rounds“: {"),
        ("--played", "{}", "„rounds“ fehlt."),
        ("--played", '{"rounds": [[[1, 2, "3"]]]}', "dieser Wert hat die falsche Form"),
        ("--played", '{"rounds": [[[0, 2, 3, 4]]]}', "dieser Wert liegt außerhalb"),
        ("--played", '{"rounds": [[[1, 2, 3, 4], [4, 5, 6, 7]]]}', "Steht doppelt da: 4."),
        ("--apart", "1, 2\n3, Sepp", "In Zeile 2 stehen nicht lauter Nummern: „3, Sepp“."),
        ("--apart", "[[1, 2], 3]", "Erwartet wird eine Liste von Listen"),
        ("--apart", '[[1, "2"]]', "Erwartet wird eine Liste von Listen"),
        ("--apart", "[[1, 2]", "Das ist kein JSON-Objekt"),
        ("--apart", "1 17", "Eine Nummer 17 gibt es nicht: es sind die Spieler 1 bis 16."),
        ("--apart", "0 1", "Eine Nummer 0 gibt es nicht"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(seat: Seat, tmp_path: Path, option: str, text: str, said: str) -> None:
    """What is wrong with a file is said in one line, and nothing is drawn."""
    file = tmp_path / "file"
    file.write_text(text)
    code, out, err = seat("--players", 16, "--rounds", 1, option, file)
    assert (code, out) == (2, "")
    assert err.startswith("scorebook: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_told(seat: Seat, tmp_path: Path) -> None:
    """A name that leads nowhere is named."""
    code, _, err = seat("--players", 16, "--rounds", 1, "--apart", tmp_path / "nowhere")
    assert code == 2
    assert "nowhere" in err


def test_a_plan_that_is_not_proved_best_says_so(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more repeats were drawn than are proved to be needed, the last line says so."""
    plan = Drawn((((1, 2, 3, 4),),), 2, 1, optimal=False)
    monkeypatch.setattr("scorebook.cli.seat.draw", lambda wish, chance: plan)
    assert seat("--players", 4, "--rounds", 1, "--seed", 1)[1].endswith(
        "2 Wiederholungen (bewiesen ist nur: mindestens 1)\n"
    )
