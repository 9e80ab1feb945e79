"""What the program costs, measured by its own command: ``python -m tests.benchmarks``."""
