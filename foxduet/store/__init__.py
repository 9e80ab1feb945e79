"""Files of games, scores and settings: their paths, and writing that a crash cannot damage."""
