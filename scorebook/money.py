"""Whole units as text: cents, points and Striche are integers everywhere, never floats."""

import re

MINUS = "\N{MINUS SIGN}"
LARGEST = 10**9
"""No amount in the book exceeds this many units."""
EUROS = re.compile(r"(-?)([0-9]{1,3}(?:[.][0-9]{3})+(?=,)|[0-9]{1,7})[,.]([0-9]{1,2})")
WHOLE = re.compile(r"-?[0-9]{1,9}")


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


def read_amount(text: str, unit: str) -> int:
    """Read an amount as people type it; cents are typed as tables say them ("20") or as euros ("0,20", "0.20").

    Raises `ValueError` for a text that is no amount. Not checked: its range.

    >>> [read_amount(text, "cent") for text in ("20", " 0,20 ", "0.2", "1.234,50 €", "−20")]
    [20, 20, 20, 123450, -20]
    >>> read_amount("15", "point")
    15
    """
    bare = text.strip().removesuffix("€").strip().replace(MINUS, "-")
    if unit == "cent" and (euros := EUROS.fullmatch(bare)):
        sign, whole, rest = euros.groups()
        units = int(re.sub(r"[.]", "", whole)) * 100 + int(rest.ljust(2, "0"))
        return -units if sign else units
    if not WHOLE.fullmatch(bare):
        raise ValueError(f"no amount: {text}")
    return int(bare)
