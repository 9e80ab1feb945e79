"""Opponents of the original game."""
