"""The signs of the suits, drawn for this program: German ones, and French ones for tables that play with those cards.

The same pictures stand on the pages and, through WeasyPrint, on paper; on pages in the colour of the text around them.
"""

from collections.abc import Mapping

from markupsafe import Markup

from scorebook.rules import Suit
from scorebook.rules.switches import CardNames

SIZE = 24
SIGNS: Mapping[str, str] = {
    "eichel": "M11 5V1.5h2V5zM4.5 11c-.6-4 3-6.6 7.5-6.6S20.1 7 19.5 11c-4.6 1.3-10.4 1.3-15 0z"
    "M5.9 12.9c4 .9 8.2 .9 12.2 0 0 4.4-2.6 8-6.1 9.9-3.5-1.9-6.1-5.5-6.1-9.9z",
    "gras": "M12 1.5c5.6 4 8.7 7.3 8.7 11 0 2.9-2.2 4.8-4.7 4.8-1.2 0-2.3-.4-3-1.1V22.5h-2V16.2c-.7 .7-1.8 1.1-3 1.1"
    "-2.5 0-4.7-1.9-4.7-4.8 0-3.7 3.1-7 8.7-11zM11.5 6v8.5h1V6z",
    "herz": "M12 21.5C5.5 16 2 12.3 2 8.2 2 5.2 4.3 3 7.1 3c2 0 3.8 1.1 4.9 2.9C13.1 4.1 14.9 3 16.9 3 19.7 3"
    " 22 5.2 22 8.2"
    "c0 4.1-3.5 7.8-10 13.3z",
    "schellen": "M12 1a2.5 2.5 0 0 1 2.4 3.3l-1-.2a1.5 1.5 0 1 0-2.8 0l-1 .2A2.5 2.5 0 0 1 12 1zM12 4.5a9 9 0 1"
    " 1 0 18 9 9 0 0 1 "
    "0-18zM3.3 12.2v1.5h17.4v-1.5zM12 16a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
    "kreuz": "M12 2a4.6 4.6 0 0 1 3.6 7.5 4.6 4.6 0 1 1-2.6 7.2c.2 2.3 1 4 2.8 5.3H8.2c1.8-1.3 2.6-3"
    " 2.8-5.3a4.6 4.6 0 1 1-2.6-7.2"
    "A4.6 4.6 0 0 1 12 2z",
    "pik": "M12 2c5.6 4.4 9 7.6 9 11.2 0 2.7-2 4.6-4.4 4.6-1.4 0-2.7-.6-3.5-1.6.2 2.4 1 4.3 2.8 5.8H8.1c1.8-1.5"
    " 2.6-3.4 2.8-5.8"
    "-.8 1-2.1 1.6-3.5 1.6C5 17.8 3 15.9 3 13.2 3 9.6 6.4 6.4 12 2z",
    "karo": "M12 1.5 20 12l-8 10.5L4 12z",
}
"""The path of each sign on 24 by 24 units, filled by the even-odd rule."""
BLACK = "#1c1c1a"
INKS: Mapping[str, str] = {
    "eichel": "#74451a",
    "gras": "#23752f",
    "herz": "#b3261e",
    "schellen": "#96690a",
    "karo": "#b3261e",
}
"""The colours of the signs on paper; the others are black. The style sheet of a page has its own."""
_FRENCH = {Suit.EICHEL: "kreuz", Suit.GRAS: "pik", Suit.HERZ: "herz", Suit.SCHELLEN: "karo"}


def sign_name(suit: Suit, names: CardNames = CardNames.GERMAN) -> str:
    """The name of the sign of a suit: that of the suit, or that of the French one which stands for it.

    >>> sign_name(Suit.GRAS), sign_name(Suit.GRAS, CardNames.FRENCH)
    ('gras', 'pik')
    """
    return _FRENCH[suit] if names is CardNames.FRENCH else suit.value


def drawing(suit: Suit, names: CardNames = CardNames.GERMAN, told: str = "") -> Markup:
    """Draw the sign of a suit as a small picture of its own.

    `told` is its name for those who do not see it; without it the name has to stand beside it.
    """
    name = sign_name(suit, names)
    title = Markup("<title>{}</title>").format(told) if told else ""
    heard = Markup('role="img"') if told else Markup('aria-hidden="true"')
    return Markup(
        '<svg class="suit {}" color="{}" viewBox="0 0 {} {}" {}>{}'
        '<path fill="currentColor" fill-rule="evenodd" d="{}"/></svg>'
    ).format(name, INKS.get(name, BLACK), SIZE, SIZE, heard, title, SIGNS[name])
