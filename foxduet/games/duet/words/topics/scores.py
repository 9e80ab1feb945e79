"""Help for what Duet counts: the scores, the deals of a day, and series that partners play."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Fields, Pairs, Topic

SCORES = Topic(
    "scores",
    N_("what is counted, par, and scores as text, CSV and JSON"),
    (
        (
            N_("The scores on screen"),
            N_(
                "Every game that you finish is saved, won or not, with its score item by item. The "
                "scores are on the title screen under Scores, and foxduet scores prints them."
            ),
            Pairs(
                (
                    (
                        N_("Left, right, h, l"),
                        N_(
                            "turn the pages: what all games add up to, the best, the recent, and "
                            "the days"
                        ),
                    ),
                    (
                        N_("Up, down, k, j"),
                        N_("choose a game of a list; scroll where there is none"),
                    ),
                    (
                        N_("Enter"),
                        N_("opens the chosen game: look through it, review it, the same deals"),
                    ),
                    (N_("Page Up, Page Down"), N_("a page up or down, as Space")),
                    (N_("Home, End"), N_("the first and the last rows")),
                    (N_("1, 2, 3"), N_("show the games of one level; 0 shows all")),
                    ("p", N_("shows one kind of partner")),
                    ("n", N_("shows one pair of players")),
                    ("g", N_("shows the scores of the next game")),
                    ("?", N_("these keys, and what the figures say")),
                    (N_("q, Esc"), N_("back")),
                )
            ),
            N_(
                "The rate is the share of games won, with its 95 % interval. A streak counts wins "
                "in a row: the current one, and the longest. A star marks games on your own board; "
                "among the best they come last. In the mean score a defeat counts 0."
            ),
            N_(
                "The first game that the same people finish with some deals counts. Later ones, as "
                "with The same deals again, are among the recent games, marked with =, but count "
                "for nothing else, as who knows the cards plays them better."
            ),
        ),
        (
            N_("Par"),
            N_(
                "Par is what two experts score on the same deals, which the seed fixes whatever is "
                "played. A separate process works it out after the game, in a few seconds, and it "
                "appears below your score. You need not wait for it: leaving stops it at once."
            ),
        ),
        (
            N_("Print them"),
            Pairs(
                (
                    ("--game duet|classic", N_("the game; it is Duet if not given")),
                    ("--level 1|2|3", N_("only games of one level of Duet")),
                    ("--target 16|21|35", N_("only games of the original game to one target")),
                    (N_("--names NAME [NAME]"), N_("only games of one player, or of both")),
                    ("--solo", N_("only games of one person beside a partner")),
                    ("--two", N_("only games of two people")),
                    ("--daily", N_("the days played, and the last one to share")),
                    ("--csv", N_("a row for each game")),
                    ("--json", N_("one object")),
                    ("--par", N_("first works out par where it is missing")),
                    ("--ascii", N_("prints 7-bit characters only")),
                )
            ),
            N_("Only one of --solo and --two can be given, and one of --daily, --csv and --json."),
            N_("With --csv and --json a game has:"),
            Fields(
                (
                    ("started, finished", N_("the moments")),
                    ("level", N_("the level")),
                    ("board", N_("a digest of your own board")),
                    ("p1, p2", N_("the players' names")),
                    ("partner", N_("the kind of partner, or people")),
                    ("ai_p1, ai_p2", N_("the partner at each seat, with its effort")),
                    ("outcome", N_("how the game ended")),
                    ("score", N_("the score, 0 unless it was won")),
                    (
                        "score_level, score_cards, score_early, score_tokens",
                        N_("the score item by item"),
                    ),
                    ("round, tricks", N_("when it ended")),
                    ("gems_left", N_("the gems that were left")),
                    ("found", N_("the gems of each round")),
                    ("hints", N_("how many hints were looked at")),
                    ("seed", N_("the seed of all deals")),
                    ("day", N_("the day whose deals these are")),
                    ("again", N_("whether the same people had played these deals before")),
                    ("par, par_outcome", N_("what two experts made of the same deals")),
                    ("fingerprint", N_("the same wherever its record lies")),
                    ("record", N_("the path of its record")),
                )
            ),
            N_(
                "The object has these games, the standings by level, own_board and kind, and the "
                "days."
            ),
        ),
        (
            N_("Import games"),
            N_(
                "foxduet scores import DIR imports the finished records of a folder, each game "
                "only once, and says how many were new, known, unfinished or unreadable. The new "
                "ones are copied to your own records. Games that partners played alone, and "
                "branches of games, are no scores."
            ),
        ),
    ),
)

DAYS = Topic(
    "days",
    N_("the deals of the day, the same for everybody"),
    (
        (
            N_("Play the deals of the day"),
            N_(
                "foxduet --daily deals the same cards to everybody who plays that level on that "
                "date, and so does the title screen, which says on how many days in a row you have "
                "played. The first game of a day and level that the same people finish counts; "
                "later ones do not."
            ),
            N_(
                "At the end there are two lines to share that give nothing away, on the screen and "
                "again when you leave: how it ended, for each round the gems you found and the "
                "tricks without one, who your partner was, and how many hints you used. The "
                "days are a page of the scores, with the days in a row; "
                "foxduet scores --daily prints it."
            ),
        ),
        (
            N_("Where the deals come from"),
            N_(
                "The seed of a day is the number in the first four bytes, the most significant "
                "first, of the SHA-256 of a text like this one:"
            ),
            Example("2026-11-21 level 2"),
        ),
    ),
)


SIMULATE = Topic(
    "simulate",
    N_("games that partners play by themselves, and comparing them"),
    (
        (
            N_("A series of games"),
            N_(
                "foxduet simulate lets partners play by themselves and reports how they did: wins "
                "with their 95 % interval, mean score, time per decision."
            ),
            Example("foxduet simulate --level 2 --games 100 --seats random,steady --jobs 2"),
            N_(
                "Game number i has the seed S + i, so the result is the same whatever --jobs is, "
                "unless a partner is limited by the clock; the report then says so."
            ),
        ),
        (
            N_("Two partners compared"),
            N_(
                "--compare A,B plays the same deals with A in both seats and with B in both (or "
                "with each --beside C) and reports what B gains over A, deal by deal, and whether "
                "that shows a difference. Use a few hundred deals."
            ),
            Example("foxduet simulate --level 3 --games 200 --compare novice,steady"),
        ),
        (
            N_("Several machines"),
            N_(
                "--cluster shares the games among the workers of a scheduler of dask.distributed, "
                "and so it does with the work of a review; pip install 'foxduet[cluster]' adds "
                "what it needs. The results are the same. Workers need the same version of the "
                "program. What they lose or cannot do is done by the program itself, and it alone "
                "writes records."
            ),
            Example("foxduet review game.toml --cluster tcp://host:8786"),
        ),
        (
            N_("Options"),
            Pairs(
                (
                    ("--game duet|classic", N_("the game; it is Duet if not given")),
                    ("--level 1|2|3", N_("the level of all games of Duet")),
                    (
                        "--target 16|21|35",
                        N_("the target of all games of the original game; 21 if not given"),
                    ),
                    ("--games N", N_("how many games, or how many deals for each of two")),
                    ("--seats A,B", N_("the partners that play together")),
                    ("--compare A,B", N_("the partners to compare, instead of --seats")),
                    ("--beside C", N_("with --compare, the partner that both play beside")),
                    ("--seed S", N_("the first game's seed")),
                    ("--jobs J", N_("how many processes share the games")),
                    (
                        N_("--cluster ADDRESS"),
                        N_("a scheduler whose workers share the games, instead of --jobs"),
                    ),
                    (
                        N_("--records DIR"),
                        N_("a folder for the games' records; not with --compare"),
                    ),
                    ("--json", N_("prints one object")),
                )
            ),
            N_(
                "A partner is random, novice, steady or expert, or one with its effort: expert:200 "
                "looks at 200 worlds, expert:50ms at as many as it can in that time, and "
                "steady:25% plays a quarter of its cards at random."
            ),
        ),
    ),
)
