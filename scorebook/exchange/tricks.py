"""Cards as people write them: a line of a trick or a hand, the tricks of a game, the JSON of a protocol.

What is no card stays as it was typed: whoever plays the cards knows whose it was, and says so.
"""

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from pydantic import TypeAdapter, ValidationError

from scorebook.exchange.games import ProtocolData
from scorebook.exchange.strict import ShapeError, findings_of, load_json
from scorebook.rules import Finding, Game, Protocol, Rank, RuleSet, Suit
from scorebook.rules.cards import CARD
from scorebook.rules.cardset import PLACE
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.play import Position

PROTOCOL: TypeAdapter[ProtocolData] = TypeAdapter(ProtocolData)
SUITS: dict[Suit, str] = {
    Suit.EICHEL: "eicheln eichel eichl oachl acorns acorn kreuz clubs club e ♣ ♧",
    Suit.GRAS: "gras gros blatt laub grün gruen leaves leaf pik spades spade g p ♠ ♤",
    Suit.HERZ: "herz hearts heart rot h ♥ ♡",
    Suit.SCHELLEN: "schellen schelln schelle bells bell karo diamonds diamond s ♦ ♢",
}
"""How people write a suit, in small letters; French ones too, and in the languages of the pages.

K alone could be Kreuz or Karo, and is neither. C and D are none either: beside them S, the bells, would look like
spades.
"""
RANKS: dict[Rank, str] = {
    Rank.SAU: "sau ass as ace daus s a",
    Rank.ZEHN: "zehner zehn ten 10 z",
    Rank.KOENIG: "könig koenig king k",
    Rank.OBER: "ober dame queen o d q",
    Rank.UNTER: "unter bube jack u b j",
    Rank.NEUN: "neuner neun nine 9",
    Rank.ACHT: "achter acht eight 8",
    Rank.SIEBEN: "siebener sieben seven 7",
}
"""How people write a rank."""
_SUIT = {word: suit.letter for suit, words in SUITS.items() for word in words.split()}
_RANK = {word: rank.value for rank, words in RANKS.items() for word in words.split()}
_ONE = re.compile("({})({})".format(*("|".join(sorted(words, key=len, reverse=True)) for words in (_SUIT, _RANK))))
_AS_PICTURE = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]")
"""What keyboards of phones put behind a sign: show it as text, or as a picture."""
_WORD = re.compile(r"[^\s,;.:/|()+\N{EN DASH}\N{EM DASH}-]+")

Plies = tuple[tuple[int, str], ...]


def parse_cards(text: str) -> tuple[str, ...]:
    """Read one line of cards as codes of two letters (FORMAT.md 4), in the order in which they stand there.

    Codes and words, large or small, German or French cards in any language of the pages, with any space, comma or dash
    between them or none. What is no card stays as it was typed. Not checked: how many there are, and whether one
    stands there twice.

    >>> parse_cards("EO, h7 - Gras 8"), parse_cards("Eichel-Ober Pik-Ass gX")
    (('EO', 'H7', 'G8'), ('EO', 'GS', 'gX'))
    """
    plain = _AS_PICTURE.sub("", normalize("NFC", text))
    return tuple(_codes(_WORD.findall(plain)))


def _codes(words: Sequence[str]) -> Iterator[str]:
    """Read words: a suit and the rank behind it are one card, and a word may hold several."""
    suit = ""
    for word in words:
        rank = _RANK.get(word.lower())
        if suit and rank is not None:
            yield _SUIT[suit.lower()] + rank
            suit = ""
            continue
        if suit:
            yield suit
        suit = word if word.lower() in _SUIT else ""
        if not suit:
            yield from _glued(word)
    if suit:
        yield suit


def _glued(word: str) -> Iterator[str]:
    """Read a word that holds a card or several ("EOH7"); what does not is given as it is."""
    found = _ONE.findall(word.lower())
    if sum(len(suit + rank) for suit, rank in found) == len(word):
        yield from (_SUIT[suit] + _RANK[rank] for suit, rank in found)
    else:
        yield word


