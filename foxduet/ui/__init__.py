"""Screens, the loop that shows them, and handlers of their effects."""
