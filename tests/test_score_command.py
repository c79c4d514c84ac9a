"""`scorebook score`, as a program that is piped."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scorebook.cli.lines import BATCH

SCOREBOOK = str(Path(sys.executable).with_name("scorebook"))
GAME = {"contract": "sauspiel", "declarer": 0, "partner": 2, "augen": 70}


def score(text, *arguments):
    """Exit status, answers and what was said on stderr."""
    data = text if isinstance(text, bytes) else text.encode()
    run = subprocess.run([SCOREBOOK, "score", *arguments], input=data, capture_output=True, check=False)
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()], run.stderr.decode()


def lines(*objects):
    """JSON lines."""
    return "".join(json.dumps(data) + "\n" for data in objects)


def test_every_line_has_its_answer_in_order():
    """Accepted, refused and blank lines: one answer for each that is not blank, in order, with its id."""
    status, answers, _ = score(
        lines({"id": 1, "game": GAME}) + "\n \n" + lines({"id": 2, "game": {"contract": "x"}}, GAME)
    )
    assert [(answer["id"], answer["ok"]) for answer in answers] == [(1, True), (2, False), (None, True)]
    assert status == 1


def test_exit_status_tells_what_happened():
    """0: all accepted; 1: some refused; 2: some line was no JSON object, the lines after it are still scored."""
    assert score(lines(GAME))[0] == 0
    assert score("")[0] == 0
    status, answers, _ = score("{nope\n[1]\n" + lines(GAME) + '{"id": 5, "game": {"augen": 1, "augen": 2}}\n')
    assert status == 2
    assert [(a["errors"][0]["code"] if not a["ok"] else "ok") for a in answers] == [
        "json.invalid",
        "json.invalid",
        "ok",
        "key.twice",
    ]
    assert answers[3]["id"] == 5


def test_rules_come_from_a_preset_or_a_file(tmp_path):
    """`--rules` takes both; what is neither is a usage error with the known presets."""
    assert score(lines(GAME), "--rules", "schafkopf3d_10_20", "-")[1][0]["value"] == 10
    file = tmp_path / "haus.json"
    file.write_text('{"preset": "bsv_10_50", "base": {"sauspiel": 30}}')
    assert score(lines(GAME), "--rules", str(file))[1][0]["value"] == 30
    status, answers, said = score(lines(GAME), "--rules", "nirgends")
    assert (status, answers) == (2, [])
    assert "bayern_10_20_50" in said
    file.write_text('{"laufende": {"minimum": 2}}')
    status, _, said = score(lines(GAME), "--rules", str(file))
    assert status == 2
    assert "Traceback" not in said


def test_a_file_that_is_not_there_is_a_usage_error():
    """One line, no traceback, exit status 2."""
    status, answers, said = score("", "gibtsnicht.jsonl")
    assert (status, answers) == (2, [])
    assert "Traceback" not in said


@pytest.mark.parametrize("name", ["Jürgen Weiß", "😀", "\ud800", "<b>", 'a"b'])
def test_ids_come_back_as_they_were(name):
    """Umlauts, emoji, lone surrogates, markup and quotes survive."""
    assert score(lines({"id": name, "game": GAME}))[1][0]["id"] == name


def test_bytes_of_other_encodings_and_a_byte_order_mark():
    """A line that is not UTF-8 is refused alone; a byte order mark at the start is passed over."""
    status, answers, _ = score(b"\xef\xbb\xbf" + lines(GAME).encode() + b'{"id": "\xff"}\n' + lines(GAME).encode())
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert status == 2


def test_many_lines_keep_their_order():
    """More lines than one batch are shared among processes and still answered in order."""
    wanted = [{"id": number, "game": GAME | {"augen": 61 + number % 50}} for number in range(2 * BATCH + 10)]
    status, answers, _ = score(lines(*wanted))
    assert [answer["id"] for answer in answers] == list(range(len(wanted)))
    assert status == 0
