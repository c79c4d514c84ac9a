"""What somebody is in a club, in words."""

from collections.abc import Iterable

from scorebook.wording.languages import GERMAN, Language, Marked

NAMES: Marked[dict[str, str]] = {
    "admin": "Admin",
    "treasurer": "Kassier",
    "director": "Spielleiter",
    "scorer": "Schreiber",
    "player": "Spieler am Tisch",
    "viewer": "Zuschauer",
    "table": "Tisch",
    "wall": "Wand",
}
MAY: Marked[dict[str, str]] = {
    "admin": "darf alles, auch sagen, wer dazugehört",
    "treasurer": "führt die Kasse, macht Preise, sieht Protokoll und Daten der Leute",
    "director": "leitet Abende, macht Preise, liest Abende ein",
    "scorer": "beginnt Abende, schreibt auf und bessert aus",
    "player": "trägt Spiele ein und nimmt sie zurück",
    "viewer": "schaut zu",
}


def role_name(role: str, say: Language = GERMAN) -> str:
    """Name a role.

    >>> role_name("treasurer")
    'Kassier'
    """
    return say(NAMES[role])


def role_names(roles: Iterable[str], say: Language = GERMAN) -> str:
    """Name several roles, the greater ones first.

    >>> role_names(["scorer", "admin"])
    'Admin, Schreiber'
    """
    had = set(roles)
    return ", ".join(say(name) for role, name in NAMES.items() if role in had)


def role_may(role: str, say: Language = GERMAN) -> str:
    """Say what a role of people is for, in short.

    >>> role_may("viewer")
    'schaut zu'
    """
    return say(MAY[role])
