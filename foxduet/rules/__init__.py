"""The rules of Duet, pure: no randomness, clock, file or terminal of its own."""
