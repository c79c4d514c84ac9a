"""The form that records a game. It asks in the order of thought, offers what the rule set offers, and judges nothing.

`scorebook.web.answers` makes the object of FORMAT.md 1 out of what was answered; `EntryForm.show` puts findings at
their fields.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from wtforms import HiddenField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.exchange import game_json
from scorebook.exchange.asking import contracts, keys_asked, keys_of, partner_is_free
from scorebook.rules import TRAITS, Contract, Finding, Game, Model, RuleSet, StockMode, Suit
from scorebook.rules.game import ACTIVE_PLAYERS, opposite
from scorebook.rules.scoring import fewest_laufende
from scorebook.rules.switches import AllPass, Trumpf
from scorebook.rules.validation import PLAYED_ON, stake
from scorebook.web.answers import NOBODY, Answers
from scorebook.web.fields import (
    CardsField,
    ChoiceField,
    ContractField,
    FlagField,
    FreshUuid,
    KnownNumber,
    LevelField,
    ListField,
    NumberField,
    NumbersField,
    RunField,
    SeatsField,
    WhoField,
)
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext, speak_of
from scorebook.web.texts import lazy_gettext as _

NO_KEYS = frozenset({"uuid", "after_number", "players", "opposite", "csrf_token", "who", "contract", "reason"})
"""Fields that are no key of a game, or are read apart."""
SHOWN_AT = {"declarer": "who", "suit": "contract", "laufende_side": "laufende"}
"""Where a key stands that has no field of its own."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there, by seat; who deals, and who therefore sits out."""

    names: Sequence[str]
    dealer: int
    sitting_out: Collection[int] = ()


