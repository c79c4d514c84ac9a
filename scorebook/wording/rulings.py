"""Rulings as a tournament director reads them out: what was led, what that demands, what somebody had and played."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorebook.rules import TRAITS, Card, Contract, Deck, Model, RuleSet
from scorebook.rules.cardset import BIT, cards_in
from scorebook.rules.game import ACTIVE_PLAYERS
from scorebook.rules.play import Rule, Table
from scorebook.rules.referee import Held, Proof, RuledPly, Ruling, Verdict
from scorebook.rules.switches import RevokeMode
from scorebook.wording.cards import card_name
from scorebook.wording.games import SUITS, contract_name
from scorebook.wording.languages import GERMAN, Language, Marked

BROKEN: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "{name} hat in Stich {trick} nicht bedient.",
    Rule.RUF_SAU_GESUCHT: "{name} hat in Stich {trick} {called} nicht zugegeben, die Karte war gesucht.",
    Rule.RUF_SAU_GEBUNDEN: "{name} hat in Stich {trick} {called} abgeworfen, die Karte war gerufen.",
    Rule.DAVONLAUFEN: "{name} durfte in Stich {trick} nicht davonlaufen.",
    Rule.CALLER_NEEDS_HONOUR: "{name} durfte ohne Ober und Unter nicht rufen.",
}
"""What was wrong, in one sentence."""
OPEN: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "Ob {name} in Stich {trick} bedienen konnte, zeigt erst die Hand.",
    Rule.RUF_SAU_GESUCHT: "Wenn {name} {called} hat, hätte die Karte in Stich {trick} fallen müssen.",
    Rule.RUF_SAU_GEBUNDEN: "Ob {name} in Stich {trick} {called} abwerfen durfte, zeigt erst die Hand.",
    Rule.DAVONLAUFEN: "Wenn {name} {called} hat, braucht es in Stich {trick} zum Davonlaufen mindestens {runaway} "
    "{suit}. Bekannt sind {count}; das zeigt erst die ganze Hand.",
    Rule.CALLER_NEEDS_HONOUR: "Ob {name} einen Ober oder Unter hatte, zeigt erst die Hand.",
}
"""What nobody can say yet."""
DEMANDS: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "{suit} ist ausgespielt: wer {suit} hat, muss {suit} zugeben.",
    Rule.RUF_SAU_GESUCHT: "{suit} ist ausgespielt, damit ist {called} gesucht: wer die Karte hat, muss sie zugeben, "
    "auch wenn er kleinere hat.",
    Rule.RUF_SAU_GEBUNDEN: "{called} ist gerufen und noch nicht gesucht: abwerfen darf man die Karte nicht, außer "
    "als letzte.",
    Rule.DAVONLAUFEN: "Wer {called} hat, darf mit einer anderen Karte der Farbe nur herauskommen, wenn er "
    "mindestens {runaway} davon hat, die gerufene mitgezählt.",
    Rule.CALLER_NEEDS_HONOUR: "Wer ein Sauspiel ansagt, muss einen Ober oder Unter haben.",
}
"""What the moment asks for."""
HELD: Marked[dict[Proof, str]] = {
    Proof.TOLD: "{name} hatte noch {cards} auf der Hand.",
    Proof.LATER: "{name} hatte noch {cards}, gespielt erst in Stich {trick}.",
    Proof.LEFT: "{cards} kann nur {name} noch gehabt haben.",
}
RULES: Marked[dict[Rule, str]] = {
    Rule.BEDIENEN: "Farbe und Trumpf muss man bedienen. Was Trumpf ist, gehört zu keiner Farbe.",
    Rule.RUF_SAU_GESUCHT: "Die gerufene Karte muss fallen, wenn ein anderer ihre Farbe ausspielt. "
    "Ober und Unter suchen nicht.",
    Rule.RUF_SAU_GEBUNDEN: "Die gerufene Karte ist gebunden, bis sie gesucht oder mit ihr davongelaufen wurde.",
    Rule.DAVONLAUFEN: "Davonlaufen darf, wer selbst herauskommt und genug Karten der gerufenen Farbe hat. "
    "Ober und Unter zählen nicht mit.",
    Rule.CALLER_NEEDS_HONOUR: "Wer ruft, braucht einen Ober oder Unter.",
}
"""The rules themselves."""
REASONS: Marked[dict[Rule, str]] = {
    Rule.RUF_SAU_GESUCHT: "gesuchte Sau nicht zugegeben",
    Rule.RUF_SAU_GEBUNDEN: "gerufene Sau abgeworfen",
    Rule.DAVONLAUFEN: "falsch davongelaufen",
}
"""Reasons of a revoke that have no code of their own."""
CODES = {Rule.BEDIENEN: "not_followed", Rule.CALLER_NEEDS_HONOUR: "false_announcement"}
CONSEQUENCES: Marked[dict[RevokeMode, str]] = {
    RevokeMode.GAME_LOST: "Die Seite von {name} verliert das Spiel.",
    RevokeMode.OFFENDER_PAYS: "Die Seite von {name} verliert das Spiel, und {name} zahlt für sie allein.",
    RevokeMode.OFF: "Regelverstöße wertet ihr nicht: es zählt, wie gespielt wurde.",
}


def revoke_mode(rules: RuleSet) -> RevokeMode:
    """What these rules make of a broken rule of play; where only winners are written, nobody can pay for others.

    >>> from scorebook.rules import preset
    >>> str(revoke_mode(preset()))
    'game_lost'
    """
    mode = rules.revoke.mode
    only_winners = rules.winners_only or rules.model is Model.STRICHE
    return RevokeMode.GAME_LOST if mode is RevokeMode.OFFENDER_PAYS and only_winners else mode


def reason_of(rule: Rule, say: Language = GERMAN) -> str:
    """The reason of a revoke for a broken rule: a code of FORMAT.md 1 where there is one, else words.

    >>> reason_of(Rule.BEDIENEN), reason_of(Rule.DAVONLAUFEN)
    ('not_followed', 'falsch davongelaufen')
    """
    return CODES[rule] if rule in CODES else say(REASONS[rule])


def not_written(contract: Contract, say: Language = GERMAN) -> str:
    """Why no broken rule is written with games of this contract.

    >>> not_written(Contract.RAMSCH)
    'Bei Ramsch trägt das Buch keinen Regelverstoß ein.'
    """
    return say("Bei %(game)s trägt das Buch keinen Regelverstoß ein.", game=contract_name(contract, say))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says a ruling: to whom (`say`), with which names by seat, cards and rules; `title` is what the rules are called.

    >>> from scorebook.rules import Contract, Game, preset
    >>> from scorebook.rules.evidence import Trick
    >>> from scorebook.rules.findings import Report
    >>> from scorebook.rules.referee import rule_on
    >>> game, tricks = Game(contract=Contract.WENZ, declarer=0), [Trick(("GS", "G7", "H9", "G8"), 1), Trick(("G9",))]
    >>> hands = {3: "H9 GZ EO EK E7 S7 S8 S9".split()}
    >>> ruling = rule_on(game, preset(), tricks, hands, Report())
    >>> speaker = Speaker(("Sepp", "Vroni", "Xaver", "Zenzi"), preset(), "Lamm")
    >>> speaker.summary(ruling)
    'Zenzi hat in Stich 1 nicht bedient.'
    >>> for sentence in speaker.sentences(ruling.broken[0], ruling): print(sentence)
    Stich 1: Vroni kommt mit Gras-Sau heraus.
    Gras ist ausgespielt: wer Gras hat, muss Gras zugeben.
    Zenzi hatte noch Gras-Zehn auf der Hand.
    Zenzi spielt Herz-Neun.
    Das war nicht erlaubt. Erlaubt war nur Gras-Zehn.
    """

    names: Sequence[str]
    rules: RuleSet
    title: str = ""
    say: Language = GERMAN

    def __post_init__(self) -> None:
        """Call the cards as the table does."""
        object.__setattr__(self, "say", self.say.playing(self.rules.words.cards))

    # --- A whole ruling ---

    def summary(self, ruling: Ruling) -> str:
        """The ruling in one sentence."""
        if ruling.broken:
            return self.wrong(ruling.broken[0], ruling)
        if ruling.open:
            return self.say("Kein Regelverstoß bewiesen; es bleibt etwas offen.")
        if not ruling.plies:
            return self.say("Noch ist keine Karte gefallen.")
        return self.say("Kein Regelverstoß: jede Karte war erlaubt.")

    def wrong(self, one: RuledPly, ruling: Ruling) -> str:
        """What was wrong about a card, or what is open about it, in one sentence; "" for one that was allowed."""
        if one.rule is None:
            return ""
        texts = BROKEN if one.verdict is Verdict.BROKEN else OPEN
        return self.say(texts[one.rule]).format(**self._words(one, ruling))

    def turn(self, ruling: Ruling) -> str:
        """Who has to play now, and what; "" after the last card."""
        seat = ruling.end.turn
        if seat is None:
            return ""
        name = self.names[seat]
        if ruling.legal is None:
            return self.say("Jetzt ist {name} dran. Was erlaubt ist, zeigt erst die Hand.").format(name=name)
        cards = self._all(cards_in(ruling.legal))
        return self.say("Jetzt ist {name} dran. Erlaubt: {cards}.").format(name=name, cards=cards)

    # --- One card ---

    def sentences(self, one: RuledPly, ruling: Ruling) -> tuple[str, ...]:
        """What was led, what that demands, what the person had, what was played, and whether that was allowed."""
        return tuple(filter(None, self._sentences(one, ruling)))

    def _sentences(self, one: RuledPly, ruling: Ruling) -> Iterator[str]:
        words = self._words(one, ruling)
        if one.card is not None:
            yield self._led(one, ruling)
        elif one.verdict is Verdict.FINE:
            yield self.say("{name} hatte einen Ober oder Unter.").format(**words)
        if one.rule is not None:
            yield _begun(self.say(DEMANDS[one.rule]).format(**words))
        elif one.led is not None:
            yield _begun(self.say(DEMANDS[Rule.BEDIENEN]).format(**words))
        if one.verdict is Verdict.BROKEN:
            yield from self._had(one, words)
        if one.card is not None and one.led is not None:
            yield self.say("{name} spielt {card}.").format(card=self.card(one.card), **words)
        yield self._judged(one, ruling)

    def _led(self, one: RuledPly, ruling: Ruling) -> str:
        first = one.ply - one.ply % ACTIVE_PLAYERS
        leader = ruling.plies[first]
        text = self.say("Stich {trick}: {name} kommt mit {card} heraus.")
        card = "" if leader.card is None else self.card(leader.card)
        return text.format(trick=_trick(one.ply), name=self.names[leader.seat], card=card)

    def _had(self, one: RuledPly, words: dict[str, object]) -> Iterator[str]:
        """What the person had, and how one knows it."""
        if one.rule is Rule.DAVONLAUFEN:
            known = (
                self.say("{name} hatte davon nur {count}.")
                if not one.hidden
                else self.say("{name} kann nicht so viele gehabt haben.")
            )
            yield known.format(**words)
            return
        if one.rule is Rule.CALLER_NEEDS_HONOUR:
            yield self.say("{name} hatte keinen.").format(**words)
            return
        if one.rule is Rule.RUF_SAU_GEBUNDEN and one.hidden:
            yield self.say("{name} hatte noch andere Karten.").format(**words)
        for proof in Proof:
            held = [thing for thing in one.shown if thing.proof is proof]
            if held:
                yield self._held(held[:1] if proof is Proof.LATER else held, words)

    def _held(self, held: Sequence[Held], words: dict[str, object]) -> str:
        fell = held[0].ply
        trick = 0 if fell is None else _trick(fell)
        cards = self._all(thing.card for thing in held)
        return self.say(HELD[held[0].proof]).format(**{**words, "cards": cards, "trick": trick})

    def _judged(self, one: RuledPly, ruling: Ruling) -> str:
        """Whether it was allowed, and what would have been."""
        if one.verdict is Verdict.OPEN:
            return self.wrong(one, ruling)
        if one.verdict is Verdict.FINE:
            return self.say("Das war erlaubt.")
        text = self.say("Das war nicht erlaubt.")
        if not one.legal:
            return text
        cards = one.legal_cards or ()
        allowed = self.say("Erlaubt war nur {cards}.") if len(cards) == 1 else self.say("Erlaubt waren {cards}.")
        return f"{text} {allowed.format(cards=self._all(cards))}"

    # --- The rule ---

    def rule(self, rule: Rule) -> str:
        """The rule in words."""
        return self.say(RULES[rule])

    def source(self, rule: Rule) -> str:
        """Where the rule is agreed on: a switch of these rules, or the play of the cards as such."""
        title = self.title
        if rule is Rule.DAVONLAUFEN:
            short = self.rules.deck is Deck.SHORT
            count = self.rules.runaway.short if short else self.rules.runaway.long
            return self.say("Vereinbart in „{title}“: davonlaufen ab {count} Karten.").format(title=title, count=count)
        if rule is Rule.CALLER_NEEDS_HONOUR:
            return self.say("Vereinbart in „{title}“: wer ruft, braucht Ober oder Unter.").format(title=title)
        return self.say("Grundregel des Schafkopfs, sie gilt in jedem Regelsatz, auch in „{title}“.").format(
            title=title
        )

    def consequence(self, seat: int, contract: Contract) -> str:
        """What these rules make of a broken rule in such a game."""
        mode = revoke_mode(self.rules)
        if mode is not RevokeMode.OFF and "revoke" not in TRAITS[contract].keys:
            return not_written(contract, self.say)
        return self.say(CONSEQUENCES[mode]).format(name=self.names[seat])

    # --- Words ---

    def card(self, card: Card) -> str:
        """The name of a card as this table says it."""
        return card_name(card, self.say)

    def _all(self, cards: Iterable[Card]) -> str:
        """Several cards: "A, B und C"."""
        *first, last = [self.card(card) for card in cards]
        return f"{', '.join(first)} {self.say('und')} {last}" if first else last

    def _words(self, one: RuledPly, ruling: Ruling) -> dict[str, object]:
        """What the sentences about a card may name."""
        table = ruling.end.table
        (called,) = cards_in(table.called) or (None,)
        return {
            "name": self.names[one.seat],
            "trick": _trick(one.ply),
            "called": "" if called is None else self.card(called),
            "suit": self._suit(one, table, called),
            "runaway": table.runaway,
            "count": one.of_suit,
        }

    def _suit(self, one: RuledPly, table: Table, called: Card | None) -> str:
        """What has to be followed: the suit of the card that was led, or trump; without one the called suit."""
        if one.led is not None and BIT[one.led] & table.order.trump_mask:
            return self.say("Trumpf")
        suit = one.led.suit if one.led is not None else called.suit if called is not None else None
        return "" if suit is None else self.say(SUITS[suit])


def _begun(sentence: str) -> str:
    """The sentence with a large letter at its beginning: not every language writes a suit or trump with one."""
    return sentence[:1].upper() + sentence[1:]


def _trick(ply: int) -> int:
    """The number of a trick as people count."""
    return ply // ACTIVE_PLAYERS + 1
