"""The original game's lessons on playing well: each choice is the expert's, with its worth.

Positions come from games of steady opponents. ``python -m tests.strategy`` asks the expert again,
and plays every choice out again; the figures are those of ``--seed 1 --worlds 300``.
"""

from __future__ import annotations

from functools import partial

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, measured_step

_POINTS = partial(
    measured_step,
    N_("Steady play then scores {own} points in this round, with the best other choice {other}."),
)
_MATCHES = partial(
    measured_step,
    N_("Steady play then wins {own} of 100 matches, with the best other choice {other}."),
)

COUNTING = Lesson(
    "counting",
    N_("Humble or victorious?"),
    (
        _POINTS(
            "3.6 5b4k8k3m4m8mTm/3k5k6k2m5m7m 1k 2b6m9m6bEm1m p2:7k 3-3 15-6 p1:play",
            N_(
                "Three tricks each, and seven are left. Right led the 7 of Keys; Keys are trump. "
                "Win with the 8, or stay at three with the 4?"
            ),
            (
                N_("Your Moons will win tricks anyway: go for seven, and take the Treasure."),
                {"p1 play 8k": 5.3},
            ),
            (
                N_(
                    "To stay humble you would have to lose all others, with high Moons and a trump."
                ),
                {"p1 play 4k": 3.2},
            ),
            says=(
                N_(
                    "From the fourth trick on, count: those you have, and those that your hand "
                    "wins anyway. Four to six score little, so choose early: seven, or three at "
                    "most."
                ),
            ),
        ),
        _POINTS(
            "3.7 6b3k4k7k8k/1k5k1m3m6m8m Tm 2m9k7b4m9mEk p1:2k 0-7 13-10 p2:play",
            N_(
                "You have won all seven tricks, and six are left. Moons are trump, and you hold "
                "four. Left led the 2 of Keys: the 1, or the 5?"
            ),
            (
                N_("Start to lose at once: your trumps may well win two more, and ten are greedy."),
                {"p2 play 1k": 3.2},
            ),
            (
                N_("The eighth. With four trumps in hand ten are near, and score nothing."),
                {"p2 play 5k": 1.3},
            ),
        ),
        _POINTS(
            "3.10 6b7b8m/5k6k Tk 2mTb6mEb1m9m p2:4k 3-7 8-10 p1:play",
            N_(
                "You have three tricks and want no more. Right led a trump, and you hold none. The "
                "Bells still out are the 10 and the 11. What do you throw away?"
            ),
            (
                N_("It was the only card that could still be made to win. Your Bells cannot."),
                {"p1 play 8m": 6.0},
            ),
            (
                N_("The 8 of Moons beats most Moons that are out, and a fourth trick is dear."),
                {"p1 play 6b": 2.9, "p1 play 7b": 2.9},
            ),
        ),
    ),
)

WITCHES = Lesson(
    "witches",
    N_("Witches and Swans"),
    (
        _POINTS(
            "2.11 6b9b/2k 4k 7m8b5b6m7b7k p2:3b 8-3 4-8 p1:play",
            N_(
                "You have eight tricks, and two are left. Right led the 3 of Bells, and both of "
                "your Bells win. Which one do you play?"
            ),
            (
                N_(
                    "The 6 may still lose the last trick. A Witch alone would have won it as a "
                    "trump."
                ),
                {"p1 play 9b": 3.7},
            ),
            (
                N_("Now you lead the Witch, a trump: the tenth trick, and no points."),
                {"p1 play 6b": 0.4},
            ),
            says=(
                N_(
                    "A Witch wins even when you would rather lose, and a Swan gives you a lead "
                    "that you may not want. Use them while they help."
                ),
            ),
        ),
        _POINTS(
            "4.11 Tm/4b9b Em 4mEb5b1m1b8b p1:9m 8-3 16-11 p2:play",
            N_(
                "You have three tricks and want no more. Left led the Witch of Moons, and Moons "
                "are trump. You hold none: what do you play?"
            ),
            (
                N_("Beside another Witch yours is no trump: she is gone, and has won nothing."),
                {"p2 play 9b": 5.3},
            ),
            (
                N_("The Witch that you kept is a trump by herself, and easily wins the last."),
                {"p2 play 4b": 1.6},
            ),
        ),
        _POINTS(
            "3.11 4b/1k2k 6m 9k4mEm7k8b9m p1:3k 8-3 10-7 p2:play",
            N_(
                "Three tricks, two are left, and Left led the 3 of Keys: you lose with either Key. "
                "Which one do you play?"
            ),
            (N_("Left leads the last trick as well, and a 1 loses it."), {"p2 play 2k": 6.0}),
            (
                N_("The Swan gave you the lead: if Left has no Key, your 2 wins the last trick."),
                {"p2 play 1k": 4.5},
            ),
        ),
    ),
)

