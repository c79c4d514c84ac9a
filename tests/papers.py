"""What is written on a PDF."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Element:
    """Something in the structure of a tagged PDF: what it is, what it is in, and its dictionary."""

    tag: str
    within: tuple[str, ...]
    held: Any

    @property
    def table(self) -> Any:
        """Give what is said about it as a cell of a table."""
        return self.held.get("/A", {})


def elements(pdf: bytes) -> list[Element]:
    """Give all that a tagged PDF is made of, in the order in which it is read aloud."""
    root: Any = read(pdf).trailer["/Root"]
    return list(_below(root["/StructTreeRoot"]["/K"], ()))


def _below(kids: Any, within: tuple[str, ...]) -> Iterator[Element]:
    for kid in kids if isinstance(kids, list) else [kids]:
        held = kid.get_object()
        if isinstance(held, dict) and "/S" in held:
            tag = str(held["/S"]).removeprefix("/")
            yield Element(tag, within, held)
            yield from _below(held.get("/K", []), (*within, tag))


def xmp(pdf: bytes) -> str:
    """Give what a PDF says about itself to programs."""
    root: Any = read(pdf).trailer["/Root"]
    text: str = root["/Metadata"].get_data().decode("utf-8")
    return text


def embedded(pdf: bytes) -> dict[str, bool]:
    """Tell for each font of a PDF whether it lies inside."""
    found = {}
    for page in read(pdf).pages:
        fonts: Any = page["/Resources"]["/Font"]
        for font in (one.get_object() for one in fonts.values()):
            for part in font.get("/DescendantFonts", [font]):
                descriptor = part.get_object()["/FontDescriptor"]
                found[str(font["/BaseFont"])] = bool({"/FontFile2", "/FontFile3"} & set(descriptor))
    return found
