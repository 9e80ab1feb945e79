"""The topic of puzzles: what they are, the rating, what comes back, and the object that is printed.

Figures in it are those of ``analysis.rating`` and ``analysis.training``.
"""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Fields, Pairs, Topic

PUZZLE = Topic(
    "puzzle",
    N_("positions with one best choice, a rating, and your own mistakes"),
    (
        (
            N_("Puzzles"),
            N_(
                "foxduet puzzle, or Puzzles on the title, shows positions from games as one "
                "player sees them, in which one choice is clearly the best. Choose as at the "
                "table. You see at once whether it was right, why, and what each other choice "
                "would have been worth; after a wrong choice you may try once more first, unless "
                "only one other is left. Then f plays the round on from the answer, by steady "
                "players with open hands."
            ),
            N_(
                "Answers are in puzzles.jsonl beside the scores, a line for each, as soon as they "
                "are given. Ratings and days are worked out of them each time; a damaged line is "
                "ignored, and the others count."
            ),
            Pairs(
                (
                    (N_("Space, Enter"), N_("try again; the next puzzle")),
                    ("a", N_("the answer, after a choice that was not right")),
                    ("f", N_("after the answer: look at what follows, with open hands")),
                    (N_("g, left, right"), N_("the puzzles of the other game")),
                    ("--game", N_("the puzzles of that game")),
                    ("--number", N_("the puzzle with that number")),
                    (
                        "--day",
                        N_(
                            "the puzzle of a day, the same for everybody; of today if none is given"
                        ),
                    ),
                )
            ),
        ),
        (
            N_("The puzzle of the day"),
            N_(
                "Each day has one for each game, the same for everybody; none comes twice before "
                "all have come. The Days page of the scores has the days on which you answered it, "
                "and how many there were in a row. The line to share says whether it was solved at "
                "once, and nothing of the puzzle."
            ),
        ),
        (
            N_("What comes when"),
            N_(
                "Costly choices in games that were reviewed become puzzles, too: your own, or in a "
                "game of two people those of both. Such a mistake comes back a day after it was "
                "found, and each time that it is solved after 3, 7 and 21 days more; solved then, "
                "too, it is learned, and never comes again. A wrong answer begins anew. These are "
                "Leitner's boxes. At most ten mistakes that you never answered come up on a day; "
                "the others wait."
            ),
            N_(
                "A puzzle that was not solved at once comes back in the same way. One that was "
                "solved, at once or in the end, rests for 180 days. What is due comes first, your "
                "own mistakes before all else, then puzzles that you never met: of the eight "
                "nearest your rating, one of the kind that you met longest ago."
            ),
        ),
        (
            N_("The rating"),
            N_(
                "It is Mark Glickman's Glicko (Applied Statistics 48, 1999, pages 377 to 394). You "
                "begin with a rating r of 1500 and a deviation RD of 350: two times out of three "
                "your true strength is that near. A puzzle has a fixed rating, and an RD of 50. "
                "Only the first answer to a puzzle that you never met counts: s is 1 if it is "
                "right, else 0."
            ),
            Example(
                N_(
                    "q  = ln(10) / 400\n"
                    "g  = 1 / sqrt(1 + 3 q^2 RD^2 / pi^2)      RD of the puzzle\n"
                    "E  = 1 / (1 + 10^(-g (r - puzzle) / 400))\n"
                    "p  = 1 / RD^2 + q^2 g^2 E (1 - E)\n"
                    "r  becomes  r + q / p x g (s - E)\n"
                    "RD becomes  sqrt(1 / p), but not below 50"
                )
            ),
            N_(
                "A day without puzzles makes it less sure: the square of RD grows by 100, up to "
                "that of 350. Ratings stay between 100 and 3000."
            ),
        ),
        (
            N_("For other programs"),
            N_(
                "With --json one puzzle is printed as an object, that of today if no other is "
                "asked for. Nothing in it tells the answer, or a card that the seat cannot see. "
                "With --answer it has two keys more."
            ),
            Fields(
                (
                    ("game, number, kind", N_("the game, the puzzle, and what it is about")),
                    ("rating", N_("how hard it is")),
                    ("setup", N_("what was agreed on before the game")),
                    ("seat", N_("who is to choose: p1 or p2")),
                    ("position", N_("the position line as that seat sees it, unseen cards ??")),
                    ("choices", N_("all choices, as records have them")),
                    ("answer", N_("the best choice, with --answer")),
                    (
                        "worth",
                        N_(
                            "with --answer: each choice with its chance to win (0-1) and the mean "
                            "score, as the expert's search found them"
                        ),
                    ),
                )
            ),
        ),
    ),
)
