"""Partners that play by themselves: each chooses from an Observation and nothing else."""
