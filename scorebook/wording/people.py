"""People: what is wrong with what somebody types about them, and how their names stand where all can read them."""

from collections.abc import Sequence

from scorebook.ledger.people import numbered, split_number
from scorebook.wording.languages import GERMAN, Language, Marked

PEOPLE: Marked[dict[str, str]] = {
    "name.missing": "Hier fehlt ein Name.",
    "name.too_long": "Der Name hat {length} Zeichen, höchstens {most} haben Platz.",
    "name.control": "In dem Namen stecken Zeichen, die man nicht sieht.",
    "name.twice": "{name} sitzt schon am Tisch. Gib einem der beiden einen Zusatz.",
    "name.elsewhere": "{name} sitzt gerade an Tisch {table}.",
    "names.too_many": "{count} Leute sind zu viele für einen Tisch, höchstens {most}.",
    "name.several": "So heißen mehrere. Schreib die Nummer dazu: {namesakes}.",
    "name.same_person": "{name} und {other} sind dieselbe Person.",
    "name.alike": "{name} ist an diesem Abend schon jemand anders. Gib einem der beiden einen Zusatz.",
    "person.name_taken": "{name} heißt schon jemand. Ist es jemand anders, dann sag das unten.",
    "person.namesake_there": "Am Abend vom {date} war schon jemand da, der {name} heißt. Nimm einen Namen mit Zusatz.",
    "nickname.control": "In dem Spitznamen stecken Zeichen, die man nicht sieht.",
    "nickname.missing": "Dieser Spitzname zeigt nichts. Lass ihn leer, wenn es keinen gibt.",
    "nickname.taken": "So heißt hier schon jemand: {name}.",
    "nickname.too_long": "Der Spitzname hat {length} Zeichen, höchstens {most} haben Platz.",
    "left_on.range": "Dieses Datum kann nicht sein.",
    "shown.unknown": "Das steht nicht zur Wahl.",
    "merge.nobody": "Wähl aus, mit wem.",
    "merge.unknown": "Diese Person gibt es nicht.",
    "merge.self": "Mit sich selbst legt man niemanden zusammen.",
    "merge.merged": "{name} ist schon mit {other} zusammengelegt.",
    "merge.together": "Am Abend vom {date} waren beide da. Ein Mensch kann dort nicht zwei sein.",
    "merge.namesake": "Am Abend vom {date} war noch jemand da, der {name} heißt. Gib einem erst einen Zusatz.",
    "merge.closed": "Beide haben Ergebnisse in „{season}“, und die ist abgeschlossen. Daran ändert sich nichts mehr.",
    "merge.nameless": "Hier steht kein Name mehr.",
    "unmerge.closed": "„{season}“ ist abgeschlossen, und beide haben dort Ergebnisse. Daran ändert sich nichts mehr.",
    "unmerge.not_merged": "{name} ist mit niemandem zusammengelegt.",
}

SHOWN: Marked[dict[str, str]] = {"full": "ganz", "short": "gekürzt", "hidden": "gar nicht"}
"""How a name stands on pages that everybody can read."""


def public_name(name: str, shown: str, number: int, say: Language = GERMAN) -> str:
    """Give how somebody is called where everybody can read it; `number` is his own in the book.

    The number that tells him from another of his name stays. Where several of one list come out alike by this,
    `scorebook.ledger.people.told_apart` puts their numbers behind.

    >>> public_name("Sepp Huber", "full", 12), public_name("Sepp Huber", "short", 12)
    ('Sepp Huber', 'Sepp H.')
    >>> public_name("Anna Maria von Huber", "short", 12), public_name("Sepp", "short", 12)
    ('Anna H.', 'Sepp')
    >>> public_name("Sepp Huber (12)", "short", 12), public_name("Sepp Huber", "hidden", 12)
    ('Sepp H. (12)', 'Spieler 12')
    """
    if shown == "hidden":
        return say("Spieler %(number)d", number=number)
    own, behind = split_number(name)
    first, *others = (own if behind == number else name).split()
    short = " ".join([first, *(f"{word[:1]}." for word in others[-1:])])
    return name if shown == "full" else numbered(short, number) if behind == number else short


def namesakes_told(people: Sequence[Sequence[object]], say: Language = GERMAN) -> str:
    """Say which people have one name, and when each was there last.

    >>> from datetime import date
    >>> namesakes_told([("Sepp (4)", date(2026, 3, 12)), ("Sepp (9)", None)])
    'Sepp (4), zuletzt am 12.03.2026; Sepp (9), noch nie da'
    """
    return "; ".join(
        f"{text}, {say('noch nie da') if last is None else say('zuletzt am %(day)s', day=last)}"
        for text, last in people
    )
