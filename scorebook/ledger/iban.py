"""Numbers of bank accounts: whether one can be, by its length and its check digits (ISO 13616)."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from scorebook.rules import Finding

LENGTHS: Mapping[str, int] = MappingProxyType(
    {
        "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
        "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21,
        "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24,
        "SI": 19, "SK": 24, "SM": 27, "VA": 22,
    }
)  # fmt: skip
"""How many characters an IBAN has in the countries in which euros are transferred (SEPA)."""
SHORTEST, LONGEST = 15, 34
SHAPE = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+")


def bare_iban(text: str) -> str:
    """Give an IBAN without what people type into it: spaces, dots, dashes, small letters.

    >>> bare_iban(" de89 3704 0044-0532.0130 00 ")
    'DE89370400440532013000'
    """
    return re.sub(r"[\s.\-\u2010-\u2013]", "", text).upper()


def iban_findings(text: str) -> list[Finding]:
    """Find what is wrong with an IBAN as it was typed, at the field `iban`.

    Not checked: whether there is such an account.

    >>> iban_findings("DE89 3704 0044 0532 0130 00")
    []
    >>> [iban_findings(text)[0].code for text in ("", "Sepp", "DE89 3704", "DE89 3704 0044 0532 0130 01")]
    ['iban.missing', 'iban.shape', 'iban.length', 'iban.check']
    """
    iban = bare_iban(text)
    if not iban:
        return [Finding("iban.missing", "iban", {})]
    if not SHAPE.fullmatch(iban):
        return [Finding("iban.shape", "iban", {})]
    country, length = iban[:2], len(iban)
    wanted = LENGTHS.get(country)
    if wanted is not None and length != wanted:
        return [Finding("iban.length", "iban", {"country": country, "wanted": wanted, "length": length})]
    if not SHORTEST <= length <= LONGEST:
        return [Finding("iban.too_long", "iban", {"length": length})]
    return [] if _remainder(iban) == 1 else [Finding("iban.check", "iban", {})]


def _remainder(iban: str) -> int:
    """Give what is left modulo 97 of the number that letters and digits make, the first four of them put last."""
    return int("".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])) % 97