class EntryForm(PageForm):
    """One game. Field names are the keys of FORMAT.md 1. It is read as it is, and shown after `offer`."""

    uuid = FreshUuid(default=uuid4)
    after_number = KnownNumber()
    players = KnownNumber()
    opposite = KnownNumber()
    who = WhoField(_("Wer spielt?"))
    contract = ContractField(_("Was?"))
    partner = ChoiceField(_("Mit wem?"))
    result = ChoiceField(_("Ergebnis"))
    augen = NumberField(_("Augen der Spieler"))
    opponent_augen = NumberField(_("Augen der Gegner"))
    schneider = FlagField(_("Schneider"))
    schwarz = FlagField(_("Schwarz"))
    tout = FlagField(_("Tout"))
    sie = FlagField(_("Sie"))
    schneider_announced = FlagField(_("Schneider angesagt"))
    schwarz_announced = FlagField(_("Schwarz angesagt"))
    augen_by_seat = NumbersField(_("Augen"))
    tricks_by_seat = NumbersField(_("Stiche"))
    jungfrauen = SeatsField(_("Jungfrau"))
    loser = ChoiceField(_("Verloren hat"), default="")
    laufende = RunField(_("Laufende"), default="")
    klopfer = SeatsField(_("Klopfer"))
    stoss = LevelField(_("Stoß"), default="")
    sitting_out = SeatsField(_("Wer sitzt aus?"))
    dealer = ListField(_("Geber"))
    called = ChoiceField(_("Gerufen"), default="")
    called_rank = FlagField(_("Zehn statt Sau"), meaning="zehn")
    tricks = NumberField(_("Stiche der Spieler"))
    caller_trumps = NumberField(_("Trümpfe des Spielers"))
    target = NumberField(_("Gesteigert auf"))
    bock = ListField(_("Bock"), default="")
    protocol = CardsField(_("Karten"))
    revoke = ChoiceField(_("Falsch gespielt hat"), default="")
    revoke_reason = ListField(_("Was war falsch?"), default="")

    # --- What is asked ---

    def offer(self, rules: RuleSet, table: Table) -> "EntryForm":
        """Fill in what the page needs: the choices. Fields that this rule set or table has no use for go."""
        self.rules, self.table = rules, table
        speak_of(rules.words.cards)
        self.players.data, self.opposite.data = len(table.names), not partner_is_free(rules)
        seats = [_choice(seat, name, person=True) for seat, name in enumerate(table.names)]
        self.who.choices = seats + [_choice(c, _name(c), contract=c) for c in without_declarer(rules)]
        self.contract.choices = list(_contracts(rules))
        self.partner.choices = [*seats, _choice(NOBODY, gettext("keiner"))] if partner_is_free(rules) else seats
        self.result.choices = [_choice("won", gettext("gewonnen")), _choice("lost", gettext("verloren"))]
        for field in (self.loser, self.revoke):
            field.choices = [_choice("", gettext("keiner")), *seats]
        for field in (self.jungfrauen, self.klopfer, self.sitting_out, self.dealer):
            field.choices = seats
        for field in (self.partner, self.result):
            field.choices.append(_choice("", gettext("weglassen"), spare=True))
        self._offer_extras(rules)
        for name in set(self._fields) - asked(rules, len(table.names)):
            del self[name]
        return self

    def _offer_extras(self, rules: RuleSet) -> None:
        levels = rules.words.stoss[: rules.stoss.max]
        self.stoss.choices = [_choice("", gettext("keiner")), *(_choice(n, name) for n, name in enumerate(levels, 1))]
        plain = [_choice(suit, _suit(suit), suit=suit) for suit in Suit if suit is not Suit.HERZ]
        self.called.choices = [_choice("", gettext("egal")), *plain]
        self.bock.choices = [_choice("", gettext("kein Bock")), _choice(2, "× 2"), _choice(4, "× 4")]
        self.laufende.choices = [_choice("", gettext("keine")), *_runs(rules)]
        reasons = [_choice(code, wording.revoke_reason(code, gettext)) for code in wording.REVOKE_REASONS]
        self.revoke_reason.choices = [_choice("", gettext("nicht gesagt")), *reasons]
        self.keep_reason()

    def keep_reason(self) -> "EntryForm":
        """Offer the reason of a revoke that somebody put in own words, so that it is still there."""
        if "revoke_reason" in self:
            reason = self.revoke_reason.data
            if reason and reason not in {choice.value for choice in self.revoke_reason.choices}:
                self.revoke_reason.choices.append(_choice(reason, reason))
        return self

    def preset(self) -> "EntryForm":
        """Choose what is safe to choose for a fresh form: the Sauspiel, the dealer and who sits out with him."""
        if Contract.SAUSPIEL in self.rules.offered:
            self.contract.data = Contract.SAUSPIEL.value
        return self.turn()

    def turn(self) -> "EntryForm":
        """Choose the dealer whose turn it is, and who sits out with him."""
        self.dealer.data = str(self.table.dealer)
        if "sitting_out" in self:
            self.sitting_out.data = [str(seat) for seat in self.table.sitting_out]
        return self

    def forget_people(self) -> "EntryForm":
        """Forget who was chosen where other people sit by now: seat 0 would be somebody else."""
        for field in (self.who, self.partner, self.loser, self.revoke):
            field.data = ""
        for field in (self.jungfrauen, self.klopfer, self.sitting_out, self.augen_by_seat, self.tricks_by_seat):
            field.data = []
        return self

    def fill(self, game: Game) -> "EntryForm":
        """Put a game into the form, to enter it again and better. Dealer and sitters are those of the next game."""
        data = game_json(game)
        for field in self:
            if field.short_name in {"who", "contract"} or field.short_name not in NO_KEYS:
                field.take(data)
        return self.keep_reason().turn()

    def notes(self) -> dict[str, str]:
        """Say below the choices who sits opposite if that is the partner, and what comes when all pass."""
        names, notes = self.table.names, _when_all_pass(self.rules)
        if self.rules.model is Model.STRICHE and not partner_is_free(self.rules) and len(names) == ACTIVE_PLAYERS:
            partners = {str(seat): names[opposite((0, 1, 2, 3), seat)] for seat in range(ACTIVE_PLAYERS)}
            notes |= {seat: gettext("mit %(name)s", name=name) for seat, name in partners.items()}
        return notes

    def used_by(self, *names: str) -> str:
        """Name the contracts that use any of these keys, for the style sheet."""
        return " ".join(c for c in contracts(self.rules) if keys_of(c, self.rules) & set(names))

    # --- What is wrong with it ---

    def complete(self, answers: Answers) -> bool:
        """Check the token, and put what the answers lack at their fields; tell whether nothing is wrong."""
        valid = self.validate()
        for name, text in answers.wrong():
            self._fields[name].errors = [text]
            valid = False
        return valid

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its field, in words; at the top where there is none."""
        for finding in findings:
            text = wording.message(finding, gettext, self.table.names)
            name = finding.field.partition(".")[0]
            field = self._fields.get(SHOWN_AT.get(name, name))
            if field is None or isinstance(field, HiddenField):
                self.top.append(text)
            elif text not in field.errors:
                field.errors = [*field.errors, text]


def asked(rules: RuleSet, players: int) -> set[str]:
    """The fields that a rule set and a table have a use for."""
    return keys_asked(rules, players) | NO_KEYS


def without_declarer(rules: RuleSet) -> tuple[Contract, ...]:
    """Those of them in which nobody announces anything; "Alle weiter" comes first."""
    return tuple(c for c in reversed(contracts(rules)) if not TRAITS[c].has_declarer)


def _when_all_pass(rules: RuleSet) -> dict[str, str]:
    """Say beside the contracts what the table does when all pass."""
    paid = stake(rules)
    if rules.stock_mode is not StockMode.OFF and paid is not None:
        note = gettext("je %(amount)s in den Stock", amount=wording.amount(paid, rules.unit, gettext))
    else:
        note = gettext("danach Bock") if rules.all_pass is AllPass.BOCK else gettext("zusammenwerfen")
    then = {rules.all_pass.value: gettext("wenn alle weiter sagen")} if rules.all_pass in PLAYED_ON else {}
    return {Contract.ALL_PASS.value: note, **then}


def _contracts(rules: RuleSet) -> Iterator[Any]:
    """One choice a contract, or one a suit where it has a trump suit: Sauspiel first, then from the lowest bid up."""
    upward = list(reversed(rules.offered))
    for contract in sorted(upward, key=lambda contract: contract is not Contract.SAUSPIEL):
        traits = TRAITS[contract]
        if not traits.has_declarer:
            continue
        stays = traits.deutscher and rules.striche.trumpf is Trumpf.BLEIBEND
        suits: Iterable[Suit | None] = ((Suit.SCHELLEN,) if stays else Suit) if traits.needs_suit else (None,)
        for suit in suits:
            value = f"{contract}-{suit}" if suit else contract.value
            yield _choice(value, _name(contract), contract=contract, suit=suit, price=_price(rules, contract, suit))


def _price(rules: RuleSet, contract: Contract, suit: Suit | None) -> str:
    """The base price beside a contract; "" where it has none."""
    special = rules.price("herz_solo") if (contract, suit) == (Contract.SOLO, Suit.HERZ) else None
    price = rules.price(contract) if special is None else special
    return "" if price is None else wording.amount(price, rules.unit, gettext)


def _runs(rules: RuleSet) -> Iterator[Any]:
    """Laufende from the lowest number that counts anywhere to the longest possible run; each with where it counts."""
    fewest = max(1, min(rules.laufende.min, rules.laufende.min_wenz))
    for side, word in enumerate(("mit", "ohne")):
        longest = {contract: TRAITS[contract].longest(rules.deck)[side] for contract in rules.offered}
        for count in range(fewest, max(longest.values(), default=0) + 1):
            used = [c for c, most in longest.items() if fewest_laufende(c, rules) <= count <= most]
            yield _choice(f"{word}-{count}", f"{gettext(word)} {count}", contracts=" ".join(used))


def _choice(value: object, label: str, **extra: object) -> Any:
    """One answer; `extra` is for the template."""
    return SelectChoice(str(value), label, {key: thing for key, thing in extra.items() if thing})


def _name(contract: Contract) -> str:
    name: str = wording.contract_name(contract, gettext)
    return name


def _suit(suit: Suit) -> str:
    name: str = wording.suit_name(suit, gettext)
    return name
