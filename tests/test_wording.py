"""Words for people: every code has its sentence, every name its word."""

import re
from pathlib import Path

import pytest

import scorebook
from scorebook.exchange import Scorer, parse_game, parse_rules
from scorebook.rules import Contract, Finding, Unit, assess, preset, preset_names
from scorebook.wording import (
    amount,
    contract_name,
    extras,
    game_name,
    message,
    preset_title,
    rules_in_words,
    sum_in_words,
    who,
)
from scorebook.wording.messages import MESSAGES

SOURCE = Path(scorebook.__file__).parent
NAMES = ["Sepp", "Vroni", "Xaver", "Zenzi"]


def source():
    """All code that may find something."""
    return "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py") if "wording" not in path.parts)


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    """No finding is without words, and no words are left over."""
    text = source()
    raised = set(re.findall(r'(?:Finding|\.error|\.warning)\(\s*"([a-z_.]+)"', text))
    assert raised - set(MESSAGES) == set()
    kinds = ("name", "login_name", "place", "title", "reason", "club", "cash_text", "note", "nickname")
    kinds += ("team", "town", "goods", "ruling")
    faults = ("missing", "too_long", "control")
    put_together = {f"{kind}.{fault}" for kind in kinds for fault in faults} | {"schwarz.tricks", "schwarz.augen"}
    assert {code for code in MESSAGES if f'"{code}"' not in text} <= put_together <= set(MESSAGES)


@pytest.mark.parametrize("contract", list(Contract))
def test_every_contract_has_a_name(contract):
    """Names are words for people, not keys."""
    assert contract_name(contract)[0].isupper()


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_has_a_title_and_words(name):
    """A preset is called something and can be told in a line."""
    assert preset_title(name) != name
    assert len(rules_in_words(preset(name))) > 10


def test_people_are_named_where_names_are_known():
    """A finding about a seat speaks of the person."""
    refused = Scorer().answer(
        {"game": {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 70, "stoss": [0]}}
    )
    assert refused["errors"][0]["message"] == "Platz 0 hat den 1. Stoß gegeben, gehört aber zur Spielerseite."
    finding = Finding("stoss.own_game", "stoss", {"seat": 0, "level": 1})
    assert message(finding, names=NAMES).startswith("Sepp hat")


def told(game, **rules):
    """Name, people, extras and sum of a game."""
    rule_set, parsed = parse_rules(rules), parse_game(game)
    score = assess(parsed, rule_set).score
    assert score is not None
    return (
        game_name(parsed),
        who(parsed, NAMES, score),
        extras(parsed, score, rule_set, NAMES).replace("\N{NO-BREAK SPACE}", " "),
        sum_in_words(score, rule_set.unit).replace("\N{NO-BREAK SPACE}", " "),
    )


def test_a_game_is_told_as_the_table_tells_it():
    """Contract with its suit, people, what else happened, and the sum in words."""
    sauspiel = {"contract": "sauspiel", "declarer": 0, "partner": 2, "called": "gras", "augen": 95}
    assert told(sauspiel | {"klopfer": [1], "laufende": 3, "laufende_side": "mit"}) == (
        "Sauspiel Gras",
        "Sepp + Xaver",
        "mit 3, Schneider, 1 Klopfer",
        "20 Grundpreis + 10 Schneider + 30 Laufende = 60, mal 2 (1 Klopfer) = 1,20 €",
    )
    assert told(sauspiel | {"laufende": 2, "laufende_side": "mit"})[2] == "Schneider"
    tout = {"contract": "wenz", "declarer": 3, "tricks": 8, "tout": True, "stoss": 2}
    assert told(tout)[:3] == ("Wenz Tout", "Zenzi", "Re")
    ramsch = {"contract": "ramsch", "augen_by_seat": [60, 40, 20, 0], "tricks_by_seat": [4, 2, 2, 0]}
    assert told(ramsch)[:3] == ("Ramsch", "Sepp", "Jungfrau Zenzi")
    march = {"contract": "ramsch", "augen_by_seat": [0, 120, 0, 0], "tricks_by_seat": [0, 8, 0, 0]}
    assert told(march)[:3] == ("Ramsch", "Vroni", "Durchmarsch")
    assert told({"contract": "all_pass"}) == ("Alle weiter", "", "", "")


def test_amounts_have_their_unit():
    """Euros with comma, points and Striche in singular and plural, a typographic minus."""
    assert amount(-123456, Unit.CENT) == "−1.234,56\N{NO-BREAK SPACE}€"
    assert amount(1, Unit.STRICH, sign=True) == "+1\N{NO-BREAK SPACE}Strich"
    assert amount(2, Unit.POINT) == "2\N{NO-BREAK SPACE}Punkte"
