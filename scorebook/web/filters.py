"""What templates may call: amounts, dates, names, and what the templates of forms ask."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from flask import Flask
from markupsafe import Markup

from scorebook import wording
from scorebook.league.results import Measure
from scorebook.reports.signs import SIGNS, sign_name
from scorebook.rules import Suit, Unit
from scorebook.rules.switches import CardNames
from scorebook.web.clock import local
from scorebook.web.entry_form import EntryForm
from scorebook.web.paying_form import party_name
from scorebook.web.texts import gettext
from scorebook.wording import league
from scorebook.wording.roles import role_names

IN_MORE = ("called", "called_rank", "tricks", "target", "caller_trumps", "bock", "revoke", "revoke_reason")
"""Fields that stand in the part that folds out."""


def init_app(app: Flask) -> None:
    """Register them."""
    app.jinja_env.filters.update(
        amount=amount,
        bare=bare,
        in_measure=in_measure,
        worth=lambda units, unit: wording.amount(units, unit, gettext),
        long_date=lambda day: gettext.day(day, "full"),
        day=lambda moment: gettext.day(local(moment)),
        time=lambda moment: f"{local(moment):%H:%M}",
        suit_name=lambda suit: wording.suit_name(Suit(suit), gettext),
        card_name=lambda card, names: wording.card_name(card, gettext, CardNames(names)),
        role_names=lambda roles: role_names(roles, gettext),
        rank_letter=lambda rank, names: wording.rank_letter(rank, gettext, CardNames(names)),
        typed_trick=lambda deck: wording.typed_trick(deck, gettext),
        typed_hand=lambda deck: wording.typed_hand(deck, gettext),
        sign_name=lambda suit, names: sign_name(Suit(suit), CardNames(names)),
        party_name=party_name,
        scheme_words=lambda scheme: league.scheme_text(scheme, gettext),
        chain_words=lambda scheme: league.chain_text(scheme, gettext),
        season_days=season_days,
        measure_name=lambda measure: gettext(league.MEASURES[measure]),
        data_for=data_for,
        present=present,
        more_is_filled=more_is_filled,
    )
    app.jinja_env.globals.update(SIGNS=SIGNS)


def season_days(begins: date | None, ends: date | None) -> str:
    """Say from which day to which a season is; "" where it says none."""
    if begins is not None and ends is not None:
        return gettext("%(begins)s bis %(ends)s", begins=gettext.day(begins), ends=gettext.day(ends))
    if begins is not None:
        return gettext("ab %(day)s", day=gettext.day(begins))
    return "" if ends is None else gettext("bis %(day)s", day=gettext.day(ends))


def amount(units: int, unit: Unit) -> Markup:
    """Write an amount with sign and unit; one below zero is marked for the eye too."""
    return _marked(wording.amount(units, unit, gettext, sign=True), units)


def bare(units: int, unit: Unit) -> Markup:
    """Write an amount for a column, without unit and plus."""
    return _marked(gettext.figure(units, unit), units)


def in_measure(amount: int, measure: Measure) -> Markup:
    """Write what somebody has in a season, with its unit."""
    signed = measure in league.BOTH_WAYS
    return _marked(wording.amount(amount, league.UNITS[measure], gettext, sign=signed), amount)


def _marked(text: str, units: int) -> Markup:
    return Markup('<span class="amount{}">{}</span>').format(" minus" if units < 0 else "", text)


def data_for(form: EntryForm, names: Iterable[str]) -> Markup | str:
    """Say which contracts use these fields, as an attribute; nothing for fields that every contract uses."""
    used = form.used_by(*names)
    return Markup('data-for="{}"').format(used) if used else ""


def present(form: EntryForm, names: Iterable[str]) -> list[Any]:
    """Give those of the fields that the form has."""
    return [form[name] for name in names if name in form]


def more_is_filled(form: EntryForm) -> bool:
    """Tell whether something in the part that folds out is filled, or wrong."""
    return any(field.data or field.errors for field in present(form, IN_MORE)) or bool(form.dealer.errors)
