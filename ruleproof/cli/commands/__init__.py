"""The commands, one module for each or for a family of them, under the name of the first.

A module has one function for each command, whose parameters are its arguments and options and whose
help is its docstring; `register` adds them to the application. Whatever a command needs is imported
when it runs.

puzzles     the commands of `ruleproof puzzles`

Uses all rooms above it. Begin with `verify.py`, which is one small command.
"""
