"""Texts that people type: names, places, reasons."""

import unicodedata
from collections.abc import Iterator

from scorebook.rules import Finding
from scorebook.store.columns import REASON_LENGTH

# Joins emoji and letters; the tags spell the flags of regions.
_JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
_REFUSED = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def normalised(text: str) -> str:
    """Give a text without space around it, with single spaces inside, its letters in their composed form (NFC)."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def same_name(name: str) -> str:
    """Give a key that two spellings of one name share: case and spaces do not count. `Weiß` and `Weiss` are two names.

    >>> same_name(" Sepp  HUBER ") == same_name("sepp huber"), same_name("Weiß") == same_name("Weiss")
    (True, False)
    """
    return unicodedata.normalize("NFC", normalised(name).lower())


def objections(text: str, field: str, kind: str, most: int, *, required: bool) -> Iterator[Finding]:
    """Find what is wrong with a typed text: codes `<kind>.missing`, `.too_long`, `.control`.

    A text that shows nothing is missing; characters that steer (tabs, line breaks, direction) are refused inside it.
    """
    kept = normalised(text)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in kept):
        if required or kept:
            yield Finding(f"{kind}.missing", field, {})
    elif any(_steers(character) for character in text.strip()):
        yield Finding(f"{kind}.control", field, {})
    elif len(kept) > most:
        yield Finding(f"{kind}.too_long", field, {"length": len(kept), "most": most})


def wrong_reason(reason: str) -> tuple[Finding, ...]:
    """Find what is wrong with why somebody does something that has to be explained, at the field `reason`."""
    return tuple(objections(reason, "reason", "reason", REASON_LENGTH, required=True))


def _steers(character: str) -> bool:
    return unicodedata.category(character) in _REFUSED and character not in _JOINERS
