"""Where games are kept, and how they are written so that nothing is lost."""
