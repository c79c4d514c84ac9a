"""The tests. Each says in its docstring what holds."""
