"""The pages of tournaments, one small blueprint each.

places       where one can go in a tournament, and how its pages are shown
overview     the list of them, and a new one
home         what is next at one, and what is missing
setting      how it is set up
door         people come onto the list, one by one or many at once
people       the list, somebody on it, wishes for the draw
checking_in  who is here for a round
lists        the lists of a round's tables, and the form in which they are typed
list_acts    what is done with one besides: confirmed, written on a tablet, handed in from there
rulings      penalties, rulings, substitutes at a table
"""

from scorebook.web.tournament import (
    checking_in,
    door,
    home,
    list_acts,
    lists,
    overview,
    people,
    rulings,
    setting,
)

PAGES = (
    overview,
    home,
    setting,
    door,
    people,
    checking_in,
    lists,
    list_acts,
    rulings,
)
"""All that has addresses."""
