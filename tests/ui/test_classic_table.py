"""The original game at the table: its turns and what they score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import Thought, get_adviser
from foxduet.ai.workers import ThinkJob, ThinkPurpose
from foxduet.cli.terminal import glyph_charset
from foxduet.core.cards import Play, Seat
from foxduet.core.registry import rule_set
from foxduet.games.classic.rules.cards import Card, Suit
from foxduet.games.classic.rules.observation import Observation, observe, sample
from foxduet.games.classic.rules.state import Choice, GameState, Outcome, Resign
from foxduet.games.classic.table import animation_of
from foxduet.games.classic.words.guide import hint_sentences
from foxduet.games.classic.words.names import CARDS
from foxduet.play.game import DAILY_KEY, Game, PartnerNames, act, daily_seed
from foxduet.play.record import dump_record, load_record
from foxduet.play.table_session import TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.score_entries import ScoreEntry
from foxduet.store.scores import load_entries, open_scores
from foxduet.ui import effect_handlers
from foxduet.ui.effect_handlers import exit_lines
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size, Style
from foxduet.ui.kit.effects import Quit, TextKind
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.moves import WhoResignsScreen, do_option
from foxduet.ui.table.screen import TableScreen, resume_table
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    GameOver,
    Handoff,
    Hint,
    Question,
    RoundEnd,
    Thinking,
    table_options,
)
from foxduet.words.text import ASCII, UNICODE, text_width
from tests.support.classic import (
    LONG_NAMES,
    TODAY,
    actor_of,
    begin_match,
    cards_in,
    choosing,
    classic,
    match,
    moment,
    open_cards,
    played_match,
    table_at_line,
    turns_before,
)
from tests.support.entries import ending_of
from tests.support.players import fewer, some_of
from tests.support.reviews import advice_at
from tests.support.tables import (
    STILL,
    WINDOW,
    Desk,
    ScriptedWorker,
    at_table,
    later,
    of_kind,
    opened,
    options_in,
    play_script,
    press_keys,
    pressed,
    question_over,
    settled,
    text_of,
    with_hint,
)

PLAYED_MATCH = played_match(classic(seed=1))


def test_every_option_has_a_key_of_its_own() -> None:
    for at, state in enumerate(PLAYED_MATCH.states):
        if state.table.pending is None or state.table.pending.seat is None:
            continue
        every = table_options(moment(PLAYED_MATCH, at))
        own = option_keys(every)
        assert len(own) == len(every) == len(set(own))


def test_keeping_the_decree_has_the_same_key_beside_any_number_of_cards() -> None:
    rules = rule_set("classic")
    numbers = set()
    for seed in range(1, 30):
        match = played_match(classic(seed=seed))
        for state in match.states:
            due = rules.pending(state)
            if due is None or due.choice is not Choice.EXCHANGE:
                continue
            choices = rules.legal_actions(state)
            assert option_keys(choices)[-1] == "d"
            numbers.add(len(choices))
    assert {2, 12, 13} <= numbers


def test_between_the_rounds_of_a_match_a_person_resigns_for_none_but_themselves(
    tmp_path: Path,
) -> None:
    header = replace(PLAYED_MATCH.header, players=("Expert", "Ann"), ai=("expert", None))
    game = Game(
        header,
        PLAYED_MATCH.initial_state,
        PLAYED_MATCH.turns[: turns_before(PLAYED_MATCH, Choice.DEAL)],
    )
    asked = press_keys(at_table(TableSession(game)), options_in(tmp_path), "R")
    assert "Ann, resign? The win then goes to Expert." in text_of(asked)


def test_a_long_match_ends_with_a_table_of_its_last_six_rounds() -> None:
    for seed, head in (
        (0, ["Round", "...", *"234567", "Match"]),
        (1, ["Round", *"123456", "Match"]),
    ):
        ended = at_table(TableSession(played_match(classic(35, seed=seed))))
        assert text_of(ended).splitlines()[2].split() == head


@pytest.mark.parametrize(("person", "celebrates"), [(Seat.P1, True), (Seat.P2, False)])
def test_only_the_winner_s_table_celebrates(person: Seat, celebrates: bool, tmp_path: Path) -> None:
    assert PLAYED_MATCH.result is not None
    loser = PLAYED_MATCH.result.won.index(False)
    ai = (None, "steady") if (loser == 1) is celebrates else ("steady", None)
    header = replace(PLAYED_MATCH.header, ai=ai)
    table = at_table(TableSession(Game(header, PLAYED_MATCH.initial_state, PLAYED_MATCH.turns)))
    after = of_kind(TableScreen, later(table, options_in(tmp_path, Look())))
    assert isinstance(after.mode, GameOver)
    assert bool(after.mode.scene) is celebrates


def test_every_moment_of_a_match_is_resumed_exactly_where_it_was() -> None:
    for at in range(1, len(PLAYED_MATCH.states) - 1, 7):
        game = Game(PLAYED_MATCH.header, PLAYED_MATCH.initial_state, PLAYED_MATCH.turns[:at])
        loaded = load_record(dump_record(game))
        assert loaded.state == game.state
        screen = of_kind(
            TableScreen, resume_table(loaded, at_table(TableSession(loaded)).saved).screen
        )
        assert screen.session.visible_seat is None
        assert isinstance(screen.mode, Handoff | RoundEnd)


def test_the_preview_is_what_comes_of_the_card() -> None:
    rules = rule_set("classic")
    checked = 0
    for at, state in enumerate(PLAYED_MATCH.states):
        due, lead = state.table.pending, state.table.lead
        if due is None or due.choice is not Choice.PLAY or lead is None:
            continue
        action = PLAYED_MATCH.turns[at].action
        after = PLAYED_MATCH.states[at + 1].table
        if sum(after.tricks) != sum(state.table.tricks) + 1:
            continue
        table = moment(PLAYED_MATCH, at)
        key = option_keys(table_options(table))[table_options(table).index(action)]
        text = text_of(pressed(table, Path("nowhere"), key))
        winner = 0 if after.tricks[0] > state.table.tricks[0] else 1
        name = "You" if due.seat == winner else PLAYED_MATCH.header.players[winner]
        tricks = after.tricks[winner]
        assert f"{name} would win" in text
        assert f"{tricks} trick" in text
        leader = rules.pending(PLAYED_MATCH.states[at + 1])
        if leader is not None and leader.seat is not None:
            assert (" and lead." in text) is (leader.seat == winner)
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("size", [Size(24, 80), Size(30, 100), Size(45, 140)], ids=str)
def test_long_hands_stand_in_two_rows_that_fit(size: Size) -> None:
    table = moment(PLAYED_MATCH, 1)
    hand = PLAYED_MATCH.states[1].hands[actor_of(table)]
    lines = text_of(table, size).splitlines()
    corners = sum(line.count("╭─ ") for line in lines)
    assert len(hand) == 13
    assert corners == 14
    assert all(len(line) <= size.columns for line in lines)


def ended(desk: Desk, ai: PartnerNames, *, is_daily: bool, seat: Seat = Seat.P1) -> TableScreen:
    """Return the end of a match that a seat gave up at once, its score entered."""
    header = classic(players=("Ann", "Bob" if ai[1] is None else "Steady"), seed=4, ai=ai)
    if is_daily:
        seed = daily_seed(TODAY, "target 21")
        header = replace(header, seed=seed, further={DAILY_KEY: TODAY.isoformat()})
    over = settled(do_option(begin_match(desk, header), Resign(seat), desk.context), desk)
    assert isinstance(over, TableScreen)
    after = of_kind(TableScreen, later(over, desk))
    assert ending_of(after).entered
    return after


def with_more(table: TableScreen) -> TableScreen:
    """Return the end of a match with what is rarely done next, and its deals."""
    return replace(table, mode=replace(ending_of(table), more=True))


def entered(desk: Desk) -> tuple[ScoreEntry, ...]:
    """Return what is in the scores of the original game."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert load_entries(scores, "duet") == ()
        return load_entries(scores, "classic")


