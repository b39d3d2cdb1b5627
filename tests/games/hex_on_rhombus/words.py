"""The sentences of the rulebook, which rules, constraints and claims quote."""

EMPTY = "Place a stone of your colour on an empty cell."
TURNS = "Red begins; turns alternate."
CHAIN = "Whoever joins his two sides by a chain of his stones wins."
