"""German words for what the rules and the book know. The German texts are the msgids of the gettext catalogues.

Every function takes `say`, the translation: `str` leaves the German text as it is.
"""

from scorebook.wording.games import (
    Say,
    amount,
    contract_name,
    extras,
    game_name,
    stoss_name,
    suit_name,
    sum_in_words,
    who,
)
from scorebook.wording.messages import message
from scorebook.wording.rulesets import preset_title, rules_in_words
from scorebook.wording.switches import choice_words, groups, switch_words

__all__ = [
    "Say",
    "amount",
    "choice_words",
    "contract_name",
    "extras",
    "game_name",
    "groups",
    "message",
    "preset_title",
    "rules_in_words",
    "stoss_name",
    "suit_name",
    "sum_in_words",
    "switch_words",
    "who",
]
