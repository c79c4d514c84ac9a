"""Where other devices reach a server that listens for all of them: found, printed, and drawn as a QR code."""

import re
import sys
from pathlib import Path

import pytest

from scorebook.cli import addresses, lan
from scorebook.settings import Settings
from tests.processes import ROOT, serving
from tests.qr import Matrix, decode

SERVE = [sys.executable, "-c", "from scorebook.app import main; main()", "serve"]
LIGHT = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
"""Which of the two rows of a line are light."""


def of_lines(lines: list[str]) -> Matrix:
    """Give the modules of a code that is drawn in lines of text, without the two of quiet around it."""
    both = [[LIGHT[sign] for sign in line] for line in lines]
    rows = [[not pair[half] for pair in row] for row in both for half in (0, 1)]
    size = len(lines[0])
    assert not any(rows[0] + rows[1])
    return [row[2 : size - 2] for row in rows[2 : size - 2]]


def settings(tmp_path: Path, **given: str) -> Settings:
    """Give settings of a fresh instance."""
    return Settings.read({"SCOREBOOK_INSTANCE": str(tmp_path), "PORT": "8000", **given})


def test_the_code_can_be_read() -> None:
    """What is drawn for the terminal is the address, with and without colours."""
    plain = lan.qr_lines("http://192.168.178.20:8000/", colours=False).splitlines()
    assert decode(of_lines(plain)) == "http://192.168.178.20:8000/"
    coloured = lan.qr_lines("http://192.168.178.20:8000/", colours=True).splitlines()
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert coloured != plain


def test_where_it_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who listens everywhere is reached at the machine's own address; who listens for himself, nowhere."""
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ("192.168.178.20", "10.0.0.3"))
    for host, base in (
        ("0.0.0.0", "http://192.168.178.20:8000"),
        ("::", "http://192.168.178.20:8000"),
        ("10.0.0.3", "http://10.0.0.3:8000"),
        ("127.0.0.1", None),
    ):
        assert addresses.reached(settings(tmp_path, HOST=host)).base_url == base
        assert addresses.listens_outside(host) is (base is not None)
    given = settings(tmp_path, HOST="0.0.0.0", SCOREBOOK_BASE_URL="https://schafkopf.example")
    assert addresses.reached(given).base_url == "https://schafkopf.example"


def test_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in no network is reached at no address, and serves all the same."""
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ())
    assert addresses.reached(settings(tmp_path, HOST="0.0.0.0")).base_url is None


def test_no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a hall's own network, from which there is no way out, the interfaces say the address."""
    known = set(lan._of_interfaces())
    monkeypatch.setattr(lan, "SOMEWHERE", ("0.0.0.1", 9))  # no system knows a way there
    assert set(lan.lan_addresses()) == set(lan.reachable(known))


def test_a_start_prints_it(tmp_path: Path) -> None:
    """A server that is told its address says it and draws it."""
    log, base = tmp_path / "log", "http://192.168.178.20:8000"
    given = {"HOST": "0.0.0.0", "SCOREBOOK_BASE_URL": base}
    with serving(SERVE, ROOT, log, SCOREBOOK_INSTANCE=tmp_path / "instance", **given):
        lines = log.read_text().splitlines()
    drawn = [line for line in lines if line and set(line) <= set(LIGHT)]
    assert decode(of_lines(drawn)) == f"{base}/"
    assert f"scorebook: {base}/  (Strg+C beendet)" in lines
