"""Draw the README's pictures from the program's own screens.

``python -m tests.tools.pictures`` draws them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter

from foxduet.analysis.review import Review, decision_points
from foxduet.analysis.review_job import assess_decision, calibrate_assessment
from foxduet.store.saved_games import load_game
from foxduet.ui.kit.canvas import Frame
from foxduet.ui.kit.screen import Screen
from foxduet.ui.kit.svg import render_svg
from foxduet.ui.loop import draw_screen
from foxduet.ui.review import ReviewScreen
from foxduet.ui.table.moves import start_animation
from foxduet.ui.table.state import Choosing, Together, table_options
from foxduet.words.review import with_table_names
from foxduet.words.text import MODERN
from tests.support.players import VICTORY
from tests.support.processes import PROJECT
from tests.support.quick_reviews import quick_reviews
from tests.support.reviews import NOWHERE, task_in
from tests.support.tables import STILL, WINDOW
from tests.ui.test_classic_table import SCREENS as SCREENS_OF_OPPONENTS
from tests.ui.test_table_frames import SOLO_SCREENS as SCREENS_OF_ONE
from tests.ui.test_table_frames import chosen, moment

LOOK = replace(STILL, glyphs=MODERN)
FOLDER = PROJECT / ".github" / "pictures"

_REVIEWED = PROJECT / "tests" / "golden" / "review" / "turned.toml"
_TURN = 62
"""The choice of that game by which a round was nearly lost."""
_REVIEWER = "expert:60"


@cache
def review() -> ReviewScreen:
    """Return the review of a whole game; reasons are worked out only for the choice shown."""
    game, _saved = load_game(_REVIEWED)
    decisions = decision_points(game)
    with quick_reviews():
        assessments = [
            assess_decision(_REVIEWER, "", one) for one in decisions if one.number != _TURN
        ]
    (turn,) = (decision for decision in decisions if decision.number == _TURN)
    assessments.append(assess_decision(_REVIEWER, "", turn))
    assessments.sort(key=attrgetter("number"))
    reviewed = Review(
        game, _REVIEWER, tuple(map(calibrate_assessment, decisions, assessments)), None
    )
    return ReviewScreen(task_in(NOWHERE, game), with_table_names(reviewed), _TURN - 1)


SCREENS: dict[str, Callable[[], Screen]] = {
    "hint": lambda: SCREENS_OF_ONE["hint-3"],
    "review": review,
    "classic": lambda: SCREENS_OF_OPPONENTS["monarch"],
}

TITLES = {
    "trick": "A trick: a card is followed, the fox walks to a gem, and the screen is handed on",
    "hint": "A hint: what to aim for, and the chance of winning with each card",
    "review": "A review: what each card was worth, and the chance of winning over the game",
    "classic": "The original game: both foxes among the bands, and a hand under a Monarch",
}


_FOLLOWED = 10
"""A turn of the fixed game: a card follows, and the fox then walks to a gem."""


def trick() -> list[tuple[Screen, float]]:
    """Return the screens of a trick, with the seconds for which each is visible.

    A card is followed, both players look, the fox walks, and the screen is handed on.
    """
    followed, after = moment(_FOLLOWED), moment(_FOLLOWED + 1, looking=False)
    walking = start_animation(after.session, animated=True)
    assert walking is not None, "the fox walks"
    assert isinstance(followed.mode, Choosing)
    cursor = table_options(followed).index(VICTORY.turns[_FOLLOWED].action)
    steps = range(walking.walk.steps)
    return [
        (chosen(followed, cursor), 3.5),
        (replace(after, mode=Together(walking, is_fresh=False)), 2.5),
        *((replace(after, mode=replace(walking, step=step)), 0.6) for step in steps),
        (replace(after, mode=walking.at_last_step), 1.5),
        (after, 3.5),
    ]


MOVING = "trick"


def film(frames: Sequence[tuple[Frame, float]], title: str) -> str:
    """Return an SVG that repeats frames, each for some seconds.

    Readers who prefer reduced motion see only the first.
    """
    heads, bodies = zip(
        *(render_svg(frame, title).split("</style>\n") for frame, _ in frames), strict=True
    )
    whole, start, moving, layers = sum(seconds for _frame, seconds in frames), 0.0, [], []
    for number, ((_frame, seconds), body) in enumerate(zip(frames, bodies, strict=True)):
        begins, ends = (f"{100 * at / whole:.2f}%" for at in (start, start + seconds))
        before = "" if number == 0 else "0% { visibility: hidden; } "
        moving += [
            f"@keyframes f{number} {{ {before}{begins} {{ visibility: visible; }} "
            f"{ends} {{ visibility: hidden; }} }}",
            f"#f{number} {{ animation: f{number} {whole:.1f}s step-end infinite; }}",
        ]
        layers += [f'<g id="f{number}" class="frame">', body.removesuffix("</svg>\n") + "</g>"]
        start += seconds
    first = heads[0].splitlines()
    inks = dict.fromkeys(line for head in heads for line in head.splitlines() if line not in first)
    still = (".frame { visibility: hidden; }", "#f0 { visibility: visible; }")
    wanted = ("@media (prefers-reduced-motion: no-preference) {", *moving, "}</style>")
    return "\n".join([*first, *inks, *still, *wanted, *layers, "</svg>", ""])


def picture(name: str) -> str:
    if name == MOVING:
        frames = [(draw_screen(screen, WINDOW, LOOK), seconds) for screen, seconds in trick()]
        return film(frames, TITLES[name])
    return render_svg(draw_screen(SCREENS[name](), WINDOW, LOOK), TITLES[name])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in TITLES:
        (FOLDER / f"{name}.svg").write_text(picture(name), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
