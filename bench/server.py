"""gunicorn as `scorebook serve` starts it, on a free port: its workers and all of it can be killed at any time."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Self

from scorebook.cli.serve import arguments
from scorebook.settings import Settings
from tests.processes import ROOT, environment, free_port, wait_for

OURS = "scorebook.app:create_app()"


class Server:
    """A server for a book; `settings` are those of the environment, `app` what it serves."""

    def __init__(self, settings: Mapping[str, str], app: str = OURS) -> None:
        self.port = free_port()
        self._settings, self._app = {**settings, "PORT": str(self.port)}, app
        self._log = Path(settings["SCOREBOOK_INSTANCE"]) / "log"
        self._process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        """Start it, and give it when it answers."""
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """End it, with all its workers."""
        self._process.terminate()
        self._process.wait(timeout=20)

    def start(self) -> None:
        """Start it, in a group of its own, and wait until it answers."""
        command = [*arguments(Settings.read(self._settings))[:-1], self._app]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment(**self._settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            wait_for(f"http://127.0.0.1:{self.port}", self._process, self._log)
        except AssertionError:
            self.kill()
            raise

    def kill(self) -> None:
        """Kill it with all its workers, whatever they do, as a power cut does."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def kill_a_worker(self, random: Random) -> bool:
        """Kill some worker, whatever it does; tell whether there was one."""
        workers = self.workers()
        try:
            os.kill(random.choice(workers), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            return False
        return True

    def workers(self) -> list[int]:
        """Give the processes that answer requests."""
        found = subprocess.run(["pgrep", "-P", str(self._process.pid)], capture_output=True, check=False, text=True)
        return [int(line) for line in found.stdout.split()]

    @property
    def log(self) -> str:
        """What it and its workers have said."""
        return self._log.read_text(errors="replace")


def memory_of(process: int) -> int:
    """Give how many KiB of memory a process has at the moment."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, check=True, text=True)
    return int(told.stdout)
