"""Every switch of a rule set in words: a name, and one sentence of what it means, for people who play cards."""

from scorebook.rules import Contract
from scorebook.wording.games import CONTRACTS
from scorebook.wording.languages import GERMAN, Language, Marked

SWITCHES: Marked[dict[str, tuple[str, str]]] = {
    "unit": ("Gezählt wird in", "Geld, Punkte wie im Turnier, oder Striche wie beim Deutschen Schafkopf."),
    "deck": ("Karten", "Lang sind 32 Karten, kurz 24: ohne Siebener und Achter."),
    "model": (
        "Gerechnet wird",
        "Zuschläge kommen zum Grundpreis dazu, Vielfache nehmen ihn mal, Striche gibt es fest.",
    ),
    "winners_only": ("Nur Gutpunkte", "Aufgeschrieben wird nur, wer gewinnt; keiner geht ins Minus."),
    "contracts": (
        "Ausgemacht sind",
        "Was beim Eintragen zur Wahl steht, das Höchste zuerst; was fehlt, wird nur auf Nachfrage eingetragen.",
    ),
    "schneider.value": ("Schneider kostet", "Kommt dazu, wenn die Verlierer im Schneider sind."),
    "schneider.declarer_max": (
        "Spieler im Schneider bis",
        "Mit so vielen Augen ist die Spielerseite noch im Schneider.",
    ),
    "schneider.opponent_max": ("Gegner im Schneider bis", "Mit so vielen Augen sind die Gegner noch im Schneider."),
    "schneider.announce": (
        "Schneider ansagen",
        "Wer Schneider oder Schwarz vorher ansagt, bekommt mehr und riskiert mehr.",
    ),
    "schneider.contracts": (
        "Schneider zählt nur bei",
        "Bei diesen Spielen zählen Schneider und Schwarz; ist keines gewählt, bei allen.",
    ),
    "schwarz.value": ("Schwarz kostet", "Kommt zum Schneider dazu, wenn die Verlierer schwarz sind."),
    "schwarz.mode": ("Schwarz wirkt", "Entweder kommt ein Betrag dazu, oder der Preis verdoppelt sich."),
    "schwarz.by": ("Schwarz ist", "Ohne einen einzigen Stich, oder schon ohne ein Auge."),
    "laufende.value": ("Ein Laufender kostet", "So viel kostet jeder, sobald es genug sind."),
    "laufende.min": ("Laufende ab", "Ab so vielen zählen sie, dann alle."),
    "laufende.min_wenz": ("Im Wenz ab", "Ab so vielen zählen sie in Wenz und Geier."),
    "laufende.max": ("Höchstens", "Mehr als so viele werden nicht bezahlt; leer heißt: alle."),
    "laufende.mode": ("Laufende zählen", "Ob es eine Rolle spielt, wer die Laufenden hatte."),
    "laufende.table": ("Feste Preise", "Zum Beispiel „2=10, 3=15, 4=20“ statt eines Preises für jeden einzelnen."),
    "tout.factor": ("Tout mal", "Der Preis des Spiels wird so oft genommen, wenn einer alle Stiche ansagt."),
    "tout.value": ("Tout fest", "Ein fester Preis statt des Vielfachen; leer heißt: keiner."),
    "tout.add": ("Tout Zuschlag", "Kommt dazu, bevor malgenommen wird."),
    "tout.schneider": ("Schneider beim Tout", "Beim gewonnenen Tout zahlt man Schneider und Schwarz mit."),
    "sie.factor": ("Sie mal", "Alle Ober und Unter auf einer Hand: so oft wird der Preis des Solos genommen."),
    "sie.value": ("Sie fest", "Ein fester Preis statt des Vielfachen; leer heißt: keiner."),
    "sie.laufende": ("Laufende beim Sie", "Die Laufenden werden beim Sie mitgezählt."),
    "klopfer.mode": ("Klopfen", "Was es ausmacht, wenn einer vor dem zweiten Geben klopft."),
    "klopfer.max": ("Klopfer höchstens", "So viele dürfen in einem Spiel klopfen."),
    "stoss.max": ("Stöße höchstens", "Eins ist nur Kontra, zwei auch Re, und so weiter; null heißt: keiner."),
    "stoss.factor": ("Ein Stoß nimmt mal", "So oft wird der Preis mit jedem Stoß genommen."),
    "stoss.takes_over": (
        "Stoß übernimmt",
        "Nach einem Kontra muss die andere Seite 61 Augen haben, den Spielern reichen 60.",
    ),
    "stoss.deadline": ("Stoß bis", "Bis wann man Kontra sagen darf; darauf achtet ihr selbst."),
    "ramsch.jungfrau": ("Jungfrau", "Was gilt, wenn einer im Ramsch keinen Stich gemacht hat."),
    "ramsch.durchmarsch": ("Durchmarsch ab", "Ab wann der mit den meisten Augen gewinnt statt verliert."),
    "ramsch.durchmarsch_value": ("Durchmarsch kostet", "Das zahlt ihm jeder; leer heißt: so viel wie ein Solo."),
    "ramsch.tie": ("Gleiche Augen", "Wer zahlt, wenn zwei gleich viele Augen haben."),
    "ramsch.losers": ("Verlierer im Ramsch", "Es zahlt einer, oder es zahlen die zwei mit den meisten Augen."),
    "ramsch.stoss": ("Stoß im Ramsch", "Auch im Ramsch darf gestoßen werden."),
    "stock.mode": ("Stock", "Wer sich den Stock holt, und wer nach einem verlorenen Spiel hineinzahlt."),
    "stock.stake": ("Einsatz", "Das zahlt jeder in den Stock, wenn alle weiter sagen; leer heißt: ein Sauspiel."),
    "stock.on_loss": ("Verloren", "Was mit dem Stock geschieht, wenn der Spieler verliert."),
    "stock.cap": ("Höchstens auf einmal", "Mehr holt sich keiner auf einmal aus dem Stock; leer heißt: alles."),
    "all_pass": ("Alle weiter", "Wie es weitergeht, wenn keiner spielen will."),
    "bock.triggers": ("Bock nach", "Danach zählen die nächsten Spiele doppelt."),
    "bock.games": ("Bockspiele", "So viele Spiele zählen doppelt; leer heißt: für jeden am Tisch eines."),
    "bock.stack": ("Bock auf Bock", "Kommt im Bock ein neuer dazu, wird noch einmal verdoppelt."),
    "muss.win_factor": ("Muss gewonnen mal", "So oft wird der Preis genommen, wenn der Alte sein Muss gewinnt."),
    "muss.loss_factor": ("Muss verloren mal", "So oft wird der Preis genommen, wenn er es verliert."),
    "muss.sixty_max_trumps": (
        "60 reichen bis",
        "Mit höchstens so vielen Trümpfen reichen dem Muss-Spieler 60 Augen; leer heißt: nie.",
    ),
    "kreuzspiel.factor": ("Kreuzspiel mal", "So oft wird der Preis beim Kreuzspiel genommen."),
    "kreuzspiel.tie": ("60 zu 60", "Wer ein Kreuzspiel verliert, das gleich ausgeht."),
    "called_ten": ("Zehn rufen", "Statt einer Sau darf man auch eine Zehn rufen."),
    "caller_needs_honour": ("Rufer braucht Haxn", "Wer ein Sauspiel ansagt, muss einen Ober oder Unter haben."),
    "runaway.long": (
        "Davonlaufen ab",
        "Mit so vielen Karten der Rufsau-Farbe darf man davonlaufen, die Sau mitgezählt.",
    ),
    "runaway.short": ("Kurze Karte: ab", "Dasselbe mit der kurzen Karte."),
    "wenz_ober": ("Ober im Wenz", "Wo der Ober im Wenz steht, und der Unter im Geier."),
    "bettel.trumps": ("Bettel mit Trumpf", "Im Bettel sind die Trümpfe Trumpf wie im Herz-Solo."),
    "bettel.order": (
        "Reihenfolge im Bettel",
        "Die Karten von oben nach unten: S Sau, K König, O Ober, U Unter, Z Zehn, dann 9, 8, 7.",
    ),
    "sitting_out_pays": ("Aussetzer zahlen mit", "Wer aussetzt, zahlt und bekommt bei einem Solo wie die Gegner."),
    "revoke.mode": ("Falsch gespielt", "Wer zahlt, wenn einer nicht bedient hat."),
    "multiplicative.grundwert": ("Grundwert", "Davon gehen alle Vielfachen aus."),
    "multiplicative.schneider": ("Schneider mal", "So oft zählt der Grundwert bei Schneider."),
    "multiplicative.schneider_announced": (
        "Schneider angesagt mal",
        "So oft zählt der Grundwert bei angesagtem Schneider.",
    ),
    "multiplicative.schwarz": ("Schwarz mal", "So oft zählt der Grundwert bei Schwarz."),
    "multiplicative.schwarz_announced": (
        "Schwarz angesagt mal",
        "So oft zählt der Grundwert bei angesagtem Schwarz.",
    ),
    "multiplicative.tout": ("Tout mal (Vielfache)", "So oft zählt der Grundwert beim Tout."),
    "multiplicative.laufende_inside": (
        "Laufende mit malnehmen",
        "Die Laufenden kommen zum Grundwert, bevor malgenommen wird.",
    ),
    "striche.declarer": ("Striche der Spieler", "Drei Zahlen: gewonnen, mit Schneider, mit Schwarz."),
    "striche.opponents": ("Striche der Gegner", "Dasselbe, wenn die Gegner gewinnen."),
    "striche.zwang_opponents": ("Gegner im Zwangsspiel", "Dasselbe, wenn die Gegner ein Zwangsspiel gewinnen."),
    "striche.schneider_min": ("Schneider ab", "Mit so vielen Augen gewinnt man mit Schneider."),
    "striche.tie": ("60 zu 60 (Striche)", "Wer verliert, wenn es gleich ausgeht."),
    "striche.wenzel": ("Wenzel", "So viele feste Trümpfe gibt es: vier, sechs oder acht."),
    "striche.trumpf": ("Trumpffarbe", "Ob der Spieler die Farbe nennt, oder ob immer Schellen Trumpf ist."),
    "striche.partners": (
        "Wer gehört zusammen",
        "Man spielt mit dem Gegenüber, oder die schwarzen Ober spielen zusammen.",
    ),
    "deal": ("Gegeben wird", "Wie viele Karten es auf einmal gibt; darauf achtet ihr selbst."),
    "words.stoss": ("Namen der Stöße", "Wie die Stöße bei euch heißen, der Reihe nach, mit Komma dazwischen."),
    "words.klopfer": ("Name des Klopfers", "Wie das Klopfen bei euch heißt."),
    "words.cards": ("Kartenbild", "Deutsche oder französische Namen der Farben."),
}
"""Name and sentence of each switch by its place; the base prices come from the contracts."""

