"""A score book for the card game Schafkopf."""

__version__ = "0.1.0"
