"""The partners of Duet."""
