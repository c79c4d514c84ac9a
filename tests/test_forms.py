"""The entry form: what it offers, what it sends, and what it says where something is wrong."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorebook.exchange import parse_game
from scorebook.rules import TRAITS, Contract, preset, preset_names
from scorebook.settings import folder
from scorebook.web.answers import Answers
from scorebook.web.entry_form import EntryForm
from scorebook.web.entry_form import Table as Seats
from tests.actions import FOUR, SAUSPIEL, Page, Table

RAMSCH = {"who": "ramsch"}


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Give a table of four with the default rules."""
    return Table(client)


def read(app: Flask, **answers: Any) -> dict[str, object]:
    """Give the game that a form with these answers makes."""
    with app.test_request_context(method="POST", data=answers):
        sent = Answers(request.form)
        assert not list(sent.wrong())
        return sent.game()


def shown(form: EntryForm) -> MultiDict[str, str]:
    """Give what a browser would send of a form that nobody touched."""
    sent: MultiDict[str, str] = MultiDict()
    for field in form:
        values = field.data if isinstance(field.data, list) else ["y" if field.data is True else field.data]
        for value in values:
            if value not in (None, False, ""):
                sent.add(field.short_name, str(value))
    return sent


# --- What it sends ---


@pytest.mark.parametrize(
    ("answers", "game"),
    [
        (SAUSPIEL, {"contract": "sauspiel", "declarer": 0, "partner": 2, "result": "won"}),
        (
            {"who": "1", "contract": "solo-herz", "result": "won", "schneider": "y"},
            {"contract": "solo", "suit": "herz", "declarer": 1, "result": "won", "schneider": True},
        ),
        ({"who": "all_pass", "contract": "sauspiel"}, {"contract": "all_pass"}),
        (
            {"who": "3", "contract": "wenz", "opponent_augen": " 46 ", "laufende": "ohne-2", "klopfer": ["2", "0"]},
            {
                "contract": "wenz",
                "declarer": 3,
                "opponent_augen": 46,
                "laufende": 2,
                "laufende_side": "ohne",
                "klopfer": [2, 0],
            },
        ),
        (
            {
                **SAUSPIEL,
                "stoss": "2",
                "called": "gras",
                "called_rank": "y",
                "bock": "4",
                "tricks": "5",
                "target": "70",
            },
            {
                "contract": "sauspiel",
                "declarer": 0,
                "partner": 2,
                "result": "won",
                "stoss": 2,
                "called": "gras",
                "called_rank": "zehn",
                "bock": 4,
                "tricks": 5,
                "target": 70,
            },
        ),
        (
            {**RAMSCH, "augen_by_seat": ["70", "", "30", "20"], "jungfrauen": ["1"], "loser": "0"},
            {"contract": "ramsch", "augen_by_seat": [70, 0, 30, 20], "jungfrauen": [1], "loser": 0},
        ),
        (
            {"who": "1", "contract": "kreuzspiel", "opposite": "1", "result": "won"},
            {"contract": "kreuzspiel", "declarer": 1, "partner": 3, "result": "won"},
        ),
        (
            {"who": "0", "contract": "ds_solo-gras", "result": "lost", "schwarz": "y"},
            {"contract": "ds_solo", "suit": "gras", "declarer": 0, "result": "lost", "schwarz": True},
        ),
        (
            {**SAUSPIEL, "players": "6", "sitting_out": ["1", "4"], "dealer": "1", "revoke": "3"},
            {
                "contract": "sauspiel",
                "declarer": 0,
                "partner": 2,
                "result": "won",
                "players": 6,
                "sitting_out": [1, 4],
                "dealer": 1,
                "revoke": 3,
            },
        ),
    ],
)
def test_game_made_from_what_was_filled(app: Flask, answers: dict[str, Any], game: dict[str, Any]) -> None:
    """The form sends exactly the keys that were filled, in the words of the exchange format."""
    assert read(app, **answers) == game
    parse_game(game)


def test_partner_opposite_counts_round_those_who_sit_out(app: Flask) -> None:
    """At a table of six the partner of a Kreuzspiel sits opposite among the four who play."""
    answers = {"who": "2", "contract": "kreuzspiel", "opposite": "1", "result": "won"}
    game = read(app, **answers, players="6", sitting_out=["1", "4"])
    assert game["partner"] == 5


