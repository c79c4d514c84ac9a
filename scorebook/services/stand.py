"""How far a sheet or an evening is, for tablets and screens that ask all the time whether something has changed."""

from scorebook.errors import NotFoundError
from scorebook.services.access import Action, Actor, Resource, require
from scorebook.store import stand as store
from scorebook.store.db import AnySession, reading
from scorebook.store.stand import Stand


def sheet_stand(session: AnySession, actor: Actor, sheet_id: int) -> Stand:
    """Give how far a sheet is. Raises `NotFoundError` for one that is not the club's."""
    found = store.sheet_stand(reading(session), actor.club_id, sheet_id)
    if found is None:
        raise NotFoundError("Diese Liste gibt es nicht.")
    require(actor, Action.READ, Resource(actor.club_id, found.evening_id, sheet_id))
    return found


def evening_stand(session: AnySession, actor: Actor, evening_id: int) -> Stand:
    """Give how far an evening is. Raises `NotFoundError` for one that is not the club's."""
    found = store.evening_stand(reading(session), actor.club_id, evening_id)
    if found is None:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, Action.READ, Resource(actor.club_id, evening_id))
    return found


def evening_state(session: AnySession, actor: Actor, evening_id: int) -> str:
    """Give what is another as soon as anything about an evening is, whatever it may be: who paid, who is called what.

    Everything that is done in a club is in its log, each row with a hash over all before it. So this is another, too,
    after something else was done there: it says that nothing changed, not that something did. Raises `NotFoundError`
    for an evening that is not the club's.
    """
    state = store.evening_state(reading(session), actor.club_id, evening_id)
    if state is None:
        raise NotFoundError("Diesen Abend gibt es nicht.")
    require(actor, Action.READ, Resource(actor.club_id, evening_id))
    return f"{actor.club_id} {evening_id} {state}"
