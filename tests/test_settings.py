"""The settings: where things lie, what the environment may say, and the key that signs cookies."""

import multiprocessing
import stat
from pathlib import Path

import pytest

from scorebook.errors import SettingError
from scorebook.settings import Settings, folder, in_checkout
from tests.processes import ROOT


def read(**values: str | Path) -> Settings:
    """Read settings from these values alone."""
    return Settings.read({name: str(value) for name, value in values.items()})


def test_defaults_of_a_checkout() -> None:
    """Unset, a checkout keeps its data in instance/ and serves German on 127.0.0.1:5000 in Bavaria's time."""
    settings = read()
    assert in_checkout()
    assert settings.instance == ROOT / "instance"
    assert settings.database_url == f"sqlite:///{ROOT / 'instance' / 'scorebook.sqlite'}"
    assert (settings.host, settings.port, settings.timezone.key) == ("127.0.0.1", 5000, "Europe/Berlin")
    assert settings.language == "de"


def test_defaults_of_an_installed_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Outside a checkout the data lie in the person's data folder, and the package's own folders inside it."""
    monkeypatch.setattr("scorebook.settings.CHECKOUT", tmp_path)
    monkeypatch.setattr("scorebook.settings.PACKAGE", tmp_path / "scorebook")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read().instance == tmp_path / ".local" / "share" / "scorebook"
    assert read(XDG_DATA_HOME=tmp_path / "data").instance == tmp_path / "data" / "scorebook"
    assert folder("templates") == tmp_path / "scorebook" / "_data" / "templates"


def test_empty_value_is_none() -> None:
    """A setting that is set to nothing counts as not set."""
    assert (
        read(
            PORT="",
            HOST="",
            DATABASE_URL="",
            SECRET_KEY="",
            SCOREBOOK_TIMEZONE="",
            SCOREBOOK_INSTANCE="",
            SCOREBOOK_LANGUAGE="",
            SCOREBOOK_BASE_URL="",
            SCOREBOOK_PROXIES="",
            SCOREBOOK_WORKERS="",
            SCOREBOOK_LOG="",
        )
        == read()
    )


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgres_is_reached_by_psycopg(scheme: str) -> None:
    """Every usual spelling of a PostgreSQL address leads to psycopg 3."""
    assert read(DATABASE_URL=f"{scheme}://u:p@h/d").database_url == "postgresql+psycopg://u:p@h/d"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://u:hush@h/d"),
        ("DATABASE_URL", "scorebook.sqlite"),
        ("HOST", "http://127.0.0.1"),
        ("HOST", "a b"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "5OOO"),
        ("PORT", "-1"),
        ("PORT", "٥"),
        ("SCOREBOOK_TIMEZONE", "Moon/Crater"),
        ("SCOREBOOK_TIMEZONE", "../../etc/passwd"),
        ("SCOREBOOK_INSTANCE", ROOT / "README.md"),
        ("SECRET_KEY", "short"),
        ("SCOREBOOK_LANGUAGE", "fr"),
        ("SCOREBOOK_LANGUAGE", "DE"),
        ("SCOREBOOK_BASE_URL", "schafkopf.example"),
        ("SCOREBOOK_BASE_URL", "ftp://schafkopf.example"),
        ("SCOREBOOK_BASE_URL", "//schafkopf.example"),
        ("SCOREBOOK_BASE_URL", "https://"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example?x=1"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example?"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example#x"),
        ("SCOREBOOK_BASE_URL", "https://wirt@schafkopf.example"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example:x"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example:0"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example:65536"),
        ("SCOREBOOK_BASE_URL", "https://schaf kopf.example"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example/a b"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example/../x"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example//x"),
        ("SCOREBOOK_BASE_URL", "https://schafkopf.example\\@evil.example"),
        ("SCOREBOOK_BASE_URL", "https://-x.example"),
        ("SCOREBOOK_BASE_URL", "https://[::1"),
        ("SCOREBOOK_BASE_URL", "https://2130706433"),
        ("HOST", "unix:http.sock"),
        ("HOST", "unix:/run/" + "x" * 100),
        ("HOST", "unix:/run/scorebook/http.sock"),  # nobody could say how it is reached
        ("SCOREBOOK_WORKERS", "0"),
        ("SCOREBOOK_WORKERS", "33"),
        ("SCOREBOOK_WORKERS", "viele"),
        ("SCOREBOOK_LOG", "xml"),
        ("SCOREBOOK_PROXIES", "-1"),
        ("SCOREBOOK_PROXIES", "10"),
        ("SCOREBOOK_PROXIES", "ja"),
        ("SCOREBOOK_PROXIES", "²"),
    ],
)
def test_wrong_setting_is_named(name: str, value: str | Path) -> None:
    """A value that makes no sense is refused in one line that names its setting, and tells no secret."""
    with pytest.raises(SettingError) as caught:
        read(**{name: value})
    assert caught.value.message.startswith(f"{name}: ")
    assert "\n" not in caught.value.message
    assert "hush" not in caught.value.message


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.9.9.9",
        "localhost",
        "LOCALHOST",
        "tisch.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "[::]",
    ],
)
def test_no_address_that_only_this_machine_reaches(host: str) -> None:
    """A base address that leads a tablet to itself is refused, and the line says why."""
    with pytest.raises(SettingError, match=r"^SCOREBOOK_BASE_URL: .* erreicht nur dieser Rechner selbst"):
        read(SCOREBOOK_BASE_URL=f"http://{host}:5000")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://schafkopf.example", "https://schafkopf.example"),
        ("https://schafkopf.example/", "https://schafkopf.example"),
        ("http://192.168.178.20:5000", "http://192.168.178.20:5000"),
        ("http://[fd00::20]:5000/buch/", "http://[fd00::20]:5000/buch"),
        ("http://tisch", "http://tisch"),
    ],
)
def test_base_url_is_kept_without_its_last_slash(given: str, kept: str) -> None:
    """An address of the network or the internet is taken, with port and path; none is the default."""
    assert read(SCOREBOOK_BASE_URL=given).base_url == kept
    assert read().base_url is None


def test_proxies_are_counted() -> None:
    """No proxy is trusted unless the setting says how many."""
    assert (read().proxies, read(SCOREBOOK_PROXIES="2").proxies) == (0, 2)


def test_a_socket_behind_a_proxy() -> None:
    """Where a proxy is believed and the address known, HOST can name a socket instead of an address."""
    reached = {"SCOREBOOK_BASE_URL": "https://schafkopf.example", "SCOREBOOK_PROXIES": "1"}
    assert read(HOST="unix:/run/scorebook/http.sock", **reached).host == "unix:/run/scorebook/http.sock"


def test_workers_and_log() -> None:
    """Two workers serve unless it is said otherwise, and the log takes the form that fits."""
    assert (read().workers, read().log) == (2, None)
    assert (read(SCOREBOOK_WORKERS="8").workers, read(SCOREBOOK_LOG="json").log) == (8, "json")


def test_no_secret_in_the_representation() -> None:
    """Printing the settings shows neither the key nor the database's password."""
    shown = repr(read(DATABASE_URL="postgresql://u:hush@h/d", SECRET_KEY="hush" * 8))
    assert "hush" not in shown


