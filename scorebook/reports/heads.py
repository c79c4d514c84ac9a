"""Schafköpfe, drawn stroke by stroke: nine Striche are one. SVG in the colour of the text around it, without any style.

The same picture stands on the pages and, through WeasyPrint, on paper.
"""

from markupsafe import Markup

from scorebook.ledger.striche import heads
from scorebook.wording import GERMAN, Language
from scorebook.wording.striche import heads_told

STROKES = (
    # the square
    "M5.7 8.5C5.2 12.6 5.3 17.2 5.9 21.7",
    "M5.2 21.1C9.6 21.7 14.4 21.6 18.9 21",
    "M18.3 21.7C18.8 17.3 18.9 12.7 18.4 8.4",
    "M18.9 9.1C14.5 8.5 9.7 8.6 5.1 9.2",
    # the eyes
    "M9.4 12C9.2 12.8 9.2 13.5 9.3 14.2",
    "M14.6 11.9C14.8 12.7 14.8 13.4 14.7 14.1",
    # the horns
    "M7.7 8.6C7.2 6 5.6 3.6 3.1 2.4",
    "M16.3 8.5C16.8 5.9 18.4 3.5 20.9 2.3",
    # the nose
    "M12.1 15.8C11.9 16.8 11.9 17.8 12 18.8",
)
"""The nine strokes of a head on 24 by 24 units, in the order in which they are drawn."""
SIZE = 24
SINGLY = 6
"""So many whole heads are drawn one by one, two above one another; more are one head with their number before it."""


def drawing(striche: int, say: Language = GERMAN) -> Markup:
    """Draw a number of Striche: the whole heads small, then the started one with what it still lacks in faint strokes.

    Raises `ValueError` below zero.

    >>> drawing(22).count('class="head"'), drawing(22).count('class="on"'), drawing(22).count('class="off"')
    (2, 4, 5)
    """
    whole, rest = heads(striche)
    before, width = _many(whole) if whole > SINGLY else _few(whole)
    return Markup(
        '<svg class="heads" viewBox="0 0 {across} {size}" role="img"><title>{told}</title>'
        '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="1.5">{before}{started}</g></svg>'
    ).format(
        across=width + SIZE,
        size=SIZE,
        told=heads_told(striche, say),
        before=before,
        started=_started(rest, width),
    )


def _started(rest: int, left: int) -> Markup:
    """Draw the head that has `rest` of its strokes."""
    drawn = Markup("").join(Markup('<path class="on" d="{}"/>').format(path) for path in STROKES[:rest])
    faint = Markup("").join(Markup('<path class="off" d="{}"/>').format(path) for path in STROKES[rest:])
    return Markup('<g transform="translate({} 0)">{}<g opacity="0.22">{}</g></g>').format(left, drawn, faint)


def _few(whole: int) -> tuple[Markup, int]:
    """Draw whole heads in columns of two, from below; give how wide they are, too."""
    drawn = [_small(place // 2 * 13, 0 if place % 2 else 12, 0.5) for place in range(whole)]
    return Markup("").join(drawn), (whole + 1) // 2 * 13 + (2 if whole else 0)


def _many(whole: int) -> tuple[Markup, int]:
    """Draw one head for many, their number before it."""
    number = f"{whole} ×"
    width = 8 * len(number) - 3
    text = Markup(
        '<text x="{}" y="19" font-family="Source Sans Pro, sans-serif" font-size="10" font-weight="600" '
        'text-anchor="end" fill="currentColor" stroke="none">{}</text>'
    ).format(width - 2, number)
    return text + _small(width, 7, 0.67), width + 19


def _small(left: int, top: int, scale: float) -> Markup:
    """Draw a whole head; its strokes are as heavy as they can be in that size."""
    return Markup('<path class="head" transform="translate({} {}) scale({})" stroke-width="2.3" d="{}"/>').format(
        left, top, scale, "".join(STROKES)
    )
