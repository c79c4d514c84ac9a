"""House rules: the editor, rule sets of one's own, another tariff in mid-evening."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_rules, rules_json
from scorebook.exchange.switches import Kind, changed, switches, tariff, texts_of, value_at, value_of
from scorebook.ledger.evening import NamedRuleSet
from scorebook.money import format_amount, read_amount
from scorebook.rules import assess, preset, preset_names
from scorebook.rules.examples import example_games
from scorebook.services import access, rulesets
from scorebook.store.db import db
from scorebook.wording import choice_words, groups, message, switch_words
from scorebook.wording.switches import CHOICES, SWITCHES
from tests.actions import Page, Table, send_rules, start


def own(app: Flask) -> list[NamedRuleSet]:
    """Give the club's own rule sets."""
    with app.app_context():
        return [kept.named for kept in rulesets.own_rule_sets(db.session, access.local_actor(db.session))]


# --- Words ---


def test_every_switch_has_its_sentence_and_its_section() -> None:
    """A switch without a name, a sentence, words for each choice or a section fails here; nothing is left over."""
    starts = [place for _, places in groups() for place in places]
    assert len(starts) == len(set(starts))
    for switch in switches():
        name, sentence = switch_words(switch.place)
        assert name[0].isupper() or name[0].isdigit()
        assert sentence.endswith(".")
        assert switch.place.split(".")[0] in starts
        for value in switch.choices:
            assert choice_words(switch.place, value)
    places = {switch.place: set(switch.choices) for switch in switches()}
    assert set(SWITCHES) <= set(places)
    assert {place: set(words) for place, words in CHOICES.items()} == {place: places[place] for place in CHOICES}
    assert set(starts) == {place.split(".")[0] for place in places}


@pytest.mark.parametrize(
    ("typed", "units"),
    [
        ("20", 20), (" 20 ", 20), ("0,20", 20), ("0.20", 20), ("0,2", 20), ("1.234,50", 123450), ("2,00 €", 200),
        ("−20", -20), ("-0,20", -20), ("0", 0),
    ],
)  # fmt: skip
def test_amounts_as_people_type_them(typed: str, units: int) -> None:
    """Cents as tables say them, and euros with comma or dot."""
    assert read_amount(typed, "cent") == units


@pytest.mark.parametrize("typed", ["", "O", "2O", "zwanzig", "0,205", "1,2,3", "1.2345", "1.234.5", "--2", "²", "٣"])
def test_what_is_no_amount(typed: str) -> None:
    """A text that is no amount is refused, never guessed; points have no comma."""
    for unit in ("cent", "point"):
        with pytest.raises(ValueError, match=r"no (amount|tariff)"):
            read_amount(typed, unit)
    with pytest.raises(ValueError, match="no amount"):
        read_amount("0,20", "point")


@given(st.integers(-(10**8), 10**8))
def test_written_amounts_are_read_again(units: int) -> None:
    """What the book writes can be typed."""
    assert read_amount(format_amount(units, "cent"), "cent") == units


def test_tariff_of_two_and_of_three() -> None:
    """Three prices are surcharge, Sauspiel, Solo; of two the lower is the surcharge."""
    three = parse_rules(changed(rules_json(preset("schafkopf3d_10_20")), tariff("10/20/50", "cent")))
    assert (three.schneider.value, three.base["sauspiel"], three.base["geier"]) == (10, 20, 50)
    two = parse_rules(changed(rules_json(preset()), tariff(" 0,10 / 0,20 ", "cent")))
    assert (two.laufende.value, two.schwarz.value, two.base["ramsch"], two.base["solo"]) == (10, 10, 10, 20)
    for wrong in ("", "10", "10/20/50/90", "a/b", "10//20", "-10/20", "10/20/2000000"):
        with pytest.raises(ValueError, match=r"no (amount|tariff)"):
            tariff(wrong, "cent")


# --- The editor ---


