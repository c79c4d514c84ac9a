"""Names of games and their parts, amounts and sums in words."""

from collections.abc import Sequence

from scorebook.money import sign_of
from scorebook.rules import Contract, Game, LaufendeSide, RuleSet, Score, Step, Suit, Unit
from scorebook.wording.languages import GERMAN, Language, Marked

CONTRACTS: Marked[dict[Contract, str]] = {
    Contract.SAUSPIEL: "Sauspiel",
    Contract.SOLO: "Solo",
    Contract.WENZ: "Wenz",
    Contract.FARBWENZ: "Farbwenz",
    Contract.GEIER: "Geier",
    Contract.FARBGEIER: "Farbgeier",
    Contract.BETTEL: "Bettel",
    Contract.HOCHZEIT: "Hochzeit",
    Contract.MUSS: "Muss",
    Contract.KREUZSPIEL: "Kreuzspiel",
    Contract.RAMSCH: "Ramsch",
    Contract.ALL_PASS: "Alle weiter",
    Contract.PARTNERSPIEL: "Partnerspiel",
    Contract.ZWANGSSPIEL: "Zwangsspiel",
    Contract.DS_SOLO: "Solo",
}
SUITS: Marked[dict[Suit, str]] = {
    Suit.EICHEL: "Eichel",
    Suit.GRAS: "Gras",
    Suit.HERZ: "Herz",
    Suit.SCHELLEN: "Schellen",
}
STEPS: Marked[dict[str, str]] = {
    "base": "Grundpreis",
    "schneider": "Schneider",
    "schwarz": "Schwarz",
    "schneider_announced": "Schneider angesagt",
    "schwarz_announced": "Schwarz angesagt",
    "laufende": "Laufende",
    "tout": "Tout",
    "sie": "Sie",
    "muss": "Muss",
    "kreuzspiel": "Kreuzspiel",
    "klopfer": "Klopfer",
    "stoss": "Stoß",
    "bock": "Bock",
    "durchmarsch": "Durchmarsch",
    "jungfrau": "Jungfrau",
    "stake": "in den Stock",
    "einfach": "einfach",
}
UNITS: Marked[dict[Unit, tuple[str, str]]] = {
    Unit.CENT: ("{amount}\N{NO-BREAK SPACE}€", "{amount}\N{NO-BREAK SPACE}€"),
    Unit.POINT: ("{amount}\N{NO-BREAK SPACE}Punkt", "{amount}\N{NO-BREAK SPACE}Punkte"),
    Unit.STRICH: ("{amount}\N{NO-BREAK SPACE}Strich", "{amount}\N{NO-BREAK SPACE}Striche"),
}

TIMES: Marked[str] = "mal {factor} ({reason})"
"""How a factor is told in a sum."""


def contract_name(contract: Contract, say: Language = GERMAN) -> str:
    """The table's name of a contract.

    >>> contract_name(Contract.ALL_PASS)
    'Alle weiter'
    """
    return say(CONTRACTS[contract])


def suit_name(suit: Suit, say: Language = GERMAN) -> str:
    """The name of a suit."""
    return say(SUITS[suit])


def amount(units: int, unit: Unit, say: Language = GERMAN, *, sign: bool = False) -> str:
    """An amount with its unit.

    >>> amount(140, Unit.CENT, sign=True).split(), amount(1, Unit.STRICH).split()
    (['+1,40', '€'], ['1', 'Strich'])
    """
    text = unit_texts(unit, say)[abs(units) != 1]
    return sign_of(units, plus=sign) + text.format(amount=say.figure(abs(units), unit))


def unit_texts(unit: Unit, say: Language = GERMAN) -> tuple[str, str]:
    """Give how one of a unit is written, and how several are; "{amount}" stands where the figure goes.

    >>> [text.replace(chr(0xA0), " ") for text in unit_texts(Unit.STRICH)]
    ['{amount} Strich', '{amount} Striche']
    """
    one, many = UNITS[unit]
    return say(one), say(many)


def game_name(game: Game, say: Language = GERMAN) -> str:
    """What was played: "Sauspiel Gras", "Solo Herz", "Wenz Tout", "Alle weiter"."""
    words = [contract_name(game.contract, say)]
    suit = game.suit or game.called
    if suit is not None:
        words.append(suit_name(suit, say))
    words += [say(name) for name, said in (("Tout", game.tout), ("Sie", game.sie)) if said]
    return " ".join(words)


def who(game: Game, names: Sequence[str], score: Score | None = None) -> str:
    """Who played: declarer and partner; in a Ramsch who lost it, or won it all. `names` by seat."""
    return " + ".join(names[seat] for seat in seats_named(game, score))


def seats_named(game: Game, score: Score | None = None) -> Sequence[int]:
    """Give the seats of those who are named beside a game: see `who`.

    >>> seats_named(Game(contract=Contract.SAUSPIEL, declarer=0, partner=2))
    (0, 2)
    """
    if game.contract is Contract.RAMSCH and score is not None and not score.void:
        winners = [seat for seat, paid in enumerate(score.payouts) if paid > 0]
        losers = [seat for seat, paid in enumerate(score.payouts) if paid < 0]
        return winners if any(step.code == "durchmarsch" for step in score.steps) else losers
    return game.declarer_side


