"""Papers made outside the process that asks: a small pool of workers, each with WeasyPrint loaded and warm.

WeasyPrint needs up to some seconds for a paper and keeps the interpreter busy, so that no request worker may run it.
A worker (`scorebook.reports.worker`) gets the page and gives the PDF: it knows no app, no database and no evening.
"""

import multiprocessing
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from zoneinfo import ZoneInfo

from scorebook.ledger.evening import Evening
from scorebook.reports import abrechnung
from scorebook.reports.abrechnung import A4
from scorebook.reports.page import Page
from scorebook.reports.view import BERLIN
from scorebook.reports.worker import PaperError, start, work
from scorebook.wording import GERMAN, Language

WORKERS = 2
"""Processes at most; each is started when it is first needed."""
SECONDS = 30.0
"""What one paper may take."""
PAPERS = 200
"""Papers from one pool, then a fresh one takes over: a worker keeps a little memory of each paper.

The pool's own `max_tasks_per_child` can lock up when many papers wait.
"""


def made(page: Page, *, seconds: float = SECONDS) -> bytes:
    """Make a paper as a PDF in a worker, and wait for it.

    A worker that dies is replaced, and the paper tried once more. Raises `PaperError` if that one dies too, or after
    `seconds` of work.
    """
    for _ in range(2):
        try:
            return _workers.submit(page, seconds).result()
        except BrokenProcessPool:
            continue
    raise PaperError("Das PDF ließ sich nicht herstellen. Bitte versuch es noch einmal.")


def abrechnung_pdf(
    evening: Evening, say: Language = GERMAN, zone: ZoneInfo = BERLIN, *, style: str = A4, seconds: float = SECONDS
) -> bytes:
    """Make the Abrechnung of an evening as a PDF in a worker, and wait for it. Raises `PaperError` as above."""
    return made(abrechnung.page(evening, say, zone, style=style), seconds=seconds)


class _Workers:
    """The pool of this process: made when it is first needed, and anew when it broke or has made enough papers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._papers = 0

    def submit(self, page: Page, seconds: float) -> Future[bytes]:
        with self._lock:
            pool = self._pool
            if pool is None or self._papers >= PAPERS:
                pool = self._renew()
            self._papers += 1
            try:
                return pool.submit(work, page, seconds)
            except BrokenProcessPool:
                return self._renew().submit(work, page, seconds)

    def _renew(self) -> ProcessPoolExecutor:
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        self._pool = ProcessPoolExecutor(WORKERS, multiprocessing.get_context("spawn"), initializer=start)
        self._papers = 0
        return self._pool


_workers = _Workers()
