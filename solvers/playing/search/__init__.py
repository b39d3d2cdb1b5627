"""Search from one position: alpha-beta for games without cycles, proof numbers for forced wins.

Uses `work`, `values` and `keys`. Begin with `alphabeta.py` and `proof_number.py`; both stand on
`children.py`, the stack, and on `transposition_table.py`. What ends in `_kernel` is compiled once
for all games.
"""
