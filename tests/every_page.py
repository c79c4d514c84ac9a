"""Every page there is, and what each says when something is wrong: for tests that hold everywhere."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from scorebook.exchange import evening_json
from scorebook.services import access, paper_jobs, schemes, seasons
from scorebook.services.access import Actor
from scorebook.services.schemes import NewScheme
from scorebook.services.season_evenings import put_in
from scorebook.services.seasons import NewSeason
from scorebook.store.db import db
from scorebook.web.texts import COOKIE
from tests.actions import SAUSPIEL, Page, Table
from tests.book import WITH_STOCK, Book
from tests.cards import CARDS, lines
from tests.cash import Box
from tests.cash import filled as fill_box
from tests.doors import nobody, values_for
from tests.evenings import another
from tests.every_season import Pages, with_seasons, with_statistics
from tests.paper_page import THREE, PaperPage
from tests.tournaments import Hall

FOR_STRANGERS = ("signing_in.form", "signing_in.invitation")
"""What somebody who is logged in is led away from."""

NO_PAGES = (".json", ".pdf", ".zip", ".csv", ".xlsx", ".js", ".webmanifest", "<path:filename>")
RULE_SETS = ("2", "deutscher_striche", "turnier_gutpunkte", "turnier_donauries")


def addresses(app: Flask, values: dict[str, Any]) -> Iterator[tuple[Rule, str]]:
    """Give every address that can be asked for, those of rule sets for several."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint != "static":
            for key in RULE_SETS if "key" in rule.arguments else ("",):
                known = values_for(rule, app, values | {"key": key})
                yield rule, adapter.build(rule.endpoint, known, method="GET")


def every_address(app: Flask, client: FlaskClient, values: dict[str, Any]) -> Pages:
    """Give every page and picture that has an address."""
    stranger = nobody(app)
    language = client.get_cookie(COOKIE)
    if language is not None:
        stranger.set_cookie(COOKIE, language.value)
    for rule, address in addresses(app, values):
        if not (rule.endpoint.startswith("api.") or rule.rule.endswith(NO_PAGES)):
            yield address, (stranger if rule.endpoint in FOR_STRANGERS else client).get(address)


def in_a_season(actor: Actor) -> None:
    """Put the first evening into a season with two schemes, and somebody who plays without a rank."""
    season = seasons.make(
        db.session, actor, NewSeason("Saison 2026", date(2026, 1, 1), date(2026, 12, 31), "Runde 2026")
    )
    put_in(db.session, actor, season, [1])
    schemes.add(db.session, actor, season, NewScheme("Die besten zehn", {"kind": "places", "best": 10}))
    schemes.set_substitute(db.session, actor, season, 1, is_one=True)


def every_page(app: Flask, client: FlaskClient) -> Pages:
    """Give every page there is, and some that say what is wrong."""
    assert client.post("/konto/name", data={"name": "Wastl"}).status_code == 303  # no word of the pages is called so
    table = Table(client, preset="bsv_10_50")
    game = table.recorded(who="0", contract="sauspiel", partner="2", called="gras", augen="95")
    table.recorded(who="ramsch", contract=None, augen_by_seat=["60", "40", "15", "5"])
    other = table.recorded(who="1", contract="solo-herz", result="lost", klopfer=["2"], stoss="1")
    reason = {"reason": "x", "who": "0", "contract": "wenz", "result": "won"}
    assert client.post(f"/spiele/{game}/korrigieren", data=reason).status_code == 303
    assert table.cancel(other).status_code == 303
    rules = {"name": "Unsere", "tarif": "20/50", "laufende.min": "2", "all_pass": "muss", "tun": "sichern"}
    assert client.post("/regeln/neu", data=rules).status_code == 303
    with app.app_context():
        fill_box(Box(Actor("Wastl", 1)), 1)
        in_a_season(Actor("Wastl", 1))
        Hall(10, actor=Actor("Wastl", 1), practice=True).play(1)
    yield from every_address(app, client, {"uuid": game, "scheme": "light", "year": 2025})
    newest = table.page.links
    yield "a game that is cancelled", client.get(f"/spiele/{other}")
    yield "a game to be corrected", client.get(next(link for link in newest if link.startswith("/spiele/")))
    yield "nowhere", client.get("/nirgends")
    yield "the wrong way", client.get("/sprache")
    yield "nothing entered", table.record(who=None)
    yield "a game that cannot be", table.record(**SAUSPIEL, augen="119", tricks="9")
    yield "a game that asks", table.record(who="0", contract="solo-gras", augen="0", result=None)
    yield "no names", client.post("/abende/neu", data={"names": ["", "", "", ""], "date": "x"})
    yield "no file", client.post("/abende/einlesen", data={})
    yield (
        "rules that cannot be",
        client.post("/regeln/neu", data={"tarif": "x", "laufende.min": "99", "base.solo": "y"}),
    )
    yield "a list from paper", PaperPage(client).send([*THREE, ("q", "s", "", "140", "qq")], paid=[("1", "x")])
    yield "a list that cannot be printed", client.get("/regeln/2/spielliste.pdf?spieler=3&seiten=x")
    assert client.post("/abende/1/beenden").status_code == 303
    yield "an ended evening", client.get("/abende/1")
    yield "its sheet", client.get("/listen/1")
    yield "too late", table.record(**SAUSPIEL)
    yield from with_people(client)
    yield from with_statistics(client)
    yield from with_box(client)
    yield from with_seasons(client)
    yield from with_laufende(client)
    yield from with_referee(client)
    yield from with_bidding(client)
    yield from with_stock(app, client)
    yield from with_heads(client)
    yield from with_price(client)
    yield from with_draws(client)
    yield from with_cards(client)
    yield from with_payments(client)
    yield from with_files(app, client)
    yield "older evenings", client.get(Page(client.get("/")).links[-1])


