"""What is said about statistics: figures, shares, and what is counted."""

from scorebook.league.results import Measure
from scorebook.league.stats import KEYS, Fact, Part, Stat
from scorebook.rules import Contract
from scorebook.wording.games import CONTRACTS, amount
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.league import BOTH_WAYS, UNITS
from scorebook.wording.marked import Marked

PARTS: Marked[dict[Part, str]] = {
    Part.DECLARER: "selbst gespielt",
    Part.PARTNER: "mitgespielt",
    Part.AGAINST: "dagegen",
    Part.EACH: "jeder für sich",
}
FACTS: Marked[dict[Fact, str]] = {
    Fact.PLAYED: "Spiele",
    Fact.TOUT: "Tout und Sie",
    Fact.SCHNEIDER_GIVEN: "Schneider gegeben",
    Fact.SCHNEIDER_SUFFERED: "Schneider kassiert",
    Fact.SCHWARZ_GIVEN: "Schwarz gegeben",
    Fact.SCHWARZ_SUFFERED: "Schwarz kassiert",
    Fact.LAUFENDE: "Längste Laufende",
    Fact.RUN: "Längste Siegesserie",
    Fact.BEST: "Größtes Spiel",
    Fact.WORST: "Teuerstes Spiel",
}


def money(units: int, measure: Measure, say: Language = GERMAN) -> str:
    """Write what somebody won or lost, with its unit.

    >>> money(-120, Measure.CENT).split(), money(3, Measure.GOOD).split()
    (['−1,20', '€'], ['3', 'Punkte'])
    """
    return amount(units, UNITS[measure], say, sign=measure in BOTH_WAYS)


def figure(units: int, measure: Measure, say: Language = GERMAN) -> str:
    """Write the same for a column, without its unit.

    >>> figure(120, Measure.CENT), figure(3, Measure.STRICH)
    ('+1,20', '3')
    """
    return say.figure(units, UNITS[measure], sign=measure in BOTH_WAYS)


def share(stat: Stat) -> str:
    """Say how many of some games were won, in whole per cent, a half upwards; "" for none.

    >>> share(Stat(3, 2)).split(), share(Stat(8, 1)).split(), share(Stat())
    (['67', '%'], ['13', '%'], '')
    """
    if not stat.times:
        return ""
    return f"{(200 * stat.won + stat.times) // (2 * stat.times)}\N{NO-BREAK SPACE}%"


def key_name(key: str, say: Language = GERMAN) -> str:
    """Name what is counted under a key. Raises `KeyError` for what is none.

    >>> key_name("declarer.wenz"), key_name("schwarz_given")
    ('Wenz, selbst gespielt', 'Schwarz gegeben')
    """
    if key not in KEYS:
        raise KeyError(key)
    part, _, contract = key.partition(".")
    if not contract:
        return say(FACTS[Fact(part)])
    return f"{say(CONTRACTS[Contract(contract)])}, {say(PARTS[Part(part)])}"
