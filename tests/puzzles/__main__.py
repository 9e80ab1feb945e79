"""Make the puzzles that the program comes with, or check them: python -m tests.puzzles COMMAND.

``make`` continues until there are enough; with ``--into FOLDER`` it writes others there, as
GAME.txt and GAME.jsonl, again after each puzzle. ``check`` works out everything anew; exit status 1
if a puzzle is not as it should be. ``drop classic:17`` leaves puzzles out, and numbers those after
them anew, which nobody must do once they are released.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic

from foxduet.analysis.puzzles import puzzles_of
from tests.puzzles.checking import looked_at, troubles_of_all
from tests.puzzles.making import WANTED, Workshop


def main() -> int:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("--into", type=Path, metavar="FOLDER")
    drop = commands.add_parser("drop")
    drop.add_argument("puzzles", nargs="+", metavar="GAME:NUMBER")
    check = commands.add_parser("check")
    check.add_argument("--jobs", type=int, default=1)
    check.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth puzzle")
    check.add_argument("--game", choices=[*WANTED], action="append")
    options = parser.parse_args()
    match options.command:
        case "make":
            return _make(options.into)
        case "drop":
            return _drop(options.puzzles)
        case _:
            return _check(options.game or [*WANTED], options.jobs, options.every)


def _make(folder: Path | None) -> int:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    shops = [Workshop(game, folder) for game in WANTED]
    begin = monotonic()
    while (shop := min(shops, key=lambda one: one.share)).share < 1:
        made = shop.make_next()
        seconds, puzzle = monotonic() - begin, made.puzzle
        said = f"{seconds:.0f} s: {shop.game} {puzzle.number} {puzzle.kind}, seed {made.seed}"
        print(said, flush=True)
    return 0


def _drop(numbers: Sequence[str]) -> int:
    for game in WANTED:
        shop = Workshop(game)
        shop.leave_out({int(one.partition(":")[2]) for one in numbers if one.startswith(game)})
        shop.write()
        print(f"{game}: {len(shop.made)} puzzles")
    return 0


def _check(games: list[str], jobs: int, every: int) -> int:
    begin, wrong = monotonic(), 0
    with ProcessPoolExecutor(jobs) as pool:
        for game in games:
            puzzles = puzzles_of(game)
            for trouble in troubles_of_all(game, puzzles):
                wrong += 1
                print(f"{game}: {trouble}", flush=True)
            some, choices, caused = puzzles[::every], 0, 0
            for puzzle, report in zip(some, pool.map(looked_at, some), strict=True):
                wrong += len(report.troubles)
                choices, caused = choices + report.wrong_choices, caused + report.caused
                for trouble in report.troubles:
                    print(f"{game}:{puzzle.number} {puzzle.kind}: {trouble}", flush=True)
            said = f"{caused} of {choices} wrong choices have a reason against them"
            print(f"{game}: {len(some)} puzzles; {said}", flush=True)
    print(f"{wrong} wrong, {monotonic() - begin:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
