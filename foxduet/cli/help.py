"""The help and completion commands, and the manual page.

All are derived from the parsers and the topics. The wheel contains the manual page where man looks
for it, in all languages; see ``.ci/build_hook.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from foxduet.ai.partner import KINDS
from foxduet.cli import arguments
from foxduet.core import __version__
from foxduet.core.errors import N_
from foxduet.core.registry import games, read_resource
from foxduet.words.i18n import (
    SOURCE,
    _,
    current_language,
    languages,
    to_ascii,
    use_ascii,
    use_language,
)
from foxduet.words.pages import TopicPage, page, page_lines, purpose_rows, topic_pages, topics
from foxduet.words.text import Example, Pairs


def add_help(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the help command."""
    names = tuple(topics())
    text = _("one of: {topics}").format(topics=", ".join(names))
    add = parser.add_argument
    add("topic", nargs="?", type=_parse_topic, choices=names, metavar=N_("TOPIC"), help=text)
    parser.set_defaults(run=_run_help)


def _parse_topic(text: str) -> str:
    """Return the name of a topic, given in the singular or the plural."""
    names = topics()
    for name in (text, f"{text}s", text.removesuffix("s")):
        if name in names:
            return name
    message = _("unknown topic '{topic}'; the topics are {topics}")
    raise argparse.ArgumentTypeError(message.format(topic=text, topics=", ".join(names)))


def _run_help(options: argparse.Namespace) -> int:
    use_ascii(arguments.has_limited_font())
    if options.topic is not None:
        lines = page_lines(page(topics()[options.topic], options.topic), arguments.terminal_width())
    else:
        lines = [
            _("'foxduet help TOPIC' explains a topic. The topics are:"),
            "",
            *purpose_rows(topic_pages().values(), arguments.terminal_width()),
            "",
            _("'foxduet COMMAND --help' shows the options of a command."),
        ]
    print("\n".join(lines))
    return arguments.OK


def iter_commands() -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Yield the words (such as "scores import"), purpose and parser of every command."""
    for name, purpose in arguments.COMMANDS.items():
        parser = arguments.build_parser(name)
        yield name, _(purpose), parser
        # Argparse has no public way to list arguments.
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for choice in action._choices_actions:
                    yield f"{name} {choice.dest}", choice.help or "", action.choices[choice.dest]


def list_options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options that ``--help`` shows."""
    actions = (action for action in parser._actions if action.help != argparse.SUPPRESS)
    return [action for action in actions if action.option_strings]


_SECTION = 1
"""The section of the manual for programs."""
# Roff would turn these into typographic signs, which a shell does not understand.
_ROFF_ESCAPES = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
_ROFF_ESCAPES |= dict.fromkeys("\u00a0\u202f", r"\~")


def man_pages(date: str) -> dict[str, str]:
    """Return the sources of the manual page in all languages by installation path."""
    pages = {}
    for language in languages():
        use_language(language)
        folder = "share/man" if language == SOURCE else f"share/man/{language}"
        pages[f"{folder}/man{_SECTION}/foxduet.{_SECTION}"] = man_page(date)
    use_language(SOURCE)
    return pages


def man_page(date: str) -> str:
    """Return the source of the manual page in the current language, in ASCII.

    date: the date of this version, such as 2026-11-28.
    """
    from foxduet.store.settings import LOOK_SETTINGS

    options = list_options(arguments.build_overview_parser())
    keys = {setting.key for setting in LOOK_SETTINGS}
    play = list_options(arguments.build_parser(arguments.DEFAULT_COMMAND))
    options += [option for option in play if option.dest in keys]
    told = {(*option.option_strings, option.help) for option in options}
    name, synopsis = _("Name"), _("Synopsis")
    description, options_title = _("Description"), _("Options")
    lines = [
        # Neither hyphenate words, since readers may type them, nor justify lines.
        ".nr HY 0",
        f'.TH FOXDUET {_SECTION} "{date}" "foxduet {__version__}"',
        ".ad l",
        f".SH {_heading_text(name)}",
        rf"foxduet \- {_prose(_(arguments.DESCRIPTION).removesuffix('.'))}",
        f".SH {_heading_text(synopsis)}",
        "\n.br\n".join(_synopsis_lines()),
        f".SH {_heading_text(description)}",
        _prose(_("All of this is also in --help and 'foxduet help'.")),
        f".SH {_heading_text(options_title)}",
        *_format_options(options),
    ]
    for words, purpose, parser in iter_commands():
        lines.append(f".SS {_title_text(f'foxduet {words}', purpose)}")
        own = (o for o in list_options(parser) if (*o.option_strings, o.help) not in told)
        lines += _format_options(own)
    for topic in topic_pages().values():
        lines += _topic_section(topic)
    return "\n".join([*lines, ""])


