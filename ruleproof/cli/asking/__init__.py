"""What a command is asked: its arguments and options, read from texts; how misuse of them is told.

Uses `telling`. Begin with `command.py`, which makes a command of a function.
"""
