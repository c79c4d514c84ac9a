"""The other way round: a game as somebody writes it into a line of paper, and games that can be written so."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from scorebook.exchange.paper_row import Row
from scorebook.rules import TRAITS, Contract, RuleSet, Suit
from scorebook.rules.game import opposite
from scorebook.rules.switches import Partners
from scorebook.web.entry_form import asked
from scorebook.web.paper import NO_EXTRAS
from scorebook.wording import GERMAN, Language
from scorebook.wording.shorthand import Kind, Shorthand, plain

SEATED = (
    ("Sepp", "Vroni", "Xaver", "Zenzi"),
    ("Sepp H.", "Sepp M.", "Jörg Weiß", "Änne", "Özlem"),
    ("Zenzi 1", "Zenzi 2", "🎉", "7", "O'Neil", "Klopfer"),
    ("A", "B", "C", "D", "E", "F", "Gras"),
)
"""Who might sit there; some of them can be named by their seats alone."""


def shorthand(rules: RuleSet, names: Sequence[str], say: Language = GERMAN) -> Shorthand:
    """Make the letters as the page does."""
    return Shorthand.of(rules, names, asked(rules, len(names)) - NO_EXTRAS, say)


def named(seat: int, words: Shorthand) -> str:
    """Write somebody down: as much of his name as no other begins with, else the number of his seat."""
    names = [plain(name) for name in words.names]
    begun = (names[seat][:length] for length in range(1, len(names[seat]) + 1))
    others = [name for other, name in enumerate(names) if other != seat]
    own = (start for start in begun if start[0].isalpha() and not any(name.startswith(start) for name in others))
    return next(own, f"#{seat + 1}")


def written(game: Mapping[str, Any], words: Shorthand) -> Row:
    """Write a game down."""
    contract, suit = game["contract"], game.get("suit")
    what = next(one for one in words.whats if (one.contract, one.suit) == (contract, suit))
    traits = TRAITS[Contract(contract)]
    declarer = game.get("declarer", game.get("loser"))
    mate = "" if "partner" not in traits.keys or traits.opposite else "-"
    if traits.deutscher and words.rules.striche.partners is Partners.BLACK_OBERS and "partner" in traits.keys:
        mate = "-"
    mate = named(game["partner"], words) if "partner" in game else mate
    ends = [words.ends[game["result"]]] if "result" in game else []
    ends += [str(game["augen"])] if "augen" in game else []
    ends += [f"{game['opponent_augen']}{words.ends['opponents']}"] if "opponent_augen" in game else []
    ends += map(str, game.get("augen_by_seat", ()))
    extras = [token for extra in words.extras for token in _tokens(extra.key, extra.kind, extra.code, game, words)]
    extras += ["x" * game["stoss"]] if "stoss" in game else []
    return Row("" if declarer is None else named(declarer, words), what.code, mate, " ".join(ends), " ".join(extras))


def _tokens(key: str, kind: Kind, code: str, game: Mapping[str, Any], words: Shorthand) -> list[str]:
    if key in ("mit", "ohne"):
        return [f"{code}{game['laufende']}"] if game.get("laufende_side") == key else []
    if key == "tricks" and "tricks_by_seat" in game:
        return [code + "/".join(map(str, game["tricks_by_seat"]))]
    value = game.get(key)
    if value is None or kind is Kind.FLAG:
        return [code] if value else []
    if kind is Kind.SUIT:
        return [code + words.suits[Suit(value)]]
    if kind is Kind.NUMBER or (key == "klopfer" and isinstance(value, int)):
        return [f"{code}{value}"]
    return [code + named(seat, words) for seat in (value if isinstance(value, list) else [value])]


@st.composite
def writable_games(draw: st.DrawFn, words: Shorthand) -> dict[str, Any]:
    """A game with anything that a line can say of its contract, whether it can be or not."""
    what, seats = draw(st.sampled_from(words.whats)), list(range(len(words.names)))
    keys, traits = TRAITS[what.contract].keys, TRAITS[what.contract]
    game: dict[str, Any] = {"contract": what.contract.value} | ({"suit": what.suit.value} if what.suit else {})
    out: list[int] = []
    if len(seats) > 4:
        out = sorted(draw(st.permutations(seats))[4:])
        game |= {"players": len(seats), "sitting_out": out}
    active = [seat for seat in seats if seat not in out]
    if traits.has_declarer:
        game["declarer"] = draw(st.sampled_from(active))
        mates = [seat for seat in active if seat != game["declarer"]]
        free = traits.deutscher and words.rules.striche.partners is Partners.BLACK_OBERS
        if "partner" in keys and traits.opposite and not free:
            game["partner"] = opposite(tuple(active), game["declarer"])
        elif "partner" in keys and not (free and draw(st.booleans())):
            game["partner"] = draw(st.sampled_from(mates))
    piles, seat = st.lists(st.integers(0, 120), min_size=len(seats), max_size=len(seats)), st.sampled_from(active)
    values: dict[str, st.SearchStrategy[Any]] = {
        "result": st.sampled_from(("won", "lost")),
        **dict.fromkeys(("augen", "opponent_augen"), st.integers(0, 120)),
        **dict.fromkeys(("augen_by_seat", "tricks_by_seat"), piles),
        **dict.fromkeys(("loser", "revoke"), seat),
        **dict.fromkeys(("tricks", "caller_trumps", "target"), st.integers(0, 120)),
        "bock": st.sampled_from((1, 2, 4)),
        "called": st.sampled_from([suit.value for suit in Suit if suit is not Suit.HERZ]),
        "called_rank": st.just("zehn"),
        "klopfer": st.integers(0, 4) | st.lists(seat, min_size=1, max_size=4, unique=True),
        "jungfrauen": st.lists(seat, min_size=1, max_size=2, unique=True),
        "stoss": st.integers(1, words.rules.stoss.max or 1),
    }
    known = {extra.key for extra in words.extras} | {"result", "augen", "opponent_augen", "loser"}
    known |= {"augen_by_seat", "tricks_by_seat"} | ({"stoss"} if words.rules.stoss.max else set())
    for key in sorted((keys | {"dealer"}) & known):
        if draw(st.booleans()):
            game[key] = draw(values.get(key, seat if key == "dealer" else st.just(True)))
    if "mit" in known and "laufende" in keys and draw(st.booleans()):
        game |= {"laufende": draw(st.integers(0, 14)), "laufende_side": draw(st.sampled_from(("mit", "ohne")))}
    return game
