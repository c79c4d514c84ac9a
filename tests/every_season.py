"""Every page of seasons and of statistics, and what each says when something is wrong."""

from collections.abc import Iterator

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.actions import Page

Pages = Iterator[tuple[str, TestResponse]]


def with_seasons(client: FlaskClient) -> Pages:
    """Give the pages of seasons that say what is wrong, a code for other clubs, and one that is closed."""
    wrong = {"name": "", "begins": "2026-12-31", "ends": "2026-01-01"}
    yield "no season", client.post("/saisons/neu", data=wrong)
    yield "a season that cannot be", client.post("/saisons/1/einstellungen", data=wrong)
    yield "no code", client.post("/saisons/dabei", data={"code": "x"})
    yield "the code", client.post("/saisons/1/code")
    yield "nobody without a rank", client.post("/saisons/1/aushilfen", data={"person": "Kasimir"})
    numbers = {"best": "0", "min_games": "x", "place_points": "1, 2", "tie_breaks": ["lot", "lot"], "kind": "gold"}
    yield "a scheme that cannot be", client.post("/saisons/1/wertungen/neu", data=numbers)
    yield "the only one", client.post("/saisons/1/vereine/1/austreten")
    yield "no season of this evening", client.post("/abende/1/saison", data={"season": "99"})
    yield "nobody of that name", client.get("/saisons/1?name=Kathi")
    yield "the last page", client.get("/saisons/1?seite=99")
    yield "a scheme that is not there", client.get("/saisons/1?wertung=99")
    yield "what is counted otherwise", client.get("/saisons/1?zaehlt=strich")
    yield "nobody in the season", client.get("/saisons/1/stand/99")
    yield "no code of standings", client.get("/saisons/1/stand/pruefen?zeichen=x")
    yield "another code", client.get("/saisons/1/stand/pruefen?zeichen=12345678")
    yield "lots", client.post("/saisons/1/stand/los", follow_redirects=True)
    yield "a new public address", client.post("/saisons/1/oeffentlich", follow_redirects=True)
    yield "no public page", client.post("/saisons/1/oeffentlich", data={"aus": "1"}, follow_redirects=True)
    yield "no such public page", client.get("/stand/1-none")
    assert client.post("/saisons/1/abschliessen").status_code == 303
    yield "standings of a closed season", client.get("/saisons/1")
    yield "an evening of a closed season", client.get("/abende/1")
    yield "a closed season", client.get("/saisons/1/einstellungen")
    yield "its evenings", client.get("/saisons/1/abende")
    yield "no reason to open it", client.post("/saisons/1/oeffnen", data={"reason": ""})
    yield "moved out of it", client.post("/abende/1/saison", data={"season": "0"})
    yield "put into it", client.post("/saisons/1/abende", data={"evening": ["2"], "was": ["1"]})
    assert client.post("/saisons/1/archiv").status_code == 303
    yield "the archive", client.get("/saisons?archiv=1")
    assert client.post("/saisons/1/oeffnen", data={"reason": "x"}).status_code == 303


def with_statistics(client: FlaskClient) -> Pages:
    """Give the pages of statistics, once an evening has ended, and some of what is not there."""
    year = Page(client.get("/rueckblick")).link("/rueckblick/")
    for address in (
        *("/leute/1", "/leute?name=Sepp", "/leute?name=niemand", "/leute/1?saison=99", "/leute/1?einheit=x"),
        *("/leute/1/spiele", "/leute/1/spiele?gegen=2", "/leute/1/spiele?was=declarer.bettel", "/leute/1/spiele?was=x"),
        *("/leute/1/gegen/2", "/leute/1/gegen/1", year, f"{year}/verlauf-dark.svg", "/rueckblick/1999"),
    ):
        yield address, client.get(address)
