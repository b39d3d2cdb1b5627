"""A position as a few words: packed rows, and keys that are the same for symmetric positions.

Uses `work`. Begin with `keys.py`, the keys of tables; `canonical.py` chooses the form for a search.
"""
