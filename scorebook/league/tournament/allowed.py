"""What may happen next at a tournament, and why not: in findings, for whoever wrote it.

Not checked: what the entries do not know. So it is elsewhere that somebody else than its writer confirms a list, that
the rule set is there, that a team is no larger than teams are, and that a draw is what its seed gives.
"""

from collections.abc import Iterator

from scorebook.league.tournament.allowed_draw import drawing
from scorebook.league.tournament.allowed_people import people
from scorebook.league.tournament.allowed_prizes import prizes
from scorebook.league.tournament.allowed_settings import settings
from scorebook.league.tournament.allowed_tables import tables
from scorebook.league.tournament.allowed_taking_back import taking_back
from scorebook.league.tournament.entries import (
    Admitted,
    CashMoved,
    CheckedIn,
    Claimed,
    Committed,
    Confirmed,
    Drawn,
    Ended,
    Entry,
    GoodsChosen,
    Left,
    Listed,
    LotsDrawn,
    Penalised,
    Published,
    Registered,
    Reopened,
    Returned,
    Ruled,
    SetUp,
    Substituted,
    TakenBack,
    Wished,
)
from scorebook.league.tournament.gate import missing
from scorebook.league.tournament.sound import unsound
from scorebook.league.tournament.state import Tournament
from scorebook.rules import Finding


def beginning(entry: Entry) -> Iterator[Finding]:
    """Find what speaks against the first entry of all: it has to set a tournament up.

    >>> [finding.code for finding in beginning(Ended())]
    ['tournament.not_set_up']
    """
    if isinstance(entry, SetUp):
        yield from unsound(entry.settings)
    else:
        yield Finding("tournament.not_set_up", "")


def objections(state: Tournament, entry: Entry) -> Iterator[Finding]:
    """Find what speaks against an entry, at the fields of it; nothing where it may be appended.

    What is about one of several is at `points.2`, `players.0`, `prizes.3`.

    >>> from scorebook.league.tournament.settings import Settings
    >>> state = Tournament(1, Settings(rule_set=1), {})
    >>> [(finding.code, finding.field) for finding in objections(state, Left(7, 1))]
    [('player.unknown', 'player')]
    """
    if state.ended and not isinstance(entry, Reopened):
        yield Finding("tournament.ended", "")
        return
    match entry:
        case SetUp():
            yield from settings(state, entry)
        case Registered() | Admitted() | Left() | Returned() | CheckedIn() | Wished():
            yield from people(state, entry)
        case Committed() | Drawn():
            yield from drawing(state, entry)
        case Substituted() | Claimed() | Listed() | Confirmed() | Penalised() | Ruled():
            yield from tables(state, entry)
        case LotsDrawn() | CashMoved() | GoodsChosen():
            yield from prizes(state, entry)
        case TakenBack():
            yield from taking_back(state, entry)
        case Published() | Ended() | Reopened():
            yield from _whole(state, entry)


def director_decides(state: Tournament, entry: Entry) -> bool:
    """Tell whether only whoever leads the tournament may append an entry that others may append else.

    That is a list with another number of games than were to be played, and one of a round whose standings are out.

    >>> from scorebook.league.tournament.settings import Settings
    >>> director_decides(Tournament(1, Settings(rule_set=1), {}), Listed(1, 1, (0, 0, 0, 0), 31, reason="Feueralarm"))
    True
    """
    if not isinstance(entry, Listed):
        return False
    return entry.round <= state.published or entry.games != state.settings.games_at(len(entry.points))


def _whole(state: Tournament, entry: Published | Ended | Reopened) -> Iterator[Finding]:
    match entry:
        case Published(round=number):
            yield from _published(state, number)
        case Ended():
            for played in state.rounds:
                yield from missing(state, played)
        case Reopened(reason=reason):
            if not state.ended:
                yield Finding("tournament.not_ended", "")
            if not reason.strip():
                yield Finding("reason.missing", "reason")


def _published(state: Tournament, number: int) -> Iterator[Finding]:
    played = state.round(number)
    if played is None:
        yield Finding("list.no_round", "round", {"round": number})
    elif number <= state.published:
        yield Finding("round.published", "round", {"round": number})
    elif number > state.published + 1:
        yield Finding("round.publish_first", "round", {"round": state.published + 1})
    else:
        yield from missing(state, played, "round")
