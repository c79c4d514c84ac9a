"""The page "Wer spielt?": whose game goes before whose, and what a hand may announce. It writes nothing."""

from collections.abc import Sequence

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.exchange.tricks import parse_cards
from scorebook.ledger.evening import Sheet
from scorebook.rules import Model, RuleSet
from scorebook.rules.auction import bids, decide
from scorebook.rules.cards import CARD, Card, Rank, Suit
from scorebook.rules.cardset import cards_in
from scorebook.rules.contracts import Contract
from scorebook.rules.findings import Report
from scorebook.rules.hands import CardReader
from scorebook.rules.order import order_of
from scorebook.rules.reporting import FEWEST, Reported, report
from scorebook.rules.reporting import decide as decide_reports
from scorebook.services import rulesets
from scorebook.services.access import Action
from scorebook.store.db import db
from scorebook.web.answers import WHOLE_NUMBER
from scorebook.web.book import Book
from scorebook.web.detours import back, carried, comes_from_form, stale
from scorebook.web.fields import TextsField
from scorebook.web.page_form import PageForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.texts import lazy_gettext, speak_of
from scorebook.web.visitor import actor, needs
from scorebook.wording.bidding import announced_in_words, bid_name, hand_in_words, outcome_in_words, report_in_words

blueprint = Blueprint("bidding", __name__)

MOST_AUGEN = 120
OWN = frozenset({"wish", "trumps", "trump_augen", "highest", "hand"})
"""The fields of this page; the form of a game has others."""


class BiddingForm(PageForm):
    """What everybody wants to play, in the order in which they speak, and a hand. By itself it is asked: no token."""

    class Meta(PageForm.Meta):
        """Nothing is written; on the way from the form of a game the page looks at the token itself."""

        csrf = False

    wish = TextsField(lazy_gettext("Was will jeder spielen?"))
    trumps = TextsField(lazy_gettext("Trümpfe"))
    trump_augen = TextsField(lazy_gettext("Augen"))
    highest = TextsField(lazy_gettext("Höchster Trumpf"))
    hand = StringField(lazy_gettext("Deine Hand"))


@blueprint.get("/listen/<int:sheet_id>/ansage")
@needs(Action.READ)
def show(sheet_id: int) -> Response:
    """Who plays by what was said, and what a hand may announce."""
    return _page(Book.of(sheet_id), request.args)


@blueprint.post("/listen/<int:sheet_id>/ansage")
@needs(Action.READ)
@checks_itself
def ask(sheet_id: int) -> Response:
    """The same on the way from the form of a game, and the way back to it. It writes nothing."""
    book = Book.of(sheet_id)
    if request.form.get("tun") == "zurueck" and not stale():
        return back(book, {})
    return _page(book, request.form)


def _page(book: Book, asked: MultiDict[str, str]) -> Response:
    """Decide by what was asked, and show the page."""
    sheet_id, old = book.sheet.id, stale()
    rules = rulesets.current_rules(db.session, actor(), sheet_id)
    speak_of(rules.words.cards)
    form, speakers = BiddingForm(formdata=asked), speaking(book.sheet)
    names = book.names(book.sheet.next_number)
    deutsch = rules.model is Model.STRICHE
    form.top += [old] if old else []
    decided = (_reported if deutsch else _bid)(form, speakers, rules, names) if _asked(asked) else ""
    told = _hand(form, rules)
    html = render_template(
        "bidding.html",
        book=book,
        evening=book.evening,
        sheet=book.sheet,
        form=form,
        rules=rules,
        deutsch=deutsch,
        speakers=[(seat, names[seat]) for seat in speakers],
        bids=[SelectChoice(str(place), bid_name(bid, _)) for place, bid in enumerate(bids(rules))],
        counts=range(FEWEST, rules.deck.tricks + 1),
        highest=[SelectChoice(str(card), wording.card_name(card, _)) for card in high_trumps(rules)],
        decided=decided,
        told=told,
        carried=carried(book, OWN) if comes_from_form() else (),
        from_form=comes_from_form(),
    )
    return make_response(html, 400 if old else 422 if any(form.wrong()) else 200)


def speaking(sheet: Sheet) -> tuple[int, ...]:
    """The seats in the order in which they speak in the next game, Vorhand first."""
    order = [(sheet.next_dealer + 1 + place) % sheet.players for place in range(sheet.players)]
    return tuple(seat for seat in order if seat not in sheet.next_sitters)


def high_trumps(rules: RuleSet) -> tuple[Card, ...]:
    """The trumps of which one is the highest of five or more: the Wenzel, and Sau, König and Ober of each suit."""
    order = order_of(Contract.PARTNERSPIEL, Suit.EICHEL, rules)
    wenzel = order.trumps[: rules.striche.wenzel]
    plain = (Card(suit, rank) for suit in Suit for rank in (Rank.SAU, Rank.KOENIG, Rank.OBER))
    return (*wenzel, *(card for card in plain if card not in wenzel))


def _asked(args: MultiDict[str, str]) -> bool:
    return "wish" in args or "trumps" in args


def _bid(form: BiddingForm, speakers: Sequence[int], rules: RuleSet, names: Sequence[str]) -> str:
    """Decide by the rank of the games; a wish that is none of the choices counts as "weiter"."""
    offered = {str(place): bid for place, bid in enumerate(bids(rules))}
    wishes = [(seat, offered.get(form.wish.text(place))) for place, seat in enumerate(speakers)]
    return outcome_in_words(decide(wishes, rules), names.__getitem__, _)


def _reported(form: BiddingForm, speakers: Sequence[int], rules: RuleSet, names: Sequence[str]) -> str:
    """Decide by the reported trumps; Augen that are no number are wrong at their field."""
    reports = {}
    for place, seat in enumerate(speakers):
        augen = form.trump_augen.text(place).strip()
        if augen and not (WHOLE_NUMBER.fullmatch(augen) and int(augen) <= MOST_AUGEN):
            form.trump_augen.errors = [_("%(name)s: bitte eine Zahl von 0 bis 120.", name=names[seat])]
            return ""
        count = form.trumps.text(place)
        trumps = int(count) if WHOLE_NUMBER.fullmatch(count) else 0
        highest = CARD.get(form.highest.text(place))
        reports[seat] = Reported(trumps, int(augen) if augen else None, highest)
    return announced_in_words(decide_reports(reports, rules), reports, names.__getitem__, _)


def _hand(form: BiddingForm, rules: RuleSet) -> list[str]:
    """Say what the hand may announce; what is wrong with it stands at its field."""
    codes = parse_cards(form.hand.data or "")
    if not codes:
        return []
    problems = Report()
    mask = CardReader(rules.deck, problems).take_hand(codes, "hand")
    if problems.errors:
        form.hand.errors = [wording.message(finding, _) for finding in problems.errors]
        return []
    if rules.model is Model.STRICHE:
        return [report_in_words(report(cards_in(mask), rules), _)]
    return hand_in_words(cards_in(mask), rules, _)
