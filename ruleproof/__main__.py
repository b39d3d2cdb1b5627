"""`python -m ruleproof` is the command `ruleproof`."""

import sys

from ruleproof.cli import main

sys.exit(main())
