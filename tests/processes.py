"""Programs that tests start and end: a server on a free port, in a process group of its own."""

import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What an outer `make` or `pytest` leaves in the environment, and what would reach a program that a test starts.
NOT_INHERITED = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "PYTHONPATH")


def environment(**settings: str | Path) -> dict[str, str]:
    """Give the environment of a program that a test starts."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return inherited | {name: str(value) for name, value in settings.items()}


def free_port() -> int:
    """Find a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(command: Sequence[str | Path], folder: Path, log: Path, **settings: str | Path) -> Iterator[str]:
    """Run a command that serves, wait until it answers, give its address, and end it with all its children."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(**{"HOST": "127.0.0.1", "PORT": str(port)} | settings),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            wait_for(url, process, log)
            yield url
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=20)


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = 180) -> None:
    """Wait until something listens; fail with the program's own words if it ends or takes too long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        try:
            get(url)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{url} did not answer:\n{log.read_text()}")


def first_link(log: Path) -> str:
    """Give the link for the first admin that a server printed when it started."""
    found = re.search(r"^http\S+/einladung/\S+$", log.read_text(), re.MULTILINE)
    assert found, log.read_text()
    return found[0]


def get(url: str, **headers: str) -> tuple[int, str]:
    """Ask for a page and give its status and text."""
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return answer.status, answer.read().decode()
