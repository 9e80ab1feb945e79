"""Tests of the screens, drawn and played without a terminal."""
