"""The languages of pages and papers: how a text, an amount and a day are written in each.

The German texts are the msgids. Another language has a catalogue, and says in German what that lacks.
"""

from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Literal

from scorebook.money import format_amount
from scorebook.rules.switches import CardNames
from scorebook.wording.french import FRENCH
from scorebook.wording.marked import Marked

__all__ = ["BOARISCH", "CATALOGUES", "ENGLISH", "GERMAN", "LANGUAGES", "Language", "Marked", "catalogue"]

CATALOGUES = Path(__file__).with_name("catalogues")

WEEKDAY = {"de": "EEEE, d.M.", "en_GB": "EEEE, d MMMM"}
"""How a day is written with its day of the week and no year, by locale."""
SHORT = {"de": "ccc d.M.y", "en_GB": "EEE d MMM y"}
"""How a day is written with its day of the week in a line of text, by locale."""
MARK = {"de": "d.M.", "en_GB": "d MMM"}
"""How a day is written below a chart, by locale."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, called to translate: `code` for HTML (BCP 47), its `name` in itself, and the `locale` of its days.

    `decimal` parts euros and cents. `cards`: by which names it calls suits and ranks.

    >>> GERMAN("Spiel %(number)d", number=3), GERMAN.figure(123450, "cent"), ENGLISH.figure(123450, "cent")
    ('Spiel 3', '1.234,50', '1,234.50')
    """

    code: str
    name: str
    locale: str
    decimal: str
    cards: CardNames = CardNames.GERMAN

    def playing(self, cards: CardNames) -> "Language":
        """Give the same language at a table that plays with these cards.

        >>> GERMAN.playing(CardNames.FRENCH)("Eichel"), ENGLISH.playing(CardNames.FRENCH)("Eichel")
        ('Kreuz', 'Clubs')
        """
        return self if cards is self.cards else replace(self, cards=cards)

    def __call__(self, text: str, /, **values: object) -> str:
        """Translate a German text, and put values into its places (`%(name)s`); days as it writes them.

        >>> GERMAN("Abend vom %(date)s", date=date(2026, 11, 27))
        'Abend vom 27.11.2026'
        """
        meant = FRENCH.get(text, text) if self.cards is CardNames.FRENCH else text
        said = catalogue(self.code).gettext(meant) if meant else ""
        written = {name: self.day(value) if isinstance(value, date) else value for name, value in values.items()}
        return said % written if values else said

    def plural(self, one: str, many: str, num: int) -> str:
        """Translate a text with a number in it (`%(num)d`)."""
        return catalogue(self.code).ngettext(one, many, num) % {"num": num}

    def figure(self, units: int, unit: str, *, sign: bool = False) -> str:
        """Write an amount without its unit."""
        return format_amount(units, unit, sign=sign, decimal=self.decimal)

    def day(self, day: date, length: Literal["mark", "weekday", "short", "medium", "long", "full"] = "medium") -> str:
        """Write a day; "short" and "full" have the day of the week too, "weekday" has it and no year, "mark" neither.

        >>> GERMAN.day(date(2026, 11, 27), "full"), ENGLISH.day(date(2026, 11, 27), "long")
        ('Freitag, 27. November 2026', '27 November 2026')
        >>> GERMAN.day(date(2026, 11, 27), "short"), ENGLISH.day(date(2026, 11, 27), "short")
        ('Fr 27.11.2026', 'Fri 27 Nov 2026')
        >>> GERMAN.day(date(2026, 11, 27), "mark"), ENGLISH.day(date(2026, 11, 27), "mark")
        ('27.11.', '27 Nov')
        """
        from babel.dates import format_date  # here, since most commands write no day

        own = {"mark": MARK, "weekday": WEEKDAY, "short": SHORT}.get(length, {})
        return format_date(day, own.get(self.locale, length), locale=self.locale)


GERMAN = Language("de", "Deutsch", "de", ",")
ENGLISH = Language("en", "English", "en_GB", ".")
BOARISCH = Language("bar", "Boarisch", "de", ",")
LANGUAGES = {language.code: language for language in (GERMAN, ENGLISH, BOARISCH)}


@cache
def catalogue(code: str) -> NullTranslations:
    """Give the catalogue of a language, read once a process; German has none and costs nothing."""
    return NullTranslations() if code == GERMAN.code else _read(CATALOGUES / f"{code}.po")


def _read(path: Path) -> GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)
