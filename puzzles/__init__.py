"""What is worth solving: puzzles composed, judged, rated and collected."""
