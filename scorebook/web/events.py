"""What happened to an evening besides its games, in words: who did what, and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorebook import wording
from scorebook.ledger.drawing import Stake
from scorebook.ledger.evening import Pattern
from scorebook.ledger.stock_closing import MoveKind
from scorebook.rules import Unit, preset_names
from scorebook.services.last_round import OFF
from scorebook.store.events import EveningEvent, EventKind
from scorebook.web.texts import gettext as _


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened; `reason` may be empty."""

    at: datetime
    said: str
    reason: str = ""


def told(begun: datetime, events: Sequence[EveningEvent], unit: Unit, *, tables: int = 1) -> list[Told]:
    """Tell what happened, from the beginning on; the table is named where there are several."""
    return [Told(begun, _("begonnen")), *(_told(event, unit, tables) for event in events)]


def _told(event: EveningEvent, unit: Unit, tables: int) -> Told:
    said = _said(event, unit)
    if tables > 1 and event.table is not None and event.kind is not EventKind.TABLE:
        said = f"{_('Tisch %(number)d', number=event.table)}: {said}"
    return Told(event.at, said, "" if _drawn(event) else event.reason)


def _said(event: EveningEvent, unit: Unit) -> str:
    if isinstance(event.kind, MoveKind):
        return _of_the_stock(event.kind, wording.amount(event.amount, unit, _), event.by)
    if event.kind is EventKind.ENDED:
        return _("beendet von „%(name)s“", name=event.by)
    if event.kind is EventKind.REOPENED:
        return _("wieder geöffnet von „%(name)s“", name=event.by)
    return _("%(what)s (eingetragen von „%(name)s“)", what=_at_the_table(event.kind, event), name=event.by)


def _of_the_stock(kind: MoveKind, amount: str, by: str) -> str:
    words = {
        MoveKind.DIVIDED: _("Stock %(amount)s aufgeteilt von „%(name)s“", amount=amount, name=by),
        MoveKind.KEPT: _("Stock %(amount)s fürs nächste Mal liegen gelassen von „%(name)s“", amount=amount, name=by),
        MoveKind.BOXED: _("Stock %(amount)s in die Vereinskasse getan von „%(name)s“", amount=amount, name=by),
        MoveKind.RETURNED: _("Stock %(amount)s wieder im Spiel", amount=amount),
        MoveKind.TAKEN: _("Stock %(amount)s vom letzten Mal mitgenommen von „%(name)s“", amount=amount, name=by),
    }
    return words[kind]


def _at_the_table(kind: EventKind, event: EveningEvent) -> str:
    what = event.what
    opposite = what == Pattern.OPPOSITE
    words = {
        EventKind.TABLE: _("Tisch %(number)d aufgemacht", number=event.table or 0),
        EventKind.CAME: _("%(name)s kommt dazu", name=what),
        EventKind.LEFT: _("%(name)s geht", name=what),
        EventKind.SWAPPED: _seats(event),
        EventKind.PATTERN: _("aussetzen: wer gegenüber sitzt") if opposite else _("aussetzen: die Nächsten links"),
        EventKind.LAST_ROUND: _("letzte Runde zurückgenommen") if what == OFF else _("letzte Runde angesagt"),
        EventKind.RULES: _("neue Regeln: %(name)s", name=rule_set_called(what)),
    }
    return words[kind]


def _drawn(event: EveningEvent) -> bool:
    """Tell whether cards were drawn: then they are the reason. The names of two who changed seats are no stake."""
    return event.kind is EventKind.SWAPPED and event.what in set(Stake)


def _seats(event: EveningEvent) -> str:
    """Say who sits otherwise, and by which cards where some were drawn."""
    if not event.what:
        return _("alle haben sich neu gesetzt")
    if not _drawn(event):
        return _("Plätze getauscht: %(names)s", names=event.what)
    if event.what == Stake.DEALER:
        return _("ersten Geber ausgelost: %(cards)s", cards=event.reason)
    return _("Plätze ausgelost: %(cards)s", cards=event.reason)


def rule_set_called(name: str) -> str:
    """The name of a rule set; of one that comes with the book, in the language of the page."""
    shipped = (key for key in preset_names() if wording.preset_title(key) == name)
    return wording.rule_set_title(name, next(shipped, ""), _)
