"""The Abrechnung in its other formats: A5, the roll of a till, and the one for the archive."""

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from pypdf.generic import DictionaryObject

from scorebook.exchange import evening_text, load_json, parse_evening
from scorebook.money import format_amount
from scorebook.reports import abrechnung, paper
from scorebook.reports.names import short_names
from scorebook.reports.styles import COMMON, STYLES, sheet
from scorebook.rules import Contract, preset
from scorebook.settings import folder
from tests.evenings import BEGUN, FOUR, cancelled, evening
from tests.every_paper import SEVEN
from tests.papers import bare, pages, read, xmp
from tests.test_paper import LONG, lines
from tests.test_striche import LOST, played

MM = 72 / 25.4


def size(pdf: bytes) -> list[tuple[int, int]]:
    """Give width and height of each page in whole millimetres."""
    return [(round(float(p.mediabox.width) / MM), round(float(p.mediabox.height) / MM)) for p in read(pdf).pages]


def right_edge(pdf: bytes) -> float:
    """Give where the last piece of text on the first page begins at the most, in millimetres from the left."""
    ends = [0.0]

    def place(text: str, matrix: list[float], text_matrix: list[float], _font: object, letter: float) -> None:
        if text.strip():
            ends.append((text_matrix[4] * matrix[0] + matrix[4]) / MM)

    read(pdf).pages[0].extract_text(visitor_text=place)
    assert len(ends) > 20
    return max(ends)


def test_every_style_is_made_of_files_that_are_there() -> None:
    """No style lacks a file and no file is in no style; fonts come first, then variables, then the rules of pages."""
    files = {path.stem for path in (folder("templates") / "paper" / "css").glob("*.css")}
    assert files == {*COMMON, *(name for names in STYLES.values() for name in names)}
    for style in STYLES:
        text = sheet(style)
        assert text.index("@font-face") < text.index(":root") < text.index("@page") < text.index("body {")


@pytest.mark.parametrize(("players", "shape"), [(4, (148, 210)), (5, (210, 148)), (7, (210, 148))])
def test_a5_is_half_the_paper(players: int, shape: tuple[int, int]) -> None:
    """It stands upright for four and lies for more; all games are there, and nothing is set outside the page."""
    book = evening(40, SEVEN[:players])
    pdf = abrechnung.pdf(book, style="a5")
    assert set(size(pdf)) == {shape}
    text = "".join(pages(pdf))
    for person, total in book.totals().items():
        assert format_amount(total, "cent", sign=True) + "€" in text
        assert bare(book.name_of(person)) in text
    assert bare(f"Prüfzeichen {book.check_code()}") in text
    assert right_edge(pdf) < shape[0] - 8


def test_a5_has_every_row() -> None:
    """A row on A5 is that of A4, in smaller letters."""
    text = "".join(pages(abrechnung.pdf(evening(30), style="a5")))
    for line in lines(evening(30)):
        assert re.search(line, text), line


@pytest.mark.parametrize("names", [FOUR, SEVEN, LONG])
@pytest.mark.parametrize("games", [1, 40])
def test_the_roll_is_one_page_as_long_as_what_is_on_it(names: tuple[str, ...], games: int) -> None:
    """80 mm wide; nothing is cut off, and below the check code there is little paper."""
    book = evening(games, names)
    pdf = abrechnung.pdf(book, style="bon")
    ((width, height),) = size(pdf)
    assert width == 80
    text = pages(pdf)[0]
    assert text.rstrip().endswith(bare(book.check_code()))
    lowest: list[float] = []
    read(pdf).pages[0].extract_text(
        visitor_text=lambda text, cm, tm, _f, _s: (
            lowest.append(tm[4] * cm[1] + tm[5] * cm[3] + cm[5]) if text.strip() else None
        )
    )
    assert 4 < min(lowest) / MM < 14
    assert right_edge(pdf) < 76
    assert height > 7 * games


def test_the_roll_tells_each_game_in_two_lines() -> None:
    """Number, game, who played and its worth; below it what everybody has then, in the columns of their names."""
    book = evening(9)
    text = pages(abrechnung.pdf(book, style="bon"))[0]
    assert bare("1 Sauspiel Gras, Vroni + Xaver, Kontra: 0,40 0,40 −0,40 −0,40 0,40") in text
    assert bare("2 Solo Herz, Zenzi, mit 4, Schneider: 1,00 −0,60 −1,40 −1,40 3,40") in text
    assert bare("4 Alle weiter −0,40") in text
    assert bare("".join(short_names(book.names).values())) in text


def test_a_long_evening_is_one_roll() -> None:
    """Five hundred games need nearly four metres, and no cut."""
    ((_, height),) = size(abrechnung.pdf(evening(500), style="bon"))
    assert 3000 < height < 5000


