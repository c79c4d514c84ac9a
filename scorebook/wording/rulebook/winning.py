"""Who wins, and how: thresholds, Schneider and Schwarz, Laufende."""

from collections.abc import Iterator

from scorebook.rules import TRAITS, Contract, Game, Model
from scorebook.rules.cards import ALL_AUGEN
from scorebook.rules.contracts import WENZ_LIKE
from scorebook.rules.outcome import TIE, governs_schneider, threshold
from scorebook.rules.switches import KreuzspielTie, LaufendeMode, SchwarzBy, StricheTie
from scorebook.wording.games import amount, stoss_name
from scorebook.wording.languages import Marked
from scorebook.wording.rulebook.parts import Chapter, Line, Topic

WHOSE: Marked[dict[LaufendeMode, str]] = {
    LaufendeMode.SYMMETRIC: "Bezahlt werden sie, wer sie auch hatte: der Gewinner bekommt sie.",
    LaufendeMode.WITH_ONLY: "Bezahlt werden sie nur, wenn die Spieler sie hatten.",
    LaufendeMode.ASYMMETRIC: "Bezahlt werden sie nur, wenn die Verlierer sie hatten.",
}


def winning_chapter(topic: Topic) -> Chapter:
    """How many Augen are needed, and from where a side is Schneider or Schwarz."""
    return Chapter(topic.say("Gewonnen und verloren"), (*_augen(topic), *_schneider(topic)))


def _augen(topic: Topic) -> Iterator[Line]:
    """The thresholds, as the engine works them out."""
    rules, say = topic.rules, topic.say
    contracts = [c for c in rules.offered if TRAITS[c].has_declarer and c is not Contract.BETTEL]
    if not contracts:
        return
    needed = threshold(Game(contract=contracts[0]), rules)
    text = say("Die Spieler gewinnen mit {needed} Augen, die Gegner mit {others}.")
    yield Line(say("Augen"), text.format(needed=needed, others=ALL_AUGEN - needed + 1))
    trumps = rules.muss.sixty_max_trumps
    if Contract.MUSS in contracts and trumps is not None:
        enough = threshold(Game(contract=Contract.MUSS, caller_trumps=trumps), rules)
        text = say("Hat der Spieler höchstens {trumps} Trümpfe, gewinnt er mit {augen} Augen.")
        yield Line(say("Muss"), text.format(trumps=trumps, augen=enough))
    pushed = [level for level in range(1, rules.stoss.max + 1) if _after(level, topic) != needed]
    if pushed and any("stoss" in TRAITS[contract].keys for contract in contracts):
        names = f" {say('oder')} ".join(stoss_name(level, rules, say) for level in pushed)
        text = say("Ist das letzte Wort {names}, brauchen die Spieler ein Auge weniger, also {augen}.")
        yield Line(say("Stoß übernimmt"), text.format(names=names, augen=_after(pushed[0], topic)))
    yield from _ties(topic)


def _after(level: int, topic: Topic) -> int:
    """Augen that the declarer's side needs after so many Stöße."""
    return threshold(Game(contract=Contract.SAUSPIEL, stoss=level), topic.rules)


def _ties(topic: Topic) -> Iterator[Line]:
    """What becomes of equal Augen where that is not plain."""
    rules, say = topic.rules, topic.say
    even = f"{TIE}:{ALL_AUGEN - TIE}"
    if rules.model is Model.STRICHE:
        void = rules.striche.tie is StricheTie.VOID
        yield Line(even, say("Das Spiel zählt nicht.") if void else say("Die Spieler verlieren."))
    elif topic.offers(Contract.KREUZSPIEL):
        void = rules.kreuzspiel.tie is KreuzspielTie.VOID
        text = say("Das Spiel zählt nicht.") if void else say("Die Spieler verlieren.")
        yield Line(f"{say('Kreuzspiel')} {even}", text)


