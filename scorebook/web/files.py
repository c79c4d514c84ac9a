"""Files that people take away or look at: what they are called, whatever stands in the name of a club or a person."""

import re
import unicodedata
from io import BytesIO
from typing import IO

from flask import Response, send_file

TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
"""The kinds of files, by the ending of their names."""
LONGEST = 60
"""So many characters of a title stand in the name of a file: no system takes more than 255 bytes, and some are four."""


def file(
    content: bytes | IO[bytes], title: str, ending: str, *, keep: bool = True, etag: bool | str = True
) -> Response:
    """Answer with a file that is named after a title; one to `keep` is a download, any other the browser may show."""
    body = BytesIO(content) if isinstance(content, bytes) else content
    name = file_name(title, ending)
    return send_file(body, TYPES[ending], as_attachment=keep, download_name=name, etag=etag)


def file_name(title: str, ending: str) -> str:
    """Name a file after a title: its letters and digits, umlauts and all; what a system may read otherwise is a space.

    >>> file_name("Stammtisch „Zum Löwen“ 2026-11-27", "pdf"), file_name("../🍺", "zip")
    ('Stammtisch Zum Löwen 2026-11-27.pdf', 'scorebook.zip')
    """
    plain = re.sub(r"[^\w-]+", " ", unicodedata.normalize("NFC", title)).strip(" -")[:LONGEST].rstrip(" -")
    return f"{plain or 'scorebook'}.{ending}"
