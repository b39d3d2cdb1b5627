"""Proves every word of a puzzle again, by plain play; finds twins in a set.

Uses `solvers/verify` for proofs, and `telling` to make themes, hints and worth again; nothing that
makes puzzles. Begin with `check.py`.
"""
