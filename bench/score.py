"""`scorebook score` against reading and writing the same lines as JSON, in one run."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import Ratio, told

GAMES = 100_000
VECTORS = Path(__file__).parent.parent / "tests" / "vectors" / "scoring.jsonl"
JSON_ONLY = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.write(json.dumps(json.loads(line)) + "\\n")
"""
SCOREBOOK = str(Path(sys.executable).with_name("scorebook"))


def measure() -> list[Ratio]:
    """Speed against the floor, and memory for many games against that for a tenth of them."""
    with tempfile.TemporaryDirectory() as folder:
        many, few = Path(folder) / "many.jsonl", Path(folder) / "few.jsonl"
        write_games(many, GAMES)
        write_games(few, GAMES // 10)
        floor = min(run([sys.executable, "-c", JSON_ONLY], many)[0] for _ in range(3))
        runs = [run([SCOREBOOK, "score", "-"], many) for _ in range(3)]
        seconds, memory = min(seconds for seconds, _ in runs), min(kilobytes for _, kilobytes in runs)
        memory_of_few = run([SCOREBOOK, "score", "-"], few)[1]
    name = f"scorebook score, {GAMES:,} games"
    times = told((name, seconds), ("json.loads + json.dumps", floor))
    sizes = f"{memory // 1024} MB, {memory_of_few // 1024} MB"
    return [
        Ratio(f"{name}: speed / json.loads + json.dumps", floor / seconds, 0.2, times, at_least=True),
        Ratio(f"{name}: memory / for a tenth of them", memory / memory_of_few, 1.1, sizes),
    ]


def write_games(path: Path, number: int) -> None:
    """Write so many envelopes, the worked games over and over with ids of their own."""
    games = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    with path.open("w") as file:
        for i in range(number):
            game = games[i % len(games)]
            file.write(json.dumps({"id": i, "rules": game["rules"], "game": game["game"]}) + "\n")


def run(command: list[str], source: Path = Path(os.devnull), **settings: str) -> tuple[float, int]:
    """Seconds and peak memory (KB, of the largest process) of a command that reads the file."""
    with source.open("rb") as lines:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=lines, stdout=subprocess.DEVNULL, env=os.environ | settings)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - start, usage.ru_maxrss
