"""What is said of hints, of what happened and of what choices cost, as golden tables.

In ``tests/golden/sentences`` each line behind a > is a situation, and what is said of it stands
below: ``pytest --write-golden`` writes it, and it is read before it is accepted. ``NAME: text``
stands for that text in situations; what follows # is why they are there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet import partner
from foxduet.ai.partner import REVIEWER, Thought, never_stop
from foxduet.ai.reasons import Line, Reason, ReasonQuery, find_reasons, reason_module
from foxduet.analysis.review import Assessment, Review
from foxduet.core.cards import Seat, Trick, TrickWon, WinReason, card_in_action
from foxduet.core.registry import rule_set
from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate
from foxduet.games.classic.rules import engine as classic_rules
from foxduet.games.classic.rules.observation import observe as classic_observe
from foxduet.games.classic.rules.observation import redact
from foxduet.games.classic.rules.state import Outcome, Setup, parse_action
from foxduet.games.classic.words import guide as classic_guide
from foxduet.games.classic.words import review as classic_review
from foxduet.games.classic.words import story as classic_story
from foxduet.games.classic.words.names import ability_note, outlook_sentence
from foxduet.games.duet.ai.expert import DuetDoubleDummy, DuetEstimate
from foxduet.games.duet.rules import state as duet_state
from foxduet.games.duet.rules.cards import Card, Suit
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import (
    Choice,
    Event,
    Forest,
    GameEnded,
    GemCollected,
    MoveChanged,
    PathOverrun,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)
from foxduet.games.duet.words import guide as duet_guide
from foxduet.games.duet.words import review as duet_review
from foxduet.games.duet.words.names import choice_phrase, choice_subject
from foxduet.games.duet.words.story import STORY
from foxduet.play.game import Game, Header, act, open_game, play_out
from foxduet.play.table_session import TableSession, events_since_last_card, events_since_own_card
from foxduet.store.score_entries import make_entry
from foxduet.ui.table.advice import hint_lines
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.state import Hint
from foxduet.words.game_words import guide_words
from foxduet.words.review import chosen_line, cost_phrase
from foxduet.words.story import Remark, RemarkTopic, choose_remarks, number_word
from foxduet.words.text import SPOKEN, UNICODE, text_width
from tests.support.classic import TODAY, at, entry, filled, match, play, resigned
from tests.support.games import setup_of, with_table
from tests.support.players import VICTORY, duet
from tests.support.processes import GOLDEN
from tests.support.tables import PLAYER, SOLO, WINDOW, nearly_sure, turns_before

NAMES, LONG_NAMES = ("Ann", "Bob"), ("Maximiliane!", "Bartholomew!")
LONGEST_ROW = layout_for(WINDOW).width - 4
FOLDER = GOLDEN / "sentences"

FEW_WORLDS = 20
"""Shares of so many worlds show every sentence."""

Say = Callable[[str], Iterable[str]]


def numbers(text: str) -> list[float]:
    return [float(one) for one in text.split(",")]


def settings(words: Iterable[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words)


def seen_at(choice: Choice) -> Observation:
    """Return what the player sees before its first choice of a kind."""
    return observe(SOLO.states[turns_before(choice, PLAYER)], PLAYER)


def rows_of(seen: Any, best: str, others: str) -> tuple[DuetEstimate, ...]:
    """Return estimates with win, taken, gem and overrun for the first choice, and all others."""
    rows = [numbers(best)] + [numbers(others)] * (len(seen.choices) - 1)
    return tuple(
        DuetEstimate(choice, win, 20.0, taken, gem, overrun)
        for choice, (win, taken, gem, overrun) in zip(seen.choices, rows, strict=True)
    )


def fitting(seen: Any, thought: Thought, header: Header) -> tuple[str, ...]:
    """Return the whole hint, whose steps all fit their rows with the longest names."""
    for steps in (1, 2, 3):
        for line in hint_lines(Hint(thought, steps), seen, header):
            assert text_width(f"> {line}") <= LONGEST_ROW, line
    return guide_words(header.game).hint_sentences(seen, thought, LONG_NAMES, 3)


def invented_reason(game: str, seen: Any, why: str, *, is_equal: bool = False) -> Reason:
    """Return the reason for the first choice against the last one, by its kind and its subject."""
    module, (kind, subject) = reason_module(game), why.split(",")
    contrast = module.make_contrast(module.ReasonKind[kind], int(subject), 1.0, 0.0)
    nothing = Line(None, (), ())
    equals = seen.choices[1:2] if is_equal else ()
    return Reason(seen.choices[0], seen.choices[-1], contrast, (nothing, nothing), equals)


def duet_hint(text: str) -> Iterable[str]:
    """A hint on the first choice of a kind: figures of the best, and of all others, or "sure".

    ``why`` is the kind of its reason, with the subject, and ``equal`` that a good choice lacks it.
    ``last`` and ``first`` change the win of those; ``score`` is that of the first; ``raw`` has
    what was compared. ``alone`` is the only choice, and ``hopeless`` is a game that is lost.
    """
    kind, best, *words = text.split()
    seen, said = seen_at(Choice[kind.upper()]), dict[str, str]()
    if best == "sure":
        thought = nearly_sure(seen)
    else:
        others, *words = words
        thought = Thought(seen.choices[0], rows_of(seen, best, others), worlds=500)
    said = settings(word for word in words if "=" in word)
    first, *middle, last = thought.estimates
    if "last" in said:
        win, taken = numbers(said["last"])
        last = replace(last, win=win, taken=taken)  # type: ignore[call-arg]
    if "first" in said:
        first = replace(first, win=float(said["first"]))
    if "score" in said:
        first = replace(first, score=float(said["score"]))
    thought = replace(thought, estimates=(first, *middle, last))
    if "raw" in said:
        raw = rows_of(seen, *said["raw"].split("/"))
        thought = replace(thought, action=seen.choices[0], raw=raw)
    if why := said.get("why"):
        reason = invented_reason("duet", seen, why, is_equal="equal" in words)
        thought = replace(thought, reasons=(reason,))
    if "alone" in words:
        seen = replace(seen, choices=seen.choices[:1])
        thought = Thought(seen.choices[0])
    if "hopeless" in words:
        path = replace(seen.table.path, gems=tuple(22 for _ in seen.table.path.gems))
        seen = replace(seen, table=replace(seen.table, path=path))
    return fitting(seen, thought, duet(players=LONG_NAMES))


def duet_moves(text: str) -> Iterable[str]:
    """A hint on where the fox should go, to find a gem: the win of each move by its steps."""
    wins = {
        duet_state.Move(PLAYER, int(steps)): float(win)
        for steps, win in settings(text.split()).items()
    }
    seen = replace(seen_at(Choice.MOVE), choices=(*wins,))
    estimates = tuple(DuetEstimate(move, win, 20.0, 0.5, 0.0, 0.0) for move, win in wins.items())
    best, *_others, worst = sorted(wins, key=lambda move: -wins[move])
    reason = replace(invented_reason("duet", seen, "GEM,0"), best=best, other=worst)
    thought = Thought(best, estimates, 500, reasons=(reason,))
    return fitting(seen, thought, duet(players=LONG_NAMES))


def duet_advice(text: str) -> Iterable[str]:
    """The partner's advice between rounds: win and points of its own end, and of the other."""
    ends = [Forest(end) for end in Seat]
    estimates = tuple(
        DuetEstimate(end, win, points, 0.0, 0.0, 0.0)
        for end, (win, points) in zip(ends, map(numbers, text.split()), strict=True)
    )
    yield duet_guide.team_advice(
        Thought(ends[0], estimates, worlds=500), "Expert", ("Left", "Right")
    )


