"""The exchange format is strict: what is not in it is refused, at its field, in words."""

import json
import re

import pytest

from scorebook.exchange import JsonError, Scorer, ShapeError, load_json, parse_game, parse_rules
from scorebook.exchange.schema import json_schema
from scorebook.rules import preset, preset_names
from scorebook.rules.presets import DEFAULT_PRESET, preset_data

GAME = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 70}


def refused(read, data):
    """The (code, field) pairs for which `data` is refused."""
    with pytest.raises(ShapeError) as caught:
        read(data)
    return {(finding.code, finding.field) for finding in caught.value.findings}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"farbe": "rot"}, "key.unknown"),
        ({"payouts": [99, 0, 0, 0]}, "key.unknown"),
        ({"value": 99}, "key.unknown"),
        ({"augen": True}, "value.type"),
        ({"augen": 70.0}, "value.type"),
        ({"augen": "70"}, "value.type"),
        ({"augen": 121}, "value.range"),
        ({"augen": -1}, "value.range"),
        ({"bock": True}, "value.type"),
        ({"bock": 3}, "value.choice"),
        ({"klopfer": [True]}, "value.type"),
        ({"klopfer": 1.0}, "value.type"),
        ({"suit": "rot"}, "value.choice"),
        ({"tout": 1}, "value.type"),
        ({"sitting_out": "0"}, "value.type"),
        ({"sitting_out": {"0": 1}}, "value.type"),
        ({"players": 8}, "value.range"),
        ({"revoke_reason": 5}, "value.type"),
        ({"protocol": []}, "value.type"),
        ({"contract": None}, "value.choice"),
    ],
)
def test_a_game_with_a_wrong_key_is_refused_at_that_key(change, code):
    """Unknown keys, booleans for numbers, floats, texts and wrong ranges are refused, each at its key."""
    assert refused(parse_game, GAME | change) == {(code, next(iter(change)))}


@pytest.mark.parametrize(
    ("protocol", "code", "field", "said"),
    [
        ({"played": []}, "key.missing", "lead", "„lead“ fehlt."),
        ({"lead": 0}, "key.missing", "played", "„played“ fehlt."),
        ({"lead": True, "played": []}, "value.type", "lead", "lead: dieser"),
        ({"lead": 7, "played": []}, "value.range", "lead", "lead: dieser"),
        ({"lead": 0, "played": [], "cards": []}, "key.unknown", "cards", "„cards“ gibt es nicht."),
        ({"lead": 0, "played": {}}, "value.type", "played", "played: dieser"),
        ({"lead": 0, "played": [[0, "EO"], [1]]}, "key.missing", "played.1.1", "„played[1][1]“ fehlt."),
        ({"lead": 0, "played": [[0, "EO", 1]]}, "value.range", "played.0", "played[0]: dieser"),
        ({"lead": 0, "played": [[0, "EO"], [True, "EU"]]}, "value.type", "played.1.0", "played[1][0]: dieser"),
        ({"lead": 0, "played": [[0, "EO"], [1, 7]]}, "value.type", "played.1.1", "played[1][1]: dieser"),
        ({"lead": 0, "played": [[0, "E" * 21]]}, "value.range", "played.0.1", "played[0][1]: dieser"),
        ({"lead": 0, "played": [], "hands": [[], [], ["EO", None]]}, "value.type", "hands.2.1", "hands[2][1]: dieser"),
        ({"lead": 0, "played": [], "hands": [["EO"] * 33]}, "value.range", "hands.0", "hands[0]: dieser"),
    ],
)
def test_a_protocol_of_the_wrong_shape_is_refused_at_the_place(protocol, code, field, said):
    """What is wrong inside a protocol is named down to the hand, the ply and the card, in field and words."""
    assert refused(parse_game, GAME | {"protocol": protocol}) == {(code, f"protocol.{field}")}
    with pytest.raises(ShapeError, match=re.escape(said)):
        parse_game(GAME | {"protocol": protocol})


def test_null_means_absent_in_a_game():
    """A key that is null counts as not given."""
    assert parse_game(GAME | {"tout": None, "laufende": None}) == parse_game(GAME)


