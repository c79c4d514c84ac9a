"""The evening that a paper carries: the JSON file attached to a PDF.

A PDF is a program of sorts, and may come from anybody: it is read in a process of its own, which has little memory and
a few seconds, and can do nothing but say what was attached.
"""

import resource
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from scorebook.exchange.strict import ShapeError
from scorebook.rules import Finding

SECONDS = 20
"""What reading a PDF may take."""
MEMORY = 1024 * 1024 * 1024
"""Bytes of memory that it may have."""
LARGEST = 8 * 1024 * 1024
"""Bytes that what is attached may have."""
CODES = {3: "pdf.locked", 4: "pdf.nothing", 5: "pdf.too_large"}
"""What the process says by how it ends; any other way: the file is damaged."""


def attached_json(content: bytes) -> bytes:
    """Give the JSON file that is attached to a PDF. Raises `ShapeError` for a PDF without one, locked or damaged."""
    command = [sys.executable, "-m", "scorebook.exchange.attached"]
    where = Path(__file__).resolve().parents[2]
    try:
        done = subprocess.run(  # noqa: S603 - this very module
            command, input=content, capture_output=True, timeout=SECONDS, check=False, cwd=where
        )
    except subprocess.TimeoutExpired as error:
        raise ShapeError([Finding("pdf.broken", "")]) from error
    if done.returncode:
        raise ShapeError([Finding(CODES.get(done.returncode, "pdf.broken"), "")])
    return done.stdout


def _main() -> int:
    """Read a PDF from standard input, and write what is attached; give how to end."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if sys.platform == "linux":  # elsewhere the system does not take it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from pypdf import PdfReader

    reader = PdfReader(BytesIO(sys.stdin.buffer.read()))
    if reader.is_encrypted and not reader.decrypt(""):
        return 3
    for content in _json_files(reader.attachments):
        if len(content) > LARGEST:
            return 5
        sys.stdout.buffer.write(content)
        return 0
    return 4


def _json_files(attached: object) -> Iterator[bytes]:
    """Give what is attached under a name that ends as those of JSON files do."""
    for name, contents in dict(attached).items():  # type: ignore[call-overload]
        if str(name).lower().endswith(".json"):
            yield from ([contents] if isinstance(contents, bytes) else contents)


if __name__ == "__main__":
    sys.exit(_main())
