"""Help for what is counted and judged in the original game: scores, days, reviews, series."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Fields, Topic

MATCHES = Topic(
    "matches",
    N_("the original game's scores, days, reviews and series"),
    (
        (
            N_("The scores"),
            N_(
                "foxduet scores --game classic prints the matches that people finished, and g in "
                "the scores on screen changes the game. They are added up by pair and by opponent: "
                "won, lost, drawn, points, wins in a row; two people have a row each. Below stands "
                "how rounds ended: the share in which a player was humble, defeated, victorious or "
                "greedy."
            ),
            N_("With --csv and --json a match has, beside what a game of Duet has:"),
            Fields(
                (
                    ("target", N_("the points to which it was played")),
                    ("result", N_("who won, p1 or p2, or draw")),
                    ("resigned", N_("who gave up, if anybody did")),
                    ("points_p1, points_p2", N_("the points at the end")),
                    ("round", N_("the round in which it ended")),
                    (
                        "tricks",
                        N_("those of both players in each complete round, p1 first: 7-6"),
                    ),
                    ("treasures", N_("the points for Treasures in the same way")),
                )
            ),
            N_("There is no par: nobody wins together. In the object of --json,"),
            Fields(
                (
                    (
                        "standings",
                        N_(
                            "have target, player, opponent and kind, wins, losses and draws, and "
                            "mean and mean_against, the mean points of both"
                        ),
                    ),
                    (
                        "players",
                        N_(
                            "have counts of rounds, tricks and treasures, and of the rounds in "
                            "each band"
                        ),
                    ),
                )
            ),
        ),
        (
            N_("The match of the day"),
            N_(
                "foxduet --game classic --daily deals the same match to everybody who plays to "
                "that target on that date. The two lines to share say how it ended, the points of "
                "both for each round, against whom you played, and how many hints you used. The "
                "seed is made of a text like this one:"
            ),
            Example("2026-11-21 target 21"),
        ),
        (
            N_("Hints and reviews"),
            N_(
                "The figure of a choice is the chance to win the match, half a draw included, by "
                "what its player could know. The line of a review is one player's chance: that of "
                "the person who played against the program, or else of the left player. In the "
                "object of --json line_seat names its seat. A review takes about half a minute on "
                "two cores."
            ),
        ),
        (
            N_("Series and comparisons"),
            N_(
                "foxduet simulate --game classic lets the partners play against each other and "
                "reports wins, draws, points, tricks and bands for each seat; with --json by_seat "
                "has them. --compare A,B plays each deal twice, with seats changed, and reports "
                "what B gains over A, deal by deal; with --beside C both play against C instead."
            ),
            N_(
                "ismcts:2000 is one more partner here, to measure others by: a tree search with "
                "random playouts and 2000 iterations."
            ),
            N_(
                "Of 1000 matches to 21, each deal played twice with seats changed, seeds 1000001 "
                "and up, steady won 89.7 % (87.7-91.4) against random choices; novice won 70.3 % "
                "(67.5-73.1) against random choices, and 19.5 % (17.2-22.1) against steady."
            ),
            N_(
                "Of 500 such matches the expert won 96.2 % (94.1-97.6) against steady. Against "
                "ismcts:2000 expert:1500 won 64.5 % (60.1-68.5), in less time for a choice, and "
                "expert:6000 70.2 % (66.0-74.0), in three times as much."
            ),
        ),
    ),
)
