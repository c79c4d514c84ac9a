"""Rule sets in words."""

from scorebook.rules import Contract, Deck, Model, RuleSet, StockMode, Unit
from scorebook.rules.switches import AllPass, KlopferMode, LaufendeMode
from scorebook.wording.games import stoss_name
from scorebook.wording.languages import GERMAN, Language, Marked

TITLES: Marked[dict[str, str]] = {
    "bayern_10_20_50": "Bayerisch 10/20/50",
    "bsv_10_50": "Bayerisch 10/50 mit Bettel und Ramsch",
    "deutscher_striche": "Deutscher Schafkopf, Striche",
    "kurz_10_20_50": "Kurze Karte 10/20/50",
    "leitfaden_multiplikativ": "Grundwert 10, Vielfache",
    "regelwerk_10_50": "Regelwerk 10/50, ohne Klopfen",
    "schafkopf3d_10_20": "Zwei Tarife 10/20",
    "turnier_donauries": "Turnier Plus/Minus, Solo 15/5",
    "turnier_gutpunkte": "Turnier kurze Karte, nur Gutpunkte",
    "turnier_plusminus": "Turnier Plus/Minus, Solo 6/2",
}
ALL_PASS: Marked[dict[AllPass, str]] = {
    AllPass.RAMSCH: "alle weiter: Ramsch",
    AllPass.MUSS: "alle weiter: der Alte muss",
    AllPass.STOCK: "alle weiter: in den Stock",
    AllPass.BOCK: "alle weiter: Bock",
    AllPass.KREUZSPIEL: "alle weiter: Kreuzspiel",
}


def preset_title(name: str, say: Language = GERMAN) -> str:
    """What people call a shipped preset; an unknown name is its own title.

    >>> preset_title("kurz_10_20_50")
    'Kurze Karte 10/20/50'
    """
    return say(TITLES[name]) if name in TITLES else name


def rule_set_title(name: str, preset: str, say: Language = GERMAN) -> str:
    """Give what a kept rule set is called: its own name, or in the language that of the preset whose name it has.

    >>> rule_set_title("Lamm", "bayern_10_20_50"), rule_set_title("Bayerisch 10/20/50", "bayern_10_20_50")
    ('Lamm', 'Bayerisch 10/20/50')
    """
    return preset_title(preset, say) if name == preset_title(preset) else name


def rules_in_words(rules: RuleSet, say: Language = GERMAN) -> str:
    """The main agreements in one line, "Tarif 10/20/50, Laufende ab 3 (Wenz ab 2), Klopfen, Kontra und Re".

    >>> from scorebook.rules import preset
    >>> rules_in_words(preset())
    'Tarif 10/20/50, Laufende ab 3 (Wenz ab 2), Klopfen, Kontra und Re'
    """
    say = say.playing(rules.words.cards)
    parts = [_tariff(rules, say)]
    if rules.deck is Deck.SHORT:
        parts.append(say("kurze Karte"))
    if rules.model is not Model.STRICHE:
        parts += [_laufende(rules, say), *_doublings(rules, say)]
    if rules.winners_only:
        parts.append(say("nur Gutpunkte"))
    if rules.all_pass in ALL_PASS:
        parts.append(say(ALL_PASS[rules.all_pass]))
    if rules.stock_mode is not StockMode.OFF and rules.all_pass is not AllPass.STOCK:
        parts.append(say("Stock"))
    return ", ".join(parts)


def _tariff(rules: RuleSet, say: Language) -> str:
    """The prices as tables name them: surcharge, Sauspiel, Solo."""
    if rules.model is Model.STRICHE:
        tiers = "/".join(str(tier) for tier in rules.striche.declarer)
        return say("Striche {tiers}, neun sind ein Schafkopf").format(tiers=tiers)
    if rules.model is Model.MULTIPLICATIVE:
        grundwert = say.figure(rules.multiplicative.grundwert, rules.unit)
        return say("Grundwert {grundwert}").format(grundwert=grundwert)
    prices = [rules.schneider.value, rules.price(Contract.SAUSPIEL), rules.price(Contract.SOLO)]
    tariff = "/".join(str(price) for price in dict.fromkeys(prices) if price)
    return say("Punkte {tariff}" if rules.unit is Unit.POINT else "Tarif {tariff}").format(tariff=tariff)


def _laufende(rules: RuleSet, say: Language) -> str:
    rule = rules.laufende
    counts = rules.model is Model.MULTIPLICATIVE or rule.value or rule.table
    if rule.mode is LaufendeMode.NEVER or not counts:
        return say("ohne Laufende")
    text = say("Laufende ab {min}").format(min=rule.min)
    if rule.min_wenz != rule.min:
        text += " " + say("(Wenz ab {min})").format(min=rule.min_wenz)
    return text if rule.max is None else text + " " + say("bis {max}").format(max=rule.max)


def _doublings(rules: RuleSet, say: Language) -> list[str]:
    parts = [] if rules.klopfer.mode is KlopferMode.OFF else [say("Klopfen")]
    names = [stoss_name(level, rules, say) for level in range(1, rules.stoss.max + 1)]
    if len(names) > 2:
        parts.append(say("{first} bis {last}").format(first=names[0], last=names[-1]))
    elif names:
        parts.append(f" {say('und')} ".join(names))
    return parts
