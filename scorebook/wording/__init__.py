"""Words for what the rules and the book know. The German texts are the msgids of the gettext catalogues.

Every function takes `say`, the language in which to say it.
"""

from scorebook.wording.cards import card_name, order_of_cards, rank_letter, typed_hand, typed_trick
from scorebook.wording.games import (
    REVOKE_REASONS,
    TIMES,
    amount,
    contract_name,
    extras,
    game_name,
    revoke_reason,
    seats_named,
    step_names,
    stoss_name,
    suit_name,
    sum_in_words,
    unit_texts,
    who,
)
from scorebook.wording.languages import BOARISCH, ENGLISH, GERMAN, LANGUAGES, Language, Marked
from scorebook.wording.laufende import laufende_in_words
from scorebook.wording.messages import message
from scorebook.wording.rulesets import preset_title, rule_set_title, rules_in_words
from scorebook.wording.stock import stock_choice, stock_closed
from scorebook.wording.switches import choice_words, groups, switch_words

__all__ = [
    "BOARISCH",
    "ENGLISH",
    "GERMAN",
    "LANGUAGES",
    "REVOKE_REASONS",
    "TIMES",
    "Language",
    "Marked",
    "amount",
    "card_name",
    "choice_words",
    "contract_name",
    "extras",
    "game_name",
    "groups",
    "laufende_in_words",
    "message",
    "order_of_cards",
    "preset_title",
    "rank_letter",
    "revoke_reason",
    "rule_set_title",
    "rules_in_words",
    "seats_named",
    "step_names",
    "stock_choice",
    "stock_closed",
    "stoss_name",
    "suit_name",
    "sum_in_words",
    "switch_words",
    "typed_hand",
    "typed_trick",
    "unit_texts",
    "who",
]
