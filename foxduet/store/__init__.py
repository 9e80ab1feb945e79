"""The files of games and scores: where they are, and how they are written so that none is lost."""