PRICE_SENTENCE: Marked[str] = "Was das Spiel kostet, ehe etwas dazukommt; leer heißt: gibt es nicht."
HERZ_SENTENCE: Marked[str] = "Ein eigener Preis für das Herz-Solo; leer heißt: so viel wie jedes Solo."

GROUPS: Marked[dict[tuple[str, ...], str]] = {
    ("contracts", "base"): "Spiele und Preise",
    ("schneider", "schwarz"): "Schneider und Schwarz",
    ("laufende",): "Laufende",
    ("tout", "sie"): "Tout und Sie",
    ("klopfer", "stoss"): "Klopfen und Stoßen",
    ("all_pass", "ramsch", "stock", "muss", "kreuzspiel", "bock"): "Wenn alle weiter sagen",
    (
        "called_ten",
        "caller_needs_honour",
        "runaway",
        "wenz_ober",
        "bettel",
        "sitting_out_pays",
        "revoke",
        "deal",
    ): "Feinheiten beim Spielen",
    ("unit", "deck", "model", "winners_only", "multiplicative", "striche"): "Karten und Rechenart",
    ("words",): "Wie es bei euch heißt",
}
"""The sections of the editor by the switches (by the first part of their place) that stand in them."""

CHOICES: Marked[dict[str, dict[str, str]]] = {
    "unit": {"cent": "Geld", "point": "Punkte", "strich": "Striche"},
    "deck": {"long": "lang, 32 Karten", "short": "kurz, 24 Karten"},
    "model": {"additive": "mit Zuschlägen", "multiplicative": "mit Vielfachen", "striche": "mit Strichen"},
    "schwarz.mode": {"add": "kommt dazu", "double": "verdoppelt"},
    "schwarz.by": {"tricks": "kein Stich", "augen": "kein Auge"},
    "laufende.mode": {
        "symmetric": "immer",
        "with_only": "nur, wenn die Spieler sie hatten",
        "asymmetric": "nur, wenn die Verlierer sie hatten",
        "never": "nie",
    },
    "klopfer.mode": {
        "double": "verdoppelt: 2, 4, 8, 16",
        "plus_one": "eins mehr: 2, 3, 4, 5",
        "fibonacci": "2, 3, 5, 8",
        "triple": "verdreifacht: 3, 9, 27, 81",
        "off": "gibt es nicht",
    },
    "stoss.deadline": {
        "second_card": "vor der zweiten Karte",
        "first_card": "vor der ersten Karte",
        "own_first_card": "vor der eigenen ersten Karte",
    },
    "ramsch.jungfrau": {
        "none": "zählt nicht",
        "individual": "sie bekommt das Doppelte",
        "for_all": "verdoppelt für alle",
        "individual_multiple": "jede verdoppelt, nur für die Jungfrauen",
    },
    "ramsch.durchmarsch": {
        "all_tricks": "allen Stichen",
        "augen_120": "120 Augen",
        "augen_91": "91 Augen",
        "augen_90": "90 Augen",
    },
    "ramsch.tie": {"split": "sie teilen es sich", "tricks": "wer mehr Stiche hat"},
    "stock.mode": {
        "off": "keiner",
        "partners": "Spieler und Mitspieler",
        "caller": "nur der Rufer",
        "declarer": "der Spieler, auch im Solo",
    },
    "stock.on_loss": {"double": "er zahlt noch einmal so viel hinein", "keep": "er bleibt liegen"},
    "all_pass": {
        "throw_in": "zusammenwerfen",
        "ramsch": "Ramsch",
        "muss": "der Alte muss",
        "stock": "in den Stock zahlen",
        "bock": "Bock",
        "kreuzspiel": "Kreuzspiel",
    },
    "bock.triggers": {
        "all_pass": "alle weiter",
        "lost_solo": "verlorenem Solo",
        "lost_herz_solo": "verlorenem Herz-Solo",
        "kontra_lost": "verlorenem Kontra",
    },
    "kreuzspiel.tie": {"declarer_loses": "die Vorhand verliert", "void": "zählt nicht"},
    "wenz_ober": {"below_koenig": "unter dem König", "above_koenig": "über dem König"},
    "revoke.mode": {
        "game_lost": "seine Seite verliert",
        "offender_pays": "er allein",
        "off": "wird nicht gewertet",
    },
    "striche.tie": {"lose": "die Spieler verlieren", "void": "zählt nicht"},
    "striche.trumpf": {"wechselnd": "der Spieler nennt sie", "bleibend": "immer Schellen"},
    "striche.partners": {"opposite": "das Gegenüber", "black_obers": "die schwarzen Ober"},
    "deal": {"4-4": "zweimal vier", "2-2-2-2": "viermal zwei"},
    "words.cards": {"german": "deutsch", "french": "französisch"},
}
"""What may be chosen, in words, by the place of the switch."""


