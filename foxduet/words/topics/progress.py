"""Help for progress: what is shown of it, goals, and the ramp from easy games to hard ones."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.topics.topic import Fields, Pairs, Topic

PROGRESS = Topic(
    "progress",
    N_("how you get on, goals, and what to do next"),
    (
        (
            N_("Your progress"),
            N_(
                "Progress on the title screen shows on one page how you get on with a game, and "
                "foxduet progress prints it. First comes what to do next, by the figures alone: "
                "what costs you most is named only once at least three bad choices, in two games "
                "or more, were about it."
            ),
            N_(
                "Accuracy and mistakes come from games that were reviewed to the end, mistakes "
                "from the last 20 of them. They are saved in reviews.jsonl, beside the scores, and "
                "are read from the reviews again if that file is lost. All else comes from the "
                "scores, the lessons and the puzzles."
            ),
            Pairs(
                (
                    ("--game", N_("the progress in that game")),
                    ("--json", N_("one object")),
                    ("--ascii", N_("prints 7-bit characters only")),
                )
            ),
            N_("With --json there are:"),
            Fields(
                (
                    ("game", N_("the game")),
                    (
                        "suggestion",
                        N_("what to do next: step, theme, lesson, how many new puzzles, sentence"),
                    ),
                    ("accuracy", N_("the accuracy of each reviewed game, from 0 to 1")),
                    (
                        "mistakes",
                        N_("what they were about: theme, choices, games, and cost in all"),
                    ),
                    ("standings, players", N_("as the scores have them")),
                    ("goals", N_("those reached, and those left")),
                    ("lessons", N_("those done, and those left")),
                    ("puzzles", N_("the rating, those counted, solved, due and learned, or null")),
                )
            ),
        ),
        (
            N_("From easy to hard"),
            N_(
                "After the lessons the form of a new game proposes an easy game, but one that can "
                "be lost. After two wins in a row at one step it proposes the next one, once: if "
                "you stay, it does not ask again. It proposes nothing if you have chosen something "
                "else."
            ),
            N_(
                "Goals are reached by winning, separately in each kind of game, and are named at "
                "the end of the first game that reaches them."
            ),
        ),
    ),
)
