"""The page "Auslosen": everybody draws a card for his seat and for who deals first, here or at the table.

What was drawn stands in the address of the page, so that it can be looked at twice; nothing is written until they sit
down so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import SystemRandom

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorebook import wording
from scorebook.errors import ConflictError
from scorebook.ledger.drawing import Stake, cards_to_draw, draw, faces_highest, outcome, wrong_draw
from scorebook.reports.names import short_names
from scorebook.rules import Card, Finding, RuleSet
from scorebook.rules.cards import CARD
from scorebook.rules.game import opposite
from scorebook.services import RefusedError, rulesets, seating
from scorebook.services.access import Action
from scorebook.services.refusals import OVERTAKEN, SeatsChangedError
from scorebook.store.db import db
from scorebook.web.book import Book
from scorebook.web.drawing_form import DrawForm
from scorebook.web.seating import told_order
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import actor, needs, only

blueprint = Blueprint("drawing", __name__)

CHANCE = SystemRandom()
"""What decides where the tablet draws."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Who sits in a seat by the draw, with the card; `deals` in the next game."""

    name: str
    card: Card
    deals: bool


@dataclass(frozen=True, slots=True)
class Lots:
    """What a draw comes to, by seat; `pairs` are the names of those who play together, where seats say so."""

    by_seat: tuple[Lot, ...]
    pairs: tuple[tuple[str, str], ...]

    @property
    def dealer(self) -> str:
        """Who deals the next game."""
        return next(lot.name for lot in self.by_seat if lot.deals)


@blueprint.get("/listen/<int:sheet_id>/plaetze/auslosen")
@needs(Action.SEAT)
def show(sheet_id: int) -> BaseResponse:
    """Ask what is drawn for, and for the cards; where they are there, show who sits where by them.

    With `tun=ziehen` the tablet draws.
    """
    book = Book.of(sheet_id)
    only(Action.SEAT, book.evening_id, sheet_id)
    form = DrawForm(formdata=request.args)
    if request.args.get("tun") == "ziehen" and form.chosen_stake is not None and book.evening.ended is None:
        return redirect(_drawn(book, form), 303)
    return _page(book, form)


@blueprint.post("/listen/<int:sheet_id>/plaetze/auslosen")
@needs(Action.SEAT)
@checks_itself
def seat(sheet_id: int) -> BaseResponse:
    """Let all sit down as they drew, and go to the sheet."""
    form, book = DrawForm(formdata=request.form), Book.of(sheet_id)
    stake = form.chosen_stake
    if not form.validate():
        return _page(book, form, 400)
    if stake is None:
        return _page(book, form, 422)
    who, drawn = actor(), form.drawn(book.sheet.sitting)
    try:
        done = seating.seat_as_drawn(db.session, who, sheet_id, drawn, stake, seen=form.seen)
    except RefusedError:
        return _page(book, form, 422)
    except ConflictError as error:
        form.top.append(error.told(_))
        return _page(book, form, 409)
    flash(_said(Book.of(sheet_id), done, stake))
    return redirect(url_for("sheets.show", sheet_id=sheet_id), 303)


def _drawn(book: Book, form: DrawForm) -> str:
    """Draw, and give the address of the page that shows the cards."""
    people = book.sheet.sitting
    cards = draw(people, _rules(book), CHANCE)
    return url_for(
        "drawing.show",
        sheet_id=book.sheet.id,
        seated=",".join(map(str, people)),
        after_number=book.sheet.next_number - 1,
        stake=form.chosen_stake,
        cards=[str(cards[person]) for person in people],
    )


def _rules(book: Book) -> RuleSet:
    return rulesets.current_rules(db.session, actor(), book.sheet.id)


def _said(book: Book, done: seating.Seating, stake: Stake) -> str:
    """Say who sits how, and who deals."""
    name = book.evening.name_of(book.sheet.sitting[book.sheet.next_dealer])
    deals = _("%(name)s gibt zuerst.", name=name) if done.number == 1 else _("Als Nächstes gibt %(name)s.", name=name)
    return deals if stake is Stake.DEALER else f"{told_order(book.sheet.id, done)} {deals}"


def _page(book: Book, form: DrawForm, status: int = 200) -> Response:
    """Show the page. What is wrong with the cards of those who sit there now is found here, whoever sent them."""
    rules, names = _rules(book), book.evening.names
    form.ask([(person, names[person]) for person in book.sheet.sitting], rules)
    if not form.top:
        form.top.extend(_overtaken(book, form))
    form.show(_findings(form, rules))
    wrong, asked = any(form.wrong()), form.is_submitted() or bool(form.cards.data)
    if status == 200 and (form.top or wrong):
        status = 409 if form.top else 422
    html = render_template(
        "drawing.html",
        book=book,
        evening=book.evening,
        sheet=book.sheet,
        form=form,
        order=wording.order_of_cards(cards_to_draw(rules), _, rules.words.cards),
        facing=faces_highest(rules),
        card_names=rules.words.cards.value,
        lots=_lots(book, form, rules) if asked and not wrong and not _too_late(book, form) else None,
        closed=book.closed,
    )
    return make_response(html, status)


def _too_late(book: Book, form: DrawForm) -> bool:
    """Tell whether a first dealer is drawn for a list that has games."""
    return form.chosen_stake is Stake.DEALER and bool(book.sheet.games)


def _overtaken(book: Book, form: DrawForm) -> Iterator[str]:
    """Say what others have done since the page was made."""
    if form.seated.data and sorted(form.seated.data) != sorted(book.sheet.sitting):
        yield SeatsChangedError().told(_)
    elif _too_late(book, form):
        yield ConflictError(OVERTAKEN, number=book.sheet.next_number - 1).told(_)


def _findings(form: DrawForm, rules: RuleSet) -> Iterator[Finding]:
    if form.chosen_stake is None:
        yield Finding("drawn.stake", "stake", {})
    if form.is_submitted() or form.cards.data:
        yield from wrong_draw([asked.data for asked in form.inputs], rules)


def _lots(book: Book, form: DrawForm, rules: RuleSet) -> Lots:
    """Work out who sits where by the cards, and who deals then."""
    people = book.sheet.sitting
    cards = {person: CARD[asked.data] for person, asked in zip(people, form.inputs, strict=True)}
    done = outcome(people, cards, form.chosen_stake or Stake.SEATS, rules)
    dealer = book.sheet.dealer_among(done.people) if book.sheet.games else done.highest
    short = short_names(book.evening.called)
    names = [short[person] for person in done.people]
    lots = tuple(
        Lot(book.evening.name_of(person), cards[person], seat == dealer) for seat, person in enumerate(done.people)
    )
    pairs = [(names[seat], names[opposite(tuple(range(4)), seat)]) for seat in range(2)]
    return Lots(lots, tuple(pairs) if faces_highest(rules) and len(names) == 4 else ())
