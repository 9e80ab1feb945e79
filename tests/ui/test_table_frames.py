"""Screens as golden text frames, and what every frame of every game keeps to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import Thought
from foxduet.cli.terminal import glyph_charset
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.cards import Board
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import TRICKS, Choice
from foxduet.games.duet.table import animation_of, interlude_pictures
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.play.game import Game, open_game
from foxduet.play.record import load_record
from foxduet.play.table_session import Stage, TableSession, act_at_table, hinted_seat, show_hand
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import TextKind
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen, TitleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.drawing import MESSAGE_ROWS, layout_for, most_important_rows
from foxduet.ui.table.moves import hide_hands_at_table
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import (
    Advice,
    Animating,
    Choosing,
    GameOver,
    Hint,
    Moment,
    Paused,
    Question,
    RoundEnd,
    table_options,
)
from foxduet.words.game_words import open_hands_agreement, table_words
from foxduet.words.i18n import languages, use_language
from foxduet.words.text import ASCII, UNICODE, text_width
from tests.support import tables
from tests.support.classic import classic, played_match
from tests.support.players import VICTORY, beginning_of, duet, header_of, played_game, some_of
from tests.support.processes import RECORDS
from tests.support.tables import SOLO, STILL, WINDOW, at_table, question_over, solo_moment, text_of

ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 130)


def moment(turns: int, *, looking: bool = True) -> TableScreen:
    game = beginning_of(VICTORY, turns)
    session = TableSession(game)
    return at_table(look_at_hand(session) if looking else session)


def first(choice: Choice, *, looking: bool = True, tricks: int = 0) -> TableScreen:
    """Return the table at the first choice of a kind after some tricks of a round."""
    for at, state in enumerate(VICTORY.states):
        pending = state.table.pending
        if pending is not None and pending.choice is choice and state.table.tricks_done >= tricks:
            return moment(at, looking=looking)
    raise AssertionError(f"the fixed game has no such {choice}")


def chosen(screen: TableScreen, cursor: int = 0) -> TableScreen:
    assert isinstance(screen.mode, Choosing | RoundEnd)
    return replace(screen, mode=replace(screen.mode, cursor=cursor))


def about_to_lose() -> TableScreen:
    """Return a table at which one of two cards surely loses the game."""
    line = "1.9 2d/1d8d 1s 7r9d6d6s4s2r4r p1:5d - 1202101212 10 0 p2:play"
    return tables.table_at(Path("nowhere"), line, Seat.P2)


def cannot_be_won() -> TableScreen:
    """Return a table with more gems on the path than tricks are left."""
    line = "3.9 2s9s/8d9d 1s 7r1d3d6s4s2r4r p1:- - 000000300# 6 2 p1:play"
    return tables.table_at(Path("nowhere"), line)


def hint_of_all(screen: TableScreen) -> Hint:
    """Return a whole hint, made up, for the seat that must act."""
    seat = screen.session.actor
    assert seat is not None
    return Hint(tables.made_up(observe(screen.session.state, seat)), 3)


BETWEEN_ROUNDS = first(Choice.FOREST, looking=False)
NEXT_ROUND = first(Choice.DEAL, looking=False, tricks=11)


def showing(screen: TableScreen, moment: Moment, scene: int = 0) -> TableScreen:
    """Return a table between rounds in a moment with ``scene`` pictures to come."""
    return replace(screen, mode=RoundEnd(moment, scene=scene))


def forced() -> TableScreen:
    """Return a table after a round that ended with the fox at an end of the path."""
    game = played_game(duet(2, ("Left", "Right"), seed=20))
    turns = next(at for at, state in enumerate(game.states) if state.table.tricks_done == TRICKS)
    return at_table(TableSession(beginning_of(game, turns)))


SCREENS: dict[str, Screen] = {
    "title": TitleScreen("duet"),
    "title-resume": TitleScreen(
        "duet", ((VICTORY, at_table(TableSession(VICTORY)).saved),), cursor=1
    ),
    "form": FormScreen("duet", {"level": 2}, ("Left", "Right"), row=2),
    "round-start": moment(1, looking=False),
    "lead": moment(1),
    "handoff": moment(2, looking=False),
    "follow": moment(2),
    "late-hand": moment(24),
    "handoff-after-a-trick": first(Choice.PLAY, looking=False, tricks=3),
    "follow-chosen": chosen(moment(2), 3),
    "foxes-chosen": chosen(first(Choice.FOXES), 1),
    "exchange": first(Choice.EXCHANGE),
    "exchange-chosen": chosen(first(Choice.EXCHANGE), 1),
    "move": first(Choice.MOVE),
    "move-chosen": chosen(first(Choice.MOVE)),
    "between-rounds": BETWEEN_ROUNDS,
    "between-rounds-chosen": chosen(BETWEEN_ROUNDS, 1),
    "next-round": NEXT_ROUND,
    "new-gems": showing(BETWEEN_ROUNDS, Moment.SUPPLY, 3),
    "forest-slides": showing(NEXT_ROUND, Moment.CHANGE, 1),
    "forest-forced": showing(forced(), Moment.CHANGE),
    "round-figures": replace(NEXT_ROUND, mode=RoundEnd(figures=True)),
    "victory-best": replace(
        at_table(TableSession(VICTORY)), mode=GameOver(cursor=1, entered=True, is_best=True)
    ),
    "celebration": replace(
        at_table(TableSession(VICTORY)), mode=GameOver(entered=True, is_best=True, scene=7)
    ),
    "loses": question_over(Question.LOSES, below=about_to_lose()),
    "hopeless": question_over(Question.HOPELESS, yes=False, below=cannot_be_won()),
    "victory": at_table(TableSession(VICTORY)),
    "defeat": at_table(TableSession(played_game(header_of(level=2, seed=0)))),
    "replay": ReplayScreen(VICTORY, position=30),
    "keys": TextScreen(TextKind.HELP, TitleScreen("duet")),
    "rules": TextScreen(TextKind.HELP, TitleScreen("duet"), top=16),
    "reference": TextScreen(TextKind.REFERENCE, TitleScreen("duet")),
    "leave": question_over(Question.LEAVE, yes=True, below=moment(1)),
    "resign": question_over(Question.RESIGN, below=moment(1)),
    "open-follow": chosen(tables.opened(moment(2)), 3),
    "open-hint": tables.with_hint(tables.opened(moment(2)), hint_of_all(moment(2))),
    "open-between-rounds": chosen(tables.opened(BETWEEN_ROUNDS), 1),
    "open-next-round": tables.opened(NEXT_ROUND),
    "close-hands": question_over(Question.CLOSE_HANDS, below=tables.opened(NEXT_ROUND)),
}


NEWER = ("handoff-after-a-trick", "move-chosen", "open-follow")


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize(
    "name",
    ["title", "lead", "follow", "handoff", *NEWER, "celebration"],
)
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", ["lead", "follow", "handoff", "between-rounds", *NEWER])
def test_large_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-large.txt", text_of(SCREENS[name], LARGE) + "\n")


def test_every_glyph_takes_one_cell() -> None:
    assert all(text_width(glyph) == 1 for glyph in glyph_charset("duet"))
    assert len(glyph_charset("duet")) > 30


@pytest.mark.parametrize("size", [Size(23, 80), Size(24, 79), Size(1, 1), Size(5, 200)])
def test_a_window_that_is_too_small_says_so_and_shows_nothing_else(size: Size) -> None:
    needed = f"too small: foxduet needs 80x24, this is {size.columns}x{size.rows}"
    for name, screen in SCREENS.items():
        lines = draw_screen(screen, size, STILL).text_rows
        said = [line.strip() for line in lines if line]
        assert said == [needed, "q quits"] or size.columns < len(needed), name
        assert not any(glyph in "".join(lines) for glyph in duet_glyphs(UNICODE).suits), name


LONG_NAMES = ("Maximilianus", "Wilhelmina M")
BOARDS = (
    None,
    Board(gems=(0, 1, 0), plus=(1,), start=2, forest_tokens=1),
    Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
)


@pytest.mark.parametrize(
    ("board", "size"),
    [
        *((board, WINDOW) for board in BOARDS),
        *zip(BOARDS, (LARGE, Size(60, 220), Size(30, 100)), strict=True),
        (BOARDS[2], LARGE),
    ],
)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(
    board: Board | None, size: Size
) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=size.rows)
    game = played_game(header)
    for at in range(0, len(game.states), 2 if size == WINDOW else 7):
        session = TableSession(Game(header, game.initial_state, game.turns[:at]))
        closed = at_table(session)
        for screen in (closed, at_table(look_at_hand(session)), tables.opened(closed)):
            draw_screen(screen, size, STILL)
            if isinstance(screen.mode, Choosing | RoundEnd):
                for cursor in some_of(range(len(table_options(screen))), at):
                    draw_screen(chosen(screen, cursor), size, STILL)
            if isinstance(screen.mode, RoundEnd) and screen.has_interlude:
                is_new = screen.session.state.table.pending.choice is Choice.FOREST
                moment = Moment.SUPPLY if is_new else Moment.CHANGE
                for scene in range(len(interlude_pictures(screen.session.game, moment)) + 1):
                    draw_screen(showing(screen, moment, scene), size, STILL)
        draw_screen(ReplayScreen(game, position=at), size, STILL)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw_screen(SCREENS[name], size, STILL)
        assert text_of(SCREENS[name], size, ASCII_LOOK).isascii()


def test_larger_windows_have_larger_cards_with_their_text() -> None:
    small, large = text_of(SCREENS["lead"]), text_of(SCREENS["lead"], LARGE)
    assert "winner may" not in small
    assert "winner may" in large


@pytest.mark.parametrize("length", [60, 65, 66, 72])
def test_a_hint_is_never_cut(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = ["x" * (length - 1) + ".", "The best."]
    monkeypatch.setattr("foxduet.ui.table.advice.full_hint", lambda *_of: sentences)
    shown = text_of(SOLO_SCREENS["hint-1"])
    assert f"{sentences[0]}{'  (i: more)' if length <= 65 else ''}\n" in shown


@pytest.mark.parametrize("size", [WINDOW, *(Size(rows, 3 * rows) for rows in range(30, 46))])
def test_the_box_of_the_decree_is_closed_in_every_language(size: Size) -> None:
    for language in languages():
        use_language(language)
        rows = text_of(SCREENS["follow"], size).splitlines()
        top = next(at for at, row in enumerate(rows) if row.lstrip().startswith("╭"))
        right = rows[top].index("╮")
        foot = next(row for row in rows[top:] if row.lstrip().startswith("╰"))
        assert foot.index("╯") == right, (language, foot)
    use_language("en")


def test_the_talk_with_open_hands_names_the_agreement_in_every_language() -> None:
    for language in languages():
        use_language(language)
        agreement, text = open_hands_agreement(), text_of(SCREENS["open-next-round"])
        assert " ".join(agreement.split()) in " ".join(text.split()), language
    use_language("en")


def test_wide_characters_in_names_keep_the_columns() -> None:
    header = duet(1, ("日本", "Ann"), seed=1)
    session = act_at_table(TableSession(open_game(header)), VICTORY.turns[0].action)
    frame = draw_screen(at_table(look_at_hand(session)), WINDOW, STILL)
    widths = {text_width("".join(span.text for span in row)) for row in frame.rows}
    assert widths == {80}


def test_golden_records_can_be_looked_through() -> None:
    for path in sorted(RECORDS.glob("*.toml")):
        game = load_record(path.read_text("utf-8"))
        for at in range(len(game.states)):
            assert text_of(ReplayScreen(game, position=at))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("resign", "n, Esc  no"),
        ("victory", "more"),
        ("between-rounds", "place it"),
        ("form", "deal"),
    ],
)
def test_the_help_of_a_screen_names_its_own_keys(name: str, key: str) -> None:
    screen = SCREENS[name]
    assert isinstance(screen, ScreenWithHelp)
    assert any(line.text.endswith(f" {key}") for line in screen.help_lines(70))


def test_the_help_of_a_replay_has_the_keys_of_a_replay(tmp_path: Path) -> None:
    told = text_of(tables.press_keys(ReplayScreen(VICTORY), tables.options_in(tmp_path), "?"))
    assert "Keys in a replay" in told
    assert "one trick back or forward" in told
    assert "hide the screen at once" not in told


def test_a_replay_shows_both_hands_and_steps(tmp_path: Path) -> None:
    screen = ReplayScreen(VICTORY)
    desk = tables.options_in(tmp_path)
    last = len(VICTORY.turns)
    for key, at in ((keys.RIGHT, 1), (keys.LEFT, 0), (keys.END, last), (keys.HOME, 0)):
        after = tables.of_kind(ReplayScreen, tables.press_keys(screen, desk, key))
        screen = after
        assert screen.position == at
    down = tables.of_kind(
        ReplayScreen, tables.press_keys(replace(screen, position=1), desk, keys.DOWN)
    )
    state = VICTORY.states[down.position]
    assert (state.table.tricks_done, state.table.trick and state.table.trick.lead) == (1, None)


LEAD = tables.turns_before(Choice.PLAY, tables.PLAYER)
FOLLOW = tables.turns_before(Choice.PLAY, tables.PLAYER, following=True)
MOVE = tables.turns_before(Choice.MOVE, tables.PLAYER)
EXCHANGE = tables.turns_before(Choice.EXCHANGE, tables.PLAYER)
AT_FOREST = solo_moment(tables.FOREST)


def result() -> TableScreen:
    """Return the table once the fox has arrived after the first trick."""
    for at in range(2, len(SOLO.states)):
        walk = animation_of(SOLO.states[at - 1], SOLO.turns[at - 1])
        if walk is not None:
            return replace(solo_moment(at), mode=Animating(walk).at_last_step)
    raise AssertionError("the fixed game has a trick")


def hinted(
    screen: TableScreen, steps: int, think: Callable[[Observation], Thought] = tables.made_up
) -> TableScreen:
    session = screen.session
    thought = think(observe(session.state, hinted_seat(session)))
    return tables.with_hint(screen, Hint(thought, steps))


def advised(screen: TableScreen, advice: Advice) -> TableScreen:
    """Return a table between rounds at which the partner has been asked."""
    assert isinstance(screen.mode, RoundEnd)
    return replace(screen, mode=replace(screen.mode, advice=advice))


def advice_on(screen: TableScreen) -> Advice:
    """Return what a made-up partner says to the decision of a table."""
    return Advice(tables.made_up(observe(screen.session.state, tables.PARTNER)))


def close(observation: Observation) -> Thought:
    """Invent a thought on choices that are almost as good."""
    thought = tables.made_up(observation)
    estimates = [replace(one, win=0.6 + 0.004 * at) for at, one in enumerate(thought.estimates)]
    return replace(thought, estimates=tuple(estimates))


def hasty(observation: Observation) -> Thought:
    """Invent a thought that ran out of time."""
    return replace(tables.made_up(observation), cut_short=True)


def disagreed(screen: TableScreen) -> TableScreen:
    """Return a table between rounds where the partner would choose otherwise than the hint."""
    thought = tables.made_up(observe(screen.session.state, tables.PARTNER))
    other = replace(thought, action=thought.estimates[0].action)
    return hinted(advised(screen, Advice(other)), 3)


RESULT = result()
SOLO_SCREENS: dict[str, Screen] = {
    "solo-thinking": replace(solo_moment(tables.THINKING), ticks=9),
    "solo-result": RESULT,
    "solo-covered": hide_hands_at_table(solo_moment(tables.THINKING)),
    "solo-forest": AT_FOREST,
    "solo-forest-advice": hinted(advised(AT_FOREST, advice_on(AT_FOREST)), 3),
    "solo-forest-differ": disagreed(AT_FOREST),
    "solo-forest-asked": advised(AT_FOREST, Advice()),
    "solo-resign": question_over(Question.RESIGN, below=solo_moment(LEAD)),
    "solo-resign-told": question_over(
        Question.RESIGN, yes=True, advice=Advice(), below=solo_moment(LEAD)
    ),
    "solo-resign-forest": question_over(
        Question.RESIGN, advice=advice_on(AT_FOREST), below=AT_FOREST
    ),
    "solo-practice": question_over(Question.PRACTICE, below=solo_moment(LEAD)),
    "solo-title": TitleScreen("duet", ((SOLO, at_table(TableSession(SOLO)).saved),)),
    "solo-form": FormScreen("duet", {"level": 2}, ("Player", "Expert"), "expert:200", row=2),
    "hint-asked": tables.with_hint(solo_moment(FOLLOW), Hint()),
    "hint-1": hinted(solo_moment(FOLLOW), 1),
    "hint-2": hinted(solo_moment(LEAD), 2),
    "hint-3": hinted(solo_moment(LEAD), 3),
    "hint-3-hasty": hinted(solo_moment(LEAD), 3, hasty),
    "hint-3-close": hinted(solo_moment(LEAD), 3, close),
    "hint-3-move-hasty": hinted(solo_moment(MOVE), 3, hasty),
    "hint-3-follow": hinted(solo_moment(FOLLOW), 3),
    "hint-3-move": hinted(solo_moment(MOVE), 3),
    "hint-3-exchange": hinted(solo_moment(EXCHANGE), 3),
    "hint-3-points": hinted(solo_moment(LEAD), 3, tables.nearly_sure),
    "hint-3-move-points": hinted(solo_moment(MOVE), 3, tables.nearly_sure),
}


def test_a_hint_tells_of_haste_of_enlarged_bars_and_of_a_partner_who_differs() -> None:
    hasty, enlarged = (
        "Time was short: press i for a longer search.",
        "The bars enlarge small differences.",
    )
    differ = "They differ: both choices are close."
    for name, note in (
        ("hint-3", ""),
        ("hint-3-hasty", hasty),
        ("hint-3-move-hasty", hasty),
        ("hint-3-close", enlarged),
        ("solo-forest-advice", ""),
        ("solo-forest-differ", differ),
    ):
        shown = text_of(SOLO_SCREENS[name])
        assert [one for one in (hasty, enlarged, differ) if one in shown] == [note] * bool(note)


def test_marks_in_names_take_no_room() -> None:
    plain, marked = ("Namast", "Jose"), ("न\u0947म\u094dस\u0301tअt\u0302", "Jos\u0301e\u0301")
    games = [played_game(duet(2, names, seed=24)) for names in (plain, marked)]
    for at in tables.some_moments(games[0]):
        one, other = (
            text_of(at_table(look_at_hand(TableSession(beginning_of(game, at))))) for game in games
        )
        for name, own in zip(plain, marked, strict=True):
            other = other.replace(own, name)
        assert other == one


@pytest.mark.parametrize("name", ["solo-thinking", "hint-1", "hint-3", "solo-forest-advice"])
def test_seven_bit_solo_screens_look_as_they_did(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"frames/{name}-ascii.txt", text_of(SOLO_SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", SOLO_SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only_with_a_partner(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw_screen(SOLO_SCREENS[name], size, STILL)
    assert text_of(SOLO_SCREENS[name], look=ASCII_LOOK).isascii()


def test_a_partner_s_card_is_seen_before_the_fox_walks(
    tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    paused = tables.after_partner(tables.THINKING, tmp_path, Look())
    assert isinstance(paused.mode, Paused)
    assert paused.mode.walking is not None
    golden("frames/solo-pause.txt", text_of(paused) + "\n")


@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_a_partner(board: Board | None) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=24, ai=tables.BESIDE_EXPERT)
    game = played_game(header)
    for at in range(2, len(game.states), 2):
        played = Game(header, game.initial_state, game.turns[:at])
        screen = at_table(look_at_hand(TableSession(played)))
        for shown in drawn_in_solo(screen):
            draw_screen(shown, WINDOW, STILL)


def drawn_in_solo(screen: TableScreen) -> list[Screen]:
    """Return what a table can look like while a hint, advice or the partner is in play."""
    session = screen.session
    turn, before = session.game.turns[-1], session.game.states[-2]
    walk = animation_of(before, turn)
    walking = None if walk is None else Animating(walk)
    shown: list[Screen] = [screen, replace(screen, mode=Paused(walking))]
    if walking is not None:
        shown += [replace(screen, mode=walking), replace(screen, mode=walking.at_last_step)]
    if session.stage in (Stage.CHOICE, Stage.TEAM):
        steps_here = some_of((1, 2, 3), len(session.game.turns))
        shown += [hinted(screen, steps) for steps in steps_here]
    if session.stage is Stage.TEAM:
        advice = advice_on(screen)
        shown += [
            hinted(advised(screen, advice), 3),
            question_over(Question.RESIGN, advice=advice, below=screen),
        ]
    if session.stage is not Stage.OVER:
        shown += [
            question_over(Question.RESIGN, advice=Advice(), below=screen),
            hide_hands_at_table(screen),
        ]
    return shown


FOXES_FOLLOW = "1.8 4d6dTd/3d9r5s 1s 7r1d8d6s4s2r4r p1:- - 1202101212 6 3 p1:play"


def said(text: str) -> str:
    """Return what stands in the rows for news, in one line."""
    return " ".join(" ".join(text.splitlines()[10 : 10 + MESSAGE_ROWS]).split())


def test_that_the_decree_was_kept_is_told_after_its_trick_and_not_in_the_next(
    tmp_path: Path,
) -> None:
    table = tables.table_at(tmp_path, FOXES_FOLLOW, Seat.P1)
    table = tables.pressed(table, tmp_path, "1", keys.ENTER, tables.LOOK, keys.ENTER)
    after = tables.pressed(table, tmp_path, "d", keys.ENTER, tables.WATCH)
    assert "Right kept the decree. Left won with the 4 of Doves" in said(text_of(after))
    leading = tables.pressed(after, tmp_path, tables.LOOK)
    assert said(text_of(leading)).startswith("Left won with the 4 of Doves")
    followed = tables.pressed(leading, tmp_path, "1", keys.ENTER)
    assert said(text_of(followed)).startswith("Left won with the 4 of Doves")
    following = tables.pressed(followed, tmp_path, tables.LOOK)
    assert "kept the decree" not in text_of(following)


def test_what_matters_is_said_where_there_is_no_room_for_all() -> None:
    trick, gift, lead = "The trick went so. " * 6, "You got a card.", "Left led a card."
    told = ((4, trick.strip()), (3, "The fox turned."), (4, gift), (0, lead))
    rows = most_important_rows(told, 76, MESSAGE_ROWS)
    assert " ".join(rows) == f"{trick}{gift}"
    # What came last drives out what came earlier, but never the trick itself.
    turned = "The fox turned."
    rows = most_important_rows(((4, gift), (4, trick.strip()), (3, turned), (0, lead)), 76, 3)
    assert " ".join(rows) == f"{trick}{turned}"
    assert " ".join(most_important_rows(((4, trick.strip()), (3, turned)), 76, 2)) == trick.strip()
    # What has no room by itself hides nothing else.
    assert most_important_rows(told, 76, 1) == [gift]
    # All is said where there is room, and in the order in which it happened.
    everything = " ".join(sentence for _weight, sentence in told)
    assert " ".join(most_important_rows(told, 76, 5)) == everything


def choices_of(game: Game) -> Iterator[TableScreen]:
    """Yield the table wherever a seat chooses, with nothing chosen yet."""
    for turns in tables.some_moments(game):
        screen = at_table(show_hand(TableSession(beginning_of(game, turns))))
        if isinstance(screen.mode, Choosing):
            yield with_cursor(screen, None)


def with_cursor(screen: TableScreen, cursor: int | None) -> TableScreen:
    assert isinstance(screen.mode, Choosing)
    return replace(screen, mode=replace(screen.mode, cursor=cursor))


def rows_of_news(screen: TableScreen) -> list[str]:
    """Return the rows between the trick and the hand."""
    layout = layout_for(WINDOW)
    return [row.strip() for row in text_of(screen).splitlines()[layout.message : layout.hand]]


def test_an_ability_is_noted_where_news_leave_a_row_and_never_covers_them() -> None:
    cases = set()
    for game in (VICTORY, played_match(classic(seed=1))):
        for screen in choices_of(game):
            session, before = screen.session, rows_of_news(screen)
            assert session.visible_seat is not None
            observation = game.rules.observe(session.state, session.visible_seat)
            every = [*enumerate(table_options(screen))]
            for cursor, option in some_of(every, len(session.game.turns)):
                rows = rows_of_news(with_cursor(screen, cursor))
                note = table_words(game.header.game).ability_note(observation, option)
                assert [row for row in rows if row and row != note] == [*filter(None, before)]
                if note:
                    cases.add(note in rows)
                    assert (note in rows) == ("" in before)
    assert cases == {True, False}, "the games have both"
