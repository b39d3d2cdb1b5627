"""Trusts nothing: checks certificates of values and of claims, tables, DRAT proofs, puzzles.

Uses `models`, `work`, `values`, `formulas` (goals, clauses, cvc5) and the file formats of `tables`;
nothing that finds answers. Begin with `files.py`, the door for all files but tables.
"""