def duet_told(text: str) -> Iterable[str]:
    """What each player hears after some actions, Ann's read aloud, and what all hear."""
    line, _bar, actions = text.partition(" | ")
    game = replace(
        open_game(duet(2, NAMES)), initial_state=restore(parse_position(line, setup_of(2)))
    )
    for action in actions.split(", "):
        game = act(game, duet_state.parse_action(action))
    session = TableSession(game)
    for seat in Seat:
        for said in STORY.tell(events_since_own_card(session, seat), NAMES, seat):
            yield f"{NAMES[seat]}: {said}"
    for heard, name in (
        (events_since_own_card(session, Seat.P1), "Aloud"),
        (events_since_last_card(session), "All"),
    ):
        yield from (f"{name}: {said}" for said in STORY.tell(heard, NAMES, None))


def duet_fates(_text: str) -> Iterable[str]:
    """Each reason to win a trick with each thing that can become of the fox."""
    walk, stay = TrackerMoved(6, 3), TrackerMoved(6, 6)
    overrun = PathOverrun(6, 9, Seat.P2)
    fates: list[tuple[Event, ...]] = [
        (),
        (walk,),
        (walk, GemCollected(3, 4)),
        (stay,),
        (stay, GemCollected(6, 4)),
        (overrun, TrackerReset(5), SpaceCovered(11, Seat.P2, 0, 10)),
        (overrun, GameEnded(duet_state.Outcome.LOST, None)),
    ]
    for fate in fates:
        for reason in WinReason:
            won = TrickWon(Seat.P1, Card.of(Suit.DOVES, 4), reason)
            yield from STORY.tell((won, *fate), NAMES, None)
    yield from STORY.tell((MoveChanged(Seat.P2, turned=True, skipped_paws=2),), NAMES, None)


