"""What a game is: boards, sets of cells, positions; per game rules, constraints, claims."""
