"""The cards: `scorebook replay`, and random games through the engine, against the same on lists and strings."""

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median

from bench import Ratio, naive, ratio_of, timed, told
from bench.score import SCOREBOOK, run
from scorebook.rules import Contract, Game, Suit, preset
from scorebook.rules.play import Position, deal

GAMES = 60_000
ROUNDS = 3
PLAYED = 300
"""Random games of one round."""
VECTORS = Path(__file__).parent.parent / "tests" / "vectors" / "random_games.jsonl"
RULES = preset()
SAUSPIEL = Game(contract=Contract.SAUSPIEL, declarer=3, called=Suit.EICHEL)


def measure() -> list[Ratio]:
    """Compare the command with a program that only parses and plays, and the engine with it game by game."""
    return [command(), random_games()]


def command() -> Ratio:
    """Replay a file: parse, play with the legal cards of every ply, validate, score, write."""
    lines = VECTORS.read_text("utf-8").splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.jsonl"
        games.write_text("".join(lines[i % len(lines)] for i in range(GAMES)))
        ours, theirs = timed(
            ROUNDS,
            lambda: run([SCOREBOOK, "replay", "-"], games),
            lambda: run([sys.executable, naive.__file__], games),
        )
    name = f"scorebook replay, {GAMES:,} games"
    times = told((name, median(ours)), ("lists and strings", median(theirs)))
    return Ratio(
        f"{name}: speed / lists and strings, parsing and playing alone",
        ratio_of(theirs, ours),
        0.5,
        times,
        at_least=True,
    )


def random_games() -> Ratio:
    """Deal and play Sauspiele at random, with the legal cards of every ply."""
    ours, theirs = timed(5 * ROUNDS, lambda: play(Random(1)), lambda: play_naively(Random(1)))
    times = told((f"{PLAYED} games", median(ours)), ("lists and strings", median(theirs)))
    return Ratio(
        "random games by the engine: speed / lists and strings", ratio_of(theirs, ours), 1, times, at_least=True
    )


def play(random: Random) -> None:
    """Play them through the public interface."""
    for _ in range(PLAYED):
        position = Position.start(SAUSPIEL, RULES, deal(RULES.deck, random), lead=0)
        while position.turn is not None:
            position = position.play(random.choice(position.legal_cards()))


def play_naively(random: Random) -> None:
    """Play them on lists and strings."""
    for _ in range(PLAYED):
        naive.random_game(random)
