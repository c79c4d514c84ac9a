"""The clock on the wall: that of the place where the book lies, whatever the server or a browser have."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from flask import current_app

from scorebook.settings import Settings


def timezone() -> ZoneInfo:
    """Give the zone by which pages and papers tell times."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.timezone


def local(moment: datetime) -> datetime:
    """Give a moment by the clock on the wall."""
    return moment.astimezone(timezone())


def today() -> date:
    """Give the day on the wall."""
    return local(datetime.now(UTC)).date()
