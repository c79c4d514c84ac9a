"""Another tariff in mid-evening, and whose rules are whose."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange import parse_rules
from scorebook.ledger.evening import NamedRuleSet
from scorebook.reports import view
from scorebook.rules import RuleSet, preset
from scorebook.services import RefusedError, closing, rulesets
from scorebook.store.db import db
from tests.actions import Page, Table, send_rules
from tests.book import SAUSPIEL, Book, codes

# --- Another tariff in mid-evening ---


def test_the_tariff_changes_from_the_next_game_on(client: FlaskClient) -> None:
    """What stands keeps its price; the next game has the new one; and back again; the paper tells which from when."""
    table = Table(client)
    table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    assert f"{table.address}/regeln" in Page(client.get(f"{table.address}/spielregeln")).links
    page = Page(client.get(f"{table.address}/regeln"))
    assert "Ab Spiel 2 gilt" in page.text()
    assert page.value("rules") == "bayern_10_20_50"
    assert "turnier_plusminus" not in page.offered["rules"]
    for name in ("bsv_10_50", "bayern_10_20_50"):
        assert client.post(f"{table.address}/regeln", data={"rules": name}).status_code == 303
        table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    assert table.totals() == ["+0,50", "−0,50", "+0,50", "−0,50"]
    about = Page(client.get("/abende/1")).text()
    assert "Nr 1, 3: Tarif 10/20/50" in about
    assert "Nr 2: Tarif 10/50" in about


def test_new_rules_are_told_in_the_language_of_the_page(client: FlaskClient) -> None:
    """What happened names a rule set that comes with the book as the page's language does, a club's own as it is."""
    table = Table(client)
    kept = send_rules(client, name="Unsere", tarif="20/50").location
    for key in ("bsv_10_50", kept.rpartition("/")[2]):
        assert client.post(f"{table.address}/regeln", data={"rules": key}).status_code == 303
        table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    told = Page(client.get("/abende/1", headers={"Accept-Language": "en"})).text()
    assert "new rules: Bavarian 10/50 with Bettel and Ramsch" in told
    assert "new rules: Unsere" in told
    assert "Bayerisch" not in told


def test_the_form_asks_by_the_rules_in_force(client: FlaskClient) -> None:
    """After a change the sheet offers the contracts of the new rules, also after one back to rules used before."""
    table = Table(client)
    client.post(f"{table.address}/regeln", data={"rules": "bsv_10_50"})
    assert "bettel" in table.page.offered["contract"]
    client.post(f"{table.address}/regeln", data={"rules": "bayern_10_20_50"})
    assert "bettel" not in table.page.offered["contract"]


@pytest.mark.parametrize(
    ("key", "said"), [("turnier_plusminus", "zählt anders"), ("nix", "nicht"), ("", "nicht"), ("9", "nicht")]
)
def test_rules_that_do_not_fit_are_refused(client: FlaskClient, key: str, said: str) -> None:
    """Another unit, or nothing that there is: the page comes again with the reason, and nothing changes."""
    table = Table(client)
    page = Page(client.post(f"{table.address}/regeln", data={"rules": key}))
    assert page.status == 422
    assert said in page.text("summary")
    assert page.value("rules") == "bayern_10_20_50"
    assert client.post("/listen/99/regeln", data={"rules": "bsv_10_50"}).status_code == 404
    assert client.get("/listen/99/regeln").status_code == 404


def keep(book: Book, name: str, **changes: Any) -> int:
    """Keep changes to the default as one of the club's own."""
    named = NamedRuleSet(name, "bayern_10_20_50", parse_rules(changes))
    return rulesets.keep_own(db.session, book.actor, named)


def test_changes_on_both_databases(book: Book) -> None:
    """Own rules, versions, another tariff and back: each game keeps the price by which it was recorded."""
    first = keep(book, "Lamm", base={"sauspiel": 30})
    started = book.start(rule_set=first)
    book.record(started.sheet_id, SAUSPIEL)
    second = keep(book, "LAMM", base={"sauspiel": 40})
    assert second != first
    for key in (str(second), "bsv_10_50", str(first), str(first)):
        rulesets.change_rules(db.session, book.actor, started.sheet_id, key)
        book.record(started.sheet_id, SAUSPIEL)
    games = book.sheet(started.sheet_id).games
    assert [game.score.value for game in games] == [30, 40, 10, 30, 30]
    evening = book.evening(started.evening_id)
    assert [evening.rule_sets[game.rule_set].rules.base["sauspiel"] for game in games] == [30, 40, 10, 30, 30]
    assert "Nr 1, 4 bis 5:" in view.abrechnung(evening).about[1]
    assert sum(book.balances(started.sheet_id).values()) == 0
    names = [kept.named.name for kept in rulesets.own_rule_sets(db.session, book.actor)]
    assert names == ["Lamm"]


def test_changes_at_once(book: Book) -> None:
    """Two who change the rules in one moment do not trip over each other."""
    sheet = book.start().sheet_id

    def change(key: str) -> None:
        rulesets.change_rules(db.session, book.actor, sheet, key)

    assert book.at_once(lambda: change("bsv_10_50"), lambda: change("regelwerk_10_50")) == [None, None]
    assert rulesets.current_rules(db.session, book.actor, sheet) in (preset("bsv_10_50"), preset("regelwerk_10_50"))
    assert book.count("evening_rule_sets") == 3


def test_an_ended_evening_keeps_its_rules(book: Book) -> None:
    """Nobody changes the rules of an evening that has ended; opened again it can go on by others."""
    started = book.start()
    closing.end_evening(db.session, book.actor, started.evening_id)
    with pytest.raises(ConflictError, match="beendet"):
        rulesets.change_rules(db.session, book.actor, started.sheet_id, "bsv_10_50")
    assert rulesets.current_rules(db.session, book.actor, started.sheet_id) == preset()
    closing.reopen_evening(db.session, book.actor, started.evening_id, "einer geht noch")
    rulesets.change_rules(db.session, book.actor, started.sheet_id, "bsv_10_50")
    assert rulesets.current_rules(db.session, book.actor, started.sheet_id) == preset("bsv_10_50")


def test_another_clubs_rules_are_none_of_ours(book: Book) -> None:
    """A rule set or a sheet of another club is not there."""
    own_id, sheet, stranger = keep(book, "Lamm"), book.start().sheet_id, book.stranger()
    assert rulesets.own_rule_sets(db.session, stranger) == ()
    for ask in (
        lambda: rulesets.load_rule_set(db.session, stranger, own_id),
        lambda: rulesets.current_rules(db.session, stranger, sheet),
        lambda: rulesets.change_rules(db.session, stranger, sheet, "bsv_10_50"),
    ):
        with pytest.raises(NotFoundError):
            ask()
    with pytest.raises(RefusedError) as refused:
        rulesets.change_rules(db.session, book.actor, sheet, "999")
    assert codes(refused) == [("rule_set.unknown", "rules")]


def test_rules_without_a_price_are_not_kept(book: Book) -> None:
    """What is offered must have its price, the Durchmarsch too."""
    bare: RuleSet = parse_rules({"contracts": ["ramsch"], "base": {"solo": None, "ramsch": 10}})
    with pytest.raises(RefusedError) as refused:
        rulesets.keep_own(db.session, book.actor, NamedRuleSet("Lamm", "bayern_10_20_50", bare))
    assert codes(refused) == [("durchmarsch.no_price", "ramsch.durchmarsch_value")]
    assert book.count("rule_sets") == 0
    assert db.session.execute(text("SELECT count(*) FROM evenings")).scalar_one() == 0
