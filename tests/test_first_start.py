"""A new user's way: start, open the printed link, press the button, begin an evening. And what commands print."""

import re
import sys
from pathlib import Path

import click
from flask import Flask
from playwright.sync_api import Page, expect

from scorebook.app import create_app
from scorebook.cli import Commands, addresses, clubs
from scorebook.cli.demo import demo
from scorebook.cli.export import export
from scorebook.cli.import_ import import_command
from scorebook.cli.sample import sample
from scorebook.services import accounts, evenings
from scorebook.services.access import Role, local_actor
from scorebook.services.accounts import NewAccount
from scorebook.services.transactions import transaction
from scorebook.settings import Settings
from scorebook.store.db import db
from tests.actions import SAUSPIEL, Table
from tests.browser import faultless, follow, press
from tests.people import actor_of
from tests.processes import ROOT, first_link, serving

SERVE = [sys.executable, "-c", "from scorebook.app import main; main()", "serve"]


def test_from_the_first_start_to_the_first_evening(stranger: Page, tmp_path: Path) -> None:
    """The link that a start prints opens the book with one button; the next start makes it void, and prints another.

    Then nothing is printed but the address, and without the cookie nobody gets in.
    """
    log, instance = tmp_path / "log", tmp_path / "instance"
    with serving(SERVE, ROOT, log, SCOREBOOK_INSTANCE=instance):
        earlier = first_link(log).rpartition("/")[2]
    with serving(SERVE, ROOT, log, SCOREBOOK_INSTANCE=instance) as url:
        link = first_link(log)
        assert link.startswith(f"{url}/einladung/")
        assert stranger.goto(f"{url}/einladung/{earlier}").status == 410
        stranger.goto(link)
        press(stranger, "Schreibbuch öffnen")
        for seat, name in enumerate(("Sepp", "Vroni", "Xaver", "Zenzi")):
            stranger.locator("[name=names]").nth(seat).fill(name)
        press(stranger, "Los geht’s")
        expect(stranger.locator(".entry")).to_be_visible()
        assert stranger.goto(link).status == 410
        stranger.context.clear_cookies()
        stranger.goto(url)
        assert stranger.url.startswith(f"{url}/anmelden")
    with serving(SERVE, ROOT, log, SCOREBOOK_INSTANCE=instance) as url:
        said = [line for line in log.read_text().splitlines() if not line.startswith("{")]  # else it is the log
        assert said == [f"scorebook: {url}/  (Strg+C beendet)"]


def test_a_base_url_is_printed(tmp_path: Path) -> None:
    """The links of commands name the address that was set; else HOST and PORT, or this machine where that is all."""
    for host, shown in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("tisch", "tisch")):
        settings = Settings.read({"SCOREBOOK_INSTANCE": str(tmp_path), "HOST": host, "PORT": "8000"})
        assert addresses.invitation(settings, "x") == f"http://{shown}:8000/einladung/x"

    asked = {"SCOREBOOK_INSTANCE": str(tmp_path), "SCOREBOOK_BASE_URL": "https://schafkopf.example/buch/"}
    public = Settings.read(asked)
    assert addresses.invitation(public, "x") == "https://schafkopf.example/buch/einladung/x"
    assert addresses.address(public) == "https://schafkopf.example/buch"


def test_commands_for_clubs(app: Flask) -> None:
    """`club add` prints a link for the first admin of a new club, `club list` the clubs; a bad name is one line."""
    run = app.test_cli_runner()
    made = run.invoke(clubs.club, ["add", " Die  Nachbarn "])
    assert made.exit_code == 0
    secret = made.output.split()[-1].rpartition("/")[2]
    assert run.invoke(clubs.club, ["list"]).output == "1  Stammtisch\n2  Die Nachbarn\n"
    for name in ("", "x" * 121, "a\u202eb"):
        refused = run.invoke(clubs.club, ["add", name])
        assert getattr(refused.exception, "message", "")
    with app.app_context():
        assert accounts.is_first(db.session, accounts.find_invitation(db.session, secret))


def test_the_way_back_in(app: Flask) -> None:
    """`admin-link` lets the admin in again as he was; of several it asks which, and names them."""
    run = app.test_cli_runner()
    secret = run.invoke(clubs.admin_link, []).output.strip().rpartition("/")[2]
    with app.app_context():
        entered = actor_of(accounts.join(db.session, secret, NewAccount()))
        assert entered is not None
        assert entered.account_id == 1
    made = run.invoke(clubs.club, ["add", "Nachbarn"]).output.split()[-1].rpartition("/")[2]
    with app.app_context():
        accounts.join(db.session, made, NewAccount("Resi"))
        with transaction(db.session) as connection:
            second = accounts.invite(connection, accounts.machine(2), [Role.ADMIN])
        accounts.join(db.session, second, NewAccount("Zenzi", "zenzi", "ein langes Passwort"))
    refused = run.invoke(clubs.admin_link, ["--club", "2"])
    assert "--account" in getattr(refused.exception, "message", "")
    assert "2 (Resi), 3 (Zenzi)" in getattr(refused.exception, "message", "")
    assert run.invoke(clubs.admin_link, ["--club", "2", "--account", "3"]).exit_code == 0
    for wrong in (["--club", "9"], ["--account", "2"]):
        assert getattr(run.invoke(clubs.admin_link, wrong).exception, "message", "")


