"""What hints and lessons say, held against the games themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import Thought, never_stop, rank_choices
from foxduet.ai.reasons import ReasonQuery, find_reasons
from foxduet.analysis.review import Review, decision_points
from foxduet.core.cards import Deal, Play, Seat, card_in_action
from foxduet.core.registry import games, rule_set
from foxduet.games.classic.rules.observation import redact
from foxduet.games.classic.words.guide import describe_counts, options_label, shared_lines
from foxduet.games.classic.words.story import STORY
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import BOARDS, GEM_TOKENS, Board, Card, Suit
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import Choice, Forest, Move
from foxduet.games.duet.words.guide import hint_sentences
from foxduet.games.duet.words.review import cost_sentence
from foxduet.games.duet.words.story import round_figures, round_sum
from foxduet.play.game import Game, Header, open_game
from foxduet.play.table_session import TableSession, events_of_round
from foxduet.ui.table.state import Moment, RoundEnd
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.hints import bar_and_figure, equivalent_choices
from foxduet.words.lessons import Lesson, LessonPlan, LessonStep, has_lessons, lesson_plan
from foxduet.words.review import chosen_line, report_lines, report_object
from foxduet.words.review_chart import chart_svg
from foxduet.words.text import ASCII, wrap
from tests.support.classic import TODAY, match, play, some_entries
from tests.support.classic import at as position
from tests.support.players import DEFEAT, VICTORY, duet, few, fewer, played_game, seeds
from tests.support.quick_reviews import quick_reviews
from tests.support.reviews import review_of
from tests.support.tables import PLAYER, SOLO, at_table, made_up, nearly_sure, text_of, turns_before
from tests.tools.judge import reviewed_game

# Choices are as good that are so close in what was compared, or in what is told.
NOISE, FELT = 0.015, 0.01
# From this chance on with every choice only points are told.
SURE = 0.98
NAMES = ("Ann", "Bob")
# The games of all three levels, by the number of a game, and a match.
GAMES = fewer([("duet", 1), ("classic", 1), ("duet", 0), ("duet", 2)], 2)


@cache
def judged(game: str, number: int) -> Review:
    return reviewed_game(game, "novice", number, "expert:8")


@cache
def hinted(game: str, number: int) -> tuple[tuple[Any, Thought, tuple[str, ...]], ...]:
    """Return the observation, thought and whole hint at each decision of a game."""
    return tuple(_hinted(game, number))


def _hinted(game: str, number: int) -> Iterator[tuple[Any, Thought, tuple[str, ...]]]:
    review = judged(game, number)
    with quick_reviews():
        yield from _hinted_in(review, game, number)


def _hinted_in(
    review: Review, game: str, number: int
) -> Iterator[tuple[Any, Thought, tuple[str, ...]]]:
    for one in review.assessments:
        if one.estimates:
            state = review.game.states[one.number - 1]
            seen = review.game.rules.observe(state, one.seat)
            thought = Thought(one.best, one.estimates, one.worlds, raw=one.raw)
            equals, worse = rank_choices(thought, 0)
            pairs = [*zip(equals, worse, strict=False)][:1]
            query = ReasonQuery(game, seen, None, pairs, equals)
            reasons = find_reasons(query, Random(number), never_stop) if pairs else ()
            thought = replace(thought, reasons=reasons)
            yield seen, thought, guide_words(game).hint_sentences(seen, thought, NAMES, 3)


def worths(thought: Thought) -> dict[Any, float]:
    return {one.action: one.worth for one in thought.search_estimates}


def near(thought: Thought) -> set[Any]:
    """Return the choices that are as good as the best one."""
    worth, best = worths(thought), thought.action
    in_points = thought.estimates[0].POINT and min(one.win for one in thought.estimates) >= SURE
    told = {
        one.action: one.POINT * one.score if in_points else one.worth for one in thought.estimates
    }
    return {
        each
        for each in worth
        if worth[each] >= worth[best] - NOISE or told[each] > told[best] - FELT
    }


def named(game: str, thought: Thought, answer: str) -> set[Any]:
    """Return the choices that an answer names as the best, read back from its words."""
    words = table_words(game)
    told = answer.replace("to win the match", "to win")
    _before, _colon, listed = told.partition(": ")
    found = set()
    for one in thought.estimates:
        option = words.choices.option_phrase(one.action, NAMES)
        rank, of, suit = option.partition(" of ")
        row = rf"((?:\d|, | or | and )+) of {suit}\b"
        ranks = [each.group(1) for each in re.finditer(row, listed)]
        in_list = rank in re.findall(r"\d+", " ".join(ranks)) if of else option in listed
        found |= {one.action} if in_list else set()
    if told.startswith("All are equally good except"):
        return {one.action for one in thought.estimates} - found
    return found


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_best_that_are_named_are_exactly_those_that_are_as_good(game: str, number: int) -> None:
    firm = several = 0
    for _seen, thought, (*_steps, answer) in hinted(game, number):
        as_good = near(thought)
        if len(as_good) == len(thought.estimates):
            assert answer.startswith(
                ("All are equally good", "It makes no difference now", "There is nothing")
            )
        elif not answer.startswith(("The best", "There is nothing")):
            assert named(game, thought, answer) == as_good, answer
            last = " and " if answer.startswith("All") else " or "
            in_a_list = answer.partition(": ")[2].partition(";")[0] if last == " or " else answer
            choices = len(as_good if last == " or " else {*worths(thought)} - as_good)
            assert (last in in_a_list) == (choices > 1), answer
            assert not re.search(r"\d, \d+ of ", in_a_list), "each suit ends its list by a word"
            firm, several = firm + (len(as_good) == 1), several + (len(as_good) > 1)
    assert min(firm, several) >= 5


def test_where_the_bars_show_points_the_choice_with_the_most_is_among_the_best() -> None:
    moment = next(one for one in decision_points(VICTORY) if len(one.observation.choices) > 3)
    first, second, *_others = moment.observation.choices
    told = {first: (1.0, 30.0), second: (0.981, 30.2)}
    estimates = tuple(
        DuetEstimate(action, *told.get(action, (0.98, 20.0)), 0.0, 0.0, 0.0)
        for action in moment.observation.choices
    )
    as_good = equivalent_choices(Thought(first, estimates, 500))
    assert [one.action for one in as_good] == [first, second]


@pytest.mark.parametrize(
    ("wins", "filled"),
    [((0.9, 0.93), (0.7, 1.0)), ((0.9, 0.92, 0.91), (0.8, 1.0, 0.9)), ((0.5, 0.6), (0.5, 0.6))],
)
def test_bars_of_close_chances_differ(wins: Sequence[float], filled: Sequence[float]) -> None:
    estimates = [
        DuetEstimate(Move(Seat.P1, at), win, 0.0, 0.0, 0.0, 0.0) for at, win in enumerate(wins)
    ]
    shown = [bar_and_figure(one, estimates)[0] for one in estimates]
    assert shown == pytest.approx(filled)


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_a_hint_without_an_aim_goes_straight_to_the_choice(game: str, number: int) -> None:
    straight = 0
    for seen, thought, (*steps, answer) in hinted(game, number):
        assert len({*steps, answer}) == len(steps) + 1
        straight += not steps
        if len(near(thought)) == len(thought.estimates):
            assert not steps
        cards = [card for card in map(card_in_action, seen.choices) if card is not None]
        if "Look at the cards with an ability." in steps:
            assert not all(card.ability for card in cards)
    assert straight


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_first_of_several_steps_names_no_choice(game: str, number: int) -> None:
    for _seen, thought, (*steps, _answer) in hinted(game, number):
        for one in thought.estimates:
            label = table_words(game).choices.choice_phrase(one.action, NAMES)
            assert not any(label in step for step in steps)


WITH_LESSONS = [game for game in games() if has_lessons(game)]
LESSONS = [(game, lesson) for game in WITH_LESSONS for lesson in lesson_plan(game).lessons]
STEPS = [
    pytest.param(game, step, id=f"{game}-{lesson.name}-{at}")
    for game, lesson in LESSONS
    for at, step in enumerate(lesson.steps)
]


def start_of(game: str, step: LessonStep) -> Any:
    rules = rule_set(game)
    return rules.parse_position(step.position, rules.setup_from(lesson_plan(game).setup))


def after(game: str, step: LessonStep, choice: str) -> Any:
    """Return the state after a choice and the replies to it."""
    rules, state = rule_set(game), start_of(game, step)
    action = rules.parse_action(choice)
    for one in shortcuts_at(game, step).get(action, (action,)):
        state = rules.apply(state, one).state
    progress = rules.progress(start_of(game, step))
    while rules.progress(state) == progress:
        reply = next(_allowed(game, state, step.replies), None)
        if reply is None:
            break
        state = rules.apply(state, reply).state
    return state


def shortcuts_at(game: str, step: LessonStep) -> Mapping[Any, tuple[Any, ...]]:
    """Return what a choice does that stands for several actions in a row."""
    rules, state = rule_set(game), start_of(game, step)
    due = rules.pending(state)
    return (
        {} if due is None or due.seat is None else rules.shortcuts(rules.observe(state, due.seat))
    )


def _allowed(game: str, state: Any, replies: tuple[str, ...]) -> Iterator[Any]:
    rules = rule_set(game)
    for reply in replies:
        action = rules.parse_action(reply)
        if action in rules.legal_actions(state):
            yield action


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_legal_choice_is_either_praised_or_explained_once(
    game: str, step: LessonStep
) -> None:
    rules, state = rule_set(game), start_of(game, step)
    legal = [rules.format_action(action) for action in rules.legal_actions(state)]
    wrong = [choice for kind in step.wrong_choices for choice in kind.choices]
    if not step.right_choices:
        assert (step.question, step.praise, wrong) == ("", "", [])
        return
    shortcuts = map(rules.format_action, shortcuts_at(game, step))
    assert sorted([*step.right_choices, *wrong]) == sorted([*legal, *shortcuts])
    assert step.praise
    assert step.question


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_kind_of_wrong_choice_has_a_reason_of_its_own(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        said = [step.praise, *(kind.reason for kind in step.wrong_choices)]
        assert len({*said}) == len(said)
        assert all(kind.choices and kind.reason for kind in step.wrong_choices)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_right_choice_comes_to_something_else_than_any_wrong_one(
    game: str, step: LessonStep
) -> None:
    rules = rule_set(game)
    right = {rules.format_position(after(game, step, choice)) for choice in step.right_choices}
    for kind in step.wrong_choices:
        for choice in kind.choices:
            assert rules.format_position(after(game, step, choice)) not in right


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_is_said_fits_into_the_rows_above_the_hand(game: str, step: LessonStep) -> None:
    for text in (
        *step.sentences,
        step.question,
        step.praise,
        *(kind.reason for kind in step.wrong_choices),
    ):
        assert len(wrap(text, 76)) <= 3


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_lessons_have_names_of_their_own(game: str) -> None:
    course: LessonPlan = lesson_plan(game)
    names = [*(lesson.name for lesson in course.lessons), course.guided_round.name]
    assert len({*names}) == len(names)


def test_duet_has_eight_lessons_for_both_seats() -> None:
    course = lesson_plan("duet")
    assert len(course.lessons) == 8
    seats = [line.position.rpartition(" ")[2] for one in course.lessons for line in one.steps]
    assert {"p1:play", "p2:play", "p1:move", "p1:foxes", "p1:exchange", "p1:give"} <= {*seats}
    assert "team:forest" in seats


LONG_NAMES = ("Maximiliane!", "Bartholomew!")


def seen_at(choice: Choice) -> Observation:
    """Return what the player sees before its first choice of a kind."""
    return observe(SOLO.states[turns_before(choice, PLAYER)], PLAYER)


def thought_of(seen: Observation, *shares: tuple[float, float, float, float]) -> Thought:
    """Return a thought with win, taken, gem and overrun for the first and for all other choices."""
    rows = [shares[0]] + [shares[1]] * (len(seen.choices) - 1)
    estimates = tuple(
        DuetEstimate(choice, win, 20.0, taken, gem, overrun)
        for choice, (win, taken, gem, overrun) in zip(seen.choices, rows, strict=True)
    )
    return Thought(seen.choices[0], estimates, worlds=500)


def test_points_are_as_good_within_the_noise_of_what_was_compared() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.895, 0.5, 0.5, 0.0)).estimates
    thought = replace(nearly_sure(seen), action=seen.choices[0], raw=raw)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer.startswith("All are equally good: nearly sure to win, with about ")
    rows = [replace(one, win=0.9 if at < 2 else 0.3) for at, one in enumerate(raw)]
    answer = hint_sentences(seen, replace(thought, raw=tuple(rows)), LONG_NAMES, 3)[-1]
    assert answer.startswith("Best: ")
    assert "%" not in answer


def test_what_the_worlds_cannot_tell_apart_is_as_good() -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.86, 0.5, 0.5, 0.0))
    assert equivalent_choices(thought) == [thought.estimates[0]]
    errors = (0.0, 0.019, 0.021, *(0.0 for _ in seen.choices[3:]))
    as_good = equivalent_choices(replace(thought, errors=errors))
    assert as_good == [thought.estimates[0], thought.estimates[2]]


def test_what_a_review_would_call_as_good_is_as_good_in_a_hint() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.86, 0.5, 0.5, 0.0))
    told = thought_of(seen, (0.99, 0.5, 0.5, 0.0), (0.981, 0.5, 0.5, 0.0))
    assert len(equivalent_choices(replace(told, raw=raw.estimates))) == len(seen.choices)


def test_a_tenth_of_a_point_more_is_as_good_where_the_bars_show_points() -> None:
    seen = seen_at(Choice.PLAY)
    thought = nearly_sure(seen)
    *others, best = thought.estimates
    told = [replace(one, win=0.985, score=30.1) for one in others]
    best = replace(best, win=1.0, score=30.0)
    thought = replace(thought, estimates=(*told, best), raw=made_up(seen).estimates)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer == "All are equally good: nearly sure to win, with about 30.0 points."


LABELS = ["Gems found", "Tricks without a gem", "Runs off the path"]


def recounted(game: Game, at: int) -> tuple[list[int], str]:
    """Count the round that ends in a state by the states of the game alone."""
    start = max(one for one in range(at) if isinstance(game.turns[one].action, Deal)) + 1
    table, dealt = game.states[at].table, game.states[start].table
    board: Board = table.setup.board
    found, lost = 0, 0
    for one in range(start, at):
        before, after = game.states[one].table, game.states[one + 1].table
        if isinstance(game.turns[one].action, Forest):
            continue
        gems = after.path.gems_left
        if (before.tricks_done, after.tricks_done) == (10, 11) and after.outcome is None:
            # The plus gems come on top (R8.2).
            gems -= len(board.plus)
            # A token that could go to one end only was placed without a choice (R8.3).
            lost -= any(getattr(event, "forced", False) for event in game.turns[one].step.events)
        found += before.path.gems_left - gems
        lost += (before.path.last - before.path.first) - (after.path.last - after.path.first)
    assert dealt.tricks_done == 0
    tricks = 11 * (3 - table.round)
    gems = table.path.gems_left
    noun = "gem" if gems == 1 else "gems"
    return [found, 11 - found, lost], f"{gems} {noun} to find in {tricks} tricks."


def check(game: Game) -> int:
    """Compare the figures of every round that is over; return how many there are."""
    rounds = 0
    for at, state in enumerate(game.states):
        # Where the tokens run out, how many came on top cannot be seen from the path alone.
        enough = state.table.path.gems_left < GEM_TOKENS
        if state.table.tricks_done == 11 and state.table.outcome is None and enough:
            session = TableSession(Game(game.header, game.initial_state, game.turns[:at]))
            figures = round_figures(events_of_round(session), state)
            counted, whole = recounted(game, at)
            assert figures == [*zip(LABELS, counted, strict=True)]
            text = text_of(replace(at_table(session), mode=RoundEnd(Moment.CHANGE, figures=True)))
            assert whole in text
            assert all(f"{label}: {count}" in text for label, count in figures)
            rounds += 1
    return rounds


def test_the_figures_of_a_fixed_game_are_right() -> None:
    assert set(BOARDS) == {1, 2, 3}
    assert check(VICTORY) >= 2


@few(15)
@given(st.integers(1, 3), seeds)
def test_the_figures_of_a_round_are_what_a_recount_gives(level: int, seed: int) -> None:
    header: Header = duet(level, seed=seed)
    check(played_game(header))


def test_the_tricks_to_come_are_counted_within_a_round_and_before_the_first_deal() -> None:
    game = open_game(duet(2, seed=1))
    assert round_sum(game.state, NAMES) == "13 gems to find, 33 tricks to come"
    table = replace(game.state.table, round=3, tricks_done=10)
    assert round_sum(replace(game.state, table=table), NAMES).endswith(", 1 trick to come")


CHOSEN, BEST = Play(Seat.P1, Card.of(Suit.ROSES, 10)), Play(Seat.P1, Card.of(Suit.STARS, 4))


def test_every_decision_of_whole_games_has_a_line_and_those_that_cost_a_sentence() -> None:
    for game in (VICTORY, DEFEAT):
        review, names = review_of(game), game.header.players
        for one in review.assessments:
            assert chosen_line(game, one).startswith((names[one.seat], "Together"))
            if one.cost.worth > 0:
                sentence = cost_sentence(review, one)
                assert sentence[0].isupper()
                assert sentence.endswith(".")


PLAY = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"


def test_with_open_hands_too_nothing_is_named_that_nobody_knows() -> None:
    # Which card was drawn is not in the line, and the seat that looks knows neither.
    cut = play(position(PLAY), "p1 play 5b", "p1 discard 4b").events
    assert STORY.with_hands_open.tell(cut[-1:], NAMES, None) == (
        "Ann put the 4 of Bells under the deck.",
    )
    hidden = tuple(redact(event, Seat.P2) for event in cut)
    assert (
        STORY.with_hands_open.tell(hidden, NAMES, None)[-1]
        == "Ann drew a card and put one under the deck."
    )


def test_the_object_and_the_picture_say_whose_chance_the_line_is() -> None:
    for ai, players, seat in (
        ((None, None), NAMES, "p1"),
        (("steady", None), ("Steady", "Bob"), "p2"),
    ):
        game = match(3, ai=ai, players=players)
        assert game.result is not None
        table = report_object(Review(game, "expert:500", ()))
        assert (table["line_seat"], table["target"]) == (seat, 21)
        assert (table["result"], table["points"]) == (game.result.name, [*game.result.points])
        picture = chart_svg(Review(game, "expert:500", ()))
        whose, other = players if seat == "p1" else players[::-1]
        assert f"{whose} against {other}: {whose}&#x27;s chance of winning" in picture


@pytest.mark.parametrize("game", ["classic", "duet"])
def test_one_insight_says_what_cost_most_by_kind_of_reason(game: str) -> None:
    review = review_of(VICTORY if game == "duet" else match(3))
    bad = [
        one for one in review.assessments if one.cost_lower_bound >= 0.02 and one.chosen_estimate
    ]
    # Of opponents it is about the one whose line is shown.
    about = [one for one in bad if game == "duet" or one.chosen.seat is Seat.P1]
    costs: dict[str, list[float]] = {}
    for one in about:
        if theme := guide_words(game).theme(review, one):
            costs.setdefault(theme, []).append(one.cost.worth)
    told = report_object(review)["insight"]
    assert isinstance(told, dict)
    costliest = max(costs, key=lambda theme: sum(costs[theme]))
    assert told["theme"] == costliest
    assert told["choices"] == len(costs[costliest])
    assert told["cost"] == pytest.approx(sum(costs[costliest]))
    (sentence,) = [
        one for one in report_lines(review, ASCII) if "costliest habit in this game" in one
    ]
    assert costliest in sentence
    assert f"{len(costs[costliest])} choice" in sentence
    good = tuple(replace(one, chosen=one.best) for one in review.assessments)
    assert report_object(replace(review, assessments=good))["insight"] is None


def test_the_lines_to_share_fit_a_row() -> None:
    for game in some_entries():
        for line in shared_lines(replace(game, day=TODAY, hints=99), ASCII):
            assert len(line) <= 76
            assert line.isascii()


def test_what_rounds_add_up_to_is_a_mean_or_a_share_of_them() -> None:
    counts = {"rounds": 8, "tricks": 50, "treasures": 12}
    counts |= {"humble": 1, "defeated": 2, "victorious": 4, "greedy": 1}
    assert describe_counts(counts) == [
        ("Rounds", "8"),
        ("Tricks", "6.25"),
        ("Treasures", "1.50"),
        ("Humble", "12%"),
        ("Defeated", "25%"),
        ("Victorious", "50%"),
        ("Greedy", "12%"),
    ]
    assert [text for _label, text in describe_counts(dict.fromkeys(counts, 0))] == ["0", *["-"] * 6]


def test_the_target_is_named() -> None:
    assert options_label({"target": 16}) == "to 16"
    assert options_label({}) == "all targets"
