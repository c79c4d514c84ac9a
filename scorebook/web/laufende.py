"""How many Laufende these are: tap the highest trumps that one side held, and take the number into the form."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from scorebook import wording
from scorebook.rules import TRAITS, Card, Contract, LaufendeSide, RuleSet, Suit
from scorebook.rules.laufende import Run, run_of
from scorebook.rules.order import order_of
from scorebook.services.access import Action
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.detours import Origin, address, back, book_of, carried, comes_from_form, form_of, origin, stale
from scorebook.web.entry_form import EntryForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import may, needs

blueprint = Blueprint("laufende", __name__)

OWN = frozenset({"contract", "laufende", "held", "by", "show", "counted"})
"""The fields of this page, and those that it fills."""


@dataclass
class Tapped:
    """What was tapped: the contract as the form knows it ("solo-herz"), which cards one side held, and which side."""

    form: EntryForm

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self.form.rules

    @cached_property
    def choices(self) -> list[Any]:
        """The contracts on offer that know Laufende."""
        offered: Sequence[Any] = self.form.contract.choices
        return [choice for choice in offered if TRAITS[_parts(choice.value)[0]].mit is not None]

    @cached_property
    def chosen(self) -> str:
        """The contract of which to count; "" where none is chosen that has Laufende."""
        wanted = request.form.get("show") or self.form.contract.data
        return next((str(choice.value) for choice in self.choices if choice.value == wanted), "")

    @cached_property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps of that contract, highest first."""
        return order_of(*_parts(self.chosen), self.rules).trumps if self.chosen else ()

    @cached_property
    def _before(self) -> tuple[str, int]:
        """The side and the number that the form has already; "" and 0 where it has none."""
        side, _dash, count = str(("laufende" in self.form and self.form.laufende.data) or "").partition("-")
        known = comes_from_form() and side in set(LaufendeSide) and WHOLE_NUMBER.fullmatch(count)
        return (side, int(count)) if known else ("", 0)

    @property
    def by(self) -> LaufendeSide:
        """Whose cards they are: `mit` the players', `ohne` the others'."""
        said = request.form.get("by") or self._before[0]
        return LaufendeSide.OHNE if said == LaufendeSide.OHNE else LaufendeSide.MIT

    @property
    def held(self) -> tuple[Card, ...]:
        """The trumps that were tapped; at first those that the form tells of."""
        if "by" not in request.form:
            return self.trumps[: self._before[1]]
        codes = set(request.form.getlist("held"))
        return tuple(card for card in self.trumps if str(card) in codes)

    @cached_property
    def run(self) -> Run | None:
        """The Laufende; None as long as nothing is tapped."""
        return run_of(*_parts(self.chosen), self.rules, self.held, self.by) if self.held else None

    @property
    def takes(self) -> bool:
        """Whether the form can take them."""
        return self.run is not None and not self.run.wrong and "laufende" in self.form

    @property
    def counted(self) -> str:
        """What the page says when it says how many these are; "" as long as it says nothing."""
        return "" if self.run is None else f"{self.chosen} {self.run.side}-{self.run.count}"

    @property
    def outdated(self) -> bool:
        """Whether somebody tapped on after the page had said how many these are: then it said another number."""
        return request.form.get("counted", self.counted) != self.counted

    def found(self) -> dict[str, object]:
        """What goes into the form: the contract, and the Laufende where it offers so many."""
        if self.run is None:
            return {}
        value = f"{self.run.side}-{self.run.count}"
        known = "laufende" in self.form and any(choice.value == value for choice in self.form.laufende.choices)
        return {"contract": self.chosen, "laufende": value if known and self.run.counts else ""}


def _parts(value: object) -> tuple[Contract, Suit | None]:
    """Read a contract as the form writes it."""
    contract, _dash, suit = str(value).partition("-")
    return Contract(contract), Suit(suit) if suit else None


@blueprint.route("/listen/<int:sheet_id>/laufende", methods=["GET", "POST"])
@needs(Action.READ)
@checks_itself
def count(sheet_id: int) -> Response:
    """The page, and the way back to the form. It writes nothing."""
    page = origin(sheet_id)
    tapped, step, old = Tapped(form_of(page)), request.form.get("tun"), stale()
    if old:
        tapped.form.top.append(old)
        return _page(page, tapped, asked=False, status=400)
    if step == "nehmen" and tapped.takes and not tapped.outdated:
        return back(page, tapped.found())
    if step == "zurueck":
        return back(page, {})
    return _page(page, tapped, asked=step in ("zaehlen", "nehmen"))


def _page(page: Origin, tapped: Tapped, *, asked: bool, status: int = 200) -> Response:
    """Show the page; `asked`: somebody wants to know how many these are."""
    book = book_of(page)
    run = tapped.run if asked else None
    html = render_template(
        "laufende.html",
        evening=book.evening,
        sheet=book.sheet,
        tapped=tapped,
        rules=tapped.rules,
        said=() if run is None else wording.laufende_in_words(run, tapped.rules, _),
        again=request.form.get("tun") == "nehmen" and tapped.outdated,
        nothing=asked and tapped.chosen and run is None,
        players=_players(tapped.form),
        carried=carried(page, OWN) if comes_from_form() else (),
        from_form=comes_from_form(),
        action=address("laufende.count", page),
        open=book.evening.ended is None and may("record", book.evening_id, book.sheet.id),
    )
    return make_response(html, status)


def _players(form: EntryForm) -> str:
    """The names of those who play, as far as the form knows them; "" where it does not."""
    names = form.table.names
    said = [form.who.data, form.partner.data if "partner" in form else ""]
    seats = [int(text) for text in said if text and WHOLE_NUMBER.fullmatch(text) and int(text) < len(names)]
    return " + ".join(names[seat] for seat in dict.fromkeys(seats))
