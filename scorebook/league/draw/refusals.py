"""What cannot be drawn, each with its reason. `players` are those whom it is about, by their ids."""

from collections.abc import Iterable

from scorebook.errors import ScorebookError


class DrawError(ScorebookError):
    """Something that cannot be drawn."""

    players: tuple[int, ...] = ()


class PlayersError(DrawError):
    """So many do not make tables of four and five."""

    def __init__(self, players: int, most: int) -> None:
        super().__init__(
            "%(players)d Spieler lassen sich nicht auf Tische zu viert und zu fünft verteilen: "
            "das geht mit 4, 5, 8, 9, 10 und von 12 bis %(most)d.",
            players=players,
            most=most,
        )


class RoundsError(DrawError):
    """No round is asked for, or too many."""

    def __init__(self, most: int) -> None:
        super().__init__("Auslosen lassen sich 1 bis %(most)d Runden.", most=most)


class WishError(DrawError):
    """Wishes that contradict each other or themselves; `players` are those whom they name."""

    def __init__(self, text: str, players: Iterable[int], **params: object) -> None:
        self.players = tuple(players)
        super().__init__(text, players=", ".join(map(str, self.players)), **params)


class TwiceError(WishError):
    """Somebody is named twice, as a player or in a round that was played."""

    def __init__(self, players: Iterable[int]) -> None:
        super().__init__("Steht doppelt da: %(players)s.", players)


class ApartTogetherError(WishError):
    """Two shall sit together and apart."""

    def __init__(self, players: Iterable[int]) -> None:
        super().__init__("%(players)s sollen immer am selben Tisch sitzen und zugleich nie.", players)


class TooManyTogetherError(WishError):
    """More shall sit together than find room at a table."""

    def __init__(self, players: Iterable[int], seats: int) -> None:
        super().__init__(
            "%(players)s sollen am selben Tisch sitzen, aber dort haben nur %(seats)d Platz.", players, seats=seats
        )


class TornError(WishError):
    """Some shall sit together, and at different tables."""

    def __init__(self, players: Iterable[int]) -> None:
        super().__init__("%(players)s sollen am selben Tisch sitzen, haben aber verschiedene feste Tische.", players)


class NoTableError(WishError):
    """Somebody is fixed to a table that there is not."""

    def __init__(self, players: Iterable[int], table: int, tables: int) -> None:
        super().__init__(
            "Den festen Tisch %(table)d von %(players)s gibt es nicht: es sind die Tische 1 bis %(tables)d.",
            players,
            table=table,
            tables=tables,
        )


class NoRoomError(WishError):
    """Those who shall sit together do not all fit at the tables."""

    def __init__(self, players: Iterable[int], tables: int) -> None:
        super().__init__(
            "Die zusammen sitzen sollen, gehen sich an %(tables)d Tischen nicht aus: %(players)s.",
            players,
            tables=tables,
        )
