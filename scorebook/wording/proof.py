"""What a check code on paper says about the book, in words."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from scorebook.ledger.cash import CashPaper
from scorebook.ledger.check_code import Past, earlier_names, past_with, typed_code
from scorebook.ledger.evening import Evening
from scorebook.wording.languages import GERMAN, Language, Marked

HOLDS: Marked[str] = "Das Prüfzeichen %(code)s stimmt: auf dem Papier steht, was im Buch steht."
OLDER: Marked[str] = "Das Papier mit dem Prüfzeichen %(code)s ist älter als das Buch."
COMPARE: Marked[str] = "Vielleicht ist seither ein Abend dazugekommen: druck die Rangliste noch einmal und vergleich."
CASH_PAPERS: Marked[dict[str, str]] = {
    CashPaper.BOOK: "Kassenbuch %(of)s",
    CashPaper.YEAR: "Jahresabschluss %(of)s",
    CashPaper.ACCOUNT: "Kontoauszug %(of)s",
    CashPaper.OPEN: "Offene Posten",
    CashPaper.TILL: "Kassensturz vom %(of)s",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a paper has what is in the book; if not, what was in the book when it was printed, as far as is known.

    `renamed` are people who stand on the paper under a name of before they were merged: that name and today's.
    """

    code: str
    holds: bool
    past: Past | None
    renamed: tuple[tuple[str, str], ...] = ()

    def renamed_told(self, say: Language = GERMAN) -> str:
        """Say who is called otherwise by now; "" where nobody is.

        >>> Proof("7F3A 91C2", True, None, (("Seppl", "Sepp"),)).renamed_told()
        'Wer auf dem Papier Seppl heißt, ist im Buch jetzt Sepp: die beiden sind zusammengelegt.'
        """
        return " ".join(
            say(
                "Wer auf dem Papier %(then)s heißt, ist im Buch jetzt %(now)s: die beiden sind zusammengelegt.",
                then=then,
                now=now,
            )
            for then, now in self.renamed
        )

    def told(self, say: Language = GERMAN) -> str:
        """Say what the code proves.

        >>> Proof("7F3A 91C2", True, None).told()
        'Das Prüfzeichen 7F3A 91C2 stimmt: auf dem Papier steht, was im Buch steht.'
        """
        if self.holds:
            return say(HOLDS, code=self.code)
        if self.past is None:
            return say(
                "Das Prüfzeichen %(code)s passt zu keinem Stand dieses Abends, den das Buch kennt.", code=self.code
            )
        return say(OLDER, code=self.code)


def proof(evening: Evening, text: str) -> Proof | None:
    """Hold a code as somebody typed it against an evening; None for what cannot be a code."""
    code = typed_code(text)
    if code is None:
        return None
    found = _held(evening, code)
    for earlier in () if found.holds or found.past else earlier_names(evening):
        older = _held(earlier, code)
        if older.holds or older.past:
            pairs = ((then.name, now.name) for then, now in zip(earlier.people, evening.people, strict=True))
            return replace(older, renamed=tuple((then, now) for then, now in pairs if then != now))
    return found


def _held(evening: Evening, code: str) -> Proof:
    holds = code == evening.check_code()
    return Proof(code, holds, None if holds else past_with(evening, code))


@dataclass(frozen=True, slots=True)
class Printed:
    """A paper of the box: of which year, person or day, when the last of it was booked, and how much came since."""

    paper: CashPaper
    of: int | str | date | None = None
    added: int = 0
    at: datetime | None = None

    def called(self, say: Language = GERMAN) -> str:
        """Name the paper.

        >>> Printed(CashPaper.BOOK, 2026).called(), Printed(CashPaper.TILL, date(2026, 3, 1)).called()
        ('Kassenbuch 2026', 'Kassensturz vom 01.03.2026')
        """
        return say(CASH_PAPERS[self.paper], of=say.day(self.of) if isinstance(self.of, date) else self.of)


@dataclass(frozen=True, slots=True)
class CashProof:
    """Which paper of the box has a code; None where none has it, as far as the book knows."""

    code: str
    printed: Printed | None

    @property
    def holds(self) -> bool:
        """Whether what stands on the paper is what is booked."""
        return self.printed is not None and not self.printed.added

    def told(self, say: Language = GERMAN) -> str:
        """Say what the code proves.

        >>> CashProof("7F3A 91C2", Printed(CashPaper.BOOK, 2026, added=1)).told()
        'Das Papier mit dem Prüfzeichen 7F3A 91C2 ist älter als das Buch. Seither ist 1 Buchung dazugekommen.'
        """
        if self.printed is None:
            return say("Das Prüfzeichen %(code)s hat kein Papier der Kasse, das das Buch kennt.", code=self.code)
        if self.holds:
            return say(HOLDS, code=self.code)
        added = say.plural(
            "Seither ist %(num)d Buchung dazugekommen.",
            "Seither sind %(num)d Buchungen dazugekommen.",
            self.printed.added,
        )
        return f"{say(OLDER, code=self.code)} {added}"


@dataclass(frozen=True, slots=True)
class StandingsProof:
    """Which standings of a season have a code now, by their title; None where none has it."""

    code: str
    title: str | None

    @property
    def holds(self) -> bool:
        """Whether all stand on the paper as they stand now."""
        return self.title is not None

    def told(self, say: Language = GERMAN) -> str:
        """Say what the code proves.

        >>> StandingsProof("7F3A 91C2", "Saison 2026").told()
        'Rangliste Saison 2026: Das Prüfzeichen 7F3A 91C2 stimmt: auf dem Papier steht, was im Buch steht.'
        >>> StandingsProof("7F3A 91C2", None).told()
        'Mit dem Prüfzeichen 7F3A 91C2 steht jetzt keine Rangliste dieser Saison im Buch. Vielleicht ist seither ein \
Abend dazugekommen: druck die Rangliste noch einmal und vergleich.'
        """
        if self.holds:
            return f"{say('Rangliste')} {self.title}: {say(HOLDS, code=self.code)}"
        none = say("Mit dem Prüfzeichen %(code)s steht jetzt keine Rangliste dieser Saison im Buch.", code=self.code)
        return f"{none} {say(COMPARE)}"
