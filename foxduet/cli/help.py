"""The help command: what there is to know beyond the options, topic by topic."""

from __future__ import annotations

import argparse

from foxduet.cli.arguments import columns, has_few_signs
from foxduet.cli.exit_status import OK
from foxduet.cli.options import Refuse, options_from
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _, use_seven_bits
from foxduet.words.pages import all_topics, page, page_lines, purpose_rows, topics


@dataclass(frozen=True, slots=True)
class HelpOptions:
    """The name of a topic, None for the list of all."""

    topic: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    names = tuple(topics())
    text = _("one of: {topics}").format(topics=", ".join(names))
    parser.add_argument(
        "topic", nargs="?", type=_topic, choices=names, metavar=N_("TOPIC"), help=text
    )


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> HelpOptions:
    """Return the arguments as a value."""
    return options_from(HelpOptions, parsed)


def _topic(text: str) -> str:
    """Return the name of a topic, which may be asked for in the singular or the plural."""
    names = topics()
    for name in (text, f"{text}s", text.removesuffix("s")):
        if name in names:
            return name
    message = _("there is no topic '{topic}'; the topics are {topics}")
    raise argparse.ArgumentTypeError(message.format(topic=text, topics=", ".join(names)))


def run(options: HelpOptions) -> int:
    """Print a topic, or the list of all; return the exit status."""
    use_seven_bits(has_few_signs())
    if options.topic is not None:
        lines = page_lines(page(topics()[options.topic], options.topic), columns())
    else:
        lines = [
            _("foxduet help TOPIC says more. The topics are:"),
            "",
            *purpose_rows(all_topics().values(), columns()),
            "",
            _("'foxduet COMMAND --help' shows the options of a command."),
        ]
    print("\n".join(lines))
    return OK
