"""What holds on every page, whatever it says."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.every_page import every_page

LIST_WITH_A_ROLE = re.compile(r"<(?:ul|ol|dl)\b[^>]* role=[^>]*>")
NO_TERM_FIRST = re.compile(r"<dl\b[^>]*>\s*(?!\s|<dt|<div)[^>]*>")
SAID_AT_TOP = re.compile(r'<li><a href="#[^"]*">([^<]+)</a></li>')
SAID_TWICE = re.compile(r"(.+[?:]) \1")


def test_every_page_reads_well(app: Flask, client: FlaskClient) -> None:
    """Lists stay lists for those who listen, those of terms begin with one; no summary says a field's name twice."""
    told = 0
    for address, answer in every_page(app, client):
        if answer.mimetype == "text/html":
            assert LIST_WITH_A_ROLE.findall(answer.text) == NO_TERM_FIRST.findall(answer.text) == [], address
            lines = SAID_AT_TOP.findall(answer.text)
            assert [line for line in lines if SAID_TWICE.match(line)] == [], address
            told += len(lines)
    assert told > 20
