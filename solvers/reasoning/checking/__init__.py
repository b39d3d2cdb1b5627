"""Checks all claims of a game: plans boards and order, shares out the work, writes the proofs.

Uses `deciding` and the rooms above it. Begin with `check.py`.
"""