def test_free_partner_has_to_be_said(app: Flask) -> None:
    """Where partners need not sit opposite, nobody is guessed: a partner is chosen, or nobody."""
    answers = {"who": "0", "contract": "partnerspiel-gras", "opposite": "0", "result": "won"}
    with app.test_request_context(method="POST", data=answers):
        assert list(Answers(request.form).wrong()) == [("partner", "Mit wem?")]
    assert "partner" not in read(app, **answers, partner="nobody")
    assert read(app, **answers, partner="1")["partner"] == 1


def test_a_form_filled_like_a_game_sends_that_game(app: Flask) -> None:
    """To enter a game again and better, the form shows it; unchanged it makes the same game."""
    games = [
        {"contract": "solo", "suit": "herz", "declarer": 1, "tout": True, "result": "won", "laufende": 4,
         "laufende_side": "mit", "klopfer": [0, 2], "stoss": 1, "bock": 2, "dealer": 3},
        {"contract": "sauspiel", "declarer": 0, "partner": 3, "augen": 74, "called": "gras", "called_rank": "zehn",
         "dealer": 3},
        {"contract": "ramsch", "augen_by_seat": [70, 0, 30, 20], "jungfrauen": [1], "dealer": 3},
        {"contract": "all_pass", "dealer": 3},
    ]  # fmt: skip
    rules = preset("leitfaden_multiplikativ")
    for data in games:
        with app.test_request_context():
            form = EntryForm(formdata=None).offer(preset(), Seats(FOUR, dealer=3))
            if "called_rank" in data or data["contract"] == "ramsch":
                form = EntryForm(formdata=None).offer(rules, Seats(FOUR, dealer=3))
            assert Answers(shown(form.fill(parse_game(data)))).game() == data


# --- What it offers ---


@pytest.mark.parametrize("name", preset_names())
def test_offers_what_the_rule_set_offers(client: FlaskClient, name: str) -> None:
    """Every contract of the rule set can be chosen, a Solo in each suit, and no other."""
    page = Table(client, preset=name).page
    rules = preset(name)
    contracts = {value.partition("-")[0] for value in page.offered["contract"]}
    assert contracts == {c.value for c in rules.offered if TRAITS[c].has_declarer}
    without = {c.value for c in rules.offered if not TRAITS[c].has_declarer} | {"all_pass"}
    assert set(page.offered["who"]) == without | {"0", "1", "2", "3"}
    suited = {value for value in page.offered["contract"] if value.startswith(("solo-", "ds_solo-"))}
    assert len(suited) == 4
    for announcement in ("tout", "sie"):
        assert (announcement in page.offered) is (announcement in rules.contracts)
    assert ("stoss" in page.offered) is (rules.stoss.max > 0)
    assert ("klopfer" in page.offered) is (rules.klopfer.mode != "off")


def test_nothing_is_chosen_that_could_book_a_wrong_game(table: Table) -> None:
    """A fresh form has a Sauspiel, but nobody who plays, no partner and no result."""
    page = table.page
    assert page.value("contract") == "sauspiel"
    assert [page.value(name) for name in ("who", "partner", "result", "augen", "schneider")] == [""] * 5


def test_every_contract_has_its_rule_in_the_style_sheet() -> None:
    """The style sheet hides for each contract what it has no use for; none is forgotten."""
    text = (Path(folder("static")) / "css" / "entry.css").read_text()
    hidden = re.findall(
        r':checked\)(?::not\(:has\(\[name="who"\]\[data-contract\]:checked\)\))? \[data-for\]:not\((.*?)\)', text
    )
    assert sorted(hidden) == sorted(f'[data-for~="{contract}"]' for contract in Contract)
    for contract in Contract:
        assert f'[data-contract="{contract}"]:checked' in text


def test_prices_stand_beside_the_contracts(table: Table) -> None:
    """Each contract says what it costs."""
    assert "Sauspiel 0,20 €" in table.page.text("contract")


# --- What it says ---

