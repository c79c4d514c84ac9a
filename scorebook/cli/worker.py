"""How gunicorn's processes take requests: with a few threads each, none of which ever waits for a slow client.

Tablets in a pub reach the server without a proxy before it. A request gets a thread once all of it has come, or so much
as the system keeps for us; until then its connection costs a line in a table. So whoever opens connections and says
nothing, or says it a letter at a time, holds up nobody; where there are too many of them, those that have said nothing
for longest are closed.
"""

import os
import re
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

COMING = 20.0
"""Seconds that a request may take to come."""
ANSWERED = 75.0
"""Seconds after which a request's connection is closed: who sends or reads slowly gives the thread back.
A paper waits for another one, and each has 30 seconds (`scorebook.reports.jobs`)."""
HANGING = 90.0
"""Seconds after which a request hangs in something that is not its client: the process makes room for a fresh one."""
STOPPING = 5.0
"""Seconds that a process which is to end gives to what is still being sent."""
MOST = 64 * 1024
"""Bytes of a request that are waited for; what is larger comes to its thread in pieces. No head is so large."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
HEAD_ENDS = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,12})[ \t]*\r\n", re.IGNORECASE)
ASKS_FIRST = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)


def awaited(begun: bytes) -> int:
    """Tell how many bytes are to be there before a thread looks at a request that begins so; one more, if unknown."""
    end = begun.find(HEAD_ENDS)
    if end < 0:
        return min(len(begun) + 1, MOST)
    head = begun[: end + len(HEAD_ENDS)]
    length = LENGTH.search(head)
    if length is None or ASKS_FIRST.search(head):
        return len(head)
    return min(len(head) + int(length[1]), MOST)


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn says nothing of its types
    """gunicorn's own with threads, which are given whole requests only."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.coming: dict[Any, float] = {}
        self.busy: dict[Any, float] = {}

    def accept(self, listener: Any) -> None:
        """Take a connection; where there are as many as may be, instead of the one that says nothing for longest."""
        if self.nr_conns >= self.worker_connections - 1 and self.coming:
            self._forget(next(iter(self.coming)))
        super().accept(listener)

    def enqueue_req(self, conn: Any) -> None:
        """Give a connection to a thread, once its next request is there."""
        if self._is_there(conn):
            self._hand_over(conn)
            return
        conn.sock.settimeout(0)
        self.coming[conn] = time.monotonic()
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._more, conn))

    def finish_request(self, conn: Any, fs: Any) -> None:
        """See that a thread is done with a request."""
        self.busy.pop(conn, None)
        super().finish_request(conn, fs)

    def murder_pending(self) -> None:
        """Close what takes too long; gunicorn asks for it at least once a second."""
        super().murder_pending()
        for conn in list(_since(self.coming, COMING if self.alive else 0.0)):
            self._forget(conn)
        if not self.alive:
            _shut(_since(self.busy, STOPPING), socket.SHUT_RD)
        _shut(_since(self.busy, ANSWERED), socket.SHUT_RDWR)
        if next(_since(self.busy, HANGING), None):
            self.log.error("A request hangs: this process ends, another one takes over.")
            os._exit(1)

    def _hand_over(self, conn: Any) -> None:
        conn.data_ready = True
        self.busy[conn] = time.monotonic()
        super().enqueue_req(conn)

    def _more(self, conn: Any, _sock: Any) -> None:
        """Look again where more of a request has come, or its client is gone; not if it was closed a moment ago."""
        if conn in self.coming and self._is_there(conn):
            del self.coming[conn]
            self.poller.unregister(conn.sock)
            self._hand_over(conn)

    def _forget(self, conn: Any) -> None:
        del self.coming[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def _is_there(self, conn: Any) -> bool:
        """Look without taking anything. A client that is gone is a thread's business, which says goodbye to it.

        The system is told how much to wait for. Where it wakes us for less, there will be no more.
        """
        if conn.initialized and conn.parser.unreader.buf.getvalue():
            return True
        try:
            begun = conn.sock.recv(MOST, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True
        more = awaited(begun)
        gone = not begun or len(begun) == getattr(conn, "begun", 0)
        is_there = gone or len(begun) >= more
        if len(begun) == MOST and HEAD_ENDS not in begun:
            with suppress(OSError):
                conn.sock.send(TOO_LARGE)
                conn.sock.shutdown(socket.SHUT_RD)
        conn.begun = 0 if is_there else len(begun)
        with suppress(OSError):
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1 if is_there else more)
        return is_there


def _shut(conns: Iterator[Any], way: int) -> None:
    """Let whoever waits in a thread for such clients go on, as if they were gone."""
    for conn in conns:
        with suppress(OSError):
            conn.sock.shutdown(way)


def _since(began: dict[Any, float], seconds: float) -> Iterator[Any]:
    """Give what began so long ago, the oldest first: they stand in this order."""
    until = time.monotonic() - seconds
    for conn, at in began.items():
        if at > until:
            return
        yield conn
