"""What `make soak` does for twenty minutes holds for some seconds: the machinery works, and can fail."""

import gc
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from bench import Ratio
from bench.server import Server
from bench.soak import ON, SQLITE, Plan, books, kills, load, objects, requests
from bench.soak.hall import compared, prepare
from bench.soak.sent import send, side_by_side
from bench.soak.tablets import Seen
from tests.processes import ROOT, environment

SHORT = Plan(tablets=4, rate=6, seconds=2, kills=1, on=(SQLITE,))


def broken(ratios: list[Ratio], *timed: str) -> list[Ratio]:
    """Give what does not hold, but for what a busy machine breaks."""
    return [one for one in ratios if not one.holds and not any(name in one.name for name in timed)]


def test_a_hall_loses_nothing_while_workers_die() -> None:
    """All that tablets were told is in the book once, and it verifies, with and without workers that are killed."""
    ratios = list(load.measure(SHORT))
    assert broken(ratios, "wanted", "p99", "sent again") == []
    assert [one for one in ratios if "workers killed" in one.name]


def test_a_hall_loses_nothing_when_the_server_dies() -> None:
    """The same where all of the server is killed while games come in."""
    assert broken(list(kills.measure(SHORT))) == []


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """Give the settings of a book that is not there yet."""
    return {"SCOREBOOK_INSTANCE": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/scorebook.sqlite"}


@pytest.fixture
def quiet() -> Iterator[None]:
    """Let the log speak again after an attack in this process, and let no later test find the files it left open."""
    yield
    gc.collect()
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("quiet")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_attack_is_counted(settings: dict[str, str]) -> None:
    """An attacked process answers all there is; files are read or refused, those made to hurt among them."""
    requests_sent = requests.attacked("requests", settings, 120, 1)
    files_sent = objects.files("files", settings, (10, 1), 1)
    for sent in (requests_sent, files_sent):
        assert sent.faults == []
        assert sum(sent.kinds.values()) == sent.count
    assert (requests_sent.count, files_sent.count) == (120, 11)
    assert "422" in files_sent.kinds


def test_games_are_priced_or_refused() -> None:
    """Games with anything wrong in them are priced so that they sum to zero, or refused in words; elsewhere too."""
    faults, longest, _memory = side_by_side([(objects.games, (800, 1))])
    assert faults.holds
    assert longest.holds
    assert "priced" in faults.times


def test_what_is_lost_is_seen(settings: dict[str, str]) -> None:
    """A game that was acknowledged and is not there breaks a promise, and so does an answer that is an error."""
    (sheet,) = prepare(settings, 1)
    seen = Seen(taken={sheet: {UUID(int=1): 1}}, errors=["500"])
    found = {one.name: one.holds for one in compared("x", settings, seen, "")}
    kept = ("x: double or strange games", "x: verify book")
    assert {name for name, holds in found.items() if holds} == set(kept)


def test_what_breaks_is_seen() -> None:
    """An exception is a fault; what takes its time is told."""
    sent = send("x", 20, iter(str, None), lambda text: str(1 // len(text)))
    faults, longest, memory = sent.ratios()
    assert (faults.value, faults.holds, longest.holds, memory.holds) == (20, False, True, True)
    assert "ZeroDivisionError" in faults.times


def test_a_worker_dies_and_another_takes_its_place(settings: dict[str, str]) -> None:
    """What is killed is a worker of this very server."""
    prepare(settings, 1)
    with Server(settings) as server:
        before = set(server.workers())
        assert os.getpid() not in before
        assert server.kill_a_worker(Random(1))
        while len(server.workers()) < len(before) or set(server.workers()) == before:
            pass
        assert len(before & set(server.workers())) == len(before) - 1


def test_a_plan_can_be_shortened() -> None:
    """A share of the lengths is done, at the same rate."""
    plan = Plan().shortened(0.001)
    assert (plan.tablets, plan.rate, plan.kills, plan.requests) == (200, 50.0, 1, 200)
    assert plan.on == ON


def test_each_book_is_a_new_one() -> None:
    """Parts do not share their books, and leave none behind."""
    with books(SHORT) as made:
        (settings,) = made.values()
        assert Path(settings["SCOREBOOK_INSTANCE"]).is_dir()
    assert not Path(settings["SCOREBOOK_INSTANCE"]).exists()


def test_the_target_names_its_parts() -> None:
    """A part that does not exist is refused with those that do."""
    command = [sys.executable, "-m", "bench.soak", "nonsense"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, env=environment(), timeout=60)
    assert done.returncode == 2
    assert "no such part: nonsense" in done.stderr
