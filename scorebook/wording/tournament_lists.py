"""What is said about the lists of a tournament's tables."""

from scorebook.wording.marked import Marked

TABLE_LISTS: Marked[dict[str, str]] = {
    "list.points_missing": "Hier fehlen die Punkte. Wer keine hat, hat 0.",
    "list.games_missing": "Wie viele Spiele stehen auf der Liste?",
    "list.no_number": "„{text}“ ist keine Zahl.",
    "list.letter_o": "„{text}“ hat ein O, wo eine Null hingehört.",
    "list.too_large": "So viel geht nicht, höchstens {most}.",
    "list.negative": "Weniger als 0 geht hier nicht.",
    "list.own": "Diese Liste hast du selbst eingetragen. Bestätigen muss sie jemand anders.",
    "list.none": "Tisch {table} hat noch keine Liste.",
    "list.no_table": "Tisch {table} gibt es in dieser Runde nicht.",
    "list.no_round": "Runde {round} ist noch nicht ausgelost.",
    "list.table_twice": "Tisch {table} steht zweimal da.",
    "table.missing": "Welcher Tisch?",
    "player.missing": "Welche Startnummer?",
    "player.unknown": "Die Startnummer {number} gibt es nicht.",
    "penalty.points": "Wie viele Punkte gehen weg? Eine Zahl von 1 bis {most}.",
    "ruling.missing": "Was ist entschieden?",
    "ruling.too_long": "Das ist zu lang: {length} Zeichen, höchstens {most}.",
    "ruling.control": "Hier stehen Zeichen, die man nicht sieht.",
    "substitute.seat": "Für wen?",
    "substitute.counts": "Für wen zählt die Liste?",
    "sheet.empty": "Auf dieser Liste steht noch kein Spiel.",
}
