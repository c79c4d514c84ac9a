"""What the docs say of running a server is what the program does: settings, units, proxies, codes of `/health`."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorebook import settings
from scorebook.cli import COMMANDS, workers
from scorebook.services import health
from scorebook.settings import NAMES, Settings
from scorebook.web import importing, security
from tests.processes import ROOT

DOCS = ROOT / "docs"
RUNNING = (DOCS / "running.md").read_text()
UNIT = (DOCS / "scorebook.service").read_text()
PROXIES = ("nginx.conf", "Caddyfile")
UNITS = ("scorebook.service",)
README = (ROOT / "README.md").read_text().partition("## Settings")[2].partition("\n## ")[0]
READ_BY_HAND = {"XDG_DATA_HOME"}
"""What is heeded besides the settings: it is nothing of ours, but where data lie on this system."""
SHOWN = {"none": None, "`0`": 0, "`2`": 2, "`5000`": 5000, "`127.0.0.1`": "127.0.0.1", "`de`": "de"}
"""Defaults as the table writes them."""
FIELDS = {
    "HOST": "host",
    "PORT": "port",
    "SCOREBOOK_BASE_URL": "base_url",
    "SCOREBOOK_PROXIES": "proxies",
    "SCOREBOOK_WORKERS": "workers",
    "SCOREBOOK_LANGUAGE": "language",
}


def rows() -> dict[str, str]:
    """Give the default of each setting, as the README's table writes it."""
    return dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", README, re.MULTILINE))


def asked_names(file: Path) -> set[str]:
    """Find what a module asks the environment for: constants in capitals that it looks up, compares or is given."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"[A-Z][A-Z_]{3,}", node.value)
        ):
            found.add(node.value)
    return found


def test_every_setting_is_in_the_table_with_its_default() -> None:
    """No setting is missing there, none is too many, and what it says happens without one happens."""
    assert set(rows()) == set(NAMES)
    read = Settings.read({})
    for name, field in FIELDS.items():
        assert SHOWN[rows()[name]] == getattr(read, field), name
    assert rows()["SCOREBOOK_TIMEZONE"] == f"`{read.timezone.key}`"
    assert rows()["SCOREBOOK_INSTANCE"].startswith("`instance/` in a checkout")
    assert (rows()["SCOREBOOK_LOG"], read.log) == ("`text` on a terminal, else `json`", None)


def test_the_environment_is_read_in_one_place() -> None:
    """Only the settings look into the environment, for nothing but what is documented."""
    package = ROOT / "scorebook"
    looking = {
        str(file.relative_to(package))
        for file in package.rglob("*.py")
        if re.search(r"os\.environ|getenv", file.read_text())
    }
    assert looking == {"settings.py", "app.py", "cli/serve.py"}  # the app hands it on, `serve` adds an address
    assert asked_names(package / "settings.py") | {"HOST", "PORT"} >= set(NAMES)
    assert {name for name in asked_names(package / "settings.py") if name not in NAMES} <= READ_BY_HAND
    assert all(f"`{name}`" in README for name in READ_BY_HAND)


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_can_be_read_by_systemd(name: str, tmp_path: Path) -> None:
    """`systemd-analyze verify` has nothing to say against it; where there is none, its lines have the right form."""
    text = (DOCS / name).read_text()
    assert all(re.fullmatch(r"(#.*|\[[A-Z]\w+\]|[A-Z]\w+=.*|)", line) for line in text.splitlines())
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        return
    for unit in UNITS:  # the program is not installed here: something else that is there stands for it
        there = (DOCS / unit).read_text().replace("/opt/scorebook/bin/scorebook", shutil.which("true") or "")
        (tmp_path / unit).write_text(there)
    done = subprocess.run([analyze, "verify", str(tmp_path / name)], capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if "scorebook" in line]
    assert told == []


def test_the_unit_sets_what_there_is() -> None:
    """Each setting in the unit exists and is valid, each command too, and a stop waits as long as the server does."""
    given = dict(re.findall(r"^Environment=(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert set(given) <= set(NAMES)
    read = Settings.read(given)
    assert (str(read.instance), read.proxies) == ("/var/lib/scorebook", 1)
    stop = re.search(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    assert stop is not None
    assert int(stop[1]) > workers.graceful_timeout
    for name in UNITS[:2]:
        called = re.findall(r"bin/scorebook (\S+)", (DOCS / name).read_text())
        assert called
        assert set(called) <= set(COMMANDS)


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_agrees_with_the_program(name: str) -> None:
    """Port, socket, address, size and time in the example are those of the unit and of the program."""
    text = (DOCS / name).read_text()
    given = dict(re.findall(r"^Environment=(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert f"{given['HOST']}:{given['PORT']}" in text
    assert given["SCOREBOOK_BASE_URL"].removeprefix("https://") in text
    (largest,) = re.findall(r"(?:client_max_body_size|max_size) (\d+)(?:m;|MiB)", text)
    assert int(largest) * 1024 * 1024 == max(importing.LARGEST, security.LARGEST)
    times = re.findall(r"(?:read_timeout|send_timeout|header_timeout) (\d+)s", text)
    assert times
    assert set(map(int, times)) == {workers.SECONDS}
    assert f"{security.LARGEST // 1024} KB" in text
    socket = re.search(r"`HOST=(unix:\S+)`", RUNNING)
    assert socket is not None
    assert socket[1].removeprefix("unix:") in text


def test_nginx_says_who_asks() -> None:
    """The headers that the book believes are set anew: what a visitor sends in them is thrown away."""
    text = (DOCS / "nginx.conf").read_text()
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in text


def test_every_code_of_health_is_explained() -> None:
    """What `/health` can say stands in the table, and nothing else."""
    told = set(re.findall(r"^\| `([a-z_]+)` \|", RUNNING, re.MULTILINE))
    source = Path(health.__file__).read_text()
    known = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"(database|schema|disk|instance|backup)_[a-z]+", node.value)
    }
    assert told == known


def test_what_the_docs_name_is_there() -> None:
    """Each setting, command and file that is named in the docs of running exists."""
    assert set(re.findall(r"\b(?:SCOREBOOK_[A-Z]+|DATABASE_URL|SECRET_KEY)\b", RUNNING)) <= set(NAMES)
    assert set(re.findall(r"bin/scorebook ([a-z-]+)", RUNNING)) <= set(COMMANDS)
    for name in re.findall(r"\]\(([\w.-]+)\)", RUNNING):
        assert (DOCS / name).is_file(), name
    assert settings.MOST_WORKERS == 32
    assert "1 to 32" in README
