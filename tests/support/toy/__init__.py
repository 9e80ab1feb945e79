"""A third game, as another package would add it: the higher card wins the trick."""
