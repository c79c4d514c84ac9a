"""Tournaments as they are usually played: the TOML files beside this module, to begin a new one with.

No usual one has a name in the code; what they are called stands in `scorebook.wording.tournament_door`.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from scorebook.exchange.tournament_settings import parse_usual
from scorebook.league.tournament.settings import Settings

ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class Usual:
    """A usual tournament: which preset it is played by, and its settings, in which the rule set is still open (0)."""

    key: str
    rules: str
    settings: Settings


@cache
def usual() -> tuple[Usual, ...]:
    """Give all of them, by their keys.

    >>> usual()[0].key, usual()[0].settings.rounds
    ('gute_2x30', 2)
    """
    found = sorted(entry.name.removesuffix(ENDING) for entry in files(__package__).iterdir() if _is_one(entry.name))
    return tuple(_read(key) for key in found)


def _is_one(name: str) -> bool:
    return name.endswith(ENDING)


def _read(key: str) -> Usual:
    rules, settings = parse_usual(files(__package__).joinpath(key + ENDING).read_text("utf-8"))
    return Usual(key, rules, settings)
