"""Lessons as data: positions, sentences, right and wrong choices, and the reasons for them.

The rules decide which choices are legal, and their effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from foxduet.analysis.review import GOOD_GRADES, TutorGrade, TutorState
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import LESSON_PARTS, LESSONS, has_parts, load_part, read_resource
from foxduet.play.game import Names
from foxduet.words.i18n import _, decimal
from foxduet.words.pages import TEXT, iter_blocks, join_lines, malformed_error, normalize_newlines
from foxduet.words.story import Sentences


@dataclass(frozen=True, slots=True)
class WrongChoices:
    """Choices, in record notation, that are wrong for the same reason."""

    choices: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class MeasuredValues:
    """The measured worth of each choice, in record notation.

    template: a sentence with the fields ``own`` (of a choice) and ``other`` (of the best other).
    """

    template: str
    values: Mapping[str, float]

    def sentence(self, choice: str) -> str:
        """Return a sentence that compares the worth of a choice with that of the best other."""
        other_worths = [value for other, value in self.values.items() if other != choice]
        worth, best_other = decimal(self.values[choice], "g"), decimal(max(other_worths), "g")
        return _(self.template).format(own=worth, other=best_other)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: sentences, and a choice unless ``right_choices`` is empty.

    position: a position line.
    replies: actions of the other seats; after a choice, the first legal action is played until the
        trick ends.
    is_basic: omitted for players who know the game's relative.
    setup: keys of a record that differ from the lesson plan's.
    spoken_texts: for plain mode, replacements of sentences that mention the screen or its keys.

    All text is marked for the translators.
    """

    position: str
    sentences: tuple[str, ...]
    question: str = ""
    right_choices: tuple[str, ...] = ()
    praise: str = ""
    wrong_choices: tuple[WrongChoices, ...] = ()
    replies: tuple[str, ...] = ()
    is_basic: bool = False
    setup: Mapping[str, object] = field(default_factory=dict)
    worth: MeasuredValues | None = None
    spoken_texts: Mapping[str, str] = field(default_factory=dict)

    def spoken_text(self, text: str) -> str:
        """Return plain mode's replacement of a screen's translated ``text``, or ``text`` itself."""
        return {_(key): _(spoken) for key, spoken in self.spoken_texts.items()}.get(text, text)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of two or three minutes; ``name`` is its key in the progress file."""

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
    """Parse lessons, calling ``mark`` for each text; raises ValueError with the line.

    ``# name: title`` begins a lesson, and ``## position`` a step: paragraphs, a question after
    ``>``, and right and wrong choices with their reasons after ``+`` and ``-``. Below such a text,
    ``~`` begins its replacement in plain mode. ``basic: yes``, ``setup: option number``, ``replies:
    actions`` and ``worth: sentence`` fill other fields of a ``LessonStep``; after ``worth``, each
    ``choice = figure`` has its worth.
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
            steps[-1] = _add_piece(steps[-1], piece, mark)
    return tuple(Lesson(name, title, tuple(steps)) for name, title, steps in lessons)


def _add_piece(step: LessonStep, piece: re.Match[str], mark: Callable[[str], str]) -> LessonStep:
    """Return ``step`` with the field that ``piece`` fills; raises ValueError if malformed."""
    if piece["basic"]:
        return replace(step, is_basic=True)
    if piece["option"]:
        return replace(step, setup={**step.setup, piece["option"]: int(piece["value"])})
    if piece["replies"]:
        return replace(step, replies=tuple(piece["replies"].split(", ")))
    if piece["worth"]:
        return replace(step, worth=MeasuredValues(mark(join_lines(piece["worth"])), {}))
    text = mark(join_lines(piece["ask"] or piece["why"] or piece["says"]))
    if piece["aloud"]:
        spoken = mark(join_lines(piece["aloud"]))
        step = replace(step, spoken_texts={**step.spoken_texts, text: spoken})
    if piece["ask"]:
        return replace(step, question=text)
    if piece["says"]:
        return replace(step, sentences=(*step.sentences, text))
    parts = [part.partition(" = ") for part in piece["choices"].split(", ")]
    choices = tuple(choice for choice, _is, _figure in parts)
    is_right, worth = piece["sign"] == "+", step.worth
    is_malformed = any(bool(figure) is not bool(worth) for *_, figure in parts)
    if is_malformed or (is_right and step.right_choices):
        raise malformed_error(piece.string, piece.start())
    if worth:
        values = {choice: float(figure) for choice, _is, figure in parts}
        step = replace(step, worth=replace(worth, values={**worth.values, **values}))
    if is_right:
        return replace(step, right_choices=choices, praise=text)
    return replace(step, wrong_choices=(*step.wrong_choices, WrongChoices(choices, text)))


