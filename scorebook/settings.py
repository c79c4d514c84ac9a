"""Where things lie and how they are reached: read once from the environment, then never changed."""

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from scorebook.errors import SettingError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
NAMES = (
    "SCOREBOOK_INSTANCE",
    "DATABASE_URL",
    "SCOREBOOK_BACKUPS",
    "HOST",
    "PORT",
    "SCOREBOOK_BASE_URL",
    "SCOREBOOK_PROXIES",
    "SCOREBOOK_WORKERS",
    "SCOREBOOK_LOG",
    "SCOREBOOK_TIMEZONE",
    "SCOREBOOK_LANGUAGE",
    "SECRET_KEY",
)
BERLIN = ZoneInfo("Europe/Berlin")
"""The clock on the wall, where nothing else is said."""
MIN_SECRET = 16
HOST_NAME = re.compile(
    r"(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?", re.I
)
"""A name of a host, whose last part is no number: else a browser reads the whole as an address."""
SOCKET = "unix:"
"""What stands before the path of a socket, where HOST names one."""
LONGEST_SOCKET = 100
"""Bytes of such a path: the system takes few more."""
MOST_WORKERS = 32
LOGS = ("text", "json")
LANGUAGES = ("de", "en", "bar")
"""The languages that `scorebook.wording` speaks."""


def in_checkout() -> bool:
    """Tell whether this runs from a checkout, and not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def folder(name: str) -> Path:
    """Find a folder that lies beside the package in a checkout and inside it in a wheel: templates, static, ..."""
    return CHECKOUT / name if in_checkout() else PACKAGE / "_data" / name


@dataclass(frozen=True, slots=True)
class Settings:
    """All that differs from one installation to the next.

    `database_url` names its driver. `backups` is the folder of the daily ones, None where somebody else makes them.
    `host` is an address, or the path of a socket behind `SOCKET`. `base_url` is the address at which other devices
    reach the server, without a slash at its end; `proxies` is how many trusted ones stand before it. `log` is the form
    of the log, None for that which fits. `secret` is the key given by hand, if any: ask `secret_key`.
    """

    instance: Path
    database_url: str = field(repr=False)
    backups: Path | None
    host: str
    port: int
    base_url: str | None
    proxies: int
    workers: int
    log: str | None
    timezone: ZoneInfo
    language: str
    secret: str | None = field(repr=False)

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read the settings; an empty value counts as none.

        Raises SettingError for the first value that makes no sense. Creates and opens nothing.
        """
        values = {name: value for name, value in (os.environ if environ is None else environ).items() if value}
        instance = _instance(values)
        base_url = _base_url(values["SCOREBOOK_BASE_URL"]) if "SCOREBOOK_BASE_URL" in values else None
        proxies = _number("SCOREBOOK_PROXIES", values.get("SCOREBOOK_PROXIES", "0"), 0, 9)
        return cls(
            instance=instance,
            database_url=_database_url(values.get("DATABASE_URL"), instance),
            backups=_backups(values.get("SCOREBOOK_BACKUPS"), instance),
            host=_host(values.get("HOST", "127.0.0.1"), reached=bool(base_url and proxies)),
            port=_number("PORT", values.get("PORT", "5000"), 1, 65535),
            base_url=base_url,
            proxies=proxies,
            workers=_number("SCOREBOOK_WORKERS", values.get("SCOREBOOK_WORKERS", "2"), 1, MOST_WORKERS),
            log=_one_of("SCOREBOOK_LOG", values["SCOREBOOK_LOG"], LOGS) if "SCOREBOOK_LOG" in values else None,
            timezone=_timezone(values.get("SCOREBOOK_TIMEZONE", "Europe/Berlin")),
            language=_one_of("SCOREBOOK_LANGUAGE", values.get("SCOREBOOK_LANGUAGE", "de"), LANGUAGES),
            secret=_long_enough(values["SECRET_KEY"], "SECRET_KEY") if "SECRET_KEY" in values else None,
        )

    def make_instance(self) -> Path:
        """Create the instance folder where it is missing, readable by its owner alone."""
        try:
            self.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SettingError(f"Der Ordner {self.instance} lässt sich nicht anlegen ({error.strerror}).") from error
        return self.instance

    def secret_key(self) -> str:
        """Give the key that signs cookies: the one set by hand, else that of the instance folder, made at first use."""
        if self.secret:
            return self.secret
        path = self.make_instance() / "secret_key"
        try:
            if not path.exists():
                _create(path, secrets.token_hex(32))
            key = path.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise SettingError(f"Der Schlüssel {path} lässt sich nicht lesen ({error.strerror}).") from error
        return _long_enough(key, str(path))


