"""Help for the original game: its rules in our own words, and what is counted and judged in it."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Fields, Pairs, Topic

SECTIONS = (
    (
        N_("What you are after"),
        N_(
            "You play against each other. In each round it pays to win most of the tricks, but "
            "not too many: who takes almost all of them is greedy and gets nothing, and who takes "
            "hardly any is humble and does well. Whoever has most points once somebody reaches "
            "the target wins the match."
        ),
    ),
    (
        N_("A round"),
        N_(
            "There are thirty-three cards: Bells, Keys and Moons, each from 1 to 11. You both get "
            "thirteen. One more lies face up: the decree. Its suit is trump. The other six are the "
            "deck, face down."
        ),
        N_(
            "You play thirteen tricks. One player leads any card. The other must play the same "
            "suit if possible, and any card if not. The winner of a trick leads the next; in the "
            "first, the player who did not deal leads. You deal in turns."
        ),
        N_(
            "The highest trump takes the trick. If there is no trump, the highest card of the suit "
            "that was led takes it."
        ),
        N_("Cards of earlier tricks may not be looked at again. How many each has won is open."),
    ),
    (
        N_("What the odd cards do"),
        N_("1, Swan: whoever loses a trick with it leads the next one."),
        N_(
            "3, Fox: at once, its player may swap a card in hand with the decree. A new trump "
            "counts for this trick already."
        ),
        N_(
            "5, Woodcutter: at once, its player draws the top card of the deck and puts any card "
            "in hand under it, the drawn one too if they like. The other sees neither card."
        ),
        N_("7, Treasure: the winner of the trick scores a point for each one in it, at once."),
        N_(
            "9, Witch: if it is the only one in the trick, it counts as a trump of rank 9. Two "
            "Witches are ordinary cards. For following, it belongs to the suit printed on it."
        ),
        N_(
            "11, Monarch: when it is led, the other player must follow with the highest card or "
            "the Swan of its suit, if there is any card of that suit in hand. As the second card "
            "it is just the highest of its suit."
        ),
    ),
    (
        N_("What a round pays"),
        N_("0 to 3 tricks: humble, 6 points."),
        N_("4, 5 or 6 tricks: defeated, 1, 2 or 3 points."),
        N_("7 to 9 tricks: victorious, 6 points."),
        N_("10 to 13 tricks: greedy, nothing."),
        N_("Points for Treasures come on top, whatever the tricks pay."),
    ),
    (
        N_("How it ends"),
        N_(
            "Whole rounds are played until, after a round, somebody has reached the target: 21 "
            "points, or 16 in a short match, or 35 in a long one. Reaching it during a round ends "
            "nothing yet. Most points win. If both have the same, the last round decides, and if "
            "that is equal, too, you share the victory."
        ),
        N_(
            "You may resign at any time; the other player wins then. Two people at one keyboard do "
            "so whenever the other's hand is not in sight."
        ),
    ),
    (
        N_("Talking, playing alone, hints"),
        N_("Say what you like, and believe what you like: you are opponents."),
        N_(
            "Alone you sit on the left, against one of three opponents: novice, steady or "
            "expert. They see their own cards and the table, never your hand."
        ),
        N_(
            "A hint is worked out by the expert from what you see. Its figures are chances to win "
            "the match if both sides play equally well: against a stronger opponent they are too "
            "hopeful, against a weaker one too modest. The record of the match notes where you "
            "looked at one."
        ),
    ),
    (
        N_("If you know Duet"),
        N_(
            "Duet came later and made a team of the two players. Following suit, the decree, trump "
            "and who wins a trick are the same in both games."
        ),
        N_(
            "Here there is no forest path. What counts is how many tricks each has won after all "
            "thirteen, and there is one hand of thirteen cards for it instead of eleven, with "
            "ranks up to 11 instead of 10. A match has as many rounds as it needs instead of "
            "three, and you may talk all the time."
        ),
        N_(
            "The odd ranks do other things: 1 gives away the lead and not a direction; 3 lets only "
            "its player swap, and in Duet either one; 5 draws from the deck, where Duet leaves out "
            "paws; 7 scores a point, where Duet swaps cards; 9 is a trump anywhere, where Duet's "
            "frees the follower; 11 binds the follower, and Duet has none."
        ),
    ),
)

CLASSIC = Topic(
    "classic",
    N_("the original game: how to start it, and its rules"),
    (
        (
            N_("Start a match"),
            Pairs(
                (
                    ("foxduet --game classic", N_("opens the form of a new match")),
                    (
                        "foxduet --game classic --target 21",
                        N_("deals at once, for two people; the targets are 16, 21 and 35"),
                    ),
                    (
                        "foxduet --game classic --solo steady --target 21",
                        N_("deals at once, against an opponent"),
                    ),
                )
            ),
            N_(
                "All other options are those of Duet: see foxduet help play. Matches are saved and "
                "resumed in the same way, and foxduet replay shows them."
            ),
        ),
        *SECTIONS,
        (
            N_("Both games side by side"),
            Pairs(
                (
                    (N_("who plays"), N_("two against each other; in Duet, two together")),
                    (N_("cards"), N_("33, ranks 1 to 11; in Duet 30, ranks 1 to 10")),
                    (N_("suits"), N_("Bells, Keys, Moons; in Duet Doves, Roses, Stars")),
                    (N_("a hand"), N_("13 cards; in Duet 11")),
                    (N_("rank 1"), N_("Swan; in Duet the Musician")),
                    (N_("rank 3"), N_("Fox; in Duet Foxes")),
                    (N_("rank 5"), N_("Woodcutter; in Duet the Gazelle")),
                    (N_("rank 7"), N_("Treasure; in Duet the Gift")),
                    (N_("rank 9"), N_("Witch; in Duet the Royal Heir")),
                    (N_("rank 11"), N_("Monarch; none in Duet")),
                    (N_("the aim"), N_("7 to 9 tricks, or at most 3; in Duet, all gems")),
                    (N_("the end"), N_("a target of points; in Duet, at most three rounds")),
                    (N_("talking"), N_("always; in Duet, between rounds only")),
                )
            ),
        ),
    ),
)


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
                "what its player could know, if both sides play equally well. The line of a "
                "review is one player's chance: that of the person who played against the "
                "program, or else of the left player. In the object of --json line_seat names "
                "its seat."
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
                "Of 600 such matches, seeds 8840001 and 8841001 and up, the expert won 96.2 % "
                "(94.3-97.4) against steady. Against ismcts:2000 expert:1600 won 69.6 % "
                "(65.8-73.1) of 600, seeds 8810001 and 8811001 and up, in no more time for a "
                "choice, and expert:6400 76.2 % (72.6-79.4), seeds 8830001 and 8831001 and up, in "
                "three times as much."
            ),
        ),
    ),
)


TOPICS = (CLASSIC, MATCHES)
