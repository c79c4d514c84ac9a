"""When everybody passes: Ramsch, Stock, Bock; and who sits out, and who played wrong."""

from collections.abc import Iterator

from scorebook.ledger.bock import MOST_ROUNDS, triggers
from scorebook.rules import Contract, Model, StockMode
from scorebook.rules.ramsch import DURCHMARSCH_AUGEN
from scorebook.rules.scoring import STOCK_CONTRACTS
from scorebook.rules.switches import AllPass, BockTrigger, Jungfrau, RamschTie, RevokeMode, StockLoss
from scorebook.wording.games import amount
from scorebook.wording.languages import Marked
from scorebook.wording.rulebook.parts import Chapter, Line, Topic
from scorebook.wording.rulings import revoke_mode
from scorebook.wording.switches import choice_words

NEXT: Marked[dict[AllPass, str]] = {
    AllPass.THROW_IN: "Es wird zusammengeworfen, der Nächste gibt.",
    AllPass.RAMSCH: "Es wird ein Ramsch gespielt.",
    AllPass.MUSS: "Der Alte muss spielen.",
    AllPass.STOCK: "Jeder zahlt in den Stock, der Nächste gibt.",
    AllPass.BOCK: "Es wird zusammengeworfen, danach ist Bock.",
    AllPass.KREUZSPIEL: "Es wird ein Kreuzspiel gespielt.",
}
JUNGFRAU: Marked[dict[Jungfrau, str]] = {
    Jungfrau.NONE: "Wer keinen Stich hat, bekommt nicht mehr als die anderen.",
    Jungfrau.INDIVIDUAL: "Wer keinen Stich hat, bekommt das Doppelte.",
    Jungfrau.FOR_ALL: "Jeder ohne Stich verdoppelt für alle.",
    Jungfrau.INDIVIDUAL_MULTIPLE: "Jeder ohne Stich verdoppelt, bezahlt wird es nur den Jungfrauen.",
}
TIES: Marked[dict[RamschTie, str]] = {
    RamschTie.SPLIT: "Haben zwei gleich viele Augen, teilen sie es sich.",
    RamschTie.TRICKS: "Bei gleichen Augen verliert, wer mehr Stiche hat; sonst teilen sie es sich.",
}
TAKES: Marked[dict[StockMode, str]] = {
    StockMode.PARTNERS: "Gewinnen die Spieler, holt sich jeder die Hälfte.",
    StockMode.CALLER: "Gewinnen die Spieler, holt ihn sich der Rufer allein.",
    StockMode.DECLARER: "Gewinnt der Spieler, holt er ihn sich allein, auch im Solo.",
}
REVOKES: Marked[dict[RevokeMode, str]] = {
    RevokeMode.GAME_LOST: "Wer falsch spielt, dessen Seite verliert: einfach, oder so hoch, wie sie schon "
    "verloren hat.",
    RevokeMode.OFFENDER_PAYS: "Wer falsch spielt, dessen Seite verliert: einfach, oder so hoch, wie sie schon "
    "verloren hat. Er zahlt allein, auch für seinen Mitspieler.",
    RevokeMode.OFF: "Falsches Spielen wird nicht gewertet, das macht ihr unter euch aus.",
}


def ramsch_chapter(topic: Topic) -> Chapter:
    """Who loses a Ramsch, and what it costs; without lines where none is played."""
    return Chapter(topic.say("Ramsch"), tuple(_ramsch(topic)) if topic.offers(Contract.RAMSCH) else ())


def _ramsch(topic: Topic) -> Iterator[Line]:
    rules, say, rule = topic.rules, topic.say, topic.rules.ramsch
    price = amount(topic.prices.ramsch.score.value, rules.unit, say) if topic.prices.ramsch else "–"
    if rule.losers == 1:
        text = say("Wer die meisten Augen hat, zahlt jedem {price}.")
        yield Line(say("Wer verliert"), f"{text.format(price=price)} {say(TIES[rule.tie])}")
        yield Line(say("Jungfrau"), say(JUNGFRAU[rule.jungfrau]))
    else:
        text = say("Die zwei mit den meisten Augen zahlen je einem der anderen {price}.")
        yield Line(say("Wer verliert"), text.format(price=price))
    augen = DURCHMARSCH_AUGEN.get(rule.durchmarsch)
    until = say("Mit allen Stichen") if augen is None else say("Ab {augen} Augen").format(augen=augen)
    if topic.prices.durchmarsch is not None:
        value = amount(topic.prices.durchmarsch.score.value, rules.unit, say)
        text = say("{until} gewinnt man, und jeder zahlt {price}.")
        yield Line(say("Durchmarsch"), text.format(until=until, price=value))
    if rules.stoss.max:
        yield Line(say("Stoß"), say("Auch im Ramsch.") if rule.stoss else say("Nicht im Ramsch."))


