"""A transfer as a QR code that banking apps read (GiroCode, EPC069-12 version 002)."""

from decimal import Decimal

from markupsafe import Markup
from segno.helpers import make_epc_qr

from scorebook.reports.qr import drawn

NAME_LENGTH, TEXT_LENGTH = 70, 140
"""Characters that the standard allows for the name and for the purpose."""
NAME_BYTES, TEXT_BYTES = 140, 120
"""Bytes of them, so that with the rest there are no more than 331."""
LEAST, MOST = 1, 99_999_999_999
"""Cents that can be transferred so."""


def girocode(name: str, iban: str, cents: int, purpose: str, told: str) -> Markup:
    """Draw the code; `told` is what those hear who do not see it. The IBAN is one that was checked, without spaces.

    What is too long of name and purpose is left out. Raises `ValueError` for an amount that cannot be transferred.
    """
    code = make_epc_qr(
        name=shortened(name, NAME_LENGTH, NAME_BYTES),
        iban=iban,
        amount=Decimal(cents) / 100,
        text=shortened(purpose, TEXT_LENGTH, TEXT_BYTES),
        encoding="utf-8",
    )
    return drawn(code, told)


def shortened(text: str, most: int, most_bytes: int) -> str:
    """Give as much of a text as has room, in characters and in bytes of UTF-8.

    >>> shortened("Jörg Öttl", 8, 6), shortened("Sepp", 70, 140)
    ('Jörg', 'Sepp')
    """
    return text[:most].encode()[:most_bytes].decode(errors="ignore").strip()
