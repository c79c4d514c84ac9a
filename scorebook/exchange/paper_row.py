"""One line of a paper list, typed in few letters: texts in, an object of FORMAT.md 1 out, or what is wrong and where.

Pure. Whether such a game can be is judged where games are read; here a line is understood, or it is not.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from scorebook.errors import ScorebookError
from scorebook.exchange.asking import across
from scorebook.rules import TRAITS, Contract
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.switches import Partners
from scorebook.wording.shorthand import ALONE, ENDS, LOST, OPPONENTS, STOSS, WON, Extra, Kind, Shorthand, What, plain

NUMBER = re.compile(r"[0-9]{1,3}")
SEAT = re.compile(r"#?([0-9]{1,2})")
BETWEEN = re.compile(r"[\s,;]+")
PILES = re.compile(r"[0-9]{1,3}(/[0-9]{1,3})*")
ALL_AUGEN = 120
COLUMN_OF = {
    **dict.fromkeys(("declarer", "loser"), "who"),
    **dict.fromkeys(("contract", "suit"), "what"),
    "partner": "mate",
    **dict.fromkeys(("result", "augen", "opponent_augen", "augen_by_seat"), "end"),
}
"""In which column a key of a game stands; all others are extras."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was typed into a line, by column."""

    who: str = ""
    what: str = ""
    mate: str = ""
    end: str = ""
    extras: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(getattr(self, field.name).strip() for field in fields(self))


class LineError(ScorebookError):
    """A line that says no game; `columns` say where and why."""

    def __init__(self, columns: Mapping[str, str]) -> None:
        super().__init__(" ".join(columns.values()))
        self.columns = columns


class UnclearError(ValueError):
    """A text that says nothing that is known; it says so in words for people."""


Read = tuple[dict[str, Any], dict[str, str]]
"""A game as far as it was understood, and what is wrong, by column."""


def read_row(row: Row, words: Shorthand, out: Callable[[int | None], Sequence[int]] = lambda _dealer: ()) -> Read:
    """Understand a line. Nothing is guessed: a text that could mean two things is refused.

    `out` says who sits out where the line does not, when this seat deals (None: whose turn it is).
    A Sauspiel of the first with the third, won with 74 Augen and four Laufende, and somebody doubled:

    >>> from scorebook.rules import preset
    >>> from scorebook.wording import GERMAN
    >>> keys = {"laufende", "klopfer"}
    >>> words = Shorthand.of(preset(), ("Sepp", "Vroni", "Xaver", "Zenzi"), keys, GERMAN)
    >>> game, wrong = read_row(Row("se", "s", "x", "74", "l4 k1"), words)
    >>> game["declarer"], game["partner"], game["augen"], game["laufende"], game["klopfer"], wrong
    (0, 2, 74, 4, 1, {})
    """
    game: dict[str, Any] = {}
    wrong: dict[str, str] = {}

    def column(name: str, read: Callable[[str], Mapping[str, Any]]) -> None:
        try:
            game.update(read(getattr(row, name).strip()))
        except UnclearError as error:
            wrong[name] = str(error)

    column("what", lambda text: _what(text, words))
    contract = Contract(game["contract"]) if "contract" in game else None
    column("extras", lambda text: _extras(text, contract, words))
    if len(words.names) != ACTIVE_PLAYERS:
        game["players"] = len(words.names)
        game.setdefault("sitting_out", list(out(game.get("dealer"))))
    column("who", lambda text: _who(text, contract, words))
    column("mate", lambda text: _mate(text, game, words))
    column("end", lambda text: _end(text, game, words))
    return game, wrong


def seat_of(text: str, words: Shorthand) -> int:
    """Find somebody by the number of his seat, from 1 on ("2", "#2"), or by the beginning of his name.

    Raises `UnclearError`.
    """
    say, wanted = words.say, plain(text)
    if (number := SEAT.fullmatch(text.strip())) and 1 <= int(number[1]) <= len(words.names):
        return int(number[1]) - 1
    names = [plain(name) for name in words.names]
    for found in (
        [seat for seat, name in enumerate(names) if name == wanted],
        [seat for seat, name in enumerate(names) if name.startswith(wanted)],
    ):
        if len(found) == 1 and wanted:
            return found[0]
        if len(found) > 1 and wanted:
            either = _or((words.names[seat] for seat in found), words)
            raise UnclearError(say("„%(text)s“ kann %(names)s sein.", text=text, names=either))
    raise UnclearError(say("„%(text)s“ sitzt hier nicht.", text=text))


