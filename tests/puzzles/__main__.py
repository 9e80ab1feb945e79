"""Make the puzzles, take what was made into the program, or check what is there.

``make FOLDER`` writes GAME.txt and GAME.jsonl there, again after each puzzle, and continues from
them. ``take FOLDER`` ships them, but for the numbers of a game that are named like classic:17, and
numbers the others anew. ``check`` looks at all that are shipped; exit status 1 if one is wrong.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic

from foxduet import games as package
from foxduet.analysis.puzzles import puzzles_of
from tests.puzzles.checking import LOGS, looked_at, troubles_of_all
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
    make.add_argument("folder", type=Path)
    take = commands.add_parser("take")
    take.add_argument("folder", type=Path)
    take.add_argument("--without", nargs="*", default=(), metavar="GAME:NUMBER")
    check = commands.add_parser("check")
    check.add_argument("--jobs", type=int, default=1)
    check.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth puzzle")
    check.add_argument("--game", choices=[*WANTED], action="append")
    options = parser.parse_args()
    match options.command:
        case "make":
            return _make(options.folder)
        case "take":
            return _take(options.folder, options.without)
        case _:
            return _check(options.game or [*WANTED], options.jobs, options.every)


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


def _take(folder: Path, without: list[str]) -> int:
    for game in WANTED:
        shop = Workshop(game, folder)
        shop.leave_out({int(one.partition(":")[2]) for one in without if one.startswith(game)})
        shop.write(Path(package.__path__[0]) / game / "puzzles.txt", LOGS / f"{game}.jsonl")
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