@pytest.mark.parametrize("ai", [(None, None), (None, "steady")])
def test_a_match_is_entered_at_its_end_and_seeks_no_par(ai: PartnerNames, desk: Desk) -> None:
    table = ended(desk, ai, is_daily=False)
    shows = ending_of(table)
    assert (shows.par, shows.seeks_par, shows.is_best) == (None, False, False)
    assert table.background_job(desk.context) is None
    (entry,) = entered(desk)
    assert (entry.summary.resigned, entry.ai) == (Seat.P1, ai)
    assert "Par" not in text_of(table)
    assert "Seed of these deals: 4" in text_of(with_more(table))


def test_the_first_match_of_a_day_is_the_one_to_share(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = (datetime(2026, 11, 21, 12, minute, tzinfo=UTC) for minute in count())
    monkeypatch.setattr(effect_handlers, "current_time", lambda: next(moments))
    solo: PartnerNames = (None, "steady")
    first = ended(desk, solo, is_daily=True)
    line = "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0"
    assert line in text_of(with_more(first))
    again = ended(desk, (None, "novice"), is_daily=True)
    shows = ending_of(again)
    assert shows.counting is not None
    assert shows.counting.path == first.saved.path
    lines = exit_lines(Quit(entry_to_share=shows.counting), desk.folders, UNICODE)
    assert lines == (line, f"{UNICODE.dot}   against Steady, no hints")
    assert [entry.day for entry in entered(desk)] == [TODAY, TODAY]


def test_a_match_against_a_person_is_told_from_the_left(desk: Desk) -> None:
    table = ended(desk, (None, None), is_daily=True, seat=Seat.P2)
    assert "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0" in text_of(
        with_more(table)
    )
    (entry,) = entered(desk)
    assert entry.won


MATCH = match(3)
LONG = match(3, players=LONG_NAMES)
MOMENTS = {
    "lead": turns_before(MATCH, Choice.PLAY),
    "follow": turns_before(MATCH, Choice.PLAY, following=True),
    "exchange": turns_before(MATCH, Choice.EXCHANGE),
    "discard": turns_before(MATCH, Choice.DISCARD),
}


def seen_at(game: Game, turns: int) -> Observation:
    """Return what the seat sees that must choose after some turns."""
    state = game.states[turns]
    assert state.table.pending is not None
    return observe(state, state.table.pending.decider)


def hinted(game: Game, turns: int, steps: int) -> TableScreen:
    thought = advice_at("classic", seen_at(game, turns))
    return with_hint(moment(game, turns), Hint(thought, steps))


@pytest.mark.parametrize("name", MOMENTS)
def test_hints_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    for steps in (1, 3):
        screen = hinted(MATCH, MOMENTS[name], steps)
        golden(f"frames/classic-hint-{steps}-{name}.txt", text_of(screen) + "\n")


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_of_a_hint_is_cut_off(name: str) -> None:
    for steps in (1, 2, 3):
        for look in (STILL, Look(ASCII, animated=False)):
            screen = hinted(LONG, MOMENTS[name], steps)
            draw_screen(screen, WINDOW, look)
    assert text_of(screen, look=Look(ASCII, animated=False)).isascii()


def test_a_hint_shows_no_card_that_its_player_may_not_see() -> None:
    for turns, state in enumerate(MATCH.states[:60]):
        pending = state.table.pending
        if pending is None or pending.choice is Choice.DEAL:
            continue
        screen = hinted(MATCH, turns, 3)
        known = {*seen_at(MATCH, turns).hand} | open_cards(state)
        told = {card for sentence in _sentences(MATCH, turns) for card in cards_in(sentence)}
        assert told <= known
        hidden = {*state.hands[pending.decider.other]} - known
        text = text_of(screen)
        said = "\n".join(text.splitlines()[10:13])
        assert not cards_in(said) & {card for card in hidden if card not in _played(MATCH, turns)}


def _sentences(game: Game, turns: int) -> tuple[str, ...]:
    seen = seen_at(game, turns)
    return hint_sentences(seen, advice_at("classic", seen), game.header.players, 3)


def _played(game: Game, turns: int) -> set[object]:
    return {getattr(turn.action, "card", None) for turn in game.turns[:turns]}


def test_i_asks_the_adviser_once_and_tells_more_each_time(tmp_path: Path) -> None:
    desk, worker = options_in(tmp_path), ScriptedWorker(think_it_up, patience=1)
    tables = (begin_match(desk, classic(seed=seed, ai=(None, "steady"))) for seed in range(20))
    table = next(table for table in tables if table.session.actor is Seat.P1)
    pressed = ("i", "i", "i", "i", keys.RIGHT)
    terminal, _leave = play_script(table, desk, *pressed, worker=worker)
    assert [(job.purpose, job.partner) for job in worker.jobs] == [
        (ThinkPurpose.HINT, "expert:500")
    ]
    texts = ["\n".join(frame.text_rows) for frame in terminal.frames]
    for said in ("Looking for a hint", "(i: more)", "% to win the match."):
        assert any(said in text for text in texts)


def think_it_up(job: ThinkJob) -> Thought:
    return advice_at("classic", job.observation)


def test_the_adviser_compares_all_choices_by_what_lies_open_to_the_seat() -> None:
    seen = seen_at(MATCH, MOMENTS["follow"])
    think = get_adviser("classic", "expert:20")
    thought = think(seen, Random(1))
    assert [one.action for one in thought.estimates] == [*seen.choices]
    world = sample(seen, Random(2))
    assert think(observe(world, seen.seat), Random(1)) == thought
    assert seen.seat in tuple(Seat)


ASCII_LOOK = Look(ASCII, animated=False)
LARGE, MIDDLING = Size(45, 140), Size(30, 100)

FRAMED_MATCH = played_match(classic(seed=1))
SOLO = replace(FRAMED_MATCH, header=classic(players=("Player", "Expert"), ai=(None, "expert")))
DEAL = next(
    number
    for number, turn in enumerate(FRAMED_MATCH.turns, 1)
    if turn.step.state.table.pending is not None
    and turn.step.state.table.pending.choice is Choice.DEAL
)
FOLLOW = turns_before(FRAMED_MATCH, Choice.PLAY, following=True)
FOX = turns_before(FRAMED_MATCH, Choice.EXCHANGE)
WOODCUTTER = turns_before(FRAMED_MATCH, Choice.DISCARD)

# Left led the Monarch of Keys, or a Witch; Keys are trump.
MONARCH = "1.2 4b5b8bEb3k4k7k6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:Ek 1-1 0-1 p2:play"
WITCH = "1.2 5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:9m 1-1 0-1 p2:play"
# Left led a Swan, for Right's fourth trick with a Treasure, or for its tenth.
TREASURE = "4.9 2b4b8b/7b3k8k1m 2m 1k7kTk9bEb6m p1:1b 6-3 15-13 p2:play"
TENTH = "4.11 2b/5bEm 2m 1k7kTk9bEb6m p1:1b 2-9 15-13 p2:play"


# Left has seven tricks, and Right is about to have its sixth.
LAST_CARD = "4.12 -/8b 2m 1k7kTk9bEb6m p1:6b 7-5 15-18 p2:play"


def first(choice: Choice) -> TableScreen:
    """Return the table at the first decision of a kind, with its first option chosen."""
    screen = moment(FRAMED_MATCH, turns_before(FRAMED_MATCH, choice))
    assert isinstance(screen.mode, Choosing)
    return replace(screen, mode=replace(screen.mode, cursor=0))


def winning_walk(step: int) -> TableScreen:
    """Return the table on which a fox counts the first trick of the match."""
    for number, turn in enumerate(FRAMED_MATCH.turns):
        walk = animation_of(FRAMED_MATCH.states[number], turn)
        if walk is not None:
            screen = moment(FRAMED_MATCH, number + 1, looking=False)
            return replace(screen, mode=Animating(walk, step))
    raise AssertionError("no trick was won")


def resigned() -> TableScreen:
    """Return the end of a match that Right gave up."""
    game = act(
        Game(FRAMED_MATCH.header, FRAMED_MATCH.initial_state, FRAMED_MATCH.turns[: DEAL + 5]),
        Resign(Seat.P2),
    )
    return replace(at_table(TableSession(game)), mode=GameOver(entered=True))


def tied() -> TableScreen:
    """Return the end of a match in which both have the same points, but not in the last round."""
    screen = table_at_line(LAST_CARD)
    game = act(screen.session.game, Play(Seat.P2, Card.of(Suit.BELLS, 8)))
    return replace(at_table(TableSession(game)), mode=GameOver(entered=True))


def drawn() -> TableScreen:
    """Return the end of a match in which both have the same points, in the last round, too."""
    game = tied().session.game
    state: GameState = game.state
    table = replace(state.table, round_points=(6, 6), outcome=Outcome.DRAW)
    game = replace(game, initial_state=replace(state, table=table), turns=())
    return replace(at_table(TableSession(game)), mode=GameOver(entered=True))


SCREENS: dict[str, Screen] = {
    "form": FormScreen("classic", {"target": 21}, ("Left", "Right"), row=1),
    "form-solo": FormScreen(
        "classic", {"target": 16}, ("Player", "Steady"), row=1, partner="steady"
    ),
    "round-start": moment(FRAMED_MATCH, 1, looking=False),
    "lead": moment(FRAMED_MATCH, 1),
    "handoff": moment(FRAMED_MATCH, FOLLOW, looking=False),
    "follow": moment(FRAMED_MATCH, FOLLOW),
    "monarch": choosing(table_at_line(MONARCH), "p2 play Tk"),
    "witch": choosing(table_at_line(WITCH), "p2 play 8m"),
    "swan-and-band": choosing(table_at_line(TREASURE), "p2 play 7b"),
    "greedy": choosing(table_at_line(TENTH), "p2 play 5b"),
    "fox": first(Choice.EXCHANGE),
    "woodcutter": first(Choice.DISCARD),
    "trick-won": winning_walk(1),
    "round-end": moment(FRAMED_MATCH, DEAL, looking=False),
    "match-end": replace(
        at_table(TableSession(FRAMED_MATCH)), mode=GameOver(cursor=0, entered=True, is_best=False)
    ),
    "tie-break": tied(),
    "draw": drawn(),
    "resigned": resigned(),
    "resign": question_over(Question.RESIGN, seat=Seat.P2, below=moment(FRAMED_MATCH, FOLLOW)),
    "who-resigns": WhoResignsScreen(moment(FRAMED_MATCH, FOLLOW, looking=False).session, cursor=2),
    "open-lead": opened(moment(FRAMED_MATCH, 1)),
    "open-round-end": opened(moment(FRAMED_MATCH, DEAL)),
    "solo-thinking": replace(moment(SOLO, FOLLOW), mode=Thinking()),
    "replay": ReplayScreen(FRAMED_MATCH, position=WOODCUTTER + 1),
    "keys": TextScreen(TextKind.HELP, moment(FRAMED_MATCH, 1)),
    "rules": TextScreen(TextKind.HELP, moment(FRAMED_MATCH, 1), top=16),
    "reference": TextScreen(TextKind.REFERENCE, moment(FRAMED_MATCH, 1)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize("name", ["lead", "monarch", "handoff", "round-end", "match-end"])
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", ["lead", "monarch", "handoff", "round-end", "match-end"])
def test_large_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}-large.txt", text_of(SCREENS[name], LARGE) + "\n")


def test_every_glyph_takes_one_cell() -> None:
    assert all(text_width(glyph) == 1 for glyph in glyph_charset("classic"))


@pytest.mark.parametrize("size", [Size(23, 80), Size(24, 79)])
def test_a_window_that_is_too_small_shows_no_card(size: Size) -> None:
    for name, screen in SCREENS.items():
        text = text_of(screen, size)
        assert "foxduet needs 80x24" in text, name
        assert not any(glyph in text for glyph in CARDS.glyphs(UNICODE).suits), name


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, MIDDLING, LARGE):
        draw_screen(SCREENS[name], size, STILL)
        assert text_of(SCREENS[name], size, ASCII_LOOK).isascii()


@pytest.mark.parametrize(
    ("size", "seed"),
    fewer([(WINDOW, 2), (MIDDLING, 3), (LARGE, 2), (Size(60, 220), 3)], 2),
    ids=str,
)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_matches_with_the_longest_names(size: Size, seed: int) -> None:
    match = played_match(classic(21, ("Maximilianus", "Wilhelmina M"), seed))
    for at in range(0, len(match.states), 2 if size == WINDOW else 7):
        session = TableSession(Game(match.header, match.initial_state, match.turns[:at]))
        closed = at_table(session)
        for screen in (closed, at_table(look_at_hand(session)), opened(closed)):
            draw_screen(screen, size, STILL)
            if isinstance(screen.mode, Choosing):
                for cursor in some_of(range(len(table_options(screen))), at):
                    draw_screen(replace(screen, mode=Choosing(cursor)), size, STILL)
        draw_screen(ReplayScreen(match, position=at), size, STILL)


def test_larger_windows_have_larger_cards_with_their_text() -> None:
    woodcutter = moment(FRAMED_MATCH, WOODCUTTER, looking=False)
    assert "draw one" not in text_of(woodcutter)
    assert "draw one" in text_of(woodcutter, LARGE)


def test_opponents_are_not_asked_to_keep_silent_and_decide_nothing_together() -> None:
    for name, screen in SCREENS.items():
        text = text_of(screen)
        assert "not a word" not in text, name
        assert "ogether" not in text, name
        assert "artner" not in text, name


def test_the_screens_that_both_may_see_have_a_round_s_figures() -> None:
    text = text_of(SCREENS["round-end"])
    state = FRAMED_MATCH.states[DEAL]
    assert isinstance(SCREENS["round-end"], TableScreen)
    assert isinstance(SCREENS["round-end"].mode, RoundEnd)
    for tricks in state.table.tricks:
        assert f"{tricks}, " in text
    assert isinstance(moment(FRAMED_MATCH, FOLLOW, looking=False).mode, Handoff)


def test_the_points_of_a_match_are_calm_lines_and_no_solid_bars_in_red() -> None:
    rows = draw_screen(SCREENS["round-end"], WINDOW, STILL).rows[:6]
    ways = [span for row in rows for span in row if {*span.text} & {"━", "█"}]
    assert [{*span.text} for span in ways] == [{"━"}, {"━"}]
    assert {span.style for span in ways} == {Style.SCENERY}
