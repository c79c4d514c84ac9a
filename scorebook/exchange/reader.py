"""The program that `attached` runs: a PDF in, what is attached to it out. It imports nothing of scorebook."""

import resource
import sys
from collections.abc import Iterator
from io import BytesIO


def main(seconds: int, memory: int, largest: int) -> int:
    """Read a PDF from standard input, and write what is attached; give how to end."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform == "linux":  # elsewhere the system does not take it
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from pypdf import PdfReader

    reader = PdfReader(BytesIO(sys.stdin.buffer.read()))
    if reader.is_encrypted and not reader.decrypt(""):
        return 3
    for content in _json_files(reader.attachments):
        if len(content) > largest:
            return 5
        sys.stdout.buffer.write(content)
        return 0
    return 4


def _json_files(attached: object) -> Iterator[bytes]:
    """Give what is attached under a name that ends as those of JSON files do."""
    for name, contents in dict(attached).items():  # type: ignore[call-overload]
        if str(name).lower().endswith(".json"):
            yield from ([contents] if isinstance(contents, bytes) else contents)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