def _or(names: Iterable[str], words: Shorthand) -> str:
    return f" {words.say('oder')} ".join(names)


def _what(text: str, words: Shorthand) -> Mapping[str, Any]:
    if not text:
        raise UnclearError(words.say("Was wurde gespielt?"))
    found = _find_what(plain(text), words)
    if len(found) > 1:
        either = _or((what.name for what in found), words)
        raise UnclearError(words.say("„%(text)s“ kann %(names)s sein.", text=text, names=either))
    if not found:
        raise UnclearError(words.say("„%(text)s“ wird hier nicht gespielt.", text=text))
    said: dict[str, Any] = {"contract": found[0].contract.value}
    return said if found[0].suit is None else said | {"suit": found[0].suit.value}


def _find_what(text: str, words: Shorthand) -> list[What]:
    """Give what the letters mean: exactly, else written out, else as a beginning of that."""
    exact = [what for what in words.whats if text == what.code]
    whole = [what for what in words.whats if text in what.spellings]
    begun = [what for what in words.whats if text and any(one.startswith(text) for one in what.spellings)]
    return exact or whole or begun


def _who(text: str, contract: Contract | None, words: Shorthand) -> Mapping[str, Any]:
    say = words.say
    if contract is Contract.RAMSCH:
        return {"loser": seat_of(text, words)} if text else {}
    if contract is Contract.ALL_PASS:
        if text:
            raise UnclearError(say("Da spielt niemand. Bitte leeren."))
        return {}
    if not text:
        raise UnclearError(say("Wer hat gespielt?"))
    return {"declarer": seat_of(text, words)}


def _mate(text: str, game: Mapping[str, Any], words: Shorthand) -> Mapping[str, Any]:
    """Read the partner. Where he sits opposite he need not be named; where he is free, nobody must be said too."""
    traits = TRAITS[Contract(game["contract"])] if "contract" in game else None
    free = traits is not None and traits.deutscher and words.rules.striche.partners is Partners.BLACK_OBERS
    if traits is not None and "partner" not in traits.keys:
        if text:
            raise UnclearError(words.say("Da spielt keiner mit. Bitte leeren."))
        return {}
    if free and text in (ALONE, "–"):
        return {}
    if text:
        return {"partner": seat_of(text, words)}
    if free:
        raise UnclearError(words.say("Mit wem? Wer allein spielt: -"))
    if traits is not None and not traits.opposite:
        raise UnclearError(words.say("Mit wem?"))
    return across(game)


def _end(text: str, game: Mapping[str, Any], words: Shorthand) -> Mapping[str, Any]:
    contract = game.get("contract")
    tokens = [token for token in BETWEEN.split(text.casefold()) if token]
    if contract == Contract.RAMSCH and tokens:
        return {"augen_by_seat": _piles(tokens, game, words)}
    if contract == Contract.ALL_PASS and tokens:
        raise UnclearError(words.say("Da gibt es kein Ergebnis. Bitte leeren."))
    said: dict[str, Any] = {}
    for token in tokens:
        said |= _one_end(token, said, words)
    return said


def _one_end(token: str, said: Mapping[str, Any], words: Shorthand) -> Mapping[str, Any]:
    """Read one result: the letter of won or lost, or Augen of one of the piles."""
    say, pile = words.say, words.ends[OPPONENTS]
    for key in (WON, LOST):
        if plain(token) in (words.ends[key], plain(say(ENDS[key]))):
            return _once({"result": key}, said, token, words)
    if NUMBER.fullmatch(token):
        return _once({"augen": int(token)}, said, token, words)
    if token.endswith(pile) and NUMBER.fullmatch(token.removesuffix(pile)):
        return _once({"opponent_augen": int(token.removesuffix(pile))}, said, token, words)
    won, lost = words.ends[WON], words.ends[LOST]
    text = say("„%(text)s“ ist kein Ergebnis: %(won)s, %(lost)s, 74 oder 46%(pile)s.")
    raise UnclearError(text % {"text": token, "won": won, "lost": lost, "pile": pile})


