"""The rules of the original game."""
