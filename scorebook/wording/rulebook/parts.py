"""What a rule book is made of: chapters with lines of text, and rows of cards. Pages and papers show the same."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook.rules import TRAITS, Contract, RuleSet, Suit
from scorebook.rules.prices import PriceList
from scorebook.wording.games import contract_name
from scorebook.wording.languages import Language


@dataclass(frozen=True, slots=True)
class Run:
    """Cards that stand together, highest first: `before`, the signs of `suits` (said as `names`), `after`.

    Either one rank in several suits ("Ober", then the signs) or the ranks of one suit, or of several alike.
    """

    before: str
    suits: tuple[Suit, ...]
    names: str
    after: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """The order of the cards in some games: their trumps and the plain suits, with a word before each run."""

    title: str
    parts: tuple[tuple[str, tuple[Run, ...]], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One rule: what it is about, and what holds."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    heading: str
    lines: tuple[Line, ...]
    rows: tuple[CardRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All that a rule set means. `suits` are those of the cards, highest first, with their names."""

    suits: tuple[tuple[Suit, str], ...]
    chapters: tuple[Chapter, ...]

    def texts(self) -> Iterator[str]:
        """Give everything that is to be read, from top to bottom."""
        yield from (name for _, name in self.suits)
        for chapter in self.chapters:
            yield chapter.heading
            for row in chapter.rows:
                yield row.title
                for word, runs in row.parts:
                    yield word
                    yield from (f"{run.before} {run.names} {run.after}" for run in runs)
            for line in chapter.lines:
                yield from (line.label, line.text)


@dataclass(frozen=True, slots=True)
class Topic:
    """What each chapter is made from: the rule set, its prices as the engine works them out, and the language."""

    rules: RuleSet
    prices: PriceList
    say: Language

    def offers(self, *contracts: Contract) -> bool:
        """Whether one of these is played."""
        return any(contract in self.rules.offered for contract in contracts)

    def announces(self, name: str) -> bool:
        """Whether a Tout or a Sie may be announced, and there is a game to announce it with."""
        return name in self.rules.contracts and any(name in TRAITS[contract].keys for contract in self.rules.offered)

    def names(self, contracts: tuple[Contract, ...]) -> str:
        """Their names, with commas."""
        return ", ".join(dict.fromkeys(contract_name(contract, self.say) for contract in contracts))