def with_box(client: FlaskClient) -> Pages:
    """Give the pages of the box that say what is wrong, and those that ask."""
    yield "nothing for the cash book", client.post("/kasse/neu", data={"kind": "gold", "person": "99", "evening": "x"})
    yield "a year of the cash book", client.get("/kasse?jahr=2025")
    yield "no reason", client.post("/kasse/buchungen/4/stornieren", data={"reason": ""})
    yield "twice taken back", client.post("/kasse/buchungen/5/stornieren", data={"reason": "x"})
    yield "nothing charged", client.post("/kasse/konten/1", data={"amount": "x"})
    yield "a charge", client.get("/kasse/konten/bewegungen/2")
    yield "cash on an account", client.post("/kasse/konten/bewegungen/1/zuruecknehmen", data={"reason": "x"})
    yield "coins added up", client.post("/kasse/sturz", data={"pieces": ["1"] * 14, "tun": "zaehlen"})
    yield "no coins", client.post("/kasse/sturz", data={"pieces": ["x"]})
    yield "a year that runs", client.post("/kasse/abschluss/2026")
    yield "a year that is closed", client.get("/kasse/abschluss/2025")
    yield "nothing to be added", client.post("/abende/1/dazu", data={"levy_kind": "gold", "levy_people": ["99"]})
    yield "a share of nothing", client.post("/abende/1/dazu", data={"levy_kind": "share", "levy_amount": "0"})
    for levy in ({"levy_kind": "start"}, {"levy_kind": "advance", "levy_person": "1", "levy_text": "x"}):
        assert client.post("/abende/1/dazu", data=levy | {"levy_amount": "3"}).status_code == 303
    yield "an evening with more than its games", client.get("/abende/1")
    yield "nobody on the slate", client.post("/abende/1/anschreiben", data={"person": "1", "seen": "7"})


def with_people(client: FlaskClient) -> Pages:
    """Give the pages on which people come, change and go, and what is wrong with what they say."""
    for roles in ([], ["king"], ["admin", "scorer"]):
        yield "an invitation", client.post("/verein/einladungen", data={"roles": roles})
    yield "whom nobody has used yet", client.get("/verein")
    yield "a name that no club has", client.post("/verein/name", data={"name": "x" * 200})
    for address in ("/verein/mitglieder/1/rollen", "/verein/mitglieder/1/entfernen", "/konto/austreten"):
        yield "the last admin", client.post(address, data={"roles": "viewer"})
    yield "a link for one who is known", client.post("/verein/mitglieder/1/zugang")
    yield "a name that nobody has", client.post("/konto/name", data={"name": ""})
    for typed in ({}, {"login_name": "wirt", "password": "kurz"}):
        yield "no password", client.post("/konto/anmeldung", data=typed)
    client.post("/konto/anmeldung", data={"login_name": "wirt", "password": "ein langes Passwort"})
    yield "an account with a password", client.get("/konto")
    yield (
        "another password",
        client.post("/konto/anmeldung", data={"old_password": "x", "password": "ein anderes Passwort"}),
    )
    for wrong in ("x", "y" * 43):
        yield "no such link", client.get(f"/einladung/{wrong}")


