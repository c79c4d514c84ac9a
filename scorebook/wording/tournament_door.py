"""What is said where a tournament is set up and people come in."""

from scorebook.wording.marked import Marked

DOOR: Marked[dict[str, str]] = {
    "born.range": "Der Jahrgang ist eine Zahl von {low} bis {high}.",
    "door.left": "{name} hat Nummer {number} und ist gegangen. Ist er wieder da?",
    "door.no_names": "Darin steht kein Name.",
    "door.no_place": "Es ist kein Platz frei.",
    "door.nobody_waits": "Es wartet niemand.",
    "door.on_list": "{name} steht schon auf der Liste, mit Nummer {number}.",
    "door.twice": "{name} steht hier zweimal.",
    "fee.below_zero": "Wer zahlt, gibt etwas her: ein Betrag über null.",
    "fee.not_paid": "Er hat kein Startgeld bezahlt, das er zurückbekommen könnte.",
    "fee.no_amount": "Das ist kein Betrag. Schreib ihn wie „10“ oder „10,00“.",
    "goods.control": "In der Sache stecken Zeichen, die man nicht sieht.",
    "goods.missing": "In der Sache ist nichts zu lesen.",
    "goods.too_long": "Die Sache hat {length} Zeichen, höchstens {most} haben Platz.",
    "prize.no_percent": "Das sind keine Prozent. Schreib sie wie „30“ oder „12,5“.",
    "team.control": "In der Mannschaft stecken Zeichen, die man nicht sieht.",
    "team.missing": "In der Mannschaft ist nichts zu lesen.",
    "team.too_long": "Die Mannschaft hat {length} Zeichen, höchstens {most} haben Platz.",
    "tournament.prize_empty": "Was gibt es dafür: Euro, Prozent oder eine Sache?",
    "tournament.prize_no_teams": "Es spielen keine Mannschaften, also kann keine gewinnen.",
    "tournament.prize_twice": "Den {place}. Platz gibt es hier schon.",
    "tournament.rules_unit": "Ein Turnier zählt in Punkten, dieser Regelsatz nicht.",
    "tournament.shares": "Zusammen sind das mehr als 100 Prozent der Startgelder.",
    "tournament.tie_break_twice": "Das steht schon weiter vorn.",
    "wish.gone": "Diesen Wunsch gibt es nicht mehr.",
    "wish.no_number": "„{text}“ ist keine Startnummer. Schreib sie wie „12, 17“.",
    "wish.no_table_number": "„{text}“ ist keine Tischnummer.",
    "wish.no_team": "Alle Mannschaften sind schon auseinander, oder es gibt keine.",
    "town.control": "In dem Ort stecken Zeichen, die man nicht sieht.",
    "town.missing": "In dem Ort ist nichts zu lesen.",
    "town.too_long": "Der Ort hat {length} Zeichen, höchstens {most} haben Platz.",
}
"""What a finding says at the door and in the settings."""

USUAL: Marked[dict[str, str]] = {
    "preis_2x32": "Preisschafkopf, 2 × 32 Spiele",
    "preis_2x16": "Kurzer Preisschafkopf, 2 × 16 Spiele",
    "preis_3x32": "Preisschafkopf, 3 × 32 Spiele",
    "gute_2x30": "Nur Gute, 2 × 30 Spiele",
    "wandern_4x16": "Wanderturnier, 4 × 16 Spiele",
    "mannschaft_3x16": "Mannschaften, 3 × 16 Spiele",
}
"""What the usual tournaments are called, in the order in which they are offered."""

ENTRY_KINDS: Marked[dict[str, str]] = {
    "set_up": "Einstellungen",
    "registered": "angemeldet",
    "admitted": "von der Warteliste nachgerückt",
    "left": "gegangen",
    "returned": "wieder da",
    "checked_in": "als da gemeldet",
    "wished": "Wunsch für die Auslosung",
    "committed": "Prüfwert der Auslosung veröffentlicht",
    "drawn": "ausgelost",
    "substituted": "Springer eingesetzt",
    "claimed": "Liste am Tablet begonnen",
    "listed": "Liste eingetragen",
    "confirmed": "Liste bestätigt",
    "penalised": "Strafpunkte",
    "ruled": "Entscheidung",
    "published": "Stand veröffentlicht",
    "lots_drawn": "Los gezogen",
    "cash_moved": "Geld",
    "goods_chosen": "Preis ausgesucht",
    "taken_back": "zurückgenommen",
    "ended": "beendet",
    "reopened": "wieder geöffnet",
}
"""What each kind of entry is called in the log."""
