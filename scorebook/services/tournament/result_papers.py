"""What is printed of a tournament's results, and of the rules by which it is played."""

from dataclasses import dataclass

from scorebook.errors import ConflictError
from scorebook.ledger.check_code import typed_code
from scorebook.reports.page import Page
from scorebook.reports.tournament.result_papers import Printed, certificates
from scorebook.reports.tournament.rule_sheet import rule_sheet
from scorebook.services.access import Actor
from scorebook.services.rulesets import rules_of
from scorebook.services.tournament.desk import Seen
from scorebook.services.tournament.papers import about, names
from scorebook.services.tournament.results import Results, results_of, then_published, won_by
from scorebook.store.db import AnySession, reading
from scorebook.wording import GERMAN, Language, Marked

NO_RULES: Marked[str] = "Die Regeln dieses Turniers gibt es nicht mehr."
NOBODY: Marked[str] = "Noch hat keiner einen Platz."


@dataclass(frozen=True, slots=True)
class Proof:
    """A check code that was looked for: after which round the standings are that it stands for; None for none."""

    code: str
    after: int | None
    now: bool


def printed_of(session: AnySession, found: Results) -> Printed:
    """Give standings as they are printed; awards and teams only with those of all rounds."""
    seen = found.seen
    return Printed(
        about=about(session, seen),
        settings=seen.state.settings,
        rounds=found.rounds,
        lines=found.lines,
        names=names(seen),
        profiles=found.profiles,
        awards=won_by(found) if found.whole else {},
        teams=found.teams if found.whole else (),
        missing=len(found.missing),
    )


def certificates_page(session: AnySession, found: Results, say: Language = GERMAN) -> Page:
    """Give the certificates of the best. Raises `ConflictError` where nobody has a rank."""
    if all(line.rank is None for line in found.lines):
        raise ConflictError(NOBODY)
    return certificates(printed_of(session, found), say)


def rules_page(session: AnySession, actor: Actor, seen: Seen, say: Language = GERMAN) -> Page:
    """Give the rules of a tournament. Raises `ConflictError` where its rule set is not there any more."""
    settings = seen.state.settings
    rules = rules_of(reading(session), actor, str(settings.rule_set))
    if rules is None:
        raise ConflictError(NO_RULES)
    return rule_sheet(about(session, seen), settings, rules, say)


def prove(session: AnySession, actor: Actor, tournament_id: int, text: str) -> Proof | None:
    """Find the standings that have a check code: as they are now, or as they were published; None for what is no code.

    Raises `NotFoundError` for a tournament that is not the club's.
    """
    moments = then_published(session, actor, tournament_id)
    code = typed_code(text)
    if code is None:
        return None
    for seen in moments:
        for number in range(1, len(seen.state.rounds) + 1):
            papers = (results_of(seen, after=number), results_of(seen, only=number))
            if any(printed_of(session, found).check_code == code for found in papers):
                return Proof(code, number, seen is moments[0])
    return Proof(code, None, now=False)
