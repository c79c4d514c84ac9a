"""What stands at the head of all papers of a tournament."""

from dataclasses import dataclass
from datetime import date

from scorebook.wording import GERMAN, Language


@dataclass(frozen=True, slots=True)
class About:
    """Which tournament it is. One to practise at says so on every paper."""

    club: str
    name: str
    day: date
    place: str = ""
    practice: bool = False

    def line(self, say: Language = GERMAN) -> str:
        """Give club, place and day in one line.

        >>> About("Löwen", "Preisschafkopf", date(2026, 11, 28), "Saal").line()
        'Löwen · Saal · Samstag, 28. November 2026'
        """
        return " · ".join(filter(None, (self.club, self.place, say.day(self.day, "full"))))
