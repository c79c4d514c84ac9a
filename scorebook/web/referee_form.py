"""The form that asks the referee: what was played, the tricks and hands as lines of text, and what is decided.

It judges nothing; `scorebook.rules.referee` does. What was typed stays, and errors stand at their line.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.exchange import parse_game
from scorebook.exchange.tricks import parse_cards, trick_lines
from scorebook.rules import TRAITS, Contract, Finding, Game, Model, RuleSet, Suit
from scorebook.rules.cards import CARD
from scorebook.rules.evidence import Trick
from scorebook.rules.game import ACTIVE_PLAYERS, following
from scorebook.rules.play import CALLING
from scorebook.web.answers import WHOLE_NUMBER, number
from scorebook.web.fields import ChoiceField, FlagField, ListField, SeatsField, TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording.rulings import REASONS

DECIDING = ("ply", "seat", "reason", "judge")
"""What is asked once the ruling is there."""
SHOWN_AT = {"called": "suit", "players": "sitting_out", "called_rank": "suit"}
"""Where a key stands that has no field of its own."""
LONGEST = 400
"""Characters of a line that are read."""


@dataclass(frozen=True, slots=True)
class Case:
    """What the referee is asked about."""

    game: Game
    tricks: tuple[Trick, ...]
    hands: Mapping[int, tuple[str, ...]]


class RefereeForm(PageForm):
    """A question to the referee. It is sent by GET, so that a ruling has an address of its own."""

    rules = ListField(_("Regeln"))
    names = TextsField(_("Namen"))
    sitting_out = SeatsField(_("Wer sitzt aus?"))
    contract = ChoiceField(_("Was?"), default="")
    suit = ChoiceField(_("Trumpf, oder welche Sau ist gerufen?"), default="")
    called_rank = FlagField(_("Zehn statt Sau"), meaning="zehn")
    declarer = ChoiceField(_("Wer spielt?"), default="")
    partner = ChoiceField(_("Wer hat die gerufene Sau?"), default="")
    lead = ChoiceField(_("Wer kommt im ersten Stich heraus?"), default="")
    tricks = TextsField(_("Stiche"))
    hands = TextsField(_("Hände"))
    ply = ChoiceField(_("Worum geht es?"), default="")
    seat = ChoiceField(_("Falsch gespielt hat"), default="")
    reason = ListField(_("Was war falsch?"), default="")
    judge = StringField(_("Wer entscheidet?"))

    def offer(self, rules: RuleSet, seated: Sequence[str]) -> "RefereeForm":
        """Fill in the choices for these rules and people; questions that do not arise there go."""
        self.seated, self.lines = seated, rules.deck.tricks
        self.line_errors: dict[tuple[str, int], list[str]] = defaultdict(list)
        seats = [_choice(seat, name, person=True) for seat, name in enumerate(seated)]
        offered = contracts(rules, self.contract.data)
        self.contract.choices = [_choice(one, wording.contract_name(one, gettext)) for one in offered]
        self.suit.choices = [_choice(suit, wording.suit_name(suit, gettext), suit=suit) for suit in Suit]
        self.lead.choices = self.sitting_out.choices = self.seat.choices = seats
        self.declarer.choices = self.partner.choices = [*seats, _choice("", gettext("egal"))]
        own = [_choice(gettext(text), gettext(text)) for text in REASONS.values()]
        codes = [_choice(code, wording.revoke_reason(code, gettext)) for code in wording.REVOKE_REASONS]
        self.reason.choices = [*codes[:1], *own, *codes[1:]]
        if not rules.called_ten:
            del self.called_rank
        if CALLING.isdisjoint(offered):
            del self.partner
        if len(seated) == ACTIVE_PLAYERS:
            del self.sitting_out
        return self

    def only(self, active: Collection[int]) -> None:
        """Let nobody have played wrong but those who played."""
        self.seat.choices = [choice for choice in self.seat.choices if int(choice.value) in active]

    def decide(self, breaches: Sequence[tuple[int, str]], chosen: int) -> None:
        """Ask which breach it is about; who decides may still say something else."""
        self.ply.choices = [_choice(ply, said) for ply, said in breaches]
        self.ply.data = str(chosen)
        for field in (self.seat, self.reason):
            field.choices = [_choice("", gettext("wie bewiesen")), *field.choices]

    # --- What was asked ---

    def case(self) -> Case:
        """Read what was asked. Raises `ShapeError` for a game that cannot be read."""
        return Case(parse_game(self._game()), tuple(self._tricks()), self._hands())

    def _game(self) -> dict[str, object]:
        """The game as an object of FORMAT.md 1, without a result."""
        contract = self.contract.data or ""
        calls = contract in CALLING
        traits = TRAITS[Contract(contract)] if contract in set(Contract) else None
        suit = "called" if calls else "suit" if traits is not None and traits.needs_suit else ""
        parts: dict[str, object] = {
            "contract": contract,
            suit: self.suit.data,
            "declarer": self.declarer.data if traits is not None and traits.has_declarer else "",
            "partner": self.partner.data if calls and "partner" in self else "",
        }
        game = {key: number(str(value)) for key, value in parts.items() if key and value}
        if calls and "called_rank" in self and self.called_rank.data:
            game["called_rank"] = "zehn"
        if "sitting_out" in self:
            game |= {"players": len(self.seated), "sitting_out": [number(seat) for seat in self.sitting_out.data or ()]}
        return game

    def _tricks(self) -> Iterable[Trick]:
        """The tricks up to the last line in which something stands; a name and a colon before one say who led it."""
        lines = [str(line)[:LONGEST].strip() for line in self.tricks.data or ()]
        while lines and not lines[-1]:
            lines.pop()
        lead = self.lead.data or ""
        for place, line in enumerate(lines or [""]):
            who, colon, cards = line.rpartition(":")
            first = None if place or not WHOLE_NUMBER.fullmatch(lead) else int(lead)
            yield Trick(parse_cards(cards), self._seat_of(who, place) if colon else first)

    def _seat_of(self, who: str, place: int) -> int | None:
        """The seat of a name that stands before a trick, or of its number from 1 on."""
        names = [str(seat + 1) for seat in range(len(self.seated))], [name.casefold() for name in self.seated]
        found = [known.index(who.strip().casefold()) for known in names if who.strip().casefold() in known]
        if not found:
            text = gettext("„%(name)s“ sitzt nicht am Tisch.", name=who.strip())
            self.line_errors["tricks", place].append(text)
            self.tricks.errors = [*self.tricks.errors, text]
        return found[0] if found else None

    def _hands(self) -> dict[int, tuple[str, ...]]:
        lines = enumerate(str(line)[:LONGEST] for line in (self.hands.data or ())[: len(self.seated)])
        return {seat: parse_cards(line) for seat, line in lines if line.strip()}

    # --- What is wrong with it ---

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, or at its line, in words."""
        for finding in findings:
            text = wording.message(finding, gettext, self.seated)
            name, _dot, place = finding.field.partition(".")
            if name == "contract" and not self.contract.data:
                text = gettext("Was wurde gespielt?")
            field = self._fields.get(SHOWN_AT.get(name, name))
            if field is None:
                self.top.append(text)
                continue
            field.errors = [*field.errors, text]
            if place.isdecimal() and name in ("tricks", "hands"):
                self.line_errors[name, int(place)].append(text)


