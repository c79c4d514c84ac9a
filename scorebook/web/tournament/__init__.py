"""The pages of tournaments, one small blueprint each.

places            where one can go in a tournament, and how its pages are shown
overview          the list of them, and a new one
home              what is next at one, and what is missing
setting           how it is set up
door              people come onto the list, one by one or many at once
people            the list, somebody on it, wishes for the draw
checking_in       who is here for a round
draw              seats drawn, and drawn again
seats             who sits where, and the address for the hall
lists             the lists of a round's tables, and the form in which they are typed
list_acts         what is done with one besides: confirmed, written on a tablet, handed in from there
own_table         the list of a table, handed in from its own tablet
rulings           penalties, rulings, substitutes at a table
standings         who stands where, by round and in total; published, and parted by lots
papers            start cards, lists to hang up, table sheets
public            what the hall reads on its telephones
public_standings  the published standings, there too
taking_away       all of that printed, for spreadsheets and programs, and the rules for the wall
prizes            who gets what, goods chosen, money handed out, and the end
cash              what came in and went out, and the report for the treasurer
projector         standings, and who sits where, for the whole hall to read
"""

from scorebook.web.tournament import (
    cash,
    checking_in,
    door,
    draw,
    home,
    list_acts,
    lists,
    overview,
    own_table,
    papers,
    people,
    prizes,
    projector,
    public,
    public_standings,
    rulings,
    seats,
    setting,
    standings,
    taking_away,
)

PAGES = (
    overview,
    home,
    setting,
    door,
    people,
    checking_in,
    draw,
    seats,
    lists,
    list_acts,
    own_table,
    rulings,
    standings,
    papers,
    public,
    public_standings,
    taking_away,
    prizes,
    cash,
    projector,
)
"""All that has addresses."""
