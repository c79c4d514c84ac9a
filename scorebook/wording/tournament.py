"""What is said about tournaments."""

from collections.abc import Mapping, Sequence

from scorebook.league.tournament.entries import Wished, WishKind
from scorebook.league.tournament.prizes import Stays
from scorebook.league.tournament.standings import Outside
from scorebook.league.tournament.suspects import Slip, Suspect
from scorebook.money import sign_of
from scorebook.wording.languages import GERMAN, Language
from scorebook.wording.marked import Marked

TOURNAMENTS: Marked[dict[str, str]] = {
    "tournament.ended": "Das Turnier ist vorbei. Wer noch etwas ändern will, öffnet es erst wieder.",
    "tournament.not_ended": "Das Turnier läuft noch.",
    "tournament.not_set_up": "Dieses Turnier ist nicht angelegt.",
    # rounds
    "round.no_lists": "Aus Runde {round} fehlt noch: Tisch {tables}.",
    "round.unconfirmed": "In Runde {round} ist noch nicht bestätigt: Tisch {tables}.",
    "round.published": "Runde {round} ist schon veröffentlicht.",
    "round.publish_first": "Zuerst kommt Runde {round} dran.",
    "round.unknown": "Eine Runde {round} gibt es nicht, gespielt werden {most}.",
    "round.played": "Runde {round} ist schon gespielt. Ab der nächsten geht es.",
    "round.to_play": "Runde {round} ist noch nicht gespielt.",
    # settings
    "settings.drawn": "Es ist schon ausgelost, daran ändert sich nichts mehr.",
    "settings.capacity": "Es haben schon {count} einen Platz.",
    "settings.goods": "„{goods}“ hat sich Startnummer {number} schon ausgesucht, das bleibt.",
    # people
    "player.taken": "Die Startnummer {number} hat schon jemand.",
    "player.number": "Startnummern gehen von 1 bis {most}.",
    "player.late": "Zu spät: nachmelden geht nur, bis Runde {round} ausgelost ist.",
    "player.full": "Alle {count} Plätze sind vergeben. Wer noch kommt, wartet.",
    "player.not_waiting": "Startnummer {number} ist schon dabei.",
    "player.waits": "Startnummer {number} wartet noch auf einen Platz.",
    "player.gone": "Startnummer {number} ist gegangen. Ist er wieder da? Dann erst zurückholen.",
    "player.not_gone": "Startnummer {number} ist nicht weg.",
    "player.has_list": "Startnummer {number} hat in Runde {round} schon eine Liste. Gehen kann er erst danach.",
    "player.back_since": "Startnummer {number} ist seit Runde {round} wieder da. Gehen kann er erst ab dann.",
    "player.away_since": "Startnummer {number} ist erst ab Runde {round} weg.",
    "player.twice": "Startnummer {number} steht zweimal da.",
    "wish.too_few": "Dazu gehören mindestens zwei.",
    "wish.too_many": "An einen Tisch passen höchstens {most}.",
    "wish.no_table": "Einen festen Tisch gibt es hier nicht.",
    "wish.twice": "Das ist schon so gewünscht.",
    "wish.two_tables": "Startnummer {number} sitzt schon fest an Tisch {table}.",
    "wish.no_room": "Dann müssten {players} an einem Tisch sitzen. Das geht nicht.",
    "wish.contradicts": "Die Startnummern {players} sollen zusammen sitzen und auch wieder nicht.",
    # the draw
    "draw.next": "Als Nächstes wird Runde {round} ausgelost.",
    "draw.again": "Runde {round} ist schon ausgelost. Wer neu auslost, sagt warum.",
    "draw.has_lists": "Runde {round} kann man nicht neu auslosen, es gibt schon Listen: Tisch {tables}.",
    "draw.left_out": "In Runde {round} hat Startnummer {number} keinen Platz.",
    "draw.not_there": "In Runde {round} spielt Startnummer {number} nicht mit.",
    "draw.twice": "In Runde {round} sitzt Startnummer {number} zweimal.",
    "draw.table": "In Runde {round} sitzen nicht überall vier oder fünf: Tisch {tables}.",
    "draw.list": "Ausgelost sind andere, als auf der Startliste stehen.",
    "draw.nobody": "Auf der Startliste steht keiner.",
    "draw.not_checkable": "Bei diesem Turnier wird nicht prüfbar ausgelost.",
    "draw.commitment": "Das ist keine Prüfsumme.",
    "draw.not_committed": "Erst die Prüfsumme aushängen, dann auslosen.",
    "draw.other_list": "Seit die Prüfsumme aushängt, hat sich die Startliste geändert. Bitte eine neue aushängen.",
    "draw.no_secret": "Das Geheimnis zur Prüfsumme fehlt.",
    "draw.not_called": "Welche Zahl hat der Saal gerufen?",
    "draw.number": "Das ist keine Zahl von 0 bis {most}.",
    "draw.no_helper": "Startnummer {number} ist kein Springer, der mitspielen kann.",
    "draw.first": "Für diese Runde wird jetzt nicht ausgelost.",
    # at the table
    "list.there": "Tisch {table} hat schon eine Liste, von {by}. Ist es der richtige Tisch?",
    "list.overtaken": "Für Tisch {table} gilt inzwischen eine andere Liste, von {by}. Bitte erst nachsehen.",
    "list.seats": "An Tisch {table} sitzen {count}.",
    "list.sum": "Die Liste geht nicht auf: zusammen {over} statt 0.",
    "list.too_little": "Zusammen nur {sum} Punkte in {games} Spielen? Wenn das stimmt, schreib einen Grund dazu.",
    "list.solo_for_nothing": "Wer ein Solo gewonnen hat, hat Punkte. Hier stehen 0.",
    "list.games": "{games} Spiele statt {wanted}. Warum? Mit einem Grund trägt die Turnierleitung das so ein.",
    "list.games_range": "Eine Liste hat 1 bis {most} Spiele.",
    "list.director": "Das entscheidet die Turnierleitung: sie trägt diese Liste ein.",
    "list.counters": "Es braucht {count} Zahlen, eine für jeden am Tisch.",
    "list.solos": "So viele Soli passen nicht in {games} Spiele.",
    "list.touts": "Ein Tout zählt auch als gewonnenes Solo.",
    "list.gone": "Startnummer {number} ist in Runde {round} nicht da. Wer saß für ihn am Tisch?",
    "list.confirmed": "Die Liste von Tisch {table} ist schon bestätigt.",
    "list.other_holds": "Inzwischen gilt eine andere Liste.",
    "substitute.sits": "Startnummer {number} sitzt in dieser Runde schon an Tisch {table}.",
    "substitute.counts_twice": "Für Startnummer {number} zählt in dieser Runde schon die Liste von Tisch {table}.",
    "substitute.not_last": "Auf diesem Platz sitzt inzwischen Startnummer {number}. Erst das zurücknehmen.",
    "penalty.not_there": "Startnummer {number} spielt in Runde {round} nicht mit.",
    "taken_back.not_there": "Das gilt schon nicht mehr.",
    # prizes and money
    "lots.none": "Bei diesem Turnier entscheidet kein Los.",
    "lots.nobody": "Es ist keiner gleich, da gibt es nichts zu losen.",
    "lots.decided": "Bei Startnummer {number} gibt es nichts zu losen.",
    "lots.no_seed": "Zum Losen fehlt, woraus gelost wird.",
    "cash.nothing": "Wie viel?",
    "cash.goes_out": "Ein Preis geht hinaus: der Betrag muss unter null sein.",
    "cash.comes_in": "Eine Strafe kommt herein: der Betrag muss über null sein.",
    "cash.what_for": "Wofür?",
    "cash.fee_paid": "Startnummer {number} hat schon bezahlt.",
    "cash.fee_back": "So viel hat Startnummer {number} nicht bezahlt.",
    "goods.unknown": "Diesen Sachpreis gibt es nicht.",
    "goods.gone": "Das hat sich schon Startnummer {number} ausgesucht.",
    "goods.has_some": "Startnummer {number} hat sich schon etwas ausgesucht.",
    "goods.no_rank": "Startnummer {number} hat keinen Platz und sucht sich nichts aus.",
    "prize.not_in_team": "Wer von „{team}“ nimmt das Geld mit?",
}
"""What a finding at a tournament says."""
OUTSIDE: Marked[dict[Outside, str]] = {
    Outside.SUBSTITUTE: "Springer, außer Wertung",
    Outside.LEFT: "gegangen, außer Wertung",
}
"""Why somebody at a tournament has no rank."""
SLIPS: Marked[dict[Slip, str]] = {
    Slip.SIGN: "%(who)s: Vorzeichen falsch? %(should)s statt %(has)s.",
    Slip.EMPTY: "%(who)s: vergessen? %(should)s statt %(has)s.",
    Slip.DIGITS: "%(who)s: Ziffern vertauscht? %(should)s statt %(has)s.",
    Slip.FACTOR: "%(who)s: falsch mal genommen? %(should)s statt %(has)s.",
    Slip.ADDED: "%(who)s: verrechnet? %(should)s statt %(has)s.",
    Slip.MISSING_GAME: "Fehlt ein Spiel? %(has)s statt %(should)s.",
}
"""Where a list may be wrong that does not balance."""
STAYS: Marked[dict[Stays, str]] = {
    Stays.DOES_NOT_DIVIDE: "Das geht beim Teilen nicht auf und bleibt in der Kasse.",
    Stays.NOBODY: "Das bekommt keiner, es bleibt in der Kasse.",
}
"""Why something of the prizes stays in the till."""


