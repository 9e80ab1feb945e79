"""The rooms of the original game, to register it by until it is one of the house's games."""
