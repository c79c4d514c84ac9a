"""What stands in the log, in words: what was done, and what was and is now."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from scorebook.ledger.levy import LevyKind
from scorebook.ledger.payment import BOX, STOCK
from scorebook.ledger.stock_closing import MoveKind
from scorebook.rules import Unit
from scorebook.wording.cash import CASH_KINDS, MOVE_KINDS
from scorebook.wording.games import amount
from scorebook.wording.languages import GERMAN, Language, Marked
from scorebook.wording.levies import LEVY_KINDS
from scorebook.wording.roles import NAMES as ROLES
from scorebook.wording.tournament_door import ENTRY_KINDS

EVENTS: Marked[dict[str, str]] = {
    "account.changed": "Zugang geändert",
    "account.joined": "Zugang eingelöst",
    "account.left": "Zugang gelöscht",
    "cash.charge_back": "Belastung eines Kontos zurückgenommen",
    "cash.charged": "Konto ohne Bargeld gebucht",
    "cash.closed": "Kassenjahr abgeschlossen",
    "cash.counted": "Kasse gezählt",
    "cash.entered": "ins Kassenbuch eingetragen",
    "cash.taken_back": "im Kassenbuch storniert",
    "club.added": "Verein angelegt",
    "club.named": "Verein umbenannt",
    "evening.assigned": "Abend einer Saison zugeordnet",
    "evening.begun": "Abend begonnen",
    "evening.ended": "Abend beendet",
    "evening.imported": "Abend eingelesen",
    "evening.priced": "Preis ausgemacht",
    "evening.reopened": "Abend wieder geöffnet",
    "evening.rounded": "Rundung der Zahlungen geändert",
    "game.cancelled": "Spiel storniert",
    "game.corrected": "Spiel korrigiert",
    "game.inserted": "Spiel nachgetragen",
    "game.recorded": "Spiel eingetragen",
    "game.ruled": "Spruch des Schiedsrichters eingetragen",
    "game.with_cards": "Karten ans Spiel gehängt",
    "invitation.made": "eingeladen",
    "invitation.revoked": "Einladung zurückgenommen",
    "last_round.called": "letzte Runde angesagt",
    "last_round.off": "letzte Runde zurückgenommen",
    "levy.made": "außer den Spielen fällig",
    "levy.taken_back": "doch nicht fällig",
    "link.made": "Link für Tisch oder Wand gemacht",
    "link.revoked": "Link für Tisch oder Wand zurückgenommen",
    "login.begun": "angemeldet",
    "login.ended": "abgemeldet",
    "member.changed": "Rollen geändert",
    "member.left": "ausgetreten",
    "member.removed": "aus dem Verein genommen",
    "payment.made": "bezahlt",
    "payment.taken_back": "Zahlung zurückgenommen",
    "people.merged": "zwei Leute zusammengelegt",
    "people.parted": "zusammengelegte Leute wieder getrennt",
    "person.added": "jemand neu unter den Leuten",
    "person.anonymised": "Name gelöscht",
    "person.changed": "Angaben zu jemandem geändert",
    "rules.changed": "neue Regeln am Tisch",
    "rules.kept": "Regelsatz gesichert",
    "samples.added": "erfundene Abende dazu",
    "scheme.added": "Wertung dazu",
    "scheme.changed": "Wertung geändert",
    "scheme.dropped": "Wertung gelöscht",
    "scheme.ordered": "Wertungen umgestellt",
    "season.archived": "Saison ins Archiv gelegt",
    "season.changed": "Saison geändert",
    "season.closed": "Saison abgeschlossen",
    "season.fetched": "Saison aus dem Archiv geholt",
    "season.hidden": "öffentliche Seite der Saison abgeschaltet",
    "season.invited": "Code für die Saison gemacht",
    "season.joined": "bei einer Saison dabei",
    "season.left": "nicht mehr bei einer Saison dabei",
    "season.lots": "Lose gezogen",
    "season.made": "Saison angelegt",
    "season.reopened": "Saison wieder geöffnet",
    "season.shared": "öffentliche Seite der Saison mit neuer Adresse",
    "season.uninvited": "Code für die Saison zurückgenommen",
    "seats.came": "jemand kommt dazu",
    "seats.changed": "Plätze getauscht",
    "seats.drawn": "Plätze ausgelost",
    "seats.left": "jemand geht",
    "seats.pattern": "wer aussetzt, geändert",
    "substitute.made": "spielt außer Konkurrenz",
    "substitute.taken_back": "spielt wieder in der Wertung",
    "table.opened": "Tisch aufgemacht",
    "token.made": "Schlüssel für ein Programm gemacht",
    "token.revoked": "Schlüssel für ein Programm zurückgenommen",
    "tournament.changed": "Angaben zum Turnier geändert",
    "tournament.entry": "beim Turnier eingetragen",
    "tournament.player": "Angaben zu einem Spieler des Turniers geändert",
    "tournament.hidden": "öffentliche Seiten des Turniers abgeschaltet",
    "tournament.made": "Turnier angelegt",
    "tournament.shared": "öffentliche Seiten des Turniers mit neuer Adresse",
}
KEYS: Marked[dict[str, str]] = {
    "begins": "Von",
    "changed": "Geändert",
    "deals": "Jeder gibt",
    "ends": "Bis",
    "games": "Spiele",
    "kind": "Für",
    "later_games": "spätere Spiele geändert",
    "logins": "Anmeldungen",
    "name": "Name",
    "number": "Spiel",
    "pattern": "Aussetzen",
    "people": "Leute",
    "person": "Person",
    "roles": "Rollen",
    "rule_set": "Regelsatz",
    "season": "Saison",
    "seed": "Startwert der Lose",
    "sheets": "Tische",
    "stock": "Stock",
    "texts": "geänderte Texte",
}
"""What is shown of a row, and what it is called; digests and ids of what the row is about are not."""
VALUES: Marked[dict[str, str]] = ROLES | {
    "begins": "erster Tag",
    "born": "Jahrgang",
    "date": "Tag",
    "ends": "letzter Tag",
    "place": "Ort",
    "opposite": "wer gegenüber sitzt",
    "next": "die Nächsten links",
    "login_name": "Name zum Anmelden",
    "guest": "Gast",
    "left_on": "ausgetreten",
    "local": "von hier",
    "team": "Mannschaft",
    "town": "Wohnort",
    "woman": "Frau",
    "name": "Name",
    "nickname": "Spitzname",
    "password": "Passwort",
    "shown": "wie der Name öffentlich steht",
    "tokens": "Schlüssel beendet",
    "strich": "ein Strich",
    "head": "ein Schafkopf",
    "point": "ein Punkt",
}
MOVES: Marked[dict[str, str]] = {
    MoveKind.DIVIDED: "Stock {amount} aufgeteilt",
    MoveKind.KEPT: "Stock {amount} bleibt liegen",
    MoveKind.BOXED: "Stock {amount} in die Vereinskasse",
    MoveKind.RETURNED: "Stock {amount} wieder im Spiel",
    MoveKind.TAKEN: "Stock {amount} mitgenommen",
}
POTS: Marked[dict[int, str]] = {BOX: "Vereinskasse", STOCK: "Stock"}
"""Who pays and is paid besides people."""

TILL: Marked[dict[str, str]] = {"expected": "Soll", "counted": "Ist", "balance": "Bestand"}


@dataclass(frozen=True, slots=True)
class Known:
    """What ids in the log are called now: people, rule sets, seasons."""

    people: Mapping[int, str] = field(default_factory=dict)
    rule_sets: Mapping[int, str] = field(default_factory=dict)
    seasons: Mapping[int, str] = field(default_factory=dict)


def event_words(action: str, say: Language = GERMAN) -> str:
    """Say what was done; what is newer than these words stands as it is.

    >>> event_words("game.recorded"), event_words("moon.landed")
    ('Spiel eingetragen', 'moon.landed')
    """
    return say(EVENTS[action]) if action in EVENTS else action


def facts_in_words(text: str, known: Known, say: Language = GERMAN) -> str:
    """Say what a row keeps (JSON) of what was, or is now; "" for nothing.

    >>> row = '{"number":3,"people":[1,2],"payouts":[20,-20],"unit":"cent"}'
    >>> " ".join(facts_in_words(row, Known({1: "Sepp", 2: "Vroni"})).split())
    'Spiel 3: Sepp +0,20 €, Vroni −0,20 €'
    >>> paid = facts_in_words('{"from":1,"to":-2,"paid":420,"unit":"cent"}', Known({1: "Sepp"}))
    >>> paid.replace(chr(0xA0), " "), facts_in_words('{"round_to":1}', Known())
    ('Sepp → Vereinskasse: 4,20 €', 'genau')
    >>> facts_in_words('{"deals":4}', Known()), facts_in_words("null", Known())
    ('Jeder gibt: 4', '')
    """
    facts = json.loads(text)
    if not isinstance(facts, dict):
        return ""
    unit = Unit(facts.get("unit", Unit.CENT))
    parts = [part(facts, unit, known, say) for part in PARTS if facts]
    return "; ".join(filter(None, [*parts, *_others(facts, known, say)]))


def _paid(facts: dict[str, Any], unit: Unit, known: Known, say: Language) -> str:
    """Take out which game it is, and say who got what in it."""
    if "payouts" not in facts:
        return ""
    pairs = zip(facts.pop("people", ()), facts.pop("payouts"), strict=False)
    amounts = ", ".join(f"{_person(one, known)} {amount(units, unit, say, sign=True)}" for one, units in pairs)
    return f"{say(KEYS['number'])} {facts.pop('number', '')}: {amounts}"


def _later(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what became of later games, and say it."""
    told = [
        f"{say(KEYS['number'])} {one['number']}: {_figures(one['old'], unit, say)} → {_figures(one['new'], unit, say)}"
        for one in facts.pop("later", ())
    ]
    return ", ".join(told)


