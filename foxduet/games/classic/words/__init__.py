"""What players of the original game read."""
