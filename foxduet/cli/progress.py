"""The progress command: how a player gets on with a game, as text or JSON, and what to do next."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from datetime import date

from foxduet.analysis.progress import PlayerProgress, mistake_kinds, read_player_progress
from foxduet.analysis.rating import Training
from foxduet.analysis.standings import goals_reached
from foxduet.cli import options as shared
from foxduet.cli.arguments import OK
from foxduet.cli.config import remembered
from foxduet.cli.records import folders
from foxduet.cli.scores import read_or_warn, standings_object
from foxduet.cli.terminal import glyphs_to_print, look_options, print_page, print_sentences
from foxduet.core.frozen import dataclass
from foxduet.core.registry import GUIDE, WORDS, games, require_parts, rule_set
from foxduet.plain.scores import all_progress_sentences
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import _
from foxduet.words.lessons import course_of, has_lessons
from foxduet.words.progress import (
    lesson_about,
    new_puzzles_about,
    progress_lines,
    suggested,
    suggestion_sentence,
)

_WIDTH = 76


@dataclass(frozen=True, slots=True)
class ProgressOptions:
    """Whose progress: that in a ``game``; and how to print it, in words if ``is_plain``."""

    game: str
    json: bool
    ascii: bool
    is_plain: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    parser.set_defaults(game=games()[0])
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.add_argument("--ascii", action="store_true", help=_("use 7-bit characters only"))
    shared.add_plain(parser)


def options_of(parsed: argparse.Namespace, _refuse: shared.Refuse) -> ProgressOptions:
    """Return the arguments as a value."""
    look = look_options(parsed, remembered()[0])
    return shared.options_from(ProgressOptions, parsed, is_plain=look.is_plain)


def run(options: ProgressOptions) -> int:
    """Print the progress in a game; return the exit status."""
    records, scores = folders()
    glyphs = glyphs_to_print(options.game, ascii_only=options.ascii)
    require_parts(options.game, WORDS, GUIDE)
    entries = read_or_warn(scores, records, options.game).games
    theme_of = guide_words(options.game).theme
    progress = read_player_progress(options.game, entries, records, scores, theme_of, date.today())
    if options.json:
        print(json.dumps(progress_object(progress), indent=2))
    elif options.is_plain:
        print_sentences(all_progress_sentences(progress))
    else:
        print_page(progress_lines(progress, _WIDTH, glyphs), glyphs)
    return OK


def progress_object(progress: PlayerProgress) -> dict[str, object]:
    """Return what the page shows, as one object."""
    game, suggestion = progress.game, suggested(progress)
    theme = None if suggestion.about is None else suggestion.about.theme
    lesson = None if theme is None else lesson_about(progress, theme)
    ended = {entry.fingerprint: entry.finished for entry in progress.games}
    lessons = [one.name for one in course_of(game).parts] if has_lessons(game) else []
    return {
        "game": game,
        "suggestion": {
            "step": suggestion.step.value,
            "theme": theme,
            "lesson": None if lesson is None else lesson[1].name,
            "puzzles": 0 if theme is None else new_puzzles_about(progress, theme),
            "sentence": suggestion_sentence(progress, suggestion),
        },
        "accuracy": [
            {
                "fingerprint": one.fingerprint,
                "finished": (moment := ended[one.fingerprint]) and moment.isoformat(),
                "choices": one.choices,
                "accuracy": one.accuracy,
            }
            for one in progress.reviewed
        ],
        "mistakes": [asdict(kind) for kind in mistake_kinds(progress.recent)],
        **standings_object(game, progress.games),
        "goals": _goals(progress),
        "lessons": {
            "done": [name for name in lessons if name in progress.lessons],
            "left": [name for name in lessons if name not in progress.lessons],
        },
        "puzzles": None if progress.training is None else _puzzles(progress.training),
    }


def _puzzles(training: Training) -> dict[str, object]:
    """Return how a player stands with puzzles; there is no rating before the first one."""
    rating = training.rating if training.counted else None
    return {
        "rating": None if rating is None else asdict(rating),
        "counted": training.counted,
        "solved": training.solved,
        "due": training.due,
        "learned": training.learned,
    }


def _goals(progress: PlayerProgress) -> list[dict[str, object]]:
    goals, names = guide_words(progress.game).goals, rule_set(progress.game).categories
    return [
        {
            **dict(zip(names, category, strict=True)),
            "reached": [goal.name for goal in own],
            "left": [goal.name for goal in goals if goal not in own],
        }
        for category, own in goals_reached(goals, progress.games).items()
    ]
