"""Papers that were made before, on disk: the same one again is given from there, by whichever process is asked.

A paper lies under the hash of all that is printed on it (`Page.key`). A note beside it says under which hash a paper
lies that was asked for in the same words when the book was as it is: then not even the page has to be written again.
"""

import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MOST = 100 * 2**20
"""Bytes that lie there at most."""
DAYS = 14
"""After so many days a paper is thrown away, since it is full of names."""
PAPER, NOTE = ".pdf", ".note"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder with papers. Whatever the disk refuses, papers are made all the same."""

    folder: Path
    most: int = MOST
    days: float = DAYS

    def noted(self, asked: str) -> tuple[str, str]:
        """Give the key and the title of the paper that was asked for in these words; "" for both where nobody did."""
        with suppress(OSError, UnicodeDecodeError):
            key, _, title = (self.folder / f"{asked}{NOTE}").read_text("utf-8").partition(" ")
            return key, title
        return "", ""

    def find(self, key: str) -> bytes | None:
        """Give a paper; None for one that does not lie here."""
        with suppress(OSError):
            return (self.folder / f"{key}{PAPER}").read_bytes()
        return None

    def note(self, asked: str, key: str, title: str) -> None:
        """Write down what paper somebody got; a hash of what he asked for, and of the book, comes as `asked`."""
        self._write(f"{asked}{NOTE}", f"{key} {title}".encode())

    def put(self, key: str, paper: bytes) -> None:
        """Lay a paper down."""
        self._write(f"{key}{PAPER}", paper)

    def tidy(self, room: int = 0) -> None:
        """Throw away what is too old, then the oldest, until as many bytes as `room` are free."""
        oldest, left = time.time() - self.days * 86400, self.most - room
        for path, written, size in sorted(self._files(), key=lambda file: -file[1]):
            left -= size
            if written < oldest or left < 0:
                with suppress(OSError):
                    path.unlink()

    def clear(self) -> None:
        """Throw everything away: somebody's name is not to stand in the book any more."""
        for path, _written, _size in self._files():
            with suppress(OSError):
                path.unlink()

    def _files(self) -> list[tuple[Path, float, int]]:
        """All that lies there, drafts that somebody left behind too, each with its time and size."""
        found = []
        with suppress(OSError):
            for path in self.folder.iterdir():
                with suppress(OSError):
                    told = path.stat()
                    found.append((path, told.st_mtime, told.st_size))
        return found

    def _write(self, name: str, content: bytes) -> None:
        """Make room, and write a file whole or not at all, for its owner alone."""
        self.tidy(len(content))
        draft = self.folder / f"{name}.{os.getpid()}.{secrets.token_hex(4)}"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.touch(mode=0o600)
            draft.write_bytes(content)
            draft.replace(self.folder / name)
        except OSError:
            with suppress(OSError):
                draft.unlink()
