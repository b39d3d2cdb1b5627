"""Rules as formulas: circuits, clauses, SMT-LIB, the solvers that answer, and conformance.

Uses `work`. Begin with `goals.py` (what is asked) and `conformance.py` (whether a game's two
encodings agree).
"""
