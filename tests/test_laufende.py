"""How many Laufende these are, and what they make, by the order of the contract and the switches of the rule set."""

import pytest

from scorebook.exchange import parse_rules
from scorebook.rules import TRAITS, Contract, LaufendeSide, RuleSet, Suit, preset
from scorebook.rules.cards import CARD
from scorebook.rules.laufende import run_of
from scorebook.rules.order import order_of
from scorebook.rules.switches import CardNames
from scorebook.wording import ENGLISH
from scorebook.wording.laufende import cards_in_words, laufende_in_words
from tests.cards import CALLED, CARDS, FACTS

MIT, OHNE = LaufendeSide
WITH_LAUFENDE = [contract for contract in Contract if TRAITS[contract].mit is not None]


def said(
    cards: str, by: LaufendeSide = MIT, contract: str = "sauspiel", rules: RuleSet | None = None, suit: str = ""
) -> str:
    """Say what the page says, with plain spaces."""
    rules = rules or preset()
    trump = Suit(suit) if suit else None
    run = run_of(Contract(contract), trump, rules, [CARD[code] for code in cards.split()], by)
    return " ".join(laufende_in_words(run, rules)).replace("\N{NO-BREAK SPACE}", " ")


def changed(**laufende: object) -> RuleSet:
    """Give the default rules with another way to count."""
    return parse_rules({"laufende": laufende})


@pytest.mark.parametrize(
    ("cards", "by", "contract", "words"),
    [
        ("EO GO HO", MIT, "sauspiel", "Mit 3: Eichel-, Gras-, Herz-Ober. Zählt ab 3, macht 0,30 €."),
        ("EO GO", OHNE, "sauspiel", "Ohne 2: Eichel-, Gras-Ober. Zählt nicht, erst ab 3."),
        ("EU GU", MIT, "wenz", "Mit 2: Eichel-, Gras-Unter. Zählt ab 2, macht 0,20 €."),
        ("EO GO SO", MIT, "sauspiel", "Mit 2: Eichel-, Gras-Ober. Zählt nicht, erst ab 3."),
        ("GO", MIT, "sauspiel", "Ohne 1: Eichel-Ober. Zählt nicht, erst ab 3."),
        ("SO", MIT, "sauspiel", "Ohne 3: Eichel-, Gras-, Herz-Ober. Zählt ab 3, macht 0,30 €."),
        ("SU", OHNE, "wenz", "Mit 3: Eichel-, Gras-, Herz-Unter. Zählt ab 2, macht 0,30 €."),
        ("EO GO HO", OHNE, "muss", "Ohne 3: Eichel-, Gras-, Herz-Ober. Wer den Alten hat, spielt nicht ohne."),
    ],
)
def test_taps_are_counted_in_the_order_of_the_contract(cards: str, by: LaufendeSide, contract: str, words: str) -> None:
    """The run goes from the top to the first gap; who holds the top has it, whoever's cards were tapped."""
    assert said(cards, by, contract) == words


def test_trumps_of_the_suit_follow_the_unter() -> None:
    """In a Solo the cards of its suit come last, and only they take its name."""
    top = "EO GO HO SO EU GU HU"
    names = "Eichel-, Gras-, Herz-, Schellen-Ober, Eichel-, Gras-, Herz-Unter. Zählt ab 3, macht 0,70 €."
    assert said(top, contract="solo", suit="gras") == f"Mit 7: {names}"
    assert said("EU GU HU SU GS", contract="farbwenz", suit="gras") == (
        "Mit 5: Eichel-, Gras-, Herz-, Schellen-Unter, Gras-Sau. Zählt ab 3, macht 0,50 €."
    )
    assert said(top + " SU GS", contract="solo", suit="gras").endswith("höchstens Mit 8.")