def test_contracts_are_ranked(client: FlaskClient, app: Flask) -> None:
    """What outbids what is set by moving a contract up; everything typed stays, and the order is kept."""
    page = Page(client.get("/regeln/neu?vorlage=bayern_10_20_50"))
    assert page.inputs["contracts"][:3] == ["solo", "wenz", "sauspiel"]
    sent = {**page.inputs, "name": "Wenz sticht", "hoch": "wenz"}
    moved = Page(client.post("/regeln/neu?vorlage=bayern_10_20_50", data=sent))
    assert moved.inputs["contracts"][:3] == ["wenz", "solo", "sauspiel"]
    assert moved.value("name") == "Wenz sticht"
    for nothing in ("wenz", "nirgends"):
        again = Page(client.post("/regeln/neu?vorlage=bayern_10_20_50", data={**moved.inputs, "hoch": nothing}))
        assert again.inputs["contracts"][:3] == ["wenz", "solo", "sauspiel"]
    answer = client.post("/regeln/neu?vorlage=bayern_10_20_50", data={**moved.inputs, "tun": "sichern"})
    assert answer.status_code == 303
    with app.app_context():
        (kept,) = rulesets.own_rule_sets(db.session, access.local_actor(db.session))
    assert [str(contract) for contract in kept.named.rules.contracts[:2]] == ["wenz", "solo"]


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_comes_back_unchanged(client: FlaskClient, app: Flask, name: str) -> None:
    """Kept untouched, a preset is the same rule set under another name, and nothing differs."""
    answer = send_rules(client, name, name=f"Unser {name}")
    assert answer.status_code == 303, Page(answer).text("summary")
    assert [named.rules for named in own(app)] == [preset(name)]
    assert own(app)[0].preset == name
    assert "Nichts." in Page(client.get(answer.location)).text()


@given(st.data())
def test_every_choice_can_be_typed_and_read(data: st.DataObject) -> None:
    """Whatever a switch can be: its texts give the same value again."""
    switch = data.draw(st.sampled_from(switches()))
    rules = rules_json(preset(data.draw(st.sampled_from(preset_names()))))
    value = value_at(rules, switch.place)
    if switch.kind is Kind.CHOICE:
        value = data.draw(st.sampled_from(switch.choices))
    elif switch.kind in (Kind.NUMBER, Kind.PRICE):
        value = data.draw(st.integers(switch.low, switch.high))
    elif switch.kind is Kind.SEVERAL:
        value = data.draw(st.lists(st.sampled_from(switch.choices), unique=True, min_size=1))
    elif switch.kind is Kind.FLAG:
        value = data.draw(st.booleans())
    assert value_of(switch, texts_of(switch, value), "cent") == value


def test_a_tariff_fills_the_prices(client: FlaskClient) -> None:
    """The tariff fills the fields and empties itself; the examples show what it costs; nothing is kept yet."""
    page = Page(send_rules(client, "bsv_10_50", "vorschau", tarif="10/20/50", laufende__min="2"))
    assert page.status == 200
    assert page.value("base.sauspiel") == "20"
    assert page.value("base.bettel") == "50"
    assert page.value("laufende.min") == "2"
    assert page.value("tarif") == ""
    assert "20 Grundpreis = 0,20 €" in page.text()
    assert "50 Grundpreis + 10 Schneider + 40 Laufende = 100, mal 2 (1 Klopfer) = 2,00 €" in page.text()
    assert "Vroni +0,40" in page.text()
    assert "Sauspiel0,20 € statt 0,10 €" in page.text("different")


def test_kept_rules_can_be_played(client: FlaskClient, app: Flask) -> None:
    """A rule set of one's own stands among those of a new evening, and prices its games."""
    assert send_rules(client, name="Lamm", base__sauspiel="0,30").status_code == 303
    assert "Lamm" in Page(client.get("/regeln")).text()
    page = Page(client.get("/abende/neu"))
    assert page.offered["preset"][0] == "1"
    table = Table(client, preset="1")
    table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    assert table.totals() == ["+0,30", "−0,30", "+0,30", "−0,30"]


def test_a_new_version_leaves_old_evenings_alone(client: FlaskClient, app: Flask) -> None:
    """Kept again under its name, however that is spelled, it is a new version; who plays by the old goes on so."""
    send_rules(client, name="Lamm", base__sauspiel="30")
    table = Table(client, preset="1")
    answer = send_rules(client, "1", name=" lamm ", base__sauspiel="40")
    assert "2. Fassung" in Page(client.get(answer.location)).text()
    assert [(named.name, named.rules.base["sauspiel"]) for named in own(app)] == [("Lamm", 40)]
    table.recorded(who="0", contract="sauspiel", partner="2", result="won")
    assert table.totals()[0] == "+0,30"


