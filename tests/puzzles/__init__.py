"""How the puzzles are made and checked: ``python -m tests.puzzles make`` and ``check``."""