def with_laufende(client: FlaskClient) -> Pages:
    """Give the page that counts Laufende, with and without an answer."""
    top = ["EO", "GO", "HO"]
    for tapped in ({"held": top}, {"held": top[1:]}, {"show": "solo-gras"}, {"held": top, "uuid": "x"}):
        answers = {"show": "sauspiel", "by": "ohne", "tun": "zaehlen", **tapped}
        yield "Laufende", client.post("/listen/1/laufende", data=answers)


def with_cards(client: FlaskClient) -> Pages:
    """Give the pages on which cards are read, what is wrong with them, and a game with its cards."""
    called = {"called": "gras", "lead": str(CARDS["lead"]), "tun": "lesen", "trick": lines(CARDS)}
    sheet = Table(client).address
    fresh = Page(client.get(f"{sheet}/karten")).inputs
    sent = {**fresh, **called, "who": "0", "contract": "sauspiel", "augen": "70", "result": "lost", "partner": "2"}
    wrong: list[dict[str, Any]] = [
        {"trick": ["EO XX"]}, {"trick": lines(CARDS)[:7]}, {"lead": ""}, {"json": "{"}, {"hand": ["EO"]},
        {"called": ""}, {"json": '{"lead": 0}'}, {"json": '{"lead": 0, "played": [], "hands": [[], [], [], []]}'},
    ]  # fmt: skip
    for answers in wrong:
        yield "cards that cannot be", client.post(f"{sheet}/karten", data=sent | answers)
    yield "cards", (filled := client.post(f"{sheet}/karten", data=sent))
    done = client.post(f"{sheet}/spiele", data=Page(filled).inputs)
    assert done.status_code == 303
    game = done.location.partition("spiel=")[2]
    yield "a game with cards", client.get(f"/spiele/{game}")
    yield "to be corrected", client.get(f"/spiele/{game}/korrigieren")
    yield "its cards", client.get(f"/spiele/{game}/karten")
    for answers in ({}, *wrong, {"trick": lines(CARDS)[:7], "hand": [" ".join(hand) for hand in CARDS["hands"]]}):
        yield "cards beside it", client.post(f"/spiele/{game}/karten", data=called | answers)
    yield (
        "without a reason",
        client.post(f"/spiele/{game}/karten", data=called | {"tun": "anhaengen", "called": "eichel"}),
    )


def with_referee(client: FlaskClient) -> Pages:
    """Give the pages of the referee: a ruling, one that leaves something open, and what cannot have been."""
    searched = "contract=sauspiel&suit=gras&lead=0&tricks=G8+GK+G7+G9&tricks=EO+EU+H7+HS&tricks=E7+GS+EK+ES"
    several = "contract=wenz&lead=1&tricks=GS+G7+H9+H8&tricks=GK+GZ+G9+G8&tricks=E9"
    wrong = "contract=solo&tricks=XX&hands=E7"
    for address in ("/schiedsrichter", "/listen/1/schiedsrichter"):
        for asked in (searched, several, f"{several}&hands=E7", wrong, "contract=x&lead=9&tricks=EO:", "tricks="):
            yield "a ruling", client.get(f"{address}?{asked}")
    yield "nobody decides", client.get(f"/listen/1/schiedsrichter/eintragen?{searched}")
    yield "no paper", client.get(f"/schiedsrichter.pdf?{wrong}")


def with_bidding(client: FlaskClient) -> Pages:
    """Give the page that says who plays: whose game goes first, what a hand may announce, and what is no hand."""
    for hand in ("EO GU H9 HS E7 G8 S9 SK", "EO XX"):
        asked = {"wish": ["0", "1", "", ""], "hand": hand}
        yield "who plays", client.get("/listen/1/ansage", query_string=asked)