def _create(path: Path, text: str) -> None:
    """Write a new file of mode 0600 whole or not at all; where another process was first, its file stays."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()


def _instance(values: Mapping[str, str]) -> Path:
    if "SCOREBOOK_INSTANCE" in values:
        path = Path(values["SCOREBOOK_INSTANCE"]).expanduser().absolute()
    elif in_checkout():
        path = CHECKOUT / "instance"
    else:
        path = Path(values.get("XDG_DATA_HOME") or Path.home() / ".local" / "share").absolute() / "scorebook"
    if path.exists() and not path.is_dir():
        raise SettingError(f"SCOREBOOK_INSTANCE: {path} ist kein Ordner.")
    return path


def _backups(given: str | None, instance: Path) -> Path | None:
    if given is None:
        return instance / "backups"
    if given == "off":
        return None
    path = Path(given).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise SettingError(f"SCOREBOOK_BACKUPS: {path} ist kein Ordner. Erwartet wird ein Ordner, oder off.")
    return path


def _database_url(given: str | None, instance: Path) -> str:
    if given is None:
        return f"sqlite:///{instance / 'scorebook.sqlite'}"
    url = re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", given)
    if not url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise SettingError("DATABASE_URL: erwartet wird postgresql://… oder sqlite:///… .")
    return url


def _host(given: str, *, reached: bool) -> str:
    """Read where to listen. A socket is reached by a proxy alone: that has to be believed, and its address known."""
    path = given.removeprefix(SOCKET)
    if path != given:
        if not path.startswith("/") or len(path.encode()) > LONGEST_SOCKET or not path.isprintable():
            raise SettingError(f"HOST: {given!r} ist kein Socket, erwartet wird etwa unix:/run/scorebook/http.sock.")
        if not reached:
            raise SettingError("HOST: ein Socket braucht SCOREBOOK_BASE_URL und SCOREBOOK_PROXIES=1.")
    elif not re.fullmatch(r"[0-9A-Za-z.:-]+", given):
        raise SettingError(f"HOST: {given!r} ist keine Adresse, erwartet wird etwa 127.0.0.1 oder 0.0.0.0.")
    return given


def _number(name: str, given: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", given) or not least <= int(given) <= most:
        raise SettingError(f"{name}: {given!r} ist keine Zahl von {least} bis {most}.")
    return int(given)


def _one_of(name: str, given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        raise SettingError(f"{name}: {given!r} gibt es nicht, nur {', '.join(known)}.")
    return given


def _base_url(given: str) -> str:
    """Read the address that QR codes and papers name. One that only this machine reaches is none."""
    wrong = f"SCOREBOOK_BASE_URL: {given!r} ist keine Adresse, erwartet wird etwa https://schafkopf.example."
    try:
        parts = urlsplit(given)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise SettingError(wrong) from error
    if not _plain(given, parts) or port == 0 or not _is_host(host):
        raise SettingError(wrong)
    if _only_here(host):
        raise SettingError(f"SCOREBOOK_BASE_URL: {host} erreicht nur dieser Rechner selbst, kein Tablet.")
    return given.rstrip("/")


def _plain(given: str, parts: SplitResult) -> bool:
    """Tell whether an address has nothing but scheme, host, port and path."""
    path = re.fullmatch(r"(?:/[A-Za-z0-9._~-]+)*/?", parts.path) and not {".", ".."} & {*parts.path.split("/")}
    return bool(parts.scheme in ("http", "https") and path and not set("?#@\\ ") & set(given))


def _is_host(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return HOST_NAME.fullmatch(host) is not None
    return True


def _only_here(host: str) -> bool:
    """Tell whether a host is this machine, or none at all."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def _timezone(given: str) -> ZoneInfo:
    try:
        return ZoneInfo(given)
    except (KeyError, ValueError, OSError) as error:
        raise SettingError(f"SCOREBOOK_TIMEZONE: {given!r} gibt es nicht, erwartet wird etwa Europe/Berlin.") from error


def _long_enough(key: str, name: str) -> str:
    if len(key) < MIN_SECRET:
        raise SettingError(f"{name}: der Schlüssel ist zu kurz, mindestens {MIN_SECRET} Zeichen.")
    return key
