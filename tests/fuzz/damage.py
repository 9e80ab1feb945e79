"""What chance does to bytes and texts."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from random import Random

NAMES = (
    *("", " ", "A\0", "\x1b[2J", "\x9b", "\u3164", "\u2800", "\u200b", "\u202eA", "\u0301", "A\n"),
    *("\ufffd", "日本", "\U0001f98a", "A" * 61, "A" * 5000, "'", '"', "\\", "%s{0}{x}", "p1", "-"),
)
"""Names of all kinds."""

NUMBERS = (
    *("0", "-1", "1", "7", "1e400", "nan", "inf", "-0", "1_000", "0.5", "99999999999999999999"),
    *(f"0x{'f' * 16}", f"0x{'f' * 800}", f"0x{'f' * 4000}", "9" * 5000, "1" * 900, "0b1" + "0" * 9),
)
"""Numbers as TOML may have them, not all of them valid."""

DATES = (
    *("0001-01-01T00:00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
    *("2026-11-21", "07:32:00", "2026-11-21T07:32:00.123456Z", "1969-12-31T23:59:59Z"),
    *("2026-02-30", "0000-01-01", "9999-12-31T23:59:59.999999Z", "1600-01-01T00:00:00Z"),
)
"""Moments of all kinds."""


NO_FILES = ("pipe", "folder", "socket", "device", "loop", "link to nowhere", "over-long link")
"""What else may be in the place of a file."""


def quoted(text: str) -> str:
    """Return a text as TOML has it."""
    escaped = "".join(
        f"\\U{ord(sign):08x}" if not sign.isprintable() or sign in '"\\' else sign for sign in text
    )
    return f'"{escaped}"'


def nested(rng: Random) -> str:
    """Return a value that is deep or long."""
    depth = rng.choice((3, 17, 100, 5000))
    dotted = ".".join("a" * rng.choice((3, 40, 20_000)))
    return rng.choice(
        (
            "[" * depth + "]" * depth,
            "[" * depth,
            "{a=" * depth + "1" + "}" * depth,
            f"{{ {dotted} = 1 }}",
            f"[{'1, ' * depth}]",
            f'"""{chr(10) * depth}"""',
        )
    )


def any_value(rng: Random) -> str:
    """Return any value of TOML, not always a valid one."""
    kind = rng.randrange(6)
    if kind == 0:
        return quoted(rng.choice(NAMES))
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(DATES)
    if kind == 3:
        return nested(rng)
    if kind == 4:
        return f"[{', '.join(any_value(rng) for _item in range(rng.randrange(4)))}]"
    return f"{{p{rng.randrange(1, 4)} = {any_value(rng)}}}"


def with_other_value(text: str, rng: Random) -> str:
    """Return TOML with another value for one of its keys, or a new key."""
    lines = text.split("\n")
    keys = [at for at, line in enumerate(lines) if " = " in line]
    if keys and rng.random() < 0.8:
        at = rng.choice(keys)
        lines[at] = f"{lines[at].partition(' = ')[0]} = {any_value(rng)}"
    else:
        key = rng.choice(("daily", "house", "branch_of", quoted("a\0b"), ".".join("k" * 20_000)))
        lines.insert(rng.randrange(min(len(lines), 8)), f"{key} = {any_value(rng)}")
    return "\n".join(lines)


def with_other_lines(text: str, rng: Random) -> str:
    """Return a text with lines lost, doubled, swapped, or cut off."""
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    change = rng.randrange(4)
    if change == 0:
        del lines[one]
    elif change == 1:
        lines.insert(other, lines[one])
    elif change == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        return text[: rng.randrange(len(text))]
    return "\n".join(lines)


def with_other_bytes(content: bytes, rng: Random) -> bytes:
    """Return some bytes with a few of them wrong, lost or added."""
    changed = bytearray(content)
    for _change in range(rng.choice((1, 1, 2, 5, 30))):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0 | 1 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 2:
                changed[at:at] = rng.randbytes(rng.choice((1, 4, 40)))
            case _:
                del changed[at : at + rng.choice((1, 4, 40))]
    return bytes(changed)


def put_no_file(path: Path, rng: Random) -> str:
    """Put something else in the place of a file; return what."""
    with suppress(FileNotFoundError):
        path.unlink()
    what = rng.choice(NO_FILES)
    match what:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            # A socket's path must be short.
            before = Path.cwd()
            os.chdir(path.parent)
            with socket.socket(socket.AF_UNIX) as bound:
                bound.bind(path.name)
            os.chdir(before)
        case "device":
            path.symlink_to(rng.choice(("/dev/null", "/dev/zero", "/dev/full")))
        case "loop":
            path.symlink_to(path.name)
        case "over-long link":
            path.symlink_to("a" * rng.choice((256, 300, 4000)))
        case _:
            path.symlink_to("nowhere/at/all")
    return what
