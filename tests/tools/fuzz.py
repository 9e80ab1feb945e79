"""Look for crashes and other faults, for some time: ``python -m tests.tools.fuzz --seconds 60``.

Each case depends only on its kind and its number. Each finding is one line with the fault and the
command that reproduces it. The exit status is 1 if there was any.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic

from tests.tools import fuzz_cases

KINDS: dict[str, Callable[[Random, Path], Iterator[str]]] = {
    "records": fuzz_cases.attack_records,
    "boards": fuzz_cases.attack_board,
    "configs": fuzz_cases.attack_configs,
    "homes": fuzz_cases.attack_homes,
    "reviews": fuzz_cases.attack_reviews,
    "commands": fuzz_cases.attack_commands,
    "terminals": fuzz_cases.attack_terminals,
}
"""Targets by kind: each function damages something in a folder and yields findings."""


def findings(kind: str, number: int, home: Path) -> Iterator[str]:
    """Run a case; yield the faults. The folder is new for each case, with the same path."""
    folder = home / "case"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield from dict.fromkeys(KINDS[kind](Random(f"{kind} {number}"), folder))
    except Exception as error:  # noqa: BLE001 - a case that fails is a finding, too
        yield f"the case fails: {type(error).__name__}: {error}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument("--seed", type=int, metavar="N", help="the number of the first case")
    parser.add_argument("--cases", type=int, metavar="C", help="at most so many cases")
    parser.add_argument("--only", choices=KINDS, action="append", metavar="KIND")
    return parser.parse_args()


def main() -> int:
    """Run cases for some time; return the exit status."""
    # A shell's background processes ignore Ctrl-C, and so would all programs started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    options = _options()
    seed = int.from_bytes(os.urandom(4)) if options.seed is None else options.seed
    # Damaged files contain paths, which must have the same length in every run.
    home = Path(tempfile.mkdtemp(prefix="foxduet-fuzz-"))
    until, done, faults = monotonic() + options.seconds, Counter[str](), 0
    try:
        kinds = options.only or [*KINDS]
        cases = ((kind, number) for number in count(seed) for kind in kinds)
        for kind, number in islice(cases, options.cases):
            if monotonic() > until:
                break
            done[kind] += 1
            for finding in findings(kind, number, home):
                faults += 1
                again = f"python -m tests.tools.fuzz --only {kind} --seed {number} --cases 1"
                print(f"{finding.strip()} [{again}]", flush=True)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    counted = ", ".join(f"{kind} {times}" for kind, times in done.items())
    print(f"{faults} findings in {done.total()} cases from {seed}: {counted}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30,) * 2)
    sys.exit(main())
