"""How long work is done: time, memory, progress, files that outlive a kill, worker processes.

Uses no other room. Begin with `progress.py`.
"""
