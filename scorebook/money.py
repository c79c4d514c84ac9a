"""Whole units as text: cents, points and Striche are integers everywhere, never floats."""

MINUS = "\N{MINUS SIGN}"
LARGEST = 10**9
"""No amount in the book exceeds this many units."""


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
