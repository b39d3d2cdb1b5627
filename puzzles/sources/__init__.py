"""Finds positions that may hold a puzzle: in games of self-play, endings of a smaller board laid
into a full one, compositions of a constraint solver, and solved tables.

Uses all rooms above it. Begin with `origins.py`, which names the sources.
"""