REVOKE_REASONS: Marked[dict[str, str]] = {
    "not_followed": "nicht bedient",
    "exposed_card": "Karte offen gezeigt",
    "betrayed_partner": "den Partner verraten",
    "false_announcement": "falsch angesagt",
}
"""What can be wrong about how somebody played, besides free text (FORMAT.md 1, revoke_reason)."""


def revoke_reason(code: str, say: Language = GERMAN) -> str:
    """Say what was wrong about how somebody played; free text stays as it is.

    >>> revoke_reason("not_followed"), revoke_reason("zweimal gegeben")
    ('nicht bedient', 'zweimal gegeben')
    """
    return say(REVOKE_REASONS[code]) if code in REVOKE_REASONS else code


def stoss_name(level: int, rules: RuleSet, say: Language = GERMAN) -> str:
    """What this table calls the Stoß of a level: 1 Kontra, 2 Re, and so on.

    >>> from scorebook.rules import preset
    >>> stoss_name(2, preset())
    'Re'
    """
    names = rules.words.stoss
    return names[level - 1] if level <= len(names) else say("{level}. Stoß").format(level=level)


def extras(game: Game, score: Score, rules: RuleSet, names: Sequence[str], say: Language = GERMAN) -> str:
    """Everything else that was said or happened: "mit 4, Schneider, 1 Klopfer, Kontra". `names` by seat.

    Laufende are named where they counted.
    """
    parts: list[str] = []
    counted = any(step.code == "laufende" for step in score.steps)
    if counted and game.laufende_side is not None:
        side = say("mit") if game.laufende_side is LaufendeSide.MIT else say("ohne")
        parts.append(f"{side}\N{NO-BREAK SPACE}{game.laufende}")
    parts += [say(text) for text in _tiers(game, score)]
    if game.klopfer_count:
        parts.append(f"{game.klopfer_count}\N{NO-BREAK SPACE}{rules.words.klopfer}")
    parts += [stoss_name(level, rules, say) for level in range(game.stoss_level, 0, -1)][:1]
    if game.bock > 1:
        parts.append(say("Bock {factor}-fach").format(factor=game.bock))
    if game.target is not None:
        parts.append(say("auf {augen} Augen").format(augen=game.target))
    parts += _ramsch_extras(game, score, names, say)
    if game.revoke is not None:
        why = f" ({revoke_reason(game.revoke_reason, say)})" if game.revoke_reason else ""
        parts.append(say("Regelverstoß {name}").format(name=names[game.revoke]) + why)
    if score.void and game.contract is not Contract.ALL_PASS:
        parts.append(say("zählt nicht"))
    return ", ".join(parts)


def _tiers(game: Game, score: Score) -> list[str]:
    """Schneider and Schwarz, announced and played."""
    if game.schwarz_announced:
        return ["Schwarz angesagt"]
    texts = ["Schneider angesagt"] if game.schneider_announced else []
    if not (game.tout or game.sie):
        if score.schwarz:
            texts.append("Schwarz")
        elif score.schneider and not game.schneider_announced:
            texts.append("Schneider")
    return texts


def _ramsch_extras(game: Game, score: Score, names: Sequence[str], say: Language) -> list[str]:
    if game.contract is not Contract.RAMSCH:
        return []
    if any(step.code == "durchmarsch" for step in score.steps):
        return [say("Durchmarsch")]
    jungfrauen = game.jungfrauen or ()
    if game.tricks_by_seat is not None:
        jungfrauen = tuple(seat for seat in game.active if game.tricks_by_seat[seat] == 0)
    return [say("Jungfrau {name}").format(name=names[seat]) for seat in jungfrauen]


def sum_in_words(score: Score, unit: Unit, say: Language = GERMAN) -> str:
    """The sum as one says it, "20 Grundpreis + 10 Schneider = 30, mal 2 (1 Klopfer) = 0,60 €"; empty where void."""
    if score.void or not score.steps:
        return ""
    parts = [f"{step.amount} {say(STEPS[step.code])}" for step in score.steps if step.amount is not None]
    text = " + ".join(parts)
    amounts = sum(step.amount or 0 for step in score.steps)
    factors = [step for step in score.steps if step.factor is not None]
    if len(parts) > 1 and factors:
        text += f" = {amounts}"
    text += "".join(", " + _times(step, say) for step in factors)
    return f"{text} = {amount(score.value, unit, say)}"


def step_names(say: Language = GERMAN) -> dict[str, str]:
    """Name the steps of sums by their codes, for a page that writes a sum itself.

    >>> step_names()["stake"]
    'in den Stock'
    """
    return {code: say(text) for code, text in STEPS.items()}


def _times(step: Step, say: Language) -> str:
    count = f"{step.count} " if step.count is not None and step.code == "klopfer" else ""
    return say(TIMES).format(factor=step.factor, reason=f"{count}{say(STEPS[step.code])}")
