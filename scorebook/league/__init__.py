"""Seasons as values: results of evenings, how they are ranked, standings. Pure, like the rules and the ledger."""
