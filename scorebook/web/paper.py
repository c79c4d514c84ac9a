"""A whole list from paper: typed line by line, worked out while it is, and recorded in one go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response as BaseResponse

from scorebook.errors import ConflictError, ScorebookError
from scorebook.exchange.paper_row import LineError
from scorebook.ledger.written import gained
from scorebook.reports.names import short_names
from scorebook.services import ConfirmError, RefusedError, lists, rulesets
from scorebook.services.access import Action
from scorebook.services.refusals import ENDED
from scorebook.store.db import db
from scorebook.store.health import storage_error
from scorebook.web.book import Book
from scorebook.web.entry_form import asked
from scorebook.web.paper_form import AS_TOTALS, AT_FIRST, SPARE, PaperForm, Shown, Typed, shown
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.texts import speak_of
from scorebook.web.visitor import actor, needs, only
from scorebook.wording.shorthand import Shorthand

blueprint = Blueprint("paper", __name__)

NO_EXTRAS = frozenset({"protocol", "revoke_reason"})
"""What no line of paper says."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet to which a list from paper is added."""

    book: Book
    words: Shorthand

    @classmethod
    def of(cls, sheet_id: int) -> "Paper":
        """Read the sheet. Raises `ForbiddenError` for whoever may not record there."""
        book = Book.of(sheet_id)
        only(Action.RECORD, book.evening_id, sheet_id)
        short = short_names(book.evening.called)
        names = [short[person] for person in book.sheet.sitting]
        rules = rulesets.current_rules(db.session, actor(), sheet_id)
        speak_of(rules.words.cards)
        return cls(book, Shorthand.of(rules, names, asked(rules, len(names)) - NO_EXTRAS, _))

    def work_out(self, form: PaperForm) -> list[Shown]:
        """Say what each line that holds something would be; the empty ones are left out."""
        typed = [one for one in form.typed(len(self.words.names)) if not one.empty]
        done = lists.work_out_list(db.session, actor(), self.book.sheet.id, self.lines(typed))
        people, totals = self.book.sheet.sitting, form.stand.data == AS_TOTALS
        return [shown(one, out, self.words, people, totals=totals) for one, out in zip(typed, done, strict=True)]

    def lines(self, typed: Sequence[Typed]) -> list[lists.Line]:
        """Give what the service asks for."""
        return [one.line(self.words, self.book.sheet.pattern) for one in typed]

    def page(self, form: PaperForm, done: Sequence[Shown] = (), status: int = 200) -> Response:
        """Show what was typed, with empty lines below."""
        sheet = self.book.sheet
        number = max((line.number for line in done if line.state != "kept"), default=sheet.next_number - 1)
        spare = SPARE if done else AT_FIRST
        empty = [Shown(Typed(uuid4(), paid=("",) * len(self.words.names)), number + n, "") for n in range(1, spare + 1)]
        before = sheet.totals()
        after = done[-1].totals if done else before
        won = gained(before, after)
        html = render_template(
            "paper_list.html",
            book=self.book,
            evening=self.book.evening,
            sheet=sheet,
            form=form,
            words=self.words,
            rules=self.words.rules,
            lines=[*done, *empty],
            before=self.figures(before),
            gained=self.figures(won),
            together=_.figure(sum(won.values()), self.words.rules.unit, sign=True),
            after=self.figures(after),
            seated=",".join(map(str, sheet.sitting)),
        )
        return make_response(html, status)

    def figures(self, totals: Mapping[int, int]) -> list[str]:
        """Write amounts by seat."""
        return [_.figure(totals[person], self.words.rules.unit) for person in self.book.sheet.sitting]


@blueprint.get("/listen/<int:sheet_id>/papier")
@needs(Action.RECORD)
def show(sheet_id: int) -> Response:
    """Empty lines. Raises `ConflictError` where the evening has ended."""
    paper = Paper.of(sheet_id)
    if paper.book.evening.ended is not None:
        raise ConflictError(ENDED)
    return paper.page(PaperForm(formdata=None))


@blueprint.post("/listen/<int:sheet_id>/papier")
@needs(Action.RECORD)
@checks_itself
def record(sheet_id: int) -> BaseResponse:
    """Work the lines out, or record all of them. Refused, all comes again with what is wrong, and what was typed."""
    paper, form = Paper.of(sheet_id), PaperForm(formdata=request.form)
    valid = form.validate()
    done = paper.work_out(form)
    if not valid:
        return paper.page(form, done, 400)
    if request.form.get("tun") != "eintragen":
        return paper.page(form, done)
    if not done or any(line.stops for line in done):
        form.top.append(_stopped(done))
        return paper.page(form, done, 422)
    return _record(paper, form, [line.typed for line in done])


def _stopped(done: Sequence[Shown]) -> str:
    """Say why nothing was recorded."""
    if not done:
        return _("Es steht noch kein Spiel da.")
    numbers = ", ".join(str(line.number) for line in done if line.stops)
    return _("Es ist nichts eingetragen. Bitte nachsehen: %(numbers)s", numbers=numbers)


def _record(paper: Paper, form: PaperForm, typed: Sequence[Typed]) -> BaseResponse:
    sheet_id, known = paper.book.sheet.id, form.after_number.data
    try:
        done = lists.record_list(
            db.session, actor(), sheet_id, paper.lines(typed), after_number=known, seated=form.seated
        )
    except (RefusedError, ConfirmError, LineError):
        return _again(sheet_id, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _again(sheet_id, form, 409)
    except DBAPIError as error:
        unusable: ScorebookError | None = storage_error(error)
        if unusable is None:
            raise
        form.top.append(unusable.told(_))
        return _again(sheet_id, form, 503)
    many = len(done) > 1
    flash(_("%(number)d Spiele eingetragen.", number=len(done)) if many else _("Ein Spiel eingetragen."))
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _again(sheet_id: int, form: PaperForm, status: int) -> Response:
    """Show the list as it is to be recorded now."""
    paper = Paper.of(sheet_id)
    return paper.page(form, paper.work_out(form), status)
