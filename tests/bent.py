"""What is sent, with something in it changed: JSON values, files at some bytes; archives and PDFs made to hurt."""

import csv
import json
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO, StringIO
from random import Random
from typing import Any
from uuid import UUID

from scorebook.exchange import evening_json
from scorebook.exchange.clubs import Batch, batch_json
from tests.evenings import another
from tests.import_files import as_json, as_pdf, as_zip

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 4, 7, 121, 2**31, 2**63, 10**400, 0.5, 1e308, -0.0, "", "x", "1", "\x00", "\ud800", [],
    {}, [[]], [1, 2], [None], {"a": 1}, {"contract": "wenz"}, ["EO"], "a" * 600, UUID(int=0).hex,
)  # fmt: skip
"""What programs and nobody at all send as JSON."""
KEYS = ("x", "uuid", "accept", "seated", "klopfer", "protocol", "rule_set", "\x00", "id")
MANY = 20_000


def bent(random: Random, value: Any, share: float = 0.03) -> Any:
    """Give the same JSON with something in it changed, or as it is."""
    if random.random() < share:
        return random.choice(VALUES)
    if isinstance(value, dict):
        made = {key: bent(random, inner, share) for key, inner in value.items() if random.random() < 1 - share}
        if random.random() < share * 3:
            made[random.choice(KEYS)] = random.choice(VALUES)
        return made
    return [bent(random, inner, share) for inner in value] if isinstance(value, list) else value


def broken(random: Random, content: bytes) -> bytes:
    """Give a file that something happened to: bytes changed, a piece lost or doubled, the end cut off."""
    made = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 5, 40))):
        start = random.randrange(len(made) + 1)
        end = min(len(made), start + random.choice((1, 1, 4, 60)))
        match random.randrange(6):
            case 0:
                made[start:end] = random.randbytes(end - start)
            case 1:
                del made[start:end]
            case 2:
                made[start:start] = made[start:end]
            case 3:
                made[start:start] = random.choice((b"\0", b"\xff", b"[", b'"', b"{}", b"\n", b"-9", b"9" * 400))
            case 4 if random.random() < 0.3:
                del made[start:]
            case _:
                if start < len(made):
                    made[start] ^= 1 << random.randrange(8)
    return bytes(made)


# --- Files ---


@cache
def sound() -> tuple[bytes, ...]:
    """Give files as people have them: evenings and clubs as JSON and as archives, tables of other programs."""
    made = tuple(another(number) for number in range(1, 4))
    club = batch_json(Batch(made), "Lamm")
    parts = {"club.json": {**club, "evenings": {}}} | {
        f"evenings/{number}.json": evening_json(one) for number, one in enumerate(made)
    }
    return (as_json(made[0]), as_json(made[1]), json.dumps(club).encode(), as_zip(parts), *map(_table, ",;\t"))


def _table(mark: str) -> bytes:
    file = StringIO()
    rows = [("Datum", "Sepp", "Vroni", "Xaver", "Zenzi"), *(("27.11.2026", 20, -20, 20, -20) for _ in range(8))]
    csv.writer(file, delimiter=mark).writerows(rows)
    return file.getvalue().encode()


def random_file(random: Random) -> bytes:
    """Give a file that might be read in: mostly one of the sound ones, bent in its values or in its bytes."""
    kind = random.random()
    if kind < 0.03:
        return random.choice(MADE_TO_HURT)()
    content = random.choice(sound())
    if kind < 0.5 and content.startswith(b"{"):
        value = bent(random, json.loads(content), random.choice((0.001, 0.003, 0.02)))
        text = json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
        return as_zip({"club.json": text.decode("utf-8", "replace")}) if kind < 0.1 else text
    return content if kind < 0.53 else broken(random, content)


def random_paper(random: Random) -> bytes:
    """Give a PDF with something attached to it, bent before or after that."""
    attached = broken(random, random.choice(sound())) if random.random() < 0.5 else random.choice(sound())
    made = as_pdf(attached, random.choice(("abend.json", "abend.json", "x.JSON", "a\0.json", "")))
    return made if random.random() < 0.3 else broken(random, made)


def _packed(method: int, content: bytes, *, damaged: bool = False) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("club.json", content)
    whole = file.getvalue()
    start = 30 + len("club.json") + 12
    return whole[:start] + b"\xff" * 20 + whole[start + 20 :] if damaged else whole


def _pdf_with(stream: bytes) -> bytes:
    """Give a PDF whose attached file is this stream, packed as often as it says."""
    head = b"%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.json) 3 0 R]>>>>>> endobj\n"
    head += (
        b"2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\n3 0 obj <</Type/Filespec/F(a.json)/EF<</F 4 0 R>>>> endobj\n"
    )
    body = b"4 0 obj <</Filter[/FlateDecode/FlateDecode]/Length %d>> stream\n%s\nendstream endobj\n" % (
        len(stream),
        stream,
    )
    return head + body + b"trailer <</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF"


def _deep(opening: bytes, closing: bytes = b"", times: int = MANY) -> bytes:
    return opening * times + closing * times


MADE_TO_HURT: tuple[Callable[[], bytes], ...] = (
    lambda: _packed(zipfile.ZIP_DEFLATED, b" " * 60_000_000),
    lambda: _packed(zipfile.ZIP_DEFLATED, b"[" * 8_000_000),
    lambda: _packed(zipfile.ZIP_LZMA, b"{}" * 500),
    lambda: _packed(zipfile.ZIP_LZMA, b"{}" * 500, damaged=True),
    lambda: _packed(zipfile.ZIP_BZIP2, b"{}" * 500, damaged=True),
    lambda: _packed(zipfile.ZIP_DEFLATED, b"{}" * 500, damaged=True),
    lambda: as_zip({f"evenings/{number}.json": "{}" for number in range(MANY)} | {"club.json": "{}"}),
    lambda: _deep(b"[", b"]"),
    lambda: _deep(b'{"a":'),
    lambda: twice_at_the_end(MANY),
    lambda: json.dumps({"format": "scorebook/1", **{f"k{number}": number for number in range(MANY)}}).encode(),
    lambda: json.dumps({"format": "scorebook/1", "people": [{"id": "x"}] * MANY}).encode(),
    lambda: b"A;B\n" + b"1;2\n" * MANY,
    lambda: b"A;B\n" + b'"' + b"x" * 1_000_000,
    lambda: ";".join(map(str, range(MANY))).encode() * 2,
    lambda: b"\xff\xfe" + "Ä;Ö\n1;2".encode("utf-16-le") + b"\0",
)
"""Bombs, what is nested too deeply, what has too much of everything."""
BOMBS: tuple[Callable[[], bytes], ...] = (
    lambda: _pdf_with(zlib.compress(zlib.compress(b" " * 200_000_000))),
    lambda: as_pdf(b" " * 30_000_000),
    lambda: b"%PDF-1.7\n" + _deep(b"1 0 obj <<", b">>"),
    lambda: b"%PDF-1.7\n" + _deep(b"["),
    lambda: b"%PDF-1.7\n" + b"1 0 obj\n" * MANY,
)
"""PDFs that were made to hurt: they take a process of its own a while."""


def twice_at_the_end(count: int) -> bytes:
    """Give an object of so many keys of which the last one stands there twice."""
    return b"{" + b",".join(b'"k%d":1' % number for number in range(count)) + b',"k%d":1}' % (count - 1)