def _moved(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what became of Stocks, and say it."""
    return ", ".join(
        say(MOVES[one["what"]]).format(amount=amount(one["amount"], Unit(one.get("unit", unit)), say))
        for one in facts.pop("stocks", ())
    )


def _priced(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what one costs, and say it."""
    if "per" not in facts:
        return ""
    return f"{say(VALUES[facts.pop('per')])}: {amount(facts.pop('amount'), unit, say)}"


def _handed(facts: dict[str, Any], unit: Unit, known: Known, say: Language) -> str:
    """Take out who paid whom, and say it."""
    if "paid" not in facts:
        return ""
    payer, payee = (_party(facts.pop(key), known, say) for key in ("from", "to"))
    return f"{payer} → {payee}: {amount(facts.pop('paid'), unit, say)}"


def _party(party: int, known: Known, say: Language) -> str:
    return say(POTS[party]) if party in POTS else _person(party, known)


def _rounded(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out to what people round, and say it."""
    if "round_to" not in facts:
        return ""
    step = facts.pop("round_to")
    return say("genau") if step == 1 else say("auf {amount}").format(amount=amount(step, unit, say))


def _cash(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what was booked in the cash book or on an account, and say it."""
    if "booked" not in facts:
        return ""
    kinds = {**CASH_KINDS, **MOVE_KINDS}
    kind = facts.pop("booked")
    return f"{say(kinds.get(kind, kind))}: {amount(facts.pop('amount'), unit, say, sign=True)}"


def _levied(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what was levied besides the games, and say it."""
    if "levied" not in facts:
        return ""
    kind, cents = facts.pop("levied"), facts.pop("amount")
    told = f"{cents} %" if kind == LevyKind.SHARE else amount(cents, unit, say)
    return f"{say(LEVY_KINDS.get(kind, kind))}: {told}"


def _till(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what lay in the till, and say it."""
    told = [(key, facts.pop(key)) for key in TILL if key in facts]
    return ", ".join(f"{say(TILL[key])} {amount(units, unit, say)}" for key, units in told)


def _lay(facts: dict[str, Any], unit: Unit, _known: Known, say: Language) -> str:
    """Take out what lay in the Stock, and say it."""
    return f"{say(KEYS['stock'])}: {amount(facts.pop('stock'), unit, say)}" if "stock" in facts else ""


def _tournament(facts: dict[str, Any], _unit: Unit, _known: Known, say: Language) -> str:
    """Take out what happened at a tournament, and say it; the digest is for those who verify."""
    if facts.get("kind") not in ENTRY_KINDS:
        return ""
    return f"{facts.pop('number', '')}. {say(ENTRY_KINDS[facts.pop('kind')])}"


PARTS: tuple[Callable[[dict[str, Any], Unit, Known, Language], str], ...] = (
    _paid,
    _lay,
    _later,
    _moved,
    _priced,
    _handed,
    _rounded,
    _cash,
    _levied,
    _till,
    _tournament,
)


def _others(facts: Mapping[str, Any], known: Known, say: Language) -> list[str]:
    """Say what else is known by name."""
    return [f"{say(KEYS[key])}: {_value(key, value, known, say)}" for key, value in facts.items() if key in KEYS]


def _value(key: str, value: Any, known: Known, say: Language) -> str:
    if key in ("rule_set", "season"):
        return (known.rule_sets if key == "rule_set" else known.seasons).get(value, str(value))
    if key in ("begins", "ends"):
        return say.day(date.fromisoformat(value), "short")
    if key == "person":
        return _person(value, known)
    if key == "people":
        return ", ".join(_person(one, known) for one in value)
    if isinstance(value, list):
        return ", ".join(say(VALUES.get(str(one), str(one))) for one in value)
    return say(VALUES.get(str(value), str(value)))


def _person(person: int, known: Known) -> str:
    return known.people.get(person, str(person))


def _figures(payouts: Sequence[int], unit: Unit, say: Language) -> str:
    return " ".join(say.figure(units, unit, sign=True) for units in payouts)
