"""Look for what breaks, for as long as it is told: ``python -m tests.tools.fuzz --seconds 60``.

Each case depends on its kind and its number alone. For each finding one line says what broke, and
with which command it breaks again. The exit status is 1 if there was any.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic

from tests.tools.fuzz import files
from tests.tools.fuzz import programs as commands
from tests.tools.fuzz import programs as kills
from tests.tools.fuzz import programs as terminals

KINDS: dict[str, Callable[[Random, Path], Iterator[str]]] = {
    "records": files.attack_records,
    "boards": files.attack_board,
    "configs": files.attack_configs,
    "databases": files.attack_databases,
    "homes": files.attack_homes,
    "reviews": files.attack_reviews,
    "commands": commands.attack_commands,
    "terminals": terminals.attack_terminals,
    "kills": kills.attack_kills,
    "tables": files.attack_tables,
}
"""What is attacked: a function each, which damages something in a folder and yields findings."""

_EVERY = {"kills": 10, "tables": 100}
"""How many cases of other kinds come to one of a slow kind."""

_MEMORY = 4 * 2**30


def findings(kind: str, number: int, home: Path) -> Iterator[str]:
    """Run a case; yield what broke. The folder is new for each case, with the same path."""
    folder = home / "case"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield from dict.fromkeys(KINDS[kind](Random(f"{kind} {number}"), folder))
    except Exception as error:  # noqa: BLE001 - a case that fails is a finding, too
        yield f"the case fails: {type(error).__name__}: {error}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def cases(kinds: list[str], first: int, step: int) -> Iterator[tuple[str, int]]:
    """Yield kinds and numbers of cases for ever."""
    for number in count(first, step):
        for kind in kinds:
            if len(kinds) == 1 or number // step % _EVERY.get(kind, 1) == 0:
                yield kind, number


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument("--seed", type=int, metavar="N", help="the number of the first case")
    parser.add_argument("--cases", type=int, metavar="C", help="at most so many cases")
    parser.add_argument("--only", choices=KINDS, action="append", metavar="KIND")
    parser.add_argument("--jobs", type=int, default=1, metavar="J")
    parser.add_argument("--step", type=int, default=1, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    """Run cases for some time; return the exit status."""
    # What a shell starts in the background ignores Ctrl-C, and so would all programs from here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    options = _options()
    seed = int.from_bytes(os.urandom(4)) if options.seed is None else options.seed
    if options.jobs > 1:
        return _share(options, seed)
    # Paths are in the files that are damaged, so that they must always be as long.
    home = Path(tempfile.mkdtemp(prefix="foxduet-fuzz-"))
    until, done, found = monotonic() + options.seconds, Counter[str](), 0
    try:
        for kind, number in islice(
            cases(options.only or [*KINDS], seed, options.step), options.cases
        ):
            if monotonic() > until:
                break
            done[kind] += 1
            for finding in findings(kind, number, home):
                found += 1
                again = f"python -m tests.tools.fuzz --only {kind} --seed {number} --cases 1"
                print(f"{finding.strip()} [{again}]", flush=True)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    counted = ", ".join(f"{kind} {times}" for kind, times in done.items())
    print(f"{found} findings in {done.total()} cases from {seed}: {counted}", flush=True)
    return 1 if found else 0


def _share(options: argparse.Namespace, seed: int) -> int:
    """Run the cases in so many processes."""
    command = [sys.executable, "-m", "tests.tools.fuzz", "--seconds", str(options.seconds)]
    command += [f"--only={kind}" for kind in options.only or ()]
    command += ["--cases", str(options.cases)] if options.cases else []
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    programs = [
        subprocess.Popen([*command, "--seed", str(seed + at), "--step", str(options.jobs)])
        for at in range(options.jobs)
    ]
    try:
        statuses = [program.wait() for program in programs]
    finally:
        for program in programs:
            program.kill()
    for at, status in enumerate(statuses):
        if status not in (0, 1):
            print(f"the process with the cases from {seed + at} exits with status {status}")
    return 1 if any(statuses) else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    sys.exit(main())
