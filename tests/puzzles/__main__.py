"""Make the puzzles, or check them: python -m tests.puzzles make | check."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

from tests.puzzles.making import WANTED, Workshop


def main() -> int:
    """Do what was asked for; exit status 1 if a puzzle is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="make puzzles until there are enough; continues")
    make.add_argument("folder", type=Path, help="where GAME.txt and GAME.jsonl are written")
    options = parser.parse_args()
    return _make(options.folder)


def _make(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    shops = [Workshop(game, folder) for game in WANTED]
    begin = monotonic()
    while (shop := min(shops, key=lambda one: one.share)).share < 1:
        made = shop.make_next()
        seconds, puzzle = monotonic() - begin, made.puzzle
        said = f"{seconds:.0f} s: {shop.game} {puzzle.number} {puzzle.kind}, seed {made.seed}"
        print(said, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
