"""The price list: every cell is what the engine says about that game, on the page and on the wall."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from scorebook.exchange import parse_rules
from scorebook.money import format_amount
from scorebook.reports import preistafel
from scorebook.reports.paper import pdf
from scorebook.reports.preistafel import html
from scorebook.reports.preistafel import page as wall_page
from scorebook.rules import Contract, Game, LaufendeSide, Result, RuleSet, Suit, assess, preset, preset_names
from scorebook.rules.prices import LEVELS, Priced, PriceList, price_list
from scorebook.rules.switches import Jungfrau, LaufendeMode
from tests.actions import Page
from tests.papers import bare, pages
from tests.strategies import rule_changes


def cells(prices: PriceList) -> list[Priced]:
    """Give every game of a price list."""
    single = [prices.ramsch, prices.durchmarsch, prices.stake]
    rows = [cell for row in prices.rows for cell in row.cells]
    runs = [priced for _, run in prices.laufende for priced in run]
    return [p for p in (*rows, *runs, *prices.klopfer, *prices.stoss, *prices.jungfrauen, *single) if p is not None]


def value(rules: RuleSet, **game: Any) -> int:
    """Ask the engine itself, with Augen and tricks instead of words."""
    assessment = assess(Game(declarer=0, **game), rules)
    assert assessment.score is not None, assessment.errors
    return assessment.score.value


@pytest.mark.parametrize("name", preset_names())
def test_every_cell_is_what_the_engine_says(name: str) -> None:
    """No cell holds another amount than `assess` gives for its game."""
    prices = price_list(preset(name))
    assert cells(prices)
    for priced in cells(prices):
        assert assess(priced.game, preset(name)).score == priced.score


@pytest.mark.parametrize("name", preset_names())
def test_every_offered_contract_has_its_row(name: str) -> None:
    """Whoever may declare something finds it, at the price of a game counted in Augen."""
    rules = preset(name)
    levels = list(LEVELS)
    for row in price_list(rules).rows:
        if row.contract is Contract.BETTEL:
            continue
        game: dict[str, Any] = {"contract": row.contract}
        plain = next(cell for cell in row.cells if cell).game
        game |= {"partner": plain.partner, "suit": plain.suit}
        piles = ((70, 100, 120), (45, 15, 0))[row.result is Result.LOST]
        tricks = (None, None, 0 if row.result is Result.LOST else rules.deck.tricks)
        for place, (augen, taken) in enumerate(zip(piles, tricks, strict=True)):
            cell = row.cells[levels.index("einfach") + place]
            assert cell is not None
            assert cell.score.value == value(rules, augen=augen, tricks=taken, **game)
    rows = {row.contract for row in price_list(rules).rows}
    assert rows == {contract for contract in rules.offered if contract not in (Contract.RAMSCH, Contract.ALL_PASS)}


@given(rule_changes())
def test_any_rule_set_has_a_price_list(changes: dict[str, Any]) -> None:
    """Whatever a table agrees on: the list is made, and each cell is the engine's."""
    rules = parse_rules(changes)
    for priced in cells(price_list(rules)):
        assert assess(priced.game, rules).score == priced.score
    assert preistafel.preistafel("Lamm", rules).explained


def test_levels_of_the_default() -> None:
    """Known prices stand in their places."""
    tafel = preistafel.preistafel("Lamm", preset())
    assert tafel.contracts.columns == ("einfach", "Schneider", "Schwarz", "Tout", "Sie")
    assert tafel.contracts.rows[2] == ("Sauspiel", ("0,20", "0,30", "0,40", "–", "–"))
    assert tafel.laufende is not None
    assert tafel.laufende.rows[1] == ("Wenz", ("0,20", "0,30", "0,40", *"–" * 10))
    assert dict(tafel.facts) == {"Klopfer": "1: ×2 · 2: ×4 · 3: ×8 · 4: ×16", "Stoß": "Kontra ×2 · Re ×4"}


def test_striche_have_tiers() -> None:
    """Deutscher Schafkopf shows its tiers, won and lost apart where they differ."""
    tafel = preistafel.preistafel("Lamm", preset("deutscher_striche"))
    assert ("Partnerspiel gewonnen", ("1", "2", "9")) in tafel.contracts.rows
    assert ("Partnerspiel verloren", ("2", "4", "9")) in tafel.contracts.rows
    assert ("Zwangsspiel", ("1", "2", "9")) in tafel.contracts.rows
    assert (tafel.laufende, tafel.facts) == (None, ())


def test_ramsch_says_what_a_jungfrau_gets() -> None:
    """Ramsch, Jungfrau and Durchmarsch stand beneath; two Jungfrauen apart where that is something else."""
    rules = preset("bsv_10_50")
    facts = dict(preistafel.preistafel("Lamm", rules).facts)
    assert facts["Jungfrau"] == "Wer verliert, zahlt einer Jungfrau 0,40, sonst 0,20."
    assert facts["Durchmarsch"] == "Jeder zahlt ihm 0,70."
    all_pay = replace(rules, ramsch=replace(rules.ramsch, jungfrau=Jungfrau.FOR_ALL))
    facts = dict(preistafel.preistafel("Lamm", all_pay).facts)
    assert facts["Zwei Jungfrauen"] == "Wer verliert, zahlt jedem 0,80."


def test_laufende_of_the_losers_are_found() -> None:
    """Where only the losers' Laufende count, the list still shows what they cost."""
    rules = replace(preset(), laufende=replace(preset().laufende, mode=LaufendeMode.ASYMMETRIC))
    (contract, run), *_ = price_list(rules).laufende
    assert (contract, [priced.game.laufende for priced in run]) == (Contract.SOLO, list(range(3, 15)))
    lost = value(rules, contract=contract, suit=Suit.GRAS, augen=45, laufende=3, laufende_side=LaufendeSide.MIT)
    assert lost == 80
    never = replace(preset(), laufende=replace(preset().laufende, mode=LaufendeMode.NEVER))
    assert price_list(never).laufende == ()


@pytest.mark.parametrize("name", preset_names())
def test_page_and_wall_show_the_same(client: FlaskClient, name: str) -> None:
    """Every amount of the list stands on the page and on one sheet of paper, behind its row's name."""
    tafel = preistafel.preistafel("Lamm", preset(name))
    page = bare(Page(client.get(f"/regeln/{name}/preise")).text())
    (wall,) = pages(pdf(wall_page("Lamm", preset(name))))
    grids = [tafel.contracts, *([tafel.laufende] if tafel.laufende else [])]
    for row in (row for grid in grids for row in grid.rows):
        text = bare(row[0] + "".join(row[1]))
        assert text in page
        assert text.replace("-", "") in wall.replace("-", "")
    for label, said in tafel.facts:
        assert bare(label + said) in page
        assert bare(label + said) in wall


def test_the_wall_comes_as_pdf(client: FlaskClient) -> None:
    """The address of the paper gives a PDF with the name of the rule set on it."""
    answer = client.get("/regeln/bsv_10_50/preistafel.pdf")
    assert answer.mimetype == "application/pdf"
    assert bare("Bayerisch 10/50 mit Bettel und Ramsch") in pages(answer.data)[0]


def test_dear_games_stay_on_the_paper() -> None:
    """The dearest prices that can be are printed smaller, not over each other."""
    dear = replace(preset(), base=dict.fromkeys(preset().base, 100_000), tout=replace(preset().tout, factor=10))
    (wall,) = pages(pdf(wall_page("Lamm", dear)))
    most = format_amount(1_000_000, "cent")
    assert most in wall
    assert 'class="prices long"' in html("Lamm", dear)
