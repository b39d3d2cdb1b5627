"""The means of long work: time, memory, progress, files that outlive a kill, worker processes.

Uses no other room. Begin with `progress.py`.
"""
