"""What the tests of the original game share."""
