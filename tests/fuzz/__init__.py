"""Damaged files, odd command lines and kills, made with a seed: ``python -m tests.fuzz``."""
