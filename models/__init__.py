"""Models of games: boards, sets of cells, positions; per game rules, constraints, claims."""
