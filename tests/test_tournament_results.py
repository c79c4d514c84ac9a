"""Standings of a tournament: published once, parted by lots, proved by their code, taken away as files."""

import csv
import json
from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from flask import Flask

from scorebook.errors import ConflictError, NotFoundError
from scorebook.exchange.tournament_results import results_json
from scorebook.league.scheme import TieBreak
from scorebook.league.tournament.entries import Listed, Penalised
from scorebook.league.tournament.settings import Award, Prize, Scoring, Teams
from scorebook.league.tournament.standings import lots_of
from scorebook.league.tournament.state import fold
from scorebook.reports.paper import pdf
from scorebook.reports.spreadsheet import csv_file
from scorebook.reports.tournament.board import board, special, team
from scorebook.reports.tournament.grid import standings_grid
from scorebook.reports.tournament.result_papers import Printed, standings_html, standings_page
from scorebook.services.refusals import RefusedError
from scorebook.services.tournament import desk, result_papers, results
from scorebook.services.tournament.registering import Newcomer
from scorebook.services.tournament.results import Results
from scorebook.store.db import db
from scorebook.wording import ENGLISH, GERMAN
from tests.papers import bare, pages, read
from tests.tournaments import Hall

ALL_TIED = (0, 0, 0, 0)


def found(hall: Hall, **asked: int) -> Results:
    """Read the standings of a tournament."""
    return results.results(db.session, hall.actor, hall.id, **asked)


def printed(hall: Hall, **asked: int) -> Printed:
    """Give them as they are printed."""
    return result_papers.printed_of(db.session, found(hall, **asked))


def publish(hall: Hall, number: int, **sent: object) -> None:
    """Publish the standings after a round."""
    results.publish(db.session, hall.actor, hall.id, sent.pop("uuid", uuid4()), number, **sent)  # type: ignore[arg-type]


def codes(refused: pytest.ExceptionInfo[RefusedError]) -> list[str]:
    """Give the codes of what was refused."""
    return [finding.code for finding in refused.value.findings]


def test_nothing_to_see_before_the_draw(app: Flask) -> None:
    """Before any draw the standings are empty, and a round that is not drawn is not there."""
    with app.app_context():
        hall = Hall(8)
        assert found(hall).lines == ()
        for asked in ({"after": 1}, {"only": 1}, {"after": 0}):
            with pytest.raises(NotFoundError):
                found(hall, **asked)


def test_after_a_round_and_of_one(app: Flask) -> None:
    """After a round all rounds up to it count, of one it alone; what is drawn ahead without lists does not."""
    with app.app_context():
        hall = Hall(8, rounds=3)
        hall.play(2)
        hall.draw()
        assert [found(hall, **asked).rounds for asked in ({}, {"after": 1}, {"only": 2})] == [(1, 2), (1,), (2,)]
        both = {line.player: line.total for line in found(hall).lines}
        first, second = ({line.player: line.total for line in found(hall, only=one).lines} for one in (1, 2))
        assert both == {player: first[player] + second[player] for player in both}
        assert sum(both.values()) == 0
        assert len(found(hall, after=3).missing) == 2


def test_published_once(app: Flask) -> None:
    """Missing lists keep a round from being published, and are named; the same sent again publishes once."""
    with app.app_context():
        hall = Hall(8)
        hall.draw()
        hall.list(1, 1)
        with pytest.raises(RefusedError) as refused:
            publish(hall, 1)
        assert codes(refused) == ["round.no_lists"]
        hall.list(1, 2)
        uuid = uuid4()
        publish(hall, 1, uuid=uuid)
        publish(hall, 1, uuid=uuid)
        assert hall.state.published == 1
        assert sum(one.entry.kind == "published" for one in desk.history(db.session, hall.actor, hall.id)) == 1


