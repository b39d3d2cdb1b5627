"""Tables too large for one machine: built shard by shard, by workers that share a folder.

Uses `work`, `values`, `keys`, `tables`, and the kernels of `retrograde`. Begin with `build.py`;
`tiers.py` has the tasks of games whose turns lead to higher tiers, `cycles.py` of all others.
"""
