"""The server as `make run` starts it, with no proxy before it: clients that say little, or too much, hold up nobody."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorebook.cli.worker import MOST, awaited
from scorebook.cli.workers import threads, workers
from tests.processes import ROOT, get, serving

SCOREBOOK = ROOT / ".venv" / "bin" / "scorebook"
MANY = 4 * workers * threads
"""More clients than there are threads."""
POST = "POST /anmelden HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SENDING = f"{POST}Content-Length: 20\r\n\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a new book."""
    folder = tmp_path_factory.mktemp("slow")
    settings: dict[str, str | Path] = {"SCOREBOOK_INSTANCE": folder}
    with serving([SCOREBOOK, "serve"], folder, folder / "log", **settings) as url:
        yield url


def connected(address: str) -> socket.socket:
    """Open a connection."""
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=10)


def answer(client: socket.socket) -> str:
    """Read what comes until the server closes."""
    with client.makefile("rb") as file:
        return file.read().decode()


@pytest.mark.parametrize("said", ["", "GET / HTTP/1.1\r\nHost: 127.0.0", f"{SENDING}name=se"])
def test_whoever_stops_in_the_middle_holds_up_nobody(address: str, said: str) -> None:
    """More clients than threads that say nothing, half a head, or half a form: a page comes all the same."""
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(connected(address)).sendall(said.encode())
        assert [get(f"{address}/anmelden")[0] for _ in range(5)] == [200] * 5


def test_what_comes_in_pieces_is_answered(address: str) -> None:
    """A request that comes a few letters at a time is one like any other."""
    with connected(address) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, len(SENDING), 7):
            client.sendall(SENDING[start : start + 7].encode())
        client.sendall(b"name=sepp&password=x")
        client.shutdown(socket.SHUT_WR)
        assert answer(client).startswith("HTTP/1.1 400 ")  # the token is missing


def test_one_connection_carries_several_requests(address: str) -> None:
    """Requests that come at once are answered one after the other, and what is left half makes no noise."""
    asked = "GET /anmelden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connected(address) as client:
        client.sendall(f"{asked}{asked}GET /anmel".encode())
        client.shutdown(socket.SHUT_WR)
        assert answer(client).count("HTTP/1.1 200 ") == 2


def test_a_body_that_needs_to_be_asked_for_is_asked_for(address: str) -> None:
    """Who waits for leave to send his body gets it."""
    with connected(address) as client:
        client.sendall(f"{POST}Content-Length: 20\r\nExpect: 100-continue\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")


def test_a_head_without_an_end_is_refused(address: str) -> None:
    """A head that is larger than any is refused before it has ended."""
    with connected(address) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * MOST)
        assert client.recv(100).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("begun", "most"),
    [
        (b"", 1),
        (b"GET /", 6),
        (b"GET / HTTP/1.1\r\n\r\n", 18),
        (b"GET / HTTP/1.1\r\n\r\nGET /", 18),
        (b"P / HTTP/1.1\r\nCONTENT-length: 5\r\n\r\n", 40),
        (b"P / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n", 57),
        (b"P / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", MOST),
        (b"x" * MOST, MOST),
    ],
)
def test_how_much_is_waited_for(begun: bytes, most: int) -> None:
    """The head, and the body as far as the system keeps it; not the body that is sent on demand only."""
    assert awaited(begun) == most