def test_published_of_what_was_seen(app: Flask) -> None:
    """Whoever did not see the last change of the lists is told so, and nothing is published."""
    with app.app_context():
        hall = Hall(8)
        hall.draw()
        hall.lists(1)
        seen = hall.state.version
        hall.act(Penalised(1, 1, 5, "Bier verschüttet"))
        with pytest.raises(ConflictError):
            publish(hall, 1, version=seen)
        assert hall.state.published == 0


def draw_lots(hall: Hall) -> int:
    """Draw lots among all who are equal."""
    return results.draw_lots(db.session, hall.actor, hall.id, uuid4())


def test_all_tied(app: Flask) -> None:
    """Where all have the same in everything, lots give each a rank; they come from the log again, and only once."""
    with app.app_context():
        hall = Hall(8, rounds=1)
        hall.draw()
        with pytest.raises(ConflictError):
            draw_lots(hall)
        hall.lists(1, {1: ALL_TIED, 2: ALL_TIED})
        assert {line.rank for line in found(hall).lines} == {1}
        assert draw_lots(hall) == 8
        assert [line.rank for line in found(hall).lines] == list(range(1, 9))
        assert found(hall).tied == ()
        again = fold(desk.history(db.session, hall.actor, hall.id))
        assert lots_of(again) == lots_of(hall.state)
        assert [name for name, _number in results.lots(hall.seen)] == [
            hall.seen.name(line.player) for line in found(hall).lines
        ]
        with pytest.raises(ConflictError):
            draw_lots(hall)


def test_a_shared_rank_without_lots(app: Flask) -> None:
    """Where no lot decides, equals share their rank, and no lot is offered."""
    with app.app_context():
        hall = Hall(8, rounds=1, tie_breaks=(TieBreak.SOLOS_WON,))
        hall.draw()
        hall.lists(1, {1: ALL_TIED, 2: ALL_TIED})
        assert found(hall).tied == ()
        with pytest.raises(ConflictError):
            draw_lots(hall)


def prove(hall: Hall, text: str) -> result_papers.Proof | None:
    """Hold a code against the book."""
    return result_papers.prove(db.session, hall.actor, hall.id, text)


def test_a_paper_is_proved(app: Flask) -> None:
    """A code proves standings as they are, and tells those that were published before a correction from others."""
    with app.app_context():
        hall = Hall(8)
        hall.play(1)
        code = printed(hall).check_code
        assert prove(hall, code.lower().replace(" ", "")) == result_papers.Proof(code, 1, now=True)
        version = hall.state.table(1, 1)
        assert version is not None
        right = Listed(1, 1, (0, 0, 0, 0), 32, replaces=version.lists[-1].number, reason="verrechnet")
        hall.act(right)
        assert printed(hall).check_code != code
        assert prove(hall, code) == result_papers.Proof(code, 1, now=False)
        assert prove(hall, "0000 0000") == result_papers.Proof("0000 0000", None, now=False)
        assert prove(hall, "nix") is None


def test_what_stands_in_a_line(app: Flask) -> None:
    """A line adds up for whoever reads it: points by round, penalties named, empty where nothing is there yet."""
    with app.app_context():
        hall = Hall(8)
        hall.play(1)
        hall.draw()
        hall.list(2, 1)
        hall.act(Penalised(1, 1, 7, "zu spät"))
        one = found(hall)
        names = {number: hall.seen.name(number) for number in hall.state.players}
        rows = {row.player: row for row in board(one.lines, names, hall.state.settings, one.rounds, GERMAN).rows}
        assert "Runde 1: 7 Strafpunkte" in rows[1].notes
        assert sum(rows[player].rounds[1].text == "" for player in rows) == 4
        english = board(one.lines, names, hall.state.settings, one.rounds, ENGLISH)
        assert english.rows[0].total == board(one.lines, names, hall.state.settings, one.rounds).rows[0].total


