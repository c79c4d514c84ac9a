"""The house around the code: what is documented, what is packed, what is tracked, how large things are."""

import ast
import doctest
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from flask import Flask
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright.sync_api import Page

from scorebook import __version__, rules
from scorebook.cli import COMMANDS
from scorebook.settings import NAMES
from tests.browser import find_chromium
from tests.processes import ROOT, environment, first_link, get, serving

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
README = (ROOT / "README.md").read_text()
OWN_COMMANDS = [name for name, (place, _) in COMMANDS.items() if place.startswith("scorebook.") and name != "db"]


def tracked() -> list[Path]:
    """Give the files that git knows, or would take up with `git add`."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def modules() -> list[Path]:
    """Give the tracked Python files, without the migrations, which are history."""
    return [path for path in tracked() if path.suffix == ".py" and (ROOT / "migrations") not in path.parents]


def dependencies() -> Iterator[Requirement]:
    """Give all that pyproject.toml asks for: to build, to run, to develop."""
    project = PROJECT["project"]
    lists = [PROJECT["build-system"]["requires"], project["dependencies"], *project["optional-dependencies"].values()]
    return (Requirement(text) for texts in lists for text in texts)


def python(program: str) -> subprocess.CompletedProcess[str]:
    """Run a small program in a fresh interpreter."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment())


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
        env=environment(),
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.parametrize("folder", ["templates", "static", "migrations"])
def test_wheel_carries_folder(wheel: Path, folder: str) -> None:
    """Every tracked file of the folders beside the package lies in the wheel, inside the package."""
    carried = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"scorebook/_data/{path.relative_to(ROOT)}" for path in tracked() if (ROOT / folder) in path.parents}
    assert wanted
    assert wanted <= carried


def test_wheel_carries_package_and_nothing_else(wheel: Path) -> None:
    """The wheel has every tracked file of the package, data included, and neither tests nor anybody's instance."""
    carried = set(zipfile.ZipFile(wheel).namelist())
    wanted = {str(path.relative_to(ROOT)) for path in tracked() if (ROOT / "scorebook") in path.parents}
    assert wanted <= carried
    assert {name.split("/")[0] for name in carried} == {"scorebook", f"scorebook-{__version__}.dist-info"}


def test_installed_wheel_serves(wheel: Path, tmp_path: Path) -> None:
    """The wheel, installed into a clean environment and started in an empty folder, answers at /."""
    home = tmp_path / "environment"
    interpreter = home / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    install = [sys.executable, "-m", "pip", "--python", interpreter, "install", "-q", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, env=environment())
    # The packages beside the running pytest, without what only an editable install adds.
    (site,) = home.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(f"{Path(pytest.__file__).parent.parent}\n")

    place = [interpreter, "-c", "import scorebook; print(scorebook.__file__)"]
    assert subprocess.run(place, check=True, capture_output=True, text=True, cwd=tmp_path).stdout.startswith(str(home))
    instance = tmp_path / "instance"
    with serving([home / "bin" / "scorebook", "serve"], tmp_path, tmp_path / "log", SCOREBOOK_INSTANCE=instance) as url:
        status, text = get(url + "/")
        opened, button = get(first_link(tmp_path / "log"))
    assert (status, opened) == (200, 200)
    assert "Schreibbuch öffnen" in button
    assert "<html" in text
    assert (instance / "scorebook.sqlite").exists()


def test_second_run_downloads_nothing(tmp_path: Path) -> None:
    """Where all is installed, `make run` serves at once: it installs nothing, and no index is there to be asked."""
    subprocess.run(["make", ".venv/.run"], cwd=ROOT, check=True, capture_output=True, env=environment())
    settings = {"SCOREBOOK_INSTANCE": tmp_path, "PIP_NO_INDEX": "1"}
    with serving(["make", "run"], ROOT, tmp_path / "log", **settings) as url:
        assert get(url + "/")[0] == 200
    said = (tmp_path / "log").read_text()
    assert first_link(tmp_path / "log").startswith(f"{url}/einladung/")
    assert "installing" not in said
    assert "ownload" not in said
    assert "http://127.0.0.1:" in said


def test_first_page_on_postgres(postgres_app: Flask) -> None:
    """On a fresh PostgreSQL database, / answers as it does on SQLite."""
    assert postgres_app.test_client().get("/", follow_redirects=True).status_code == 200


def test_first_page_in_a_browser(page: Page, live_server: str) -> None:
    """A real browser shows / without an error, and asks no other host for anything."""
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server}/")
    assert page.title()
    assert page.locator("h1").count() == 1
    assert [url for url in asked if not url.startswith(live_server)] == []
    assert [fault for fault in faults if "favicon" not in fault and "404" not in fault] == []


def test_missing_chromium_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a Chromium the browser tests fail with a hint; they are not skipped."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(pytest.fail.Exception, match="make test"):
        find_chromium()