def _synopsis_lines() -> Iterator[str]:
    option = _("option")
    for name, _purpose, parser in iter_commands():
        words = [rf"\fBfoxduet {name}\fR"]
        if name == arguments.DEFAULT_COMMAND:
            words = [rf"\fBfoxduet\fR [\fB{name}\fR]"]
        words.append(rf"[\fI{_escape(option)}\fR ...]")
        operands = (a for a in parser._actions if not a.option_strings)
        words += [_operand(a) for a in operands if not isinstance(a, argparse._SubParsersAction)]
        yield " ".join(words)


def _format_options(options: Iterable[argparse.Action]) -> Iterator[str]:
    for option in options:
        names = ", ".join(rf"\fB{_escape(name)}\fR" for name in option.option_strings)
        value = "" if option.nargs == 0 else f" {_operand(option)}"
        yield from (".TP", names + value, _prose(option.help or ""))


def _operand(action: argparse.Action) -> str:
    match action.metavar:
        case None:
            choices = "|".join(map(str, action.choices or ()))
            names = [choices or action.dest.upper()]
        case str(name):
            names = [name]
        case tuple(values):
            names = [*values]
    # A list of choices has no translation and stays unchanged.
    operand = " ".join(rf"\fI{_escape(_(name))}\fR" for name in names)
    return f"[{operand}]" if action.nargs == "?" else operand


def _topic_section(topic: TopicPage) -> Iterator[str]:
    yield f".SH {_title_text(topic.name.upper(), topic.purpose)}"
    for title, items in topic.sections:
        yield f'.SS "{_prose(title)}"'
        for index, item in enumerate(items):
            if index and not isinstance(item, Pairs):
                yield ".PP"
            match item:
                case str(paragraph):
                    yield _prose(paragraph)
                case Example(text):
                    # A terminal may lack the signs of pictures, and roff has no others for them.
                    signs = (sign if sign.isalpha() else to_ascii(sign) for sign in text)
                    rows = map(_escape, "".join(signs).splitlines())
                    yield from (".RS 4", ".EX", *rows, ".EE", ".RE")
                case Pairs(rows):
                    for term, meaning in rows:
                        yield from (".TP", rf"\fB{_escape(term)}\fR", _prose(meaning))
                case _:
                    assert_never(item)


def _title_text(words: str, purpose: str) -> str:
    title = _("{label}: {figure}").format(label=words, figure=purpose)
    return f'"{_prose(title)}"'


def _heading_text(text: str) -> str:
    return f'"{_escape(text.upper())}"'


def _escape(text: str) -> str:
    r"""Escape a line of text; ``\&`` keeps its beginning from being a request."""
    escaped = "".join(
        _ROFF_ESCAPES.get(sign, sign if sign.isascii() else rf"\[u{ord(sign):04X}]")
        for sign in text
    )
    return rf"\&{escaped}" if escaped.startswith((".", '"')) else escaped


def _prose(text: str) -> str:
    r"""Escape a line of prose, in which fish, for its completions, does not understand ``\(aq``."""
    escaped = _escape(text).replace(r"\(aq", "'")
    return rf"\&{escaped}" if escaped.startswith("'") else escaped


SHELLS = ("bash", "zsh", "fish")

# Suggestions for values that have no list of choices.
_COMMON_VALUES = {"PARTNER": KINDS, "C": ("random", *KINDS)}

