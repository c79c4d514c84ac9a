"""Whole units to text and back: cents, points and Striche are integers everywhere, never floats.

>>> format_amount(-140, "cent")
'−1,40'
>>> parse_amount("−0,20", "cent")
-20
"""

import re

MINUS = "\N{MINUS SIGN}"
LARGEST = 10**9
"""No amount in the book exceeds this many units."""
_TYPED = re.compile(r"(?P<sign>[+-]?)\s*(?P<whole>\d{1,3}(?:\.\d{3})+|\d*)(?:[.,](?P<cents>\d{1,2}))?", re.ASCII)


class AmountError(ValueError):
    """A text that is no amount; carries the text as typed."""


def format_amount(units: int, unit: str, *, sign: bool = False) -> str:
    """Write an amount of `unit` ("cent", "point", "strich") as a table reads it; cents become euros without the sign €.

    With `sign` a positive amount gets a plus. The minus is the typographic one.

    >>> format_amount(420, "cent", sign=True), format_amount(0, "cent", sign=True), format_amount(-3, "point")
    ('+4,20', '0,00', '−3')
    >>> format_amount(123456789, "cent")
    '1.234.567,89'
    """
    prefix = MINUS if units < 0 else "+" if sign and units > 0 else ""
    whole, rest = divmod(abs(units), 100) if unit == "cent" else (abs(units), 0)
    text = f"{whole:,}".replace(",", ".")
    return f"{prefix}{text},{rest:02d}" if unit == "cent" else f"{prefix}{text}"


def parse_amount(text: str, unit: str) -> int:
    """Read an amount as people type it: `0,20`, `0.20`, `20` (euros, not cents), `−20`, `1.234,50`, with or without €.

    For points and Striche only whole numbers are amounts. Raises `AmountError` for anything else, "O" for zero
    and more than `LARGEST` units included.

    >>> [parse_amount(typed, "cent") for typed in ("0,20", "0.20", " 20 ", "1.234,50", "+3 €", ",5")]
    [20, 20, 2000, 123450, 300, 50]
    >>> parse_amount("-12", "point")
    -12
    """
    typed = text.replace("€", "").replace(MINUS, "-").replace("\N{EN DASH}", "-").strip()
    match = _TYPED.fullmatch(typed)
    if match is None or not (match["whole"] or match["cents"]) or (match["cents"] and unit != "cent"):
        raise AmountError(text)
    units = int(match["whole"].replace(".", "") or 0)
    if unit == "cent":
        units = units * 100 + int((match["cents"] or "0").ljust(2, "0"))
    if units > LARGEST:
        raise AmountError(text)
    return -units if match["sign"] == "-" else units
