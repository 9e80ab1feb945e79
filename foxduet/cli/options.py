"""Arguments that several commands take, and what becomes of their texts."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from foxduet.ai.partner import parse_partner
from foxduet.core.errors import N_, FoxduetError, is_name
from foxduet.core.frozen import names_of
from foxduet.core.registry import card_game, games
from foxduet.words.i18n import _, explain

OptionsT = TypeVar("OptionsT")

Refuse = Callable[[str], NoReturn]
"""Ends the program with status 2 and one line that says what is wrong."""


_LARGEST_SEED = 10**18 - 1

_LONGEST_NUMBER = 1000
"""Digits of what is still read as a number."""

WITHOUT_A_FILE = N_("a game's record; by default, your last finished game")
"""What is said of a file that need not be given."""


def options_from(kind: type[OptionsT], parsed: argparse.Namespace, **differing: object) -> OptionsT:
    """Return the options of a command: each field is the argument of its name, or ``differing``."""
    names = (name for name in names_of(kind) if name not in differing)
    return kind(**{name: getattr(parsed, name) for name in names}, **differing)


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add what players switch on or off of the way screens are drawn; None is as the last time."""
    # Imported this late since the list of topics does without the store.
    from foxduet.store.settings import LOOK, is_console_of_few_glyphs

    for one in sorted(LOOK, key=lambda one: bool(one.choices)):
        kind: Any = {"choices": one.choices}
        kind = kind if one.choices else {"action": argparse.BooleanOptionalAction}
        parser.add_argument(f"--{one.key}", default=None, help=_(one.option), **kind)
    # What an old console of Windows is not trusted to draw is drawn if that is asked for.
    automatic = "simple" if is_console_of_few_glyphs() else "auto"
    for flag, signs, text in (
        ("--ascii", "ascii", _("draw with 7-bit characters only, as --signs ascii")),
        ("--no-ascii", automatic, _("draw with all the signs that the terminal has")),
    ):
        parser.add_argument(flag, dest="signs", action="store_const", const=signs, help=text)


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add that of the look which also changes what is printed; None is as the last time."""
    from foxduet.store.settings import SETTINGS

    plain = SETTINGS["plain"]
    parser.add_argument(
        f"--{plain.key}", default=None, help=_(plain.option), action=argparse.BooleanOptionalAction
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a game, which ``--help`` shows only if there is more than one."""
    names = games()
    text = argparse.SUPPRESS
    if len(names) > 1:
        text = _("choose the game: {games}; by default, {usual}")
        text = text.format(games=", ".join(names), usual=names[0])
    parser.add_argument("--game", choices=names, default=names[0], help=text)


def add_setup_options(parser: argparse.ArgumentParser, text: str, text_of_usual: str = "") -> None:
    """Add the options of all games, each once; ``text`` says what is done with its ``{option}``.

    ``text_of_usual`` says it of options with a ``{usual}`` value, if that is taken.
    """
    usual = {one.name: one.usual for game in games() for one in card_game(game).options}
    for name, values in _setup_options().items():
        says = text if usual[name] is None or not text_of_usual else text_of_usual
        said = says.format(option=_(name), usual=usual[name])
        parser.add_argument(f"--{name}", type=int, choices=values, help=said)


def setup_values(parsed: argparse.Namespace, refuse: Refuse) -> dict[str, int]:
    """Return the options of the chosen game that were given; those of others are refused."""
    own = {option.name: option.values for option in card_game(parsed.game).options}
    given = {}
    for name in setup_option_names():
        value = getattr(parsed, name)
        if value is not None and value not in own.get(name, ()):
            message = _("argument --{option}: not available with --game {game}")
            refuse(message.format(option=name, game=parsed.game))
        if value is not None:
            given[name] = value
    return given


def setup_option_names() -> tuple[str, ...]:
    """Return the names of the options of all games, each once."""
    return tuple(_setup_options())


def file_option_names() -> tuple[str, ...]:
    """Return the names of what any game may read from a file, each once."""
    return tuple(sorted({one.name for game in games() for one in card_game(game).file_options}))


def _setup_options() -> dict[str, tuple[int, ...]]:
    values: dict[str, tuple[int, ...]] = {}
    for game in games():
        for option in card_game(game).options:
            values[option.name] = (*values.get(option.name, ()), *option.values)
    return values


def seed(text: str) -> int:
    """Return the seed in ``text``."""
    number = _number(text)
    if number is None or number > _LARGEST_SEED:
        message = _("'{text}' is not a seed; use a whole number from 0 to {most}")
        raise argparse.ArgumentTypeError(message.format(text=text, most=_LARGEST_SEED))
    return number


def count(text: str, most: int = 999_999_999) -> int:
    """Return the number from 1 to ``most`` in ``text``."""
    number = _number(text)
    if number is None or not 1 <= number <= most:
        message = _("'{text}' is not a whole number from 1 to {most}")
        raise argparse.ArgumentTypeError(message.format(text=text, most=most))
    return number


def _number(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) < _LONGEST_NUMBER
    return int(text) if is_number else None


def name(text: str) -> str:
    """Return the player's name in ``text``."""
    from foxduet.words.text import LONGEST_NAME, can_be_typed

    stripped = text.strip()
    if not is_name(stripped) or not can_be_typed(stripped):
        message = _("'{text}' is not a name of 1 to {most} visible characters")
        shown = ascii(stripped)[1:-1]
        raise argparse.ArgumentTypeError(message.format(text=shown, most=LONGEST_NAME))
    return stripped


def add_jobs(parser: argparse.ArgumentParser, default: int | None, text: str) -> None:
    """Add who shares the work: processes of this machine, or a cluster; both are ``jobs``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--jobs", type=count, metavar="J", default=default, help=text)
    cluster = _(
        "share the work among the workers of this scheduler of dask.distributed; only a cluster "
        "that you trust"
    )
    add = group.add_argument
    add(
        "--cluster",
        dest="jobs",
        type=_cluster,
        metavar=N_("ADDRESS"),
        default=default,
        help=cluster,
    )


def _cluster(text: str) -> object:
    from foxduet.ai.workers import parse_cluster

    return parse_cluster(checked(text, parse_cluster))


def partner(text: str) -> str:
    """Return the name of a partner in ``text``."""
    return checked(text, parse_partner)


def checked(text: str, parse: Callable[[str], object]) -> str:
    """Return ``text`` if it can be parsed."""
    try:
        parse(text)
    except FoxduetError as error:
        raise argparse.ArgumentTypeError(explain(error)) from None
    return text
