"""What a finding says to a player: one German sentence for each code, with the finding's parameters in it."""

from collections.abc import Sequence
from datetime import date

from scorebook.rules import Card, Contract, Finding, LaufendeSide, Result, Unit
from scorebook.rules.cards import CARD
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.play import Rule
from scorebook.wording.cards import BROKEN, card_name
from scorebook.wording.cash import CASH
from scorebook.wording.doors import DOORS
from scorebook.wording.draws import DRAWS
from scorebook.wording.files import FILES
from scorebook.wording.games import amount, contract_name
from scorebook.wording.languages import GERMAN, Language, Marked
from scorebook.wording.league import SCHEMES
from scorebook.wording.levies import LEVIES
from scorebook.wording.paying import PAYING
from scorebook.wording.people import PEOPLE, namesakes_told
from scorebook.wording.tournament import TOURNAMENTS
from scorebook.wording.tournament_door import DOOR
from scorebook.wording.tournament_lists import TABLE_LISTS

KEYS: Marked[dict[str, str]] = {
    "augen": "Augen",
    "augen_by_seat": "Augen",
    "base": "Grundpreise",
    "bock": "Bock",
    "called": "gerufene Sau",
    "called_rank": "gerufene Karte",
    "caller_trumps": "Trümpfe des Spielers",
    "contract": "Spiel",
    "dealer": "Geber",
    "declarer": "Spieler",
    "jungfrauen": "Jungfrauen",
    "klopfer": "Klopfer",
    "laufende": "Laufende",
    "laufende_side": "mit oder ohne",
    "loser": "Verlierer",
    "opponent_augen": "Augen der Gegner",
    "partner": "Mitspieler",
    "players": "Spielerzahl",
    "protocol": "Karten",
    "result": "Ergebnis",
    "revoke": "Regelverstoß",
    "revoke_reason": "Grund des Regelverstoßes",
    "schneider": "Schneider",
    "schneider_announced": "Schneider angesagt",
    "schwarz": "Schwarz",
    "schwarz_announced": "Schwarz angesagt",
    "sie": "Sie",
    "sitting_out": "Aussetzer",
    "stock": "Stock",
    "stoss": "Stoß",
    "suit": "Farbe",
    "target": "Steigern",
    "tout": "Tout",
    "tricks": "Stiche",
    "tricks_by_seat": "Stiche",
}

