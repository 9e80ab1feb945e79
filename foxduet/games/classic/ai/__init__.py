"""The opponents of the original game."""
