"""What users see, kept as text: a file for each command and format, and for each kind of page.

files/        the goldens, by kind
commands.txt  the command lines whose answers are kept
sessions.py   runs command lines in this process
masks.py      puts `…` for what changes from run to run: seconds, versions, hashes, folders
layout.py     JSON in short lines, and the words that a reader finds on a page
pages.py      puzzles, reports and displays of notebooks as text
golden.py     the table of all goldens

`python -m tests.goldens` prints what has changed for users, and with `--update` keeps it.
`tests/test_goldens.py` fails on a change. Begin reading at `golden.py`.
"""
