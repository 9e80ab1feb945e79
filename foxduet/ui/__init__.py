"""Screens: what they show and how keys change them is pure; ``terminal`` alone knows curses."""
