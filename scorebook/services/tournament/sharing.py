"""The public pages of a tournament: for the telephones in the hall, by an address that stands in QR codes."""

from dataclasses import replace

from scorebook.errors import NotFoundError
from scorebook.league.tournament.state import fold
from scorebook.services import shared_address
from scorebook.services.access import Actor
from scorebook.services.log import Event, note
from scorebook.services.tournament.desk import Desk, Seen, at_desk
from scorebook.store import clubs
from scorebook.store import tournaments as store
from scorebook.store.db import AnySession, reading
from scorebook.store.tournaments import Entrant, TournamentRow
from scorebook.wording import GERMAN, Language, Marked
from scorebook.wording.people import public_name

NO_PAGE: Marked[str] = "Diese Seite gibt es nicht, oder nicht mehr. Die richtige Adresse kennt die Turnierleitung."
PURPOSE = b"scorebook: public tournament"
"""What the secret of the installation is used for here."""


def share(session: AnySession, actor: Actor, tournament_id: int, *, anew: bool = False) -> None:
    """Give a tournament public pages; `anew` gives them another address, and the one before does not hold any more."""

    def work(desk: Desk) -> None:
        if desk.row.share is not None and not anew:
            return
        store.set_tournament(desk.connection, tournament_id, {"share": shared_address.other_than(desk.row.share)})
        note(desk.connection, actor, Event.TOURNAMENT_SHARED, f"tournament:{tournament_id}", at=desk.at)

    at_desk(session, actor, tournament_id, work)


def stop_sharing(session: AnySession, actor: Actor, tournament_id: int) -> None:
    """Take the public pages of a tournament away. One that has none stays as it is."""

    def work(desk: Desk) -> None:
        if desk.row.share is not None:
            store.set_tournament(desk.connection, tournament_id, {"share": None})
            note(desk.connection, actor, Event.TOURNAMENT_HIDDEN, f"tournament:{tournament_id}", at=desk.at)

    at_desk(session, actor, tournament_id, work)


def handle(key: str, row: TournamentRow) -> str | None:
    """Give what stands in the address of a tournament's public pages; None where it has none."""
    return shared_address.handle(key, PURPOSE, row.id, row.share)


def shared_tournament(session: AnySession, key: str, asked: str, say: Language) -> tuple[str, Seen]:
    """Give the club and the tournament of an address, with names as their owners want them in public.

    Raises `NotFoundError` for an address that is none.
    """
    connection, number = reading(session), shared_address.number_in(asked)
    row = None if number is None else store.find_shared(connection, number)
    if row is None or not shared_address.opens(handle(key, row), asked):
        raise NotFoundError(NO_PAGE)
    people = {one: in_public(entrant, say) for one, entrant in store.entrants(connection, row.id).items()}
    club = clubs.club_name(connection, row.club_id)
    return club, Seen(row, fold(store.entries_of(connection, row.id)), people)


def in_public(entrant: Entrant, say: Language = GERMAN) -> Entrant:
    """Give somebody as all may know him: whoever hides his name is known by his start number.

    >>> vroni = Entrant(7, 12, "Vroni Huber", "hidden", True, 1990, True, "", "Au")
    >>> in_public(vroni).name, in_public(replace(vroni, shown="short")).name
    ('Startnummer 7', 'Vroni H.')
    """
    if entrant.shown == "hidden":
        return replace(entrant, name=say("Startnummer %(number)d", number=entrant.number), town="", born=None)
    name = public_name(entrant.name, entrant.shown, entrant.person_id, say)
    return replace(entrant, name=name, town="", born=None)