DUET_ACTIONS = {
    "cards": ("p1 play Tr", "p1 play 4s"),
    "moves": ("p1 move 0", "p1 move +1"),
    "ends": ("team forest p1", "team forest p2"),
    "far": ("p1 move -9", "p1 move +1"),
    "namings": ("p1 foxes p1", "p1 foxes p2"),
}


def of_review(game: Game, one: Assessment) -> Iterator[str]:
    """Yield all that a review says of a choice: its line, its cost, and why."""
    review, words = Review(game, REVIEWER, (one,)), guide_words(game.header.game)
    yield chosen_line(game, one)
    if one.cost.worth > 0:
        yield cost_phrase(one)
        yield words.cost_sentence(review, one)
    yield f"theme: {words.theme(review, one)}"


def duet_cost(text: str) -> Iterable[str]:
    """What a review says of two choices without a reason, from a pair of values for each figure.

    ``actions`` are what was chosen and the best, two cards unless said otherwise; ``error`` is
    that of the first; ``resigned`` was done instead of either.
    """
    words = text.split()
    said = settings(word for word in words if "=" in word)
    error, kind = said.pop("error", None), said.pop("actions", "cards")
    pairs = {"win": (0.4, 0.7), "score": (10.0, 20.0)}
    pairs |= {figure: (two[0], two[1]) for figure, text in said.items() if (two := numbers(text))}
    actions = [duet_state.parse_action(one) for one in DUET_ACTIONS[kind]]
    estimates = tuple(
        DuetEstimate(action, pairs["win"][at], pairs["score"][at], 0.5, 0.0, 0.0)
        for at, action in enumerate(actions)
    )
    errors = () if error is None else (float(error), 0.0)
    chosen = duet_state.Resign() if "resigned" in words else actions[0]
    chosen = actions[1] if "best" in words else chosen
    one = Assessment(1, Seat.P1, chosen, actions[1], estimates, 500, errors=errors)
    return of_review(Game(duet(1, NAMES), with_table(VICTORY.states[1], trick=Trick(Seat.P1))), one)


def duet_reason(text: str) -> Iterable[str]:
    """What a review says of a choice: level and position, what was chosen, and the best.

    Lines of play are played out, so the reasons are those of the game.
    """
    first, *actions = text.split(" | ")
    level, _blank, line = first.partition(" ")
    chosen, best = map(duet_state.parse_action, actions)
    state = restore(parse_position(line, setup_of(int(level))))
    seat = rule_set("duet").pending(state).decider  # type: ignore[union-attr]
    query = ReasonQuery("duet", observe(state, seat), None, [(best, chosen)])
    reasons = find_reasons(query, Random(1), never_stop)
    estimates = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.0, 0.0)
        for action, win in ((chosen, 0.4), (best, 0.48))
    )
    one = Assessment(1, seat, chosen, best, estimates, 500, reasons=reasons)
    return of_review(Game(duet(int(level), NAMES), state), one)


