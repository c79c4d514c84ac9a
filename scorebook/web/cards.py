"""A game that is entered with its cards: these are read, and fill the form with all that they say."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask import Blueprint, Response, make_response, render_template, request

from scorebook import wording
from scorebook.exchange import ShapeError, game_json, parse_game
from scorebook.exchange.asking import contracts
from scorebook.exchange.tricks import parse_protocol
from scorebook.rules import TRAITS, Assessment, Finding, Game, assess
from scorebook.rules.play import CALLING
from scorebook.services.access import Action
from scorebook.web.answers import Answers
from scorebook.web.cards_form import OWN, CardsForm
from scorebook.web.detours import Origin, address, back, book_of, carried, comes_from_form, form_of, origin, stale
from scorebook.web.entry_form import SHOWN_AT, EntryForm
from scorebook.web.security import checks_itself
from scorebook.web.texts import gettext as _
from scorebook.web.visitor import needs, only
from scorebook.wording.messages import KEYS

blueprint = Blueprint("cards", __name__)

ASKED = ("sitting_out", "who", "contract", "partner", "called", "called_rank")
"""What has to be known before cards can be read: the page asks for it again."""
PLAYED = ("contract", "players", "sitting_out", "declarer", "partner", "suit", "called", "called_rank", "tout", "sie")
"""The keys of a game that have a say in how its cards are read."""
KNOWN = ("partner", "augen", "tricks", "laufende", "augen_by_seat", "tricks_by_seat", "caller_trumps", "protocol")
"""The fields that the cards fill."""
FOLLOWS = ("opponent_augen", "result", "schneider", "schwarz", "loser", "jungfrauen")
"""Fields that are emptied where all cards were played: it follows from them."""


@blueprint.route("/listen/<int:sheet_id>/karten", methods=["GET", "POST"])
@needs(Action.RECORD)
@checks_itself
def new(sheet_id: int) -> Response:
    """The page, and the way back to the form of the game. It writes nothing."""
    page, step, old = origin(sheet_id), request.form.get("tun"), stale()
    only(Action.RECORD, book_of(page).evening_id, sheet_id)
    entry, cards = form_of(page), CardsForm(formdata=request.form if step else None)
    if old:
        entry.top.append(old)
        return _page(page, entry, cards, 400)
    if step == "zurueck":
        return back(page, {})
    if step == "lesen":
        cards.file.data = request.files.get("file")
        found = _read(entry, cards)
        if found is not None:
            told = _told(found)
            return back(page, told, list(_notices(entry, found, told)))
    elif cards.json.data is None and entry.protocol.data:
        _show(cards, entry.protocol.data)
    return _page(page, entry, cards, 422 if step == "lesen" else 200)


def _read(entry: EntryForm, cards: CardsForm) -> Assessment | None:
    """Read the cards; None where something is wrong, with the reasons at their fields."""
    game = _game(entry)
    if game is None:
        cards.complete()
        return None
    names = entry.table.names
    whole = cards.read(game, entry.rules, names)
    if whole is None:
        return None
    found = assess(whole, entry.rules)
    others = cards.refuse(found.errors, names)
    asked = [one for one in others if found.replay is None or SHOWN_AT.get(one.field, one.field) in ASKED]
    entry.show(asked)
    wrong = asked or len(others) < len(found.errors)
    return None if wrong or found.replay is None else found


def _game(entry: EntryForm) -> Game | None:
    """The game as far as it has a say in its cards; None where that is not known."""
    answers = Answers(request.form)
    wrong = [(name, text) for name, text in answers.wrong() if name in ASKED]
    for name, text in wrong:
        entry[name].errors = [text]
    data = {key: value for key, value in answers.game().items() if key in PLAYED}
    if wrong:
        return None
    try:
        game = parse_game(data)
    except ShapeError as error:
        entry.show(error.findings)
        return None
    if "protocol" not in game.traits.keys:
        entry.who.errors = [_("Da sind keine Karten gefallen.")]
        return None
    if game.traits.needs_suit and game.suit is None:
        entry.show([Finding("suit.missing", "suit")])
        return None
    # The called card says who the partner was, whoever was tapped.
    return replace(game, partner=None, given=game.given - {"partner"}) if game.contract in CALLING else game


def _told(found: Assessment) -> dict[str, object]:
    """What the cards put into the fields of the form."""
    game, played = found.completed, found.replay
    if game is None or played is None:
        return {}
    data, form = game_json(game), EntryForm(formdata=None)
    filled = [name for name in KNOWN if name in data]
    if "result" in data:
        filled.append("result")
    elif played.facts.complete:
        filled = [*KNOWN, *FOLLOWS]
    for name in filled:
        form[name].take(data)
    return {name: form[name].data for name in filled}


def _notices(entry: EntryForm, found: Assessment, told: Mapping[str, object]) -> Iterator[str]:
    """Say what the cards filled in, what was typed otherwise, and which rules were broken."""
    said = ", ".join(f"{_(KEYS[name])} {text}" for name in KNOWN if (text := _shown(entry, name, told)))
    yield _("Die Karten sind dabei. Sie sagen: %(said)s.", said=said) if said else _("Die Karten sind dabei.")
    for name in told:
        was, now = _shown(entry, name, {name: entry[name].data if name in entry else ""}), _shown(entry, name, told)
        if was and was != now and name != "protocol":
            label = _(KEYS[name])
            if now:
                yield _("%(label)s: getippt war %(was)s, die Karten sagen %(now)s.", label=label, was=was, now=now)
            else:
                yield _("%(label)s: getippt war %(was)s, das ergibt sich jetzt aus den Karten.", label=label, was=was)
    names = entry.table.names
    yield from (wording.message(one, _, names) for one in found.warnings if one.code == "play.violation")


def _shown(entry: EntryForm, name: str, values: Mapping[str, object]) -> str:
    """What a field shows for a value; "" for none, and for the cards themselves."""
    value = values.get(name)
    if name == "protocol" or name not in entry or not value:
        return ""
    if isinstance(value, list):
        return "/".join(text or "0" for text in value) if any(value) else ""
    if value is True:
        return _("ja")
    labels = {choice.value: str(choice.label) for choice in getattr(entry[name], "choices", None) or ()}
    return labels.get(str(value), str(value))


def _show(cards: CardsForm, text: str) -> None:
    """Put the cards that the form carries into the lines; what cannot be read, as JSON."""
    try:
        cards.show_protocol(parse_protocol(text))
    except ShapeError:
        cards.json.data = text


def _page(page: Origin, entry: EntryForm, cards: CardsForm, status: int) -> Response:
    """Show the page. The partner is asked for where there are games in which no card tells him."""
    book = book_of(page)
    others = (contract for contract in contracts(entry.rules) if contract not in CALLING)
    tells = not any("partner" in TRAITS[contract].keys for contract in others)
    asked = tuple(name for name in ASKED if name in entry and not (tells and name == "partner"))
    html = render_template(
        "new_cards.html",
        book=book,
        evening=book.evening,
        sheet=book.sheet,
        form=entry,
        asked=asked,
        cards=cards,
        rules=entry.rules,
        carried=carried(page, OWN | {"protocol", *asked}),
        from_form=comes_from_form(),
        action=address("cards.new", page),
        open=book.evening.ended is None,
    )
    return make_response(html, status)
