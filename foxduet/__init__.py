"""Play The Fox in the Forest Duet, and the original game, in a terminal or from Python.

The names in ``__all__`` are public and stable; each is loaded on first use. Any Python 3 can read
this file, so that the program can name the version that it needs.
"""

import time

try:
    time.time()
except OverflowError:
    # Python counts nanoseconds in 64 bits, up to the year 2262, and its own modules ask for the
    # time when they are imported. datetime.now() stays at that moment; so does this clock.
    time.time_ns = lambda: 2**63 - 1
    time.time = lambda: (2**63 - 1) / 1e9

__all__ = [
    "CardGame",
    "Game",
    "Header",
    "Option",
    "Partner",
    "RuleSet",
    "Thought",
    "act",
    "dump_record",
    "load_record",
    "open_game",
    "partner",
    "play_out",
    "register_game",
    "rule_set",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from foxduet.ai.partner import Partner as Partner
    from foxduet.ai.partner import Thought as Thought
    from foxduet.ai.partner import get_partner as partner
    from foxduet.core import __version__ as __version__
    from foxduet.core.engine import RuleSet as RuleSet
    from foxduet.core.registry import CardGame as CardGame
    from foxduet.core.registry import Option as Option
    from foxduet.core.registry import register_game as register_game
    from foxduet.core.registry import rule_set as rule_set
    from foxduet.play.game import Game as Game
    from foxduet.play.game import Header as Header
    from foxduet.play.game import act as act
    from foxduet.play.game import open_game as open_game
    from foxduet.play.game import play_out as play_out
    from foxduet.play.record import dump_record as dump_record
    from foxduet.play.record import load_record as load_record
else:
    _MODULES = {
        "foxduet.core": ("__version__",),
        "foxduet.ai.partner": ("Partner", "Thought"),
        "foxduet.core.registry": ("CardGame", "Option", "register_game", "rule_set"),
        "foxduet.core.engine": ("RuleSet",),
        "foxduet.play.game": ("Game", "Header", "act", "open_game", "play_out"),
        "foxduet.play.record": ("dump_record", "load_record"),
    }

    def __getattr__(name):
        """Import and return a public name; raises AttributeError for any other."""
        from importlib import import_module

        if name == "partner":
            return import_module("foxduet.ai.partner").get_partner
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError("module 'foxduet' has no attribute '" + name + "'")

    def __dir__():
        """Return all names, including public names that are not loaded yet."""
        return sorted({*globals(), *__all__})