_BASH_EQUALS_FIX = """

# Bash takes --option=value and key=value apart.
_foxduet() {
    local word words=() last=0 key=
    for word in "${COMP_WORDS[@]:0:COMP_CWORD + 1}"; do
        last=$((${#words[@]} - 1))
        if [[ $word == = && ${words[last]} != -* ]]; then
            key=${words[last]}=
            words[last]=$key
        elif [[ $key && ${words[last]} == "$key" ]]; then
            words[last]=$key$word
        elif [[ $word != = ]]; then
            words+=("$word")
            key=
        fi
    done
    [[ ${COMP_WORDS[COMP_CWORD]} == = && ! $key ]] && words+=("")
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
    _shtab_foxduet
    COMPREPLY=("${COMPREPLY[@]#"$key"}")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o bashdefault -F _foxduet foxduet
"""


def add_completion(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the completion command."""
    shell = _("bash, zsh or fish; 'foxduet help completion' says how to turn it on")
    parser.add_argument("shell", choices=SHELLS, metavar=N_("SHELL"), help=shell)
    parser.set_defaults(run=_run_completion)


def _run_completion(options: argparse.Namespace) -> int:
    try:
        text = read_resource(__package__, _script_path(options.shell))
    except OSError:
        # The program runs from a source tree.
        try:
            text = completion_script(options.shell)
        except ImportError:
            message = _(
                "this copy of foxduet has no completion scripts; pip install {package} lets it "
                "make them"
            )
            raise arguments.UserError(message.format(package="shtab")) from None
    print(text, end="")
    return arguments.OK


def completion_scripts() -> dict[str, str]:
    """Return the completion scripts in all languages, by path in this package."""
    scripts: dict[str, str] = {}
    for language in languages():
        use_language(language)
        scripts |= {_script_path(shell): completion_script(shell) for shell in SHELLS}
    use_language(SOURCE)
    return scripts


def _script_path(shell: str) -> str:
    language, _catalogue, _encoding = current_language()
    return f"completions/{language}.{shell}"


def completion_script(shell: str) -> str:
    """Return a completion script in the current language; raises ImportError without shtab."""
    import shtab

    parser = arguments.build_overview_parser()
    # Argparse has no public way to change a parser.
    (subparsers,) = parser._get_positional_actions()
    assert isinstance(subparsers, argparse._SubParsersAction)
    subparsers.choices |= {name: arguments.build_parser(name) for name in arguments.COMMANDS}
    for command in subparsers.choices.values():
        # shtab would show it instead of the purpose, which has no capital letter and no full stop.
        command.description = None
    # The options of the default command are also valid without it.
    for action in arguments.build_parser(arguments.DEFAULT_COMMAND)._actions:
        if not parser._option_string_actions.keys() & {*action.option_strings}:
            parser._add_action(action)
    for action in _iter_actions(parser):
        if action.type is Path:
            kind = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE
            action.complete = kind  # type: ignore[attr-defined]
        elif action.metavar == "KEY=VALUE":
            action.choices = tuple(_setting_values())
        elif isinstance(action.metavar, str) and not action.choices:
            action.choices = _COMMON_VALUES.get(action.metavar)
        if shell == "zsh" and action.nargs != 0:
            # Makes zsh also complete --option=value.
            names = action.option_strings
            action.option_strings = [f"{name}=" if name[:2] == "--" else name for name in names]
    script: str = shtab.complete(arguments.translate_metavars(parser), shell)
    return script + (_BASH_EQUALS_FIX if shell == "bash" else "\n")


def _setting_values() -> Iterator[str]:
    from foxduet.store.settings import SETTINGS, SYSTEM

    values = {"game": games(), "lang": (SYSTEM, *languages()), "partner": KINDS}
    for setting in SETTINGS.values():
        switch = ("true", "false") if isinstance(setting.default, bool) else ("",)
        for value in setting.choices or values.get(setting.key, switch):
            yield f"{setting.key}={value}"


def _iter_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for subparser in action.choices.values():
                yield from _iter_actions(subparser)
        else:
            yield action