def contracts(rules: RuleSet, asked: str | None = None) -> tuple[Contract, ...]:
    """The contracts that these rules play with cards, Sauspiel first; last the one that is asked about all the same.

    A game that is not on offer can be recorded where the table says so, and then be ruled on.
    """
    deutsch = rules.model is Model.STRICHE
    known = [c for c in Contract if c is not Contract.ALL_PASS and TRAITS[c].deutscher is deutsch]
    upward = list(reversed(rules.offered))
    played = sorted(upward, key=lambda contract: contract is not Contract.SAUSPIEL)
    return tuple(c for c in dict.fromkeys((*played, *(c for c in known if c == asked))) if c in known)


def asked_from(game: Game) -> MultiDict[str, str]:
    """What somebody would type who asks about a recorded game: contract and people, and the cards if it has them."""
    asked: MultiDict[str, str] = MultiDict()
    suit = game.called or game.suit
    said = (("contract", game.contract), ("declarer", game.declarer), ("suit", suit))
    for name, value in (*said, ("partner", game.partner if game.contract in CALLING else None)):
        if value is not None:
            asked[name] = str(value)
    asked.setlist("sitting_out", [str(seat) for seat in game.sitting_out])
    if game.called_rank == "zehn":
        asked["called_rank"] = "y"
    cards = game.protocol
    if cards is None:
        if game.dealer is not None and game.active:
            asked["lead"] = str(following(game.active, game.dealer))
        return asked
    asked["lead"] = str(cards.lead)
    asked.setlist("tricks", trick_lines(cards))
    asked.setlist("hands", [" ".join(sorted(hand, key=_place)) for hand in cards.hands or ()])
    return asked


def _place(code: str) -> int:
    return list(CARD).index(code) if code in CARD else len(CARD)


def _choice(value: object, label: str, **extra: object) -> Any:
    """One answer; `extra` is for the template."""
    return SelectChoice(str(value), label, dict(extra))
