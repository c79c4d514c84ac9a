"""Beside the server: looks every hour whether there is a backup of today, until the server ends.

It is one process whatever the number of workers, and knows nothing but when to type `scorebook backup --daily`.
"""

import os
import select
import subprocess
import sys

FIRST, EVERY = 60.0, 3600.0
"""Seconds after the start, when everybody has his page, and from one look to the next."""
BACKUP = (sys.executable, "-c", "from scorebook.app import main; main()", "backup", "--daily")


def start() -> None:
    """Start it; it ends with this process, also where that becomes another program.

    All that it knows of the server is a pipe, which the system closes with the last of its processes.
    """
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)  # noqa: FBT003 - it takes no name
    command = [sys.executable, "-m", "scorebook.cli.daily", str(reading)]
    subprocess.Popen(command, pass_fds=[reading], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603
    os.close(reading)


def run(server: int, first: float = FIRST, every: float = EVERY) -> None:
    """Look after a while and then again and again, until the other end of the pipe is closed."""
    wait = first
    while not select.select([server], [], [], wait)[0]:
        subprocess.run(BACKUP, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603
        wait = every


if __name__ == "__main__":
    try:
        os.nice(10)
        run(int(sys.argv[1]))
    except KeyboardInterrupt:  # Ctrl+C reaches it as well as the server
        pass