def test_every_target_is_documented() -> None:
    """Each target of the Makefile that a person may ask for stands in the README and in `make help`."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    helped = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True, env=environment())
    for target in targets:
        assert f"| `make {target}` |" in README
        assert re.search(rf"^make {target} +\w", helped.stdout, re.MULTILINE)


def test_every_command_is_documented() -> None:
    """Each command stands in the README, and `scorebook --help` lists it with one line."""
    said = python("from scorebook.app import main; main(['--help'])").stdout
    for name, (_, text) in COMMANDS.items():
        assert f"| `scorebook {name}` |" in README
        assert re.search(rf"^  {name} +{re.escape(text)}$", said, re.MULTILINE)


def test_examples_of_the_readme_hold() -> None:
    """What the README shows of the game as a library comes out just so."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_there(name: str) -> None:
    """Each command of the table exists under the name and at the place that the table says."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    command = getattr(import_module(module), attribute)
    assert isinstance(command, click.Command)
    assert command.name == name


@pytest.mark.parametrize("name", OWN_COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    """Each command has a description and each of its options a help text."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    assert command.help
    assert [option.name for option in command.params if isinstance(option, click.Option) and not option.help] == []


@pytest.mark.parametrize("name", ["score", "schema", "settle", "seat"])
def test_quick_command_starts_quickly(name: str) -> None:
    """A command that needs neither pages, database nor paper does not import what makes them."""
    heavy = ["flask", "flask_sqlalchemy", "sqlalchemy", "alembic", "weasyprint", "pygal", "wtforms"]
    program = (
        "import sys, scorebook.app\n"
        f"try: scorebook.app.main([{name!r}, '--help'])\nexcept SystemExit: pass\n"
        f"sys.exit(repr([name for name in {heavy} if name in sys.modules]))"
    )
    assert python(program).stderr.strip() == "[]"


def test_every_setting_is_documented() -> None:
    """Each setting stands in the README's table, and the table has no other."""
    table = README.partition("## Settings")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE)) == set(NAMES)


def test_every_dependency_has_its_reason() -> None:
    """Each dependency has a line in CONTRIBUTING that says why it is there, and no line speaks of one that is gone."""
    text = (ROOT / "CONTRIBUTING.md").read_text().partition("## Dependencies")[2]
    explained = [canonicalize_name(name) for name in re.findall(r"^\* ([\w-]+)[^:\n]*: \S", text, re.MULTILINE)]
    assert sorted(explained) == sorted({canonicalize_name(dependency.name) for dependency in dependencies()})


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_with_hashes(name: str) -> None:
    """Every requirement has one exact version and hashes; no line is an option, such as the address of an index."""
    text = re.sub(r" *\\\n *", " ", (ROOT / name).read_text())
    for line in text.splitlines():
        if line and not line.lstrip().startswith("#"):
            assert re.fullmatch(r"[a-z0-9._-]+==\S+( ; [^@]+?)?( --hash=sha256:[0-9a-f]{64})+", line)


def test_requirements_fit_the_dependencies() -> None:
    """What is pinned is what pyproject.toml asks for; otherwise `make lock` was forgotten."""
    pins = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements-dev.txt").read_text(), re.MULTILINE))
    for dependency in dependencies():
        assert dependency.specifier.contains(pins[canonicalize_name(dependency.name)]), dependency
    run = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    assert run.items() <= pins.items()


def test_no_file_names_a_machine() -> None:
    """No tracked file names the folder of this checkout, a person's home, or the host of a package registry."""
    hosts = ["py" + "pi.org", "python" + "hosted.org", "deb." + "debian.org", "registry.npm" + "js"]
    places = [f"{ROOT}/", f"{ROOT.parent}/", f"{Path.home()}/"]
    named = re.compile("|".join(map(re.escape, hosts + [place for place in places if len(place) > 2])))
    homes = re.compile(r"(?<![\w.])/(home|Users)/\w")
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "ignore")
        assert not named.search(text), path
        assert not homes.search(text), path


def test_instance_is_empty() -> None:
    """Nothing of anybody's instance is tracked: the folder holds a .gitignore alone."""
    assert [path.name for path in tracked() if (ROOT / "instance") in path.parents] == [".gitignore"]


def test_every_module_of_the_rules_is_introduced() -> None:
    """Whoever opens the package of the rules reads what each of its modules is for."""
    names = [path.stem for path in modules() if path.parent == ROOT / "scorebook" / "rules" and path.stem != "__init__"]
    assert [name for name in names if not re.search(rf"\b{name}\b", rules.__doc__ or "")] == []


def test_sizes() -> None:
    """A module has at most 400 lines, a function at most 60."""
    too_large = []
    for path in modules():
        text = path.read_text()
        sizes = {
            f"{path.relative_to(ROOT)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        too_large += [f"{name}: {size} lines" for name, size in sizes.items() if size > 60]
        too_large += [f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines"] if text.count("\n") > 400 else []
    assert too_large == []


def test_changelog_knows_this_version() -> None:
    """The version of the package has its part in the changelog."""
    assert f"\n## {__version__} " in (ROOT / "CHANGELOG.md").read_text()
