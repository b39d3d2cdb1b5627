"""The commands, one module for each or for a family of them, under the name of the first.

A module has one function for each command, whose parameters are its arguments and options and whose
help is its docstring; `@command` notes it for the application. Whatever a command needs is imported
when it runs.

puzzles     the commands of `ruleproof puzzles`

Uses all rooms above it. Begin with `verify.py`, which is one small command.
"""

from ruleproof.cli.commands import annotate as annotate
from ruleproof.cli.commands import check as check
from ruleproof.cli.commands import compare as compare
from ruleproof.cli.commands import conform as conform
from ruleproof.cli.commands import games as games
from ruleproof.cli.commands import new as new
from ruleproof.cli.commands import play as play
from ruleproof.cli.commands import probe as probe
from ruleproof.cli.commands import publish as publish
from ruleproof.cli.commands import report as report
from ruleproof.cli.commands import serve as serve
from ruleproof.cli.commands import solve as solve
from ruleproof.cli.commands import table as table
from ruleproof.cli.commands import tune as tune
from ruleproof.cli.commands import verify as verify
from ruleproof.cli.commands.puzzles import goals as goals
from ruleproof.cli.commands.puzzles import make as make
from ruleproof.cli.commands.puzzles import rate as rate
from ruleproof.cli.commands.puzzles import select as select
from ruleproof.cli.commands.puzzles import showing as showing
from ruleproof.cli.commands.puzzles import stats as stats
