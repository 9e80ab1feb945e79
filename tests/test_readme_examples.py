"""What the README says is so."""

from __future__ import annotations

import re
import tomllib

import pytest

from foxduet.cli.arguments import parse_arguments
from foxduet.cli.scores import COLUMNS
from foxduet.rules.duet.levels import board_of_level, parse_board
from tests.support.places import GOLDEN, PROJECT

README = (PROJECT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```\w*\n(.*?)```", README, re.DOTALL)


def test_its_test_command_is_the_one_that_ci_calls() -> None:
    command = next(block.strip() for block in BLOCKS if "pytest" in block)
    assert command in (PROJECT / ".ci" / "run").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", ["follow", "handoff", "hint-3", "scores", "review"])
def test_its_screens_are_real(name: str) -> None:
    frame = (GOLDEN / "frames" / f"{name}.txt").read_text("utf-8").strip("\n")
    assert frame in README


@pytest.mark.parametrize(
    "command", re.findall(r"`?(?:foxduet|python3 -m foxduet) ?([^`\n]*)`?$", README, re.MULTILINE)
)
def test_its_commands_are_understood(command: str) -> None:
    for optional in ("[", "]", "..."):
        command = command.split(optional, maxsplit=1)[0]
    words = (
        command.replace("--level L", "--level 1").replace("N", "3").replace("A,B", "random,random")
    )
    parse_arguments(words.split())


def test_its_board_is_side_b() -> None:
    text = next(block for block in BLOCKS if "forest_tokens = " in block)
    assert parse_board(text) == board_of_level(3)


def test_its_options_are_all_options_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    documented = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", README.split("## Options")[1]))
    offered = set()
    for command in ("play", "replay", "review", "simulate", "scores"):
        with pytest.raises(SystemExit):
            parse_arguments([command, "--help"])
        offered |= set(re.findall(r"--[a-z]+(?:-[a-z]+)*", capsys.readouterr().out))
    of_other_programs = {"--quiet", "--write-golden", "--keyword"}
    assert offered - {"--help"} == documented - of_other_programs


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert project["license"] == "MIT"
    assert (PROJECT / "LICENSE").read_text("utf-8").startswith("MIT License")


def test_no_figure_is_left_to_be_filled_in() -> None:
    assert not re.findall(r"@[A-Z]|TBD|\?\?", README)


def test_its_columns_of_a_game_are_all_there_are() -> None:
    told = README[README.index("a game has `started`") : README.index("The object has these")]
    assert [name for name in COLUMNS if f"`{name}`" not in told] == []