BAD = [
    ({"who": None}, "who", "Wer hat gespielt?"),
    ({"contract": None}, "contract", "Was wurde gespielt?"),
    ({"who": "all_pass", "contract": "wenz"}, "contract", "sagt etwas anderes"),
    ({"partner": None}, "partner", "Mit wem?"),
    ({"partner": "0"}, "partner", "Sepp kann nicht mit sich selbst spielen."),
    ({"partner": "6"}, "partner", "Diesen Platz gibt es am Tisch nicht."),
    ({"partner": "Xaver"}, "partner", "falsche Form"),
    ({"result": None}, "result", "Gewonnen oder verloren?"),
    ({"result": "unentschieden"}, "result", "steht nicht zur Wahl"),
    ({"augen": "119"}, "augen", "119 Augen gibt es nicht."),
    ({"augen": "7O"}, "augen", "Bitte eine ganze Zahl"),
    ({"augen": "70,0"}, "augen", "Bitte eine ganze Zahl"),
    ({"augen": "−20"}, "augen", "Bitte eine ganze Zahl"),
    ({"augen": "٧٠"}, "augen", "Bitte eine ganze Zahl"),
    ({"augen": "121"}, "augen", "außerhalb"),
    ({"augen": "30"}, "result", "Augen und Stiche sagen das Gegenteil"),
    ({"augen": "70", "opponent_augen": "40"}, "opponent_augen", "nicht 120"),
    ({"tricks": "9"}, "tricks", "außerhalb"),
    ({"laufende": "mit-15"}, "laufende", "höchstens Mit 14"),
    ({"laufende": "mit-"}, "laufende", ""),
    ({"laufende": "links-4"}, "laufende", "steht nicht zur Wahl"),
    ({"stoss": "3"}, "stoss", "höchstens 2-mal"),
    ({"klopfer": ["0", "9"]}, "klopfer", ""),
    ({"called": "herz"}, "called", "Herz ist Trumpf"),
    ({"bock": "3"}, "bock", "steht nicht zur Wahl"),
    ({"dealer": "5"}, "dealer", "Diesen Platz gibt es"),
    ({"contract": "solo-herz", "partner": "2"}, "partner", "passt nicht zu Solo"),
    ({"contract": "solo-rot", "partner": None}, "contract", "steht nicht zur Wahl"),
    ({"contract": "solo", "partner": None}, "contract", "Welche Farbe ist Trumpf?"),
    ({"contract": "schach"}, "contract", "steht nicht zur Wahl"),
    ({"who": "ramsch", "partner": None, "result": None, "contract": None}, "loser", ""),
]


@pytest.mark.parametrize(("change", "field", "words"), BAD)
def test_an_error_stands_at_its_field(table: Table, change: dict[str, Any], field: str, words: str) -> None:
    """Whatever is wrong is said in German at the field it is about, nothing is booked, and what was typed stays."""
    sent = SAUSPIEL | change
    page = table.refused(**sent)
    if field in page.offered:
        assert words in page.errors(field)
        assert page.errors(field)
        assert f"#{field}" in page.links
        assert field in page.ids
    assert page.text("summary").startswith("Noch nicht eingetragen.")
    assert "Noch kein Spiel" in table.page.text("games")
    for name in ("augen", "opponent_augen", "tricks"):
        assert page.value(name) == sent.get(name, "")


def test_everything_that_was_filled_is_still_there(table: Table) -> None:
    """A refused form comes back as it was sent, the folded part too."""
    sent = SAUSPIEL | {
        "augen": "119", "schneider": "y", "laufende": "ohne-4", "klopfer": ["1", "3"], "stoss": "1", "called": "gras",
        "tricks": "6", "bock": "2", "revoke": "1", "target": "70", "dealer": "2",
    }  # fmt: skip
    page = table.refused(**sent)
    for name, value in sent.items():
        assert page.inputs[name] == (value if isinstance(value, list) else [value]), name


def test_spaces_around_a_number_do_no_harm(table: Table) -> None:
    """Keyboards leave spaces behind: ` 70 ` is 70."""
    table.recorded(**SAUSPIEL | {"augen": " 70 "})
    assert table.totals() == ["+0,20", "−0,20", "+0,20", "−0,20"]


def test_empty_augen_are_none(table: Table) -> None:
    """Augen are optional: an empty field says nothing."""
    table.recorded(**SAUSPIEL | {"augen": "", "opponent_augen": "  "})
    assert table.totals()[0] == "+0,20"


def test_augen_of_the_other_pile_mean_the_same(table: Table) -> None:
    """46 Augen in the opponents' pile are 74 in one's own."""
    table.recorded(**SAUSPIEL | {"result": None, "opponent_augen": "46"})
    assert table.totals() == ["+0,20", "−0,20", "+0,20", "−0,20"]


