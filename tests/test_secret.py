"""How secrets are kept in earnest: the other tests hash as quickly as it goes."""

import subprocess
import sys

from argon2 import extract_parameters, profiles

from scorebook.services.secret import CODE_ALPHABET, digest, fits, hashed, new_code, new_secret
from tests.processes import environment


def test_passwords_are_hashed_as_slowly_as_is_recommended() -> None:
    """A process that no test has changed takes at least the memory and the rounds of RFC 9106's second choice."""
    program = "from scorebook.services.secret import hashed; print(hashed('x'))"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env=environment()
    )
    used, least = extract_parameters(done.stdout.strip()), profiles.RFC_9106_LOW_MEMORY
    assert (used.type, used.memory_cost, used.time_cost) == (least.type, least.memory_cost, least.time_cost)


def test_words_fit_their_own_hash_alone() -> None:
    """A word fits what was kept of it and of nothing else, and none fits where nothing was kept, or nonsense."""
    kept = hashed("Schellen-Sau")
    assert fits("Schellen-Sau", kept)
    assert not any(fits(word, kept) for word in ("schellen-sau", "", "Schellen-Sau "))
    assert not fits("x", None)
    assert not fits("x", "nonsense")


def test_secrets_are_long_and_codes_can_be_read_out() -> None:
    """Two secrets differ, what is kept of them has 64 digits; a code has no letter that looks like a digit."""
    assert new_secret() != new_secret()
    assert len(digest(new_secret())) == 64
    assert set(new_code(500)) <= set(CODE_ALPHABET)
    assert not set("O0I1") & set(CODE_ALPHABET)
