"""What a check code on paper says about the book, in words."""

from dataclasses import dataclass

from scorebook.ledger.check_code import Past, past_with, typed_code
from scorebook.ledger.evening import Evening
from scorebook.wording.languages import GERMAN, Language


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a paper has what is in the book; if not, what was in the book when it was printed, as far as is known."""

    code: str
    holds: bool
    past: Past | None

    def told(self, say: Language = GERMAN) -> str:
        """Say what the code proves.

        >>> Proof("7F3A 91C2", True, None).told()
        'Das Prüfzeichen 7F3A 91C2 stimmt: auf dem Papier steht, was im Buch steht.'
        """
        if self.holds:
            return say("Das Prüfzeichen %(code)s stimmt: auf dem Papier steht, was im Buch steht.", code=self.code)
        if self.past is None:
            return say(
                "Das Prüfzeichen %(code)s passt zu keinem Stand dieses Abends, den das Buch kennt.", code=self.code
            )
        return say("Das Papier mit dem Prüfzeichen %(code)s ist älter als das Buch.", code=self.code)


def proof(evening: Evening, text: str) -> Proof | None:
    """Hold a code as somebody typed it against an evening; None for what cannot be a code."""
    code = typed_code(text)
    if code is None:
        return None
    holds = code == evening.check_code()
    return Proof(code, holds, None if holds else past_with(evening, code))
