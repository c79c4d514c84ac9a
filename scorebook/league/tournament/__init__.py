"""A tournament as pure values: how it is set up, what happened at it, and what that makes of it.

What happens is an entry (`entries`), appended and never changed; where a tournament stands is what folding all of its
entries gives (`state`). So nothing is kept twice, and who has the entries has the tournament. People are known by
their start numbers alone.
"""
