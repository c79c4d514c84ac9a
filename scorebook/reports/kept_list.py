"""A table's whole list, written as people keep it by hand: a row a game, everybody's number after it, page by page."""

from dataclasses import dataclass

from scorebook import wording
from scorebook.ledger.evening import Evening, RecordedGame, Sheet
from scorebook.reports.names import initials, short_names
from scorebook.reports.sides import side_views
from scorebook.reports.spielliste import Carried, Line, Spielliste, Written
from scorebook.reports.view import augen_text
from scorebook.rules import RuleSet
from scorebook.wording import GERMAN, Language


def kept_list(evening: Evening, sheet: Sheet, say: Language = GERMAN) -> Spielliste:
    """Give the list of a table with all games that count; its prices are those by which the last one was paid."""
    named = evening.rule_sets[max((game.rule_set for game in sheet.standing), default=0)]
    short = short_names(evening.names)
    writer = _Writer(evening, sheet, short, initials({person: short[person] for person in sheet.people}), say)
    many = len(evening.sheets) > 1
    table = say("Tisch %(number)d", number=evening.sheets.index(sheet) + 1) if many else ""
    return Spielliste(
        by=named.name,
        rules=named.rules,
        names=tuple(short[person] for person in sheet.people),
        title=" · ".join(filter(None, (evening.club, table))),
        place=evening.place,
        day=evening.date,
        kept=tuple(writer.line(game, totals) for game, totals in sheet.running()),
        end=writer.after(sheet.totals(), sheet.stock_now),
        sides=side_views(evening, sheet, say),
        check=evening.check_code(),
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the rows of one list; a column is everybody who ever sat there."""

    evening: Evening
    sheet: Sheet
    short: dict[int, str]
    letters: dict[int, str]
    say: Language

    def line(self, recorded: RecordedGame, totals: dict[int, int]) -> Line:
        game, people = recorded.game, self.sheet.people_at(recorded.number)
        playing = {people[seat] for seat in game.active}
        return Line(
            number=recorded.number,
            dealer="" if game.dealer is None else self.letters[people[game.dealer]],
            out=frozenset(place for place, person in enumerate(self.sheet.people) if person not in playing),
            written=self._written(recorded, [self.short[person] for person in people], totals),
        )

    def after(self, totals: dict[int, int], stock: int) -> Carried:
        unit = self.evening.unit.value
        figures = tuple(self.say.figure(totals[person], unit) for person in self.sheet.people)
        return Carried(figures, self.say.figure(stock, unit))

    def _written(self, recorded: RecordedGame, names: list[str], totals: dict[int, int]) -> Written:
        game, score, rules = recorded.game, recorded.score, self._rules(recorded)
        say = self.say.playing(rules.words.cards)
        with_whom = game.partner is not None and wording.seats_named(game, score) == game.declarer_side
        alone = wording.who(game, names, score) if game.declarer is None else names[game.declarer]
        return Written(
            player=alone,
            game=wording.game_name(game, say),
            partner=names[game.partner] if with_whom and game.partner is not None else "",
            augen=augen_text(recorded.game),
            extras=wording.extras(game, score, rules, names, say),
            bock=f"×{game.bock}" if game.bock > 1 else "",
            value="" if score.void else self.say.figure(score.value, self.evening.unit.value),
            after=self.after(totals, score.stock),
        )

    def _rules(self, recorded: RecordedGame) -> RuleSet:
        return self.evening.rule_sets[recorded.rule_set].rules