@pytest.mark.parametrize("data", [None, [], "solo", 5, True])
def test_what_is_no_object_is_no_game(data):
    """Games and rule sets are objects."""
    assert refused(parse_game, data) == {("game.not_object", "")}
    assert refused(parse_rules, data) == {("rules.not_object", "rules")}


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"preset": "bayern_1_2_3"}, "preset.unknown", "rules.preset"),
        ({"preset": None}, "preset.unknown", "rules.preset"),
        ({"laufende": {"minimum": 2}}, "key.unknown", "rules.laufende.minimum"),
        ({"laufende": None}, "value.type", "rules.laufende"),
        ({"laufende": {"value": None}}, "value.type", "rules.laufende.value"),
        ({"laufende": {"table": {"zwei": 10}}}, "value.range", "rules.laufende.table.zwei"),
        ({"laufende": {"table": {"2": -1}}}, "value.range", "rules.laufende.table"),
        ({"base": {"solo": -50}}, "value.range", "rules.base.solo"),
        ({"base": {"solo": 50.0}}, "value.type", "rules.base.solo"),
        ({"base": {"grand": 50}}, "value.choice", "rules.base.grand"),
        ({"base": None}, "value.type", "rules.base"),
        ({"contracts": ["solo", "solo"]}, "value.choice", "rules.contracts"),
        ({"contracts": ["grand"]}, "value.choice", "rules.contracts.0"),
        ({"stoss": {"max": True}}, "value.type", "rules.stoss.max"),
        ({"stoss": {"max": 99}}, "value.range", "rules.stoss.max"),
        ({"striche": {"declarer": [1, 2]}}, "value.range", "rules.striche.declarer"),
        ({"striche": {"wenzel": 5}}, "value.choice", "rules.striche.wenzel"),
        ({"bettel": {"order": "SSSSSSSS"}}, "value.choice", "rules.bettel.order"),
        ({"klopfer": {"mode": "quadruple"}}, "value.choice", "rules.klopfer.mode"),
    ],
)
def test_a_rule_set_with_a_wrong_key_is_refused_at_that_key(changes, code, field):
    """Each kind of wrong value in a rule set is refused where it stands."""
    found = refused(parse_rules, changes)
    assert code in {found_code for found_code, _ in found}
    assert any(found_field.startswith(field) for _, found_field in found)


def test_objects_merge_and_lists_are_replaced():
    """Keys of objects go over the preset's one by one; lists and the table of Laufende are replaced whole."""
    rules = parse_rules({"preset": "turnier_gutpunkte", "laufende": {"table": {"3": 7}}, "contracts": ["wenz"]})
    assert rules.laufende.table == ((3, 7),)
    assert rules.laufende.max == 4
    assert [str(contract) for contract in rules.offered] == ["wenz", "kreuzspiel"]
    assert parse_rules({"base": {"solo": None}}).price("solo") is None


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_complete_and_valid(name):
    """Every shipped preset passes the same checks as rules from outside, and names every switch."""
    assert parse_rules({"preset": name}) == preset(name)
    assert set(preset_data(name)) == set(preset_data(DEFAULT_PRESET))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1,",
        '{"a": NaN}',
        '{"a": Infinity}',
        "nonsense",
        "[" * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        b"\xff{}",
    ],
)
def test_what_is_no_json_is_said_to_be_none(text):
    """Broken text, NaN, endless nesting, endless numbers and other encodings are one clear error."""
    with pytest.raises(JsonError) as caught:
        load_json(text)
    assert re.fullmatch(r"Das ist kein JSON-Objekt: in Zeile 1 geht es bei Zeichen \d+ nicht.", caught.value.message)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{\n "a": }', 2, 7), ('{"a": NaN}', 1, 7), (b'{"a":\n\n  "\xff"}', 3, 4), ("\ufeff[1 2]", 1, 4), ("", 1, 1)],
)
def test_the_place_is_told_where_it_is_no_json(text, line, column):
    """Line and character, counted from 1 and without a byte order mark, in words that need no English."""
    with pytest.raises(JsonError) as caught:
        load_json(text)
    assert caught.value.findings[0].params == {"line": line, "column": column}


