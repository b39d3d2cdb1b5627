"""Builds, sorts, writes and reads files with every position and its value.

Uses `retrograde` and the rooms above it. Begin with `build.py`; `write.py` says what a
file holds.
"""