@pytest.mark.parametrize(
    ("rules", "cards", "by", "end"),
    [
        ({"mode": "with_only"}, "EO GO HO", OHNE, "Zählt nicht: bei euch zählen Laufende nur mit, nicht ohne."),
        ({"mode": "with_only"}, "EO GO HO", MIT, "Zählt ab 3, macht 0,30 €."),
        ({"mode": "never"}, "EO GO HO", MIT, "Laufende zählen bei euch nicht."),
        ({"mode": "never"}, "EO", MIT, "Laufende zählen bei euch nicht."),
        ({"mode": "asymmetric"}, "EO GO HO", MIT, "Zählt ab 3, wenn die Spieler verlieren: macht dann 0,30 €."),
        ({"mode": "asymmetric"}, "EO GO HO", OHNE, "Zählt ab 3, wenn die Spieler gewinnen: macht dann 0,30 €."),
        ({"max": 3}, "EO GO HO SO", MIT, "Zählt ab 3, macht 0,30 €. Mehr als 3 zählen nicht."),
        ({"min": 2, "table": {"2": 15, "4": 50}}, "EO GO HO", MIT, "Zählt ab 2, macht 0,15 €."),
        ({"value": 0}, "EO GO HO", MIT, "Laufende zählen bei euch nicht."),
    ],
)
def test_the_switches_of_the_rule_set_decide(rules: dict[str, object], cards: str, by: LaufendeSide, end: str) -> None:
    """Each way to count Laufende is said as the engine pays it."""
    assert said(cards, by, rules=changed(**rules)).partition(". ")[2] == end


def test_multiplied_laufende_and_points_are_said_in_their_unit() -> None:
    """A rule set that multiplies, and one that counts points, say what the engine adds."""
    assert said("EO GO HO", rules=preset("leitfaden_multiplikativ")).endswith("Zählt ab 3, macht 0,30 €.")
    assert said("EO GO HO", rules=preset("turnier_gutpunkte")).endswith("Zählt ab 2, macht 15 Punkte.")


@pytest.mark.parametrize("contract", WITH_LAUFENDE)
@pytest.mark.parametrize("side", LaufendeSide)
def test_every_run_that_can_be_is_counted_as_it_is(contract: Contract, side: LaufendeSide) -> None:
    """For each contract and each number, the n top trumps of one side are n Laufende of that side."""
    rules = parse_rules({"base": dict.fromkeys(WITH_LAUFENDE, 20)})
    suit = Suit.GRAS if TRAITS[contract].needs_suit else None
    trumps = order_of(contract, suit, rules).trumps
    longest = (TRAITS[contract].mit if side is MIT else TRAITS[contract].ohne)[0]
    for count in range(1, longest + 1):
        run = run_of(contract, suit, rules, trumps[:count], side)
        assert (run.side, run.count, run.cards, run.wrong) == (side, count, trumps[:count], ())
        assert run.won == run.lost == (10 * count if count >= run.fewest else 0)
    if longest < len(trumps):
        assert run_of(contract, suit, rules, trumps[: longest + 1], side).wrong


def test_the_run_of_a_played_game_is_the_same() -> None:
    """The trumps that the players of a real game held are as many Laufende as its cards say."""
    side = [CARD[code] for seat in (CALLED["declarer"], FACTS["partner"]) for code in CARDS["hands"][seat]]
    run = run_of(Contract.SAUSPIEL, None, preset(), side, MIT)
    assert (run.count, run.side) == (FACTS["laufende"], FACTS["laufende_side"])


@pytest.mark.parametrize("contract", [Contract.BETTEL, Contract.RAMSCH, Contract.ALL_PASS, Contract.DS_SOLO])
def test_a_contract_without_laufende_has_none(contract: Contract) -> None:
    """Asking for the Laufende of a Bettel is a programmer's error."""
    with pytest.raises(ValueError, match="no Laufende"):
        run_of(contract, None, preset(), (), MIT)


def test_cards_are_named_as_the_table_names_them() -> None:
    """French names, and another language."""
    cards = [CARD[code] for code in ("EO", "GO", "HS", "HZ")]
    assert cards_in_words(cards, names=CardNames.FRENCH) == "Kreuz-, Pik-Dame, Herz-Ass, Herz-Zehn"
    assert cards_in_words(cards[:2], ENGLISH).count("-") == 2
