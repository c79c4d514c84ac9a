"""Every paper is a PDF/UA: who does not see it hears all of it, in order, with what belongs to what."""

import re

from scorebook.reports import paper
from scorebook.wording import ENGLISH, GERMAN, Language
from tests.every_paper import papers
from tests.papers import Element, elements, embedded, read, xmp


def heard(name: str, found: list[Element]) -> None:
    """Hold what is heard of a paper against what it has to be."""
    assert found, name
    headings = [element.tag for element in found if re.fullmatch(r"H\d", element.tag)]
    assert headings[0] == "H1", name
    assert set(headings) <= {"H1", "H2"}, name
    for element in found:
        if element.tag == "Figure":
            assert str(element.held.get("/Alt", "")).strip(), (name, "a picture says nothing")
        if element.tag == "TH":
            assert element.held.get("/ID"), (name, "a heading that no cell can name")
        if element.tag == "TD":
            assert element.table.get("/Headers"), (name, "a cell that belongs to no heading")
        if element.tag in ("TD", "TH"):
            assert element.within[-1] == "TR", (name, element.within)


def told(name: str, pdf: bytes, say: Language) -> None:
    """Hold what a paper says about itself against what it has to say."""
    document = read(pdf)
    root = document.trailer["/Root"]
    assert root["/Lang"] == say.code, name
    assert root["/MarkInfo"]["/Marked"], name
    assert root["/ViewerPreferences"]["/DisplayDocTitle"], name
    assert document.metadata is not None, name
    assert (document.metadata.title or "").strip(), name
    assert 'pdfuaid:part="1"' in xmp(pdf), name
    assert all(page["/Tabs"] == "/S" for page in document.pages), name
    fonts = embedded(pdf)
    assert fonts, name
    assert all(fonts.values()), (name, fonts)


def test_every_paper_can_be_heard() -> None:
    """Title, language, headings, pictures with words, cells with their headings, fonts inside: on all papers."""
    for name, page in papers():
        pdf = paper.pdf(page)
        told(name, pdf, GERMAN)
        heard(name, elements(pdf))


def test_papers_are_read_in_the_order_in_which_they_stand() -> None:
    """Name first, then what somebody has, what he pays, and his games: the order of the pieces is that of the page."""
    (slips,) = (page for name, page in papers() if name == "slips seven")
    tags = [element.tag for element in elements(paper.pdf(slips)) if element.within.count("Sect") == 1]
    own = [tag for tag in tags if tag in ("H1", "P", "Table")][:5]
    assert own == ["H1", "P", "P", "Table", "Table"]


def test_every_paper_speaks_english() -> None:
    """Asked for in English, no paper says German words of its frame."""
    for name, page in papers(ENGLISH):
        assert '<html lang="en">' in page.html, name
        frame = re.sub(r"<[^>]*>", " ", page.html)
        for word in ("Abrechnung", "Prüfzeichen", "Seite ", "Urkunde", "Zettel", "Wer zahlt", "Am Ende", "gesehen"):
            assert word not in frame, (name, word)