def with_stock(app: Flask, client: FlaskClient) -> Pages:
    """Give the pages around a forgotten game, and those around the end of a Stock and its next evening."""
    with app.app_context():
        rules = str(Book(app).rule_set(WITH_STOCK))
    table = Table(client, preset=rules)
    games = [table.recorded(who="all_pass") for _ in range(2)] + [table.recorded(**SAUSPIEL)]
    table.recorded(who="all_pass")
    yield "a Stock", client.get(table.address)
    for game in games:
        form = Page(client.get(f"/spiele/{game}/davor"))
        yield "a forgotten game", client.get(f"/spiele/{game}/davor")
        wrong = {**form.inputs, **SAUSPIEL, "augen": "119"}
        yield "one that cannot be", client.post(f"/spiele/{game}/davor", data=wrong)
        sent = {**form.inputs, "who": "1", "contract": "wenz", "result": "lost"}
        yield "later games", client.post(f"/spiele/{game}/davor", data=sent)
        yield "cancelled with later ones", table.cancel(game)
    sent["accept"] = Page(client.post(f"/spiele/{game}/davor", data=sent)).offered["accept"][0]
    yield "put in", client.post(f"/spiele/{game}/davor", data=sent, follow_redirects=True)
    yield "put in twice", client.post(f"/spiele/{game}/davor", data=sent | {"partner": "3"})
    yield "what becomes of the Stock", client.get("/abende/2")
    yield "not said", client.post("/abende/2/beenden")
    yield "kept", client.post("/abende/2/beenden", data={"stock.2": "kept"}, follow_redirects=True)
    yield "its paper", client.get("/abende/2/abrechnung.pdf")
    yield "to be taken along", client.get("/abende/neu")
    kept = Page(client.get("/abende/neu")).offered["stock"]
    wrong = {"names": ["A", "B", "C", "D"], "preset": "deutscher_striche", "first_dealer": "0", "stock": kept}
    yield "no rules for it", client.post("/abende/neu", data=wrong)
    Table(client, preset=rules, stock=kept)
    yield "taken along", client.get("/abende/3")
    yield "not to be opened", client.post("/abende/2/weiterspielen", data={"reason": "x"})
    evening = json.loads(client.get("/abende/2.json").text)
    evening["sheets"][0]["games"].pop()
    file = BytesIO(json.dumps(evening).encode())
    yield "a file that differs", client.post("/abende/einlesen", data={"file": (file, "abend.json")})
    for choice in ("divided", "boxed"):
        client.post("/abende/3/beenden", data={"stock.3": choice})
        yield choice, client.get("/abende/3")
        yield "its sheet", client.get("/listen/3")
        yield "opened again", client.post("/abende/3/weiterspielen", data={"reason": "x"}, follow_redirects=True)


def with_files(app: Flask, client: FlaskClient) -> Pages:
    """Give the pages on which files are looked at before they are read in, and those of many papers."""
    one, two = (evening_json(another(number, names=("Sepp", "vroni", "Xaver", "Hias"))) for number in (1, 2))
    known = json.loads(client.get("/abende/1.json").text)
    club = {"format": "scorebook-club/1", "evenings": {"a": one, "b": two, "c": known | {"place": "x"}}}
    for data in (one, known, known | {"place": "Daheim"}, club):
        file = {"file": (BytesIO(json.dumps(data).encode()), "abend.json")}
        looked = client.post("/abende/einlesen", data=file)
        yield "what would be read in", client.get(looked.location)
    answers = {"name": ["Sepp", "vroni"], "who": ["neu", "99"], "called": ["", ""]}
    yield "wrong people", client.post(looked.location, data=answers)
    wrong = (
        "date;who;what;with;points;Sepp;Vroni;Xaver;Zenzi\n1.11.2026;Sepp;Solo;Xaver;119;2O;-20;20;-20\n;;;;;1;2;3;4"
    )
    for text in ("", wrong, "who;what\nSepp;Wenz"):
        yield "a table", client.post("/abende/einlesen/tabelle", data={"text": text})
    with app.app_context():
        actor = access.local_actor(db.session)
        for now in (datetime.now(UTC) - timedelta(hours=1), datetime.now(UTC)):
            job = paper_jobs.begin_job(db.session, actor, [1, 2], "de", now=now)
            yield "papers on their way", client.get(f"/blaetter/{job}")
    yield "papers at once", client.post("/blaetter", data={"evenings": ["1"]})
    yield "no papers", client.post("/blaetter")
    yield "no such time", client.get("/blaetter?von=x")
    client.post(f"/blaetter/{job}/abbrechen")
    yield "no papers any more", client.get(f"/blaetter/{job}")
    yield "which papers", client.get("/blaetter")


