"""Tests of the partners."""
