"""Side trips from the form of a game: a page that answers one question, and comes back with everything that was typed.

The form sends what it holds to the page, which carries it along in hidden inputs; nothing is written on the way.
"""

from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

from flask import Response, request, url_for

from scorebook.errors import ConflictError, NotFoundError
from scorebook.ledger.evening import Sheet
from scorebook.services.refusals import OVERTAKEN, SeatsChangedError
from scorebook.web.answers import Answers
from scorebook.web.book import Book
from scorebook.web.changing import ChangePage
from scorebook.web.correcting import Place
from scorebook.web.entry_form import EntryForm
from scorebook.web.inserting import Gap
from scorebook.web.security import token_holds
from scorebook.web.texts import gettext as _

Origin = Book | ChangePage
"""The page on which the form stands: a sheet, or a game that is corrected or put in."""
FRESH = frozenset({"uuid", "players", "opposite", "dealer"})
"""What a fresh form knows by itself."""
NOT_CARRIED = frozenset({"csrf_token", "accept", "tun"})
"""What belongs to one page alone: its token, its questions and its buttons."""


def origin(sheet_id: int) -> Origin:
    """Read the page from which somebody comes. Raises `NotFoundError` for one that is not there."""
    for kind in (Place, Gap):
        if kind.detour in request.args:
            page = kind(*Book.with_game(_uuid(request.args[kind.detour])))
            if page.book.sheet.id == sheet_id:
                return page
            raise NotFoundError("Dieses Spiel gibt es nicht.")
    return Book.of(sheet_id)


def address(endpoint: str, page: Origin) -> str:
    """Give the address of a side trip from a page."""
    game = {} if isinstance(page, Book) else {page.detour: page.beside.uuid}
    return url_for(endpoint, sheet_id=book_of(page).sheet.id, **game)  # type: ignore[arg-type]


def book_of(page: Origin) -> Book:
    """Give the sheet on which the form writes, with its evening."""
    return page if isinstance(page, Book) else page.book


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFoundError("Dieses Spiel gibt es nicht.") from None


def comes_from_form() -> bool:
    """Tell whether somebody comes from a form, with what is typed there; otherwise the page was opened by itself."""
    return "uuid" in request.form


def stale() -> str:
    """Say that a page was too old, where it was sent without the token of this browser; "" where all is well."""
    if request.method == "POST" and not token_holds():
        return _("Diese Seite war zu alt. Es ist nichts geschehen; bitte noch einmal absenden.")
    return ""


def form_of(page: Origin) -> EntryForm:
    """Give the form as it was typed, or a fresh one, with its choices."""
    return page.offer(page.form_type(formdata=request.form)) if comes_from_form() else page.fresh()


def carried(page: Origin, own: Collection[str]) -> list[tuple[str, str]]:
    """Give what the page has to carry along, by name: all that was typed but its `own` fields.

    A page that was opened by itself carries what a fresh form knows.
    """
    if not comes_from_form():
        form = page.fresh()
        known = ((field.name, field.data) for field in form if field.name in FRESH)
        return [
            *(_seen(page.sheet) if isinstance(page, Book) else ()),
            *((name, str(int(data) if isinstance(data, bool) else data)) for name, data in known),
        ]
    left = (item for item in request.form.lists() if item[0] not in NOT_CARRIED and item[0] not in own)
    return [(name, text) for name, texts in left for text in texts]


def _seen(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the form of a sheet tells about it, so that what others did meanwhile is noticed."""
    yield "seated", ",".join(map(str, sheet.sitting))
    yield "after_number", str(sheet.next_number - 1)


def back(page: Origin, found: Mapping[str, object], said: Collection[str] = ()) -> Response:
    """Show the form again, with what was found in its fields, and what is to be said about it.

    Games and seats that changed meanwhile are told; where others sit, nobody who was named stays named.
    """
    if not comes_from_form():
        return page.page(filled(page.fresh(), found))
    form = filled(page.form_type(formdata=request.form), found)
    form.notices = list(said)
    if isinstance(page, Book):
        answers, last = Answers(request.form), page.sheet.next_number - 1
        if answers.seated not in (None, page.sheet.sitting):
            return page.overtaken(form.forget_people(), SeatsChangedError().told(_))
        if answers.after_number not in (None, last):
            return page.overtaken(form, ConflictError(OVERTAKEN, number=last).told(_))
    return page.page(page.offer(form))


def filled(form: EntryForm, found: Mapping[str, object]) -> EntryForm:
    """Put what was found into the fields that the form has."""
    for name, value in found.items():
        if name in form:
            form[name].data = value
    return form
