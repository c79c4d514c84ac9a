"""A recorded game beside its cards, in words."""

from collections.abc import Sequence

from scorebook.rules import Result
from scorebook.rules.comparison import Compared
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.messages import KEYS, RESULTS, fact


def compared_in_words(row: Compared, say: Language = GERMAN, names: Sequence[str] = ()) -> tuple[str, str, str, str]:
    """What is compared, what was entered, what the cards say, and whether that fits.

    >>> compared_in_words(Compared("augen", 70, 91, differs=True))
    ('Augen', '70', '91', 'widerspricht')
    >>> compared_in_words(Compared("augen", 70, range(80, 101), differs=True))
    ('Augen', '70', '80 bis 100', 'widerspricht')
    >>> compared_in_words(Compared("schneider", False, None, differs=False))
    ('Schneider', 'nein', '–', 'sagen sie nicht')
    """
    if row.differs:
        verdict = say("widerspricht")
    elif row.by_cards is None:
        verdict = say("sagen sie nicht")
    else:
        verdict = say("nicht eingetragen") if row.entered is None else say("stimmt")
    entered, by_cards = (_value(row.key, value, say, names) for value in (row.entered, row.by_cards))
    return say(KEYS[row.key]), entered, by_cards, verdict


def _value(key: str, value: object, say: Language, names: Sequence[str]) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return say("ja") if value else say("nein")
        case range():
            return (
                say("{fewest} bis {most}").format(fewest=value[0], most=value[-1]) if len(value) > 1 else str(value[0])
            )
        case Result():
            return say(RESULTS[value])
        case tuple() if key.endswith("_by_seat") and len(names) == len(value):
            return ", ".join(f"{name}\N{NO-BREAK SPACE}{count}" for name, count in zip(names, value, strict=True))
        case _:
            return fact(key, value, say, names)
