"""The form of the page "Auslosen": what is drawn for, and which card everybody drew."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.ledger.drawing import Stake, cards_to_draw
from scorebook.rules import Finding, RuleSet
from scorebook.rules.cards import CARD, CARDS
from scorebook.rules.switches import CardNames
from scorebook.web.fields import ChoiceField, ListField, TextsField
from scorebook.web.seating_form import SeatForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _


class DrawForm(SeatForm):
    """What is drawn for, and the cards by the seats that people have, or had when the page was made."""

    stake = ChoiceField(_("Worum zieht ihr?"), default=Stake.SEATS.value)
    cards = TextsField(_("Karten"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.stake.choices = [
            SelectChoice(Stake.SEATS.value, gettext("Plätze und erster Geber")),
            SelectChoice(Stake.DEALER.value, gettext("nur der erste Geber")),
        ]
        self.inputs: list[ListField] = []
        self.names = CardNames.GERMAN

    @property
    def chosen_stake(self) -> Stake | None:
        """What is drawn for; None where that was no choice."""
        return Stake(self.stake.data) if self.stake.data in set(Stake) else None

    def drawn(self, sitting: Sequence[int]) -> dict[int, str]:
        """Give the codes of the cards by person; where the page does not say who sat there, `sitting` do."""
        people = self.seated.data or sitting
        return {person: self.cards.text(seat) for seat, person in enumerate(people)}

    def ask(self, people: Sequence[tuple[int, str]], rules: RuleSet) -> "DrawForm":
        """Ask everybody who sits there now, ids and names by seat, which card of this deck it was."""
        self.names = rules.words.cards
        deck = cards_to_draw(rules)
        offered = {str(card): wording.card_name(card, gettext, self.names) for card in CARDS if card in deck}
        drawn = self.drawn([person for person, _name in people])
        self.inputs = [
            self._card(seat, name, drawn.get(person, ""), offered) for seat, (person, name) in enumerate(people)
        ]
        return self

    def _card(self, seat: int, name: str, code: str, offered: Mapping[str, str]) -> ListField:
        """Make the question which card one person drew; something else that was sent stays to be seen."""
        shown = {"": "–", **offered}
        if code not in shown:
            shown[code] = wording.card_name(CARD[code], gettext, self.names) if code in CARD else code
        choices = [SelectChoice(value, words) for value, words in shown.items()]
        asked: ListField = ListField(name, id=f"cards-{seat}", choices=choices).bind(self, "cards")
        asked.process(None, code)
        return asked

    def wrong(self) -> Iterator[Any]:
        """Give what has an error, in order."""
        asked: tuple[Any, ...] = (self.stake, *self.inputs)
        return (one for one in asked if one.errors)

    def show(self, findings: Iterable[Finding]) -> None:
        """Put each finding at its question, with the words that the table has for its cards."""
        places: dict[str, Any] = {
            "stake": self.stake,
            **{f"cards.{seat}": asked for seat, asked in enumerate(self.inputs)},
        }
        who = [asked.label.text for asked in self.inputs]
        for finding in findings:
            params = dict(finding.params)
            if params.get("card") in CARD:
                params["card"] = wording.card_name(CARD[str(params["card"])], gettext, self.names)
            text = wording.message(Finding(finding.code, finding.field, params), gettext, who)
            asked = places[finding.field]
            asked.errors = [*asked.errors, text]
