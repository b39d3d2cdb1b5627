"""Files: read no further than each kind may be long, written whole or not at all.

JSON from outside is read by `strict.py` and by nothing else. Uses no other room. Begin with
`writing.py`.
"""
