"""Seasons to write tests with: results put straight into the tables, the roll-up that follows, and their page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time
from json import dumps
from uuid import uuid4

from sqlalchemy import Connection, insert
from werkzeug.test import TestResponse

from scorebook.exchange.schemes import scheme_json
from scorebook.league.counting import Unranked, count
from scorebook.league.ranking import ranked
from scorebook.league.results import Measure, Result, Tally
from scorebook.league.scheme import Scheme
from scorebook.reports.standings import Entry
from scorebook.reports.standings_paper import Paper
from scorebook.services.texts import same_name
from scorebook.services.transactions import transaction
from scorebook.store.db import db
from scorebook.store.league_tables import results, schemes, season_substitutes, seasons, standings
from scorebook.store.rows import add
from scorebook.store.tables import evenings, people
from tests.actions import Page

FIRST = date(2026, 9, 4)


def add_people(names: Iterable[str], club_id: int = 1) -> list[int]:
    """Add people and give their ids."""
    with transaction(db.session) as connection:
        rows = ({"club_id": club_id, "name": name, "name_key": same_name(name)} for name in names)
        return [add(connection, people, row) for row in rows]


def add_season(
    played: Sequence[Result],
    *chosen: Scheme,
    measure: Measure = Measure.CENT,
    substitutes: Sequence[int] = (),
    club_id: int = 1,
    name: str = "Saison 2026/27",
) -> int:
    """Add a season with results and what they come to by each scheme. Evenings and people keep their ids."""
    with transaction(db.session) as connection:
        season_id = add(connection, seasons, {"club_id": club_id, "name": name})
        add_evenings(connection, season_id, {result.evening: result.date for result in played}, club_id)
        for person in substitutes:
            add(connection, season_substitutes, {"club_id": club_id, "season_id": season_id, "person_id": person})
        for position, scheme in enumerate(chosen):
            text = dumps(scheme_json(scheme))
            row = {"club_id": club_id, "season_id": season_id, "position": position, "name": f"Wertung {position}"}
            add(connection, schemes, {**row, "scheme": text})
        add_results(connection, season_id, played, measure, club_id)
        roll_up(connection, season_id, played, chosen, measure, substitutes)
    return season_id


def add_evenings(
    connection: Connection, season_id: int, days: Mapping[int, date], club_id: int = 1, *, ended: bool = True
) -> None:
    """Add evenings by id."""
    rows = [
        {
            "id": evening,
            "club_id": club_id,
            "uuid": uuid4(),
            "title": "Stammtisch",
            "place": "Löwen",
            "date": day,
            "begun_at": datetime.combine(day, time(18), UTC),
            "ended_at": datetime.combine(day, time(23), UTC) if ended else None,
            "season_id": season_id,
        }
        for evening, day in days.items()
    ]
    if rows:
        connection.execute(insert(evenings), rows)


def add_results(
    connection: Connection, season_id: int, played: Sequence[Result], measure: Measure, club_id: int = 1
) -> None:
    """Add what evenings were for people."""
    rows = [
        {
            "club_id": club_id,
            "evening_id": result.evening,
            "person_id": result.person,
            "measure": measure.value,
            "season_id": season_id,
            "place": result.place,
            **asdict(result.tally),
        }
        for result in played
    ]
    if rows:
        connection.execute(insert(results), rows)


def roll_up(
    connection: Connection,
    season_id: int,
    played: Sequence[Result],
    chosen: Sequence[Scheme],
    measure: Measure,
    substitutes: Sequence[int] = (),
) -> None:
    """Write where everybody stands by each scheme."""
    ids = connection.execute(schemes.select().where(schemes.c.season_id == season_id).order_by(schemes.c.position))
    for row, scheme in zip(ids.all(), chosen, strict=True):
        for person in sorted({result.person for result in played}):
            own = [result for result in played if result.person == person]
            found = count(person, own, scheme, Unranked.SUBSTITUTE if person in substitutes else None)
            kept = {
                "club_id": 1,
                "scheme_id": row.id,
                "measure": measure.value,
                "person_id": person,
                "ranked": found.unranked is None,
                "score": found.score,
                "evenings": found.evenings,
                **asdict(found.tally),
            }
            add(connection, standings, kept)


def played(amounts: Sequence[Mapping[int, int]], games: int = 20) -> list[Result]:
    """Give the results of weekly evenings from what everybody had at each, by person."""
    return [
        Result(
            number,
            FIRST.replace(day=1 + (number - 1) % 28, month=9 + (number - 1) // 28),
            person,
            1 + sum(other > amount for other in evening.values()),
            Tally(amount, games, games * 2500),
        )
        for number, evening in enumerate(amounts, start=1)
        for person, amount in evening.items()
    ]


def season_paper(names: Sequence[str]) -> Paper:
    """Give standings to be printed: some evenings are dropped, the first two are equal, the last is a substitute."""
    scheme = Scheme(best=3, qualified=2)
    found = played(
        [{person: 50 - 10 * max(person, 1) + shift for person in range(len(names))} for shift in (0, 9, 4, -7)]
    )
    own = {person: tuple(result for result in found if result.person == person) for person in range(len(names))}
    last = len(names) - 1
    why = {last: Unranked.SUBSTITUTE}
    rows = ranked((count(person, results, scheme, why.get(person)) for person, results in own.items()), scheme)
    entries = [Entry(row, names[row.standing.person], "", own[row.standing.person]) for row in rows]
    days = {result.evening: result.date for result in own[0]}
    return Paper("Saison 2026/27", "Lamm", date(2027, 1, 31), scheme, Measure.CENT, entries, days, own=1)


class Shown(Page):
    """A page with what it is written in."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__(answer)
        self.html = answer.text


def rows(page: Shown) -> list[list[str]]:
    """Give what stands in the lines of the table."""
    found = re.findall(r'<tr class="line.*?</tr>', page.html, re.DOTALL)
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in found]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]
