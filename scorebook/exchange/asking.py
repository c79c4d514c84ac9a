"""Which keys of a game a rule set and a table have a use for, and what follows where a partner sits opposite."""

from collections.abc import Mapping

from scorebook.ledger.bock import has_bock
from scorebook.rules import TRAITS, Contract, Model, RuleSet, Traits
from scorebook.rules.game import ACTIVE_PLAYERS, opposite
from scorebook.rules.ruleset import ANNOUNCEMENTS
from scorebook.rules.switches import KlopferMode, LaufendeMode, Partners, RevokeMode

MAX_PLAYERS = 7


def keys_asked(rules: RuleSet, players: int) -> set[str]:
    """Give the keys of a game that a rule set and a table have a use for."""
    asked = {key for contract in contracts(rules) for key in keys_of(contract, rules)} - _unused(rules)
    return asked | {"dealer"} | ({"sitting_out"} if players > ACTIVE_PLAYERS else set())


def contracts(rules: RuleSet) -> tuple[Contract, ...]:
    """Give the contracts that can be asked about: those the rule set offers, and that everybody passed."""
    return tuple(dict.fromkeys((*rules.offered, Contract.ALL_PASS)))


def keys_of(contract: Contract, rules: RuleSet) -> frozenset[str]:
    """The keys of a contract that are asked for: no partner who can only sit opposite, no Stoß where it is off."""
    traits = TRAITS[contract]
    known = {"partner"} if traits.opposite and not partner_is_free(rules) else set()
    known |= {"stoss"} if contract is Contract.RAMSCH and not rules.ramsch.stoss else set()
    return traits.keys - known


def partner_is_free(rules: RuleSet) -> bool:
    """Tell whether partners need not sit opposite where they usually do."""
    return rules.model is Model.STRICHE and rules.striche.partners is Partners.BLACK_OBERS


def _unused(rules: RuleSet) -> set[str]:
    """The keys that this rule set never counts, or refuses; the Bock where the book counts it."""
    laufende = rules.laufende
    worthless = rules.model is Model.ADDITIVE and not laufende.value and not laufende.table
    unused = {
        "klopfer": rules.klopfer.mode is KlopferMode.OFF,
        "stoss": rules.stoss.max == 0,
        "schneider_announced": not rules.schneider.announce,
        "schwarz_announced": not rules.schneider.announce,
        "called_rank": not rules.called_ten,
        "caller_trumps": rules.muss.sixty_max_trumps is None,
        "bock": has_bock(rules),
        "revoke": rules.revoke.mode is RevokeMode.OFF,
        "revoke_reason": rules.revoke.mode is RevokeMode.OFF,
        "laufende": laufende.mode is LaufendeMode.NEVER or worthless,
    }
    return {key for key in unused if unused[key]} | (set(ANNOUNCEMENTS) - set(rules.contracts))


def across(game: Mapping[str, object]) -> dict[str, object]:
    """Give the partner of a contract whose partners sit opposite; nothing for others, or where seats are wrong."""
    traits, players, out = traits_of(game), game.get("players", ACTIVE_PLAYERS), game.get("sitting_out", [])
    if traits is None or not traits.opposite or not isinstance(players, int) or not isinstance(out, list):
        return {}
    active = tuple(seat for seat in range(min(players, MAX_PLAYERS)) if seat not in out)
    declarer = game.get("declarer")
    known = isinstance(declarer, int) and declarer in active and len(active) == ACTIVE_PLAYERS
    return {"partner": opposite(active, int(str(declarer)))} if known else {}


def traits_of(game: Mapping[str, object]) -> Traits | None:
    """What the contract of a game is; None where there is none of that name."""
    return next((traits for contract, traits in TRAITS.items() if contract == game.get("contract")), None)
