"""Games and rule sets made up at random in the exchange format, many and quickly: most games can be, some nearly."""

from random import Random
from typing import Any

from scorebook.rules import TRAITS, Contract, RuleSet, preset_names
from scorebook.rules.contracts import Traits
from scorebook.rules.game import opposite
from scorebook.rules.switches import KlopferMode, Model
from tests.strategies import RAMSCH, SUITS, SWITCHES

Json = dict[str, Any]

MORE_SWITCHES: dict[str, dict[str, tuple[Any, ...]]] = {
    "schneider": {"announce": (True,), "opponent_max": (0, 29, 30), "declarer_max": (29, 30), "value": (0, 10)},
    "schwarz": {"value": (5, 10)},
    "laufende": {"min": (1, 3), "min_wenz": (1, 3), "table": (None, {"2": 10, "4": 25})},
    "tout": {"factor": (1, 3), "add": (0, 20)},
    "sie": {"value": (None, 200), "laufende": (False, True)},
    "stoss": {"factor": (1, 2, 3)},
    "stock": {"stake": (None, 0, 15)},
    "ramsch": {"durchmarsch_value": (None, 0, 70)},
    "revoke": {"mode": ("offender_pays",)},
    "muss": {"loss_factor": (1, 2), "sixty_max_trumps": (3, 4)},
    "multiplicative": {"schneider_announced": (2, 3, 5), "schwarz_announced": (3, 4), "laufende_inside": (False, True)},
    "striche": {"tie": ("lose", "void"), "partners": ("opposite", "black_obers"), "schneider_min": (61, 90, 120)},
    "base": {"herz_solo": (None, 80), "sauspiel": (None, 20), "ramsch": (None, 25), "solo": (None, 50)},
}
"""Switches beside those of the shared strategies."""
WHOLE = {
    "deck": ("long", "short"),
    "model": ("additive", "multiplicative", "striche"),
    "winners_only": (False, True),
    "called_ten": (False, True),
    "all_pass": ("throw_in", "ramsch", "stock", "bock"),
}
"""Switches that stand alone."""
FLAGS = ("schneider", "schwarz", "schneider_announced", "schwarz_announced", "tout", "sie")
AUGEN = (0, 0, 10, 20, 29, 30, 31, 45, 59, 60, 60, 61, 61, 62, 74, 89, 90, 91, 96, 118, 120, 120)
ODD = {
    "augen": (1, 119, 121, "7o"),
    "tricks": (9, "x"),
    "bock": (3,),
    "laufende": (15,),
    "partner": (6,),
    "loser": (0,),
}
"""Values that cannot be, or are rare."""


def random_rules(random: Random, name: str = "") -> Json:
    """Give a preset, any without a name, with many switches changed."""
    changes: Json = {"preset": name or random.choice(preset_names())}
    for switches in (SWITCHES, MORE_SWITCHES):
        for group in random.sample(sorted(switches), random.randint(2, 8)):
            chosen = {key: random.choice(values) for key, values in switches[group].items() if random.random() < 0.6}
            changes[group] = changes.get(group, {}) | chosen
    changes["sitting_out_pays"] = random.random() < 0.5
    for key, values in WHOLE.items():
        if random.random() < 0.15:
            changes[key] = random.choice(values)
    return changes


def random_game(random: Random, rules: RuleSet) -> Json:
    """Give a game, mostly one that this rule set prices; one in six has something wrong or rare in it."""
    striche = rules.model is Model.STRICHE
    known = [
        contract for contract in Contract if TRAITS[contract].deutscher is striche or contract is Contract.ALL_PASS
    ]
    priced = [contract for contract in known if striche or contract in rules.offered or rules.price(contract)]
    contract = random.choice(priced if priced and random.random() < 0.95 else list(Contract))
    game, active = _table(random, contract)
    if contract is Contract.RAMSCH:
        game |= _ramsch(random, game, active, rules)
    elif contract is not Contract.ALL_PASS:
        game |= _played(random, TRAITS[contract], active, rules)
    used = TRAITS[contract].keys
    knock = rules.klopfer.mode is not KlopferMode.OFF or random.random() < 0.1
    if "klopfer" in used and knock and random.random() < 0.3:
        doubled = random.sample(active, random.randint(1, 3))
        game["klopfer"] = random.choice((doubled, len(doubled)))
    if "stoss" in used and random.random() < (0.3 if rules.stoss.max and contract is not Contract.RAMSCH else 0.05):
        game["stoss"] = random.randint(1, max(2, rules.stoss.max))
    if "bock" in used and random.random() < 0.2:
        game["bock"] = random.choice((1, 2, 4))
    if random.random() < 0.6:
        game["stock"] = random.choice((0, 80, 85, 1203))
    if random.random() < 0.15:
        _disturb(random, game, active)
    return game


