"""Lessons as data: positions, what is said at them, and what is right and wrong there, and why.

The rules judge what may be done and what comes of it; a lesson only says which choice it is after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.analysis.review import GOOD_GRADES, TutorGrade, TutorState
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import LESSONS, TABLE_PARTS, has_parts, load_part, packaged_text
from foxduet.play.game import Names
from foxduet.words.i18n import _, decimal
from foxduet.words.pages import TEXT, iter_blocks, join_lines, malformed_error, normalize_newlines
from foxduet.words.story import Sentences

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


@dataclass(frozen=True, slots=True)
class WrongChoices:
    """A kind of wrong choice: the actions, as records write them, and why none of them is right."""

    choices: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class MeasuredValues:
    """What each choice was measured to be worth; choices are written as in records.

    ``said`` is a sentence with the fields ``own``, what a choice is worth, and ``other``, what the
    best of the others is.
    """

    said: str
    each: Mapping[str, float]

    def sentence(self, choice: str) -> str:
        """Say what a choice is worth, and what the best of the others is."""
        others = [worth for one, worth in self.each.items() if one != choice]
        own, other = decimal(self.each[choice], "g"), decimal(max(others), "g")
        return _(self.said).format(own=own, other=other)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A moment of a lesson: sentences, and then something to choose, unless ``right`` is empty.

    ``position`` is a position line. After any choice, the first of ``replies`` that is allowed is
    done, again and again until none is or the trick is over. A ``basic`` step is left out for
    players who know the game's relative. All text is marked for the translators. ``setup`` has keys
    of a record that are unlike those of the course. ``heard`` has other sentences in the place of
    those that speak of the screen or of its keys, for players who only hear.
    """

    position: str
    sentences: tuple[str, ...]
    ask: str = ""
    right_choices: tuple[str, ...] = ()
    praise: str = ""
    wrong: tuple[WrongChoices, ...] = ()
    replies: tuple[str, ...] = ()
    basic: bool = False
    setup: Mapping[str, object] = field(default_factory=dict)
    measured: MeasuredValues | None = None
    heard: Mapping[str, str] = field(default_factory=dict)

    def spoken_text(self, said: str) -> str:
        """Return what is said without a screen where a screen says this, both translated."""
        return next((_(other) for seen, other in self.heard.items() if _(seen) == said), said)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of two or three minutes; ``name`` is what the progress file calls it."""

    name: str
    title: str
    steps: tuple[LessonStep, ...]


_CHOICE = r"[^,:=\n]+(?: = -?\d+(?:\.\d+)?)?"
_PIECE = re.compile(
    r"# (?P<name>[a-z-]+): (?P<title>.+)\n"
    r"|## (?P<position>.+)\n"
    r"|(?P<basic>basic: yes\n)"
    r"|setup: (?P<option>\w+) (?P<value>\d+)\n"
    r"|replies: (?P<replies>.+)\n"
    rf"|worth: (?P<worth>{TEXT})"
    rf"|(?:> (?P<ask>{TEXT})"
    rf"|(?P<sign>[+-]) (?P<choices>{_CHOICE}(?:, {_CHOICE})*): (?P<why>{TEXT})"
    r"|(?P<says>(?![a-z]+: )(?:(?!#|[>~+-] | |(?:basic|setup|replies|worth): ).+\n)+))"
    rf"(?:~ (?P<aloud>{TEXT}))?"
    r"|\n"
)


def parse_lessons(text: str, mark: Callable[[str], str] = str) -> tuple[Lesson, ...]:
    """Return the lessons in a text, each piece as ``mark`` returns it; ValueError names a line.

    ``# name: title`` begins a lesson, and ``## position`` a step: what is said, after ``>`` what is
    asked, and after ``+`` and ``-`` the right and wrong choices and why they are. Below any of
    these ``~`` begins what is told without a screen instead. ``basic: yes``, ``setup: option
    number``, ``replies: actions``, and ``worth: sentence`` say what else a ``LessonStep`` has; each
    ``choice = figure`` is worth that.
    """
    lessons: list[tuple[str, str, list[LessonStep]]] = []
    for piece in iter_blocks(_PIECE, normalize_newlines(text)):
        if piece["name"]:
            lessons.append((piece["name"], mark(piece["title"]), []))
        elif piece["position"] and lessons:
            lessons[-1][2].append(LessonStep(piece["position"], ()))
        elif piece.lastgroup is not None:
            if not lessons or not lessons[-1][2]:
                raise malformed_error(piece.string, piece.start())
            steps = lessons[-1][2]
            steps[-1] = _with_piece(steps[-1], piece, mark)
    return tuple(Lesson(name, title, tuple(steps)) for name, title, steps in lessons)


def _with_piece(step: LessonStep, piece: re.Match[str], mark: Callable[[str], str]) -> LessonStep:
    if piece["basic"]:
        return replace(step, basic=True)
    if piece["option"]:
        return replace(step, setup={**step.setup, piece["option"]: int(piece["value"])})
    if piece["replies"]:
        return replace(step, replies=tuple(piece["replies"].split(", ")))
    if piece["worth"]:
        return replace(step, measured=MeasuredValues(mark(join_lines(piece["worth"])), {}))
    text = mark(join_lines(piece["ask"] or piece["why"] or piece["says"]))
    if piece["aloud"]:
        step = replace(step, heard={**step.heard, text: mark(join_lines(piece["aloud"]))})
    if piece["ask"]:
        return replace(step, ask=text)
    if piece["says"]:
        return replace(step, sentences=(*step.sentences, text))
    return _parse_wrong_choice(step, piece, text)


def _parse_wrong_choice(step: LessonStep, piece: re.Match[str], why: str) -> LessonStep:
    pairs = [one.partition(" = ") for one in piece["choices"].split(", ")]
    choices = tuple(choice for choice, _is, _worth in pairs)
    measured, is_right = step.measured, piece["sign"] == "+"
    if any(bool(worth) is not bool(measured) for *_, worth in pairs) or (
        is_right and step.right_choices
    ):
        raise malformed_error(piece.string, piece.start())
    if measured:
        worths = {choice: float(worth) for choice, _is, worth in pairs}
        step = replace(step, measured=replace(measured, each={**measured.each, **worths}))
    if is_right:
        return replace(step, right_choices=choices, praise=why)
    return replace(step, wrong=(*step.wrong, WrongChoices(choices, why)))


def load_lessons(package: str, name: str) -> tuple[Lesson, ...]:
    """Return the lessons in the file ``NAME.md`` of a package's folder ``lessons``."""
    return parse_lessons(packaged_text(package, f"lessons/{name}.md"))