def load_lessons(package: str, name: str) -> tuple[Lesson, ...]:
    """Return the lessons in the file ``lessons/NAME.md`` of a package."""
    return parse_lessons(read_resource(package, f"lessons/{name}.md"))


@dataclass(frozen=True, slots=True)
class GuidedRound:
    """A round with fixed deals and a patient partner, with less and less advice.

    facts: returns the facts of an observation that matter now.
    welcome: first sentences; ``welcome_two`` replaces the first of them for two people.
    """

    name: ClassVar = "guided"
    title: ClassVar = N_("A guided round")
    seed: int
    partner: str
    welcome: tuple[str, ...]
    welcome_two: str
    facts: Callable[[Any, Names], Sentences]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LessonPlan:
    """All lessons of a game.

    setup: keys of a record with the setup.
    lessons: about the rules.
    strategy: lessons after the guided round.
    relative_statement: a statement that the player knows the game's relative.
    """

    setup: Mapping[str, object]
    lessons: tuple[Lesson, ...]
    guided_round: GuidedRound
    strategy: tuple[Lesson, ...]
    relative_statement: str

    @property
    def parts(self) -> tuple[Lesson | GuidedRound, ...]:
        """All parts, in teaching order."""
        return (*self.lessons, self.guided_round, *self.strategy)


def has_lessons(game: str) -> bool:
    return has_parts(game, *LESSON_PARTS)


def lesson_plan(game: str) -> LessonPlan:
    """Return the lessons of a game, loaded when first needed."""
    plan: LessonPlan = load_part(game, LESSONS)
    return plan


def steps_for(lesson: Lesson, *, knows_relative: bool) -> tuple[LessonStep, ...]:
    """Return the steps of a lesson, without basic ones if the player ``knows_relative``.

    If all are basic, the last one stays.
    """
    if not knows_relative:
        return lesson.steps
    return tuple(step for step in lesson.steps if not step.is_basic) or lesson.steps[-1:]


def lesson_titles(plan: LessonPlan) -> list[str]:
    """Return the translated titles of all parts."""
    return [_(part.title) for part in plan.parts]


_PRAISE = (N_("Well done."), N_("Just right."), N_("Yes."), N_("Good."))
_GRADE_TITLES = {TutorGrade.FAIR: N_("A sound choice."), TutorGrade.POOR: N_("Not quite the best.")}
_GRADE_TEXTS = {
    TutorGrade.FAIR: N_("A little better: {option}."),
    TutorGrade.POOR: N_("Better: {option}."),
}


def feedback_title(grade: TutorGrade, tutoring: TutorState) -> str:
    """Return the title of a verdict, such as praise; empty unless it is good, fair or poor."""
    if grade in GOOD_GRADES:
        # Repeated praise would sound mechanical.
        return _(_PRAISE[tutoring.good_choices % len(_PRAISE)])
    return _(_GRADE_TITLES[grade]) if grade in _GRADE_TITLES else ""


MAX_REASON_ROWS = 2
"""Number of rows for a reason after a better choice."""


def feedback_text(grade: TutorGrade, best: str, reason: str) -> str:
    """Name the ``best`` choice after a worse one, and give the reason; empty without a reason."""
    better = _(_GRADE_TEXTS[grade]).format(option=best) if grade in _GRADE_TEXTS else ""
    return f"{better} {reason}".lstrip() if reason else ""


def closing_sentence(tutoring: TutorState) -> str:
    """Sum up the choices of a guided round that made a difference."""
    if not tutoring.good_choices + tutoring.poor_choices:
        return _("You'll find out the rest by playing!")
    if not tutoring.poor_choices:
        return _("You chose well throughout. You'll find out the rest by playing!")
    if tutoring.poor_choices <= tutoring.good_choices:
        return _("Most of your choices were good. You'll find out the rest by playing!")
    return _("Some choices could have been better. Play the round again, or try a game.")
