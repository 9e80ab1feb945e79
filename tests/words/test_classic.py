"""The wording of hints: true to their figures, and short enough for a row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import Thought
from foxduet.analysis.review import Assessment, Review, costly
from foxduet.core.cards import Exchange, Play, Seat
from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.engine import RoundScore, apply, outcome_of
from foxduet.games.classic.rules.observation import Observation, observe, redact
from foxduet.games.classic.rules.state import (
    RESIGNATIONS,
    Action,
    GameState,
    Outcome,
    Resign,
    Setup,
    parse_action,
)
from foxduet.games.classic.words.guide import (
    counted,
    hint_sentences,
    options_label,
    outcome_phrase,
    result_phrase,
    shared_lines,
)
from foxduet.games.classic.words.names import ability_note, outlook_sentence
from foxduet.games.classic.words.review import cost_sentence, hindsight_sentence
from foxduet.games.classic.words.story import STORY, outcome_sentence, round_figures
from foxduet.play.game import Game, Header
from foxduet.store.results import Entry, entry_of
from foxduet.ui.table.advice import hint_lines
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.state import Hint
from foxduet.words.game_words import guide_words
from foxduet.words.review import chosen_line, cost_phrase, report_lines, report_object
from foxduet.words.review_chart import report_svg
from foxduet.words.text import ASCII, SPOKEN, UNICODE, text_width
from tests.support.classic import (
    TODAY,
    at,
    entry,
    filled,
    match,
    parse_card,
    play,
    resigned,
    some_entries,
)
from tests.support.tables import WINDOW
from tests.tools.sentences import given_by, reviewed_game, untrue

LONG_NAMES = ("Maximiliane!", "Bartholomew!")
HEADER = Header("classic", Setup(), LONG_NAMES)
LONGEST_ROW = layout_for(WINDOW).width - 4


def seen_with(own: int, other: int, lead: str = "-") -> Observation:
    """Return what p1 sees when both have won so many tricks, and p2 led a card, if one."""
    left = 13 - own - other
    p1 = "4b6b8b2k4k6k8k2m4m6m8mTmEm"[-2 * left :]
    p2 = "1b2b3b5b9b1k3k5k9kTk1m5m7m"[-2 * left :]
    trick = "p1:-"
    if lead != "-":
        assert lead in p2
        p2, trick = p2.replace(lead, ""), f"p2:{lead}"
    line = f"1.{own + other} {p1}/{p2} 7b * {trick} {own}-{other} 0-0 p1:play"
    return observe(at(filled(line)), Seat.P1)


def thought_of(seen: Observation, *shares: tuple[float, float]) -> Thought:
    """Return a thought with win and taken for the first and for all other choices."""
    rows = [shares[0]] + [shares[1]] * (len(seen.choices) - 1)
    estimates = tuple(
        ClassicEstimate(choice, win, 3.0, taken)
        for choice, (win, taken) in zip(seen.choices, rows, strict=True)
    )
    return Thought(seen.choices[0], estimates, worlds=500)


WINS, LEAVES = ((0.6, 0.9), (0.5, 0.2)), ((0.6, 0.1), (0.5, 0.8))
CASES = [
    (WINS, 2, 2, "-", "Try to win this trick."),
    (WINS, 6, 4, "-", "Win this trick: the seventh makes you victorious."),
    (WINS, 4, 6, "-", "Win this trick, or Bartholomew! is victorious."),
    (WINS, 2, 2, "7m", "Win this trick: there is a Treasure in it."),
    (LEAVES, 2, 2, "-", "Leave this trick to Bartholomew!."),
    (LEAVES, 3, 5, "-", "Don't win this trick: a fourth is no longer humble."),
    (LEAVES, 9, 2, "-", "Don't win this trick: a tenth is greedy and scores nothing."),
    (LEAVES, 5, 3, "-", "Leave Bartholomew! this trick: a fourth is not humble."),
    (LEAVES, 2, 9, "-", "Leave Bartholomew! this trick: a tenth is greedy."),
    (((0.5, 0.5), (0.499, 0.1)), 2, 2, "-", "All are equally good: about 50% to win."),
    (
        ((0.6, 0.5), (0.5, 0.5)),
        2,
        2,
        "-",
        "Best: 4 of Keys, with about 60% to win the match.",
    ),
]


@pytest.mark.parametrize(("shares", "own", "other", "lead", "aim"), CASES)
def test_the_aim_is_how_the_best_choice_differs_and_the_band_behind_it(
    shares: tuple[tuple[float, float], tuple[float, float]],
    own: int,
    other: int,
    lead: str,
    aim: str,
) -> None:
    seen = seen_with(own, other, lead)
    assert hint_sentences(seen, thought_of(seen, *shares), LONG_NAMES, 1) == (aim,)


@pytest.mark.parametrize(("shares", "own", "other", "lead", "_aim"), CASES)
def test_every_hint_fits_its_row_with_the_longest_names(
    shares: tuple[tuple[float, float], tuple[float, float]],
    own: int,
    other: int,
    lead: str,
    _aim: str,
) -> None:
    seen = seen_with(own, other, lead)
    for steps in (1, 2, 3):
        for line in hint_lines(Hint(thought_of(seen, *shares), steps), seen, HEADER):
            assert text_width(f"> {line}") <= LONGEST_ROW, line


def test_the_answer_is_the_chance_to_win_the_match() -> None:
    seen = seen_with(2, 2)
    _aim, kind, answer = hint_sentences(seen, thought_of(seen, *WINS), LONG_NAMES, 3)
    assert kind == "Look at your Keys."
    assert answer == "Best: 4 of Keys, with about 60% to win the match."


def test_an_exchange_and_a_discard_have_words_of_their_own() -> None:
    # The Fox was led by p1, which holds one card less.
    exchange = filled("1.10 4b2k/1b1k1m 7b * p1:3m 5-5 0-0 p1:exchange")
    seen = observe(at(exchange), Seat.P1)
    keep = next(choice for choice in seen.choices if getattr(choice, "card", 0) is None)
    estimates = tuple(
        ClassicEstimate(choice, 0.6 if choice == keep else 0.5, 3.0, 0.5) for choice in seen.choices
    )
    sentences = hint_sentences(seen, Thought(keep, estimates), LONG_NAMES, 3)
    assert sentences == ("Best: keep the decree, with about 60% to win the match.",)


def test_where_there_is_one_choice_a_hint_says_no_more() -> None:
    seen = seen_with(2, 2)
    seen = replace(seen, choices=seen.choices[:1])
    lines = hint_lines(Hint(Thought(seen.choices[0]), 3), seen, HEADER)
    assert lines == ["There is only one choice."]


def test_without_figures_a_hint_names_the_choice_alone() -> None:
    seen = seen_with(2, 2)
    sentences = hint_sentences(seen, Thought(seen.choices[0]), LONG_NAMES, 3)
    assert sentences == ("Best: 4 of Keys.",)


def test_an_aim_that_bad_choices_share_is_none() -> None:
    seen = seen_with(2, 2)
    thought = thought_of(seen, *WINS)
    assert hint_sentences(seen, thought, LONG_NAMES, 1) == ("Try to win this trick.",)
    *others, last = thought.estimates
    thought = replace(thought, estimates=(*others, replace(last, win=0.2, taken=0.95)))  # type: ignore[call-arg]
    assert hint_sentences(seen, thought, LONG_NAMES, 1) != ("Try to win this trick.",)


def test_within_the_noise_no_choice_is_advised_firmly() -> None:
    seen = seen_with(2, 2)
    thought = thought_of(seen, (0.6, 0.9), (0.59, 0.2))
    assert hint_sentences(seen, thought, LONG_NAMES, 3) == (
        "All are equally good: about 60% to win.",
    )
    *others, last = thought.estimates
    thought = replace(thought, estimates=(*others, replace(last, win=0.3)))
    (*_steps, answer) = hint_sentences(seen, thought, LONG_NAMES, 3)
    cards = "4, 6 or 8 of Keys, 2, 4, 6, 8 or 10 of Moons"
    assert answer == f"Best: {cards}; about 60% to win."
    assert text_width(f"> {answer}") <= LONGEST_ROW


@pytest.mark.parametrize(("win", "end"), [(0.0, "lost."), (1.0, "won.")])
def test_there_is_nothing_to_aim_at_where_all_is_lost_or_won(win: float, end: str) -> None:
    seen = seen_with(2, 2)
    (aim,) = hint_sentences(seen, thought_of(seen, (win, 0.9), (win, 0.1)), LONG_NAMES, 1)
    assert aim.startswith("It makes no difference now")
    assert aim.endswith(end)


def test_an_exchange_that_only_keeping_is_good_for_does_not_give_the_answer_away_at_once() -> None:
    line = filled("1.8 4b6b2k6k/1b5b1k1m9m 7b * p1:3m 4-4 0-0 p1:exchange")
    seen = observe(at(line), Seat.P1)
    keep = next(choice for choice in seen.choices if getattr(choice, "card", 0) is None)
    estimates = tuple(
        ClassicEstimate(choice, 0.6 if choice == keep else 0.5, 3.0, 0.5) for choice in seen.choices
    )
    (aim,) = hint_sentences(seen, Thought(keep, estimates), LONG_NAMES, 1)
    assert aim == "Which suit do you want as trump from here on?"


NAMES = ("Ann", "Bob")
PLAY = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
WITCH_WINS = "4.10 2b7k/5b3k7m 2m 1k4kTk9bEb6m p1:9k 5-5 15-13 p2:play"
WITH_SIX_TRICKS = "Ann would win (6 tricks: defeated, pays 3) and lead."
LAST = "4.12 -/7b 2m 1k4kTk9bEb6m p1:5b 6-6 15-13 p2:play"


def told(line: str, *actions: str, seat: Seat | None = None) -> tuple[str, ...]:
    state, events = at(line), []
    for action in actions:
        step = play(state, action)
        state = step.state
        events += [event if seat is None else redact(event, seat) for event in step.events]
    return STORY.tell(tuple(events), NAMES, seat)


def test_a_card_is_named_as_long_as_its_trick_lasts() -> None:
    assert told(PLAY, "p1 play 4b") == ("Ann led the 4 of Bells.",)
    assert told(PLAY, "p1 play 4b", "p2 play 6b") == (
        "Bob won with the 6 of Bells, the higher card of the suit led.",
    )


def test_a_woodcutter_tells_its_own_player_more_than_the_other() -> None:
    cut = ("p1 play 5b", "p1 discard 9b")
    assert told(PLAY, *cut, seat=Seat.P1)[-1] == (
        "You drew the 9 of Bells and put it under the deck."
    )
    kept = ("p1 play 5b", "p1 discard 4b")
    assert told(PLAY, *kept, seat=Seat.P1)[-1] == (
        "You drew the 9 of Bells and put the 4 of Bells under the deck."
    )
    for seat in (Seat.P2, None):
        assert told(PLAY, *kept, seat=seat)[-1] == "Ann drew a card and put one under the deck."


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (("p1 play 5b",), "Ann drew the 9 of Bells."),
        (("p1 play 5b", "p1 discard 9b"), "Ann drew the 9 of Bells and put it under the deck."),
        (
            ("p1 play 5b", "p1 discard 4b"),
            "Ann drew the 9 of Bells and put the 4 of Bells under the deck.",
        ),
    ],
)
def test_with_open_hands_a_woodcutter_is_told_with_its_cards(
    actions: tuple[str, ...], sentence: str
) -> None:
    assert STORY.tell_with_open_hands(play(at(PLAY), *actions).events, NAMES)[-1] == sentence


def test_with_open_hands_too_nothing_is_named_that_nobody_knows() -> None:
    # Which card was drawn is not in the line, and the seat that looks knows neither.
    cut = play(at(PLAY), "p1 play 5b", "p1 discard 4b").events
    assert STORY.tell_with_open_hands(cut[-1:], NAMES) == (
        "Ann put the 4 of Bells under the deck.",
    )
    hidden = tuple(redact(event, Seat.P2) for event in cut)
    assert (
        STORY.tell_with_open_hands(hidden, NAMES)[-1]
        == "Ann drew a card and put one under the deck."
    )


def test_a_treasure_is_told_with_its_points() -> None:
    assert told(PLAY, "p1 play 7k", "p2 play Tk") == (
        "Bob won with the 10 of Keys, the higher trump, and scored 1 point for the Treasure.",
    )


def test_a_swan_that_loses_leads() -> None:
    assert told(PLAY, "p1 play Ek", "p2 play 1k") == (
        "Ann won with the 11 of Keys, the higher trump; because of the Swan, Bob leads.",
    )


@pytest.mark.parametrize(
    ("lead", "follow", "sentence"),
    [
        ("9b", "8b", "Ann won with the 9 of Bells, the Witch being the only trump."),
        ("8k", "9b", "Bob won with the 9 of Bells, the Witch being the higher trump."),
        # Its suit is trump anyway, or another Witch takes it from being one.
        ("9k", "8b", "Ann won with the 9 of Keys, the only trump."),
        ("8k", "9k", "Bob won with the 9 of Keys, the higher trump."),
        ("9b", "9k", "Bob won with the 9 of Keys, the only trump."),
        ("9b", "9m", "Ann won with the 9 of Bells, the only card of the suit led."),
    ],
)
def test_a_witch_that_wins_is_explained(lead: str, follow: str, sentence: str) -> None:
    line = f"1.12 {lead}/{follow} 2k 3b4b6b7b5b1b p1:- 8-4 0-0 p1:play"
    assert told(line, f"p1 play {lead}", f"p2 play {follow}")[0] == sentence


def test_a_treasure_beside_a_swan_is_told_with_its_point() -> None:
    line = "1.11 7k2m/1k3m 2b 3b4b6b8b5b1b p1:- 8-3 0-0 p1:play"
    assert told(line, "p1 play 7k", "p2 play 1k") == (
        (
            "Ann won with the 7 of Keys, the higher card of the suit led, and "
            "scored 1 point for the "
            "Treasure; because of the Swan, Bob leads."
        ),
    )


def test_a_round_is_reckoned_item_by_item() -> None:
    step = play(at(LAST), "p2 play 7b")
    assert round_figures(step.events, step.state) == [
        ("Tricks in this round", "6, defeated", "7, victorious"),
        ("Before this round", 15, 13),
        ("For the tricks", "+3", "+6"),
        ("For Treasures", "+0", "+1"),
        ("Points in the match", 18, 20),
    ]


def ended(outcome: Outcome, points: tuple[int, int]) -> GameState:
    state = play(at(LAST), "p2 play 7b").state
    return replace(state, table=replace(state.table, outcome=outcome, points=points, pending=None))


@pytest.mark.parametrize(
    ("outcome", "points", "sentence"),
    [
        (Outcome.P1, (22, 14), "Ann wins the match, 22 to 14."),
        (Outcome.P2, (14, 22), "Bob wins the match, 22 to 14."),
        (Outcome.P2, (22, 22), "Bob wins, 22 to 22: more points in the last round."),
        (Outcome.DRAW, (22, 22), "A draw: Ann and Bob share the win with 22 points each."),
    ],
)
def test_the_end_says_who_won(outcome: Outcome, points: tuple[int, int], sentence: str) -> None:
    assert outcome_sentence(ended(outcome, points), NAMES) == sentence


def test_a_resignation_says_who_gave_up() -> None:
    step = apply(at(PLAY), RESIGNATIONS[Seat.P1])
    assert outcome_sentence(step.state, NAMES) == "Ann resigned, so Bob wins the match."
    assert round_figures(step.events, step.state) == [
        ("Tricks in this round", 1, 1),
        ("Points in the match", 0, 1),
    ]


TO_LEAD = "p1:- 1-1 0-1 p1:play"


@pytest.mark.parametrize(
    ("line", "actions", "action", "sentence", "note"),
    [
        # What a card would do that follows.
        (
            PLAY.replace(TO_LEAD, "p1:9m 1-1 0-1 p2:play").replace("4b5b", "5b"),
            (),
            "p2 play 8m",
            "Ann would win (2 tricks: humble, pays 6) and lead.",
            "",
        ),
        (
            PLAY.replace(TO_LEAD, "p1:Ek 1-1 0-1 p2:play").replace("7kEk", "7k"),
            (),
            "p2 play 1k",
            "Ann would win (2 tricks: humble, pays 6); you lead.",
            "Swan: if it loses the trick, you lead the next one.",
        ),
        (
            PLAY.replace(TO_LEAD, "p1:4b 1-1 0-1 p2:play").replace("4b5b", "5b"),
            (),
            "p2 play 3b",
            "The Fox first; if trump stays the same, Ann would win.",
            "Fox: you may swap the decree for a card from your hand, at once.",
        ),
        # What the decree becomes, and who wins then.
        *(
            (WITCH_WINS, ("p2 play 3k",), f"p2 exchange {card}", WITH_SIX_TRICKS, note)
            for card, note in {
                "5b": "You take the 2 of Moons; the 5 of Bells becomes the decree: "
                "Bells are trump.",
                "7m": "You take the 2 of Moons; the 7 of Moons becomes the decree.",
                "-": "The 2 of Moons stays the decree.",
            }.items()
        ),
        # A leader reads once what the decree becomes.
        (
            PLAY.replace("4b5b", "3b5b").replace("2b3b", "2b4b"),
            ("p1 play 3b",),
            "p1 exchange 6m",
            "You take the 9 of Keys; the 6 of Moons becomes the decree: Moons are trump.",
            "",
        ),
        # A card that may not follow says so instead of what it does.
        (
            PLAY,
            ("p1 play 4b",),
            "p2 play 1k",
            "You hold Bells, and a Bell was led: play a Bell.",
            "",
        ),
        # The prompt says what a Monarch asks for.
        (PLAY, ("p1 play Ek",), "p2 play 2k", "", ""),
    ],
)
def test_a_player_reads_what_a_choice_would_do(
    line: str, actions: tuple[str, ...], action: str, sentence: str, note: str
) -> None:
    chosen = parse_action(action)
    observation = observe(play(at(line), *actions).state, Seat[action[:2].upper()])
    assert outlook_sentence(observation, chosen, NAMES, UNICODE) == sentence
    assert ability_note(observation, chosen) == note


CHOSEN, BEST = Play(Seat.P1, parse_card("Tm")), Play(Seat.P1, parse_card("4k"))


def state_with(own: int, other: int) -> GameState:
    """Return a state in which p1 leads and both have won so many tricks."""
    left = 13 - own - other
    p1 = "4b6b8b2k4k6k8k2m4m6m8mTmEm"[-2 * left :]
    p2 = "1b2b3b5b9b1k3k5k9kTk1m5m9m"[-2 * left :]
    return at(filled(f"1.{own + other} {p1}/{p2} 7b * p1:- {own}-{other} 0-0 p1:play"))


def reviewed(
    *,
    taken: tuple[float, float] = (0.5, 0.5),
    win: tuple[float, float] = (0.4, 0.5),
    tricks: tuple[int, int] = (2, 2),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
    **ends: tuple[float, float],
) -> tuple[Review, Assessment]:
    """Return a review of one choice and the best one, from a pair of values for each figure."""
    estimates = tuple(
        ClassicEstimate(
            action, win[at], 3.0, taken[at], **{band: pair[at] for band, pair in ends.items()}
        )
        for at, action in enumerate(actions)
    )
    one = Assessment(1, Seat.P1, *actions, estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), state_with(*tricks))
    return Review(game, "expert:500", (one,)), one


def sentence(**figures: tuple[float, float]) -> str:
    """Return the sentence about the choice of ``reviewed``."""
    return cost_sentence(*reviewed(**figures))  # type: ignore[arg-type]


WON = (
    "This trick was worth winning: the 4 of Keys wins it against 80% of the hands Bob can "
    "hold; the 10 of Moons, 20%."
)
LEFT = (
    "This trick was better left to Bob: the 4 of Keys loses it against 80% of the hands Bob "
    "can hold; the 10 of Moons, 10%."
)


def test_no_cause_is_named_for_a_cost_that_may_be_noise() -> None:
    review, one = reviewed(taken=(0.2, 0.8))
    words = guide_words("classic")
    for error, is_named in ((0.09, True), (0.11, False)):
        judged = replace(one, errors=(error, 0.0))
        assert words.teaches(review, judged) is is_named
        assert bool(words.theme(review, judged)) is is_named
        assert (words.cost_sentence(review, judged) == WON) is is_named


@pytest.mark.parametrize(
    ("tricks", "end", "shares", "why"),
    [
        ((6, 2), "victorious", (0.4, 0.8), "A seventh trick is a victory."),
        ((4, 2), "victorious", (0.4, 0.8), "Ann gets to seven tricks more often that way."),
        ((2, 6), "greedy", (0.5, 0.2), "Ann is greedy less often that way."),
    ],
)
def test_a_trick_that_was_worth_winning_says_what_comes_of_it(
    tricks: tuple[int, int], end: str, shares: tuple[float, float], why: str
) -> None:
    assert sentence(taken=(0.2, 0.8), tricks=tricks) == WON
    assert sentence(taken=(0.2, 0.8), tricks=tricks, **{end: shares}) == f"{WON} {why}"


@pytest.mark.parametrize(
    ("tricks", "end", "shares", "why"),
    [
        ((9, 1), "greedy", (0.9, 0.4), "It would be the tenth trick: greedy, no points."),
        ((3, 4), "humble", (0.0, 0.3), "It would be the fourth trick, no longer humble."),
        ((4, 3), "greedy", (0.5, 0.2), "For Bob it would be the fourth, no longer humble."),
        ((1, 9), "humble", (0.2, 0.6), "For Bob it would be the tenth: greedy, no points."),
    ],
)
def test_a_number_of_tricks_is_a_cause_only_where_it_is_within_reach(
    tricks: tuple[int, int], end: str, shares: tuple[float, float], why: str
) -> None:
    assert sentence(taken=(0.9, 0.2), tricks=tricks, **{end: shares}) == f"{LEFT} {why}"
    # Whoever ends like that in any case, or in none, is told nothing of it.
    assert sentence(taken=(0.9, 0.2), tricks=tricks, **{end: (0.02, 0.02)}) == LEFT


def test_whoever_has_seven_tricks_is_not_told_to_get_there() -> None:
    ends = {"victorious": (0.2, 0.8), "greedy": (0.8, 0.2)}
    assert sentence(taken=(0.9, 0.2), tricks=(8, 2), **ends) == (
        f"{LEFT} Ann is greedy less often that way."
    )


def test_what_nobody_can_change_is_said_as_a_fact() -> None:
    line = filled("1.4 4b6b8b2k4k6k8kTk4m/1b2b3b5b9b1k3k5k 7b * p2:9k 2-2 0-0 p1:play")
    state = at(line)
    low, high = Play(Seat.P1, parse_card("2k")), Play(Seat.P1, parse_card("Tk"))
    review, one = reviewed(actions=(high, low), taken=(1.0, 0.0))
    review = replace(review, game=Game(review.game.header, state))
    assert cost_sentence(review, one) == (
        "This trick was better left to Bob: the 2 of Keys loses it, the 10 of Keys wins it."
    )


def test_a_choice_between_cards_that_both_win_is_named_for_what_else_it_does() -> None:
    line = filled("1.4 4b6b8b2k4k6k7kTk4m/1b2b3b5b9b1k3k9k 7b * p2:5k 2-2 0-0 p1:play")
    cards = [Play(Seat.P1, parse_card(card)) for card in ("2k", "4k", "6k", "7k", "Tk")]
    figures = ((0.3, 0.0), (0.3, 0.0), (0.3, 1.0), (0.5, 1.0), (0.3, 1.0))
    estimates = tuple(
        ClassicEstimate(card, win, 3.0, taken)
        for card, (win, taken) in zip(cards, figures, strict=True)
    )
    one = Assessment(1, Seat.P1, cards[-1], cards[3], estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), at(line))
    assert cost_sentence(Review(game, "expert:500", (one,)), one) == (
        "The 7 of Keys scores its own point with the trick; the 10 of Keys does not."
    )


def test_no_trick_is_told_as_sure_before_the_other_seat_has_replied() -> None:
    line = "1.4 4b6b2k4k6k8kTk2mTm/1b2b3b5b9b1k3k9k7m 7b * p1:- 2-2 0-0 p1:play"
    figures = {
        **dict.fromkeys(("4b", "6b"), (0.3, 1.0)),
        **dict.fromkeys(("8k", "Tk"), (0.5, 1.0)),
        **dict.fromkeys(("2m", "Tm"), (0.3, 0.0)),
    }
    estimates = tuple(
        ClassicEstimate(Play(Seat.P1, parse_card(card)), win, 3.0, taken)
        for card, (win, taken) in figures.items()
    )
    one = Assessment(1, Seat.P1, estimates[0].action, estimates[3].action, estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), at(filled(line)))
    assert cost_sentence(Review(game, "expert:500", (one,)), one).startswith(
        "Both probably win the trick. "
    )


def test_where_the_trick_goes_the_same_way_the_match_tells_the_difference() -> None:
    assert sentence(win=(0.4, 0.52)) == (
        "No single reason stands out: the 4 of Keys wins about 52% of the time, the 10 "
        "of Moons about 40%."
    )


def test_an_exchange_is_named_for_what_it_does() -> None:
    keep: Exchange[Card] = Exchange(Seat.P1, None)
    swap = Exchange(Seat.P1, parse_card("4k"))
    review, one = reviewed(actions=(keep, swap))
    assert cost_sentence(review, one) == (
        "After the 4 of Keys as decree, Keys are trump, and Ann holds 2 of them; after "
        "keeping the decree, Bells, and Ann holds 0."
    )
    assert chosen_line(review.game, one) == (
        "Ann: keeping the decree (40%); best the 4 of Keys as decree (50%)."
    )


def test_a_resignation_names_the_chance_that_was_left() -> None:
    review, one = reviewed(win=(0.4, 0.37))
    given_up = replace(one, chosen=Resign(Seat.P1))
    assert cost_sentence(review, given_up) == (
        "Ann resigned with a chance of about 37% to win the match."
    )
    assert cost_phrase(given_up) == "cost 37% to win"


def test_what_a_choice_cost_has_no_points_where_these_count_nothing() -> None:
    review, one = reviewed()
    assert cost_phrase(one) == "cost 10% to win"
    best = replace(one, chosen=BEST)
    assert chosen_line(review.game, best) == "Ann: the 4 of Keys (50%), as good as anything."


def opened(win: tuple[float, float], taken: tuple[float, float]) -> Assessment:
    """Return a choice with hindsight about it and about the best."""
    _review, one = reviewed()
    hands = tuple(
        ClassicOpenHands(action, chance, share)
        for action, chance, share in zip((CHOSEN, BEST), win, taken, strict=True)
    )
    return replace(one, open_hands=hands)


def test_hindsight_names_what_would_have_won_or_left_the_trick() -> None:
    for win, taken, said in (
        ((0.4, 0.6), (0.0, 1.0), "the 4 of Keys would have won the trick, and was best."),
        ((0.4, 0.6), (0.2, 0.8), "the 4 of Keys would probably have won the trick, and was best."),
        ((0.4, 0.6), (1.0, 0.0), "the 4 of Keys would have left the trick to Bob, and was best."),
        (
            (0.4, 0.6),
            (0.8, 0.2),
            "the 4 of Keys would probably have left the trick to Bob, and was best.",
        ),
        (
            (0.4, 0.6),
            (1.0, 1.0),
            (
                "the 4 of Keys was best in the long run, with about 60% to win the "
                "match against 40%."
            ),
        ),
    ):
        assert hindsight_sentence(opened(win, taken), NAMES) == f"In hindsight: {said}"


def test_hindsight_is_fair_to_a_choice_that_was_right_after_all() -> None:
    right = opened((0.6, 0.4), (1.0, 0.0))
    assert hindsight_sentence(right, NAMES) == (
        "In hindsight, though, nothing was clearly better than the 10 of Moons."
    )
    assert hindsight_sentence(replace(right, best=CHOSEN), NAMES) == (
        "Even in hindsight, nothing was clearly better than the 10 of Moons."
    )
    near = opened((0.59, 0.6), (1.0, 0.0))
    assert "nothing was clearly better" in hindsight_sentence(near, NAMES)
    assert hindsight_sentence(replace(right, open_hands=()), NAMES) == ""


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
        picture = report_svg(Review(game, "expert:500", ()))
        whose = players[0 if seat == "p1" else 1]
        assert f"{players[0]} and {players[1]}: {whose}&#x27;s chance of winning" in picture


@pytest.mark.parametrize("number", [0, 3])
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int) -> None:
    review = reviewed_game(number, 20, "classic")
    assert costly(review)
    for one in costly(review):
        assert list(untrue(review, one)) == []
    named = [given_by(review, one) is not None for one in costly(review)]
    assert sum(named) >= len(named) / 2


@pytest.mark.parametrize("game", ["classic", "duet"])
def test_one_insight_says_what_cost_most_by_kind_of_reason(game: str) -> None:
    review = reviewed_game(3, 12, game)
    bad = [one for one in review.assessments if one.least_cost >= 0.02 and one.chosen_value]
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
        one for one in report_lines(review, ASCII) if "What cost you most in this" in one
    ]
    assert costliest in sentence
    assert f"{len(costs[costliest])} choice" in sentence
    good = tuple(replace(one, chosen=one.best) for one in review.assessments)
    assert report_object(replace(review, assessments=good))["insight"] is None


SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}
AT_THE_RIGHT = {"players": ("Expert", "Ann"), "ai": ("expert", None)}
ROUNDS = (RoundScore((7, 6), (1, 2)), RoundScore((9, 4), (3, 0)), RoundScore((3, 10), (0, 1)))


def ended_match(game: Entry, p1: int, p2: int) -> Entry:
    """Return a match of three rounds as if it had ended with these points."""
    outcome = outcome_of((p1, p2), (0, 0))
    summary = replace(game.summary, points=(p1, p2), outcome=outcome, round=3, rounds=ROUNDS)
    return replace(game, summary=summary)


@pytest.mark.parametrize(
    ("changes", "points", "result", "outcome"),
    [
        ({}, (22, 7), "22-7 in 3 rounds", "Ann won"),
        ({}, (7, 22), "7-22 in 3 rounds", "Bob won"),
        ({}, (21, 21), "21-21 in 3 rounds", "drawn"),
        (SOLO, (22, 7), "won 22-7 in 3 rounds", "won"),
        (AT_THE_RIGHT, (22, 7), "lost 7-22 in 3 rounds", "lost"),
        (AT_THE_RIGHT, (21, 21), "drawn 21-21 in 3 rounds", "drawn"),
    ],
)
def test_a_match_is_told_from_the_persons_side(
    changes: dict[str, object], points: tuple[int, int], result: str, outcome: str
) -> None:
    game = ended_match(entry(1, **changes), *points)
    assert (result_phrase(game), outcome_phrase(game)) == (result, outcome)


def test_a_resignation_is_told() -> None:
    game = match(1, **SOLO)
    given_up = entry_of(resigned(game, 5, Seat.P1), Path("one.toml"))
    assert result_phrase(given_up) == "resigned in round 1 at 0-0"
    assert outcome_phrase(given_up) == "resigned"
    people = entry_of(resigned(match(1), 5, Seat.P2), Path("one.toml"))
    assert outcome_phrase(people) == "Bob resigned"


def test_the_lines_to_share_tell_the_points_of_each_round_and_no_card() -> None:
    for changes, first, second in (
        (SOLO, "won 16-13 in 3 rounds", "7-5 9-1 6-1   against Expert, no hints"),
        (AT_THE_RIGHT, "lost 13-16 in 3 rounds", "5-7 1-9 1-6   against Expert, no hints"),
        ({}, "16-13 in 3 rounds", "7-5 9-1 6-1   two people, no hints"),
    ):
        game = ended_match(entry(1, day=TODAY, **changes), 16, 13)
        assert shared_lines(game, UNICODE) == (
            f"foxduet daily 2026-11-21 target 21: {first}",
            second,
        )


@pytest.mark.parametrize(
    ("changes", "hints", "expected"),
    [
        ({}, 2, "two people, 2 hints"),
        (SOLO, 1, "against Expert, 1 hint"),
        ({**SOLO, "ai": (None, "steady:20%")}, 12, "against Steady:20%, 12 hints"),
    ],
)
def test_the_lines_to_share_say_against_whom_and_how_many_hints_were_used(
    changes: dict[str, object], hints: int, expected: str
) -> None:
    game = replace(entry(1, day=TODAY, **changes), hints=hints)
    assert shared_lines(game, UNICODE)[1].endswith(f"   {expected}")
    assert shared_lines(game, SPOKEN)[1] == f"{expected[0].upper()}{expected[1:]}."
    given_up = entry_of(resigned(match(1, **changes), 5, Seat.P1), Path("one.toml"))
    given_up = replace(given_up, day=TODAY, hints=hints)
    assert shared_lines(given_up, UNICODE)[1] == f"{UNICODE.dot}   {expected}"


def test_the_lines_to_share_fit_a_row() -> None:
    for game in some_entries():
        for line in shared_lines(replace(game, day=TODAY, hints=99), ASCII):
            assert len(line) <= 76
            assert line.isascii()


def test_what_rounds_add_up_to_is_a_mean_or_a_share_of_them() -> None:
    counts = {"rounds": 8, "tricks": 50, "treasures": 12}
    counts |= {"humble": 1, "defeated": 2, "victorious": 4, "greedy": 1}
    assert counted(counts) == [
        ("Rounds", "8"),
        ("Tricks", "6.25"),
        ("Treasures", "1.50"),
        ("Humble", "12%"),
        ("Defeated", "25%"),
        ("Victorious", "50%"),
        ("Greedy", "12%"),
    ]
    assert [text for _label, text in counted(dict.fromkeys(counts, 0))] == ["0", *["-"] * 6]


def test_the_target_is_named() -> None:
    assert options_label({"target": 16}) == "to 16"
    assert options_label({}) == "all targets"
