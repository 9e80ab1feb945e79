"""The rules, pure: no randomness, clock, file or terminal of their own."""
