"""Duet's lessons on playing well: each choice is the expert's, with what it is worth.

Positions come from games of steady partners. ``python -m tests.strategy`` asks the expert again,
and plays every choice out again; the figures are the mean of ``--seed 1 --worlds 200`` and of
``--seed 8000001 --worlds 150``.
"""

from __future__ import annotations

from functools import partial

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, measured_step

_GAMES = partial(
    measured_step,
    N_("Steady partners then win {own} of 100 games, with the best other choice {other}."),
)
_POINTS = partial(
    measured_step,
    N_("Steady partners then score {own} points on average, with the best other choice {other}."),
)

MIDDLE = Lesson(
    "middle",
    N_("Keep the fox in the middle"),
    (
        _GAMES(
            "1.7 5d3r6r/1d2r5r1s 8d Tr8s6s9r3d4d4r p1:1r - 1200100212 2 3 p2:play",
            N_(
                "Left led a Musician, and either of your Roses wins. Both can take the fox to a "
                "gem: which one do you play?"
            ),
            (
                N_("Three paws take the fox away from Left's end, to a gem in the middle."),
                {"p2 play 2r": 55},
            ),
            (
                N_("A gem, but the fox stays beside Left's end, and the others are far away."),
                {"p2 play 5r": 47},
            ),
            says=(
                N_(
                    "Either of you may win the next trick. In the middle the fox has gems on both "
                    "sides and no end close by, so both of you can use it."
                ),
            ),
            replies=("p2 move +3", "p2 move 0"),
            setup={"level": 3},
        ),
        _GAMES(
            "2.5 4d7dTd2rTr5s/5d1r3r6r8r 7r 8d6s9r2s7s5r3d p2:1d - #200000000# 10 2 p1:play",
            N_(
                "Both gems left are far on your side, and the fox stands at Right's end. Right led "
                "a Musician. All of your Doves win: which one?"
            ),
            (
                N_("The most paws: the fox is out of the corner, and on its way to the gems."),
                {"p1 play Td": 97},
            ),
            (
                N_("The fox hardly moved. The next trick that Right wins may take it off."),
                {"p1 play 4d": 89, "p1 play 7d": 89},
            ),
            replies=("p1 give 2r", "p2 give 6r", "p1 move -3", "p1 move -1"),
        ),
    ),
)

BRAKES = Lesson(
    "brakes",
    N_("Few paws are a brake"),
    (
        _GAMES(
            "3.5 7d1r5r1s2s3s/1d2d4d9r5s 6s Tr2rTs5d7s6d4r p2:4s - #200000000# 6 2 p1:play",
            N_(
                "The last two gems are on space 2. Right led the 4 of Stars, which beats all of "
                "your Stars. Which one do you play?"
            ),
            (
                N_("No paws, and by the Musician Right could even turn the fox toward the gems."),
                {"p1 play 1s": 84},
            ),
            (
                N_("Right had to take the fox far away from the gems, close to the other end."),
                {"p1 play 2s": 39, "p1 play 3s": 54},
            ),
            says=(
                N_(
                    "When you cannot win a trick, your paws still count. With few of them the fox "
                    "does not run far the wrong way; a Gazelle or a Musician does even better."
                ),
            ),
            replies=("p1 foxes p1", "p1 exchange -", "p2 move -1"),
        ),
        _GAMES(
            "1.8 2r5sTs/1s3s Td 9r9s5d7r6d2s6s p2:3d - 1201000001 8 3 p1:play",
            N_(
                "Right led the 3 of Doves, two paws. Doves are trump and you hold none, so Right "
                "wins. Two spaces are left on that side: what do you play?"
            ),
            (
                N_(
                    "Right left out the paw of your Gazelle: two spaces, to the gem on the last "
                    "one."
                ),
                {"p1 play 5s": 84},
            ),
            (
                N_("Five spaces: the fox ran off the path, and a token is gone."),
                {"p1 play 2r": 73, "p1 play Ts": 66},
            ),
            replies=("p2 move +2",),
            setup={"level": 2},
        ),
    ),
)

TOKENS = Lesson(
    "tokens",
    N_("Tokens are there to be spent"),
    (
        _GAMES(
            "2.5 Td5r7r3s5s/1d5d1r2r1s7s Ts 6r6s4d2sTr8r7d p1:4r - #000000030# 2 2 p2:play",
            N_(
                "All gems are on space 9, and the fox on space 2. Left led the 4 of Roses, which "
                "beats both of your Roses. Which one do you play?"
            ),
            (
                N_("A token bought four spaces: from space 6 the gems are within three steps."),
                {"p2 play 2r": 91},
            ),
            (
                N_("The Musician saved the token, but the fox is still six steps off."),
                {"p2 play 1r": 76},
            ),
            says=(
                N_(
                    "A token is worth 3 points, a gem that is out of reach may cost the game. Off "
                    "the path and back at the start is often the shortest way to the gems."
                ),
            ),
            replies=("p1 move +1",),
        ),
        _GAMES(
            "3.7 5s6s7s/1d9d1r5r 7d 4s4d8d3d2d5d6r p1:Ts - 00000001## 1 1 p2:play",
            N_(
                "One gem left, on space 8, and four tricks. Left led the 10 of Stars, and you hold "
                "none. The start is space 6, and you have one token: what do you play?"
            ),
            (
                N_("Left won and ran off the path. Now the gem is two steps from the fox."),
                {"p2 play 5r": 70},
            ),
            (
                N_("The token is saved, but the fox is four steps away, with three tricks."),
                {"p2 play 1r": 29, "p2 play 1d": 52, "p2 play 9d": 38},
            ),
            replies=("p1 move +3", "p1 move -4", "p2 move +3"),
            setup={"level": 3},
        ),
    ),
)