def test_what_else_can_be_won(app: Flask) -> None:
    """Women, from the end, and teams are told with names and points; of a team that is not whole, why."""
    prizes = (Prize(Award.WOMEN, cents=500), Prize(Award.FROM_END, 2, goods="ein Salzstangerl"))
    with app.app_context():
        hall = Hall(rounds=1, prizes=prizes, teams=Teams(2, 2))
        people = [
            Newcomer(f"Gast {number}", woman=number > 6, team="Hirsch" if number < 3 else "") for number in range(8)
        ]
        hall.register(*people)
        hall.play(1)
        one = found(hall)
        names, settings = {number: hall.seen.name(number) for number in hall.state.players}, hall.state.settings
        won = results.won_by(one)
        assert list(won) == [Award.WOMEN, Award.FROM_END]
        women = special(Award.WOMEN, *won[Award.WOMEN][:1], names, settings, 3)
        assert [name for _place, name, _points in women.places] == ["Gast 7"]
        last = special(Award.FROM_END, *won[Award.FROM_END][:1], names, settings, 2)
        assert last.places[0][0] == "gemeinsam Letzter"
        assert team(one.teams[0], names, settings).note == "zu wenige oder zu viele Leute"


def test_for_spreadsheets_and_programs(app: Flask) -> None:
    """CSV and JSON say the same as the page; a name that is a formula is none in the file."""
    with app.app_context():
        hall = Hall(rounds=1)
        hall.register("=1+1", *(f"Gast {number}" for number in range(7)))
        hall.play(1)
        paper = printed(hall)
        rows = list(csv.reader(StringIO(csv_file(standings_grid(paper)).decode("utf-8-sig")), delimiter=";"))
        assert {row[2] for row in rows[1:]} >= {"'=1+1"}
        told = results_json(("x", date(2026, 11, 28)), paper.rounds, paper.lines, (), paper.names, paper.profiles)
        again = json.loads(json.dumps(told))["standings"]
        assert [(str(one["number"]), str(one["points"])) for one in again] == [(row[1], row[4]) for row in rows[1:]]
        assert sum(one["points"] for one in again) == 0


def test_printed(app: Flask) -> None:
    """On paper all stand with their ranks and once more by name; that lists are missing, and that it is a trial."""
    with app.app_context():
        hall = Hall(44, practice=True, rounds=1, prizes=(Prize(Award.FROM_END, 1, goods="Trost"),))
        hall.draw()
        hall.list(1, 1)
        text = "".join(pages(pdf(standings_page(printed(hall)))))
        for entrant in hall.seen.entrants.values():
            assert text.count(bare(entrant.name)) >= 2
        for wanted in ("10 Listen fehlen noch.", "Probe", "Wer steht wo?", "Von hinten", printed(hall).check_code):
            assert bare(wanted) in text


def test_certificates(app: Flask) -> None:
    """The first three get one, and the first of each other award that is not from the end; before, nobody does."""
    prizes = (Prize(Award.WOMEN, cents=500), Prize(Award.FROM_END, goods="Trost"))
    with app.app_context():
        hall = Hall(rounds=1, prizes=prizes)
        hall.register(*(Newcomer(f"Gast {number}", woman=number == 7) for number in range(8)))
        with pytest.raises(ConflictError):
            result_papers.certificates_page(db.session, found(hall))
        hall.play(1)
        ranks = [line.rank for line in found(hall).lines if line.rank and line.rank <= 3]
        made = pdf(result_papers.certificates_page(db.session, found(hall)))
        assert len(read(made).pages) == len(ranks) + 1
        assert bare("Frauen: 1. Platz") in "".join(pages(made))


def test_winners_only(app: Flask) -> None:
    """Where only winners' points count they have no sign, and are called Gutpunkte."""
    with app.app_context():
        hall = Hall(8, rules="turnier_gutpunkte", rounds=1)
        assert hall.state.settings.scoring is Scoring.WINNERS_ONLY
        hall.draw()
        hall.lists(1, {1: (30, 10, 0, 0), 2: (20, 10, 5, 0)})
        text = standings_html(printed(hall))
        assert "Gutpunkte" in text
        assert "+30" not in text
