"""The texts of pages and papers: all of them go through the catalogues, and the catalogues hold exactly those."""

import ast
import re
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from scorebook import settings
from scorebook.wording import GERMAN, LANGUAGES
from scorebook.wording.languages import CATALOGUES
from tests import texts
from tests.processes import ROOT
from tests.texts import UnmarkedError, catalogue, found, in_template, said, templates, updated

TRANSLATED = [code for code in LANGUAGES if code != GERMAN.code]
SAID = {"alt", "aria-description", "aria-label", "aria-placeholder", "content", "label", "placeholder", "title"}
"""Attributes that people read or hear."""
ATTRIBUTES = re.compile(r'\s[a-z-]+="[^"]*"')
"""Attributes that a macro writes, which have no tag of their own."""
BUTTONS = {"button", "reset", "submit"}
PLACES = re.compile(r"%\(\w+\)[sd]|\{\w+\}")

# --- Templates ---


class Reader(HTMLParser):
    """Finds texts with letters in HTML: between the tags, and in the attributes that people read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self._look_at(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        looked_at = set() if tag == "meta" else SAID
        if tag == "input" and values.get("type") in BUTTONS:
            looked_at = SAID | {"value"}
        for name in looked_at & set(values):
            self._look_at(values[name] or "")

    def _look_at(self, text: str) -> None:
        if any(map(str.isalpha, ATTRIBUTES.sub("", text))):
            self.found.append(" ".join(text.split()))


def bare(node: nodes.Node) -> Iterator[str]:
    """Give the texts in an expression that no call translates, and no test, name or key uses up."""
    if isinstance(node, nodes.Const):
        yield str(node.value) if isinstance(node.value, str) else ""
    elif isinstance(node, nodes.CondExpr):
        yield from bare(node.expr1)
        yield from bare(node.expr2) if node.expr2 else ()
    elif isinstance(node, nodes.Output | nodes.Template | nodes.BinExpr | nodes.Concat):
        for child in node.iter_child_nodes():
            yield from bare(child)


def passed_on(source: str) -> Iterator[str]:
    """Give the texts that a template hands to a macro or puts into a variable: what has a capital, or spaces."""
    tree = Environment(autoescape=True).parse(source)
    calls = (call for call in tree.find_all(nodes.Call) if is_saying(call))
    translated = {id(word) for call in calls for word in call.find_all(nodes.Const)}
    for word in tree.find_all(nodes.Const):
        if id(word) not in translated and re.search(r"[A-ZÄÖÜäöüß]|[a-z] [a-z]", str(word.value or "")):
            yield str(word.value)


def is_saying(call: nodes.Call) -> bool:
    """Tell whether a call translates."""
    if isinstance(call.node, nodes.Getattr):
        return call.node.attr == "plural"
    return isinstance(call.node, nodes.Name) and call.node.name == "_"


def hard_coded(source: str) -> list[str]:
    """Give the texts of a template that do not come from the catalogue."""
    environment = Environment(autoescape=True)
    html, expression = "", ""
    for _line, kind, value in environment.lex(source):
        if kind == "variable_begin":
            expression = " "
        elif kind == "variable_end":
            html += escape("".join(bare(environment.parse("{{" + expression + "}}"))))
            expression = ""
        elif expression:
            expression += value
        elif kind == "data":
            html += value
    reader = Reader()
    reader.feed(html)
    reader.close()
    return [*reader.found, *passed_on(source)]


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.name)
def test_no_template_holds_a_hard_coded_text(path: Path) -> None:
    """Whatever people read or hear on a page or a paper comes from the catalogue or from what they entered."""
    assert hard_coded(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "<h1>Abende</h1>",
        "<p>{{ name }} spielt</p>",
        '<img alt="Verlauf">',
        "<nav aria-label=\"{{ _('Seiten') }} oben\">",
        '<input placeholder="Name">',
        '<input type="submit" value="Los">',
        "<p>{{ 'Los' if ready else _('Warte') }}</p>",
        "<p>{{ title or 'Abend' }}</p>",
        "<p>{{ name ~ ' gibt' }}</p>",
        "{{ f.row(form, 'Wer spielt?', ['who']) }}",
        "{% set heading = 'Der Abend' %}",
        "<p>{% if ready %}fertig{% endif %}</p>",
    ],
)
def test_a_hard_coded_text_is_found(source: str) -> None:
    """The test above sees texts between tags, in attributes, in expressions, and those handed on."""
    assert hard_coded(source) != []


def test_a_translated_text_is_none() -> None:
    """It lets pass what is translated, what is data, and what nobody reads."""
    source = """<p class="soft" id="x">{{ _('Los') if ready else name }} · {{ _.plural('Ein Spiel', 'Spiele', n) }}
        {% if kind == 'radio' %}–{% endif %}</p><input type="text" value="y" aria-label="{{ _('Name') }}">"""
    assert hard_coded(source) == []


# --- Catalogues ---


def test_the_same_languages_everywhere() -> None:
    """The settings know the languages that there are words for, and every catalogue is one of a language."""
    assert tuple(LANGUAGES) == settings.LANGUAGES
    assert sorted(path.stem for path in CATALOGUES.iterdir()) == sorted(TRANSLATED)


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalogues_hold_what_is_said(code: str) -> None:
    """A catalogue misses no text and has none too many, sorted: `make texts` would change nothing."""
    assert (CATALOGUES / f"{code}.po").read_text("utf-8") == updated(code)


@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_in_a_catalogue_is_guessed(code: str) -> None:
    """No translation waits for somebody to look at it."""
    assert [message.id for message in catalogue(code) if message.id and message.fuzzy] == []


def test_english_is_complete() -> None:
    """Every text has its English one. (Boarisch falls back to German.)"""
    assert [text for text in found() if not all(pair[1] for pair in translations("en", text))] == []


def test_english_has_one_word_for_coming_in() -> None:
    """Whoever logs in is never told to sign in: two words for one thing look like two things."""
    two = re.compile(r"\bsign(s|ed|ing)?[ -](in|out)\b", re.IGNORECASE)
    english = [pair[1] for text in found() for pair in translations("en", text)]
    assert len(english) > 1000
    assert [text for text in english if two.search(text)] == []
    assert two.search("Sign in, then try again."), "it finds what it looks for"


@pytest.mark.parametrize("code", TRANSLATED)
def test_values_stay_in_their_places(code: str) -> None:
    """A translation has the places of its text, so that no value gets lost and none is missing."""
    for text in found():
        for german, other in translations(code, text):
            assert not other or set(PLACES.findall(german)) == set(PLACES.findall(other)), german


def translations(code: str, text: texts.Text) -> list[tuple[str, str]]:
    """Give a text with its translation; of a pair both."""
    message = catalogue(code).get(text)
    assert message is not None
    if isinstance(text, str):
        return [(text, str(message.string))]
    return list(zip(text, message.string, strict=True))


def test_texts_are_found_where_they_are_said() -> None:
    """In calls, either branch of a choice, errors, constants that say so, and templates; singular and plural."""
    tree = ast.parse("_('a'); say('b' if x else 'c'); raise ConflictError('d', number=1)\nE: Marked[str] = 'e'\n_(E)")
    assert list(said(tree, {"E"})) == ["a", "b", "c", "d"]
    assert list(texts.constants(tree)) == ["E"]
    assert list(in_template("{{ _('a', n=1) }}{{ _.plural('b', 'c', n) }}{{ other('d') }}")) == ["a", ("b", "c")]


@pytest.mark.parametrize("code", ["_(TEXT)", "say(TEXTS[key])", "raise NotFoundError(TEXT)", "_(f'Spiel {number}')"])
def test_a_text_that_would_be_missed_is_told(code: str) -> None:
    """A constant that is said without being marked, or a text with its value already in it, fails."""
    with pytest.raises(UnmarkedError):
        list(said(ast.parse(code), set()))


def test_catalogues_name_files_alone() -> None:
    """A hint where a text stands is a path inside the project, without a line that would change with every edit."""
    for code in TRANSLATED:
        hints = re.findall(r"^#: (.+)$", (CATALOGUES / f"{code}.po").read_text("utf-8"), re.MULTILINE)
        assert all((ROOT / place).is_file() for hint in hints for place in hint.split())
