"""The public page of a season: for whoever has its address, without an account, to read only."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from scorebook.errors import NotFoundError
from scorebook.ledger.people import told_apart
from scorebook.services import shared_address
from scorebook.services.access import Actor
from scorebook.services.log import Event, note
from scorebook.services.seasons import locked_own
from scorebook.services.standings import Placed, Season, StandingsPage, Wish, chosen, page_of
from scorebook.services.transactions import transaction
from scorebook.store import season_reading
from scorebook.store.db import AnySession, reading
from scorebook.store.season_reading import SeasonRow, Winner
from scorebook.store.seasons import set_season
from scorebook.wording import Language, Marked
from scorebook.wording.people import public_name

NO_PAGE: Marked[str] = "Diese Seite gibt es nicht, oder nicht mehr. Wer die Saison führt, kennt die richtige Adresse."
PURPOSE = b"scorebook: public standings"
"""What the secret of the installation is used for here."""


def share(session: AnySession, actor: Actor, season_id: int) -> None:
    """Give a season a public page, or its page a new address: the one before does not hold any more."""
    with transaction(session) as connection:
        season = locked_own(connection, actor, season_id)
        set_season(connection, season_id, {"share": shared_address.other_than(season.share)})
        note(connection, actor, Event.SEASON_SHARED, f"season:{season_id}")


def stop_sharing(session: AnySession, actor: Actor, season_id: int) -> None:
    """Take the public page of a season away. One that has none stays as it is."""
    with transaction(session) as connection:
        season = locked_own(connection, actor, season_id)
        if season.share is not None:
            set_season(connection, season_id, {"share": None})
            note(connection, actor, Event.SEASON_HIDDEN, f"season:{season_id}")


def handle(key: str, season: SeasonRow) -> str | None:
    """Give what stands in the address of a season's public page; None where it has none.

    >>> row = SeasonRow(3, 1, "Stammtisch", "2026", None, None, None, None, 7, (1,))
    >>> made = handle("secret", row)
    >>> made[:2], len(made), made == handle("secret", row), made == handle("other", row)
    ('3-', 45, True, False)
    """
    return shared_address.handle(key, PURPOSE, season.id, season.share)


def shared_season(session: AnySession, key: str, asked: str, wish: Wish) -> Season:
    """Give the season of an address. Raises `NotFoundError` for one that is none, and for what is not in the season."""
    connection = reading(session)
    number = shared_address.number_in(asked)
    row = None if number is None else season_reading.find_shared(connection, number)
    if row is None or not shared_address.opens(handle(key, row), asked):
        raise NotFoundError(NO_PAGE)
    return chosen(connection, row, wish)


def shared_page(session: AnySession, key: str, asked: str, wish: Wish, say: Language) -> StandingsPage:
    """Give a page of the standings to whoever has the address, with names as their owners want them there."""
    connection, season = reading(session), shared_season(session, key, asked, wish)
    page = page_of(connection, season, wish, public=True)
    winners = page.evenings.winners
    there: list[Placed | Winner] = [*page.placed, *chain(*winners.values())]
    names = _public_names(there, season_reading.shortened(connection, season.season.clubs), say)
    placed = tuple(replace(one, name=names[one.person]) for one in page.placed)
    won = {evening: tuple(replace(one, name=names[one.person]) for one in best) for evening, best in winners.items()}
    return replace(page, placed=placed, evenings=replace(page.evenings, winners=won))


def _public_names(there: Iterable[Placed | Winner], shortened: Mapping[int, str], say: Language) -> dict[int, str]:
    """Give by person how those on a page are called in public.

    Two who are alike once they are shortened keep their numbers, also where only one of them is on the page.
    """
    known = {one.person: public_name(one.name, one.shown, one.person, say) for one in there}
    short = {person: public_name(name, "short", person, say) for person, name in shortened.items()}
    return told_apart(short | known)
