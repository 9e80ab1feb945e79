"""Lessons as data: positions, what is said at them, and what is right and wrong there, and why.

The rules judge what may be done and what comes of it; a lesson only says which choice it is after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from foxduet.core.frozen import dataclass
from foxduet.core.register import FOR_A_TABLE, LESSONS, games_with, has_parts, part_of
from foxduet.play.game import Names
from foxduet.words.common import Sentences
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


@dataclass(frozen=True, slots=True)
class Wrong:
    """A kind of wrong choice: the actions, as records write them, and why none of them is right."""

    choices: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a lesson: sentences, and then something to choose, unless ``right`` is empty.

    ``position`` is a position line. After any choice, the first of ``replies`` that is allowed is
    done, again and again until none is or the trick is over. A ``basic`` step is left out for
    players who know the game's relative. All text is marked for the translators.
    """

    position: str
    says: tuple[str, ...]
    ask: str = ""
    right: tuple[str, ...] = ()
    praise: str = ""
    wrong: tuple[Wrong, ...] = ()
    replies: tuple[str, ...] = ()
    basic: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of two or three minutes; ``name`` is what the progress file calls it."""

    name: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GuidedRound:
    """A round from fixed deals beside a patient partner, with advice that steps back.

    ``facts`` says what an observation shows that matters now; ``verdict`` says of a choice, judged
    by a thought on that observation, why another one was better.
    """

    name: str
    title: str
    seed: int
    partner: str
    welcome: tuple[str, ...]
    facts: Callable[[Any, Names], Sentences]
    verdict: Callable[[Any, Any, Thought, Names], str]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Course:
    """All lessons of one game; ``setup`` are the keys of a record that contain its setup.

    ``relative`` says in the first person that the player knows the game's relative.
    """

    setup: Mapping[str, object]
    lessons: tuple[Lesson, ...]
    guided: GuidedRound
    relative: str


def has_lessons(game: str) -> bool:
    """Return whether there are lessons for a game."""
    return has_parts(game, LESSONS, *FOR_A_TABLE)


def games_with_lessons() -> list[str]:
    """Return the games that there are lessons for."""
    return list(games_with(LESSONS, *FOR_A_TABLE))


def course_of(game: str) -> Course:
    """Return the lessons of a game, by its name; loaded when they are first needed."""
    course: Course = part_of(game, LESSONS)
    return course


def steps_for(lesson: Lesson, *, knows_relative: bool) -> tuple[Step, ...]:
    """Return the steps of a lesson, without the basic ones for those who know a relative.

    A lesson of basic steps alone has its last one left.
    """
    if not knows_relative:
        return lesson.steps
    return tuple(step for step in lesson.steps if not step.basic) or lesson.steps[-1:]


def lesson_names(course: Course) -> list[str]:
    """Return the titles of all lessons, the guided round last, in the player's language."""
    return [_(title) for title in (*(one.title for one in course.lessons), course.guided.title)]