def with_heads(client: FlaskClient) -> Pages:
    """Give the pages of Deutscher Schafkopf, with and without a price."""
    table = Table(client, preset="deutscher_striche")
    first = {"who": "0", "contract": "partnerspiel-herz"}
    for augen in ("120", "95", "70", "70", "70", "20"):
        table.recorded(**first, augen=augen, **({"schwarz": "y"} if augen == "120" else {}))
    yield "heads", client.get(table.address)
    yield "no price yet", client.get("/abende/4")
    for price in ("", "x", "1000,00"):
        yield "a price that cannot be", client.post("/abende/4/preis", data={"price": price, "per": "x"})
    for per in ("strich", "head"):
        assert client.post("/abende/4/preis", data={"price": "0,15", "per": per}).status_code == 303
        yield "a price", client.get("/abende/4")


def with_price(client: FlaskClient) -> Pages:
    """Give the pages of points that cost something, and of a Bock."""
    table = Table(client, preset="turnier_plusminus")
    yield "a tournament", client.get(table.address)
    table.recorded(**SAUSPIEL)
    yield "points", client.get("/abende/5")
    assert client.post("/abende/5/preis", data={"price": "5", "per": "point"}).status_code == 303
    yield "points that cost", client.get("/abende/5")
    with client.application.app_context():
        rules = str(Book(client.application).rule_set({"all_pass": "bock"}))
    bock = Table(client, preset=rules)
    bock.recorded(who="all_pass")
    yield "a Bock", client.get(bock.address)
    yield "no price for that", client.post("/abende/6/preis", data={"price": "5", "per": "point"})


def with_draws(client: FlaskClient) -> Pages:
    """Give the pages of a draw for seats, by the tablet and by hand, before the first game and later."""
    heads = {"who": "0", "contract": "partnerspiel-herz", "augen": "70"}
    for preset, game in (("deutscher_striche", heads), ("kurz_10_20_50", SAUSPIEL)):
        table = Table(client, preset=preset)
        place = f"{table.address}/plaetze/auslosen"
        yield "drawn by the tablet", client.get(f"{place}?tun=ziehen", follow_redirects=True)
        for stake in ("seats", "dealer", "x"):
            for cards in (["ES", "GS", "HS", "SS"], ["ES", "ES", "E7", "XX"]):
                yield "drawn", client.get(place, query_string={"stake": stake, "cards": cards})
        sent = {"stake": "seats", "cards": ["ES", "SS", "HS", "GS"]}
        yield "drawn wrongly", client.post(place, data=sent | {"cards": []})
        yield "seated", client.post(place, data=sent, follow_redirects=True)
        yield "seats before the first game", client.get(f"{table.address}/plaetze")
        table.recorded(**game)
        yield "drawn later", client.get(place, query_string=sent)
        yield "too late", client.get(place, query_string=sent | {"stake": "dealer"})
    yield "what happened", client.get("/abende/7")


def with_payments(client: FlaskClient) -> Pages:
    """Give the pages of an evening at which some have paid, and what is wrong with what they say."""
    table = Table(client)
    table.recorded(who="1", contract="solo-herz", result="lost")
    place = Page(client.get(table.address)).link("/abende/")
    page = Page(client.get(place))
    sent = {name: page.value(name) for name in ("payer", "payee", "seen")}
    for amount in ("", "x", "-1", "99"):
        yield "no payment", client.post(f"{place}/zahlungen", data=sent | {"part": "y", "amount": amount})
    for change in ({"amount": "0,20", "part": "y"}, {"amount": "99", "part": "y", "sure": "y"}):
        sent |= {"seen": Page(client.get(place)).value("seen")}
        yield "a payment", client.post(f"{place}/zahlungen", data=sent | change, follow_redirects=True)
    yield "not seen", client.post(f"{place}/zahlungen", data=sent | {"seen": "7"})
    yield "no coins", client.post(f"{place}/runden", data={"round_to": "3"})
    yield "coins", client.post(f"{place}/runden", data={"round_to": "50"}, follow_redirects=True)
    code = Page(client.get(place)).link("/girocode/")
    yield "which account", client.get(code)
    for iban in ("", "Sepp", "DE89 3704", "DE89370400440532013001", "DE89 3704 0044 0532 0130 00"):
        yield "a code", client.post(code, data={"name": "Sepp", "iban": iban})