def duet_hindsight(text: str) -> Iterable[str]:
    """What open hands show of two choices, each with win, gem and overrun.

    ``known`` has the chances to win with what was known.
    """
    first, second, *rest = text.split()
    chosen, best = actions = [duet_state.parse_action(one) for one in DUET_ACTIONS["cards"]]
    hands = []
    for action, figures in zip(actions, (first, second), strict=True):
        win, gem, overrun = numbers(figures)
        hands.append(DuetDoubleDummy(action, win, gem, overrun, 7 if gem else None))
    known = numbers(settings(rest)["known"]) if rest else []
    estimates = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.0, 0.0)
        for action, win in zip(actions, known, strict=bool(known))
    )
    one = Assessment(2, Seat.P1, chosen, best, estimates, 0, tuple(hands))
    yield duet_review.hindsight_sentence(one, NAMES)


def duet_choice(text: str) -> Iterable[str]:
    """A choice in words, and at the beginning of a sentence."""
    action = duet_state.parse_action(text)
    yield f"{choice_phrase(action, NAMES)} / {choice_subject(action, NAMES)}"


P1, P2 = "4b6b8b2k4k6k8k2m4m6m8mTmEm", "1b2b3b5b9b1k3k5k9kTk1m5m7m"


def trick_of(tricks: Sequence[float], lead: str = "-") -> Any:
    """Return a state in which both have won so many tricks, and p2 led a card, if one."""
    own, other = map(int, tricks)
    left = 13 - own - other
    p1, p2 = P1[-2 * left :], P2[-2 * left :]
    led = "p1:-" if lead == "-" else f"p2:{lead}"
    p2 = p2 if lead == "-" else p2.replace(lead, "")
    return at(filled(f"1.{own + other} {p1}/{p2} 7b * {led} {own}-{other} 0-0 p1:play"))


def classic_hint(text: str) -> Iterable[str]:
    """A hint: the tricks of both, what was led, then the win of the best and of the others.

    ``why`` is the kind of the reason, with its subject, and ``equal`` says that a good choice
    lacks it. ``last`` is the win of the last choice. Without figures it has none; ``alone`` is the
    only choice.
    """
    tricks, lead, *rest = text.split()
    seen = classic_observe(trick_of(numbers(tricks), lead), Seat.P1)
    return classic_hint_on(seen, rest)


def classic_keep(text: str) -> Iterable[str]:
    """A hint where only keeping the decree is good, from a position."""
    line, _bar, rest = text.partition(" | ")
    seen = classic_observe(at(filled(line)), Seat.P1)
    keep = next(choice for choice in seen.choices if card_in_action(choice) is None)
    choices = (keep, *(choice for choice in seen.choices if choice != keep))
    return classic_hint_on(replace(seen, choices=choices), rest.split())


def classic_hint_on(seen: Any, rest: Sequence[str]) -> Iterable[str]:
    said = settings(word for word in rest if "=" in word)
    wins = [float(word) for word in rest if word[0] in ".01"]
    rows = wins and [wins[0]] + [wins[1]] * (len(seen.choices) - 1)
    if last := said.get("last"):
        rows[-1] = float(last)
    if "alone" in rest:
        seen, rows = replace(seen, choices=seen.choices[:1]), rows[:1]
    estimates = tuple(
        ClassicEstimate(choice, win, 3.0)
        for choice, win in zip(seen.choices, rows, strict=bool(rows))
    )
    reasons: tuple[Reason, ...] = ()
    if why := said.get("why"):
        reasons = (invented_reason("classic", seen, why, is_equal="equal" in rest),)
    thought = Thought(seen.choices[0], estimates, worlds=500, reasons=reasons)
    return fitting(seen, thought, Header("classic", Setup(), LONG_NAMES))


