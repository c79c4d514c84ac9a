"""The club's box in words: what entries and movements are, and what is wrong with what people type for them."""

from datetime import date

from scorebook.ledger.cash import CashKind, MoveKind
from scorebook.wording.languages import GERMAN, Language, Marked

CASH_KINDS: Marked[dict[str, str]] = {
    CashKind.OPENING: "Anfangsbestand",
    CashKind.CARRIED: "Vortrag",
    CashKind.FEE: "Startgeld und Beiträge",
    CashKind.FINE: "Strafen",
    CashKind.DONATION: "Spenden",
    CashKind.OTHER_IN: "Andere Einnahmen",
    CashKind.PAID_IN: "Auf Konten eingezahlt",
    CashKind.DRINKS: "Essen und Trinken",
    CashKind.PRIZES: "Gewinne und Pokale",
    CashKind.MATERIAL: "Karten und Material",
    CashKind.OTHER_OUT: "Andere Ausgaben",
    CashKind.PAID_OUT: "Von Konten ausgezahlt",
    CashKind.DIFFERENCE: "Differenz vom Kassensturz",
    CashKind.EVENING: "Abrechnung von Abenden",
}
MOVE_KINDS: Marked[dict[str, str]] = {
    MoveKind.PAID_IN: "Eingezahlt",
    MoveKind.PAID_OUT: "Ausgezahlt",
    MoveKind.FINE: "Strafe",
    MoveKind.SHARE: "Beitrag oder Anteil",
    MoveKind.CREDIT: "Gutschrift",
    MoveKind.CARRIED: "Angeschrieben",
}
CARRIED: Marked[str] = "Vortrag aus %(year)d"
TAKES_BACK: Marked[str] = "Storno von Nr. %(number)d: %(reason)s"
NOT_PAID: Marked[str] = "doch nicht bezahlt"
NOT_ANY_MORE: Marked[str] = "zurückgenommen"
TAKEN_BACK: Marked[str] = "zurückgenommen: %(reason)s"

CASH: Marked[dict[str, str]] = {
    "cash.kind": "Was ist es?",
    "cash.opening": "Der Anfangsbestand steht schon im Kassenbuch, oder es ist schon ein Jahr abgeschlossen.",
    "cash.person_missing": "Wessen Konto?",
    "cash.person": "Diese Person gibt es in diesem Verein nicht.",
    "cash.evening": "Diesen Abend gibt es in diesem Verein nicht, oder er ist zu lange her.",
    "cash.day": "Dieser Tag kann nicht sein. Möglich ist jeder bis heute.",
    "cash.closed": "Das Jahr {year} ist abgeschlossen. Daran ändert keiner mehr etwas.",
    "cash.sure": "Das Jahr {year} abschließen? Das macht keiner mehr rückgängig.",
    "cash.year": "Tippe genau „{year}“.",
    "cash_text.missing": "Wofür? Ein Wort genügt.",
    "cash_text.too_long": "Der Text hat {length} Zeichen, höchstens {most} haben Platz.",
    "cash_text.control": "In dem Text stecken Zeichen, die man nicht sieht.",
    "euros.missing": "Wie viel? Zum Beispiel 12,50.",
    "euros.wrong": "Das ist kein Betrag. Schreib ihn wie „12,50“ oder „12“.",
    "euros.range": "Möglich sind {cheapest} bis {dearest}.",
    "note.missing": "Davon sieht man nichts. Lass es leer oder schreib ein Wort.",
    "note.too_long": "Die Bemerkung hat {length} Zeichen, höchstens {most} haben Platz.",
    "note.control": "In der Bemerkung stecken Zeichen, die man nicht sieht.",
    "till.missing": "Wie viel liegt darin? Tipp die Summe, oder wie viele Münzen und Scheine es sind.",
    "till.pieces": "Wie viele? Eine ganze Zahl, höchstens {most}.",
    "till.sum": "Münzen und Scheine ergeben {counted_sum}. Was stimmt?",
    "till.later": "Inzwischen hat jemand etwas eingetragen. Schau auf das neue Soll, und halt es noch einmal fest.",
}
"""What is wrong with what people type for the box."""


def cash_kind(kind: CashKind, say: Language = GERMAN) -> str:
    """Name what an entry of the cash book is.

    >>> cash_kind(CashKind.DRINKS)
    'Essen und Trinken'
    """
    return say(CASH_KINDS[kind])


def move_kind(kind: MoveKind, say: Language = GERMAN) -> str:
    """Name what a movement on an account is.

    >>> move_kind(MoveKind.FINE)
    'Strafe'
    """
    return say(MOVE_KINDS[kind])


def entry_text(kind: CashKind, day: date, text: str, takes_back: int | None, say: Language = GERMAN) -> str:
    """Say what an entry is for: what was typed, or what it carries over, or takes back and why.

    >>> entry_text(CashKind.DRINKS, date(2026, 3, 1), "vertippt", 7)
    'Storno von Nr. 7: vertippt'
    >>> entry_text(CashKind.CARRIED, date(2026, 1, 1), "", None)
    'Vortrag aus 2025'
    """
    if takes_back is not None:
        return say(TAKES_BACK, number=takes_back, reason=text or say(NOT_PAID))
    if kind is CashKind.CARRIED:
        return say(CARRIED, year=day.year - 1)
    return text or cash_kind(kind, say)


def move_text(kind: MoveKind, text: str, *, takes_back: bool, say: Language = GERMAN) -> str:
    """Say what a movement on an account is for.

    >>> move_text(MoveKind.FINE, "zu spät", takes_back=False), move_text(MoveKind.FINE, "war da", takes_back=True)
    ('Strafe: zu spät', 'Strafe, zurückgenommen: war da')
    """
    name = move_kind(kind, say)
    if takes_back:
        return f"{name}, {say(TAKEN_BACK, reason=text)}" if text else f"{name}, {say(NOT_ANY_MORE)}"
    return f"{name}: {text}" if text else name
