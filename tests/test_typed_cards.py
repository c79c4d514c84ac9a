"""What the pages show of how cards are typed: cards of the deck that is played, by names that are read."""

import re

import pytest
from flask.testing import FlaskClient

from scorebook.exchange.tricks import parse_cards
from scorebook.rules.cards import CARD, Deck
from scorebook.wording import LANGUAGES
from tests.actions import SAUSPIEL, Page, Table
from tests.book import Book

SHOWN = re.compile("[„“]([^“”]+)[“”]")
"""What stands in quotation marks, German or English."""


def shown(answer_text: str) -> list[tuple[str, ...]]:
    """The cards of all examples of a page: what is quoted, or stands in an empty line, and is more than one card."""
    placeholders = re.findall('placeholder="([^"]{4,})"', answer_text)
    read = [parse_cards(text) for text in [*SHOWN.findall(answer_text), *placeholders] if ":" not in text]
    return [cards for cards in read if len(cards) >= 4]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", ["german", "french"])
@pytest.mark.parametrize("preset", ["bayern_10_20_50", "kurz_10_20_50"])
def test_examples_are_cards_of_the_table(client: FlaskClient, preset: str, names: str, language: str) -> None:
    """Each page that reads cards shows a trick or a hand of the deck of the table, with French cards by their names."""
    client.set_cookie("sprache", language)
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"preset": preset, "words": {"cards": names}}))
    table = Table(client, preset=rules)
    game = table.recorded(**SAUSPIEL)
    deck = Deck.SHORT if preset.startswith("kurz") else Deck.LONG
    own = set(map(str, deck.cards))
    for address in (
        f"{table.address}/ansage",
        f"{table.address}/karten",
        f"/spiele/{game}/karten",
        f"{table.address}/schiedsrichter",
        f"/schiedsrichter?rules={rules}",
    ):
        text = client.get(address).text
        examples = shown(text)
        assert examples, address
        for cards in examples:
            assert set(cards) <= own, (address, cards)
            assert len(set(cards)) == len(cards) in (4, deck.tricks), (address, cards)
        assert ("Kreuz-Dame" in text) is (names == "french"), address


@pytest.mark.parametrize("preset", ["bayern_10_20_50", "kurz_10_20_50"])
def test_the_hand_that_is_shown_can_be_asked_about(client: FlaskClient, preset: str) -> None:
    """Who types the example hand as it stands there is told what it may announce."""
    table = Table(client, preset=preset)
    page = table.client.get(f"{table.address}/ansage").text
    hand = next(text for text in SHOWN.findall(page) if parse_cards(text)[0] in CARD)
    answer = Page(client.get(f"{table.address}/ansage", query_string={"hand": hand}))
    assert (answer.status, "Rufen kannst du" in answer.text("list")) == (200, True)
