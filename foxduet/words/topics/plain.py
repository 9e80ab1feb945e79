"""The topic of help about playing in words, without a screen."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Pairs, Said, Topic

PLAIN = Topic(
    "plain",
    N_("the game in plain words, without a screen"),
    (
        (
            N_("In plain words"),
            N_(
                "foxduet --plain tells everything in lines, one after the other, and you answer by "
                "typing: for screen readers and braille displays, for pipes and logs, and for "
                "terminals that cannot move their cursor. Nothing is drawn or coloured, nothing "
                "moves or is timed, and each thing is said once."
            ),
            N_(
                "To begin: foxduet --plain learn for the lessons, or foxduet --plain for all that "
                "the title leads to. Every command that shows a screen can do it; at two "
                "terminals, each of you chooses."
            ),
        ),
        (
            N_("What you can say"),
            N_(
                "Answer with the number of a choice, with a card by its rank and its suit, such as "
                "7 roses or 7r, or with one of these words. The beginning of a word is enough, "
                "where no other word begins like it. Enter alone goes on, or repeats the question."
            ),
            Said(
                (
                    ("help", N_("everything that can be said just now")),
                    ("again", N_("hear all of this once more")),
                    ("hand", N_("your cards")),
                    ("trick", N_("what lies on the table")),
                    ("decree", N_("the decree, and which suit is trump")),
                    ("path", N_("the board, if the game has one")),
                    ("score", N_("how far the game is")),
                    ("about", N_("with a card behind it: what that card would do")),
                    ("out", N_("which cards are out, by the house rule")),
                    ("hint", N_("a hint, and more of it each time")),
                    ("why", N_("all of the hint")),
                    ("cards", N_("what each card does")),
                    ("rules", N_("the rules")),
                    ("undo", N_("take back")),
                    ("resign", N_("resign, after a question")),
                    ("leave", N_("back to where you came from; the game is saved")),
                )
            ),
        ),
        (
            N_("While you listen"),
            N_(
                "A screen reader follows best if it reads new lines of the terminal by itself. Each"
                " event is short: ask for more with a word, as often as you like."
            ),
            N_(
                "Two people at one keyboard are asked to pass it before anything of a hand is said."
                " The screen is cleared then, with what was scrolled out of it; where that cannot "
                "be, it is said that earlier lines can be read."
            ),
            Pairs(
                (
                    (
                        "--plain, --no-plain",
                        N_(
                            "in words, or on the screen; a game that begins so has it remembered, "
                            "and FOXDUET_PLAIN=1 in the environment asks for words, too"
                        ),
                    ),
                    (
                        "--headphones, --no-headphones",
                        N_(
                            "nothing of a hand is said unless its player asks: then only who wears "
                            "the headphones should hear it"
                        ),
                    ),
                )
            ),
        ),
        (
            N_("Pipes, files, programs"),
            N_(
                "A file of answers, one in each line, is played like this; with the options of a "
                "new game instead of --resume, that is dealt at once:"
            ),
            Example("foxduet --plain --resume < commands.txt"),
            N_(
                "Nothing of it is repeated, and a prompt is a > in a line of its own. The same "
                "answers to the same game always get the same text. At the end of the file the "
                "game is saved, a line says how to resume it, and the exit status is 0. An answer "
                "that cannot be ends it with status 1 and one line, and the game is saved as well. "
                "What programs play changes nothing that is remembered."
            ),
        ),
    ),
)
