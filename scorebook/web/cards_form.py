"""The form of cards: trick by trick and hand by hand as people write them, or as JSON. It keeps all that was typed."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import uuid4

from flask_wtf.file import FileField
from wtforms import StringField

from scorebook import wording
from scorebook.exchange import ShapeError
from scorebook.exchange.tricks import parse_cards, parse_protocol, read_tricks, trick_lines
from scorebook.rules import Finding, Game, Protocol, RuleSet
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.play import Position
from scorebook.web.fields import ChoiceField, FlagField, FreshUuid, LinesField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext
from scorebook.web.texts import lazy_gettext as _
from scorebook.wording import Marked

OWN = frozenset({"cards_uuid", "lead", "trick", "hand", "json", "file"})
"""The names of the fields that say which cards these are."""
WHO_LED: Marked[str] = "Wer kam zum ersten Stich heraus?"


class CardsForm(PageForm):
    """The cards of one game. `cards_uuid` is the mark of a correction that attaches them.

    Which card was called, and who lost a Ramsch, is asked here for a recorded game; the form of a new one has fields of
    its own for that.
    """

    cards_uuid = FreshUuid(default=uuid4)
    called = ChoiceField(_("Gerufen"))
    called_rank = FlagField(_("Zehn statt Sau"), meaning="zehn")
    loser = ChoiceField(_("Verloren hat"))
    lead = ChoiceField(_("Wer kam heraus?"))
    trick = LinesField(_("Stiche"))
    hand = LinesField(_("Hände"))
    json = StringField(_("JSON"))
    file = FileField(_("Datei"))
    reason = StringField(_("Warum?"))

    def show_protocol(self, protocol: Protocol) -> None:
        """Put cards into the lines."""
        self.lead.data = str(protocol.lead)
        self.trick.data = trick_lines(protocol)
        self.hand.data = [" ".join(hand) for hand in protocol.hands or ()]

    def read(self, game: Game, rules: RuleSet, names: Sequence[str]) -> Game | None:
        """Give the game with the cards that were sent; None where they cannot be read, with the reasons at the lines.

        JSON comes before lines. Not checked: whether these can be the cards of the game (`refuse` says that).
        """
        if not self.complete():
            return None
        protocol = self._from_json() if self._takes_json() else self._from_lines(game, rules, names)
        return None if protocol is None else replace(game, protocol=protocol, given=game.given | {"protocol"})

    def complete(self) -> bool:
        """Tell whether there is something to be read; what is missing stands at its field, all of it at once."""
        if self._takes_json():
            return True
        if not any(map(parse_cards, [*self.trick.lines(), *self.hand.lines()])):
            self.trick.refuse(0, gettext("Hier fehlen die Karten."))
        if not self.lead.data:
            self.lead.errors = [gettext(WHO_LED)]
        return not (self.trick.errors or self.lead.errors)

    def _takes_json(self) -> bool:
        """Whether JSON was sent; that of a file comes into sight, so that it is still there where it was refused."""
        sent = self.file.data.read() if self.file.data else b""
        if sent:
            self.json.data = sent.decode("utf-8", "replace")
        return bool(self.json.data and self.json.data.strip())

    def _from_json(self) -> Protocol | None:
        try:
            return parse_protocol(self.json.data or "")
        except ShapeError as error:
            self.json.errors = [wording.message(finding, gettext) for finding in error.findings]
            return None

    def _from_lines(self, game: Game, rules: RuleSet, names: Sequence[str]) -> Protocol | None:
        tricks = [parse_cards(line) for line in self.trick.lines()]
        hands = [parse_cards(line) for line in self.hand.lines()]
        lead = self.lead.data or ""
        if lead not in {str(seat) for seat in game.active}:
            self.lead.errors = [gettext(WHO_LED)]
            return None
        plies, findings = read_tricks(game, rules, int(lead), tricks)
        if not findings and not any(hands):
            findings = _missing(game, rules, int(lead), plies)
        for finding in findings:
            self.trick.refuse(int(finding.field.partition(".")[2]), wording.message(finding, gettext, names))
        return None if findings else Protocol(tuple(hands) if any(hands) else None, int(lead), plies)

    def refuse(self, findings: Iterable[Finding], names: Sequence[str]) -> list[Finding]:
        """Put what is wrong with the cards at their lines, or at the JSON; give what is about something else."""
        others = []
        for finding in findings:
            parts = finding.field.split(".")
            if parts[0] != "protocol":
                others.append(finding)
                continue
            text = wording.message(finding, gettext, names)
            place = int(parts[2]) if len(parts) > 2 else 0
            if self.json.data and self.json.data.strip():
                self.json.errors = [*self.json.errors, text]
            elif parts[1:2] == ["played"]:
                self.trick.refuse(place // ACTIVE_PLAYERS, text)
            elif parts[1:2] == ["lead"]:
                self.lead.errors = [*self.lead.errors, text]
            else:
                self.hand.refuse(place, text)
        return others


def _missing(game: Game, rules: RuleSet, lead: int, plies: Sequence[tuple[int, str]]) -> tuple[Finding, ...]:
    """Say what is missing where there are no hands: then all cards have to be played."""
    wanted, given = ACTIVE_PLAYERS * rules.deck.tricks, len(plies)
    if given >= wanted:
        return ()
    trick, place = divmod(given, ACTIVE_PLAYERS)
    if not place:
        return (Finding("hands.missing", f"tricks.{trick}", {"wanted": wanted, "given": given}),)
    following = Position.start(game, rules, [()] * game.players, lead).table.following
    return (Finding("trick.short", f"tricks.{trick}", {"trick": trick + 1, "seat": following[plies[-1][0]]}),)
