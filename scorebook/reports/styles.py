"""The styles of the papers, each made of files in `templates/paper/css`: fonts, variables, page rules, style."""

import hashlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from scorebook.settings import folder

COMMON = ("fonts", "variables", "pages", "style")
"""What every style begins with."""
STYLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "a4": ("games", "abrechnung", "sign"),
        "a5": ("games", "abrechnung", "sign", "a5"),
        "bon": ("bon",),
        "award": ("sign", "award"),
        "card": ("card",),
        "cash": ("games", "sign", "cash"),
        "half": ("sign", "half"),
        "hall": ("hall",),
        "leaf": ("leaf",),
        "list": ("games", "list"),
        "review": ("games", "review"),
        "sie": ("sign", "sie"),
        "slip": ("slip",),
        "start_cards": ("start_cards",),
        "table_sheet": ("table_sheet",),
        "standings": ("games", "standings"),
        "tournament": ("games", "sign", "standings", "tournament"),
        "wall": ("games", "wall"),
    }
)
"""The files behind the common ones, by the name of the style."""


@cache
def sheet(style: str) -> str:
    """Give the whole style sheet. Raises `KeyError` for a style that there is not.

    >>> sheet("bon").index("@font-face") < sheet("bon").index(":root") < sheet("bon").index("@page")
    True
    """
    place = folder("templates") / "paper" / "css"
    return "\n".join((place / f"{name}.css").read_text("utf-8") for name in (*COMMON, *STYLES[style]))


@cache
def fingerprint() -> str:
    """Give what is another as soon as a template or a style of a paper is."""
    place = folder("templates") / "paper"
    told = hashlib.sha256()
    for path in sorted(path for path in place.rglob("*") if path.is_file()):
        told.update(f"{path.relative_to(place)}\0".encode() + path.read_bytes())
    return told.hexdigest()
