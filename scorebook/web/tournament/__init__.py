"""The pages of tournaments, one small blueprint each.

places       where one can go in a tournament, and how its pages are shown
overview     the list of them, and a new one
home         what is next at one, and what is missing
setting      how it is set up
door         people come onto the list, one by one or many at once
people       the list, somebody on it, wishes for the draw
checking_in  who is here for a round
draw         seats drawn, and drawn again
seats        who sits where, and the address for the hall
papers       start cards, lists to hang up, table sheets
public       what the hall reads on its telephones
"""

from scorebook.web.tournament import (
    checking_in,
    door,
    draw,
    home,
    overview,
    papers,
    people,
    public,
    seats,
    setting,
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
    papers,
    public,
)
"""All that has addresses."""