def stays_text(why: Stays, say: Language = GERMAN) -> str:
    """Say why something of the prizes stays in the till.

    >>> stays_text(Stays.NOBODY)
    'Das bekommt keiner, es bleibt in der Kasse.'
    """
    return say(STAYS[why])


def extra_text(cents: int, say: Language = GERMAN) -> str:
    """Say where cents went that were left over when the fees were shared out; "" where none were.

    >>> extra_text(2)
    'Beim Aufteilen der Startgelder sind 2 Cent übrig: die ersten 2 Preise haben je einen mehr.'
    >>> extra_text(1)
    'Beim Aufteilen der Startgelder ist 1 Cent übrig: der erste Preis hat einen mehr.'
    """
    if not cents:
        return ""
    return say.plural(
        "Beim Aufteilen der Startgelder ist %(num)d Cent übrig: der erste Preis hat einen mehr.",
        "Beim Aufteilen der Startgelder sind %(num)d Cent übrig: die ersten %(num)d Preise haben je einen mehr.",
        cents,
    )


def outside_text(why: Outside, say: Language = GERMAN) -> str:
    """Say why somebody has no rank.

    >>> outside_text(Outside.LEFT)
    'gegangen, außer Wertung'
    """
    return say(OUTSIDE[why])


def suspect_text(suspect: Suspect, names: Sequence[str], say: Language = GERMAN) -> str:
    """Say where a list may be wrong; `names` are those of the seats.

    >>> suspect_text(Suspect(Slip.SIGN, 1, None, 20, -20), ["Sepp", "Vroni"])
    'Vroni: Vorzeichen falsch? −20 statt +20.'
    >>> suspect_text(Suspect(Slip.EMPTY, 0, 7, 0, 5), ["Sepp", "Vroni"])
    'Spiel 7, Sepp: vergessen? +5 statt 0.'
    """
    if suspect.seat is None:
        return say(SLIPS[suspect.slip], has=str(suspect.has), should=str(suspect.should))
    who = names[suspect.seat]
    if suspect.row is not None:
        who = say("Spiel %(number)d, %(who)s", number=suspect.row, who=who)
    return say(SLIPS[suspect.slip], who=who, has=_signed(suspect.has), should=_signed(suspect.should))


def _signed(points: int) -> str:
    return f"{sign_of(points, plus=True)}{abs(points)}"


WISHES: Marked[dict[WishKind, str]] = {
    WishKind.APART: "nicht zusammen: %(people)s",
    WishKind.TOGETHER: "zusammen: %(people)s",
    WishKind.FIXED: "fest an Tisch %(table)d: %(people)s",
}
"""What some want of a draw."""


def wish_text(wish: Wished, names: Mapping[int, str], say: Language = GERMAN) -> str:
    """Say what some want of a draw.

    >>> wish_text(Wished(WishKind.FIXED, (7,), 3), {7: "Vroni"})
    'fest an Tisch 3: Vroni'
    """
    people = ", ".join(names[one] for one in wish.players)
    return say(WISHES[wish.wish], people=people, table=wish.table or 0)
