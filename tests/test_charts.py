"""The course of an evening as a picture."""

from dataclasses import replace
from itertools import pairwise
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest

from scorebook.ledger.evening import Evening
from scorebook.ledger.stock_closing import MoveKind
from scorebook.reports.charts import LETTER, SCHEMES, course, course_chart
from scorebook.reports.names import short_names
from scorebook.rules import Suit, preset
from scorebook.rules.contracts import Contract
from tests.evenings import cancelled, evening
from tests.test_stock_closing import ended

SVG = "{http://www.w3.org/2000/svg}"
SEVEN = ("Sepp Huber", "Sepp Maier", "Vroni", "Xaver", "Zenzi", "Anni", "Toni")
SIZES = [(1, 4), (40, 4), (300, 4), (40, 5), (40, 6), (1, 7), (300, 7)]


def picture(book: Evening, scheme: str = "print") -> ET.Element:
    """Draw an evening and read the picture."""
    return ET.fromstring(course_chart(book, scheme))


def labels(svg: ET.Element) -> dict[str, float]:
    """The names beside the lines and the heights at which they stand."""
    return {str(t.text): float(t.get("y", "")) for t in svg.iter(f"{SVG}text") if t.get("class") == "label"}


@pytest.mark.parametrize(("games", "players"), SIZES)
def test_everybody_is_named_beside_a_line(games: int, players: int) -> None:
    """Each player's name stands beside the picture's lines, and no two names lie upon one another."""
    book = evening(games, SEVEN[:players])
    found = labels(picture(book))
    assert set(found) == set(short_names(book.names).values())
    heights = sorted(found.values())
    assert all(above - below >= LETTER for below, above in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < 270


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lines_differ_without_colour(scheme: str) -> None:
    """Seven lines have seven colours and seven patterns, in every scheme."""
    style = next(picture(evening(9, SEVEN), scheme).iter(f"{SVG}style")).text or ""
    rules = [rule for rule in style.split("}") if ".series.serie-" in rule and "linejoin" in rule]
    patterns = {rule.partition("stroke-dasharray:")[2] for rule in rules}
    assert len(rules) == len(patterns) == 7
    assert len(set(SCHEMES[scheme].lines)) == 7


def test_a_picture_stands_alone() -> None:
    """It holds no script, names no address but the two of SVG itself, and says the same on every day."""
    svg = course_chart(evening(9), "light")
    assert b"<script" not in svg
    assert b"<!--" not in svg
    assert b"<?xml-stylesheet" not in svg
    rest = svg.replace(b"http://www.w3.org/2000/svg", b"").replace(b"http://www.w3.org/1999/xlink", b"")
    assert b"//" not in rest
    assert svg == course_chart(evening(9), "light")


def test_a_picture_says_what_it_shows() -> None:
    """Who cannot see it hears a title and where everybody stands at the end."""
    svg = picture(evening(2))
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "Verlauf des Abends"
    assert svg.findtext(f"{SVG}desc") == "Stand am Ende: Sepp −0,60, Vroni −1,40, Xaver −1,40, Zenzi 3,40"


def test_names_are_text() -> None:
    """A name that looks like HTML stays a name."""
    book = evening(3, ("<b>Toni</b>", "A&B", '"Xare"', "Zenzi"))
    assert "<b>Toni</b>" in labels(picture(book))
    assert b"<b>" not in course_chart(book, "print")


def test_the_course_ends_at_the_totals() -> None:
    """The lines hold a point before the first game and one after each that counts, and end where the evening ends."""
    book = cancelled(evening(28), 9, "falsch")
    games, courses = course(book)
    assert len(games) == 27
    assert {len(totals) for totals in courses.values()} == {28}
    assert {person: totals[-1] for person, totals in courses.items()} == book.totals()


def test_the_course_ends_with_a_stock_that_was_divided() -> None:
    """Its last step leads from the last game to the totals with everybody's share; one that was kept adds none."""
    book = ended(MoveKind.DIVIDED, 5)
    games, courses = course(book)
    assert {person: totals[-1] for person, totals in courses.items()} == book.totals()
    assert all(len(totals) == len(games) + 2 and totals[-1] - totals[-2] == 20 for totals in courses.values())
    assert b"Stand am Ende" in course_chart(book, "light")
    assert all(len(totals) == len(games) + 1 for totals in course(ended(MoveKind.KEPT, 5))[1].values())


def test_the_course_runs_over_all_sheets() -> None:
    """Games of two tables stand in the order in which they were recorded, and add up to the evening's totals."""
    book = evening(8)
    other = evening(8).sheets[0]
    twice = replace(other, id=2, games=tuple(replace(g, uuid=UUID(int=100 + g.number)) for g in other.games[4:]))
    both = replace(book, sheets=(book.sheets[0], twice))
    games, courses = course(both)
    assert [game.recorded_at for game in games] == sorted(game.recorded_at for game in games)
    assert {person: totals[-1] for person, totals in courses.items()} == both.totals()
    assert labels(picture(both)).keys() == set(short_names(both.names).values())


def test_an_evening_without_games() -> None:
    """Before the first game the picture says so."""
    texts = [text.text for text in picture(evening(0)).iter(f"{SVG}text")]
    assert texts == ["Noch kein Spiel"]


def test_the_axis_shows_numbers_of_games() -> None:
    """Below the line stand the numbers on the sheet, also where some were cancelled."""
    book = cancelled(evening(12), 6, "falsch")
    axis = next(g for g in picture(book).iter(f"{SVG}g") if (g.get("class") or "").startswith("axis x"))
    assert [text.text for text in axis.iter(f"{SVG}text")] == ["2", "4", "8", "10", "12"]


def test_striche_have_no_decimals() -> None:
    """Amounts at the axis are of the evening's unit."""
    plays = [{"contract": Contract.DS_SOLO, "suit": Suit.HERZ, "declarer": 1, "augen": 80}]
    svg = picture(evening(6, rules=preset("deutscher_striche"), plays=plays))
    axis = next(g for g in svg.iter(f"{SVG}g") if (g.get("class") or "").startswith("axis y"))
    texts = [str(text.text) for text in axis.iter(f"{SVG}text")]
    assert "0" in texts
    assert all(text.isdigit() for text in texts)
