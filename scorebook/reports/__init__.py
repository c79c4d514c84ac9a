"""Values to bytes: view models, charts, papers. Knows no request and no database."""