def test_schneider_follows_from_augen(table: Table) -> None:
    """With Augen there is nothing to tick."""
    table.recorded(**SAUSPIEL | {"result": None, "augen": "94"})
    assert table.totals()[0] == "+0,30"


def test_a_warning_asks_and_then_books(table: Table) -> None:
    """What hardly can be is asked about, and booked when somebody says so."""
    sent: dict[str, Any] = {"who": "0", "contract": "solo-eichel", "result": "won", "laufende": "mit-8"}
    page = table.refused(**sent)
    assert "das ist ein Sie" in page.text("question")
    assert "Noch kein Spiel" in table.page.text("games")
    assert page.offered["accept"] == ["sie.unannounced"]
    table.recorded(**sent, accept=page.offered["accept"])
    assert table.totals()[0] == "+3,90"


def test_a_finding_without_a_field_stands_at_the_top(table: Table) -> None:
    """A table of five cannot be claimed at a table of four: that is said above the form."""
    page = table.refused(**SAUSPIEL, players="5", sitting_out="4")
    assert "An diesem Tisch sitzen 4 Leute." in page.text("summary")


def test_ramsch_counts_four_piles(client: FlaskClient) -> None:
    """A Ramsch is entered by the four piles; who has most pays the others."""
    table = Table(client, preset="bsv_10_50")
    page = table.refused(**RAMSCH, augen_by_seat=["70", "3O", "20", "0"])
    assert "ganze Zahl" in page.errors("augen_by_seat")
    assert page.inputs["augen_by_seat"] == ["70", "3O", "20", "0"]
    page = table.refused(**RAMSCH, augen_by_seat=["70", "30", "10", "0"])
    assert "Zusammen sind das 110, es müssen 120 sein." in page.errors("augen_by_seat")
    page = table.refused(**RAMSCH, augen_by_seat=["70", "30", "20", "0"])
    assert "Jungfrau" in page.text("question")
    table.recorded(**RAMSCH, augen_by_seat=["70", "30", "20", ""], tricks_by_seat=["4", "2", "2", "0"])
    assert table.totals() == ["−0,80", "+0,20", "+0,20", "+0,40"]


def test_bettel_needs_a_result_alone(client: FlaskClient) -> None:
    """A Bettel is won or lost; it knows no Schneider, and says so at that field."""
    table = Table(client, preset="bsv_10_50")
    page = table.refused(who="0", contract="bettel", result="won", schneider="y")
    assert "passt nicht zu Bettel" in page.errors("schneider")
    table.recorded(who="0", contract="bettel", result="won")
    assert table.totals() == ["+0,90", "−0,30", "−0,30", "−0,30"]


def test_deutscher_schafkopf_knows_the_partner(client: FlaskClient) -> None:
    """In Deutscher Schafkopf partners sit opposite: nobody is asked, the Striche go to both."""
    table = Table(client, preset="deutscher_striche")
    assert "partner" not in table.page.offered
    table.recorded(who="1", contract="partnerspiel-herz", augen="91")
    assert "Vroni + Zenzi Geber 2 Striche" in table.page.text("total")
    page = table.refused(who="1", contract="zwangsspiel", augen="91")
    assert "Welche Farbe ist Trumpf?" in page.errors("contract")


def test_five_at_the_table(client: FlaskClient) -> None:
    """Of five the dealer sits out, which is ticked beforehand; the next one does so in the next game."""
    table = Table(client, (*FOUR, "Korbinian"), first_dealer="1")
    assert table.page.inputs["sitting_out"] == ["1"]
    page = table.refused(**SAUSPIEL | {"partner": "1"})
    assert "Vroni setzt aus" in page.errors("partner")
    page = table.refused(**SAUSPIEL, sitting_out=[])
    assert "Bei 5 Leuten setzen 1 aus." in page.errors("sitting_out")
    table.recorded(**SAUSPIEL)
    assert table.totals() == ["+0,20", "0,00", "+0,20", "−0,20", "−0,20"]
    assert table.page.inputs["sitting_out"] == ["2"]


def test_page_of_a_refused_form_is_announced(table: Table) -> None:
    """The summary takes the focus and is told to screen readers."""
    text = table.record(who=None).text
    assert re.search(r'class="summary" role="alert" tabindex="-1" autofocus', text)
    assert Page(table.record(who=None)).errors("who")