def _table(random: Random, contract: Contract) -> tuple[Json, list[int]]:
    """Who sits there, and who of them plays."""
    players = random.choice((4, 4, 4, 5, 6, 7))
    out = random.sample(range(players), players - 4)
    game: Json = {"contract": str(contract)}
    if players > 4 or random.random() < 0.2:
        game |= {"players": players, "sitting_out": out}
    if random.random() < 0.3:
        game["dealer"] = random.randrange(players)
    return game, [seat for seat in range(players) if seat not in out]


def _played(random: Random, traits: Traits, active: list[int], rules: RuleSet) -> Json:
    """Who played with whom, and how it ended."""
    declarer = random.choice(active)
    game: Json = {"declarer": declarer}
    others = [seat for seat in active if seat != declarer]
    if "partner" in traits.keys:
        game["partner"] = opposite(tuple(active), declarer) if traits.opposite else random.choice(others)
    if traits.opposite and random.random() < 0.2:
        del game["partner"]
    if traits.needs_suit:
        game["suit"] = random.choice(SUITS)
    if "called" in traits.keys and random.random() < 0.3:
        game["called"] = random.choice(SUITS[:2])
        game |= {"called_rank": random.choice(("sau", "zehn"))} if rules.called_ten else {}
    announced = _announced(random, traits, rules)
    if announced.get("sie") and random.random() < 0.7:
        return game | {"sie": True}
    return game | announced | _end(random, traits, active, rules)


def _announced(random: Random, traits: Traits, rules: RuleSet) -> Json:
    """What was announced or claimed, and who held the top trumps."""
    keys = [flag for flag in FLAGS if flag in traits.keys and random.random() < (0.1 if "_" in flag else 0.15)]
    if not rules.schneider.announce and random.random() < 0.95:
        keys = [flag for flag in keys if "_" not in flag]
    game: Json = {key: key not in ("schneider", "schwarz") or random.random() < 0.9 for key in keys}
    if traits.mit is not None and random.random() < 0.4:
        game |= {
            "laufende": random.randint(0, random.choice((4, 8, 14))),
            "laufende_side": random.choice(("mit", "ohne")),
        }
    if "target" in traits.keys and random.random() < 0.08:
        game["target"] = random.choice((61, 62, 71, 90, 120))
    return game


def _end(random: Random, traits: Traits, active: list[int], rules: RuleSet) -> Json:
    """How it ended: by the word alone, by Augen of either side, by tricks, or by several of these."""
    game: Json = {}
    how = random.random()
    augen = random.choice(AUGEN) if random.random() < 0.7 else random.randint(0, 120)
    if how < 0.45:
        game["augen"] = augen
    elif how < 0.6:
        game["opponent_augen"] = 120 - augen
    if how < 0.05:
        game["opponent_augen"] = random.choice((120 - augen, 60))
    if how > 0.6 or random.random() < 0.1:
        game["result"] = random.choice(("won", "lost"))
    if random.random() < 0.15:
        game["tricks"] = random.choice((0, 1, rules.deck.tricks - 1, rules.deck.tricks, random.randint(0, 8)))
    if "caller_trumps" in traits.keys and random.random() < 0.5:
        game["caller_trumps"] = random.randint(2, 6)
    if random.random() < 0.1:
        game["revoke"] = random.choice(active)
    return game


def _ramsch(random: Random, game: Json, active: list[int], rules: RuleSet) -> Json:
    """How a Ramsch ended: by piles, by its loser, by Jungfrauen."""
    players = game.get("players", 4)
    places = random.sample(range(4), 4)
    augen, tricks = random.choice(RAMSCH)
    if random.random() < 0.3:
        cuts = sorted(random.sample(range(2, 118), 3))
        augen = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 120 - cuts[2]]
    by_seat = {active[place]: (augen[at], tricks[at]) for at, place in enumerate(places)}
    found: Json = {}
    if random.random() < 0.75:
        found["augen_by_seat"] = [by_seat.get(seat, (0, 0))[0] for seat in range(players)]
    if random.random() < 0.4 and sum(tricks) == rules.deck.tricks:
        found["tricks_by_seat"] = [by_seat.get(seat, (0, 0))[1] for seat in range(players)]
    if random.random() < 0.3:
        nobody = [seat for seat in active if not by_seat[seat][0]]
        found["jungfrauen"] = random.choice((nobody, nobody[:1], random.sample(active, random.randint(0, 3))))
    if "augen_by_seat" not in found or random.random() < 0.3:
        found["loser"] = (
            max(active, key=lambda seat: by_seat[seat][0]) if random.random() < 0.7 else random.choice(active)
        )
    return found


