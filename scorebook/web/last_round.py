"""The last round in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorebook.ledger.evening import Sheet
from scorebook.ledger.last_round import dealers_left
from scorebook.web.texts import gettext as _


@dataclass(frozen=True, slots=True)
class LastRound:
    """What to say of a last round that was called, and whether it is over."""

    said: str
    over: bool


def last_round(sheet: Sheet, names: Mapping[int, str]) -> LastRound | None:
    """Say how many games remain and who still deals; None where nobody has called the last round."""
    left = dealers_left(sheet)
    if left is None:
        return None
    if not left:
        return LastRound(_("Letzte Runde ist aus: alle haben gleich oft gegeben."), over=True)
    dealers = ", ".join(names[person] for person in left)
    if len(left) == 1:
        return LastRound(_("Letzte Runde: noch 1 Spiel, es gibt %(name)s.", name=dealers), over=False)
    said = _("Letzte Runde: noch %(count)d Spiele, es geben %(names)s.", count=len(left), names=dealers)
    return LastRound(said, over=False)
