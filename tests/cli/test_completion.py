"""Completion on Tab, asked of the shells themselves where there are any."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from foxduet.cli.build_hook import DocumentsHook
from foxduet.cli.completion import SHELLS, completion_scripts
from foxduet.words.i18n import languages
from tests.support.calls import Call, commands, long_options
from tests.support.panes import Pane
from tests.support.processes import PROJECT

pytest.importorskip("shtab", reason="what writes the scripts is not installed")

# What may follow a beginning, in a folder with a record, a board and a folder of games.
OFFERED = {
    "foxduet re": "replay review",
    "foxduet c": "completion config",
    "foxduet --lev": "--level",
    "foxduet --vers": "--version",
    "foxduet scores --vers": "",
    "foxduet --level ": "1 2 3",
    "foxduet --level 2 --so": "--solo",
    "foxduet play --solo ": "expert novice steady",
    "foxduet play --solo --se": "--seed",
    "foxduet --house m": "memory",
    "foxduet --seed ": "",
    "foxduet --board bo": "board.toml",
    "foxduet --resume ga": "game.toml games",
    "foxduet replay game.": "game.toml",
    "foxduet replay --pos": "--positions",
    "foxduet review my": "my game.toml",
    "foxduet review game.toml --sv": "--svg",
    "foxduet review --svg bo": "board.toml",
    "foxduet review --worlds ": "",
    "foxduet simulate --records ga": "games",
    "foxduet simulate --beside ": "expert novice random steady",
    "foxduet scores im": "import",
    "foxduet scores import ": "games",
    "foxduet help h": "hints host",
    "foxduet completion ": "bash fish zsh",
}
WITH_SPACES = {"my game.toml"}


def script(shell: str, call: Call) -> str:
    status, out, err = call(f"completion {shell}")
    assert (status, err) == (0, "")
    return out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with files and a folder to complete."""
    place = tmp_path / "here"
    (place / "games").mkdir(parents=True)
    for name in ("game.toml", "board.toml", "my game.toml"):
        (place / name).touch()
    return place


@pytest.fixture
def bash(folder: Path, call: Call) -> Callable[[str], set[str]]:
    """Return a function that asks bash what may follow a beginning."""
    if sys.platform == "win32" or shutil.which("bash") is None:
        pytest.skip("there is no bash here, or only that of another system")
    file = folder.with_name("completion.bash")
    file.write_text(script("bash", call), "utf-8")

    def complete(line: str) -> set[str]:
        # As bash itself takes a line apart.
        words = " ".join(f"'{word}'" for word in line.replace("=", " = ").split(" "))
        asked = f"COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); _foxduet"
        return answers(
            ["bash", "--norc", "--noprofile", "-c"],
            f"source '{file}' && complete -p foxduet >&2 && {asked}; "
            '(( ${#COMPREPLY[@]} )) && printf "%s\\n" "${COMPREPLY[@]}" || true',
            folder,
        )

    return complete


@pytest.fixture
def fish(folder: Path, call: Call) -> Callable[[str], set[str]]:
    """Return a function that asks fish what may follow a beginning."""
    if shutil.which("fish") is None:
        pytest.skip("there is no fish here")
    file = folder.with_name("completion.fish")
    file.write_text(script("fish", call), "utf-8")

    def complete(line: str) -> set[str]:
        asked = f"source '{file}'; complete --do-complete '{line}'"
        rows = answers(["fish", "--no-config", "-c"], asked, folder)
        # A tab is before what an answer means, and a slash after a folder.
        return {row.partition("\t")[0].removesuffix("/").replace("\\", "") for row in rows}

    return complete


def answers(shell: list[str], asked: str, folder: Path) -> set[str]:
    result = subprocess.run([*shell, asked], capture_output=True, text=True, check=True, cwd=folder)
    return set(result.stdout.splitlines())


def expected(line: str) -> set[str]:
    offered = OFFERED[line]
    return {offered} if offered in WITH_SPACES else {*offered.split()}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_purposes_and_names_of_values_are_in_the_player_s_language(shell: str, call: Call) -> None:
    english, french = script(shell, call), script(f"{shell} --lang fr", call)
    assert ("play a game" in english, "play a game" in french) == (True, False)
    assert "jouer une partie" in french
    for name in ("FILE", "PARTNER", "SECONDS", "DIR", "TOPIC", "ADDRESS", "PICTURE", "NAME"):
        assert f":{name}:" not in french


@pytest.mark.parametrize("line", OFFERED)
def test_bash_offers_what_may_follow(line: str, bash: Callable[[str], set[str]]) -> None:
    assert bash(line) == expected(line)


