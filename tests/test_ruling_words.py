"""Rulings in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.exchange import parse_rules
from scorebook.rules import TRAITS, Contract, Game, Suit, preset
from scorebook.rules.findings import Report
from scorebook.rules.game import Protocol
from scorebook.rules.play import Rule
from scorebook.rules.referee import Verdict, rule_on
from scorebook.rules.switches import RevokeMode
from scorebook.wording import ENGLISH, GERMAN
from scorebook.wording.rulings import BROKEN, CODES, DEMANDS, OPEN, REASONS, RULES, Speaker, not_written, reason_of
from tests.refereeing import GRAS, LONG, WENZ, broken_games, ruled, told, with_cards

NAMES = ("Sepp", "Vroni", "Xaver", "Zenzi")
SPEAKER = Speaker(NAMES, preset(), "Lamm")


def spoken(ruling, rules=LONG, say=GERMAN):
    """What is said of the first broken card."""
    return " ".join(Speaker(NAMES, rules, "Lamm", say).sentences(ruling.broken[0], ruling))


def test_every_rule_has_its_words():
    """Broken or open, demanded, explained, and with a reason for the book."""
    for texts in (BROKEN, OPEN, DEMANDS, RULES):
        assert set(texts) == set(Rule)
    assert CODES.keys() | REASONS.keys() == set(Rule)
    assert reason_of(Rule.RUF_SAU_GEBUNDEN, ENGLISH) == "threw the called Sau away"


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (
            ruled(WENZ, "GS G7 H9 G8", hands={2: "H9 G9 GZ HS HK E7 E8 EU"}),
            (
                "Stich 1: Sepp kommt mit Gras-Sau heraus. Gras ist ausgespielt: wer Gras hat, muss Gras zugeben. "
                "Xaver hatte noch Gras-Zehn und Gras-Neun auf der Hand. Xaver spielt Herz-Neun. "
                "Das war nicht erlaubt. Erlaubt waren Gras-Zehn und Gras-Neun."
            ),
        ),
        (
            ruled(WENZ, "EU GU G7 HU", "GS G8 GZ GK", hands={2: "G7 SU HS HZ E7 E8 GZ S9"}),
            (
                "Stich 1: Sepp kommt mit Eichel-Unter heraus. Trumpf ist ausgespielt: "
                "wer Trumpf hat, muss Trumpf zugeben. Xaver hatte noch Schellen-Unter auf der Hand. "
                "Xaver spielt Gras-Sieben. "
                "Das war nicht erlaubt. Erlaubt war nur Schellen-Unter."
            ),
        ),
        (
            ruled(GRAS, "G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES"),
            (
                "Stich 1: Sepp kommt mit Gras-Acht heraus. Gras ist ausgespielt, damit ist Gras-Sau gesucht: "
                "wer die Karte hat, muss sie zugeben, auch wenn er kleinere hat. "
                "Xaver hatte noch Gras-Sau, gespielt erst in Stich 3. Xaver spielt Gras-Sieben. "
                "Das war nicht erlaubt. Erlaubt war nur Gras-Sau."
            ),
        ),
        (
            ruled(Game(contract=Contract.SAUSPIEL, declarer=0, called=Suit.GRAS, partner=2), "G8 GK G7"),
            (
                "Stich 1: Sepp kommt mit Gras-Acht heraus. Gras ist ausgespielt, damit ist Gras-Sau gesucht: "
                "wer die Karte hat, muss sie zugeben, auch wenn er kleinere hat. "
                "Gras-Sau kann nur Xaver noch gehabt haben. Xaver spielt Gras-Sieben. "
                "Das war nicht erlaubt. Erlaubt war nur Gras-Sau."
            ),
        ),
        (
            ruled(GRAS, "EO HK GS"),
            (
                "Stich 1: Sepp kommt mit Eichel-Ober heraus. Gras-Sau ist gerufen und noch nicht gesucht: "
                "abwerfen darf man die Karte nicht, außer als letzte. Xaver hatte noch andere Karten. "
                "Xaver spielt Gras-Sau. Das war nicht erlaubt."
            ),
        ),
        (
            ruled(GRAS, "G7", hands={2: "GS G8 G7 GO EK E7 S7 S8"}, lead=2),
            (
                "Stich 1: Xaver kommt mit Gras-Sieben heraus. Wer Gras-Sau hat, darf mit einer anderen Karte der "
                "Farbe nur herauskommen, wenn er mindestens 4 davon hat, die gerufene mitgezählt. "
                "Xaver hatte davon nur 3. Das war nicht erlaubt. Erlaubt waren Eichel-König, "
                "Eichel-Sieben, Gras-Sau, Gras-Ober, Schellen-Acht und Schellen-Sieben."
            ),
        ),
    ],
)
def test_a_ruling_is_read_out(ruling, said):
    """What was led, what that demands, what the person had and how one knows, what was played, what was allowed."""
    assert spoken(ruling) == said


def test_a_call_without_honours_is_read_out():
    """Before the first card there is no trick to name; the rule comes from the rule set."""
    rules = parse_rules({"caller_needs_honour": True})
    ruling = ruled(GRAS, "H8", hands={0: "HS HZ HK H9 H8 G7 G8 G9"}, rules=rules)
    speaker = Speaker(NAMES, rules, "Lamm")
    assert speaker.summary(ruling) == "Sepp durfte ohne Ober und Unter nicht rufen."
    assert spoken(ruling, rules) == (
        "Wer ein Sauspiel ansagt, muss einen Ober oder Unter haben. Sepp hatte keinen. Das war nicht erlaubt."
    )
    assert speaker.source(Rule.CALLER_NEEDS_HONOUR) == "Vereinbart in „Lamm“: wer ruft, braucht Ober oder Unter."


def test_an_allowed_card_is_read_out_too():
    """Also where nothing was wrong the sentences say what the moment asked for."""
    ruling = ruled(WENZ, "GS G7 H9 G8", hands={2: "H9 HS HZ HK E7 E8 S7 S8"})
    said = SPEAKER.sentences(ruling.plies[2], ruling)
    assert said[-2:] == ("Xaver spielt Herz-Neun.", "Das war erlaubt.")
    assert SPEAKER.wrong(ruling.plies[2], ruling) == ""


def test_french_cards_have_french_names():
    """A table with French cards hears of Pik and Kreuz everywhere."""
    rules = parse_rules({"words": {"cards": "french"}})
    text = spoken(ruled(GRAS, "G8 GK G7 G9", "EO EU H7 HS", "E7 GS EK ES", rules=rules), rules)
    assert "Pik ist ausgespielt, damit ist Pik-Ass gesucht" in text
    assert "Gras" not in text


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        (RevokeMode.GAME_LOST, "Die Seite von Vroni verliert das Spiel."),
        (RevokeMode.OFFENDER_PAYS, "Die Seite von Vroni verliert das Spiel, und Vroni zahlt für sie allein."),
        (RevokeMode.OFF, "Regelverstöße wertet ihr nicht: es zählt, wie gespielt wurde."),
    ],
)
def test_what_follows_is_what_the_rules_say(mode, said):
    """Each way in which rules can treat a revoke has its sentence."""
    speaker = Speaker(NAMES, parse_rules({"revoke": {"mode": mode.value}}))
    assert speaker.consequence(1, Contract.WENZ) == said
    assert (speaker.consequence(1, Contract.RAMSCH) == said) is (mode is RevokeMode.OFF)


@pytest.mark.parametrize("changes", [{"winners_only": True}, {"preset": "deutscher_striche"}])
@pytest.mark.parametrize("contract", [one for one in Contract if one is not Contract.ALL_PASS])
def test_what_follows_is_what_the_book_does(changes, contract):
    """Where a game takes no revoke nobody is said to lose; where only winners are written nobody pays alone."""
    rules = parse_rules({**changes, "revoke": {"mode": "offender_pays"}})
    said = Speaker(NAMES, rules).consequence(1, contract)
    written = "revoke" in TRAITS[contract].keys
    assert said == ("Die Seite von Vroni verliert das Spiel." if written else not_written(contract))


def test_every_sentence_begins_with_a_large_letter():
    """Also where a language writes trump with a small one."""
    ruling = ruled(WENZ, "EU GU H9 HU", "H8 E7 SU S8", lead=0)
    for one in (*ruling.broken, *ruling.plies):
        for sentence in Speaker(NAMES, LONG, "Lamm", ENGLISH).sentences(one, ruling):
            assert sentence[0].isupper(), sentence


@given(broken_games(), st.integers(0, 32), st.sampled_from([GERMAN, ENGLISH]))
def test_every_ruling_can_be_said(drawn, stop, say):
    """Whatever was played, every card has its sentences, without a gap, and naming whose card it is."""
    game, rules = drawn
    names = (*NAMES, "Toni")
    cut = Protocol(None, game.protocol.lead, game.protocol.played[:stop])
    ruling = rule_on(with_cards(game, cut), rules, told(cut), {}, Report())
    speaker = Speaker(names, rules, "Lamm", say)
    for one in ruling.all:
        text = " ".join(speaker.sentences(one, ruling))
        assert names[one.seat] in text
        assert "{" not in text
        assert bool(speaker.wrong(one, ruling)) is (one.verdict is not Verdict.FINE)
    assert speaker.summary(ruling)
    assert bool(speaker.turn(ruling)) is (ruling.end.turn is not None)
