"""Help for playing Duet: starting a game, partners, hints, boards."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Pairs, Topic

PLAY = Topic(
    "play",
    N_("starting and resuming a game, and its options"),
    (
        (
            N_("Start a game"),
            Pairs(
                (
                    ("foxduet", N_("opens the title screen")),
                    ("foxduet --level 2", N_("deals at once, for two people")),
                    ("foxduet --solo", N_("opens the form of a game beside a partner")),
                    ("foxduet --solo steady --level 2", N_("deals at once, beside steady")),
                    ("foxduet --resume", N_("continues the game that was saved last")),
                )
            ),
            N_(
                "The command is 'foxduet play' in full. Where it is not installed, python3 -m "
                "foxduet does the same in a clone of the project."
            ),
            N_(
                "You need a terminal of at least 80x24. In larger windows the cards are larger, "
                "and say what they do."
            ),
        ),
        (
            N_("Options of a game"),
            Pairs(
                (
                    ("--game duet|classic", N_("the game; it is Duet if not given")),
                    ("--level 1|2|3", N_("the level of Duet; the cards are dealt at once")),
                    ("--target 16|21|35", N_("the points to which the original game is played")),
                    (
                        N_("--solo [PARTNER]"),
                        N_(
                            "for one person beside a partner: novice, steady or expert; without a "
                            "name it is the expert"
                        ),
                    ),
                    (
                        N_("--limit SECONDS"),
                        N_(
                            "the longest time for one thought of a partner or a hint, from 0.05 to "
                            "60; at first it is 1"
                        ),
                    ),
                    ("--names A B", N_("what the players are called")),
                    (
                        "--seed N",
                        N_(
                            "fixes the dealer and the deals of all three rounds, whatever you "
                            "play, so that friends can play the same game; the seed is shown at "
                            "the end"
                        ),
                    ),
                    ("--daily", N_("plays the deals of the day: see foxduet help days")),
                    (N_("--board FILE"), N_("a board of your own: see foxduet help boards")),
                    (
                        N_("--resume [FILE]"),
                        N_(
                            "continues the game that was saved last, or the one in FILE, exactly "
                            "where it was"
                        ),
                    ),
                    (
                        "--house memory",
                        N_(
                            "shows the cards that are out; by the rules they may not be looked at "
                            "again"
                        ),
                    ),
                )
            ),
            N_(
                "A game for two is resumed with a blank screen first. A game for one remembers "
                "its partner. The title screen continues games, too: where there are several, it "
                "lists them. A branch of a game (see foxduet help review) is resumed only by its "
                "FILE."
            ),
            N_(
                "The form of a new game begins as the last game did: see foxduet help config. In "
                "a row with a name, what you type replaces it, and Backspace edits it. A game "
                "alone can be for practice: then anything can be taken back, and it is no score."
            ),
        ),
    ),
)

ALONE = Topic(
    "alone",
    N_("playing beside a partner, and how strong each one is"),
    (
        (
            N_("At the table"),
            N_(
                "foxduet --solo is for one player. You sit at the left end, and the program plays "
                "the right end. The form of a new game has a row for the partner, too. With "
                "--level the cards are dealt at once: foxduet --solo steady --level 2."
            ),
            N_(
                "Your hand stays on the screen, as nobody needs to look away. b still covers it, "
                "and so does Ctrl-Z; Space shows it again."
            ),
            N_(
                "Your partner sees what a person in its seat would see: its own cards and the "
                "table. Its hand is never shown to you."
            ),
            N_(
                "What it plays stays on the screen for a moment before the fox walks; any key "
                "continues. While it thinks, everything works as usual: help, the card reference, "
                "covering your hand, leaving, resizing the window."
            ),
            N_(
                "You decide where the forest closes in between rounds, and whether to resign. p "
                "asks your partner what it would do, and it answers in one line. During a round it "
                "judges only by what you both can see, since anything else would reveal its cards."
            ),
            N_(
                "The same seed and the same choices of yours lead to the same game, and a resumed "
                "game continues as it would have, unless the time limit had to stop a thought; its "
                "record then says so."
            ),
        ),
        (
            N_("The partners"),
            Pairs(
                (
                    (
                        "novice",
                        N_("means well, looks only at the current trick, and is often mistaken"),
                    ),
                    (
                        "steady",
                        N_(
                            "plays the best landing for the current trick, always the same way, "
                            "at once"
                        ),
                    ),
                    (
                        "expert",
                        N_(
                            "imagines hands that you may hold, and plays the round out with each "
                            "of them"
                        ),
                    ),
                )
            ),
            N_("There are these three; --solo without a name is the expert."),
            N_(
                "The expert uses only facts: the cards that it has seen, given and received, and "
                "the suits that you could not follow. It plays the round out in up to 650 such "
                "worlds, the same ones for each of its choices, drops choices that fall behind or "
                "that hardly differ from the best one, and judges the end of the round by what it "
                "has learned. In the last three tricks it goes through every hand that you can "
                "have. --solo expert:1000 looks at up to 1000 worlds."
            ),
            N_(
                "An expert that looks at fewer than 50 worlds is a weaker partner: hints and "
                "reviews tell chances as beside the steady one, with fewer than 5 as beside the "
                "novice."
            ),
            N_(
                "Beside another expert it expects that both play as experts do; beside you, or any "
                "other partner, it expects the plain play of the steady one."
            ),
            N_(
                "No choice of a partner takes longer than a second, or than --limit SECONDS, and "
                "no hint does. An expert with the usual effort needs far less; if it has to be "
                "stopped, the record says so. None takes less than half a second, so that its pace "
                "does not tell a forced choice from a hard one."
            ),
        ),
        (
            N_("How strong they are"),
            N_(
                "This is how often pairs of partners win, with the 95 % Wilson interval, and their "
                "mean score, with 0 for a defeat:"
            ),
            Example(
                N_(
                    "level  partners         wins                 mean score\n"
                    "    1  expert + expert  100.0 % (99.6-100.0)        36.6\n"
                    "       expert + steady   99.8 % (99.3-99.9)         33.8\n"
                    "       steady + steady   90.5 % (88.5-92.2)         24.8\n"
                    "       novice + novice   37.3 % (34.4-40.3)          8.0\n"
                    "    2  expert + expert   99.9 % (99.4-100.0)        41.8\n"
                    "       expert + steady   99.4 % (98.7-99.7)         38.8\n"
                    "       steady + steady   82.7 % (80.2-84.9)         27.5\n"
                    "       novice + novice   28.2 % (25.5-31.1)          8.1\n"
                    "    3  expert + expert   99.9 % (99.4-100.0)        44.6\n"
                    "       expert + steady   97.1 % (95.9-98.0)         40.3\n"
                    "       steady + steady   52.2 % (49.1-55.3)         19.6\n"
                    "       novice + novice    8.0 % (6.5-9.8)            2.8"
                )
            ),
            N_(
                "Each figure is from 1000 deals on the printed boards that nothing was tuned on, "
                "seeds 1000001-1001000, with one expert 8720001-8721000, with two 8400001-8401000:"
            ),
            Example("foxduet simulate --level L --games 1000 --seats steady,steady"),
            N_(
                "Half of the expert's choices took 23 ms of one core or less, and 95 % no more "
                "than 160 ms; 95 % of steady's took 0.4 ms or less."
            ),
        ),
    ),
)

HINTS = Topic(
    "hints",
    N_("what a hint says, and where its figures come from"),
    (
        (
            N_("Ask for a hint"),
            N_(
                "i gives a hint, whether you play alone or as two: first what to aim for, the "
                "second time what kind of choice to look for, and the third time the choice "
                "itself, with the chance to win of every choice."
            ),
            N_(
                "An aim is named only if it separates the good choices from the bad ones. Where "
                "several are as good as its figures can tell, it says so, and where all is as good "
                "as lost there is nothing to aim at."
            ),
            N_(
                "Esc hides the hint. It also disappears as soon as something is played or the hand "
                "is covered, and the record of the game notes where you looked at one."
            ),
        ),
        (
            N_("What its figures mean"),
            N_(
                "The expert works hints out from what you can see, and from nothing else. A chance "
                "to win is the share of games won from such moments with the partner at your "
                "table: the expert's own figure, translated by many games of that partner, by "
                "level, round and trick. A person counts as steady in them, so two people count "
                "as two steady partners."
            ),
            N_(
                "Where every choice leaves 98 % or more to win, as often beside the expert at "
                "levels 1 and 2, sentences and bars are points instead: what you may expect to "
                "score. The best bar is full then, and each point less takes a tenth away."
            ),
        ),
    ),
)

BOARDS = Topic(
    "boards",
    N_("a board of your own, and what is known of the printed ones"),
    (
        (
            N_("Your own board"),
            N_("With --board a game is played on the board in a file:"),
            Example("foxduet --level 2 --board my-board.toml"),
            N_("This is such a file:"),
            Example(
                N_(
                    "# gems on each space at setup, from the left end\n"
                    "gems = [1, 2, 1, 2, 1, 0, 1, 2, 1, 2]\n"
                    "# further ones at level 3; may be left out\n"
                    "extra_gems = [0, 1, 0, 0, 1, 0, 0, 1, 0, 0]\n"
                    "# spaces that get a gem between rounds\n"
                    "plus = [3, 4, 5, 7, 9]\n"
                    "# where the fox starts, counted from 1\n"
                    "start = 6\n"
                    "forest_tokens = 3"
                )
            ),
            N_(
                "A path has 3 to 19 spaces and at most 22 gems, and needs as many spaces on each "
                "side of the start as there are tokens. The level counts for the score."
            ),
        ),
        (
            N_("What is known about the printed boards, and what is not"),
            N_(
                "The numbers of gems, tokens and + are those of the rulebook. Side A's layout "
                "(level 1) and the paws of the cards come from public descriptions and agree with "
                "every example we know."
            ),
            N_(
                "Side B's printed layout (levels 2 and 3) is in no text that we have: ours is "
                "reconstructed. It has every number that is known, and was chosen by simulation so "
                "that each level is harder than the last. If you own the game, type your board "
                "into a file as above."
            ),
        ),
    ),
)
