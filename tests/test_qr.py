"""The QR codes: what is drawn can be read, at every length that an address may have."""

import pytest

from scorebook.reports.qr import qr
from tests.qr import decode, of_svg


@pytest.mark.parametrize("length", [1, 20, 42, 60, 78, 90, 110, 140, 170, 200])
def test_what_is_drawn_can_be_read(length: int) -> None:
    """Each version of a code, from a letter to a long address, is read back, with white around it."""
    text = ("https://schafkopf.example/herein/" + "aZ09_-" * 40)[:length]
    assert decode(of_svg(qr(text, "x"))) == text


def test_a_code_is_told_to_those_who_do_not_see_it() -> None:
    """The picture has a name, in which nothing is markup, and is black on white whatever is around it."""
    drawn = qr("x", "<b>")
    assert "<title>&lt;b&gt;</title>" in drawn
    assert 'role="img"' in drawn
    assert drawn.index('fill="#ffffff"') < drawn.index('fill="#000000"')


def test_another_text_is_another_code() -> None:
    """The reader of these tests tells two codes apart."""
    assert decode(of_svg(qr("http://a.example/1", ""))) != decode(of_svg(qr("http://a.example/2", "")))
