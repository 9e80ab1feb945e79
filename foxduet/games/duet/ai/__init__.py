"""The partners of Duet."""

from foxduet.games.duet.ai.partners import PARTNERS

__all__ = ["PARTNERS"]
