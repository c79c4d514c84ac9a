"""Who plays at the evenings that are made up: circles of regulars, each at its own table, with names of their own."""

NAMES = (
    *("Sepp", "Vroni", "Xaver", "Zenzi", "Wastl", "Resi", "Schorsch", "Burgi", "Hias", "Lena", "Girgl", "Monika"),
    *("Ludwig", "Traudl", "Korbinian", "Anni", "Flori", "Kathi", "Bene", "Marlene", "Quirin", "Jule", "Ödön", "Änne"),
)
"""The first circle: one pub, where nobody needs a surname."""
GIVEN = (
    *NAMES,
    *("Toni", "Rosi", "Michl", "Liesl", "Franz", "Gretl", "Peter", "Maria", "Alois", "Erika", "Simon", "Barbara"),
    *("Max", "Christl", "Thomas", "Eva", "Veit", "Hanni", "Rupert", "Gabi", "Lukas", "Steffi", "Martin", "Afra"),
)
SURNAMES = tuple(
    (before + behind).capitalize()
    for behind in (
        *("meier", "huber", "bauer", "hofer", "berger", "egger", "brunner", "reiter"),
        *("lechner", "müller", "mayr", "auer", "wimmer", "leitner", "gruber", "schmid"),
        *("wirt", "rieder", "ecker", "bichler", "kofler", "thaler", "holzer", "eder"),
    )
    for before in (
        *("", "ober", "unter", "nieder", "hinter", "vorder", "mitter", "stein", "wald"),
        *("moos", "feld", "kirch", "neu", "alt", "lang", "sand", "hoch", "grün"),
    )
)
MOST = len(NAMES) + len(GIVEN) * len(SURNAMES)
"""So many people have names."""
STEP = 89
"""Between the surnames of two who follow each other; it has no divisor in common with how many there are."""
GAMES_A_PERSON = 500
"""So many games there are for each person, of whom four play one: about forty evenings for everybody."""
REGULARS = 24
"""About so many are in a circle."""


def name_of(number: int) -> str:
    """Give the name of a person, counted from 0; no two of them have the same, whoever is asked.

    >>> name_of(0), name_of(24), name_of(25), name_of(24 + 48)
    ('Sepp', 'Sepp Meier', 'Vroni Grünberger', 'Sepp Obermeier')
    """
    if number < len(NAMES):
        return NAMES[number]
    turn, given = divmod(number - len(NAMES), len(GIVEN))
    return f"{GIVEN[given]} {SURNAMES[(turn + STEP * given) % len(SURNAMES)]}"


def circles(games: int) -> tuple[range, ...]:
    """Give the circles of regulars who play so many games in all, as the numbers of their people.

    >>> [len(circle) for circle in circles(1_000)], [len(circle) for circle in circles(50_000)]
    ([24], [25, 25, 25, 25])
    >>> len(circles(5_000_000)), circles(5_000_000)[-1]
    (417, range(9976, 10000))
    """
    people = min(max(games // GAMES_A_PERSON, REGULARS), MOST)
    count = round(people / REGULARS)
    return tuple(range(people * one // count, people * (one + 1) // count) for one in range(count))
