"""Every text that is translated, found in the sources; `make texts` brings the catalogues up to date with it.

A text stands where it is said, `_("…")`, `say("…")`, or in an error that pages tell; or in a constant whose type says
`Marked`. Templates say theirs with `_('…')` and `_.plural('…', '…', n)`.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from scorebook.web.problems import STATUS
from scorebook.wording import GERMAN, LANGUAGES
from scorebook.wording.languages import CATALOGUES
from tests.processes import ROOT

Text = str | tuple[str, str]
SAYERS = {"_", "gettext", "lazy_gettext", "say"}
ERRORS = {kind.__name__ for kind in STATUS}
"""Errors that a page tells in their own words."""
HEADER = """\
# {name}. `make texts` adds what is new and drops what nobody says any more.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


class UnmarkedError(AssertionError):
    """A constant is said, or told by an error, whose type does not say `Marked`."""


# --- Finding them ---


def sources() -> list[Path]:
    """Give the modules that say something to people in their language; the command line speaks German."""
    folder = ROOT / "scorebook"
    return [path for path in sorted(folder.rglob("*.py")) if path.parent != folder / "cli"]


def templates() -> list[Path]:
    """Give the templates of pages and papers."""
    return sorted((ROOT / "templates").rglob("*.html"))


@cache
def found() -> dict[Text, list[str]]:
    """Give every text, with the files in which it stands; one with a plural as a pair. Raises `UnmarkedError`."""
    places: dict[Text, set[str]] = defaultdict(set)
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sources()}
    known = {name for tree in trees.values() for name in constants(tree)}
    for path, tree in trees.items():
        place = str(path.relative_to(ROOT))
        for text in (*said(tree, known, place), *(text for node in constants(tree).values() for text in written(node))):
            places[text].add(place)
    for path in templates():
        for text in in_template(path.read_text("utf-8")):
            places[text].add(str(path.relative_to(ROOT)))
    return {text: sorted(files) for text, files in places.items()}


def constants(tree: ast.AST) -> dict[str, ast.expr]:
    """Give the constants whose type says `Marked`, by name."""
    return {
        node.target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
        if isinstance(node.annotation, ast.Subscript) and ast.unparse(node.annotation.value) == "Marked"
    }


def written(node: ast.expr) -> Iterator[str]:
    """Give the texts written in an expression: itself, either branch, the parts of a tuple, the values of a dict."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*written(body), *written(other))
        case ast.BinOp(left=ast.Name(), op=ast.BitOr(), right=more):  # what stands in a constant of its own, and more
            yield from written(more)
        case ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from written(part)


def said(tree: ast.AST, known: set[str], place: str = "") -> Iterator[Text]:
    """Give the texts that are said in place. Raises `UnmarkedError`, with the place, for one that would be missed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "plural":
            words = [text for word in node.args[:2] for text in written(word)]
            yield words[0], words[1]
        if isinstance(node, ast.Call) and node.args and says(node.func):
            first = node.args[0]
            yield from written(first)
            name = first.value if isinstance(first, ast.Subscript) else first
            if isinstance(name, ast.Name) and name.id.isupper() and name.id not in known:
                raise UnmarkedError(f"{place}:{name.lineno}: {name.id} is said, but its type does not say Marked")
            if isinstance(first, ast.JoinedStr) and isinstance(node.func, ast.Name) and node.func.id in SAYERS:
                raise UnmarkedError(f"{place}:{first.lineno}: a text with its values already in it")


def says(function: ast.expr) -> bool:
    """Tell whether a call of this says its first argument to people, or makes an error that does."""
    match function:
        case ast.Name(id=name):
            return name in SAYERS | ERRORS
        case ast.Attribute(attr=name, value=value):
            return name == "say" or (name == "__init__" and ast.unparse(value) == "super()")
    return False


def in_template(text: str) -> Iterator[Text]:
    """Give the texts that a template says."""
    for call in Environment(autoescape=True).parse(text).find_all(nodes.Call):
        words = [word.value for word in call.args if isinstance(word, nodes.Const) and isinstance(word.value, str)]
        if isinstance(call.node, nodes.Name) and call.node.name == "_":
            yield from words[:1]
        elif isinstance(call.node, nodes.Getattr) and (call.node.attr, len(words)) == ("plural", 2):
            yield words[0], words[1]


# --- Keeping them ---


@cache
def catalogue(code: str) -> Catalog:
    """Read a catalogue as it is."""
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file)


def updated(code: str) -> str:
    """Write a catalogue anew: exactly the texts that are said, sorted, with what is translated of them already."""
    old = catalogue(code) if (CATALOGUES / f"{code}.po").exists() else Catalog()
    new = Catalog()
    for text, files in found().items():
        before = old.get(text)
        new.add(text, before.string if before else None, [(file, 0) for file in files])
        if before:
            new[text].user_comments = before.user_comments
    file = BytesIO()
    write_po(file, new, width=110, sort_output=True, omit_header=True, include_lineno=False)
    return HEADER.format(name=LANGUAGES[code].name, code=code) + file.getvalue().decode().rstrip("\n") + "\n"


def main() -> None:
    """Bring every catalogue up to date."""
    for code in LANGUAGES:
        if code != GERMAN.code:
            (CATALOGUES / f"{code}.po").write_text(updated(code), "utf-8")


if __name__ == "__main__":
    main()