def test_the_roll_knows_tables_heads_and_what_was_taken_back() -> None:
    """Several tables have their headings, Striche their heads, and a game that was taken back is told below."""
    book = cancelled(evening(5), 2, "doppelt")
    (one,) = book.sheets
    text = pages(abrechnung.pdf(replace(book, sheets=(one, replace(one, id=2))), style="bon"))[0]
    assert "Tisch1" in text
    assert "Tisch2" in text
    assert bare("Storniert: 2 Solo Herz, Zenzi, 1,00 €, Xaver, 21:40: doppelt") in text
    striche = abrechnung.bon(played(*[LOST] * 11))
    assert striche.count('<svg class="heads"') == 2


def test_large_amounts_have_room_on_the_roll() -> None:
    """Totals in the thousands do not run into one another."""
    rules = preset("bayern_10_20_50")
    dear = replace(rules, base={**rules.base, "wenz": 123_456})
    plays = [{"contract": Contract.WENZ, "declarer": 2, "augen": 80}]
    pdf = abrechnung.pdf(evening(3, rules=dear, plays=plays), style="bon")
    assert "−3.703,68 −3.703,68 11.111,04 −3.703,68" in read(pdf).pages[0].extract_text()


# --- For the archive -------------------------------------------------------------------------------------------------


def attachment(pdf: bytes) -> DictionaryObject:
    """Give the one file inside a PDF, with what is said about it."""
    root = read(pdf).trailer["/Root"]
    (one,) = root["/AF"]
    names = root["/Names"]["/EmbeddedFiles"]["/Names"]
    assert names[1] == one
    held = one.get_object()
    assert isinstance(held, DictionaryObject)
    return held


def test_the_evening_lies_inside_byte_by_byte() -> None:
    """The file in the paper is the export of the evening: the same bytes, and read in again the same check code."""
    book = cancelled(evening(12, LONG), 3, "falsch „getippt“")
    held = attachment(abrechnung.pdf(book, style="pdfa"))
    content = held["/EF"]["/F"].get_data()
    assert content == evening_text(book).encode()
    assert json.loads(content)["format"] == "scorebook/1"
    assert parse_evening(load_json(content)).check_code() == book.check_code()
    assert read(abrechnung.pdf(book, style="pdfa")).attachments == {"evening.json": [content]}


def test_the_file_says_what_it_is() -> None:
    """Its name, kind, relation to the paper, and when the evening was last written."""
    book = evening(3)
    held = attachment(abrechnung.pdf(book, style="pdfa"))
    assert (held["/F"], held["/UF"]) == ("evening.json", "evening.json")
    assert held["/AFRelationship"] == "/Source"
    assert held["/Desc"] == "Der Abend als Daten"
    assert held["/EF"]["/F"]["/Subtype"] == "/application/json"
    ended = BEGUN + timedelta(hours=3, minutes=35)
    assert held["/EF"]["/F"]["/Params"]["/ModDate"] == f"D:{ended:%Y%m%d%H%M%S}Z"


def test_the_newest_moment_counts() -> None:
    """What was taken back after the end is newer than the end."""
    book = evening(3)
    assert abrechnung.newest(book) == book.ended
    late = cancelled(book, 1, "x")
    note = late.sheets[0].games[0].cancelled
    assert note is not None
    assert abrechnung.newest(replace(late, ended=BEGUN)) == note.at
    assert abrechnung.newest(evening(0, ended=None)) == BEGUN


def test_it_says_that_it_is_for_the_archive() -> None:
    """PDF/A-3a and PDF/UA-1, with a profile of its colours, an identifier, and nothing that only a printer knows."""
    pdf = abrechnung.pdf(evening(5), style="pdfa")
    said = xmp(pdf)
    assert 'pdfaid:part="3"' in said
    assert 'pdfaid:conformance="A"' in said
    assert 'pdfuaid:part="1"' in said
    assert said.count("<rdf:RDF") == 1
    document = read(pdf)
    root = document.trailer["/Root"]
    (intent,) = root["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFA1"
    assert intent["/DestOutputProfile"]["/N"] == 3
    assert intent["/DestOutputProfile"].get_data()[36:40] == b"acsp"
    assert len(document.trailer["/ID"]) == 2
    assert "/Encrypt" not in document.trailer
    assert not {"/OpenAction", "/AA", "/AcroForm"} & set(root)


def test_what_it_says_about_itself_is_well_formed() -> None:
    """Programs can read it: it is XML, and describes the words that PDF/A does not know."""
    import xml.etree.ElementTree as ET

    said = xmp(abrechnung.pdf(evening(1, ("A&B <x>", *FOUR[1:]), club="A & B"), style="pdfa"))
    tree = ET.fromstring(said.partition("?>")[2].rpartition("<?")[0])
    assert "http://www.aiim.org/pdfua/ns/id/" in "".join(tree.itertext())


def test_the_archive_gets_the_same_bytes_again() -> None:
    """Nothing of the moment of printing is in the file."""
    page = abrechnung.page(evening(4), style="pdfa")
    assert paper.pdf(page) == paper.pdf(page)


def test_other_papers_have_nothing_inside() -> None:
    """Only the one for the archive holds a file; the others hold no more than they show."""
    for style in ("a4", "a5", "bon"):
        assert read(abrechnung.pdf(evening(1), style=style)).attachments == {}