def _schneider(topic: Topic) -> Iterator[Line]:
    """From where a side is Schneider or Schwarz, in which games, and whether one announces it."""
    rules, say = topic.rules, topic.say
    possible = [c for c in rules.offered if "schneider" in TRAITS[c].keys]
    striche = rules.model is Model.STRICHE
    counting = tuple(c for c in possible if striche or governs_schneider(Game(contract=c), rules))
    if not counting:
        yield Line(say("Schneider"), say("Schneider und Schwarz zählen nicht."))
        return
    if striche:
        text = say("Mit {augen} Augen gewinnt man mit Schneider.").format(augen=rules.striche.schneider_min)
    else:
        text = say("Die Spieler sind es bis {own} Augen, die Gegner bis {others}.").format(
            own=rules.schneider.declarer_max, others=rules.schneider.opponent_max
        )
    only = "" if len(counting) == len(possible) else say("Nur bei: {games}.").format(games=topic.names(counting))
    yield Line(say("Schneider"), " ".join(filter(None, (text, only))))
    by_augen = rules.schwarz_by is SchwarzBy.AUGEN
    yield Line(say("Schwarz"), say("Wer kein Auge hat.") if by_augen else say("Wer keinen Stich hat."))
    announced = tuple(c for c in counting if "schneider_announced" in TRAITS[c].keys)
    if rules.schneider.announce and announced:
        text = say(
            "Der Spieler darf Schneider oder Schwarz vorher ansagen. Das kostet mehr, und wer es nicht schafft, "
            "verliert."
        )
        yield Line(say("Ansagen"), text)


def laufende_chapter(topic: Topic) -> Chapter:
    """From how many Laufende count, how many of them, whose, and what each costs."""
    return Chapter(topic.say("Laufende"), tuple(_laufende(topic)))


def _laufende(topic: Topic) -> Iterator[Line]:
    rules, say, rule = topic.rules, topic.say, topic.rules.laufende
    if rules.model is Model.STRICHE:
        return
    games = [contract for contract in rules.offered if TRAITS[contract].mit is not None]
    if not games or rule.mode is LaufendeMode.NEVER or not _cost(topic):
        yield Line("", say("Laufende zählen nicht."))
        return
    text = say("Die höchsten Trümpfe ohne Lücke: mit, so viele die Spieler haben, ohne, so viele ihnen fehlen.")
    yield Line(say("Was sind sie"), text)
    yield Line(say("Ab wann"), "; ".join(_fewest(topic, games)))
    if rule.max is not None:
        yield Line(say("Höchstens"), say("{number}, mehr werden nicht bezahlt.").format(number=rule.max))
    yield Line(say("Wessen"), say(WHOSE[rule.mode]))
    yield Line(say("Preis"), _cost(topic))


def _fewest(topic: Topic, games: list[Contract]) -> Iterator[str]:
    """From how many they count, apart for the games with few trumps."""
    rule, say = topic.rules.laufende, topic.say
    few = tuple(contract for contract in games if contract in WENZ_LIKE)
    if len(few) < len(games):
        yield say("ab {min}, dann zählen alle").format(min=rule.min)
    if few and (rule.min != rule.min_wenz or len(few) == len(games)):
        yield say("{games}: ab {min}").format(games=topic.names(few), min=rule.min_wenz)


def _cost(topic: Topic) -> str:
    """What they cost; empty where they cost nothing."""
    rules, say, rule = topic.rules, topic.say, topic.rules.laufende
    if rules.model is Model.MULTIPLICATIVE:
        each = amount(rules.multiplicative.grundwert, rules.unit, say)
        if rules.multiplicative.laufende_inside:
            return say("Jeder {amount}, und sie werden mit vervielfacht.").format(amount=each)
        return say("Jeder {amount}, nach dem Vervielfachen.").format(amount=each)
    if rule.table is not None:
        return " · ".join(f"{number}: {amount(units, rules.unit, say)}" for number, units in rule.table)
    return say("Jeder {amount}.").format(amount=amount(rule.value, rules.unit, say)) if rule.value else ""