def trick_lines(protocol: Protocol) -> list[str]:
    """Write the tricks of a protocol as one types them: a line of codes for each, the last may be short.

    >>> trick_lines(Protocol(None, 0, ((0, "GS"), (1, "G7"), (2, "GK"), (3, "G9"), (0, "HS"))))
    ['GS G7 GK G9', 'HS']
    """
    codes = [code for _seat, code in protocol.played]
    return [" ".join(codes[start : start + ACTIVE_PLAYERS]) for start in range(0, len(codes), ACTIVE_PLAYERS)]


def read_tricks(
    game: Game, rules: RuleSet, lead: int, tricks: Sequence[Sequence[str]]
) -> tuple[Plies, tuple[Finding, ...]]:
    """Give the cards of all tricks their seats: `lead` leads the first one, whoever took it the next.

    `tricks` are codes in the order in which the cards fell; only the last may have fewer than four. What is wrong is
    named by trick, from 0 ("tricks.2"); the plies then mean nothing. Not checked: whether the cards make a deck or may
    be played (`scorebook.rules.assess` does). Raises `ValueError` for a contract that is not played or lacks its suit.

    >>> from scorebook.rules import Contract, preset
    >>> wenz = Game(contract=Contract.WENZ, declarer=0)
    >>> read_tricks(wenz, preset(), 1, [["GS", "G7", "GK", "G9"], ["HS"]])[0]
    ((1, 'GS'), (2, 'G7'), (3, 'GK'), (0, 'G9'), (1, 'HS'))
    """
    position = Position.start(game, rules, [()] * game.players, lead)
    findings = list(_uneven(tricks, rules.deck.tricks))
    plies: list[tuple[int, str]] = []
    for number, trick in enumerate(tricks):
        if findings:
            break
        for seat, code in zip(_round(position), trick, strict=False):
            plies.append((seat, code))
            if code not in CARD:
                place = {"card": code, "seat": seat, "ply": len(plies) - 1}
                findings.append(Finding("card.unknown", f"tricks.{number}", place))
        if not findings:
            for code in trick:
                position = position.after(PLACE[code])
    return tuple(plies), tuple(findings)


def _uneven(tricks: Sequence[Sequence[str]], most: int) -> Iterator[Finding]:
    """Find tricks that have not four cards although others follow, or more than four, and those that are too many."""
    for number, trick in enumerate(tricks[most:], start=most):
        if trick:
            yield Finding("ply.too_many", f"tricks.{number}", {"ply": number * ACTIVE_PLAYERS})
            return
    last = max((number for number, trick in enumerate(tricks) if trick), default=-1)
    for number, trick in enumerate(tricks[: last + 1]):
        few = len(trick) < ACTIVE_PLAYERS and number < last
        if few or len(trick) > ACTIVE_PLAYERS:
            code = "trick.size" if trick else "trick.missing"
            yield Finding(code, f"tricks.{number}", {"trick": number + 1, "given": len(trick)})


def _round(position: Position) -> tuple[int, ...]:
    """The seats in the order in which they play the next trick; none after the last one."""
    active, turn = position.table.active, position.turn
    if turn is None:
        return ()
    start = active.index(turn)
    return active[start:] + active[:start]


def parse_protocol(text: str | bytes) -> Protocol:
    """Read the cards of a game from JSON: the object of FORMAT.md 4, or a whole game that has it as `protocol`.

    Raises `ShapeError` with what is wrong and where.
    """
    data = load_json(text)
    if isinstance(data, dict) and isinstance(data.get("protocol"), dict):
        data = data["protocol"]
    if not isinstance(data, dict):
        raise ShapeError([Finding("protocol.not_object", "")])
    try:
        read = PROTOCOL.validate_python(data)
    except ValidationError as error:
        raise ShapeError(findings_of(error)) from error
    return Protocol(read.get("hands"), read["lead"], read["played"])