ELSEWHERE = CASH | DOOR | DOORS | DRAWS | FILES | LEVIES | PEOPLE | SCHEMES | TABLE_LISTS | TOURNAMENTS
"""Those that stand beside what they are about."""
MESSAGES: Marked[dict[str, str]] = ELSEWHERE | {
    **PAYING,
    # form
    "json.invalid": "Das ist kein JSON-Objekt: in Zeile {line} geht es bei Zeichen {column} nicht.",
    "key.twice": "„{key}“ steht zweimal da.",
    "key.unknown": "„{key}“ gibt es nicht.",
    "key.missing": "„{key}“ fehlt.",
    "key.not_here": "{key} passt nicht zu {contract}.",
    "value.type": "{key}: dieser Wert hat die falsche Form.",
    "value.range": "{key}: dieser Wert liegt außerhalb dessen, was möglich ist.",
    "value.choice": "{key}: das steht nicht zur Wahl.",
    "game.not_object": "Das ist kein Spiel.",
    "rules.not_object": "Das ist kein Regelsatz.",
    "preset.unknown": "Diesen Regelsatz gibt es nicht. Bekannt sind: {known}.",
    "person.twice": "Die Person {id} steht zweimal da.",
    "person.unknown": "Die Person {id} kommt unter den Leuten nicht vor.",
    "rules.unknown": "Den Regelsatz {index} gibt es in dieser Datei nicht.",
    "game.twice": "Spiel {number} steht zweimal da.",
    "players.differ": "Spiel {number}: die Zahl der Spieler passt nicht zu den Plätzen.",
    "payouts.differ": "Spiel {number}: die Beträge sind nicht das, was der Regelsatz ergibt.",
    # files
    "format.unknown": "Das ist kein Abend aus dem Schreibbuch.",
    "format.newer": "Diese Datei hat das Format {format}, wohl von einer neueren Version. Gelesen wird {known}.",
    "file.too_large": "Diese Datei ist zu groß für einen Abend.",
    "file.missing": "Welche Datei?",
    "people.same_name": "Zwei Leute heißen {name}. Wer ist wer? Gib einem der beiden einen Zusatz.",
    "person.nowhere": "{name} sitzt auf keinem Platz.",
    "seats.clash": "Spiel {number}: auf den Plätzen sitzen nicht vier bis sieben verschiedene Leute.",
    "seats.future": "Ein Platz gilt für Spiele, die es noch nicht gibt.",
    "seats.numbers": "Ein Platz endet, bevor er beginnt.",
    "games.order": "Spiel {number}: die Nummern gehen nicht der Reihe nach.",
    "games.replaces": "Spiel {number}: es ersetzt ein Spiel, das nicht davor steht oder noch zählt.",
    "games.elsewhere": "Spiel {number} steht im Buch schon an einem anderen Abend.",
    "bock.differs": "Spiel {number}: nach den Spielen davor zählt es im Bock anders.",
    "stock.differs": "Spiel {number}: davor lag im Stock ein anderer Betrag.",
    "stock_closed.open": "Der Abend geht weiter, aber was im Stock lag, ist schon heraus.",
    "stock_closed.people": "Den Stock teilen sich andere Leute, als am Ende am Tisch sitzen.",
    "stock_closed.amount": "Am Ende lag im Stock ein anderer Betrag.",
    "units.mixed": "Die Regelsätze rechnen in verschiedenen Einheiten.",
    "evening.differs": "Diesen Abend gibt es im Buch schon, aber anders: {where}.",
    "sheet.differs": "Diesen Abend gibt es im Buch schon, aber anders: Liste {table}, {where}.",
    "game.differs": "Diesen Abend gibt es im Buch schon, aber anders: Liste {table}, Spiel {number}.",
    "games.differ": "Diesen Abend gibt es im Buch schon, aber anders: "
    "Liste {table}, {there} Spiele im Buch und {here} in der Datei.",
    # names, places, reasons
    "place.missing": "In dem Ort ist nichts zu lesen.",
    "place.too_long": "Der Ort hat {length} Zeichen, höchstens {most} haben Platz.",
    "place.control": "In dem Ort stecken Zeichen, die man nicht sieht.",
    "title.missing": "In der Überschrift ist nichts zu lesen.",
    "title.too_long": "Die Überschrift hat {length} Zeichen, höchstens {most} haben Platz.",
    "title.control": "In der Überschrift stecken Zeichen, die man nicht sieht.",
    "reason.missing": "Warum? Ein Wort genügt.",
    "reason.too_long": "Der Grund hat {length} Zeichen, höchstens {most} haben Platz.",
    "reason.control": "In dem Grund stecken Zeichen, die man nicht sieht.",
    "first_dealer.empty_seat": "Auf diesem Platz sitzt keiner, der geben kann.",
    "date.range": "Dieses Datum kann nicht sein.",
    "season.same_name": "Eine Saison {name} gibt es schon. Gib ihr einen eigenen Namen.",
    "season.dates": "Das Ende liegt vor dem Anfang.",
    "season.unknown": "Diese Saison gibt es nicht.",
    "season.closed": "Die Saison {name} ist abgeschlossen, da kommt kein Abend mehr dazu.",
    "season.no_code": "Zu diesem Code gehört keine Saison. Sieh noch einmal nach.",
    "season.own_code": "Das ist der Code für eure eigene Saison. Den gebt ihr anderen.",
    "scheme.same_name": "Eine Wertung {name} gibt es schon. Gib ihr einen eigenen Namen.",
    "scheme.too_many": "Mehr als {most} Wertungen hat eine Saison nicht.",
    "person.nobody": "So heißt im Verein keiner.",
    "rule_set.unknown": "Diesen Regelsatz gibt es nicht.",
    "rule_set.other_unit": "Der zählt anders: an einem Abend geht nur, was gleich zählt.",
    "rule_set.shipped": "So heißt schon ein mitgelieferter Regelsatz. Gib ihm einen eigenen Namen.",
    "price.missing": "Wie viel? Zum Beispiel 0,10.",
    "price.no_amount": "Das ist kein Betrag. Schreib ihn wie „0,10“ oder in Cent wie „10“.",
    "price.range": "Möglich sind {cheapest} bis {dearest}.",
    "price.per": "Wofür ist der Preis?",
    "rules.striche_unit": "Striche zählt man in Strichen, alles andere in Geld oder Punkten.",
    "rules.no_contract": "Mindestens ein Spiel muss ausgemacht sein.",
    "rules.number": "Hier muss eine Zahl stehen.",
    "rules.between": "Möglich ist {low} bis {high}.",
    "rules.tariff": "Schreib den Tarif wie „10/20/50“ oder „10/20“.",
    # seats
    "seat.left": "Auf diesem Platz sitzt inzwischen jemand anders, oder niemand.",
    "seats.too_few": "Zu dritt geht es nicht weiter. Wer dafür kommt, setzt sich zuerst; sonst beendet den Abend.",
    "swap.same": "Das ist zweimal derselbe.",
    "order.differs": "Jede Zahl von 1 bis {count} braucht es genau einmal.",
    "drawn.missing": "Welche Karte war es?",
    "drawn.unknown": "Eine Karte „{card}“ gibt es nicht.",
    "drawn.not_in_deck": "{card} ist nicht im Spiel, ihr spielt mit der kurzen Karte.",
    "drawn.twice": "{card} hat schon {seat}.",
    "drawn.stake": "Um die Plätze, oder nur um den ersten Geber?",
    # the sheet
    "sheet.players": "An diesem Tisch sitzen {players} Leute.",
    "klopfer.names": "{count} waren es, aber nicht, wer. Bitte antippen.",
    "game.unchanged": "Das Spiel steht schon genau so in der Liste.",
    "sheet.bock": "Nach den Spielen davor zählt dieses {factor}-fach.",
    "sheet.stock": "Im Stock liegt ein anderer Betrag.",
    "stock.open": "Was wird aus dem Stock?",
    "stock.gone": "Diesen Stock gibt es nicht mehr: ein anderer Abend hat ihn mitgenommen, oder seiner geht weiter.",
    "stock.no_rules": "Nach diesen Regeln gibt es keinen Stock. Lass ihn liegen, oder nimm Regeln mit Stock.",
    "stock.other_unit": "Was in diesem Stock liegt, zählt anders als diese Regeln.",
    "amount.too_large": "So ein großer Betrag passt nicht ins Buch.",
    # contract and price
    "contract.not_in_model": "{contract} gibt es in diesem Regelsatz nicht.",
    "contract.no_price": "{contract} hat in diesem Regelsatz keinen Preis.",
    "contract.not_offered": "{contract} ist bei euch nicht ausgemacht.",
    "deck.short": "{contract} wird mit 32 Karten gespielt.",
    "all_pass.play_on": "Bei euch wird weitergespielt, wenn alle weiter sagen: {follow}.",
    "stock.no_stake": "Für den Stock ist kein Einsatz ausgemacht.",
    "durchmarsch.no_price": "Für den Durchmarsch ist kein Preis ausgemacht.",
    # suits and announcements
    "suit.missing": "Welche Farbe ist Trumpf?",
    "suit.stays": "Bei euch ist immer Schellen Trumpf.",
    "called.herz": "Die Herz-Sau kann man nicht rufen: Herz ist Trumpf.",
    "called.ten_off": "Eine Zehn darf bei euch nicht gerufen werden.",
    "announced.both": "Tout und Sie zugleich gibt es nicht.",
    "announced.off": "{key} gibt es bei euch nicht.",
    "announced.excluded": "Bei {contract} zählt Schneider nicht, also kann man es auch nicht ansagen.",
    # Laufende
    "laufende.side_missing": "Mit oder ohne {laufende}?",
    "laufende.too_many": "{side} {laufende} geht bei {contract} nicht, höchstens {side} {most}.",
    "laufende.muss": "Wer den Alten hat, spielt nicht ohne.",
    "laufende.floor": "{side} {laufende} heißt: diese Seite hat mindestens {floor} Augen. Das passt nicht zusammen.",
    "laufende.tricks": "{side} {laufende} heißt: diese Seite macht mindestens {least} Stiche.",
    "sie.laufende": "Ein Sie ist immer mit {laufende}.",
    "sie.unannounced": "Solo mit {laufende}: das ist ein Sie. War er angesagt?",
    "sie.augen": "Ein Sie hat alle 120 Augen.",
    "sie.tricks": "Ein Sie macht alle {most} Stiche.",
    # revoke
    "revoke.off": "Regelverstöße wertet ihr nicht.",
    "revoke_reason.alone": "Zum Grund gehört, wer gegen die Regel verstoßen hat.",
    # people
    "sitting_out.count": "Bei {players} Leuten setzen {wanted} aus.",
    "seat.twice": "{seat} steht zweimal da.",
    "seat.unknown": "Diesen Platz gibt es am Tisch nicht.",
    "seat.sits_out": "{seat} setzt aus.",
    "dealer.active": "Zu fünft setzt der Geber aus, {seat} spielt aber mit.",
    "declarer.missing": "Wer hat gespielt?",
    "partner.missing": "Mit wem?",
    "partner.is_declarer": "{seat} kann nicht mit sich selbst spielen.",
    "partner.not_opposite": "Bei {contract} spielt man mit dem Gegenüber: {seat}.",
    # doublings
    "klopfer.off": "Klopfen gibt es bei euch nicht.",
    "klopfer.twice": "{seat} kann nur einmal klopfen.",
    "klopfer.too_many": "{count} Klopfer sind zu viele, höchstens {most}.",
    "stoss.ramsch": "Im Ramsch gibt es bei euch keinen Stoß.",
    "stoss.too_many": "So oft wird bei euch nicht gestoßen, höchstens {most}-mal.",
    "stoss.on_sie": "Ein Stoß auf einen Sie? Den kann keiner verlieren.",
    "stoss.own_game": "{seat} hat den {level}. Stoß gegeben, gehört aber zur Spielerseite.",
    "stoss.no_answer": "{seat} hat den {level}. Stoß gegeben, dran war aber die Spielerseite.",
    # the cards
    "protocol.missing": "Zum Nachspielen fehlen die Karten.",
    "protocol.contradicts": "Eingetragen ist {entered}, die Karten sagen {by_cards}.",
    "protocol.stops": "Vor {at} ist Schluss, {seat} wäre dran. Dann muss man sagen, wie es ausging.",
    "play.violation": "{at}: {seat} spielt {card}, das war nicht erlaubt.",
    "protocol.not_object": "Das ist kein Protokoll: es braucht „lead“, „played“ und „hands“.",
    "trick.size": "Stich {trick}: {given} statt vier Karten.",
    "trick.missing": "Stich {trick} fehlt.",
    "trick.short": "Stich {trick}: {seat} fehlt noch. Wer früher aufgehört hat, trägt auch die Hände ein.",
    "hands.missing": "Ohne die Hände braucht es alle {wanted} Karten, nicht nur {given}.",
    "hands.count": "Es braucht {wanted} Hände, eine für jeden am Tisch, nicht {given}.",
    "hand.size": "{whose}: {given} statt {wanted} Karten.",
    "card.unknown": "{whose}: eine Karte „{card}“ gibt es nicht.",
    "card.not_in_deck": "{whose}: {card} ist nicht im Spiel, ihr spielt mit der kurzen Karte.",
    "card.twice": "{whose}: {card} gibt es nur einmal.",
    "card.played": "{whose}: {card} hat er schon gespielt.",
    "card.not_in_hand": "{whose}: {card} hat er nicht auf der Hand.",
    "lead.seat": "{seat} kann nicht herauskommen.",
    "ply.turn": "{at}: {card} spielt {seat}, dran ist aber {turn}.",
    "ply.too_many": "{at}: da sind schon alle Karten gespielt.",
    "lead.missing": "Wer kommt im ersten Stich heraus?",
    "trick.too_many": "Nach {most} Stichen sind alle Karten gespielt.",
    "trick.lead": "Stich {trick}: herausgekommen ist {seat}, den Stich davor hat aber {turn}.",
    "hand.rest": "{seat}: {given} statt {wanted} Karten für die ganze Hand. Übrig sind noch {rest}.",
    "hand.elsewhere": "{seat} kann {card} nicht haben: {at}, die hat {turn} gespielt.",
    "called.missing": "Welche Sau ist gerufen?",
    "called.nobody": "{seat} kann {card} nicht haben.",
    "called.no_card": "{seat} hat keine Karte der gerufenen Farbe, Ober und Unter zählen nicht. Stimmt das?",
    "called.no_sauen": "Eine Zehn ruft, wer die drei Sauen selbst hat. {seat} hat sie nicht alle. Stimmt das?",
    "called.own": "{seat} hat die gerufene Karte selbst.",
    "declarer.not_alter": "Spielen muss, wer {card} hat. {seat} hat diese Karte nicht.",
    "augen.so_far": "Als Schluss war, hatten die Spieler schon {augen} Augen und die Gegner {opponent_augen}.",
    "result.so_far": "Als Schluss war, hatten die Spieler {augen} Augen und die Gegner {opponent_augen}. Stimmt das?",
    "tricks.so_far": "Als Schluss war, konnten die Spieler noch {fewest} bis {most} Stiche haben.",
    # how it ended
    "augen.sum": "{augen} und {opponent_augen} Augen sind zusammen nicht 120.",
    "augen.impossible": "{augen} Augen gibt es nicht.",
    "augen.unreachable": "Mit {tricks} Stichen sind diese Augen nicht möglich.",
    "tricks.range": "{tricks} Stiche gibt es nicht, höchstens {most}.",
    "result.missing": "Gewonnen oder verloren?",
    "result.contradicts": "{result}? Augen und Stiche sagen das Gegenteil.",
    "result.impossible": "{result} ist mit dem Rest nicht möglich.",
    "result.void": "60 zu 60: das Spiel zählt nicht, keiner hat gewonnen oder verloren.",
    "caller_trumps.missing": "60 Augen reichen mit höchstens {most} Trümpfen. Wie viele hatte der Spieler?",
    "schwarz.unsure": "Kein Auge, aber vielleicht doch ein Stich: war es Schwarz?",
    "schwarz.tricks": "Schwarz heißt kein Stich. Das passt nicht zu den Stichen.",
    "schwarz.augen": "Schwarz heißt kein Stich. Das passt nicht zu den Augen.",
    "schneider.contradicts": "Schneider passt nicht zu den Augen.",
    # Ramsch
    "ramsch.seats": "Es braucht {wanted} Zahlen, eine für jeden am Tisch.",
    "ramsch.sitter": "Wer aussetzt, hat keine Augen und keine Stiche.",
    "ramsch.sum": "Zusammen sind das {sum}, es müssen {wanted} sein.",
    "ramsch.unreachable": "So können sich die Augen nicht verteilen.",
    "jungfrau.augen": "{seat} hat {augen} Augen und ist keine Jungfrau.",
    "jungfrau.tricks": "Die Jungfrauen passen nicht zu den Stichen.",
    "jungfrau.unsure": "Null Augen: hatte der einen Stich, oder ist er Jungfrau?",
    "durchmarsch.unsure": "120 Augen: waren es auch alle Stiche? Dann ist es ein Durchmarsch.",
    "loser.durchmarsch": "{seat} hat den Durchmarsch gemacht, also hat keiner den Ramsch verloren.",
    "loser.not_most": "{seat} hat nicht die meisten Augen.",
    "loser.missing": "Wer hat den Ramsch verloren?",
    "loser.jungfrau": "{seat} hat keinen Stich und kann nicht verloren haben.",
}

