"""A tournament is made and changed: from what is usual, once, and with whatever is wrong at its field."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorebook.errors import ConflictError
from scorebook.league.tournament.entries import Registered
from scorebook.league.tournament.settings import Award, Drawing, Prize, Scoring, Settings
from scorebook.league.tournament.sound import unsound
from scorebook.rules import preset_names
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import desk, making
from scorebook.services.tournament.making import NewTournament
from scorebook.services.tournament.usual import Usual, usual
from scorebook.store.db import db
from scorebook.wording.tournament_door import USUAL
from tests.actions import Page
from tests.doors import browser
from tests.tournaments import DAY, Hall, hall

SENT = {"name": "Preisschafkopf", "date": "2026-11-28", "place": "Lamm"}


def filled(client: FlaskClient, address: str = "/turniere/neu?art=preis_2x32") -> dict[str, list[str]]:
    """Give what a browser would send of the form as it first stands there."""
    page = Page(client.get(address))
    assert page.status == 200
    return dict(page.inputs)


@pytest.mark.parametrize("one", usual(), ids=lambda one: one.key)
def test_usual_ones_can_be_made(app: Flask, one: Usual) -> None:
    """Nothing is wrong with a usual tournament, and what it says that counts is what its rules say."""
    assert one.rules in preset_names()
    assert list(unsound(one.settings)) == []
    with app.app_context():
        made = Hall(rules=one.rules, **settings_of(one.settings))
        assert replace(made.state.settings, rule_set=0) == one.settings


def test_usual_ones_are_named() -> None:
    """Each usual tournament is offered under a name, and no other is."""
    assert set(USUAL) == {one.key for one in usual()}


def settings_of(settings: Settings) -> dict[str, Any]:
    """Give settings as keywords, without the rule set."""
    return {name: getattr(settings, name) for name in Settings.__dataclass_fields__ if name != "rule_set"}


def test_made_once(app: Flask) -> None:
    """The same sent twice is one tournament; what counts in it follows from its rules."""
    with app.app_context():
        actor = Hall().actor
        new = NewTournament("Gute", DAY, "turnier_gutpunkte", Settings(rule_set=0))
        first = making.make(db.session, actor, new)
        assert making.make(db.session, actor, new) == first
        assert desk.see(db.session, actor, first).state.settings.scoring is Scoring.WINNERS_ONLY
        assert len(making.list_tournaments(db.session, actor)) == 2


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"name": ""}, "name", "name.missing"),
        ({"rules": "nowhere"}, "rules", "rule_set.unknown"),
        ({"rules": "bayern_10_20_50"}, "rules", "tournament.rules_unit"),
        ({"date": DAY.replace(year=1066)}, "date", "date.range"),
        ({"settings": Settings(rule_set=0, rounds=0, late_until=1)}, "rounds", "rules.between"),
        ({"settings": Settings(rule_set=0, capacity=3)}, "capacity", "rules.between"),
        ({"settings": Settings(rule_set=0, prizes=(Prize(),))}, "prizes.0", "tournament.prize_empty"),
        ({"settings": Settings(rule_set=0, prizes=(Prize(permille=1001),))}, "prizes", "tournament.shares"),
        (
            {"settings": Settings(rule_set=0, prizes=(Prize(Award.TEAM, 1, 5),))},
            "prizes.0",
            "tournament.prize_no_teams",
        ),
        ({"settings": Settings(rule_set=0, goods=("Ham\u202e",))}, "goods", "goods.control"),
    ],
)
def test_wrong_settings(app: Flask, change: dict[str, object], field: str, code: str) -> None:
    """What cannot be is refused at its field, and no tournament is there."""
    with app.app_context():
        actor = Hall().actor
        new = replace(NewTournament("Turnier", DAY, "turnier_plusminus"), **change)  # type: ignore[arg-type]
        with pytest.raises(RefusedError) as caught:
            making.make(db.session, actor, new)
        assert (field, code) in [(one.field, one.code) for one in caught.value.findings]
        assert len(making.list_tournaments(db.session, actor)) == 1


def test_changed_by_another(app: Flask) -> None:
    """Who saves settings that he saw before somebody else was faster is told so, and nothing is changed."""
    with app.app_context():
        there = Hall()
        version = there.state.version
        there.act(Registered(1))
        new = NewTournament("Anders", DAY, "turnier_plusminus", Settings(rule_set=0, rounds=3))
        with pytest.raises(ConflictError):
            making.change(db.session, there.actor, there.id, new, version=version)
        assert there.seen.row.name == "Preisschafkopf"
        making.change(db.session, there.actor, there.id, new)
        assert (there.seen.row.name, there.state.settings.rounds) == ("Anders", 3)


def test_what_is_unchanged_is_no_entry(app: Flask) -> None:
    """A new name alone changes no settings; saving the same again appends nothing."""
    with app.app_context():
        there = Hall()
        version = there.state.version
        new = NewTournament("Anders", DAY, "turnier_plusminus", there.state.settings, place="Lamm", uuid=uuid4())
        making.change(db.session, there.actor, there.id, new)
        assert (there.seen.row.name, there.state.version) == ("Anders", version)


def test_by_the_pages(client: FlaskClient, app: Flask) -> None:
    """From what is usual to a tournament, with what was typed over it; for the next time it is a pattern itself."""
    sent = filled(client) | SENT | {"rounds": "3", "fee": "12,50", "capacity": "200", "drawing": "ahead"}
    answer = client.post("/turniere/neu", data=sent)
    assert answer.status_code == 303
    assert "Preisschafkopf" in Page(client.get(answer.location)).text()
    with app.app_context():
        settings = desk.see(db.session, Hall().actor, 1).state.settings
    assert (settings.rounds, settings.fee, settings.capacity) == (3, 1250, 200)
    assert settings.drawing is Drawing.AHEAD
    assert [one.cents for one in settings.prizes[:3]] == [30000, 20000, 10000]
    copied = filled(client, "/turniere/neu?von=1")
    assert copied["fee"] == ["12,50"]
    assert copied["prize_euros"][:3] == ["300,00", "200,00", "100,00"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rounds": "zwei"}, "rounds"),
        ({"fee": "zehn"}, "fee"),
        ({"date": ""}, "date"),
        ({"prize_percent": ["viel"]}, "prize"),
        ({"tie_breaks": ["knobeln"]}, "tie_breaks"),
        ({"tie_breaks": ["lot", "lot"]}, "tie_breaks"),
        ({"team_size": "9"}, "team_size"),
    ],
)
def test_typed_wrong(client: FlaskClient, change: dict[str, object], field: str) -> None:
    """What is no number, amount, day or choice is said at its field, and all that was typed is still there."""
    sent = filled(client) | SENT | change
    page = Page(client.post("/turniere/neu", data=sent))
    assert page.status == 422
    assert page.errors(field) or page.text("errors")
    assert page.value("name") == "Preisschafkopf"
    for name, typed in change.items():
        assert not isinstance(typed, str) or page.value(name) == typed


def test_settings_by_the_pages(client: FlaskClient, app: Flask) -> None:
    """Settings are shown as they are and changed; what somebody else did meanwhile is said, and nothing is lost."""
    hall(app, 4)
    address = "/turniere/1/einstellungen"
    sent = filled(client, address)
    assert client.post(address, data=sent | {"games": "16"}).status_code == 303
    page = Page(client.post(address, data=sent | {"games": "20", "uuid": str(uuid4())}))
    assert (page.status, page.value("games")) == (409, "20")
    assert filled(client, address)["games"] == ["16"]


def test_who_may(app: Flask) -> None:
    """A scorer stands at the door, but makes no tournament."""
    hall(app, 4)
    scorer = browser(app, "scorer")
    assert scorer.get("/turniere/1/anmeldung").status_code == 200
    assert scorer.get("/turniere/neu").status_code == 403
    assert "/turniere/1/einstellungen" not in scorer.get("/turniere/1").text
