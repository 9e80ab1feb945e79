"""What the README and the topics of help say is so."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

from foxduet.cli.arguments import parse_arguments
from foxduet.cli.help import man_pages
from foxduet.cli.scores import columns_of
from foxduet.core import __version__
from foxduet.games.duet.rules.cards import BOARDS, parse_board
from foxduet.words.pages import page_lines, topic_pages
from foxduet.words.text import Example, Pairs, SectionItem
from tests.support.processes import PROJECT, commands, long_options, needs
from tests.tools.pictures import FOLDER, MOVING, TITLES

README = (PROJECT / "README.md").read_text("utf-8")
CONTRIBUTING = (PROJECT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
BLOCKS = re.findall(r"```\w*\n(.*?)```", README, re.DOTALL)
TOPICS = topic_pages()
LONGEST = 900
"""Words of the README; a player reads them in three minutes."""


def items(name: str) -> list[SectionItem]:
    return [item for _title, own in TOPICS[name].sections for item in own]


def typed() -> Iterator[str]:
    """Return every command that is to be typed as it stands, without the program's name."""
    called = r"(?:python3 -m )?foxduet\b(?![./])\s*"
    code = [*re.findall(r"`([^`]+)`", "".join(re.split(r"```.*?```", README, flags=re.DOTALL)))]
    code += [line for block in BLOCKS for line in block.splitlines()]
    for name in TOPICS:
        for item in items(name):
            code += item.text.splitlines() if isinstance(item, Example) else []
            code += [word for row in item.rows for word in row] if isinstance(item, Pairs) else []
    for text in code:
        command = re.fullmatch(rf'{called}([^|<]*)(?: [|<] .*)?|eval "\$\({called}(.*)\)"', text)
        if command is not None:
            yield " ".join((command[1] or command[2] or "").split())


def test_its_test_command_is_the_one_that_ci_calls() -> None:
    command = next(block.strip() for block in BLOCKS if "pytest" in block)
    assert command in (PROJECT / ".ci" / "run").read_text("utf-8").splitlines()


def test_it_is_short() -> None:
    assert len(README.split()) < LONGEST
    assert README.splitlines().index("python3 -m foxduet") <= 10


def test_its_pictures_are_those_that_are_made_of_the_screens() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\((.*?)\)", README)
    assert sorted(path for _words, path in shown) == sorted(
        f".github/pictures/{name}.svg" for name in TITLES
    )
    # For people who cannot see them.
    assert all(len(words) > 40 for words, _path in shown)


def test_the_moving_picture_is_small_and_stands_still_where_motion_is_not_wanted() -> None:
    text = (FOLDER / f"{MOVING}.svg").read_text("utf-8")
    assert len(text.encode()) <= 200_000
    frames = re.findall(r'<g id="(\w+)" class="frame">', text)
    assert len(frames) > 5
    still, _moving, wanted = text.partition("@media (prefers-reduced-motion: no-preference) {")
    assert ".frame { visibility: hidden; }\n#f0 { visibility: visible; }" in still
    assert "animation:" not in still
    assert re.findall(r"#(\w+) \{ animation:", wanted) == frames


@pytest.mark.parametrize("command", sorted(set(typed())))
def test_its_commands_are_understood(command: str) -> None:
    parse_arguments(command.replace("--level L", "--level 1").split())


def test_enough_commands_are_found_to_be_tried() -> None:
    commands = set(typed())
    assert {"", "--solo", "help", "--solo steady --level 2", "completion zsh"} <= commands
    assert len(commands) > 15


def test_the_files_that_are_named_to_contributors_are_there() -> None:
    for name in re.findall(r"`((?:[a-z_]+/)+(?:\w+\.py)?)`", CONTRIBUTING):
        places = (PROJECT, PROJECT / "foxduet", PROJECT / "foxduet" / "games" / "duet")
        assert any((place / name).exists() for place in places), name


def test_the_board_of_the_help_is_side_b() -> None:
    examples = (item.text for item in items("boards") if isinstance(item, Example))
    assert parse_board(next(text for text in examples if "gems = " in text)) == BOARDS[3]