@pytest.mark.parametrize(
    ("place", "typed", "said"),
    [
        ("laufende.min", "99", "Möglich ist 1 bis 14."),
        ("laufende.min", "drei", "Hier muss eine Zahl stehen."),
        ("laufende.min", "", "Hier muss eine Zahl stehen."),
        ("base.solo", "5O", "Hier muss eine Zahl stehen."),
        ("base.solo", "−20", "Möglich ist 0 bis 100000."),
        ("base.solo", "", "Solo hat in diesem Regelsatz keinen Preis."),
        ("base.solo", "9" * 40, "Hier muss eine Zahl stehen."),
        ("klopfer.mode", "viel", "Klopfen: das steht nicht zur Wahl."),
        ("contracts", "skat", "Ausgemacht sind: das steht nicht zur Wahl."),
        ("contracts", [], "Mindestens ein Spiel"),
        ("contracts", ["ds_solo"], "Solo gibt es in diesem Regelsatz nicht."),
        ("unit", "strich", "Striche zählt man"),
        ("laufende.table", "zwei", "Feste Preise: dieser Wert"),
        ("laufende.table", "2=a", "Feste Preise: dieser Wert"),
        ("bettel.order", "SKO", "Reihenfolge im Bettel: das steht"),
        ("striche.declarer", "1, 2", "Striche der Spieler: dieser"),
        ("striche.wenzel", "5", "das steht nicht zur Wahl"),
        ("words.klopfer", "", "Name des Klopfers: dieser Wert"),
        ("tarif", "viel", "Schreib den Tarif wie"),
        ("name", "", "Hier fehlt ein Name."),
        ("name", "x" * 61, "höchstens 60"),
        ("name", "a\u202eb", "die man nicht sieht"),
        ("name", "Kurze Karte 10/20/50", "mitgelieferter Regelsatz"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    client: FlaskClient, app: Flask, place: str, typed: Any, said: str
) -> None:
    """Each kind of bad input comes back with its reason at its field, everything typed still there, nothing kept."""
    answer = send_rules(client, **{"name": "Lamm", "base.wenz": "77", place: typed})
    page = Page(answer)
    assert page.status == 422
    assert said in page.errors(place.replace(".", "-"))
    assert page.value("base.wenz") == "77"
    if isinstance(typed, str) and place not in ("klopfer.mode", "contracts"):
        assert page.value(place) == typed
    assert own(app) == []


def test_a_stale_page_keeps_what_was_typed(make_app: Any) -> None:
    """Without this browser's token nothing is kept, and nothing typed is lost."""
    app = make_app(WTF_CSRF_ENABLED=True)
    page = Page(send_rules(app.test_client(), name="Lamm", base__solo="70", csrf_token="old"))
    assert (page.status, page.value("base.solo"), page.value("name")) == (400, "70", "Lamm")
    assert own(app) == []


def test_a_name_that_is_html(client: FlaskClient) -> None:
    """A name is text wherever it stands."""
    answer = send_rules(client, name="<b>=1+1</b> & Söhne")
    for address in (answer.location, "/regeln", f"{answer.location}/preise", "/abende/neu"):
        html = client.get(address).get_data(as_text=True)
        assert "<b>=1+1" not in html
        assert "&lt;b&gt;=1+1&lt;/b&gt; &amp; Söhne" in html


@pytest.mark.parametrize("key", ["99", "nix", "-1", "9" * 30, "²", "1/2"])
def test_unknown_rule_sets_are_not_found(client: FlaskClient, key: str) -> None:
    """An unknown rule set is a 404 everywhere."""
    for address in (f"/regeln/{key}", f"/regeln/{key}/preise", f"/regeln/{key}/preistafel.pdf"):
        assert client.get(address).status_code == 404
    assert client.get("/regeln/neu", query_string={"vorlage": key}).status_code == 404


@pytest.mark.parametrize("name", preset_names())
def test_examples_are_worked_out_or_explained(client: FlaskClient, name: str) -> None:
    """Every rule set shows four games: the sum in words, or why there is no such game."""
    rules = preset(name)
    page = Page(client.get(f"/regeln/{name}"))
    for game in example_games(rules):
        assessment = assess(game, rules)
        said = "= " + format_amount(assessment.score.value, rules.unit) if assessment.score else None
        assert (said or message(assessment.errors[0])) in page.text()


def test_an_evening_by_an_unknown_rule_set(client: FlaskClient) -> None:
    """A rule set that is not there is refused at the rules."""
    page = Page(start(client, preset="77"))
    assert (page.status, page.errors("preset")) == (422, "Diesen Regelsatz gibt es nicht.")
