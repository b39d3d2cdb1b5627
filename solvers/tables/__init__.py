"""Every position with its value, in a file: built, sorted, written, read.

Uses `retrograde` and the rooms above it. Begin with `build.py`; `write.py` says what a
file holds.
"""