PARTS: Marked[dict[str, str]] = {
    "date": "der Tag",
    "begun": "der Beginn",
    "ended": "das Ende",
    "place": "der Ort",
    "people": "die Leute",
    "rule_sets": "die Regeln",
    "sheets": "die Zahl der Listen",
    "seats": "die Plätze",
    "stock": "der Stock am Anfang",
    "stock_closed": "was aus dem Stock wurde",
    "first_dealer": "wer zuerst gibt",
    "levies": "was außer den Spielen fällig ist",
    "payments": "was bezahlt ist",
    "price": "der Preis",
    "round_to": "die Rundung",
}
"""What the parts of an evening are called, of which one may differ from that of another evening."""
RESULTS: Marked[dict[Result, str]] = {Result.WON: "Gewonnen", Result.LOST: "Verloren"}
SIDES: Marked[dict[LaufendeSide, str]] = {LaufendeSide.MIT: "Mit", LaufendeSide.OHNE: "Ohne"}


def message(finding: Finding, say: Language = GERMAN, names: Sequence[str] = ()) -> str:
    """Say a finding in words a player understands; `names` by seat, without them seats are numbered from 0.

    >>> message(Finding("augen.impossible", "augen", {"augen": 119}))
    '119 Augen gibt es nicht.'
    >>> message(Finding("seat.sits_out", "partner", {"seat": 1}), names=["Sepp", "Vroni"])
    'Vroni setzt aus.'
    >>> message(Finding("card.unknown", "hand", {"card": "GX", "seat": None}))
    'Eine Karte „GX“ gibt es nicht.'
    """
    words = {name: _word(name, value, say, names) for name, value in finding.params.items()}
    words.setdefault("key", _key(finding.field, say))
    if "by_cards" in finding.params:
        words |= {name: fact(finding.field, finding.params[name], say, names) for name in ("entered", "by_cards")}
    if "ply" in finding.params:
        words["at"] = _moment(finding.params["ply"], say)
    if "seat" in finding.params:
        words["whose"] = _whose(finding, say, names)
    rule = finding.params.get("rule")
    said = say(BROKEN[rule] if isinstance(rule, Rule) else MESSAGES[finding.code]).format(**words)
    return said if words.get("whose") != "" else _begun(said.removeprefix(": "))


