"""Finished games looked at once more: what each choice was worth, and what it cost."""
