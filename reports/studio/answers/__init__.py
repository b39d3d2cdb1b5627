"""The contents of answers: positions, values, what tables hold, and verdicts."""
