"""The pages of tournaments, one small blueprint each.

places       where one can go in a tournament, and how its pages are shown
overview     the list of them, and a new one
home         what is next at one, and what is missing
"""

from scorebook.web.tournament import home, overview

PAGES = (
    overview,
    home,
)
"""All that has addresses."""
