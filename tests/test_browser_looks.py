"""That what looks at pages in a real browser sees their faults, and does not look too early."""

import ast
import itertools
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from tests.browser import faults
from tests.processes import ROOT

# --- That the look itself sees ---

FAULTY = """<!doctype html><html lang="de"><title>x</title><style>
  body { background: #fff; color: #000 } main { width: WIDTH } p { background: #fff; color: #555 }
  .big { display: inline-block; width: 3rem; height: 3rem } .hidden { position: absolute; width: 1px; height: 1px }
  @media (prefers-color-scheme: dark) { p { color: #ddd } }
</style><main><h1>x</h1><p>Text</p><img src="data:,">
  <a class="big" href="/">gross</a> <span>Ein <a href="/">Wort</a> im Satz</span>
  <p><a href="/">allein</a></p><button class="hidden">zu</button><button>klein</button></main>"""


def test_each_fault_is_found(page: Page) -> None:
    """Whatever axe knows, in each scheme, what does not fit on a phone, and what is too small for a finger."""
    page.set_content(FAULTY.replace("WIDTH", "700px"))
    said = "\n".join(faults(page))
    for fault in (
        "image-alt",
        "scrolls sideways: 7",
        "too small for a finger: allein",
        "too small for a finger: klein",
    ):
        assert f"light 360: {fault}" in said
    assert re.search("light 1280: color-contrast", said) is None
    assert len(re.findall("dark (360|820|1280): color-contrast", said)) == 3
    assert "820: scrolls" not in said
    assert re.search("gross|Wort|zu ", said) is None
    assert page.evaluate("matchMedia('(prefers-color-scheme: light)').matches && innerWidth") == 1280


@pytest.mark.parametrize("way", ["<a href=/next>x</a>", "<form action=/next><button>x</button></form>"])
def test_a_look_waits_for_the_page_that_a_tap_leads_to(page: Page, way: str) -> None:
    """A tap that nobody waited for: the page that is about to go away is not looked at, and not taken for the next."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        body = FAULTY.replace("<h1>x</h1>", way) if path == "/" else FAULTY.replace("klein", "angekommen")
        route.fulfill(body=body, content_type="text/html")

    page.route("**/*", answer)
    page.goto("http://tisch.test/")
    page.locator(":is(a, button):text-is('x')").click(no_wait_after=True)
    found = faults(page)
    assert all(fault.startswith("/next ") for fault in found)
    assert "angekommen" in "".join(found)


def test_dark_is_other_colours() -> None:
    """In the dark nothing has another place, size or words: one sheet of style sets variables."""
    sheets = {file.name: file.read_text(encoding="utf-8") for file in ROOT.joinpath("static/css").glob("*.css")}
    assert {name for name, text in sheets.items() if "prefers-color-scheme" in text} == {"base.css"}
    (block,) = re.findall(r"prefers-color-scheme: dark\) \{(.*?)\n\}", sheets["base.css"], re.DOTALL)
    assert re.sub(r"--[a-z-]+: #[0-9a-f]{6};|:root|[{}\s]", "", block) == ""


# --- That nobody looks too early ---

TAPS = {"click", "dblclick", "press"}
HASTY = {
    "all",
    "all_inner_texts",
    "bounding_box",
    "content",
    "count",
    "evaluate",
    "goto",
    "is_visible",
    "reload",
    "url",
}
"""What tells how a page is now, or leaves it, and waits for no other."""


def taps_too_early(code: str) -> list[str]:
    """Give the taps on a link or a button right after which the page is asked for what it is now."""
    found = []
    for parent in ast.walk(ast.parse(code)):
        body = getattr(parent, "body", None)
        for tap, following in itertools.pairwise(body if isinstance(body, list) else []):
            if leads_on(tap) and HASTY & names_in(following):
                found.append(f"{tap.lineno}: {ast.unparse(tap)}")
    return found


def leads_on(statement: ast.AST) -> bool:
    """Tell whether a statement is a tap on what may lead to another page, and nothing more."""
    call = getattr(statement, "value", None)
    tapped = isinstance(statement, ast.Expr) and isinstance(call, ast.Call) and getattr(call.func, "attr", "") in TAPS
    text = ast.unparse(statement)
    return tapped and any(word in text for word in ("'link'", "'button'", "'Enter'", "a.game", "dblclick"))


def names_in(statement: ast.AST) -> set[str]:
    """Give the names of all attributes that a statement reads, outside the blocks that it holds."""
    return {node.attr for node in ast.walk(statement) if isinstance(node, ast.Attribute)}


def test_nobody_looks_before_the_next_page_is_there() -> None:
    """A tap does not wait for the page to which it leads: `follow` and `press` do, and so does `expect`."""
    tests = ROOT.joinpath("tests").glob("test_*.py")
    assert {file.name: early for file in tests if (early := taps_too_early(file.read_text(encoding="utf-8")))} == {}


def test_a_look_too_early_is_found() -> None:
    """The test above finds such a tap, and no other."""
    early = "def test():\n    page.get_by_role('link').click()\n    assert page.locator('form').count() == 0\n"
    assert taps_too_early(early) == ["2: page.get_by_role('link').click()"]
    assert taps_too_early(early.replace("click()", "click()\n    expect(page).to_have_url('x')")) == []
    assert taps_too_early(early.replace("'link'", "'radio'")) == []
