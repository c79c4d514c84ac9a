"""The wiring: `create_app` for servers and tests, `main` for the command line. It holds no rule of its own."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorebook.cli import Commands, failure
from scorebook.settings import NAMES, Settings, folder

if TYPE_CHECKING:
    from flask import Flask

APP_LOAD_ERROR = 4
"""The status by which a worker tells gunicorn not to try again."""


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """Make the app from the environment's settings.

    `config` comes first: the settings' own names (`DATABASE_URL`, ...) replace the environment's, others are Flask's.
    Makes the instance folder and the secret key where they are missing; does not touch the database.
    """
    from flask import Flask

    from scorebook import web
    from scorebook.store.db import db, engine_options, migrate

    given = dict(config or {})
    settings = Settings.read({**os.environ, **{name: str(given.pop(name)) for name in NAMES if name in given}})
    app = Flask(
        "scorebook",
        instance_path=str(settings.make_instance()),
        static_folder=None,  # scorebook.web.assets serves them
        template_folder=folder("templates"),
    )
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key(),
        SESSION_COOKIE_SAMESITE="Lax",
        SETTINGS=settings,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=engine_options(settings.database_url),
    )
    app.config.from_mapping(given)
    db.init_app(app)
    migrate.init_app(app, db, directory=str(folder("migrations")))
    web.init_app(app)
    return app


def wsgi() -> "Flask":
    """Make the app for a server that was started without `scorebook serve`, such as gunicorn.

    It migrates nothing: unless the database is of this version, one line says what to type, and the server ends.
    """
    from scorebook.store.db import db
    from scorebook.store.health import check_schema

    try:
        app = create_app()
        with app.app_context():
            check_schema(db.engine)
            db.engine.dispose()
    except Exception as error:
        line = failure.line(error)
        if line is None:
            raise
        sys.stderr.write(f"scorebook: {line}\n")
        sys.exit(APP_LOAD_ERROR)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. A failure that a person can mend ends in one line and status 2, without a traceback."""
    try:
        Commands(create_app).main(args=arguments, prog_name="scorebook")
    except Exception as error:
        line = failure.line(error)
        if line is None:
            raise
        sys.stderr.write(f"scorebook: {line}\n")
        sys.exit(2)
