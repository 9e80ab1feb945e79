"""Help for series of games of Duet that partners play by themselves."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Pairs, Topic

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
