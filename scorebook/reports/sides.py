"""Who holds how many Striche, as it is drawn on a page and on paper."""

from dataclasses import dataclass

from markupsafe import Markup

from scorebook.ledger.evening import Evening, Sheet
from scorebook.ledger.price import PricePer
from scorebook.ledger.striche import STROKES, Side, sides
from scorebook.reports.heads import drawing
from scorebook.reports.names import short_names
from scorebook.wording import GERMAN, Language
from scorebook.wording.striche import counted, in_heads


@dataclass(frozen=True, slots=True)
class SideView:
    """One drawing with its names (short ones for a pair) and numbers; `total` is empty where `text` says it already."""

    people: tuple[int, ...]
    name: str
    picture: Markup
    text: str
    total: str


def side_views(evening: Evening, sheet: Sheet, say: Language = GERMAN) -> tuple[SideView, ...]:
    """Put the sides of a sheet into pictures and words; none where no Striche are written."""
    return tuple(_view(evening, side, say) for side in sides(evening, sheet))


def _view(evening: Evening, side: Side, say: Language) -> SideView:
    names = short_names(evening.names) if len(side.people) > 1 else evening.names
    return SideView(
        people=side.people,
        name=" + ".join(names[person] for person in side.people),
        picture=drawing(side.striche, say),
        text=in_heads(side.striche, say),
        total=counted(side.striche, PricePer.STRICH, say) if side.striche >= STROKES else "",
    )
