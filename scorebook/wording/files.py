"""What is wrong with files that are to be read in: archives, PDFs, tables of other programs."""

from scorebook.wording.languages import Marked

FILES: Marked[dict[str, str]] = {
    "archive.broken": "Diese ZIP-Datei lässt sich nicht auspacken: sie ist beschädigt oder verschlüsselt.",
    "archive.unknown": "In dieser ZIP-Datei steckt kein Verein aus dem Schreibbuch.",
    "archive.too_large": "In dieser ZIP-Datei steckt zu viel: ausgepackt höchstens {most} MB. "
    "Teil sie auf, oder lies sie am Rechner ein: scorebook import.",
    "evening.twice": "Den Abend vom {date} hat die Datei zweimal.",
    "pdf.broken": "Dieses PDF lässt sich nicht lesen: es ist beschädigt, oder es hat zu viel auf sich.",
    "pdf.locked": "Dieses PDF ist verschlüsselt. Lies die Datei ohne Passwort ein.",
    "pdf.nothing": "An diesem PDF hängt kein Abend. Druck die Abrechnung als PDF/A, dann steckt er darin.",
    "pdf.too_large": "Was an diesem PDF hängt, ist zu groß für einen Abend.",
    "file.nothing_new": "In dieser Datei ist kein Abend.",
    "person.several_in_file": "In der Datei heißen mehrere {name}, und im Verein heißt auch schon jemand so. "
    "Gib ihnen dort, woher die Datei kommt, einen Zusatz.",
    "person.merged_wrong": "{name} ist mit niemandem zusammengelegt, den es gibt.",
    "person.gone": "Diesen Namen gibt es im Verein nicht mehr. Wähl neu.",
    "person.other_name": "Im Verein heißt schon jemand {name}. Gib einen anderen Namen.",
    "person.merged": "{name} und {other} spielen am selben Abend, also sind es zwei.",
    "papers.none": "Wähl mindestens einen Abend.",
    "papers.too_many": "Mehr als {most} Abende gehen nicht auf einmal.",
    "papers.unknown": "Einen der Abende gibt es nicht mehr. Wähl neu.",
    # tables
    "table.no_text": "Das ist kein Text und keine Datei aus dem Schreibbuch.",
    "table.none": "Das ist keine Tabelle: es braucht eine Zeile mit Überschriften und darunter Zeilen mit Spielen.",
    "table.too_long": "Mehr als {most} Zeilen gehen nicht auf einmal.",
    "table.too_wide": "Mehr als {most} Spalten gehen nicht.",
    "table.ragged": "Zeile {line} hat {cells} Felder, die Überschriften sind {heads}.",
    "table.broken": "Zeile {line} lässt sich nicht lesen.",
    "column.twice": "„{role}“ steht über zwei Spalten.",
    "cell.date": "„{text}“ ist kein Tag, erwartet wird etwa 27.11.2026.",
    "cell.amount": "„{text}“ ist kein Betrag.",
    "cell.mark": "„{text}“ ist keine Kennung.",
    "row.amounts_only": "Aus Beträgen allein wird kein Spiel. Es fehlt, wer gespielt hat und was.",
    "row.differs": "Bei {name} steht {table}, gerechnet sind es {right}.",
    "row.zero": "Die Beträge ergeben zusammen {sum} statt 0.",
    "table.names": "Am Tisch sitzen vier bis sieben. Hier sind es {count}: wähl die Spalten mit ihren Beträgen.",
}
