"""Files that are too large to be held: they lie on the disk, and are gone when they are closed."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from typing import IO


def temporary_file(write: Callable[[IO[bytes]], None]) -> IO[bytes]:
    """Let a file be written, and give it from its beginning; from here on it is whoever asked that closes it.

    >>> with temporary_file(lambda file: print(file.write(b"Sau"))) as file:
    ...     file.read()
    3
    b'Sau'
    """
    with ExitStack() as until_done:
        file = until_done.enter_context(tempfile.TemporaryFile(prefix="scorebook-"))
        write(file)
        file.seek(0)
        until_done.pop_all()
        return file
