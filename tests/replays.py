"""Games with their cards for tests: rows of the vectors, replayed as they are or changed."""

from scorebook.exchange.replays import Replayer
from tests.test_vectors import rows


def replayed(row, **changes):
    """The answer for a row of vectors with some keys of its game changed; None takes a key away."""
    game = {key: value for key, value in (row["game"] | changes).items() if value is not None}
    return Replayer(legal=True).answer({"rules": row["rules"], "game": game})


def row_of(contract, name="random_games", deck="long", **more):
    """The first row of a file with that contract, deck and keys."""
    found = (row.values[0] for row in rows(name))
    return next(
        row
        for row in found
        if row["game"]["contract"] == contract
        and row["rules"].get("deck", "long") == deck
        and all(row["game"].get(key) == value for key, value in more.items())
    )


SAUSPIEL = row_of("sauspiel", "real_games")
SOLO = row_of("solo", "real_games")
RAMSCH = row_of("ramsch", "real_games")
SHORT = row_of("solo", deck="short")


def told(answer, code):
    """The finding with that code."""
    found = [finding for finding in [*answer.get("errors", []), *answer.get("warnings", [])] if finding["code"] == code]
    assert found, answer
    return found[0]
