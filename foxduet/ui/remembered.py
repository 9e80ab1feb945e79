"""What a game leaves to be remembered, and what the next one makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import is_name
from foxduet.core.registry import card_game
from foxduet.play.game import Header, Names
from foxduet.store.settings import PERSON, Config, own_options, remembering
from foxduet.ui.table.state import HOUSE_KEY, HOUSE_MEMORY
from foxduet.words.game_words import guide_words
from foxduet.words.text import cell_width, chosen_names, clipped, default_names

if TYPE_CHECKING:
    from foxduet.analysis.standings import LadderStep
    from foxduet.store.results import Entry

OwnNames: TypeAlias = tuple[str | None, str | None]
"""Names of players, None for the usual one."""

LONGEST_NAME = 12
"""The columns of the longest name that is typed."""

_MANY_MARKS = 5
"""On one letter, where no language has as many: they would grow over the rows around it."""


def can_be_typed(name: str) -> bool:
    """Return whether there is room for a name, or its beginning, and all of it is printable."""
    widths = [*map(cell_width, name)]
    too_high = "0" * _MANY_MARKS in "".join(map(str, widths))
    return name.isprintable() and sum(widths) <= LONGEST_NAME and not too_high


def partner_in(header: Header) -> str | None:
    """Return the name of the partner in a game, None if two people play."""
    return next((name for name in header.ai if name is not None), None)


def names_key(partner: str | None) -> str:
    """Return the setting with the names of two people, or of a person and a partner."""
    return "names" if partner is None else "names_alone"


def with_usual_names(own: OwnNames, partner: str | None) -> Names:
    """Return names, the usual ones in the player's language in place of those that are None."""
    left, right = (
        usual if name is None else name
        for name, usual in zip(own, default_names(partner), strict=True)
    )
    return left, right


def own_names_in(config: Config, partner: str | None) -> OwnNames:
    """Return the names that are remembered, None in place of the usual ones."""
    names = (clipped(name, LONGEST_NAME).strip() for name in config[names_key(partner)])
    left, right = (name if is_name(name) and can_be_typed(name) else None for name in names)
    whole = with_usual_names((left, right), partner)
    return (None, None) if whole[0] == whole[1] else (left, right)


def names_in(config: Config, partner: str | None) -> Names:
    """Return the names that are remembered, the usual ones in place of those that are not."""
    return with_usual_names(own_names_in(config, partner), partner)


def after_game(config: Config, header: Header, *, started: bool = True) -> Config:
    """Return what is remembered once a game was ``started``, or what the next one begins with.

    Only at the start of a game it is known whether practice was agreed on, or became of it.
    """
    partner = partner_in(header)
    values: dict[str, Any] = {
        "game": header.game,
        "partner": partner or PERSON,
        names_key(partner): [*chosen_names(header.players, partner)],
        "memory": header.further.get(HOUSE_KEY) == HOUSE_MEMORY,
    }
    if started and partner is not None and header.day is None:
        values["practice"] = header.is_practice
    return remembering(config, values, header.game, header.rules.header_keys(header.setup))


def proposal_after(config: Config, games: Sequence[Entry]) -> LadderStep | None:
    """Return what to play next after a game's entries, oldest first; None for no proposal.

    Who has chosen something else than those last games since is left alone.
    """
    # Imported this late since the first frame must not wait for the scores.
    from foxduet.analysis.standings import next_rung

    found = next_rung(guide_words(config["game"]).ramp, games)
    if found is None or config["practice"] or not is_chosen(found[0], config):
        return None
    return found[1]


def is_chosen(rung: LadderStep, config: Config) -> bool:
    """Return whether the game that is remembered is played as at a rung."""
    game = card_game(config["game"])
    values = {**game.usual_options, **own_options(game.name, config.setups.get(game.name, {}))}
    from_files = {option.name for option in game.file_options}
    return (
        config.partner == rung.partner
        and not values.keys() & from_files
        and all(values[name] == value for name, value in rung.options.items())
    )


def has_begun_nothing(config: Config) -> bool:
    """Return whether no game is remembered, nor whom the first one is to be played with."""
    return not config.setups and "partner" not in config.values


def at_first_rung(config: Config) -> tuple[Config, LadderStep | None]:
    """Return what a newcomer's first game begins with, and the rung that is proposed for it."""
    ramp = guide_words(config["game"]).ramp
    if not ramp:
        return config, None
    return remembering(config, {"partner": ramp[0].partner}), ramp[0]


def at_rung(config: Config, rung: LadderStep) -> Config:
    """Return what is remembered as if that were played as at a rung."""
    game = config["game"]
    setup = {**own_options(game, config.setups.get(game, {})), **rung.options}
    return remembering(config, {"partner": rung.partner}, game, setup)
