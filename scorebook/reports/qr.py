"""QR codes as pictures: black on white whatever is around them, with the quiet zone that readers need."""

import segno
from markupsafe import Markup

QUIET = 4
"""Modules of white around the code."""


def qr(text: str, told: str) -> Markup:
    """Draw a text as a QR code; `told` is what those hear who do not see it.

    The picture is as wide as its place: it has one unit a module, and no size of its own.
    """
    return drawn(segno.make_qr(text, error="m", boost_error=False), told)


def drawn(code: segno.QRCode, told: str) -> Markup:
    """Draw a QR code as a picture, as `qr` does."""
    rows = [list(row) for row in code.matrix_iter(border=QUIET)]
    path = "".join(_run(x, y, length) for y, row in enumerate(rows) for x, length in _runs(row))
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" shape-rendering="crispEdges"><title>{1}</title>'
        '<path fill="#ffffff" d="M0 0h{0}v{0}H0z"/><path fill="#000000" d="{2}"/></svg>'
    ).format(len(rows), told, path)


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """Give the dark stretches of a row: where each begins, and how long it is.

    >>> _runs([0, 1, 1, 0, 1])
    [(1, 2), (4, 1)]
    """
    begins = [x for x, dark in enumerate(row) if dark and not (x and row[x - 1])]
    return [(x, next((end for end in range(x, len(row)) if not row[end]), len(row)) - x) for x in begins]


def _run(x: int, y: int, length: int) -> str:
    return f"M{x} {y}h{length}v1h-{length}z"
