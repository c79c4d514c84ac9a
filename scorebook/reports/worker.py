"""What runs in a worker of `scorebook.reports.jobs`: one paper after the other, and nothing but papers."""

import gc
import multiprocessing
import os
import signal
import threading
from importlib import import_module
from multiprocessing.connection import wait
from types import FrameType
from typing import NoReturn

from scorebook.errors import ScorebookError
from scorebook.reports.page import Page

AGAIN = 0.5
"""Seconds after which a paper that goes on past its time is ended once more."""


class PaperError(ScorebookError):
    """A paper that could not be made; trying again may help."""


class _TooLongError(BaseException):
    """A paper's time is over. No `except Exception` of a library on the way may take it for a fault of its own."""


def start() -> None:
    """Prepare a worker: Ctrl+C is for its parent to answer, and it must not outlive that parent."""
    import_module("scorebook.reports.paper")
    gc.freeze()  # a paper is many objects that live until it is done: looking for garbage meanwhile takes a tenth more
    gc.set_threshold(50_000)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, too_long)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def work(page: Page, seconds: float) -> bytes:
    """Set one page. Raises `PaperError` after `seconds`.

    What is raised while C code calls back, or an object is taken down, gets lost: so it is raised again and again.
    """
    from scorebook.reports import paper  # here, so that whoever hands out work need not load WeasyPrint

    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        return paper.pdf(page)
    except _TooLongError:
        raise PaperError("Das PDF hat zu lange gedauert. Bitte versuch es noch einmal.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def too_long(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End the paper that is being made: what a worker does when its time is over."""
    raise _TooLongError
