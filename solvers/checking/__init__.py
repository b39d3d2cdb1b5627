"""All claims of a game: on which boards, in which order, by which workers, with what proof.

Uses `deciding` and the rooms above it. Begin with `check.py`.
"""
