"""What players of Duet read."""