def test_a_key_twice_is_refused():
    """Of two values under one key neither is taken, at any depth."""
    for text in ('{"augen": 60, "augen": 70}', '{"game": {"augen": 60, "augen": 70}}'):
        with pytest.raises(ShapeError) as caught:
            load_json(text)
        assert [(f.code, f.field) for f in caught.value.findings] == [("key.twice", "augen")]


def test_an_envelope_is_told_from_a_game():
    """With `game` or without `contract` it is an envelope, whose other keys are ignored; a bare game has no id."""
    assert Scorer().answer({"id": 7, "why": "so", "game": GAME})["id"] == 7
    assert Scorer().answer(GAME)["id"] is None
    assert Scorer().answer({"id": 7, "rules": {}})["errors"][0]["field"] == "game"
    assert Scorer().answer(GAME | {"id": 7})["errors"][0]["code"] == "key.unknown"


def test_rules_of_the_command_line_are_the_default_of_an_envelope():
    """An envelope's own keys go over the default; a preset that it names replaces it."""
    scorer = Scorer(preset_data("schafkopf3d_10_20"))
    assert scorer.answer(GAME)["value"] == 10
    assert scorer.answer({"rules": {"schneider": {"value": 5}}, "game": GAME | {"augen": 95}})["value"] == 15
    assert scorer.answer({"rules": {"preset": "bayern_10_20_50"}, "game": GAME})["value"] == 20


def test_the_schema_describes_every_object():
    """The published schema has games, rule sets, envelopes, answers and evenings, closed against unknown keys."""
    schema = json_schema()
    names = set(schema["$defs"])
    assert {
        "Game",
        "RuleSet",
        "RuleSetInput",
        "Envelope",
        "Answer",
        "Refusal",
        "Replay",
        "RefusedReplay",
        "Evening",
    } <= names
    game = schema["$defs"]["GameData"]
    assert game["additionalProperties"] is False
    assert set(game["properties"]) >= {"contract", "augen", "laufende_side", "protocol"}
    assert game["properties"]["bock"]["anyOf"][0]["enum"] == [1, 2, 4]


@pytest.mark.parametrize("text", ["[" * 51 + "]" * 51, '{"a":' * 60 + "1" + "}" * 60, '{"id": 1e999}', "-1e400"])
def test_json_that_could_not_be_written_again_is_none(text):
    """What lies in fifty others, or is beyond all floats, is refused where it is read: nobody could answer with it."""
    with pytest.raises(JsonError):
        load_json(text)
    assert load_json("[" * 50 + "]" * 50)
    assert load_json('{"id": 1e99}') == {"id": 1e99}


def nested(depth, leaf):
    """Put a leaf into lists and objects, each beside texts full of brackets and quotes."""
    value = leaf
    for level in range(depth):
        value = [']}"', value, '\\"['] if level % 2 else {"}]": "\\", '"{': value, "[[": []}
    return json.dumps(value)


@pytest.mark.parametrize("leaf", ["[[[", "]]]", '\\"]', 5])
def test_brackets_in_texts_lie_in_nothing(leaf):
    """How deep something lies is counted by its lists and objects alone, whatever its texts hold."""
    assert load_json(nested(49, leaf))
    with pytest.raises(JsonError):
        load_json(nested(51, leaf))


def test_a_text_that_not_every_database_can_keep_is_refused():
    """PostgreSQL reads no JSON with a NUL in it, and reads a game when a name in its reason is to go."""
    with pytest.raises(ShapeError) as caught:
        parse_game(GAME | {"revoke": 1, "revoke_reason": "Sepp\x00"})
    assert [(found.code, found.field) for found in caught.value.findings] == [("value.range", "revoke_reason")]
    assert parse_game(GAME | {"revoke": 1, "revoke_reason": "zwei\nZeilen"}).revoke_reason == "zwei\nZeilen"
