"""The form that ends an evening: what becomes of each Stock in which something lies."""

from typing import Any

from wtforms.fields.choices import SelectChoice

from scorebook import wording
from scorebook.ledger.evening import Evening, Sheet
from scorebook.ledger.stock_closing import CHOICES
from scorebook.web.fields import ChoiceField
from scorebook.web.page_form import PageForm
from scorebook.web.texts import gettext


class EndForm(PageForm):
    """One question for each Stock; its field is called like that of the service, `stock.<sheet id>`."""

    @property
    def stocks(self) -> list[Any]:
        """Give the questions."""
        return [field for field in self if isinstance(field, ChoiceField)]

    @property
    def answers(self) -> dict[int, str]:
        """Give what was chosen, by sheet id."""
        return {int(field.name.partition(".")[2]): field.data or "" for field in self.stocks}


def end_form(evening: Evening, **kwargs: Any) -> EndForm:
    """Make the form for an evening as it is now."""
    left = {f"stock.{sheet.id}": _question(evening, sheet) for sheet in evening.sheets if sheet.stock_now}
    made: EndForm = type("EndFormOfEvening", (EndForm,), left)(**kwargs)
    return made


def _question(evening: Evening, sheet: Sheet) -> ChoiceField:
    lies = wording.amount(sheet.stock_now, evening.unit, gettext)
    asked = gettext("Im Stock liegen %(amount)s. Was wird daraus?", amount=lies)
    label = gettext("Stock")
    if len(evening.sheets) > 1:
        label = gettext("Stock, Tisch %(number)d", number=evening.sheets.index(sheet) + 1)
        asked = f"{gettext('Tisch %(number)d', number=evening.sheets.index(sheet) + 1)}: {asked}"
    choices = []
    for kind in CHOICES:
        name, means = wording.stock_choice(kind, sheet.stock_now, sheet.players, evening.unit, gettext)
        choices.append(SelectChoice(kind.value, name, {"words": means}))
    return ChoiceField(label, choices=choices, description=asked)
