"""The shelf with papers that were made before: bounded, whole files only, and no harm when the disk refuses."""

import os
import stat
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from scorebook.reports.page import Page
from scorebook.reports.shelf import Shelf
from scorebook.reports.styles import STYLES


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Give an empty shelf, whose folder is not there yet."""
    return Shelf(tmp_path / "papers")


def names(shelf: Shelf) -> set[str]:
    """Give what lies there."""
    return {path.name for path in shelf.folder.iterdir()}


def test_what_was_laid_down_is_found(shelf: Shelf) -> None:
    """A paper under its key, a key under the words in which it was asked for; nothing under others."""
    assert shelf.find("a") is None
    assert shelf.noted("w") == ("", "")
    shelf.put("a", b"%PDF")
    shelf.note("w", "a", "Lamm „Stüberl“ 27")
    assert shelf.find("a") == b"%PDF"
    assert shelf.noted("w") == ("a", "Lamm „Stüberl“ 27")
    assert shelf.find("") is None
    assert names(shelf) == {"a.pdf", "w.note"}


def test_nobody_else_may_read_it(shelf: Shelf) -> None:
    """Papers are full of names: folder and files are their owner's alone."""
    shelf.put("a", b"x")
    assert stat.S_IMODE(shelf.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((shelf.folder / "a.pdf").stat().st_mode) == 0o600


def test_there_is_never_more_than_there_may_be(shelf: Shelf) -> None:
    """The oldest go first, until the new one has room."""
    small = replace(shelf, most=100)
    for place, name in enumerate("abc"):
        small.put(name, b"x" * 40)
        os.utime(small.folder / f"{name}.pdf", (time.time() - 100 + place,) * 2)
    assert names(small) == {"b.pdf", "c.pdf"}
    small.put("d", b"x" * 90)
    assert names(small) == {"d.pdf"}


def test_what_is_old_goes(shelf: Shelf) -> None:
    """After its days a paper is thrown away, and so is a draft that somebody left behind."""
    shelf.put("a", b"x")
    (shelf.folder / "b.pdf.7.abcd").write_bytes(b"half")
    long_ago = time.time() - 15 * 86400
    for name in names(shelf):
        os.utime(shelf.folder / name, (long_ago, long_ago))
    shelf.put("c", b"x")
    assert names(shelf) == {"c.pdf"}


def test_all_of_it_can_go(shelf: Shelf) -> None:
    """Cleared, it is empty, and goes on."""
    shelf.put("a", b"x")
    shelf.note("w", "a", "")
    shelf.clear()
    assert names(shelf) == set()
    shelf.put("a", b"y")
    assert names(shelf) == {"a.pdf"}


def test_a_disk_that_refuses_is_no_harm(tmp_path: Path) -> None:
    """Where a file is in the place of the folder, nothing is kept and nothing fails."""
    (tmp_path / "papers").write_text("in the way")
    shelf = Shelf(tmp_path / "papers")
    shelf.put("a", b"x")
    shelf.note("w", "a", "")
    shelf.clear()
    assert shelf.find("a") is None
    assert shelf.noted("w") == ("", "")


def test_many_at_once_read_whole_papers(shelf: Shelf) -> None:
    """Whoever finds a paper while others lay it down and throw it away reads all of it."""
    whole = {b"%d" % place * 50_000 for place in range(4)}
    seen: set[bytes] = set()

    def lay(paper: bytes) -> None:
        for _ in range(20):
            shelf.put("a", paper)

    threads = [threading.Thread(target=lay, args=(paper,)) for paper in whole]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        found = shelf.find("a")
        if found is not None:
            seen.add(found)
    for thread in threads:
        thread.join()
    assert seen <= whole
    assert names(shelf) == {"a.pdf"}


def test_every_paper_has_its_own_key() -> None:
    """Another text, another style, something inside: each is another paper; the same one is not."""
    pages = [Page(text, style, endless=endless) for text in "ab" for style in STYLES for endless in (False, True)]
    assert len({page.key for page in pages}) == len(pages)
    assert Page("a", "a4").key == Page("a", "a4").key
