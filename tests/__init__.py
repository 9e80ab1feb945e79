"""What the game promises, held to it."""