def switch_words(place: str, say: Language = GERMAN) -> tuple[str, str]:
    """The name of a switch and the sentence that explains it. Raises `KeyError` for a place that has none.

    >>> switch_words("laufende.min")
    ('Laufende ab', 'Ab so vielen zählen sie, dann alle.')
    """
    before, _dot, name = place.partition(".")
    if before == "base":
        sentence = HERZ_SENTENCE if name == "herz_solo" else PRICE_SENTENCE
        return say("Herz-Solo" if name == "herz_solo" else CONTRACTS[Contract(name)]), say(sentence)
    label, sentence = SWITCHES[place]
    return say(label), say(sentence)


def choice_words(place: str, value: str, say: Language = GERMAN) -> str:
    """A choice of a switch in words. Raises `KeyError` for one that has none.

    >>> choice_words("deck", "short"), choice_words("contracts", "tout"), choice_words("contracts", "wenz")
    ('kurz, 24 Karten', 'Tout', 'Wenz')
    """
    if place in CHOICES:
        return say(CHOICES[place][value])
    if value in ("tout", "sie"):
        return say(value.capitalize())
    name = CONTRACTS[Contract(value)]
    return say("Solo (Deutscher)" if value == Contract.DS_SOLO else name)


def groups(say: Language = GERMAN) -> list[tuple[str, tuple[str, ...]]]:
    """The sections of an editor: heading, and what stands in it (by the first part of the places).

    >>> groups()[1]
    ('Schneider und Schwarz', ('schneider', 'schwarz'))
    """
    return [(say(title), places) for places, title in GROUPS.items()]
