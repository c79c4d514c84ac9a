"""Long names beside a badge, and who sits out, in a real browser on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import press
from tests.test_browser_striche import begin

RULES = "Bayerisch 10/20/50"
LONG = (
    "Maximilian Ferdinand Freiherr von Hohenau und zu Oberallmann",
    "Vroni",
    "Anna Magdalena Walburga Kreszentia Hintermoser aus Unteralm.",
    "Zenzi",
)
BROKEN = """() => [...document.querySelectorAll('main :is(.name, .who)')].flatMap(one => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), broken = [];
  const cut = one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflow !== 'visible';
  if (cut) broken.push(one.innerText);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(line => Math.round(line.top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  return broken;
})"""
"""The words of names and badges that stand on two lines, and the names that are cut."""


@pytest.mark.parametrize("rules", [RULES, "Deutscher Schafkopf"])
@pytest.mark.parametrize("width", [360, 1024])
def test_a_long_name_keeps_its_words(page: Page, live_server: str, rules: str, width: int) -> None:
    """Wherever a badge stands, a name of 60 characters has the room that it needs: no word is broken, none is cut."""
    assert [len(name) for name in LONG if " " in name] == [60, 60]
    begin(page, live_server, LONG, rules)
    page.set_viewport_size({"width": width, "height": 800})
    sheet = page.url
    for path in ("", "/ansage", "/plaetze", "/plaetze/auslosen?tun=ziehen"):
        page.goto(sheet + path)
        assert page.locator("main .badge").count() > 0, path
        assert page.evaluate(BROKEN) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_who_sits_out_is_not_offered(page: Page, live_server: str) -> None:
    """The referee's page asks about the four who play; who sits out by hand goes, and the other comes."""
    page.goto(f"{live_server}/abende/neu")
    page.get_by_text("Ihr seid mehr als vier?").click()
    for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi", "Toni")):
        page.locator(f"#names-{seat}").fill(name)
    page.locator("label.choice:has([value='bayern_10_20_50'])").click()
    page.locator("label.choice:has([name=first_dealer][value='0'])").click()
    press(page, "Los geht’s")
    page.goto(f"{page.url}/schiedsrichter")
    for field in ("lead", "declarer", "hands"):
        shown = page.locator(f"[data-field={field}] [data-seat]")
        expect(shown.nth(0)).to_be_hidden()
        expect(shown.nth(1)).to_be_visible()
    page.locator("label.choice:has([name=sitting_out][value='0'])").click()
    page.locator("label.choice:has([name=sitting_out][value='3'])").click()
    for field in ("lead", "declarer", "hands"):
        shown = page.locator(f"[data-field={field}] [data-seat]")
        expect(shown.nth(0)).to_be_visible()
        expect(shown.nth(3)).to_be_hidden()
    expect(page.locator("[data-field=sitting_out] [data-seat]")).to_have_count(5)
