"""What gunicorn has to know, read in its own process: `python:scorebook.cli.workers` names this module to it.

It stays in the first process, which outlives its workers: so it imports nothing but the settings and the log.
"""

import logging
import sys
import threading
from pathlib import Path

from scorebook import logs
from scorebook.settings import SOCKET, Settings

_settings = Settings.read()
_shared_memory = Path("/dev/shm")  # noqa: S108 - gunicorn's heartbeat, not a file of ours

SECONDS = 90
"""What a request may take: a paper waits for another one, and each has 30 seconds (`scorebook.reports.jobs`)."""


def _bind(host: str, port: int) -> str:
    if host.startswith(SOCKET):
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def post_fork(_server: object, _worker: object) -> None:
    """Let a worker write down what ends a thread of its: Python itself would print what it was about, too."""
    threading.excepthook = lambda failed: logs.note("thread", logging.ERROR, failed.exc_value)


bind = _bind(_settings.host, _settings.port)
workers = _settings.workers
worker_class = "scorebook.cli.worker.Worker"
threads = 8
worker_connections = 500
"""How many connections a process keeps; a system gives it some more files than that, and the database wants its own."""
timeout = SECONDS
graceful_timeout = SECONDS
"""So long a request that runs goes on when the server is told to stop."""
proc_name = "scorebook"
control_socket_disable = True
worker_tmp_dir = str(_shared_memory) if _shared_memory.is_dir() else None
logconfig_dict = logs.configuration(logs.form_for(_settings.log, sys.stderr))

# Which proxies are believed says SCOREBOOK_PROXIES alone. Gunicorn would believe whoever comes by a socket.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
