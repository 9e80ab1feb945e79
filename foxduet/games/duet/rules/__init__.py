"""The rules of Duet."""
