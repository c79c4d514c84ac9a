"""Tournaments: each use case reads where one stands, and appends what happens to its entries (`desk`)."""
