"""The rules, clause by clause: R1-R10, what always holds, and counts of reachable lines."""
