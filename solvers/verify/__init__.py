"""Checks certificates of values and claims, tables, DRAT proofs and puzzles, and trusts none.

Uses `models`, `work`, `values`, `formulas` (goals, clauses, cvc5) and the file formats of `tables`;
nothing that finds answers. Begin with `files.py`, the door for all files but tables.
"""
