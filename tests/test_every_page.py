"""What holds on every page, whatever it says."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.every_page import every_page

LIST_WITH_A_ROLE = re.compile(r"<(?:ul|ol|dl)\b[^>]* role=[^>]*>")
SAID_AT_TOP = re.compile(r'<li><a href="#[^"]*">([^<]+)</a></li>')
SAID_TWICE = re.compile(r"(.+[?:]) \1")


def test_every_page_reads_well(app: Flask, client: FlaskClient) -> None:
    """A list stays a list for those who listen to it, and no summary says the name of a field twice."""
    told = 0
    for address, answer in every_page(app, client):
        if answer.mimetype == "text/html":
            assert LIST_WITH_A_ROLE.findall(answer.text) == [], address
            lines = SAID_AT_TOP.findall(answer.text)
            assert [line for line in lines if SAID_TWICE.match(line)] == [], address
            told += len(lines)
    assert told > 20
