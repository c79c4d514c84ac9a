"""The choices that a rule set offers (FORMAT.md 2), each an enum whose values are the words of the exchange format."""

from enum import StrEnum


class Unit(StrEnum):
    """What amounts are counted in."""

    CENT = "cent"
    POINT = "point"
    STRICH = "strich"


class Model(StrEnum):
    """How the worth of a game is put together."""

    ADDITIVE = "additive"
    MULTIPLICATIVE = "multiplicative"
    STRICHE = "striche"


class SchwarzMode(StrEnum):
    """Whether Schwarz adds a step or doubles."""

    ADD = "add"
    DOUBLE = "double"


class SchwarzBy(StrEnum):
    """What makes a side Schwarz: no trick, or no Augen."""

    TRICKS = "tricks"
    AUGEN = "augen"


class LaufendeMode(StrEnum):
    """Whose Laufende count."""

    SYMMETRIC = "symmetric"
    WITH_ONLY = "with_only"
    ASYMMETRIC = "asymmetric"
    NEVER = "never"


class KlopferMode(StrEnum):
    """The factor of d Klopfer: 2^d, d+1, Fibonacci, 3^d, or none allowed."""

    DOUBLE = "double"
    PLUS_ONE = "plus_one"
    FIBONACCI = "fibonacci"
    TRIPLE = "triple"
    OFF = "off"


class StossDeadline(StrEnum):
    """Until when a Stoß may be given; shown, never checked."""

    SECOND_CARD = "second_card"
    FIRST_CARD = "first_card"
    OWN_FIRST_CARD = "own_first_card"


class Jungfrau(StrEnum):
    """What a player without a trick gets in a Ramsch."""

    NONE = "none"
    INDIVIDUAL = "individual"
    FOR_ALL = "for_all"
    INDIVIDUAL_MULTIPLE = "individual_multiple"


class Durchmarsch(StrEnum):
    """From where a Ramsch is won instead of lost."""

    ALL_TRICKS = "all_tricks"
    AUGEN_120 = "augen_120"
    AUGEN_91 = "augen_91"
    AUGEN_90 = "augen_90"


class RamschTie(StrEnum):
    """Who loses a Ramsch with equal Augen."""

    SPLIT = "split"
    TRICKS = "tricks"


class StockMode(StrEnum):
    """Who takes the Stock and pays into it."""

    OFF = "off"
    PARTNERS = "partners"
    CALLER = "caller"
    DECLARER = "declarer"


class StockLoss(StrEnum):
    """What a lost partner game does to the Stock."""

    DOUBLE = "double"
    KEEP = "keep"


class AllPass(StrEnum):
    """What the table does when everybody passes."""

    THROW_IN = "throw_in"
    RAMSCH = "ramsch"
    MUSS = "muss"
    STOCK = "stock"
    BOCK = "bock"
    KREUZSPIEL = "kreuzspiel"


class BockTrigger(StrEnum):
    """What starts a round of doubled games."""

    ALL_PASS = "all_pass"
    LOST_SOLO = "lost_solo"
    LOST_HERZ_SOLO = "lost_herz_solo"
    KONTRA_LOST = "kontra_lost"


class KreuzspielTie(StrEnum):
    """What 60:60 means in a Kreuzspiel."""

    DECLARER_LOSES = "declarer_loses"
    VOID = "void"


class WenzOber(StrEnum):
    """Where the Ober stands in a plain suit of a Wenz (and the Unter in a Geier)."""

    BELOW_KOENIG = "below_koenig"
    ABOVE_KOENIG = "above_koenig"


class RevokeMode(StrEnum):
    """Who pays for a broken rule of play."""

    GAME_LOST = "game_lost"
    OFFENDER_PAYS = "offender_pays"
    OFF = "off"


class StricheTie(StrEnum):
    """What 60:60 means in Deutscher Schafkopf."""

    LOSE = "lose"
    VOID = "void"


class Trumpf(StrEnum):
    """Whether the trump suit of Deutscher Schafkopf is named or always Schellen."""

    WECHSELND = "wechselnd"
    BLEIBEND = "bleibend"


class Partners(StrEnum):
    """Who plays together in Deutscher Schafkopf."""

    OPPOSITE = "opposite"
    BLACK_OBERS = "black_obers"


class Deal(StrEnum):
    """How the cards are dealt; shown only."""

    FOURS = "4-4"
    TWOS = "2-2-2-2"


class CardNames(StrEnum):
    """Which names the cards have on screen; shown only."""

    GERMAN = "german"
    FRENCH = "french"