def test_its_options_are_all_options_of_the_program() -> None:
    named = set(re.findall(r"(?<!\w)--[a-z]+(?:-[a-z]+)*", README + CONTRIBUTING))
    offered = {option for command in commands().values() for option in long_options(command)}
    of_pytest = {"--write-golden", "--hypothesis-profile"}
    of_other_programs = {"--quiet", "--keyword", "--seconds", "--only", "--into", *of_pytest}
    assert named - of_other_programs <= offered


def test_it_says_what_this_is_not_and_what_is_not_known() -> None:
    assert "unofficial fan project" in README
    for text in (README, "\n".join(page_lines(TOPICS["boards"], 10_000))):
        assert "ours is reconstructed" in " ".join(text.split())


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert project["license"] == "MIT"
    # A release has notes of its version, and the date of the manual page is theirs.
    changes = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    version, date = re.findall(r"^## (.*) \((\d{4}-\d\d-\d\d)\)$", changes, re.MULTILINE)[0]
    assert version == __version__
    (about,) = PROJECT.glob(".ci/share/metainfo/*.xml")
    assert f'<release version="{version}" date="{date}"/>' in about.read_text("utf-8")
    assert (PROJECT / "LICENSE").read_text("utf-8").startswith("MIT License")


def test_no_figure_is_left_to_be_filled_in() -> None:
    assert not re.findall(r"@[A-Z]|TBD|\?\?", README + CONTRIBUTING)


def test_the_columns_of_a_game_in_the_help_are_all_there_are() -> None:
    rows = (item.rows for item in items("scores") if isinstance(item, Pairs))
    named = next(own for own in rows if own[0][0].startswith("started"))
    assert {one for term, _text in named for one in term.split(", ")} == {*columns_of("duet")}


def test_its_example_for_other_programs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = next(block for block in BLOCKS if block.startswith("from foxduet"))
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert 'format = "foxduet-record/1"' in printed
    assert 'players = ["First", "Steady"]' in printed


CONFIGURATION = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = {path.stem: path.read_text("utf-8") for path in PROJECT.glob(".github/workflows/*.yml")}
START = PROJECT / ".ci" / "start_wheel"


@needs("hatchling", "test")
def test_pictures_and_links_of_the_description_lead_to_the_files_of_its_version() -> None:
    show = [sys.executable, "-X", "utf8", "-m", "hatchling", "metadata", "readme"]
    description = subprocess.run(show, cwd=PROJECT, capture_output=True, check=True).stdout.decode()
    targets = re.findall(r"(!?)\[[^]]*\]\((.*?)\)", description)
    assert len(targets) > 6
    source = CONFIGURATION["project"]["urls"]["Source"]
    for is_picture, target in targets:
        folder = f"{source}/{'raw' if is_picture else 'blob'}/v{__version__}/"
        assert target.startswith(folder)
        assert (PROJECT / target.removeprefix(folder)).is_file()


def test_the_wheel_that_is_started_has_the_manual_pages() -> None:
    # Whoever runs this sees them in the wheel.
    assert all(place in START.read_text("utf-8") for place in man_pages(""))


def test_the_wheel_that_a_release_uploads_is_started_before() -> None:
    build = WORKFLOWS["release"].partition("build:")[2].partition("publish:")[0]
    steps = [build.index(step) for step in ("-m build", ".ci/start_wheel", "upload-artifact")]
    assert steps == sorted(steps)


def test_actions_of_others_are_pinned_and_keep_no_credentials() -> None:
    for workflow in WORKFLOWS.values():
        used = re.findall(r"uses: ([^.].*)", workflow)
        assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action) for action in used)
        kept = r"actions/checkout@.*\n(?! +with:\n +persist-credentials: false)"
        assert not re.search(kept, workflow)


def test_a_proposed_change_is_tested_once_and_no_longer_than_it_is_the_last() -> None:
    pushed = WORKFLOWS["ci"].partition("push:")[2].partition("pull_request:")[0]
    assert "branches: [main]" in pushed
    assert "cancel-in-progress: ${{ github.event_name == 'pull_request' }}" in WORKFLOWS["ci"]
