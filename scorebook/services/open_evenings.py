"""What is still open at the evenings of a club: dues less payments, by evening and by person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from scorebook.ledger.paying import reckon
from scorebook.services.access import Action, Actor, require
from scorebook.store import cash_accounts, one_person
from scorebook.store import open_evenings as store
from scorebook.store.db import AnySession, reading
from scorebook.store.evenings import load_evening
from scorebook.store.open_evenings import EveningSum


@dataclass(frozen=True, slots=True)
class OpenEvening:
    """An evening at which something is open; by party what he still gets, below zero what he owes."""

    id: int
    date: date
    open: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class OpenPerson:
    """Somebody who has something open at evenings: what he gets in all of them together, or owes, and the evenings."""

    person_id: int
    name: str
    open: int
    evenings: tuple[tuple[int, date, int], ...]


def open_people(session: AnySession, actor: Actor) -> tuple[OpenPerson, ...]:
    """List who has something open at evenings of the club, by name, with each of these evenings, the newest first."""
    require(actor, Action.CASH, actor.club)
    connection = reading(session)
    found = open_evenings(connection, actor.club_id)
    people = []
    for person_id, name in cash_accounts.names(connection, actor.club_id).items():
        his = tuple((one.id, one.date, one.open[person_id]) for one in found if person_id in one.open)
        if his:
            people.append(OpenPerson(person_id, name, sum(cents for _id, _date, cents in his), his))
    return tuple(people)


def open_evenings(connection: Connection, club_id: int) -> tuple[OpenEvening, ...]:
    """Give the evenings of a club at which something is open, the newest first; by who people are over evenings."""
    ones = one_person.ones(connection, club_id)
    paid = store.payments_by_evening(connection, club_id)
    found = []
    for one in store.evening_sums(connection, club_id):
        left = _left(connection, club_id, one, paid.get(one.id, {}))
        if left:
            found.append(
                OpenEvening(one.id, one.date, {ones.get(party, party): cents for party, cents in left.items()})
            )
    return tuple(found)


def _left(connection: Connection, club_id: int, one: EveningSum, paid: Mapping[int, int]) -> dict[int, int]:
    """Give what is open at an evening by party, without those who have nothing open."""
    if one.booked is not None:
        opened = {party: one.booked.get(party, 0) + paid.get(party, 0) for party in {*one.booked, *paid}}
    else:
        evening = load_evening(connection, club_id, one.id)
        reckoning = None if evening is None else reckon(evening)
        accounts = reckoning.accounts if reckoning is not None and reckoning.money else {}
        opened = {party: account.open for party, account in accounts.items()}
    return {party: cents for party, cents in opened.items() if cents}