@dataclass(frozen=True, slots=True)
class GuidedRound:
    """A round from fixed deals beside a patient partner, with advice that steps back.

    ``facts`` says what an observation shows that matters now; ``why`` says why one choice is better
    than another, both judged by a thought on that observation, and nothing without a cause. The
    round begins with the ``welcome``; for two people, ``welcome_two`` comes in the place of its first
    sentence.
    """

    name: ClassVar = "guided"
    title: ClassVar = N_("A guided round")
    seed: int
    partner: str
    welcome: tuple[str, ...]
    welcome_two: str
    facts: Callable[[Any, Names], Sentences]
    why: Callable[[Any, Any, Any, Thought, Names], str]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LessonPlan:
    """All that is taught of one game; ``setup`` are the keys of a record that contain its setup.

    The ``lessons`` teach the rules; those of ``strategy`` come after the guided round. ``relative``
    says in the first person that the player knows the game's relative.
    """

    setup: Mapping[str, object]
    lessons: tuple[Lesson, ...]
    guided: GuidedRound
    strategy: tuple[Lesson, ...]
    relative: str

    @property
    def parts(self) -> tuple[Lesson | GuidedRound, ...]:
        """All of it in the order in which it is taught."""
        return (*self.lessons, self.guided, *self.strategy)


def has_lessons(game: str) -> bool:
    """Return whether there are lessons for a game."""
    return has_parts(game, LESSONS, *TABLE_PARTS)


def lesson_plan(game: str) -> LessonPlan:
    """Return the lessons of a game, by its name; loaded when they are first needed."""
    course: LessonPlan = load_part(game, LESSONS)
    return course


def steps_for(lesson: Lesson, *, knows_relative: bool) -> tuple[LessonStep, ...]:
    """Return the steps of a lesson, without the basic ones for those who know a relative.

    A lesson of basic steps alone has its last one left.
    """
    if not knows_relative:
        return lesson.steps
    return tuple(step for step in lesson.steps if not step.basic) or lesson.steps[-1:]


def lesson_names(course: LessonPlan) -> list[str]:
    """Return the titles of all lessons and of the guided round, in the player's language."""
    return [_(one.title) for one in course.parts]


_PRAISE = (N_("Well done."), N_("Just right."), N_("Yes."), N_("Good."))
_TITLES = {TutorGrade.FAIR: N_("A sound choice."), TutorGrade.POOR: N_("Not quite the best.")}
_TEXTS = {
    TutorGrade.FAIR: N_("A little better: {option}."),
    TutorGrade.POOR: N_("Better: {option}."),
}


def feedback_title(grade: TutorGrade, tutoring: TutorState) -> str:
    """Return what stands above a verdict: praise for what was good, nothing if nobody knows."""
    if grade in GOOD_GRADES:
        # In other words than the time before.
        return _(_PRAISE[tutoring.good % len(_PRAISE)])
    return _(_TITLES[grade]) if grade in _TITLES else ""


MAX_REASON_LENGTH = 150
"""The letters of a reason that fits three rows of a lesson, a better choice named before it."""


def feedback_text(grade: TutorGrade, best: str, reason: str) -> str:
    """Say of a choice why it was good, or why the best one was better, which ``best`` names.

    Nothing is said without a ``reason``.
    """
    better = _(_TEXTS[grade]).format(option=best) if grade in _TEXTS else ""
    return f"{better} {reason}".lstrip() if reason else ""


def closing_sentence(tutoring: TutorState) -> str:
    """Say at the end how it went, by the choices that really differed."""
    if not tutoring.good + tutoring.poor:
        return _("You'll find out the rest by playing!")
    if not tutoring.poor:
        return _("You chose well throughout. You'll find out the rest by playing!")
    if tutoring.poor <= tutoring.good:
        return _("Most of your choices were good. You'll find out the rest by playing!")
    return _("Some choices could have been better. Play the round again, or try a game.")
