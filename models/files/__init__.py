"""Files: read no further than each kind may be long, written whole or not at all.

Uses no other room. Begin with `writing.py`.
"""
