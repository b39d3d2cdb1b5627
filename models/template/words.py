"""The sentences of the rulebook, which rules, constraints and claims quote."""

EMPTY = "Place a stone of your colour on an empty cell."
APART = "It may not lie next to an enemy stone."
END = "The last player to move wins."