def classic_told(text: str) -> Iterable[str]:
    """What each player hears of some actions, all do, and whoever sees both hands."""
    line, _bar, actions = text.partition(" | ")
    state, events = at(line), list[Any]()
    for action in actions.split(", "):
        step = play(state, action)
        state = step.state
        events += step.events
    story = classic_story.STORY
    for name, seat in (*zip(NAMES, Seat, strict=True), ("All", None)):
        heard = events if seat is None else [redact(event, seat) for event in events]
        yield from (f"{name}: {said}" for said in story.tell(tuple(heard), NAMES, seat))
    yield from (f"Open: {said}" for said in story.with_hands_open.tell(tuple(events), NAMES, None))
    if state.table.outcome is not None:
        yield classic_story.outcome_sentence(state, NAMES)
    if state.table.outcome is not None or state.table.tricks_done == 13:
        yield from map(str, classic_story.round_figures(tuple(events), state))


def classic_ended(text: str) -> Iterable[str]:
    """How a match ended: its outcome, and the points of both."""
    outcome, *points = text.split()
    last = play(at("4.12 -/7b 2m 1k4kTk9bEb6m p1:5b 6-6 15-13 p2:play"), "p2 play 7b").state
    both = int(points[0]), int(points[1])
    table = replace(last.table, outcome=Outcome[outcome], points=both, pending=None)
    state = replace(last, table=table)
    yield classic_story.outcome_sentence(state, NAMES)


def classic_outlook(text: str) -> Iterable[str]:
    """What a choice would do, as a player reads it, and what its ability does."""
    line, actions, action = text.split(" | ")
    state = play(at(line), *filter(None, actions.split(", "))).state if actions else at(line)
    seen = classic_observe(state, Seat[action[:2].upper()])
    chosen = parse_action(action)
    yield outlook_sentence(seen, chosen, NAMES, UNICODE) or "(nothing)"
    yield ability_note(seen, chosen) or "(nothing)"


def classic_cost(text: str) -> Iterable[str]:
    """What a review says of a choice: a position, what was chosen, the best, and the win of both.

    Lines of play are played out, so the reasons are those of the game.
    """
    line, *actions, wins = text.split(" | ")
    state, (chosen, best) = at(filled(line)), map(parse_action, actions)
    seat = rule_set("classic").pending(state).decider  # type: ignore[union-attr]
    seen = classic_observe(state, seat)
    estimates = tuple(
        ClassicEstimate(action, win, 3.0)
        for action, win in zip((chosen, best), numbers(wins), strict=True)
        if action in seen.choices
    )
    pairs = [(best, chosen)] if chosen in seen.choices and chosen != best else []
    query = ReasonQuery("classic", seen, None, pairs)
    reasons = find_reasons(query, Random(1), never_stop) if pairs else ()
    one = Assessment(1, seat, chosen, best, estimates, 500, reasons=reasons)
    return of_review(Game(Header("classic", Setup(), NAMES), state), one)


def classic_hindsight(text: str) -> Iterable[str]:
    """What open hands show of two choices, each with win and taken; ``right`` was the best."""
    first, second, *rest = text.split()
    actions = [parse_action("p1 play Tm"), parse_action("p1 play 4k")]
    hands = tuple(
        ClassicDoubleDummy(action, *numbers(figures))
        for action, figures in zip(actions, (first, second), strict=True)
    )
    estimates = tuple(
        ClassicEstimate(action, win, 3.0) for action, win in zip(actions, (0.4, 0.5), strict=True)
    )
    best = actions[0] if rest else actions[1]
    one = Assessment(1, Seat.P1, actions[0], best, estimates, 500, hands)
    yield classic_review.hindsight_sentence(one, NAMES)


WHO: dict[str, dict[str, Any]] = {
    "two": {},
    "left": {"players": ("Ann", "Expert"), "ai": (None, "expert")},
    "right": {"players": ("Expert", "Ann"), "ai": ("expert", None)},
    "weak": {"players": ("Ann", "Expert"), "ai": (None, "steady:20%")},
}