def passing_chapter(topic: Topic) -> Chapter:
    """What follows when everybody passes, the Stock and the Bock."""
    say = topic.say
    first = () if topic.rules.model is Model.STRICHE else (Line(say("Dann"), say(NEXT[topic.rules.all_pass])),)
    return Chapter(say("Alle weiter"), (*first, *_stock(topic), *_bock(topic)))


def _stock(topic: Topic) -> Iterator[Line]:
    """Who pays into the Stock, and who takes it."""
    rules, say = topic.rules, topic.say
    if rules.stock_mode is StockMode.OFF or rules.model is Model.STRICHE:
        return
    if topic.prices.stake is not None:
        stake = amount(topic.prices.stake.score.value, rules.unit, say)
        yield Line(say("Stock"), say("Sagen alle weiter, zahlt jeder {price} hinein.").format(price=stake))
    concerned = "" if rules.stock_mode is StockMode.DECLARER else _concerned(topic)
    yield Line(say("Stock gewonnen"), " ".join(filter(None, (say(TAKES[rules.stock_mode]), concerned))))
    if rules.stock.cap is not None:
        most = amount(rules.stock.cap, rules.unit, say)
        yield Line(say("Höchstens"), say("{price} für einen, der Rest bleibt liegen.").format(price=most))
    keeps = rules.stock.on_loss is StockLoss.KEEP
    text = say("Er bleibt liegen.") if keeps else say("Wer ihn sich geholt hätte, zahlt noch einmal so viel hinein.")
    yield Line(say("Stock verloren"), text)


def _concerned(topic: Topic) -> str:
    """In which games the Stock moves."""
    games = tuple(contract for contract in topic.rules.offered if contract in STOCK_CONTRACTS)
    return topic.say("Nur bei: {games}.").format(games=topic.names(games))


def _bock(topic: Topic) -> Iterator[Line]:
    """What opens a round of Bock, and how long it lasts."""
    rules, say = topic.rules, topic.say
    found = triggers(rules)
    if not found or rules.model is Model.STRICHE:
        return
    after = ", ".join(choice_words("bock.triggers", trigger.value, say) for trigger in BockTrigger if trigger in found)
    games = (
        say("für jeden am Tisch ein Spiel")
        if rules.bock.games is None
        else say("{number} Spiele").format(number=rules.bock.games)
    )
    again = (
        say("Kommt ein Bock dazu, zählt es {factor}-fach.").format(factor=2**MOST_ROUNDS)
        if rules.bock.stack
        else say("Kommt ein Bock dazu, wird hinten angehängt.")
    )
    text = say("Nach {after}: {games} doppelt. {again}")
    yield Line(say("Bock"), text.format(after=after, games=games, again=again))


def besides_chapter(topic: Topic) -> Chapter:
    """Who sits out, and what a broken rule costs."""
    say = topic.say
    sits = say("Vier spielen; wer zu viel ist, sitzt reihum aus.")
    return Chapter(
        say("Außerdem"),
        (
            Line(say("Aussetzen"), f"{sits} {_sitters(topic)}"),
            Line(say("Falsch gespielt"), _revoke(topic)),
        ),
    )


def _revoke(topic: Topic) -> str:
    """What a broken rule of play costs."""
    say, mode = topic.say, revoke_mode(topic.rules)
    counts = mode is not RevokeMode.OFF and topic.offers(Contract.RAMSCH)
    return " ".join([say(REVOKES[mode]), *([say("Im Ramsch zählt es nicht.")] if counts else [])])


def _sitters(topic: Topic) -> str:
    """What who sits out pays and gets."""
    rules, say = topic.rules, topic.say
    if not rules.sitting_out_pays or (rules.model is Model.STRICHE and not rules.winners_only):
        return say("Wer aussetzt, zahlt nichts und bekommt nichts.")
    if rules.winners_only:
        return say("Verliert einer, der allein spielt, bekommt auch, wer aussetzt.")
    return say("Spielt einer allein, zahlt und bekommt, wer aussetzt, wie die Gegner.")