def _begun(said: str) -> str:
    """Begin a sentence anew whose first word is gone."""
    return said[:1].upper() + said[1:]


def fact(key: str, value: object, say: Language = GERMAN, names: Sequence[str] = ()) -> str:
    """Say what stands under a key of a game that cards can tell, as it was entered or as the cards say.

    >>> fact("partner", 2), fact("laufende", (LaufendeSide.MIT, 3)), fact("augen_by_seat", (80, 40, 0, 0))
    ('Platz 2', 'Mit 3', '80/40/0/0')
    """
    match value:
        case int() if key in ("partner", "loser"):
            return _person(value, say, names)
        case None:
            return say("niemand")
        case (LaufendeSide() as side, count):
            return f"{say(SIDES[side])} {count}"
        case tuple():
            return "/".join(map(str, value)) if key != "laufende" else say("keine")
        case _:
            return str(value)


def _moment(ply: object, say: Language) -> str:
    """Say when a card fell; "" for one that lay in a hand."""
    if not isinstance(ply, int):
        return ""
    trick, place = divmod(ply, ACTIVE_PLAYERS)
    return say("Stich {trick}, {place}. Karte").format(trick=trick + 1, place=place + 1)


def _whose(finding: Finding, say: Language, names: Sequence[str]) -> str:
    """Say where a card was and whose: "Stich 2, 1. Karte, Sepp" or "Hand von Sepp"; "" where nobody is named."""
    seat, at = finding.params["seat"], _moment(finding.params.get("ply"), say)
    if not isinstance(seat, int):
        return ""
    person = _person(seat, say, names)
    return f"{at}, {person}" if at else say("Hand von {name}").format(name=person)


