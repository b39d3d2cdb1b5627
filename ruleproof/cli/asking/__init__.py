"""A command's arguments and options, read from texts, and the messages for misuse of them.

Uses `telling`. Begin with `command.py`, which makes a command of a function.
"""
