"""Help for reviews of Duet: the screen, branches, saved reviews, and what is printed."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Sections
from foxduet.words.topics.topic import Fields, Pairs, Topic

REVIEW = Topic(
    "review",
    N_("each choice of a game judged, on screen and as text"),
    (
        (
            N_("What a review is"),
            N_(
                "foxduet review FILE judges every choice of a finished game by its record, without "
                "FILE of the last one. So does Review at the end of a game, or in the scores, "
                "where Enter opens any game. For each choice the expert works out the chance "
                "to win with every card or option, by what the player could know then and by "
                "nothing else, and what the actual choice cost."
            ),
            N_(
                "It follows them through the same worlds, up to 1000 or all that there are, until "
                "it is sure enough of a grade; what is clearly worse it drops, and shows its "
                "figure as rough, as in ~57 %. After a few seconds the review opens, and more "
                "worlds settle what is close, the dearest choices first; it says how much is left. "
                "Of a hundred grades about two still change then, none from good to blunder."
            ),
        ),
        (
            N_("On the screen"),
            N_(
                "The chart at the bottom is the chance to win over the whole game, after each "
                "choice and by what the player who chose could know; 1, 2 and 3 mark where a round "
                "was dealt, ! a choice that cost much. Where the win was nearly sure all the time, "
                "it is the points to expect. The best choice is judged by the win first and then "
                "by the points, one of which counts like 2 % to win: so the best choice need not "
                "be the one with the highest bar."
            ),
            Pairs(
                (
                    (N_("Left, right, h, l"), N_("step through the game")),
                    (N_("Up, down, k, j"), N_("step trick by trick")),
                    (N_("Home, End"), N_("the beginning and the end of the game")),
                    ("n", N_("to your next choice that cost much, to choose again")),
                    ("N, p", N_("the other player's too; the one before of anybody")),
                    ("v", N_("par: two experts on the same deals, beside your game")),
                    (
                        "e",
                        N_("both hands open, the left player's view, the right player's view"),
                    ),
                    (
                        "o",
                        N_(
                            "hindsight: what each choice would have led to with open hands; nobody "
                            "could know it"
                        ),
                    ),
                    ("t", N_("try another choice")),
                    ("g", N_("in a glance: how well each of you chose, and par")),
                    ("?", N_("these keys, and what the screen shows")),
                    (N_("q, Esc"), N_("back")),
                )
            ),
        ),
        (
            N_("What its figures mean"),
            N_(
                "A chance to win is the share of games won from such moments with the partner "
                "at the table, as in hints: a person counts as steady, so two people count as two "
                "steady partners. The scores that are expected are those of such games, too."
            ),
            N_(
                "Where every choice leaves 98 % or more to win, as often beside the expert at "
                "levels 1 and 2, bars, costs and sentences are points instead, and the limits of "
                "?!, ? and ?? are 1, 2.5 and 7.5 points."
            ),
        ),
        (
            N_("A lesson first"),
            N_(
                "A review opens with the first of your choices that cost much, or anybody's where "
                "two people played: you see what could be seen then, choose again, and only then "
                "see the answer with its reason; a gives up. n leads to the next one, q to the "
                "whole review."
            ),
        ),
        (
            N_("Why it cost that"),
            N_(
                "A reason is given only if it separates the good choices from the bad ones where "
                "you were: those that have what it names are better than the others by half the "
                "cost or more, none of them is nearly as bad as what was played, and none of the "
                "others nearly as good as the best. Where nothing does, only the figures are told."
            ),
            N_(
                "What is told as a fact, for sure or never holds with every hand, reply and move. "
                "Times in 10 are counted over the hands that you could not see, as your partner "
                "would play them."
            ),
        ),
        (
            N_("In a glance"),
            N_(
                "For each player: the choices with an alternative, how many of them were as good "
                "as the expert's, inaccuracies (?!, from a cost of 2 % on), mistakes (?, from "
                "5 % on), blunders (??, from 15 % on), accuracy, and the points that they cost on "
                "average. Where the worlds leave a cost in doubt, it has the milder grade. The "
                "cost is the chance to win that was lost, a point of score counting like 2 %; "
                "accuracy is the mean of 100 % x e^(-5 x cost)."
            ),
            N_(
                "Par is what two experts score on the same deals: how many points fewer you have "
                "were left on the table. It needs a game that is over, dealt from a seed; on the "
                "screen they play once v asks for it."
            ),
        ),
        (
            N_("Try another choice"),
            N_(
                "Another choice makes a branch: the game continues from there, with the same "
                "players, or with two experts who play it to its end; leaving it returns to the "
                "review. Its top row says 'Branch' where others say the level."
            ),
            N_(
                "A branch has a record of its own, whose key branch_of names the record, the "
                "action, and the fingerprint of the game that it came from. It is never a score, "
                "and --resume takes it only by its path, so it never gets in the way of an "
                "unfinished game. Later rounds have the cards that the seed of the game gives "
                "them; if the record has no seed, a branch deals new random ones."
            ),
        ),
        (
            N_("Saved reviews"),
            N_(
                "The review of game.toml is saved beside it as game.toml.review.json, and one with "
                "--worlds 2000 as game.toml.review-2000.json (in the folder reviews of your games "
                "where that cannot be written), so that it opens at once the next time. Leaving, "
                "or Ctrl-C, saves what is done, and the next time continues from there. If the "
                "actions or the version of the program have changed, the review is worked out "
                "again."
            ),
            N_(
                "An unfinished game is reviewed only after you confirm that you give up its hidden "
                "hands; you can still play it to its end, and whether it should count is between "
                "you and your partner."
            ),
        ),
        (
            N_("Options"),
            Pairs(
                (
                    (
                        "--text",
                        N_("prints a report, as it does when the output is not a terminal"),
                    ),
                    ("--json", N_("prints one object instead")),
                    (
                        N_("--svg PICTURE"),
                        N_(
                            "writes the chart as a picture: into a new file, over an old picture, "
                            "or to something like /dev/stdout; any other file, such as the record, "
                            "is never overwritten"
                        ),
                    ),
                    (
                        "--worlds N",
                        N_(
                            "how many possible hands are looked at for each choice, 1000 if not "
                            "given"
                        ),
                    ),
                    (
                        "--jobs J",
                        N_("how many processes share the work, one per core if not given"),
                    ),
                    (
                        N_("--cluster ADDRESS"),
                        N_(
                            "a scheduler whose workers share the work instead; foxduet help "
                            "simulate says more"
                        ),
                    ),
                )
            ),
        ),
        (
            N_("The object of --json"),
            Fields(
                (
                    (
                        "level, players, result, score",
                        N_("as in the record; score is null without a victory"),
                    ),
                    ("partner", N_("who judged, such as expert:1000")),
                    (
                        "line",
                        N_("the chance to win (win, 0 to 1) after each action, counted from 1"),
                    ),
                    (
                        "costly",
                        N_(
                            "the choices that cost much, the most costly first, each with its "
                            "action and a sentence"
                        ),
                    ),
                    (
                        "decisions",
                        N_(
                            "each with action, round, trick, seat (p1, p2 or team), chosen, best, "
                            "and the keys below"
                        ),
                    ),
                    (
                        "cost",
                        N_(
                            "how far chosen fell short of best: chance to win, and mean score; win "
                            "may be slightly negative where points outweigh it, and score where "
                            "the win does"
                        ),
                    ),
                    (
                        "least_cost",
                        N_("what it cost at least, a victory being worth 1: less a standard error"),
                    ),
                    (
                        "grade",
                        N_("good, inaccuracy, mistake or blunder, by least_cost and limits"),
                    ),
                    ("worlds", N_("how many possible hands were looked at")),
                    (
                        "nearly_sure",
                        N_("whether every choice left so much to win that only points are told"),
                    ),
                    (
                        "choices",
                        N_(
                            "each choice with win and score, and in which share of the hands the "
                            "trick was taken, ended on a gem, or overrun the path, left the fox "
                            "within a step of an end (edge) or within two of a gem (reach); in "
                            "which share the path was overrun later in the round, and how many "
                            "gems were found in it; after the trick on how many spaces within "
                            "three steps of the fox gems lie (near), how many steps it is from "
                            "the nearer end (to_end), and how many trumps are held by whoever "
                            "chose (trumps) and by the partner (partner_trumps); in the original "
                            "game how likely the tricks end humble, victorious or greedy, and the "
                            "points for treasures; rough if it was dropped as clearly worse; empty "
                            "where there was one choice; a resignation (team resign) is not among "
                            "them"
                        ),
                    ),
                    (
                        "hindsight",
                        N_(
                            "each choice with what it led to with the hands as they were; space is "
                            "the gem's"
                        ),
                    ),
                    (
                        "glance",
                        N_(
                            "for each seat, and the team: choices with an alternative, as_expert, "
                            "inaccuracies, mistakes, blunders, accuracy (0 to 1), the points that "
                            "they cost, and the dearest with its action and sentence, or null"
                        ),
                    ),
                    (
                        "insight",
                        N_(
                            "what cost most by the theme of its reasons: the theme, in how many "
                            "choices, and their cost together; null if none is known"
                        ),
                    ),
                    ("limits", N_("from which cost on a choice is an inaccuracy, and so on")),
                    (
                        "par",
                        N_(
                            "result and score of two experts on the same deals, and the points "
                            "left on the table against them, negative if you scored more; null "
                            "without a seed"
                        ),
                    ),
                )
            ),
        ),
    ),
)

HELP: Sections = (
    (
        N_("The choice you are at"),
        N_(
            "The bars show the chance to win with each choice, by what the player who chose could "
            "know: over the hands that fitted all that had been seen. Its cost is how much worse "
            "it was than the best one."
        ),
        N_(
            "Hindsight is what each choice would have led to with the hands as they were. Nobody "
            "could know that, so it is shown apart and costs nothing."
        ),
    ),
    (
        N_("The line below"),
        N_(
            "It is the chance to win over the whole game, or the points to expect where the win "
            "was nearly sure all the time. The rounds are numbered; ?! marks an inaccuracy, ? a "
            "mistake, ?? a blunder. Where there is no room for two marks, the worse choice has its "
            "own. g says from which cost on a choice is what."
        ),
    ),
)
"""What is said of the screen of a review."""
