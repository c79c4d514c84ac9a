"""Cards, announcing, calling, who plays with whom: the chapters about the play."""

from collections.abc import Iterator

from scorebook.rules import TRAITS, Contract, Deck, Model, Rank, Suit
from scorebook.rules.cards import ALL_AUGEN, AUGEN
from scorebook.rules.order import order_of, trump_suit
from scorebook.rules.play import CALLING
from scorebook.rules.protocol import ALTER
from scorebook.rules.switches import Deal, Partners, Trumpf
from scorebook.wording.cards import RANKS, card_name
from scorebook.wording.games import suit_name
from scorebook.wording.rulebook.order import UNANNOUNCED, ranking
from scorebook.wording.rulebook.parts import Chapter, Line, Topic


def cards_chapter(topic: Topic) -> Chapter:
    """The deck, how it is dealt, what the cards count, and what has to follow what."""
    deck, say = topic.rules.deck, topic.say
    number = say("{cards} Karten, jeder bekommt {hand}.").format(cards=len(deck.cards), hand=deck.tricks)
    missing = [rank.value for rank in Rank if rank not in deck.ranks]
    if missing:
        number += " " + say("Ohne {ranks}.").format(ranks=f" {say('und')} ".join(missing))
    packets = 2 if topic.rules.deal is Deal.FOURS else deck.tricks // 2
    counted = [f"{say(RANKS[rank])} {AUGEN[rank]}" for rank in deck.ranks if AUGEN[rank]]
    return Chapter(
        say("Karten"),
        (
            Line(say("Karten"), number),
            Line(say("Geben"), say("{times}-mal {cards}").format(times=packets, cards=deck.tricks // packets)),
            Line(say("Augen"), say("{ranks}, zusammen {all}.").format(ranks=", ".join(counted), all=ALL_AUGEN)),
            Line(
                say("Bedienen"),
                say(
                    "Wer hat, was angespielt ist, muss es zugeben; Trumpf ist dabei eine eigene Farbe. "
                    "Wer nicht bedienen kann, spielt, was er will. Den Stich macht der höchste Trumpf, "
                    "ohne Trumpf die höchste Karte der angespielten Farbe."
                ),
            ),
        ),
    )


def bidding_chapter(topic: Topic) -> Chapter:
    """What outbids what, and what some announcements mean."""
    say = topic.say
    lines = [Line(say("Was geht vor"), ranking(topic))] if ranking(topic) else []
    if topic.rules.model is Model.STRICHE:
        lines.append(Line(say("Melden"), _reporting(topic)))
    if topic.announces("tout"):
        lines.append(Line(say("Tout"), say("Alle Stiche; geht einer an die Gegner, ist er verloren.")))
    if topic.announces("sie"):
        text = say("Die höchsten {number} Trümpfe auf einer Hand. Gespielt wird er nicht, er ist gewonnen.")
        lines.append(Line(say("Sie"), text.format(number=topic.rules.deck.tricks)))
    if topic.offers(Contract.BETTEL):
        lines.append(Line(say("Bettel"), say("Gewonnen ohne einen einzigen Stich.")))
    if any("target" in TRAITS[contract].keys for contract in topic.rules.offered):
        lines.append(Line(say("Steigern"), say("Wer höher steigert, muss die angesagten Augen selbst machen.")))
    return Chapter(say("Ansagen"), tuple(lines))


def _reporting(topic: Topic) -> str:
    """How one bids in Deutscher Schafkopf."""
    say = topic.say
    stays = topic.rules.striche.trumpf is Trumpf.BLEIBEND
    each = (
        say("Jeder sagt, wie viele Trümpfe er hat, mindestens fünf.")
        if stays
        else say("Jeder sagt, wie viele Trümpfe er mit seiner besten Farbe hätte, mindestens fünf.")
    )
    most = say(
        "Es spielt, wer die meisten hat; bei gleich vielen, wer darin mehr Augen hat; sind auch die gleich, wer den "
        "höchsten Trumpf hat."
    )
    return f"{each} {most}"


def calling_chapter(topic: Topic) -> Chapter:
    """What may be called and by whom, and how the called card is bound; without lines where nothing is called."""
    return Chapter(topic.say("Rufen"), tuple(_calling(topic)) if topic.offers(*CALLING) else ())


def _calling(topic: Topic) -> Iterator[Line]:
    rules, say = topic.rules, topic.say
    order, never = order_of(Contract.SAUSPIEL, None, rules), trump_suit(Contract.SAUSPIEL, None, rules)
    suits = [suit_name(suit, say) for suit in Suit if order.of(suit)]
    either = f"{', '.join(suits[:-1])} {say('oder')} {suits[-1]}"
    text = say(
        "Gerufen wird die Sau von {suits}, nie {never}. Der Rufer hat sie nicht selbst, aber mindestens eine Karte "
        "der Farbe, die kein Trumpf ist. Mit ihm spielt, wer die gerufene Karte hat."
    )
    yield Line(say("Rufen"), text.format(suits=either, never=suit_name(never, say) if never else ""))
    ten = say("Wer die Sauen dieser Farben alle selbst hat, darf eine Zehn rufen.") if rules.called_ten else ""
    yield Line(say("Gesperrt"), " ".join(filter(None, (ten, say("Wer nichts rufen kann, sagt kein Sauspiel an.")))))
    if rules.caller_needs_honour and topic.offers(Contract.SAUSPIEL):
        yield Line(say("Rufer braucht Haxn"), say("Wer ein Sauspiel ansagt, muss einen Ober oder Unter haben."))
    yield Line(
        say("Suchen"),
        say(
            "Spielt ein anderer die gerufene Farbe an, muss die gerufene Karte fallen. Vorher darf sie auf keine "
            "andere Farbe und auf keinen Trumpf, außer als letzte Karte."
        ),
    )
    yield Line(say("Davonlaufen"), _runaway(topic, max(len(order.of(suit)) for suit in Suit)))


def _runaway(topic: Topic, most: int) -> str:
    """From how many cards of the called suit its owner may lead a lower one; the suit has `most`."""
    say, rule = topic.say, topic.rules.runaway
    needed = rule.short if topic.rules.deck is Deck.SHORT else rule.long
    alone = say("Wer die gerufene Karte hat und herauskommt, spielt von ihrer Farbe nur sie selbst aus.")
    if needed > most:
        return alone
    return say(
        "Wer die gerufene Karte hat und herauskommt, darf mit mindestens {number} Karten ihrer Farbe (sie mitgezählt) "
        "eine niedrigere ausspielen; dann ist sie frei. Mit weniger spielt er von der Farbe nur sie selbst aus."
    ).format(number=needed)


def parties_chapter(topic: Topic) -> Chapter:
    """Who plays with whom where nothing is called."""
    say, rules = topic.say, topic.rules
    lines = []
    if topic.offers(Contract.HOCHZEIT):
        text = say("Wer nur einen Trumpf hat, bietet ihn an; wer ihn nimmt, gibt eine Karte dafür und spielt mit ihm.")
        lines.append(Line(say("Hochzeit"), text))
    if topic.offers(Contract.MUSS):
        text = say("Spielen muss, wer diese Karte hat: {card}. Er ruft wie im Sauspiel.")
        lines.append(Line(say("Muss"), text.format(card=card_name(ALTER[Contract.MUSS], say))))
    if topic.offers(Contract.KREUZSPIEL):
        text = say("Die Vorhand spielt, und zwar mit dem, der ihr gegenüber sitzt.")
        lines.append(Line(say("Kreuzspiel"), text))
    if topic.offers(Contract.PARTNERSPIEL, Contract.ZWANGSSPIEL):
        blacks = rules.striche.partners is Partners.BLACK_OBERS
        text = (
            say("Die schwarzen Ober spielen zusammen; wer beide hat, spielt allein.")
            if blacks
            else say("Man spielt mit dem, der gegenüber sitzt.")
        )
        lines.append(Line(say("Mitspieler"), text))
    if topic.offers(Contract.ZWANGSSPIEL):
        stays = rules.striche.trumpf is Trumpf.BLEIBEND
        stay = say("Will keiner spielen, muss es, wer diese Karte hat: {card}.")
        name = say("Will keiner spielen, muss es, wer diese Karte hat: {card}. Er nennt die Farbe.")
        text = stay if stays else name
        lines.append(Line(say("Zwangsspiel"), text.format(card=card_name(ALTER[Contract.ZWANGSSPIEL], say))))
    alone = tuple(c for c in rules.offered if c not in UNANNOUNCED and "partner" not in TRAITS[c].keys)
    if alone:
        lines.append(Line(say("Einer gegen drei"), topic.names(alone)))
    return Chapter(say("Wer spielt mit wem"), tuple(lines))
