"""Tablets in a hall, as the pages' own scripts behave: they ask every few seconds, and send a game until it is taken.

They are light, since they share the machine with the server: plain sockets, one a request, as gunicorn closes each.
"""

import asyncio
import json
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

EVERY = 3.0
"""Seconds between two questions of a tablet."""
PATIENCE = 8.0
"""Seconds until an answer counts as none (static/js/sync.js)."""
AGAIN = 0.3
"""Seconds until what was not taken is sent again: not as patient as a tablet, so that more comes together."""
GAMES: tuple[dict[str, Any], ...] = (
    {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 74},
    {"contract": "sauspiel", "declarer": 1, "partner": 3, "augen": 58, "stoss": 1},
    {"contract": "solo", "suit": "herz", "declarer": 3, "augen": 96, "laufende": 4, "laufende_side": "mit"},
    {"contract": "all_pass"},
    {"contract": "wenz", "declarer": 2, "augen": 48},
    {"contract": "sauspiel", "declarer": 2, "partner": 0, "augen": 92, "klopfer": 1},
)


@dataclass(slots=True)
class Answer:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """What the body says."""
        return json.loads(self.body)


@dataclass(slots=True)
class Seen:
    """What the tablets of a hall have seen: acknowledged games by their sheets, and how the server behaved."""

    taken: dict[int, dict[UUID, int]] = field(default_factory=dict)
    recorded: list[float] = field(default_factory=list)
    polled: list[float] = field(default_factory=list)
    again: int = 0
    lost_answers: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """So many games are acknowledged."""
        return sum(map(len, self.taken.values()))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do it in a thread of its own: where browsers are tested, this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def ask(port: int, head: str, body: bytes = b"") -> Answer | None:
    """Send a request and read the answer; None where none comes, or only a part of it."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"{head}Host: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode() + body)
                return _read(await reader.read(-1))
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return None


def _read(raw: bytes) -> Answer | None:
    head, mark, body = raw.partition(b"\r\n\r\n")
    if not mark:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if len(body) < int(headers.get("content-length", 0)) and not first.startswith("HTTP/1.1 304"):
        return None
    return Answer(int(first.split()[1]), headers, body)


class Tablet:
    """The tablet of a table: its outbox holds one game at a time."""

    def __init__(self, port: int, sheet: int, cookie: str, seen: Seen) -> None:
        self.port, self.sheet, self.seen = port, sheet, seen
        self.cookie, self.tag, self.token = f"session={cookie}", "", ""
        self.taken = seen.taken.setdefault(sheet, {})

    async def ask(self) -> bool:
        """Ask how the sheet stands, knowing what it was told before; tell whether an answer came."""
        knows = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        begun = time.perf_counter()
        head = f"GET /listen/{self.sheet}/stand.json HTTP/1.1\r\nCookie: {self.cookie}\r\n{knows}"
        answer = await ask(self.port, head)
        if answer is None or not self._heard(answer, (200, 304)):
            return False
        self.seen.polled.append(time.perf_counter() - begun)
        if answer.status == 200:
            self.tag, self.token = answer.headers["etag"], answer.json["csrf"]
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return True

    async def record(self, random: Random) -> None:
        """Send a game until it is taken, always the same one."""
        uuid = UUID(int=random.getrandbits(128), version=4)
        item = {"uuid": str(uuid), "sheet": self.sheet, "after_number": len(self.taken), "game": random.choice(GAMES)}
        body = json.dumps(item).encode()
        begun = time.perf_counter()
        answer = await self._taken(body)
        attempts = 1
        while answer is None:
            attempts += 1
            await asyncio.sleep(AGAIN)
            answer = await self._taken(body)
        if attempts == 1:
            self.seen.recorded.append(time.perf_counter() - begun)
        self.seen.again += attempts - 1
        self.seen.lost_answers += answer.status == 200
        number = answer.json["number"]
        if number != len(self.taken) + 1:
            self.seen.errors.append(f"sheet {self.sheet}: game {len(self.taken) + 1} became number {number}")
        self.taken[uuid] = number

    async def _taken(self, body: bytes) -> Answer | None:
        """Send a game once; give the answer if it is taken."""
        if not self.token and not await self.ask():
            return None
        answer = await self._send(body)
        return answer if self._heard(answer, (200, 201)) else None

    async def _send(self, body: bytes) -> Answer | None:
        head = (
            f"POST /listen/{self.sheet}/ausgang HTTP/1.1\r\nCookie: {self.cookie}\r\nX-CSRFToken: {self.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        )
        return await ask(self.port, head, body)

    def _heard(self, answer: Answer | None, good: tuple[int, ...]) -> bool:
        """Tell whether an answer is one of the good ones; note one that is not, and is there."""
        if answer is not None and answer.status not in good:
            self.seen.errors.append(f"{answer.status} {answer.body[:300]!r}")
        return answer is not None and answer.status in good

    async def polling(self, until: float, wait: float) -> None:
        """Ask every few seconds, from `wait` seconds on."""
        await asyncio.sleep(wait)
        while time.monotonic() < until:
            await self.ask()
            await asyncio.sleep(EVERY)

    async def playing(self, until: float, wait: float, every: float, random: Random) -> None:
        """Record a game every so many seconds, from `wait` seconds on; what is late comes at once."""
        due = time.monotonic() + wait
        while due < until and time.monotonic() < until:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self.record(random)
            due += every