def classic_match(text: str) -> Iterable[str]:
    """A match of three rounds in the scores, and the lines to share: who played, points, hints.

    Without points somebody resigned in its first round.
    """
    who, *rest = text.split()
    rounds = tuple(
        classic_rules.RoundScore(*pairs)
        for pairs in (((7, 6), (1, 2)), ((9, 4), (3, 0)), ((3, 10), (0, 1)))
    )
    if rest[0].startswith("p"):
        ended = resigned(match(1, **WHO[who]), 5, Seat[rest[0].upper()])
        game = replace(make_entry(ended, Path("one.toml")), day=TODAY)
    else:
        game, points = entry(1, day=TODAY, **WHO[who]), (int(rest[0]), int(rest[1]))
        outcome = classic_rules.outcome_of(points, (0, 0))
        changed = {"points": points, "outcome": outcome, "round": 3, "rounds": rounds}
        game = replace(game, summary=replace(game.summary, **changed))
    game = replace(game, hints=int(rest[-1]))
    yield f"{classic_guide.result_phrase(game)} / {classic_guide.outcome_phrase(game)}"
    yield from classic_guide.shared_lines(game, UNICODE)
    yield from classic_guide.shared_lines(game, SPOKEN)


def ending(game: str, seed: str) -> Iterable[str]:
    """How a game ended that two partners, novice or steady, played by a seed."""
    rng = Random(int(seed) + 9_310_000)
    setup = {"level": rng.choice((1, 2, 3))} if game == "duet" else {"target": 21}
    first, second = (partner(game, rng.choice(("novice", "steady"))) for _seat in range(2))
    header = Header(game, rule_set(game).setup_from(setup), NAMES, seed=int(seed) + 9_310_000)
    choosers = (
        lambda seen, chance: first(seen, chance).action,
        lambda seen, chance: second(seen, chance).action,
    )
    yield from guide_words(game).ending_story(play_out(open_game(header), choosers), NAMES)


def remarks(text: str) -> Iterable[str]:
    """What is told of remarks, each with its family, its number, and what it says after others."""
    found = []
    for place, one in enumerate(text.split()):
        family, number, *after = one.split(",")
        others = {kind: f"after {kind}" for kind in after}
        told = int(number) if number else None
        found.append(Remark(f"kind{place}", RemarkTopic(family), f"remark {place}", told, others))
    yield " ".join(choose_remarks(found, "otherwise"))


SAY: dict[str, dict[str, Say]] = {
    "duet": {
        "hint": duet_hint,
        "moves": duet_moves,
        "advice": duet_advice,
        "told": duet_told,
        "fates": duet_fates,
        "cost": duet_cost,
        "reason": duet_reason,
        "hindsight": duet_hindsight,
        "choice": duet_choice,
    },
    "classic": {
        "hint": classic_hint,
        "keep": classic_keep,
        "told": classic_told,
        "ended": classic_ended,
        "outlook": classic_outlook,
        "cost": classic_cost,
        "hindsight": classic_hindsight,
        "match": classic_match,
    },
    "endings-duet": {
        "ending": partial(ending, "duet"),
        "remarks": remarks,
        "numbers": lambda text: (number_word(int(one)) for one in text.split()),
    },
    "endings-classic": {"ending": partial(ending, "classic")},
}


@pytest.mark.parametrize("game", SAY)
def test_what_is_said_of_situations_is_as_it_was(
    game: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foxduet.ai.reasons.FIRST_WORLDS", FEW_WORLDS)
    monkeypatch.setattr("foxduet.ai.reasons.MAX_WORLDS", FEW_WORLDS)
    names: dict[str, str] = {}
    written: list[str] = []
    for row in (FOLDER / f"{game}.txt").read_text("utf-8").splitlines():
        if named := re.fullmatch(r"([A-Z_]+): (.*)", row):
            names[named[1]] = named[2]
        elif row.startswith("> "):
            text = re.sub(r"\b[A-Z_]{3,}\b", lambda name: names.get(name[0], name[0]), row[2:])
            kind, _blank, rest = text.partition(" ")
            written += [row, *SAY[game][kind](rest)]
            continue
        elif row and not row.startswith("#"):
            continue
        written.append(row)
    golden(f"sentences/{game}.txt", "\n".join(written) + "\n")