def test_secret_key_is_never_constant(tmp_path: Path) -> None:
    """Each instance gets a key of its own, keeps it, and lets its owner alone read it."""
    one, other = (read(SCOREBOOK_INSTANCE=tmp_path / name) for name in ("one", "other"))
    assert len(one.secret_key()) >= 32
    assert one.secret_key() == one.secret_key()
    assert one.secret_key() != other.secret_key()
    assert stat.S_IMODE((one.instance / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in one.instance.iterdir()] == ["secret_key"]


def key_of(instance: str) -> str:
    """Give the key of an instance; runs in a process of its own."""
    return read(SCOREBOOK_INSTANCE=instance).secret_key()


def test_processes_agree_on_the_key(tmp_path: Path) -> None:
    """Where many processes start at once on a new instance, all get the same key."""
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert len(set(pool.map(key_of, [str(tmp_path / "new")] * 16, chunksize=1))) == 1


def test_damaged_key_is_told(tmp_path: Path) -> None:
    """An empty or cut key file is refused; it is never replaced, and cookies are never signed with it."""
    (tmp_path / "secret_key").write_text("abc\n")
    with pytest.raises(SettingError, match="zu kurz"):
        read(SCOREBOOK_INSTANCE=tmp_path).secret_key()
    assert (tmp_path / "secret_key").read_text() == "abc\n"


def test_key_given_by_hand(tmp_path: Path) -> None:
    """SECRET_KEY comes before the file, and no file is made."""
    assert read(SCOREBOOK_INSTANCE=tmp_path, SECRET_KEY="k" * 20).secret_key() == "k" * 20
    assert list(tmp_path.iterdir()) == []