def test_commands_act_in_a_club(app: Flask, tmp_path: Path) -> None:
    """An evening is exported from the club that has it, and imported into the one that is named."""
    run = app.test_cli_runner()
    Table(app.test_client()).recorded(**SAUSPIEL)
    run.invoke(clubs.club, ["add", "Nachbarn"])
    text = run.invoke(export, ["--evening", "1"]).output
    assert run.invoke(export, ["--evening", "1", "--club", "2"]).exit_code != 0
    for uuid in sorted(set(re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", text))):
        text = text.replace(uuid, f"{uuid[:-1]}{int(uuid[-1], 16) ^ 1:x}")
    file = tmp_path / "evening.json"
    file.write_text(text)
    assert "eingelesen" in run.invoke(import_command, [str(file), "--club", "2"]).output
    assert run.invoke(export, ["--evening", "2", "--club", "2"]).exit_code == 0
    assert run.invoke(export, ["--evening", "2"]).exit_code != 0
    unknown = run.invoke(import_command, [str(file), "--club", "3"])
    assert "Verein 3" in getattr(unknown.exception, "message", "")


def test_commands_that_fill_a_book_do_so_in_a_club(app: Flask, tmp_path: Path) -> None:
    """Made-up evenings and the demo's come into the club that is named, beside those of another; pdf finds one there.

    The same a second time adds what it would add in the first club: other made-up evenings, and no demo.
    """
    run = app.test_cli_runner()
    run.invoke(clubs.club, ["add", "Nachbarn"])
    for _ in range(2):
        for club in ([], ["--club", "1"], ["--club", "2"]):
            assert run.invoke(sample, ["--games", "5", *club]).exit_code == 0
            assert run.invoke(demo, club).exit_code == 0
    with app.app_context():
        there = [evenings.list_evenings(db.session, local_actor(db.session, club)).evenings for club in (1, 2)]
    assert [len(listed) for listed in there] == [4 + 7, 2 + 7]
    theirs = str(next(one.id for one in there[1]))
    assert run.invoke(export, ["--evening", theirs]).exit_code != 0
    file = str(tmp_path / "evening.pdf")
    groups = Commands(lambda: app)
    assert run.invoke(groups, ["pdf", "--evening", theirs, "-o", file]).exit_code != 0
    assert run.invoke(groups, ["pdf", "--evening", theirs, "--club", "2", "-o", file]).exit_code == 0
    assert Path(file).read_bytes().startswith(b"%PDF")
    assert run.invoke(groups, ["pdf", "evening.json", "--club", "2", "-o", file]).exit_code == 2
    for command in (sample, demo):
        assert "Verein 3" in getattr(run.invoke(command, ["--club", "3"]).exception, "message", "")


def test_every_command_that_acts_in_a_club_asks_which() -> None:
    """Whatever reads or writes the book of one club takes `--club`."""
    for name in ("admin-link", "export", "import", "sample", "demo", "pdf"):
        command = Commands(create_app).get_command(click.Context(click.Command("x")), name)
        assert command is not None
        assert "club_id" in [option.name for option in command.params], name


# --- In a browser ---


def test_people_come_and_go(page: Page, stranger: Page, live_server: str) -> None:
    """An admin invites somebody by a link, who joins, chooses a password, is made something else and taken out."""
    page.goto(f"{live_server}/verein")
    press(page, "Link machen")
    expect(page.locator(".summary")).to_be_focused()
    faultless(page)
    page.get_by_label("Schreiber").check(force=True)
    press(page, "Link machen")
    faultless(page)
    link = page.locator("#link").inner_text()
    follow(page.get_by_role("link", name="Fertig"))
    expect(page.get_by_text("Eingeladen, noch nicht da")).to_be_visible()
    stranger.goto(link)
    stranger.get_by_label("Dein Name").fill("Resi")
    press(stranger, "Beitreten")
    faultless(stranger)
    stranger.get_by_label("Name zum Anmelden").fill("resi")
    stranger.get_by_label("Neues Passwort").fill("ein langes Passwort")
    press(stranger, "Beitreten")
    follow(stranger.get_by_role("link", name="Konto"))
    stranger.locator("summary", has_text="ändern").last.click()
    faultless(stranger)
    stranger.get_by_label("Neues Passwort").fill("ein anderes Passwort")
    press(stranger, "Speichern")
    expect(stranger.locator("#old_password-errors")).to_be_visible()
    faultless(stranger)
    page.reload()
    follow(page.get_by_role("link", name="Resi"))
    page.locator("summary", has_text="Aus dem Verein").click()
    press(page, "Resi herausnehmen")
    expect(page.get_by_text("Resi")).to_have_count(0)
    stranger.goto(live_server)
    expect(stranger.get_by_role("heading", name="Du gehörst zu keinem Verein mehr")).to_be_visible()
    faultless(stranger)
    press(stranger, "Abmelden")
    faultless(stranger)