def _disturb(random: Random, game: Json, active: list[int]) -> None:
    """Make something of it wrong, or leave it out."""
    key = random.choice([*game, *ODD])
    if key in ODD:
        game[key] = random.choice(ODD[key])
    elif key in ("declarer", "partner", "loser", "revoke"):
        game[key] = random.choice((*active, 5))
    elif key != "contract":
        del game[key]


ANSWERS: dict[str, tuple[str, ...]] = {
    "who": ("0", "1", "3", "ramsch", "all_pass", "5", "x", ""),
    "contract": (
        "sauspiel",
        "solo-herz",
        "solo-eichel",
        "wenz",
        "kreuzspiel",
        "partnerspiel-gras",
        "ds_solo",
        "a-b",
        "",
    ),
    "partner": ("0", "2", "3", "nobody", "", "zwei"),
    "result": ("won", "lost", ""),
    "augen": ("70", " 46 ", "", "O", "-3", "12345", "61"),
    "opponent_augen": ("50", "", "x"),
    "tricks": ("8", "0", ""),
    "target": ("71", ""),
    "caller_trumps": ("3", ""),
    "laufende": ("mit-3", "ohne-4", "mit", "", "mit-x"),
    "stoss": ("1", "2", ""),
    "bock": ("2", ""),
    "dealer": ("0", "3"),
    "called": ("gras", ""),
    "called_rank": ("zehn",),
    "revoke": ("1", ""),
    "revoke_reason": ("not_followed", " frei \t gesagt ", "", "<b>'\"\\"),
    "loser": ("2", ""),
    "players": ("4", "5", "6", "9", "0", "x"),
    "opposite": ("1", "0"),
    "protocol": ('{"lead": 0, "played": []}', "[1, 2]", "{", "null", '"x"', ""),
    "schneider": ("y",),
    "schwarz": ("1",),
    "tout": ("y",),
    "sie": ("y",),
    "schneider_announced": ("y",),
    "csrf_token": ("abc",),
    "__proto__": ("x",),
    "constructor": ("x",),
}
"""What may be sent under a name, in part what no page sends."""
LISTS: dict[str, tuple[str, ...]] = {
    "klopfer": ("0", "1", "3", "x"),
    "jungfrauen": ("1", "2"),
    "sitting_out": ("4", "0", "2"),
    "augen_by_seat": ("", "60", "40", " 20", "0", "x", "30"),
    "tricks_by_seat": ("", "2", "4", "0"),
}
"""The same for names that come several times."""


def random_answers(random: Random, rules: RuleSet) -> list[tuple[str, str]]:
    """Give what a form might send, in order: a game by these rules as the form says it, or anything under any name."""
    if random.random() < 0.5:
        names = random.sample([*ANSWERS, *LISTS], random.randint(0, 14))
        pairs = [pair for name in names for pair in _answered(random, name)]
        return [*pairs, ("who", random.choice(ANSWERS["who"]))]
    game = random_game(random, rules)
    pairs = [("players", str(game.get("players", 4))), ("opposite", "1")]
    who = game.get("declarer", game["contract"])
    pairs += [("who", str(who))] if random.random() < 0.9 else []
    if "declarer" in game and random.random() < 0.9:
        pairs.append(("contract", "-".join([game["contract"], *([game["suit"]] if "suit" in game else [])])))
    if game.get("laufende"):
        pairs.append(("laufende", f"{game.get('laufende_side', '')}-{game['laufende']}"))
    for key, value in game.items():
        if key in LISTS and isinstance(value, list):
            pairs += [(key, str(one)) for one in value]
        elif key in ANSWERS and key not in ("contract", "laufende", "players", "called_rank") and value is not False:
            pairs += [(key, str(value))] if random.random() < 0.9 else []
    return pairs


def _answered(random: Random, name: str) -> list[tuple[str, str]]:
    if name in ANSWERS:
        return [(name, random.choice(ANSWERS[name]))]
    return [(name, random.choice(LISTS[name])) for _ in range(random.randint(1, 5))]
