"""Line charts as SVG: the course of an evening. No script, no reference to anything outside the picture."""

import heapq
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygal
from pygal.style import Style

from scorebook.ledger.days import played_at
from scorebook.ledger.evening import Evening, RecordedGame
from scorebook.reports.names import short_names
from scorebook.wording import GERMAN, Language

# pygal hooks into every import, in a way that makes those that fail warn; we use none of its maps.
sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]

SIZE = (640, 270)
FROM_AFAR = (350, 240)
"""A picture so small that its letters are large where it fills half a wall."""
STYLE = Path(__file__).with_name("chart.css")
NAME = "course"
FONT = "Source Sans Pro, sans-serif"
LETTER = 15
"""Size of all letters in units of the picture."""
DASHES = (None, "9,4", "2,4", "12,4,2,4", "18,5", "6,3,2,3,2,3", "1,3")
"""One pattern a player, so that lines are told apart without colour too."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """Colours of a chart: letters, guides, the line of zero, and one a player."""

    text: str
    guide: str
    zero: str
    lines: tuple[str, ...]


SCHEMES = {
    "light": Scheme(
        "#3d3a36", "#e3ded5", "#8a857c", ("#1f4d3a", "#b3261e", "#1769aa", "#9a5b00", "#7a3e9d", "#00737a", "#5c4a3d")
    ),
    "dark": Scheme(
        "#d9d5cd", "#3a3f3c", "#8f9490", ("#7fd1a8", "#ff8a80", "#82b9ef", "#f2b84b", "#d0a2ea", "#5fd0d6", "#cbb5a3")
    ),
    "print": Scheme(
        "#333333", "#dddddd", "#888888", ("#1f4d3a", "#b3261e", "#1769aa", "#9a5b00", "#7a3e9d", "#00737a", "#5c4a3d")
    ),
}


@dataclass(frozen=True, slots=True)
class Lines:
    """What a chart shows: everybody's totals, from that before the first step on, by person id.

    `labels` stand below steps, numbered from 1; `unit` is that of the totals; `nothing` is said where there is no step.
    """

    title: str
    told: str
    totals: dict[int, list[int]]
    names: dict[int, str]
    labels: Sequence[tuple[int, str]]
    unit: str
    nothing: str

    @property
    def steps(self) -> int:
        """How many steps the totals have."""
        return len(next(iter(self.totals.values()), [0])) - 1


def course_chart(evening: Evening, scheme: str, say: Language = GERMAN, size: tuple[int, int] = SIZE) -> bytes:
    """Draw everybody's total over the games that count, as an SVG picture with title and description.

    `scheme` is one of `SCHEMES`, `size` in units of which letters have `LETTER`. The games of several sheets stand in
    the order in which they were played; a Stock that was divided comes after them.
    The same evening gives the same bytes. Raises `KeyError` for an unknown scheme.
    """
    games, courses = course(evening)
    lines = Lines(
        title=say("Verlauf des Abends"),
        told=_description(evening, courses, say),
        totals=courses if games else {},
        names=short_names(evening.names),
        labels=_numbers(games, one_sheet=len(evening.sheets) == 1) if games else (),
        unit=evening.unit.value,
        nothing=say("Noch kein Spiel"),
    )
    return line_chart(lines, scheme, say, size)


def line_chart(lines: Lines, scheme: str, say: Language = GERMAN, size: tuple[int, int] = SIZE) -> bytes:
    """Draw lines as an SVG picture with title and description. Raises `KeyError` for an unknown scheme."""
    chart = _canvas(SCHEMES[scheme], len(lines.totals), lines.nothing, size)
    if lines.totals:
        low, high = _bounds(lines.totals)
        air = (high - low) / 25
        chart.range, chart.xrange = (low - air, high + air), (0, lines.steps * 1.03)
        chart.y_labels = [tick for tick in ticks(low, high, 5) if tick >= low - air]
        chart.value_formatter = lambda units: say.figure(round(units), lines.unit)
        chart.x_labels = [{"value": step, "label": label} for step, label in lines.labels]
        _draw(chart, lines, chart.range)
    chart.add_xml_filter(lambda root: _plain(root, lines.title, lines.told))
    svg: bytes = chart.render()
    return svg


def course(evening: Evening) -> tuple[list[RecordedGame], dict[int, list[int]]]:
    """The games that count in order, and everybody's total before the first and after each of them, by person id.

    Where a Stock was divided in the end, the totals after that come last. People who never sat at a table are left out.
    """
    steps = (
        [(times[game.number], index, game, after) for game, after in sheet.running()]
        for index, (sheet, times) in enumerate((sheet, played_at(sheet)) for sheet in evening.sheets)
    )
    latest = [dict.fromkeys(sheet.people, 0) for sheet in evening.sheets]
    games: list[RecordedGame] = []
    courses: dict[int, list[int]] = {person: [0] for sheet in evening.sheets for person in sheet.people}
    for _, index, game, after in heapq.merge(*steps, key=lambda step: step[:2]):
        latest[index] = after
        games.append(game)
        for person, totals in courses.items():
            totals.append(sum(sheet.get(person, 0) for sheet in latest))
    if any(sheet.closed and sheet.closed.people for sheet in evening.sheets):
        ends = evening.totals()
        for person, totals in courses.items():
            totals.append(ends[person])
    return games, courses


def _canvas(colours: Scheme, players: int, nothing: str, size: tuple[int, int]) -> Any:
    """An empty chart with our look, for two series a player: a line, and a name in the same colour."""
    lines = 2 * tuple(colours.lines[place % len(colours.lines)] for place in range(players)) or colours.lines
    style = Style(
        foreground=colours.text,
        foreground_strong=colours.zero,
        guide_stroke_color=colours.guide,
        colors=lines,
        value_colors=lines,
        font_family=FONT,
        label_font_size=LETTER,
        major_label_font_size=LETTER,
        value_font_size=LETTER / 4,
        value_label_font_size=LETTER,
        no_data_font_size=2 * LETTER,
    )
    chart = pygal.XY(
        style=style,
        js=[],
        css=[f"file://{STYLE}"],
        width=size[0],
        height=size[1],
        show_legend=False,
        print_labels=True,
        print_values=False,
        show_x_guides=False,
        margin=4,
        margin_right=8 * LETTER,
        show_x_labels=bool(players),
        show_y_labels=bool(players),
        no_data_text=nothing,
    )
    chart.uuid = NAME
    return chart


def _draw(chart: Any, lines: Lines, bounds: tuple[float, float]) -> None:
    """Add the lines, and at the end of each its name, led aside where names would lie upon one another."""
    for place, totals in enumerate(lines.totals.values()):
        dashes = {"width": 2.4, "dasharray": DASHES[place % len(DASHES)], "linejoin": "round"}
        chart.add(None, list(enumerate(totals)), show_dots=False, stroke_style=dashes)
    ends = {person: totals[-1] for person, totals in lines.totals.items()}
    gap = (bounds[1] - bounds[0]) * LETTER * 1.1 / (chart.config.height - 3 * LETTER)
    for person, height in _apart(ends, gap, bounds[1]).items():
        last = {"value": (lines.steps, ends[person]), "node": {"r": 3}}
        name = {"value": (lines.steps * 1.03, height), "label": lines.names[person], "node": {"r": 0}}
        chart.add(None, [last, name], stroke_style={"width": 0.8}, dots_size=3)


def _apart(ends: dict[int, int], gap: float, top: float) -> dict[int, float]:
    """Heights for the names: as near as possible to the ends of the lines, at least `gap` apart, below `top`."""
    order = sorted(ends, key=lambda person: ends[person])
    heights: dict[int, float] = {order[0]: ends[order[0]]}
    for below, person in pairwise(order):
        heights[person] = max(ends[person], heights[below] + gap)
    ceiling = top
    for person in reversed(order):
        heights[person] = min(heights[person], ceiling)
        ceiling = heights[person] - gap
    return {person: heights[person] for person in ends}


def _bounds(courses: dict[int, list[int]]) -> tuple[int, int]:
    """The lowest and the highest total; never the same."""
    low = min(min(totals) for totals in courses.values())
    high = max(max(totals) for totals in courses.values())
    return low, high if high > low else low + 1


def ticks(low: int, high: int, at_most: int) -> list[int]:
    """Round numbers from about `low` to about `high`, 0 among them where it lies between: about `at_most` of them.

    >>> ticks(-310, 420, 5), ticks(0, 40, 12)
    ([-400, -200, 0, 200, 400], [0, 5, 10, 15, 20, 25, 30, 35, 40])
    """
    steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= at_most)
    return list(range(low // step * step, high + 1, step))


def _numbers(games: Sequence[RecordedGame], *, one_sheet: bool) -> list[tuple[int, str]]:
    """What stands below some of the games: their numbers, or with several sheets their places in the order."""
    numbers = [game.number if one_sheet else place for place, game in enumerate(games, start=1)]
    round_ones = set(ticks(0, numbers[-1], 6))
    return [(place, str(number)) for place, number in enumerate(numbers, start=1) if number in round_ones]


def _description(evening: Evening, courses: dict[int, list[int]], say: Language) -> str:
    """The picture in words: where everybody stands at the end."""
    ends = (f"{evening.names[p]} {say.figure(totals[-1], evening.unit.value)}" for p, totals in courses.items())
    return f"{say('Stand am Ende')}: {', '.join(ends)}"


def _plain(root: Any, title: str, description: str) -> Any:
    """Name the picture for those who do not see it, and drop what is meant for nobody.

    That is the script, the comments (one holds today's date), and the figures of every point, which would be read out.
    """
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in ("script", "title", "desc") or not isinstance(child.tag, str):
                parent.remove(child)
    for place, (tag, text) in enumerate((("title", title), ("desc", description))):
        named = root.makeelement(tag, {})
        named.text = text
        root.insert(place, named)
    root.set("role", "img")
    return root
