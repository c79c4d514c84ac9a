"""Whole units as text: cents, points and Striche are integers everywhere, never floats."""

import re

MINUS = "\N{MINUS SIGN}"
LARGEST = 10**9
"""No amount in the book exceeds this many units."""
GROUPED = r"[0-9]{1,3}(?:[.][0-9]{3})+(?=,)|[0-9]{1,3}(?:,[0-9]{3})+(?=[.])"
"""Thousands, parted by the one mark where the other one follows; alone, "1,234" could be either."""
EUROS = re.compile(rf"(-?)({GROUPED}|[0-9]{{1,7}})[,.]([0-9]{{1,2}})")
WHOLE = re.compile(r"-?[0-9]{1,9}")


def format_amount(units: int, unit: str, *, sign: bool = False, decimal: str = ",") -> str:
    """Write an amount of `unit` ("cent", "point", "strich") as a table reads it; cents become euros without the sign €.

    With `sign` a positive amount gets a plus. The minus is the typographic one. `decimal` is the mark before the cents,
    "," or "."; the other one groups thousands.

    >>> format_amount(420, "cent", sign=True), format_amount(0, "cent", sign=True), format_amount(-3, "point")
    ('+4,20', '0,00', '−3')
    >>> format_amount(123456789, "cent")
    '1.234.567,89'
    >>> format_amount(123450, "cent", decimal=".")
    '1,234.50'
    """
    whole, rest = divmod(abs(units), 100) if unit == "cent" else (abs(units), 0)
    text = sign_of(units, plus=sign) + f"{whole:,}".replace(",", "." if decimal == "," else ",")
    return f"{text}{decimal}{rest:02d}" if unit == "cent" else text


def sign_of(units: int, *, plus: bool) -> str:
    """Give the sign before an amount; one above zero has its plus on demand.

    >>> sign_of(-3, plus=False), sign_of(3, plus=True), sign_of(0, plus=True)
    ('−', '+', '')
    """
    return MINUS if units < 0 else "+" if plus and units > 0 else ""


def read_amount(text: str, unit: str) -> int:
    """Read an amount as people type it; cents are typed as tables say them ("20") or as euros ("0,20", "0.20").

    It is read the same way in every language. Raises `ValueError` for a text that is no amount, as "1,234" is none:
    it could be either. Not checked: its range.

    >>> [read_amount(text, "cent") for text in ("20", " 0,20 ", "0.2", "1.234,50 €", "€1,234.50", "−20")]
    [20, 20, 20, 123450, 123450, -20]
    >>> read_amount("15", "point")
    15
    """
    bare = text.strip().removesuffix("€").removeprefix("€").strip().replace(MINUS, "-")
    if unit == "cent" and (euros := EUROS.fullmatch(bare)):
        sign, whole, rest = euros.groups()
        units = int(re.sub(r"[.,]", "", whole)) * 100 + int(rest.ljust(2, "0"))
        return -units if sign else units
    if not WHOLE.fullmatch(bare):
        raise ValueError(f"no amount: {text}")
    return int(bare)


def read_euros(text: str) -> int:
    """Read what somebody hands over, and give cents: a whole number are euros here, for nobody pays in cents alone.

    Raises `ValueError` for a text that is no amount.

    >>> [read_euros(text) for text in ("20", "4,20 €", "0.5", "1.234,50")]
    [2000, 420, 50, 123450]
    """
    bare = text.strip().removesuffix("€").removeprefix("€").strip()
    return read_amount(f"{bare},00" if WHOLE.fullmatch(bare.replace(MINUS, "-")) else bare, "cent")