def _word(name: str, value: object, say: Language, names: Sequence[str]) -> str:
    """One parameter in words."""
    if name in ("seat", "turn") and isinstance(value, int):
        return _person(value, say, names)
    if name == "card":
        return _card(value, say)
    if name in ("key", "where"):
        return _key(str(value), say) if name == "key" else say(PARTS[str(value)])
    if name in ("cheapest", "dearest", "open", "counted_sum") and isinstance(value, int):
        return amount(value, Unit.CENT, say)
    if name == "namesakes" and isinstance(value, list):
        return namesakes_told(value, say)
    return _contract(value, say) if name in ("contract", "follow") else _plain(value, say)


def _plain(value: object, say: Language) -> str:
    """How a game ended; and what is no word of the game: a day, a name, a number."""
    if isinstance(value, Result | LaufendeSide):
        return say(RESULTS[value] if isinstance(value, Result) else SIDES[value])
    return say.day(value, "long") if isinstance(value, date) else str(value)


def _contract(value: object, say: Language) -> str:
    """The name of a contract, or of an announcement."""
    return contract_name(Contract(str(value)), say) if value in set(Contract) else str(value).capitalize()


def _card(value: object, say: Language) -> str:
    """The name of a card; what is none is quoted as it is."""
    card = value if isinstance(value, Card) else CARD.get(str(value))
    return str(value) if card is None else card_name(card, say)


def _person(seat: int, say: Language, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else say("Platz {seat}").format(seat=seat)


def _key(field: str, say: Language) -> str:
    """The player's word for a field; an unknown one is quoted as it is."""
    last = field.rpartition(".")[2]
    return say(KEYS[last]) if last in KEYS else last