GIVING = Lesson(
    "giving",
    N_("What to give"),
    (
        _GAMES(
            "3.6 5d1r4r2s/6s8s9sTs 4s 1s5s5r9r2rTd3d p1:1d7d - #10000000## 5 1 p2:give",
            N_(
                "The last gem is three spaces toward Left. You played a Gift, and all that you "
                "hold is trump. Which card do you give?"
            ),
            (
                N_(
                    "The highest trump surely wins a trick for Left, and its paws are just the way "
                    "there."
                ),
                {"p2 give Ts": 100},
            ),
            (
                N_("A trump for Left is right, but you can still beat it, and paws are few."),
                {"p2 give 6s": 47, "p2 give 8s": 78, "p2 give 9s": 57},
            ),
            says=(
                N_(
                    "Ask who is to win the next tricks: a gem on Left's side is Left's to fetch. "
                    "Whoever is to win needs the high trumps, and paws that fit the way."
                ),
            ),
            replies=("p1 give 5d",),
        ),
        _GAMES(
            "3.7 1dTd1s/3r7r8s 4d 5r7s4s9s6sTr8r p2:5d7d - ##0000002# 9 0 p1:give",
            N_(
                "The fox stands on the last two gems, at Right's end, and no token is left. Doves "
                "are trump. You played a Gift and win this trick: which card do you give?"
            ),
            (
                N_("You keep both trumps: Right must not win a trick with paws at that end."),
                {"p1 give 1s": 100},
            ),
            (
                N_("Now Right holds a trump, and may have to win with it: off the path."),
                {"p1 give 1d": 71, "p1 give Td": 80},
            ),
            replies=("p2 give 3r", "p1 move 0"),
            setup={"level": 3},
        ),
    ),
)

TRUMPS = Lesson(
    "trumps",
    N_("Foxes, and whose trump it is"),
    (
        _GAMES(
            "3.7 2d8r2sTs/4d1r5r Tr 4r5d3s8d3d2r7r p2:3r - ##110000000 8 2 p2:exchange",
            N_(
                "Both gems are on Left's side. You led Foxes and may swap; Roses are trump, and "
                "you hold two more of them. Which card becomes the decree?"
            ),
            (
                N_("Doves are trump, and you have none: it is easy now to leave tricks to Left."),
                {"p2 exchange 4d": 80},
            ),
            (
                N_("Your Roses stay trump, and will win tricks that Left should win."),
                {"p2 exchange -": 53, "p2 exchange 1r": 45, "p2 exchange 5r": 35},
            ),
            says=(
                N_(
                    "Trump is for whoever is to win. If the gems lie on the other side, make trump "
                    "a suit that you do not hold yourself."
                ),
            ),
            replies=("p1 play 8r", "p1 play 2d"),
        ),
        _GAMES(
            "2.6 5d2s4s5s/4d1r6rTs 9r 2r9s7s6s2d8r8s p1:1d3d - #2010000000 9 3 p2:exchange",
            N_(
                "All three gems are far on Left's side, and you followed with Foxes. Roses are "
                "trump, and you hold two; most cards still out are Stars. What do you swap?"
            ),
            (
                N_("Stars are trump: Left surely holds some, and you have none."),
                {"p2 exchange Ts": 91},
            ),
            (
                N_("You have no more Doves, but hardly any are out: Left has few trumps, too."),
                {"p2 exchange 4d": 82},
            ),
            (
                N_("Your Roses stay trump, and will win tricks that Left should win."),
                {"p2 exchange -": 78, "p2 exchange 1r": 61, "p2 exchange 6r": 78},
            ),
            replies=("p2 move -2",),
        ),
    ),
)

ROUND_TWO = Lesson(
    "round-two",
    N_("Finish in round 2"),
    (
        _POINTS(
            "2.7 2d6d4r7r/2r5r5s 9r 4d7s1d4s2sTd6r p2:1s - #10000000# 9 1 p1:play",
            N_(
                "One gem is left, on space 2, and four tricks of round 2. Right led a Musician, "
                "and you hold no Star: what do you play?"
            ),
            (
                N_(
                    "Right won, and sent the fox three spaces your way. You keep your trumps for "
                    "later."
                ),
                {"p1 play 2d": 32.8},
            ),
            (
                N_("Right sent the fox two spaces your way. With the 2 it would have been three."),
                {"p1 play 6d": 25.6},
            ),
            (
                N_("A trump spent on a step or none. Right can send the fox your way, too."),
                {"p1 play 4r": 25.5, "p1 play 7r": 22.4},
            ),
            says=(
                N_(
                    "A victory in round 2 is worth 10 points more. Toward its end bring the fox "
                    "next to the last gem, and keep the cards that can take the last steps."
                ),
            ),
            replies=("p1 give 2d", "p2 give 2r", "p2 move -3", "p2 move -2", "p1 move -1"),
            setup={"level": 2},
        ),
        _POINTS(
            "2.8 5r6r4s/9r9s 4d 1s7s5sTr5d2r2d p2:3r - 10000000## 6 1 p1:play",
            N_(
                "The last gem is on space 1, and three tricks are left. Right led the 3 of Roses, "
                "two paws; both of your Roses win. Which one do you play?"
            ),
            (
                N_(
                    "One step away, and your Gazelle can still go one step with any card of "
                    "Right's."
                ),
                {"p1 play 6r": 30.0},
            ),
            (
                N_("Two steps away, and the Gazelle is spent, which could have fitted later."),
                {"p1 play 5r": 24.7},
            ),
            replies=("p1 move -3",),
            setup={"level": 2},
        ),
    ),
)

STRATEGY = (MIDDLE, BRAKES, TOKENS, GIVING, TRUMPS, ROUND_TWO)
