"""Titles of a season or a year: what somebody can have most of, all evenings added up."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from scorebook.league.stats import CALLED, Fact, Part, part_key
from scorebook.rules import Contract
from scorebook.rules.contracts import TRAITS, Parties


class Title(StrEnum):
    """What somebody can be most of."""

    SOLI = "soli"
    DECLARER = "declarer"
    CALLED = "called"
    TOUT = "tout"
    SCHNEIDER_GIVEN = "schneider_given"
    SCHNEIDER_SUFFERED = "schneider_suffered"


def _declared(*contracts: Contract) -> tuple[str, ...]:
    return tuple(part_key(Part.DECLARER, contract) for contract in contracts)


SOLI = _declared(*(contract for contract in Contract if TRAITS[contract].parties is Parties.ALONE))
"""Keys of games of one against three, for the one."""
CALLED_KEYS = tuple(part_key(Part.PARTNER, contract) for contract in CALLED)
"""Keys of games in which somebody's Sau was called."""
PLAYED_KEYS = (*_declared(*Contract), *(part_key(Part.EACH, contract) for contract in Contract))
"""Keys that count each game for who played it; one that nobody played, for each."""
COUNTED: Mapping[Title, tuple[str, ...]] = MappingProxyType(
    {
        Title.SOLI: SOLI,
        Title.DECLARER: _declared(*Contract),
        Title.CALLED: CALLED_KEYS,
        Title.TOUT: (Fact.TOUT.value,),
        Title.SCHNEIDER_GIVEN: (Fact.SCHNEIDER_GIVEN.value,),
        Title.SCHNEIDER_SUFFERED: (Fact.SCHNEIDER_SUFFERED.value,),
    }
)
"""Which games count for a title, by their keys."""
