"""Files for tests that read them in: as JSON, as an archive, attached to a PDF; how they are sent and looked at."""

import json
import zipfile
from io import BytesIO
from typing import Any

from flask.testing import FlaskClient
from pypdf import PdfWriter
from werkzeug.test import TestResponse

from scorebook.exchange import evening_json
from scorebook.ledger.evening import Evening
from tests.actions import Page
from tests.book import Book

TABLES = ("evenings", "games", "people", "rule_sets", "sheets")


def as_json(evening: Evening) -> bytes:
    """Write an evening."""
    return json.dumps(evening_json(evening)).encode()


def as_pdf(content: bytes, name: str = "abend.json", password: str = "") -> bytes:
    """Make a PDF with something attached to it."""
    writer, file = PdfWriter(), BytesIO()
    writer.add_blank_page(200, 200)
    if name:
        writer.add_attachment(name, content)
    if password:
        writer.encrypt(password)
    writer.write(file)
    return file.getvalue()


def as_zip(files: dict[str, Any]) -> bytes:
    """Make an archive; what is no text is written as JSON."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, (str, bytes)) else json.dumps(content))
    return file.getvalue()


def counts(book: Book) -> list[int]:
    """Count what an import writes."""
    return [book.count(table) for table in TABLES]


def send(client: FlaskClient, content: bytes, name: str = "abend.json") -> TestResponse:
    """Send a file with the form."""
    return client.post("/abende/einlesen", data={"file": (BytesIO(content), name)})


def looked_at(client: FlaskClient, content: bytes, name: str = "abend.json") -> tuple[str, Page]:
    """Send a file that is taken; give the address of the page that says what it would do, and the page."""
    answer = send(client, content, name)
    assert answer.status_code == 303, Page(answer).errors("file")
    return answer.location, Page(client.get(answer.location))
