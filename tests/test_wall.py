"""The second screen: what hangs on the wall, as a value and as a page."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.ledger.evening import Evening, Person, Seat
from scorebook.reports.charts import FROM_AFAR, course_chart
from scorebook.reports.wall import MOST, SIDE_BY_SIDE, LastGame, wall
from scorebook.services.access import Role
from scorebook.wording import ENGLISH, GERMAN
from tests.actions import SAUSPIEL, Page, Table
from tests.doors import link, linked, nobody
from tests.evenings import evening
from tests.test_striche import LOST, SIMPLE, played


def said(games: Sequence[LastGame]) -> list[str]:
    """Give games as one reads them."""
    return [f"{game.number} {game.name} {game.who} {game.paid.text}".replace("  ", " ") for game in games]


def two_tables() -> Evening:
    """An evening in which four others play at a second table."""
    one = evening(9, ended=None)
    people = [Person(number, name) for number, name in enumerate(("Resi", "Toni", "Hans", "Leni"), start=21)]
    second = replace(one.sheets[0], id=2, seats=tuple(Seat(seat, person.id) for seat, person in enumerate(people)))
    return replace(one, people=(*one.people, *people), sheets=(*one.sheets, second))


def test_the_last_games_come_first() -> None:
    """Each game says what it was, who played, and what these won or lost; of those that count the newest come first."""
    (table,) = wall(evening(9, ended=None)).tables
    assert table.heading == ""
    assert table.turn == "Spiel 10 · Geber Vroni"
    assert said(table.games) == [
        "9 Solo Herz Zenzi +3,00",
        "8 Sauspiel Gras Vroni + Xaver −0,40",
        "7 Solo Gras Tout Vroni −3,00",
        "6 Sauspiel Schellen Sepp + Vroni +0,60",
        "5 Wenz Xaver −1,50",
        "4 Alle weiter ",
    ]
    assert [game.paid.negative for game in table.games] == [False, True, True, False, True, False]


def test_whoever_has_most_leads() -> None:
    """The first is marked, all who are so where several are, and nobody where all have the same."""
    on_it = evening(9).totals()
    most = max(on_it.values())
    assert [one.leads for one in wall(evening(9)).standings] == [total == most for total in on_it.values()]
    assert sum(one.leads for one in wall(evening(9)).standings) == 1
    assert not any(one.leads for one in wall(evening(0)).standings)
    both = [one.leads for one in wall(evening(1, names=("Sepp", "Sepp", "Vroni", "Zenzi"))).standings]
    assert both == [True, False, False, True]


def test_people_of_one_name_are_told_apart() -> None:
    """Names are as short as in the lists, and numbered where two are called the same."""
    names = ("Sepp", "Sepp", "Maximilian von und zu Oberwallenstadt", "Zenzi")
    assert [one.name for one in wall(evening(1, names=names)).standings] == ["Sepp 1", "Sepp 2", "Maximilian", "Zenzi"]


def test_striche_are_drawn_and_what_opponents_get_is_said() -> None:
    """A table of Striche has its sides instead of totals; a lost game says what the others wrote."""
    made = wall(played(SIMPLE, LOST))
    assert made.standings == ()
    assert [(side.name, side.text) for side in made.tables[0].sides] == [
        ("Sepp + Xaver", "1\xa0Strich"),
        ("Vroni + Zenzi", "2\xa0Striche"),
    ]
    assert [game.paid.text for game in made.tables[0].games] == ["Gegner +2", "+1"]
    assert [game.paid.text for game in wall(played(LOST), ENGLISH).tables[0].games] == ["Opponents +2"]


def test_several_tables_hang_side_by_side() -> None:
    """Each table has its name, its turn and fewer games; one that is alone has more; an ended evening has payments."""
    made = wall(two_tables())
    assert [table.heading for table in made.tables] == ["Tisch 1", "Tisch 2"]
    assert [len(table.games) for table in made.tables] == [SIDE_BY_SIDE] * 2
    assert len(made.standings) == 8
    assert made.paying is None
    assert len(wall(evening(9, ended=None)).tables[0].games) == MOST
    over = wall(evening(9))
    assert over.paying is not None
    assert over.paying.transfers
    assert (over.tables[0].turn, len(over.tables[0].games)) == ("", SIDE_BY_SIDE)


def test_what_lies_in_the_stock_is_said() -> None:
    """A Stock that holds something stands at its table."""
    (table,) = wall(evening(1)).tables
    assert table.stock == ""
    sheet = replace(evening(1).sheets[0], stock=80)
    (table,) = wall(evening(1, sheets=(sheet,))).tables
    assert table.stock == "0,80\xa0€"


def test_the_picture_for_afar_has_larger_letters() -> None:
    """The course for the wall is a smaller picture with the same letters, which grow as it fills the wall."""
    near, afar = (course_chart(evening(9), "light", GERMAN, *size) for size in ((), (FROM_AFAR,)))
    assert f'viewBox="0 0 {FROM_AFAR[0]} {FROM_AFAR[1]}"'.encode() in afar
    assert near.count(b"Zenzi") == afar.count(b"Zenzi") > 0


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_evening(client: FlaskClient) -> None:
    """Totals, last games, course and clock; without a script it refreshes itself, with one it knows whom to ask."""
    table = Table(client)
    empty = client.get("/abende/1/wand").text
    assert "Noch kein Spiel." in empty
    table.recorded(**SAUSPIEL)
    answer = client.get("/abende/1/wand")
    page = Page(answer)
    assert page.text("total") == "Sepp vorn +0,20 € Vroni −0,20 € Xaver vorn +0,20 € Zenzi −0,20 €"
    assert "1 Sauspiel Sepp + Xaver +0,20" in page.text("last")
    assert "Stand " in page.text("asked")
    assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in answer.text
    version = client.get("/abende/1/stand.json").json["version"]  # type: ignore[index]
    assert f'data-wall="{version}" data-stand="/abende/1/stand.json"' in answer.text
    for scheme in ("light", "dark"):
        address = f"/abende/1/wand-{scheme}.svg?v={version}"
        assert address in answer.text
        assert client.get(address).mimetype == "image/svg+xml"
    assert "Der Abend ist beendet" not in answer.text
    assert client.post("/abende/1/beenden").status_code == 303
    over = Page(client.get("/abende/1/wand"))
    assert over.text("over").startswith("Der Abend ist beendet. Vroni an Sepp 0,20 €")


def test_whoever_has_the_link_of_a_screen_comes_to_the_wall(app: Flask, client: FlaskClient) -> None:
    """Redeemed, and whenever he comes back; the evening leads there too, and the wall to the result."""
    Table(client)
    for sheet in (None, 1):
        made = link(app, Role.WALL, 1, sheet)
        screen = nobody(app)
        assert screen.post(f"/herein/{made.secret}", follow_redirects=True).request.path == "/abende/1/wand"
        assert screen.get("/").location == "/abende/1/wand"
    assert linked(app, Role.TABLE).get("/").location == "/listen/1"
    assert "/abende/1/wand" in Page(client.get("/abende/1")).links
    assert "/abende/1/ergebnis" in Page(linked(app, Role.WALL).get("/abende/1/wand")).links


@pytest.mark.parametrize("language", ["en", "bar"])
def test_the_wall_speaks_other_languages(client: FlaskClient, language: str) -> None:
    """The page, and what its script will say, are in the language of the browser."""
    Table(client).recorded(**SAUSPIEL)
    text = client.get("/abende/1/wand", headers={"Accept-Language": language}).text
    wanted = {"en": ("Last games", "no connection", "As of {time}"), "bar": ("Letzte Spui", "koa Verbindung")}[language]
    for words in wanted:
        assert words in text
