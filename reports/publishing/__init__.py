"""Things to hand on: a printed book, a site, sheets of puzzles.

Uses all rooms above it. Begin with `book.py` and `site.py`.
"""