def test_bash_completes_a_value_after_an_equals_sign(bash: Callable[[str], set[str]]) -> None:
    assert bash("foxduet --level=") == {"1", "2", "3"}
    assert bash("foxduet play --solo=st") == {"steady"}


@pytest.mark.parametrize("line", OFFERED)
def test_fish_offers_what_may_follow(line: str, fish: Callable[[str], set[str]]) -> None:
    assert fish(line) == expected(line)


@pytest.mark.parametrize("name", commands())
def test_bash_knows_every_option(name: str, bash: Callable[[str], set[str]]) -> None:
    assert bash(f"foxduet {name} --") == long_options(commands()[name])


def test_without_a_command_bash_knows_every_option_of_a_game(
    bash: Callable[[str], set[str]],
) -> None:
    assert bash("foxduet --") == long_options(commands()["play"]) | {"--version"}


@pytest.mark.parametrize("name", commands())
def test_fish_knows_every_option(name: str, fish: Callable[[str], set[str]]) -> None:
    rows = {row.removesuffix("=") for row in fish(f"foxduet {name} --")}
    assert rows == long_options(commands()[name])


def test_zsh_completes_what_is_typed(folder: Path, pane: Pane) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("there is no zsh here")
    pane.press("exec zsh -f", "Enter")
    pane.press("PS1='%% '; autoload -Uz compinit; compinit -D -u", "Enter")
    completion = f'eval "$({sys.executable} -m foxduet completion zsh)"'
    pane.press(f"{completion}; cd '{folder}'; clear; echo re''ady", "Enter")
    pane.wait_for("ready")
    for typed, completed in (
        ("foxduet rev", "foxduet review"),
        ("foxduet --hou", "foxduet --house"),
        ("foxduet --house m", "foxduet --house memory"),
        ("foxduet --level=2 --ver", "foxduet --level=2 --version"),
        ("foxduet play --solo st", "foxduet play --solo steady"),
        ("foxduet --resume b", "foxduet --resume board.toml"),
        ("foxduet review b", "foxduet review board.toml"),
        ("foxduet review --wor", "foxduet review --worlds"),
        ("foxduet simulate --records g", "foxduet simulate --records games/"),
        ("foxduet scores im", "foxduet scores import"),
        ("foxduet scores import g", "foxduet scores import games/"),
        ("foxduet help hi", "foxduet help hints"),
    ):
        pane.press(typed, "Tab")
        pane.wait_for(completed)
        pane.press("C-u", "C-l")
    pane.press("foxduet --level ", "Tab", "Tab")
    pane.wait_for("1  2  3")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_option(shell: str, call: Call) -> None:
    text = script(shell, call)
    for name, command in commands().items():
        assert name.split()[-1] in text
        for option in long_options(command):
            assert (f"-l {option[2:]} " if shell == "fish" else option) in text


def test_an_unknown_shell_is_refused_in_one_line(call: Call) -> None:
    for line in ("completion", "completion tcsh"):
        status, out, err = call(line)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_without_shtab_a_copy_that_was_not_installed_says_in_one_line_what_it_lacks(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, out, err = call("completion bash")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "pip install shtab" in err


def test_the_wheel_has_the_scripts_in_every_language_but_an_editable_one_has_none() -> None:
    hook = DocumentsHook(str(PROJECT), {}, None, None, "", "wheel")
    wheel: dict[str, dict[str, str]] = {"shared_data": {}, "force_include": {}}
    hook.initialize("standard", wheel)
    texts = {place: Path(file).read_text("utf-8") for file, place in wheel["force_include"].items()}
    hook.finalize("standard", wheel, "")
    assert texts == {f"foxduet/cli/{place}": text for place, text in completion_scripts().items()}
    assert len(texts) == len(SHELLS) * len(languages())
    editable: dict[str, dict[str, str]] = {"shared_data": {}, "force_include": {}}
    hook.initialize("editable", editable)
    hook.finalize("editable", editable, "")
    assert (len(editable["shared_data"]), editable["force_include"]) == (len(languages()), {})


def test_an_installed_program_prints_the_script_that_the_wheel_has(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"completions/en.zsh": "#compdef", "completions/fr.zsh": "#compdef fr"}
    monkeypatch.setattr("foxduet.cli.completion.packaged_text", lambda _package, name: there[name])
    assert call("completion zsh") == (0, "#compdef", "")
    assert call("--lang fr completion zsh") == (0, "#compdef fr", "")


def test_help_names_the_lines_that_switch_it_on(call: Call) -> None:
    _status, text, _err = call("help completion")
    for shell in ("bash", "zsh"):
        assert f'eval "$(foxduet completion {shell})"' in text
    assert "foxduet completion fish | source" in text