BURYING = Lesson(
    "burying",
    N_("What to bury"),
    (
        _POINTS(
            "1.10 6kEkTm/5b6b 4m 7k9m8m8b7b p2:4b5k 9-1 1-0 p1:discard",
            N_(
                "Nine tricks: no more of them. You lost this one with the Woodcutter, and drew. "
                "Moons are trump. What do you bury?"
            ),
            (
                N_("A high trump wins sooner or later, and the tenth trick costs 6 points."),
                {"p1 discard Tm": 6.0},
            ),
            (
                N_("The 10 of trump is still in your hand, and hardly anything beats it."),
                {"p1 discard 6k": 0.4, "p1 discard Ek": 0.4},
            ),
            says=(
                N_(
                    "The Woodcutter takes a card out of the round. Near a limit bury what would "
                    "win against your will; on the way to seven what wins nothing."
                ),
            ),
            replies=("p2 play 6b",),
        ),
        _POINTS(
            "2.10 4b6m/5b8mTm 4m 3bEb8b2m2b p1:7b5m 6-4 8-3 p2:discard",
            N_(
                "You have four tricks, this will be the fifth, and two are left. Moons are trump. "
                "What do you bury?"
            ),
            (N_("Two trumps for two tricks: seven are a victory."), {"p2 discard 5b": 6.5}),
            (
                N_("With a trump less the seventh trick hangs on the 5 of Bells."),
                {"p2 discard 8m": 5.3, "p2 discard Tm": 5.3},
            ),
        ),
    ),
)

TREASURES = Lesson(
    "treasures",
    N_("Treasures"),
    (
        _POINTS(
            "3.10 8b5m7m/9b5k Tb 4bEkEb6m6k8m p2:4m 7-3 11-8 p1:play",
            N_(
                "Right led the 4 of Moons. The 5 and the 7 both win your eighth trick, and two are "
                "left. Which one do you play?"
            ),
            (
                N_("A point is yours, and the Woodcutter can still bury what might win too much."),
                {"p1 play 7m": 5.1},
            ),
            (
                N_("Your 7 may now win too much, or be lost, and its point with it."),
                {"p1 play 5m": 4.3},
            ),
            says=(
                N_(
                    "A Treasure is a point for whoever wins its trick. Win with your own where you "
                    "win anyway; a trick that costs your band is never worth one."
                ),
            ),
            replies=("p1 discard 8b", "p1 discard 7m"),
        ),
        _POINTS(
            "1.10 7b1k2k/5m8m 4k 2bTmEb3k1b7m p2:3m 1-9 1-0 p1:play",
            N_(
                "You have one trick, Right has nine and led the 3 of Moons. You hold none; Keys "
                "are trump. What do you play?"
            ),
            (
                N_("Right gets a point, and the tenth trick with it: greedy. You stay humble."),
                {"p1 play 7b": 6.3},
            ),
            (
                N_("You won, and lead: more tricks may follow, and Right stays at nine."),
                {"p1 play 1k": 3.6, "p1 play 2k": 3.7},
            ),
        ),
    ),
)

LAST_ROUND = Lesson(
    "last-round",
    N_("The last round of a match"),
    (
        _MATCHES(
            "5.7 1b5b7b8b9m/4b6b9bEb6m8m 3b 1kTb2b5m4m3m p1:7m 5-2 16-20 p2:play",
            N_(
                "You have 20 points, Left 16, and the match goes to 21. Left led the 7 of Moons: "
                "the 6, or the 8?"
            ),
            (
                N_("The Treasure is your twenty-first point, and Left needs a whole victory."),
                {"p2 play 8m": 98},
            ),
            (
                N_("Left has the Treasure, and is on the way to a victory with 23 points."),
                {"p2 play 6m": 7},
            ),
            says=(
                N_(
                    "Toward the end count the points that the match still needs: one may be "
                    "enough, and six that come with more for the other may be too few."
                ),
            ),
        ),
        _MATCHES(
            "4.8 1k2k4k7mTm/8k6m8mEm 5k 9k5m3m9m3k1b p2:4m 8-0 20-10 p1:play",
            N_(
                "You have 20 points and eight tricks, Right has 10 points. Right led the 4 of "
                "Moons: the 7, or the 10?"
            ),
            (
                N_("That is the point you need: the match is yours, even with ten tricks."),
                {"p1 play 7m": 100},
            ),
            (
                N_("The trick, but no point: with ten tricks there may be none at all."),
                {"p1 play Tm": 86},
            ),
        ),
    ),
)

STRATEGY = (COUNTING, WITCHES, BURYING, TREASURES, LAST_ROUND)
