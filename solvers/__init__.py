"""Solvers of games: three doors and the tools below them.

work       time, memory, progress, files, checkpoints, workers
playing    positions and their values: searches, tables, the one door `exact`, players
reasoning  rules and claims: formulas, verdicts, two readings side by side, laws
verify     trusts neither: checks certificates, tables and proofs

Playing uses nothing of reasoning. Reasoning uses `values`, `keys`, `reach` and `exact` of playing.
Verify uses no code that finds answers (`tests/test_layers.py` holds them to it).

Begin with `playing/values/reference.py`, which solves any small game in a page.
"""
