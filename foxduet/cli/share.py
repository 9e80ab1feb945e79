"""The share command: a picture of a finished game, to send."""

from __future__ import annotations

import argparse
from pathlib import Path

from foxduet.cli.arguments import OK, UserError
from foxduet.cli.options import WITHOUT_A_FILE, Refuse, options_from
from foxduet.cli.records import broken_record, folders, last_finished, read_record
from foxduet.cli.review import check_place, write_picture
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.core.registry import FOR_A_TABLE, require_parts
from foxduet.words.i18n import _


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """Which record to draw, None for the last finished game, where to, and whether with its seed.

    Without an ``output`` the file gets a name made of the record's.
    """

    file: Path | None
    output: Path | None
    seed: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(WITHOUT_A_FILE))
    output = _(
        "write the picture to this file (SVG); by default, here, under a name made of the record's"
    )
    add("--output", type=Path, metavar=N_("PICTURE"), help=output)
    add("--seed", action="store_true", help=_("show the seed of the deals"))


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> ShareOptions:
    """Return the arguments as a value."""
    return options_from(ShareOptions, parsed)


def run(options: ShareOptions) -> int:
    """Write the picture, and say where it is if no place was named; return the exit status."""
    from foxduet.ui.share import name_of, picture_of

    path = options.file or last_finished()
    game, error = read_record(path)
    if error is not None and game.result is not None:
        raise broken_record(path, error)
    if game.result is None:
        message = _("the game in {path} is not over, so there is no picture of its end yet")
        raise UserError(message.format(path=path))
    require_parts(game.header.game, *FOR_A_TABLE)
    place = options.output or Path(name_of(path))
    check_place(place)
    _records, scores = folders()
    write_picture(place, picture_of(game, path, scores, seed=options.seed))
    if options.output is None:
        print(place)
    return OK
