"""Tables and queries: rows <-> values of the ledger. Never commits, knows no request.

Every function takes a `sqlalchemy.Connection` first. Who calls decides about transactions (`store.db.reading`,
`store.db.writing`).
"""
