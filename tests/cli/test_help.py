"""The help command topic by topic, the manual page that says the same, and completion."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

import foxduet
from foxduet.cli.arguments import COMMANDS
from foxduet.cli.help import SHELLS, completion_scripts, list_options, man_page, man_pages
from foxduet.ui.kit.screen import Bindings, help_rows
from foxduet.ui.review import ReviewScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.keys import HELP_BINDINGS
from foxduet.words import i18n
from foxduet.words.i18n import languages
from foxduet.words.pages import TopicPage, page_lines, parse_page, topic_pages
from foxduet.words.text import Pairs, SectionItem, text_width
from tests.support.panes import Pane
from tests.support.processes import PROJECT, Call, commands, long_options, needs

TOPICS = topic_pages()
NARROW = 80
FOLDER = Path(foxduet.__file__).parent


def items(topic: TopicPage) -> Iterator[SectionItem]:
    for _title, found in topic.sections:
        yield from found


def terms(topic: TopicPage) -> set[str]:
    """Return what stands in the columns of a topic, such as keys and options."""
    return {term for item in items(topic) if isinstance(item, Pairs) for term, _text in item.rows}


def fields(topic: TopicPage) -> list[str]:
    """Return the names of keys and columns that a topic explains."""
    (path,) = FOLDER.rglob(f"help/{topic.name}.md")
    return re.findall(r"^- `(.+?)`: ", path.read_text("utf-8"), re.MULTILINE)


def text_of(name: str, width: int = NARROW) -> str:
    return "\n".join(page_lines(TOPICS[name], width))


def test_without_a_topic_it_lists_them_all_with_a_line_each(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = call("help")
    assert (status, err) == (0, "")
    for name, topic in TOPICS.items():
        assert re.search(rf"^ +{name} +{re.escape(topic.purpose)}$", out, re.MULTILINE)


@pytest.mark.parametrize("language", i18n.languages())
def test_a_topic_has_the_name_that_opens_it_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _err = call(f"--lang {language} help")
    assert status == 0
    rows = [row.split()[0] for row in out.splitlines() if re.match(r" {4}\S", row)]
    assert rows == [*TOPICS]


@pytest.mark.parametrize("language", i18n.languages())
def test_keys_of_json_and_columns_of_csv_are_the_same_in_every_language(language: str) -> None:
    i18n.use_language(language)
    named = {name: fields(topic) for name, topic in TOPICS.items()}
    assert "level" in named["scores"]
    assert "hindsight" in named["review"]
    for name, terms_of_fields in named.items():
        for term in terms_of_fields:
            assert re.search(rf"^ +{term}( |$)", text_of(name), re.MULTILINE)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_printed_as_wide_as_the_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    for width in (NARROW, 130):
        monkeypatch.setenv("COLUMNS", str(width))
        status, out, err = call(f"help {name}")
        assert (status, err) == (0, "")
        assert out == text_of(name, width) + "\n"
        assert max(map(text_width, out.splitlines())) <= width


@pytest.mark.parametrize(("asked", "name"), [("puzzles", "puzzle"), ("day", "days")])
def test_a_topic_is_found_in_singular_and_plural(asked: str, name: str, call: Call) -> None:
    assert call(f"help {asked}") == call(f"help {name}")
    assert call(f"help {asked}")[0] == 0


@pytest.mark.parametrize("line", ["help", "help rules"])
def test_help_loads_no_rule_set_and_no_screen(line: str) -> None:
    # What the interpreter loads by itself is not ours.
    program = "from foxduet.__main__ import main; main()"
    after = "print(*({*sys.modules} - before), file=sys.stderr)"
    result = subprocess.run(
        [
            *(sys.executable, "-c", f"import sys; before = {{*sys.modules}}; {program}; {after}"),
            *line.split(),
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
    )
    loaded = result.stderr.split()
    assert "foxduet.words.pages" in loaded
    heavy = ("foxduet.ui", "foxduet.play", "shutil")
    assert [name for name in loaded if name.startswith(heavy)] == []
    assert [name for name in loaded if name.startswith("foxduet.games.duet.")] == []
    # The language may be remembered in a file.
    stores = {name for name in loaded if name.startswith("foxduet.store.")}
    assert stores == {"foxduet.store.files"}
    rules = {name for name in loaded if name.startswith("foxduet.core.")}
    assert rules == {
        f"foxduet.core.{name}" for name in ("cards", "errors", "lazy_dataclass", "registry")
    }


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_can_be_shown_by_every_terminal(name: str) -> None:
    i18n.use_ascii(True)
    shown = "\n".join(page_lines(topic_pages()[name], NARROW))
    assert shown.isascii()
    i18n.use_ascii(False)
    # Signs of pictures have others in their places.
    assert shown.count("?") == text_of(name).count("?")
    assert TOPICS[name].purpose.isascii()


def test_where_a_font_has_few_signs_pictures_are_in_seven_bits(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    assert "◊ a gem" in call("help rules")[1]
    monkeypatch.setenv("TERM", "linux")
    assert call("help rules")[1].isascii()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_begins_with_its_purpose_and_names_each_option_once(
    command: str, call: Call
) -> None:
    status, out, err = call(f"{command} --help")
    assert (status, err) == (0, "")
    assert out.lower().startswith(f"{COMMANDS[command]}.\n\nusage:")
    assert out.count("--theme") == out.count("\nlook and controls") <= 1


def test_every_command_has_a_topic_unless_it_shows_them() -> None:
    assert {name for name in commands() if " " not in name} <= {*TOPICS, "help"}


@pytest.mark.parametrize("name", commands())
def test_every_option_is_explained_by_the_topic_of_its_command(name: str) -> None:
    named = ["commands", name.split(maxsplit=1)[0]]
    # A game at two terminals begins as any other.
    named += ["play"] if name == "host" else []
    own = [topic for topic in named if topic in TOPICS]
    documented = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", "".join(map(text_of, own))))
    assert sorted(long_options(commands()[name]) - documented) == []


def test_topics_name_no_option_that_there_is_not() -> None:
    offered = {option for command in commands().values() for option in long_options(command)}
    offered.add("--version")
    text = "".join(map(text_of, TOPICS))
    assert {*re.findall(r"--[a-z]+(?:-[a-z]+)*", text)} == offered


@pytest.mark.parametrize(
    ("name", "bindings"),
    [
        ("keys", HELP_BINDINGS),
        ("review", ReviewScreen.BINDINGS),
        ("scores", ScoresScreen("duet", (), date(2026, 11, 21), cursor=0).bindings),
    ],
)
def test_topics_have_the_keys_that_screens_have(name: str, bindings: Bindings) -> None:
    keys = {key for key, _meaning in help_rows(bindings)}
    assert keys - {"Tab, r"} <= terms(TOPICS[name])
    assert "Tab, r" in terms(TOPICS["keys"])


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("help/*.md")), ids=lambda path: path.stem)
def test_topics_are_shown_in_the_player_s_language(path: Path) -> None:
    text = path.read_text("utf-8")
    typed = " ".join(map("".join, re.findall(r"`([^`\n]+)`|```sh\n(.+?)\n```", text, re.DOTALL)))
    loud = parse_page(text, lambda piece, _context: piece.upper())
    words = {word for line in page_lines(loud, 10_000) for word in line.split()}
    assert {word for word in words if word != word.upper()} <= {*typed.split()}


# Each prints a page, or with the second words complains of what is wrong with it.
RENDERERS = {"man": (["-l"], ["--warnings=w", "-l"]), "mandoc": (["-Tutf8"], ["-Tlint", "-Werror"])}
DATE = "2026-11-28"
REQUESTS = {".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".EX", ".EE", ".br", ".ad", ".nr"}


def words_of(text: str) -> str:
    """Return a text on one line, as no program breaks lines like another."""
    return " ".join(text.split())


def is_there(program: str) -> bool:
    """Return whether there is a program, and for man, whether it is the one that renders files."""
    if shutil.which(program) is None:
        return False
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return program != "man" or version.stdout.startswith("man 2.")


LANGUAGES = pytest.mark.parametrize("language", i18n.languages())


@LANGUAGES
@pytest.mark.parametrize("program", RENDERERS)
def test_it_renders_as_the_text_of_all_options_and_topics(
    program: str, language: str, tmp_path: Path
) -> None:
    i18n.use_language(language)
    if not is_there(program):
        pytest.skip(f"there is no {program} here, or another one")
    file = tmp_path / "foxduet.1"
    file.write_text(man_page(DATE), "ascii")
    shown, checked = (
        subprocess.run(
            [program, *options, str(file)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env={**os.environ, "MANWIDTH": "80", "LC_ALL": locale, "PAGER": "cat"},
        )
        for options, locale in zip(RENDERERS[program], ("C.UTF-8", "C"), strict=True)
    )
    assert checked.stderr == ""
    assert program == "man" or checked.stdout == ""
    # Bold letters and lines below are made by striking twice.
    plain = re.sub(".\b", "", shown.stdout)
    text = words_of(plain)
    assert max(map(len, plain.splitlines())) <= 80
    for command in commands(language).values():
        for option in list_options(command):
            assert words_of(", ".join(option.option_strings)) in text
            assert words_of(option.help or "") in text
    for name, topic in topic_pages().items():
        assert name.upper() in text
        for line in page_lines(topic, 10_000):
            in_ascii = words_of(i18n.to_ascii(line)) in i18n.to_ascii(text)
            assert in_ascii or all(part in text for part in line.split())


@LANGUAGES
def test_it_is_made_of_known_requests_and_names_every_option(language: str) -> None:
    i18n.use_language(language)
    lines = man_page(DATE).splitlines()
    assert lines[1].startswith(f'.TH FOXDUET 1 "{DATE}" "foxduet ')
    assert lines[3] == f'.SH "{i18n._("Name").upper()}"'
    assert {line.split()[0] for line in lines if line.startswith(".")} == REQUESTS
    assert [line for line in lines if line.startswith("'") or not line] == []
    for name, command in commands().items():
        assert any(re.match(rf'\.SS "foxduet {name}(\\~)?: ', line) for line in lines)
        for option in list_options(command):
            for one in option.option_strings:
                escaped = one.replace("-", r"\-")
                assert any(rf"\fB{escaped}\fR" in line for line in lines)
    assert sum(line.startswith(r"\fB\-\-theme\fR") for line in lines) == 1
    # Fish takes the purposes of options from here, and shows this escape as it is.
    options = "\n".join(lines).split(f'.SH "{i18n._("Options").upper()}"')[1].split(".SH")[0]
    assert r"\(aq" not in options


def test_there_is_a_page_for_each_language_where_man_looks_for_it() -> None:
    pages = man_pages(DATE)
    others = {f"share/man/{language}/man1/foxduet.1" for language in i18n.languages()[1:]}
    assert pages.keys() == {"share/man/man1/foxduet.1", *others}
    assert pages["share/man/man1/foxduet.1"] == man_page(DATE)
    french = pages["share/man/fr/man1/foxduet.1"]
    i18n.use_language("fr")
    assert french == man_page(DATE)
    for english in ("FILE", "PARTNER", "SECONDS", "DIR", "the ", "your "):
        assert re.findall(rf"\b{english}\b", french) == []


def test_the_heading_of_a_topic_says_in_each_language_what_it_is_about() -> None:
    pages = man_pages(DATE)
    assert '.SH "RULES: the rules, in our own words"' in pages["share/man/man1/foxduet.1"]
    assert (
        '.SH "RULES\\~: les r\\[u00E8]gles, avec nos mots"' in pages["share/man/fr/man1/foxduet.1"]
    )


needs_shtab = needs("shtab", "test")

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
    "foxduet config mou": "mouse=false mouse=true",
    "foxduet config lim": "limit=",
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


@needs_shtab
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_purposes_and_names_of_values_are_in_the_player_s_language(shell: str, call: Call) -> None:
    english, french = script(shell, call), script(f"{shell} --lang fr", call)
    assert ("play a game" in english, "play a game" in french) == (True, False)
    assert "jouer une partie" in french
    for name in ("FILE", "PARTNER", "SECONDS", "DIR", "TOPIC", "ADDRESS", "PICTURE", "NAME"):
        assert f":{name}:" not in french


@needs_shtab
@pytest.mark.parametrize("line", OFFERED)
def test_bash_offers_what_may_follow(line: str, bash: Callable[[str], set[str]]) -> None:
    assert bash(line) == expected(line)


@needs_shtab
def test_bash_completes_a_value_after_an_equals_sign(bash: Callable[[str], set[str]]) -> None:
    assert bash("foxduet --level=") == {"1", "2", "3"}
    assert bash("foxduet play --solo=st") == {"steady"}
    assert bash("foxduet config mouse=true theme=") == {"terminal", "forest", "night", "contrast"}
    assert bash("foxduet config theme=n") == {"night"}


@needs_shtab
@pytest.mark.parametrize("line", OFFERED)
def test_fish_offers_what_may_follow(line: str, fish: Callable[[str], set[str]]) -> None:
    assert fish(line) == expected(line)


@needs_shtab
@pytest.mark.parametrize("name", commands())
def test_bash_knows_every_option(name: str, bash: Callable[[str], set[str]]) -> None:
    assert bash(f"foxduet {name} --") == long_options(commands()[name])


@needs_shtab
def test_without_a_command_bash_knows_every_option_of_a_game(
    bash: Callable[[str], set[str]],
) -> None:
    assert bash("foxduet --") == long_options(commands()["play"]) | {"--version"}


@needs_shtab
@pytest.mark.parametrize("name", commands())
def test_fish_knows_every_option(name: str, fish: Callable[[str], set[str]]) -> None:
    rows = {row.removesuffix("=") for row in fish(f"foxduet {name} --")}
    assert rows == long_options(commands()[name])


@needs_shtab
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
        ("foxduet config theme=n", "foxduet config theme=night"),
    ):
        pane.press(typed, "Tab")
        pane.wait_for(completed)
        pane.press("C-u", "C-l")
    pane.press("foxduet --level ", "Tab", "Tab")
    pane.wait_for("1  2  3")


@needs_shtab
@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_option(shell: str, call: Call) -> None:
    text = script(shell, call)
    for name, command in commands().items():
        assert name.split()[-1] in text
        for option in long_options(command):
            assert (f"-l {option[2:]} " if shell == "fish" else option) in text


@needs_shtab
def test_an_unknown_shell_is_refused_in_one_line(call: Call) -> None:
    for line in ("completion", "completion tcsh"):
        status, out, err = call(line)
        assert (status, out, err.count("\n")) == (2, "", 1)


@needs_shtab
def test_without_shtab_a_copy_that_was_not_installed_says_in_one_line_what_it_lacks(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, out, err = call("completion bash")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "pip install shtab" in err


@needs_shtab
@needs("hatchling", "test")
def test_the_wheel_has_the_scripts_in_every_language_but_an_editable_one_has_none() -> None:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.plugin.utils import load_plugin_from_script

    place = str(PROJECT / ".ci" / "build_hook.py")
    kind = load_plugin_from_script(place, "custom", BuildHookInterface, "build_hook")
    hook = kind(str(PROJECT), {}, None, None, "", "wheel")
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


@needs_shtab
def test_an_installed_program_prints_the_script_that_the_wheel_has(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"completions/en.zsh": "#compdef", "completions/fr.zsh": "#compdef fr"}
    monkeypatch.setattr("foxduet.cli.help.read_resource", lambda _package, name: there[name])
    assert call("completion zsh") == (0, "#compdef", "")
    assert call("--lang fr completion zsh") == (0, "#compdef fr", "")


@needs_shtab
def test_help_names_the_lines_that_switch_it_on(call: Call) -> None:
    _status, text, _err = call("help completion")
    for shell in ("bash", "zsh"):
        assert f'eval "$(foxduet completion {shell})"' in text
    assert "foxduet completion fish | source" in text
