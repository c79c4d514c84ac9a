"""What was answered on the entry form: texts in, an object of FORMAT.md 1 out. No form, no database, no rule.

Whether an answer can be is judged where games are read; here a text that is no number stays the text that it is.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from uuid import UUID, uuid4

from werkzeug.datastructures import MultiDict

from scorebook.exchange import ShapeError, load_json
from scorebook.exchange.asking import across, traits_of
from scorebook.rules import Contract
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.web.texts import gettext as _

WHOLE_NUMBER = re.compile(r"[0-9]{1,4}")
PERSON = re.compile(r"[0-9]{1,9}")
"""The id of somebody, as a page says it."""
SEATED = re.compile(r"[0-9]{1,9}(,[0-9]{1,9}){3,6}")
"""Who sits there, by seat, as a page says it: "3,1,7,2"."""
NOBODY = "nobody"
"""The partner of somebody who plays alone at a table where partners are free."""

Texts = Sequence[str]
Part = dict[str, object]


def number(text: str) -> object:
    """Give the number that a text says, or the text for the parser to refuse."""
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


def _count(name: str, texts: Texts) -> Part:
    return {name: number(texts[0])}


def _word(name: str, texts: Texts) -> Part:
    return {name: texts[0]}


def _flag(name: str, _texts: Texts) -> Part:
    return {name: True}


def _zehn(name: str, _texts: Texts) -> Part:
    return {name: "zehn"}


def _seats(name: str, texts: Texts) -> Part:
    return {name: [number(text) for text in texts]}


def _piles(name: str, texts: Texts) -> Part:
    """One number a seat; an empty one counts 0 as soon as another is there."""
    return {name: [number(text or "0") for text in texts]}


def _run(name: str, texts: Texts) -> Part:
    """Laufende: how many, and who held them, as one answer ("mit-3")."""
    side, _dash, count = texts[0].partition("-")
    return {name: number(count), "laufende_side": side}


def _cards(name: str, texts: Texts) -> Part:
    """The cards, which travel as JSON; what is none stays the text that it is."""
    try:
        return {name: load_json(texts[0])}
    except ShapeError:
        return {name: texts[0]}


KEYS: dict[str, Callable[[str, Texts], Part]] = {
    **dict.fromkeys(("partner", "loser", "stoss", "dealer", "bock", "revoke"), _count),
    **dict.fromkeys(("augen", "opponent_augen", "tricks", "caller_trumps", "target"), _count),
    **dict.fromkeys(("result", "called", "revoke_reason"), _word),
    **dict.fromkeys(("schneider", "schwarz", "tout", "sie", "schneider_announced", "schwarz_announced"), _flag),
    **dict.fromkeys(("jungfrauen", "klopfer", "sitting_out"), _seats),
    **dict.fromkeys(("augen_by_seat", "tricks_by_seat"), _piles),
    "called_rank": _zehn,
    "laufende": _run,
    "protocol": _cards,
}
"""How each answer becomes its part of a game."""
TYPED = ("augen", "opponent_augen", "tricks", "caller_trumps", "target", "augen_by_seat", "tricks_by_seat")
"""Numbers that people type."""


class Answers:
    """The answers of one form by name, without space around them. An answer without a text is none."""

    def __init__(self, sent: MultiDict[str, str]) -> None:
        stripped = {name: [text.strip() for text in texts] for name, texts in sent.lists()}
        self._texts = {name: texts for name, texts in stripped.items() if any(texts)}

    @property
    def uuid(self) -> UUID:
        """The mark of the rendered form; a new one where it is missing or was changed by hand."""
        try:
            return UUID(self._one("uuid"))
        except ValueError:
            return uuid4()

    @property
    def after_number(self) -> int | None:
        """The last game that the page knew; None where it is not said."""
        return self._known("after_number")

    @property
    def seated(self) -> tuple[int, ...] | None:
        """Who sat there when the page was made, by seat; None where it is not said."""
        text = self._one("seated")
        return tuple(map(int, text.split(","))) if SEATED.fullmatch(text) else None

    def wrong(self) -> Iterator[tuple[str, str]]:
        """Find what the answers alone can tell: what is missing, and numbers that are none. Field and words."""
        for name in TYPED:
            if any(text and not WHOLE_NUMBER.fullmatch(text) for text in self._texts.get(name, ())):
                yield name, _("Bitte eine ganze Zahl, zum Beispiel 70.")
        who, contract = self._one("who"), self._one("contract")
        if not who:
            yield "who", _("Wer hat gespielt?")
        elif self._without_declarer and contract not in ("", Contract.SAUSPIEL):
            yield "contract", _("„Wer spielt?“ sagt etwas anderes.")
        elif not self._without_declarer and not contract:
            yield "contract", _("Was wurde gespielt?")
        elif self._opposite_is_open():
            yield "partner", _("Mit wem?")

    def game(self) -> Part:
        """Make the object of FORMAT.md 1; what was not answered is left out."""
        game = self._who_and_what()
        for name, texts in self._texts.items():
            if name in KEYS:
                game |= KEYS[name](name, texts)
        players = self._known("players")
        if players and players != ACTIVE_PLAYERS:
            game["players"] = players
        if game.get("partner") == NOBODY:
            del game["partner"]
        elif "partner" not in game and self._known("opposite"):
            game |= across(game)
        return game

    def _one(self, name: str) -> str:
        return self._texts.get(name, ("",))[0]

    def _known(self, name: str) -> int | None:
        """A number that the page had put into the form."""
        text = self._one(name)
        return int(text) if WHOLE_NUMBER.fullmatch(text) else None

    @property
    def _without_declarer(self) -> str:
        """The contract in which nobody announced anything, if that was the answer to who played; "" otherwise."""
        who = self._one("who")
        return "" if who[:1].isdigit() else who

    def _who_and_what(self) -> Part:
        if self._without_declarer:
            return {"contract": self._without_declarer}
        contract, _dash, suit = self._one("contract").partition("-")
        game: Part = {"declarer": number(self._one("who"))}
        return game | {key: word for key, word in (("contract", contract), ("suit", suit)) if word}

    def _opposite_is_open(self) -> bool:
        """Whether the partner could be the one opposite or another, and nobody said so."""
        traits = traits_of(self._who_and_what())
        fixed = traits is not None and traits.opposite and not self._without_declarer
        return bool(fixed and not self._one("partner") and not self._known("opposite"))
