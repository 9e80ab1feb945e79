"""The partners of Duet."""

from foxduet.ai.duet.partners import PARTNERS

__all__ = ["PARTNERS"]
