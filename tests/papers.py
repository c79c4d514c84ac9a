"""What is written on a PDF."""

import io

from pypdf import PdfReader


def read(pdf: bytes) -> PdfReader:
    """Open a PDF."""
    return PdfReader(io.BytesIO(pdf))


def pages(pdf: bytes) -> list[str]:
    """Give the text of each page, without any white space."""
    return ["".join(page.extract_text().split()) for page in read(pdf).pages]


def bare(text: str) -> str:
    """Give a text without any white space, as `pages` does."""
    return "".join(text.split())
