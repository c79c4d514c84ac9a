"""The pages: requests in, HTML out. No rule of the game, no SQL, no sum of money.

security     headers, cookies, CSRF
problems     pages for what goes wrong
journal      a line in the server's log for each request
health       whether the server is well, for monitors
assets       style, scripts and pictures, at addresses that change with them
compression  answers packed for the way
shell        what lets a browser install the pages and show them without a network
filters      what templates may call
visitor      who asks: the login of the browser, and what it may do
addresses    proxies, the path and the address at which others reach the server
signing_in   in with a name and a password, or by an invitation, and out
tokens       keys for programs
api          the HTTP API
docs         the page that tells about it
members      who belongs to the club, and as what
own          one's own account: name, password, logins, clubs
sent         what was sent without a login, kept while somebody logs in
coming_in    tablets and screens come in by a link or its code
links        tablets and screens of an evening: their links
languages    the choice of a language
evenings     list, new evening, overview
wall         the evening on a screen that hangs on the wall
result       the result, for whoever was not there
stand        how far a sheet is, for what asks all the time
importing    files of the book, looked at and read in
import_table tables of other programs, as games
taking_away  an evening as a table, for spreadsheets
many_papers  the papers of many evenings at once
outbox       games that a tablet kept while there was no network
refusals     a form again that was refused
book         a sheet with its evening, as the pages need them together
sheets       record a game, look at one, take one back
changing     forms that change a list in the middle
correcting   put a better version in the place of a game
inserting    put a forgotten game in before another
paper        a whole list from paper
blank        a list to write on, on paper
clock        what time it is on the wall
printing     papers as answers: made elsewhere, or given from the shelf
papers       the papers of an evening, and the code that proves them
detours      side trips from the form of a game, and the way back
cards        enter a game with its cards
attaching    hold cards against a recorded game, and attach them
played       the tricks of a game, as its page shows them
laufende     how many Laufende these are
later        what such a change does to later games, in words
seating      who comes, goes, changes seats; the last round
drawing      seats and the first dealer by drawing cards
tablet       what the scripts of the entry form need: prices and texts
tables       a further table in an evening
closing      end an evening, open it again
pricing      what a Strich, a head or a point costs
paying       who has paid whom, to how many cents, and as a GiroCode
cash         the club's cash book
cash_accounts  what people have and owe at the club
cash_till    the till counted
cash_closing  its years added up and closed
cash_evening  what somebody has open at an evening, put down to his account
levies       what is due at an evening besides its games
cash_paper   all of that printed
bidding      whose game goes before whose, and what a hand may announce
referee      rule on a play that the table argues about
log_book     who did what and when
players      statistics of people, with the games behind them
reviews      a year or a season looked back on, and the book of it
privacy      what the book has of somebody, and his name that goes
own_data     what is kept of one's own account, and its end
club_data    a whole club to take away, and its end
backups      the backups of the server, for admins
seasons      seasons: the list, a new one, what one is
season_evenings  which evenings are in one
schemes      how one is ranked
standings    where people stand in a season, and why
standings_paper  all of that printed, and for spreadsheets
standings_public  the same for whoever has its address
tournament   tournaments, from the door to the prizes: pages of their own
rules        the club's rule sets, what they mean and cost, another one in mid-evening
"""

from flask import Flask

from scorebook.web import (
    addresses,
    api,
    assets,
    attaching,
    backups,
    bidding,
    blank,
    cards,
    cash,
    cash_accounts,
    cash_closing,
    cash_evening,
    cash_paper,
    cash_till,
    closing,
    club_data,
    coming_in,
    compression,
    correcting,
    docs,
    drawing,
    evenings,
    filters,
    health,
    import_table,
    importing,
    inserting,
    journal,
    languages,
    laufende,
    levies,
    links,
    log_book,
    many_papers,
    members,
    merging,
    outbox,
    own,
    own_data,
    paper,
    papers,
    paying,
    people,
    players,
    pricing,
    privacy,
    problems,
    referee,
    result,
    reviews,
    rules,
    schemes,
    season_evenings,
    seasons,
    seating,
    security,
    sheets,
    shell,
    signing_in,
    stand,
    standings,
    standings_paper,
    standings_public,
    tables,
    tablet,
    taking_away,
    tokens,
    tournament,
    visitor,
    wall,
)

PAGES = (
    shell,
    health,
    signing_in,
    tokens,
    docs,
    members,
    own,
    coming_in,
    links,
    evenings,
    papers,
    wall,
    result,
    stand,
    importing,
    import_table,
    taking_away,
    many_papers,
    sheets,
    outbox,
    correcting,
    inserting,
    paper,
    blank,
    cards,
    attaching,
    laufende,
    tablet,
    seating,
    drawing,
    tables,
    closing,
    pricing,
    paying,
    cash,
    cash_accounts,
    cash_till,
    cash_closing,
    cash_evening,
    cash_paper,
    levies,
    standings,
    standings_paper,
    standings_public,
    bidding,
    rules,
    referee,
    log_book,
    players,
    reviews,
    people,
    merging,
    privacy,
    own_data,
    club_data,
    backups,
    seasons,
    season_evenings,
    schemes,
)
"""All that has addresses, besides the API."""


def init_app(app: Flask) -> None:
    """Add the pages to the app. What the configuration says already stays."""
    app.config["WTF_I18N_ENABLED"] = False  # see PageForm.Meta
    addresses.init_app(app)
    journal.init_app(app)
    compression.init_app(app)  # what is to come last is added first
    security.init_app(app)
    problems.init_app(app)
    own.init_app(app)
    visitor.init_app(app)
    filters.init_app(app)
    assets.init_app(app)
    languages.init_app(app)
    signing_in.init_app(app)
    api.init_app(app)
    for pages in (*PAGES, *tournament.PAGES):
        app.register_blueprint(pages.blueprint)
