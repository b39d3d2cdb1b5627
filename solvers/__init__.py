"""What is true of a game: proofs about all positions, search from one, certificates."""
