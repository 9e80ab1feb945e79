"""Play The Fox in the Forest Duet in a terminal."""

__version__ = "0.1.0"
