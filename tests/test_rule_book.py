"""The rule book: what a rule set means, told by what scores. No switch is silent, and nothing is told otherwise."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from scorebook.exchange import parse_game, parse_rules, rules_json
from scorebook.exchange.switches import Kind, Switch, changed, switches, value_at
from scorebook.reports.page import Page as Paper
from scorebook.reports.paper import pdf
from scorebook.reports.regelblatt import html
from scorebook.rules import TRAITS, Card, Contract, Rank, RuleSet, Suit, assess, preset, preset_names
from scorebook.rules.order import order_of
from scorebook.rules.switches import CardNames
from scorebook.wording import ENGLISH, LANGUAGES
from scorebook.wording.cards import RANKS
from scorebook.wording.games import contract_name
from scorebook.wording.languages import GERMAN
from scorebook.wording.rulebook import Run, rule_book
from tests.actions import SAUSPIEL, Page, Table, send_rules
from tests.papers import bare, pages, read
from tests.strategies import plausible_games, rule_changes

EVERY_GAME = [
    "solo", "wenz", "farbwenz", "geier", "farbgeier", "bettel", "hochzeit", "sauspiel", "muss", "kreuzspiel", "ramsch",
    "tout", "sie",
]  # fmt: skip
EVERYTHING: dict[str, Any] = {
    "contracts": EVERY_GAME,
    "all_pass": "ramsch",
    "called_ten": True,
    "schneider": {"announce": True},
    "stoss": {"takes_over": True},
    "stock": {"mode": "partners", "stake": 40, "cap": 500},
    "bock": {"triggers": ["lost_solo"]},
    "muss": {"sixty_max_trumps": 3},
}
"""A table that plays everything there is, so that every switch has something to say."""
VARIANTS: dict[str, dict[str, Any]] = {
    "everything": EVERYTHING,
    "short": EVERYTHING | {"deck": "short"},
    "multiples": EVERYTHING | {"model": "multiplicative"},
    "striche": {"preset": "deutscher_striche"},
    "six wenzel": {"preset": "deutscher_striche", "striche": {"wenzel": 6}},
    "eight, always Schellen": {"preset": "deutscher_striche", "striche": {"wenzel": 8, "trumpf": "bleibend"}},
    "bettel as a Herz-Solo": EVERYTHING | {"bettel": {"trumps": True}, "wenz_ober": "above_koenig"},
}
WHERE = {"multiplicative": "multiples", "striche": "striche", "runaway.short": "short"}
"""Switches that say nothing at the table that plays everything, with the one at which they do."""
OTHERWISE: dict[str, Any] = {
    "laufende.table": {"2": 10, "4": 30},
    "bettel.order": "SZKOU987",
    "words.stoss": ["Spritze", "Retour"],
    "words.klopfer": "Leger",
}
"""Other values of what is typed."""
MEANS_THE_SAME = {("contracts", "ramsch"), ("contracts", "all_pass")}
"""Choices that change nothing: a Ramsch follows anyway when all pass, and that all pass can always happen."""


def told(rules: RuleSet) -> list[str]:
    """Give everything that the book of a rule set says."""
    return list(rule_book(rules).texts())


def others(switch: Switch, value: Any) -> Iterator[Any]:
    """Give other values of a switch: every choice, the other answer, a number more, nothing, another order."""
    if switch.kind is Kind.CHOICE:
        yield from (choice for choice in switch.choices if choice != value)
    elif switch.kind is Kind.FLAG:
        yield not value
    elif switch.kind in (Kind.NUMBER, Kind.PRICE):
        step = 2 if switch.place == "striche.wenzel" else 1
        yield switch.low if value is None else value + step if value + step <= switch.high else value - step
        yield from (None,) if switch.optional and value is not None else ()
    elif switch.kind is Kind.SEVERAL:
        for choice in (choice for choice in switch.choices if (switch.place, choice) not in MEANS_THE_SAME):
            listed = [one for one in value or () if one != choice]
            yield listed if choice in (value or ()) else [*listed, choice]
        yield from (list(reversed(value)),) if switch.place == "contracts" else ()
    elif switch.kind is Kind.NUMBERS:
        yield from ([n + (place == at) for place, n in enumerate(value)] for at in range(len(value)))
    else:
        yield OTHERWISE[switch.place]


# --- No switch is silent ---


@pytest.mark.parametrize("switch", switches(), ids=lambda switch: switch.place)
def test_no_switch_is_silent(switch: Switch) -> None:
    """Whichever switch is set otherwise, to whatever there is: the book says something else."""
    start = switch.place if switch.place in WHERE else switch.place.split(".")[0]
    rules = rules_json(parse_rules(VARIANTS[WHERE.get(start, "everything")]))
    before, values = told(parse_rules(rules)), list(others(switch, value_at(rules, switch.place)))
    assert values
    for value in values:
        assert told(parse_rules(changed(rules, {switch.place: value}))) != before, value


@settings(max_examples=300)
@given(rule_changes(), plausible_games(), st.data())
def test_what_costs_something_else_is_told_otherwise(changes: Any, game: Any, data: st.DataObject) -> None:
    """Two rule sets of which one switch differs, and with it the price of a game on offer, have different books."""
    rules = parse_rules(changes)
    whole = rules_json(rules)
    switch = data.draw(st.sampled_from(switches()))
    value = data.draw(st.sampled_from([*others(switch, value_at(whole, switch.place)), value_at(whole, switch.place)]))
    other = parse_rules(changed(whole, {switch.place: value}))
    keys = TRAITS[Contract(game["contract"])].keys
    extras = {"klopfer": 1, "stoss": 1, "tout": True, "schneider_announced": True, "revoke": 0, "target": 80}
    game |= {key: extras[key] for key in data.draw(st.sets(st.sampled_from(sorted(extras)), max_size=2)) if key in keys}
    played = parse_game(game)
    scores = [assess(played, one).score for one in (rules, other)]
    if played.contract in rules.offered and scores[0] != scores[1]:
        assert told(rules) != told(other), (switch.place, value)


# --- Nothing is told otherwise than it is ---


def of_run(run: Run, suit: Suit | None, ranks: dict[str, Rank]) -> list[Card]:
    """Give the cards that a run names; `suit` is the one that is meant where no sign stands."""
    rank = ranks.get(run.before)
    if rank is not None:
        return [Card(one, rank) for one in run.suits]
    suits = [one for one in run.suits if suit in (None, one)] if run.suits else [one for one in (suit,) if one]
    return [Card(one, ranks[word]) for one in suits for word in run.after.split()]


@pytest.mark.parametrize("names", CardNames)
@pytest.mark.parametrize("changes", [*VARIANTS.values(), *({"preset": name} for name in preset_names())])
def test_the_order_of_the_cards_is_that_of_the_play(changes: dict[str, Any], names: CardNames) -> None:
    """Every game on offer has its row, and the row has its trumps and its plain suits as `order_of` has them."""
    rules = parse_rules(changes | {"words": {"cards": names.value}})
    say = GERMAN.playing(names)
    ranks = {say(RANKS[rank]): rank for rank in Rank} | {
        "10": Rank.ZEHN,
        "9": Rank.NEUN,
        "8": Rank.ACHT,
        "7": Rank.SIEBEN,
    }
    rows = rule_book(rules).chapters[0].rows
    for contract in rules.offered:
        (row,) = [row for row in rows if contract_name(contract) in row.title.split(", ")]
        (*trumps, plain) = [runs for _word, runs in row.parts]
        for suit in Suit:
            order = order_of(contract, suit, rules)
            stays = suit if TRAITS[contract].needs_suit and rules.striche.trumpf == "wechselnd" else None
            said = [card for runs in trumps for run in runs for card in of_run(run, stays, ranks)]
            assert said == list(order.trumps)
            for other in (one for one in Suit if order.of(one)):
                meant = [run for run in plain if other in run.suits or not run.suits]
                assert [card for run in meant for card in of_run(run, other, ranks)] == list(order.of(other))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "mit mindestens 4 Karten ihrer Farbe"),
        ({"deck": "short"}, "mit mindestens 3 Karten ihrer Farbe"),
        ({"deck": "short"}, "24 Karten, jeder bekommt 6. Ohne 8 und 7."),
        ({"deck": "short", "deal": "2-2-2-2"}, "3-mal 2"),
        ({"runaway": {"long": 8}}, "spielt von ihrer Farbe nur sie selbst aus"),
        ({}, "Gerufen wird die Sau von Eichel, Gras oder Schellen, nie Herz."),
        ({"words": {"cards": "french"}}, "Gerufen wird das Ass von Kreuz, Pik oder Karo, nie Herz."),
        ({}, "Die Spieler gewinnen mit 61 Augen, die Gegner mit 60."),
        (
            {"stoss": {"takes_over": True, "max": 4}},
            "Ist das letzte Wort Kontra oder 3. Stoß, brauchen die Spieler ein Auge weniger, also 60.",
        ),
        ({"contracts": ["muss"], "muss": {"sixty_max_trumps": 3}}, "höchstens 3 Trümpfe, gewinnt er mit 60 Augen."),
        ({"contracts": ["muss"]}, "Spielen muss, wer diese Karte hat: Eichel-Ober."),
        ({"contracts": ["muss"], "muss": {"loss_factor": 2}}, "Muss verloren\N{NO-BREAK SPACE}0,40"),
        ({"tout": {"schneider": True}}, "Solo\N{NO-BREAK SPACE}0,50\N{NO-BREAK SPACE}€ · Wenz\N{NO-BREAK SPACE}0,50"),
        ({}, "Sie › Solo Tout › Wenz Tout › Solo › Wenz › Sauspiel"),
        ({"contracts": ["wenz", "solo", "sauspiel"]}, "Wenz › Solo › Sauspiel"),
        ({"preset": "turnier_gutpunkte"}, "Nur bei: Sauspiel."),
        ({"preset": "turnier_gutpunkte"}, "2: 10\N{NO-BREAK SPACE}Punkte · 3: 15\N{NO-BREAK SPACE}Punkte"),
        ({"preset": "turnier_plusminus"}, "Laufende zählen nicht."),
        ({"preset": "turnier_plusminus"}, "Das Spiel zählt nicht."),
        ({"klopfer": {"mode": "fibonacci"}}, "1:\N{NO-BREAK SPACE}×2 · 2:\N{NO-BREAK SPACE}×3"),
        ({"klopfer": {"max": 0}}, "Gibt es nicht."),
        ({"stoss": {"factor": 3}}, "Kontra\N{NO-BREAK SPACE}×3 · Re\N{NO-BREAK SPACE}×9"),
        ({"preset": "bsv_10_50"}, "Mit allen Stichen gewinnt man, und jeder zahlt 0,70\N{NO-BREAK SPACE}€."),
        ({"preset": "bsv_10_50", "ramsch": {"losers": 2}}, "Die zwei mit den meisten Augen zahlen je einem"),
        ({"all_pass": "stock"}, "zahlt jeder 0,20\N{NO-BREAK SPACE}€ hinein."),
        ({"all_pass": "bock"}, "Nach alle weiter: für jeden am Tisch ein Spiel doppelt."),
        ({"tout": {"schneider": True}}, "Ist er gewonnen, kommen Schneider und Schwarz dazu."),
        ({"tout": {"schneider": True}, "schwarz": {"mode": "double"}}, "Ist er gewonnen, kommt Schneider dazu."),
        ({"winners_only": True, "revoke": {"mode": "offender_pays"}}, "dessen Seite verliert"),
        ({"preset": "deutscher_striche", "striche": {"schneider_min": 91}}, "Mit 91 Augen gewinnt man mit Schneider."),
        ({"preset": "deutscher_striche"}, "bei gleich vielen, wer darin mehr Augen hat"),
        ({"preset": "deutscher_striche"}, "sind auch die gleich, wer den höchsten Trumpf hat."),
    ],
)  # fmt: skip
def test_what_a_book_says(changes: dict[str, Any], said: str) -> None:
    """Numbers, words and prices are those of the rule set, of its deck and of its cards."""
    assert any(said in text for text in told(parse_rules(changes)))


@pytest.mark.parametrize(
    ("changes", "unsaid"),
    [
        ({}, "Zehn rufen"),
        ({}, "Haxn"),
        ({}, "Ramsch"),
        ({}, "Bettel"),
        ({}, "Stock gewonnen"),
        ({"contracts": ["solo"]}, "Davonlaufen"),
        ({"contracts": ["sauspiel", "tout", "sie"]}, "Tout"),
        ({"preset": "bsv_10_50", "ramsch": {"losers": 2}}, "Jungfrau"),
        ({"winners_only": True, "revoke": {"mode": "offender_pays"}}, "Er zahlt allein"),
        ({"preset": "deutscher_striche"}, "Laufende"),
        ({"preset": "deutscher_striche"}, "Klopf"),
    ],
)  # fmt: skip
def test_what_a_book_leaves_out(changes: dict[str, Any], unsaid: str) -> None:
    """What a table does not play is not explained to it."""
    assert not any(unsaid in text for text in told(parse_rules(changes)))


@given(rule_changes())
def test_any_rule_set_has_a_book(changes: dict[str, Any]) -> None:
    """Whatever a table agrees on can be told in every language, every chapter with a heading and something below it."""
    for say in LANGUAGES.values():
        book = rule_book(parse_rules(changes), say)
        assert all(chapter.heading and (chapter.lines or chapter.rows) for chapter in book.chapters)
        assert all(line.text for chapter in book.chapters for line in chapter.lines)
        assert not any("{" in text for text in book.texts())


# --- The page and the paper ---


@pytest.mark.parametrize("name", preset_names())
def test_the_page_says_all_of_it(client: FlaskClient, name: str) -> None:
    """Everything in the book stands on the page of the rule set, and the price list is a tap away."""
    page = Page(client.get(f"/regeln/{name}"))
    text = bare(page.text())
    for said in told(preset(name)):
        assert bare(said) in text
    assert f"/regeln/{name}/preise" in page.links
    assert f"/regeln/{name}/regeln.pdf" in page.links


@pytest.mark.parametrize(
    ("changes", "say"),
    [
        *((changes, GERMAN) for changes in VARIANTS.values()),
        *(({"preset": name}, GERMAN) for name in preset_names()),
        (EVERYTHING | {"words": {"cards": "french"}}, ENGLISH),
        ({}, ENGLISH),
    ],
)
def test_the_wall_takes_one_page(changes: dict[str, Any], say: Any) -> None:
    """Everything stands on one sheet of paper, that of a table which plays everything too; the signs are drawn."""
    rules = parse_rules(changes)
    page = html("Lamm", rules, say)
    (wall,) = pages(pdf(Paper(page, "leaf")))
    for chapter in rule_book(rules, say).chapters:
        assert all(
            bare(f"{line.label}{line.text}") in wall.replace(f"{bare(line.label)}:", bare(line.label))
            for line in chapter.lines
        )
        for row in chapter.rows:
            assert all(bare(run.before + run.after) in wall for _, runs in row.parts for run in runs)
    assert page.count("<svg") > len(Suit)


def figures(node: Any) -> Iterator[str | None]:
    """Give what is told of each picture of a PDF, from a part of its structure on; None where nothing is."""
    node = node.get_object()
    if isinstance(node, dict):
        if node.get("/S") == "/Figure":
            yield node.get("/Alt")
        yield from figures(node["/K"]) if "/K" in node else ()
    elif isinstance(node, list):
        for part in node:
            yield from figures(part)


def test_the_wall_can_be_read_aloud() -> None:
    """Each sign has its name in the PDF, for those who do not see it."""
    french = html("Lamm", parse_rules({"words": {"cards": "french"}}))
    root = read(pdf(Paper(french, "leaf"))).trailer["/Root"]["/StructTreeRoot"]
    assert set(figures(root)) == {"Kreuz", "Pik", "Herz", "Karo"}


def test_the_wall_comes_as_pdf(client: FlaskClient) -> None:
    """The address of the paper gives a PDF with the rules on it, in the language of the request."""
    answer = client.get("/regeln/kurz_10_20_50/regeln.pdf")
    assert (answer.mimetype, read(answer.data).metadata.title) == ("application/pdf", "Regeln Kurze Karte 10/20/50")
    assert bare("24 Karten, jeder bekommt 6") in pages(answer.data)[0]
    english = client.get("/regeln/kurz_10_20_50/regeln.pdf", headers={"Accept-Language": "en"})
    assert bare("24 cards") in pages(english.data)[0]


def test_the_rules_are_a_tap_away_from_the_sheet(client: FlaskClient) -> None:
    """The sheet leads to the rules of its next game, these lead back, and to other rules as long as it goes on."""
    table = Table(client)
    assert f"{table.address}/spielregeln" in table.page.links
    page = Page(client.get(f"{table.address}/spielregeln"))
    assert "Bayerisch 10/20/50" in page.text()
    assert "Fassung" not in page.text()
    assert {table.address, f"{table.address}/regeln", "/regeln/bayern_10_20_50/preise"} <= set(page.links)
    assert send_rules(client, name="Lamm", runaway__long="5").status_code == 303
    own = next(value for value in Page(client.get(f"{table.address}/regeln")).offered["rules"] if value.isdecimal())
    assert client.post(f"{table.address}/regeln", data={"rules": own}).status_code == 303
    page = Page(client.get(f"{table.address}/spielregeln"))
    assert "Lamm" in page.text()
    assert "mit mindestens 5 Karten" in page.text()
    table.recorded(**SAUSPIEL)
    assert client.post("/abende/1/beenden").status_code == 303
    assert f"{table.address}/spielregeln" in table.page.links
    page = Page(client.get(f"{table.address}/spielregeln"))
    assert f"{table.address}/regeln" not in page.links
    assert "mit mindestens 5 Karten" in page.text()


def test_rules_of_a_sheet_that_is_not_there(client: FlaskClient, app: Flask) -> None:
    """Neither a sheet nor a rule set that is not there has rules."""
    for address in (
        "/listen/7/spielregeln",
        "/listen/x/spielregeln",
        "/regeln/99/regeln.pdf",
        "/regeln/nix/regeln.pdf",
    ):
        assert client.get(address).status_code == 404
