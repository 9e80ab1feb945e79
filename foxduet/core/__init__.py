"""The rules, pure: no randomness, clock, file or terminal of their own."""

__version__ = "0.1.0"
