"""An exported evening is read in by the page and by the command: what they say, and what they refuse."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorebook.app import main
from scorebook.exchange import evening_json
from tests import evenings
from tests.actions import Page


def upload(client: FlaskClient, text: bytes) -> Page:
    """Send a file with the form."""
    return Page(client.post("/abende/einlesen", data={"file": (BytesIO(text), "abend.json")}))


def confirmed(client: FlaskClient, text: bytes, *, again: bool = False) -> TestResponse:
    """Send a file with the form, say yes on the page that it leads to, and give what comes then.

    `again`: where all of it is there, that page has no button, but somebody may have had it open from before.
    """
    looked = client.post("/abende/einlesen", data={"file": (BytesIO(text), "abend.json")})
    assert looked.status_code == 303
    page = Page(client.get(looked.location))
    assert ("Es gibt nichts einzulesen" in page.text()) is again
    return client.post(looked.location, data=page.inputs)


def test_the_page_reads_a_file(client: FlaskClient) -> None:
    """The form stands on the start page and on one of its own; a file of more than 256 KiB leads to its evening."""
    text = json.dumps(evening_json(evenings.evening(1000))).encode()
    assert len(text) > 256 * 1024
    assert "/abende/einlesen" in Page(client.get("/abende/neu")).links
    answer = confirmed(client, text)
    assert answer.status_code == 303
    assert "1000 Spiele" in Page(client.get("/")).text()
    assert "file" in Page(client.get("/")).offered
    assert "Stammtisch Lamm" in Page(client.get(answer.location)).text()


def test_the_page_says_what_became_of_the_file(client: FlaskClient) -> None:
    """The evening to which it leads says once whether it was read now, or stood there before."""
    text = json.dumps(evening_json(evenings.evening(2))).encode()
    for said in ("Der Abend ist eingelesen.", "Dieser Abend steht schon da."):
        answer = confirmed(client, text, again=said != "Der Abend ist eingelesen.")
        assert Page(client.get(answer.location)).text("message") == said
        assert said not in Page(client.get(answer.location)).text()


def test_the_page_says_what_is_wrong(client: FlaskClient) -> None:
    """No file, a broken one, one of another kind, a huge one: each is told at the field, and nothing is read."""
    assert "Welche Datei?" in Page(client.post("/abende/einlesen", data={})).errors("file")
    assert "kein Text" in upload(client, b"\x00\xff").errors("file")
    assert "kein JSON" in upload(client, b"{").errors("file")
    assert "kein Abend" in upload(client, b"[1, 2]").errors("file")
    form = "multipart/form-data; boundary=x"
    huge = Page(client.post("/abende/einlesen", data=b"-" * (9 * 1024 * 1024), content_type=form))
    assert (huge.status, "zu groß" in huge.errors("file")) == (413, True)
    many = evening_json(evenings.evening(12))
    for one in many["sheets"][0]["games"]:
        one["payouts"] = [0, 0, 0, 0]
    assert "mehr" in upload(client, json.dumps(many).encode()).errors("file")
    assert client.get("/").status_code == 302


def test_the_page_wants_the_token(make_app: Callable[..., Any]) -> None:
    """Without the token of this browser nothing is read."""
    client = make_app(WTF_CSRF_ENABLED=True).test_client()
    page = upload(client, json.dumps(evening_json(evenings.evening(2))).encode())
    assert (page.status, "zu alt" in page.text("summary")) == (400, True)
    assert client.get("/").status_code == 302


def test_the_command_reads_and_refuses(app: Any, monkeypatch: Any, capsys: Any, tmp_path: Any) -> None:
    """`scorebook import` says where the evening is, a second time that it is there, and what is wrong in one line."""
    monkeypatch.setenv("SCOREBOOK_INSTANCE", str(tmp_path))
    file, code = tmp_path / "abend.json", evenings.evening(2).check_code()
    text = json.dumps(evening_json(evenings.evening(2)))
    said = []
    for content in (text, text, text.replace("scorebook/1", "scorebook/2"), text[:-5]):
        file.write_text(content)
        with pytest.raises(SystemExit) as ended:
            main(["import", str(file)])
        out = capsys.readouterr()
        said.append((ended.value.code, (out.out or out.err).strip()))
    assert said[0] == (0, f"Abend 1 ist eingelesen. Prüfzeichen {code}.")
    assert said[1] == (0, f"Abend 1 steht schon da. Prüfzeichen {code}.")
    assert said[2][0] == said[3][0] == 2
    assert "neueren Version" in said[2][1]
    assert all(len(line.splitlines()) == 1 for _, line in said)
