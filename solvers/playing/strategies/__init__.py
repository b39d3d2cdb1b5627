"""A value proved by moves: what a side plays wherever it is to move, written as a certificate.

Uses `work` and `values`; whoever knows values is asked through `values/oracle.py`. `verify` reads
what is written here. Begin with `certificate.py`, which says what a file holds.
"""
