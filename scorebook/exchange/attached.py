"""The evening that a paper carries: the JSON file attached to a PDF.

A PDF is a program of sorts, and may come from anybody: it is read in a process of its own, which has little memory and
a few seconds, and can do nothing but say what was attached.
"""

import subprocess
import sys
from pathlib import Path

from scorebook.exchange.strict import ShapeError
from scorebook.rules import Finding

SECONDS = 20
"""What reading a PDF may take."""
MEMORY = 1024 * 1024 * 1024
"""Bytes of memory that it may have."""
LARGEST = 8 * 1024 * 1024
"""Bytes that what is attached may have."""
READER = Path(__file__).with_name("reader.py")
"""Run as a file, so that it loads nothing of this package: it would take three times as long to start."""
CODES = {3: "pdf.locked", 4: "pdf.nothing", 5: "pdf.too_large"}
"""What the process says by how it ends; any other way: the file is damaged."""


def attached_json(content: bytes) -> bytes:
    """Give the JSON file that is attached to a PDF. Raises `ShapeError` for a PDF without one, locked or damaged."""
    limits = [str(limit) for limit in (SECONDS, MEMORY, LARGEST)]
    try:
        done = subprocess.run(  # noqa: S603 - a program of our own
            [sys.executable, "-P", READER, *limits], input=content, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ShapeError([Finding("pdf.broken", "")]) from error
    if done.returncode:
        raise ShapeError([Finding(CODES.get(done.returncode, "pdf.broken"), "")])
    return done.stdout
