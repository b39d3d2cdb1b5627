"""The formats of files that are written and read again: name and number of each.

A file names its format in its first line or in its head; a file of another format is refused, with
the format that is known.
"""

from __future__ import annotations

STRATEGIES = "ruleproof certificate 1"
CLAIM = "ruleproof claim 2"
TABLE = "ruleproof table 3"
HEADER = "table.json"
"""The header of a table that is a folder of files."""
CHECKPOINT = "ruleproof checkpoint 1"
CHECK = "ruleproof check 2"
VERIFIED = (STRATEGIES, CLAIM, TABLE)
"""The formats that `verify` reads besides game records, which name none."""