def _once(part: dict[str, Any], said: Mapping[str, Any], token: str, words: Shorthand) -> dict[str, Any]:
    if part.keys() & said.keys():
        raise UnclearError(words.say("„%(text)s“ sagt noch einmal, was schon da steht.", text=token))
    return part


def _piles(tokens: list[str], game: Mapping[str, Any], words: Shorthand) -> list[int]:
    """Read what each one took in a Ramsch, by seat; the last pile is what the others leave, and need not be said."""
    numbers = [part for token in tokens for part in token.split("/")]
    out = game.get("sitting_out", [])
    if not all(NUMBER.fullmatch(part) for part in numbers) or len(numbers) not in (3, 4, len(words.names)):
        raise UnclearError(words.say("Im Ramsch stehen hier vier Zahlen, die Augen nach Plätzen: 30 40 20 30."))
    piles = [int(part) for part in numbers]
    if len(piles) == ACTIVE_PLAYERS - 1:
        piles.append(max(0, ALL_AUGEN - sum(piles)))
    if len(piles) == len(words.names):
        return piles
    if len(out) != len(words.names) - ACTIVE_PLAYERS:
        raise UnclearError(words.say("Bitte für jeden am Tisch eine Zahl; wer aussitzt, hat 0."))
    left = iter(piles)
    return [0 if seat in out else next(left) for seat in range(len(words.names))]


def _extras(text: str, contract: Contract | None, words: Shorthand) -> Mapping[str, Any]:
    said: dict[str, Any] = {}
    for token in filter(None, BETWEEN.split(text.casefold())):
        part = _stoss(token, words) or _extra(token, contract, words)
        for key, value in part.items():
            there = said.get(key)
            if isinstance(there, list) and isinstance(value, list) and not set(there) & set(value):
                said[key] = there + value
            else:
                said |= _once({key: value}, said, token, words)
    return said


def _stoss(token: str, words: Shorthand) -> Mapping[str, Any]:
    """Read Kontra and what follows: an x each, or its name; nothing for other words."""
    names = [plain(name) for name in words.stoss_names]
    if names and set(token) == {STOSS}:
        return {"stoss": len(token)}
    return {"stoss": names.index(plain(token)) + 1} if plain(token) in names else {}


def _extra(token: str, contract: Contract | None, words: Shorthand) -> Mapping[str, Any]:
    flags = [extra for extra in words.extras if extra.kind is Kind.FLAG]
    for extra in flags:
        if plain(token) in (extra.code, plain(extra.name)):
            return {extra.key: "zehn" if extra.key == "called_rank" else True}
    others = [extra for extra in words.extras if extra.kind is not Kind.FLAG]
    begun = [(start, extra) for extra in others for start in (plain(extra.name), extra.code) if token.startswith(start)]
    for start, extra in sorted(begun, key=lambda pair: -len(pair[0])):
        part = _valued(extra, token.removeprefix(start), contract, words)
        if part:
            return part
    for start, extra in begun:
        if extra.kind in (Kind.PERSON, Kind.PEOPLE):  # say who is not found
            seat_of(token.removeprefix(start), words)
    raise UnclearError(words.say("„%(text)s“ kenne ich nicht. Was es gibt, steht bei den Kürzeln.", text=token))


def _valued(extra: Extra, text: str, contract: Contract | None, words: Shorthand) -> Mapping[str, Any]:
    """Read what stands behind the letters of an extra; nothing where that is none of its kind."""
    if extra.kind is Kind.SUIT:
        found = [suit.value for suit, code in words.suits.items() if text and code == text]
        return {extra.key: found[0]} if found else {}
    if extra.key == "tricks" and contract is Contract.RAMSCH:
        return {"tricks_by_seat": [int(part) for part in text.split("/")]} if PILES.fullmatch(text) else {}
    if extra.kind is Kind.NUMBER or (extra.key == "klopfer" and NUMBER.fullmatch(text)):
        return _counted(extra.key, int(text)) if NUMBER.fullmatch(text) else {}
    if not text.startswith("#") and not plain(text)[:1].isalpha():
        return {}
    try:
        seat = seat_of(text, words)
    except UnclearError:
        return {}
    return {extra.key: [seat] if extra.kind is Kind.PEOPLE else seat}


def _counted(key: str, count: int) -> Mapping[str, Any]:
    return {"laufende": count, "laufende_side": key} if key in ("mit", "ohne") else {key: count}
