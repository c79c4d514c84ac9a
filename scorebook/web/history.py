"""What happened to a game, in words: who entered, corrected and cancelled it, when, what changed, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.rules import RuleSet
from scorebook.rules.cards import ALL_AUGEN
from scorebook.web.lines import in_words, moves
from scorebook.web.texts import gettext as _


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that happened to a game: `recorded` is the version that it led to; `reason` may be empty."""

    at: datetime
    said: str
    what: str
    reason: str
    recorded: RecordedGame


def history(evening: Evening, sheet: Sheet, number: int) -> list[Happened]:
    """Tell what happened to game `number`, the first first."""
    names = [evening.called[person] for person in sheet.people_at(number)]
    versions, told = sheet.versions(number), []
    for game in versions:
        before, rules = sheet.before(game), evening.rule_sets[game.rule_set].rules
        if before is None:
            said = _("eingetragen von „%(name)s“", name=game.by)
            told.append(Happened(game.recorded_at, said, in_words(names, game, rules), "", game))
        else:
            said, why = _("korrigiert von „%(name)s“", name=game.by), before.cancelled
            reason = "" if why is None else why.reason
            told.append(Happened(game.recorded_at, said, changes(names, before, game, rules), reason, game))
    gone = versions[-1].cancelled if versions else None
    if gone is not None:
        told.append(Happened(gone.at, _("storniert von „%(name)s“", name=gone.by), "", gone.reason, versions[-1]))
    return told


def changes(names: Sequence[str], before: RecordedGame, after: RecordedGame, rules: RuleSet) -> str:
    """Say what two versions of a game differ in: "Spieler: Sepp + Xaver → Vroni; …"; `names` by seat."""
    pairs = zip(_told(names, before, rules), _told(names, after, rules), strict=True)
    parts = [f"{label}: {old or '–'} → {new or '–'}" for (label, old), (_label, new) in pairs if old != new]
    return "; ".join(parts) or _("Einzelheiten, die nichts kosten")


def _told(names: Sequence[str], recorded: RecordedGame, rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """What there is to say about a version, each with its label."""
    game, score = recorded.game, recorded.score
    ended = {True: _("gewonnen"), False: _("verloren"), None: ""}
    knocked = () if isinstance(game.klopfer, int) else game.klopfer
    return (
        (_("Was"), wording.game_name(game, _.playing(rules.words.cards))),
        (_("Spieler"), wording.who(game, names, score)),
        (_("Ergebnis"), ended[score.declarer_won]),
        (_("Augen"), _augen(recorded)),
        (_("Dazu"), wording.extras(game, score, rules, names, _)),
        (rules.words.klopfer, ", ".join(names[seat] for seat in knocked)),
        (_("Geber"), "" if game.dealer is None else names[game.dealer]),
        (_("Im Stock davor"), wording.amount(game.stock, rules.unit, _) if game.stock else ""),
        (_("Sitzt aus"), ", ".join(names[seat] for seat in game.sitting_out)),
        (_("Wert"), wording.amount(score.value, rules.unit, _)),
        (_("Gezahlt"), moves(names, recorded, rules)),
    )


def _augen(recorded: RecordedGame) -> str:
    """The Augen as they were counted; in a Ramsch those of everybody."""
    game = recorded.game
    if game.augen_by_seat is not None:
        return "/".join(map(str, game.augen_by_seat))
    if game.augen is None and game.opponent_augen is not None:
        return str(ALL_AUGEN - game.opponent_augen)
    return "" if game.augen is None else str(game.augen)
