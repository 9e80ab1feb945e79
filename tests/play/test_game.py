"""The deals of the day: the same for everybody, counted once, and shared without a secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Seat
from foxduet.games.duet.rules.state import Give, Move, Outcome, Setup
from foxduet.games.duet.words.guide import shared_lines
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.play.game import (
    DAILY_KEY,
    NO_PARTNERS,
    OPEN_HANDS_KEY,
    PRACTICE_KEY,
    RECORDER_KEY,
    Header,
    PartnerNames,
    daily_seed,
    make_deal,
    open_game,
)
from foxduet.play.record import dump_record, load_record
from foxduet.play.table_session import (
    Stage,
    TableSession,
    act_at_table,
    can_be_taken_back_in_practice,
    choose_at_table,
    close_hands,
    deal_at_table,
    hide_hand,
    show_hand,
    take_back,
    take_back_in_practice,
)
from foxduet.store.score_entries import Par, counts_as_score, make_entry
from foxduet.words.text import SPOKEN, UNICODE
from tests.support.classic import match
from tests.support.entries import SMALL, TODAY, daily_header, entry, resigned
from tests.support.players import careful_choice, duet, few, played_game, seeds
from tests.support.processes import options_in
from tests.support.tables import cards_in


def test_the_seed_of_a_day_never_changes() -> None:
    assert daily_seed(date(2026, 11, 21), "level 1") == 2333177205
    assert daily_seed(date(2026, 11, 21), "level 2") == 4282575151
    assert daily_seed(date(2026, 11, 22), "level 2") == 3562052324


def test_setups_without_a_label_have_no_deals_of_a_day() -> None:
    assert daily_seed(TODAY, None) is None


@given(st.dates(), st.integers(1, 3))
def test_the_seed_of_a_day_can_be_shared_with_friends(day: date, level: int) -> None:
    seed = daily_seed(day, f"level {level}")
    assert options_in(f"--seed {seed}").seed == seed


def test_the_day_is_in_the_record() -> None:
    game = played_game(daily_header(TODAY))
    read = load_record(dump_record(game))
    assert f'\n{DAILY_KEY} = "2026-11-21"\n' in dump_record(game)
    assert read.header.day == TODAY
    assert make_entry(read, Path("day.toml")).day == TODAY


@pytest.mark.parametrize(
    "header",
    [
        replace(daily_header(TODAY), seed=5),
        replace(daily_header(TODAY), setup=Setup(3)),
        replace(daily_header(TODAY), further={}),
        replace(daily_header(TODAY), further={DAILY_KEY: "yesterday"}),
        replace(daily_header(TODAY), further={DAILY_KEY: 7}),
        replace(daily_header(TODAY), setup=Setup(2, SMALL)),
    ],
)
def test_other_deals_are_not_those_of_a_day(header: Header) -> None:
    assert header.day is None


@pytest.mark.parametrize(
    ("par", "expected"),
    [
        (None, "won in round 2, 38 points"),
        (Par("e", "victory", 40), "won in round 2, 38 points, par 40"),
        (Par("e", "lost", None), "won in round 2, 38 points (two experts failed)"),
    ],
)
def test_a_day_is_shared_in_two_lines(par: Par | None, expected: str) -> None:
    first, second = shared_lines(entry(1, 38, day=TODAY, par=par), UNICODE)
    assert first == f"foxduet daily 2026-11-21 level 2: {expected}"
    assert second == "◊◊◊◊◊◊◊◊··· ◊◊◊◊◊◊◊·   two people, no hints"
    in_words = (f"{first}.", "Two people, no hints.")
    assert shared_lines(entry(1, 38, day=TODAY, par=par), SPOKEN) == in_words


def test_defeats_are_shared_with_what_was_left() -> None:
    lost = entry(1, None, day=TODAY)
    for outcome, expected in (
        (Outcome.LOST, "lost in round 2, 3 gems left"),
        (Outcome.RESIGNED, "resigned in round 2, 3 gems left"),
        (Outcome.OUT_OF_TIME, "out of time, 3 gems left"),
    ):
        ended = replace(lost, summary=replace(lost.summary, outcome=outcome))
        first, second = shared_lines(ended, UNICODE)
        assert first.endswith(f": {expected}")
        assert second == "◊◊◊◊◊◊····· ◊◊◊◊◊···   two people, no hints"


@pytest.mark.parametrize(
    ("ai", "hints", "expected"),
    [
        (NO_PARTNERS, 1, "two people, 1 hint"),
        ((None, "expert"), 0, "with Expert, no hints"),
        (("steady", None), 12, "with Steady, 12 hints"),
        ((None, "expert:200"), 3, "with Expert:200, 3 hints"),
    ],
)
def test_what_is_shared_says_who_the_partner_was_and_how_many_hints_were_used(
    ai: PartnerNames, hints: int, expected: str
) -> None:
    shared = replace(entry(1, 38, day=TODAY), ai=ai, hints=hints)
    assert shared_lines(shared, UNICODE)[1].endswith(f"   {expected}")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_is_shared_gives_nothing_away(level: int) -> None:
    for ahead in range(6):
        day = TODAY + timedelta(days=ahead)
        game = played_game(daily_header(day, level))
        for ended in (game, resigned(game, 1), resigned(game, 40)):
            shared = make_entry(ended, Path("day.toml"))
            lines = shared_lines(shared, UNICODE)
            assert cards_in("\n".join(lines)) == set()
            found, _space, told = lines[1].partition("   ")
            assert told == "two people, no hints"
            assert set(found) <= {duet_glyphs(UNICODE).gem, UNICODE.dot, " "}
            # In each round the gems come first: which trick had one is not shown.
            assert all(sorted(part, reverse=True) == [*part] for part in found.split())
            assert len(found.replace(" ", "")) == max(1, shared.summary.tricks)


BESIDE_PARTNER: PartnerNames = (None, "novice")
tables = st.sampled_from([NO_PARTNERS, BESIDE_PARTNER])


OPEN_HANDS = {PRACTICE_KEY: True, OPEN_HANDS_KEY: True}


def evening(ai: PartnerNames, seed: int, **further: object) -> Iterator[tuple[TableSession, str]]:
    """Play a game, covering and looking now and then; yield each session and what led to it."""
    rng = Random(seed)
    header = duet(rng.randint(1, 3), seed=seed, ai=ai, further=further)
    session = TableSession(open_game(header))
    yield session, "start"
    while session.stage is not Stage.OVER:
        match session.stage:
            case Stage.BETWEEN_ROUNDS:
                session, done = deal_at_table(session), "deal"
            case Stage.HANDOFF:
                session, done = show_hand(session), "look"
            case Stage.CHOICE if rng.random() < 0.2:
                session, done = hide_hand(session), "cover"
            case _:
                session, done = act_at_table(session, careful_choice(session.state, rng)), "act"
        yield session, done


def chooser(session: TableSession, at: int) -> Seat | None:
    """Return the seat that chose a turn, None for the team."""
    pending = session.game.rules.pending(session.game.states[at])
    return None if pending is None else pending.seat


def is_forced(session: TableSession, at: int) -> bool:
    """Return whether a turn was the last card that had to be given, or the only way to go."""
    action, before = session.game.turns[at].action, session.game.states[at]
    if isinstance(action, Give):
        return len(before.hands[action.seat]) == 1
    if not isinstance(action, Move):
        return False
    moves = session.game.rules.legal_actions(before)
    return len({before.table.path.landing(move.steps) for move in moves}) == 1


def is_seen(session: TableSession, at: int) -> bool:
    """Return whether a turn itself shows somebody what was hidden, or ends everything."""
    before, turn, after = (
        session.game.states[at],
        session.game.turns[at],
        session.game.states[at + 1],
    )
    seat, person = chooser(session, at), session.person
    if isinstance(turn.action, Deal) or after.table.outcome is not None:
        return True
    gets_a_gift = isinstance(turn.action, Give) and before.offer is not None
    return gets_a_gift or (person is not None and seat is person.other)


@few(6)
@given(tables, seeds)
def test_what_can_be_taken_back_ends_where_something_hidden_was_seen(
    ai: PartnerNames, seed: int
) -> None:
    # The turns before this one stay done.
    first = 0
    for session, done in evening(ai, seed):
        count = len(session.game.turns)
        if done in ("act", "deal") and is_seen(session, count - 1):
            first = count
        if done == "look" and session.person is None:
            # Another player's turn is settled once this one looks.
            others = [
                at for at in range(first, count) if chooser(session, at) != session.visible_seat
            ]
            first = max(others, default=first - 1) + 1
        assert sum(session.revocable) == count - first


@few(6)
@given(tables, seeds)
def test_taking_back_inverts_every_act_that_can_be_taken_back(ai: PartnerNames, seed: int) -> None:
    before, taken = None, 0
    for session, done in evening(ai, seed):
        if done == "act" and session.revocable:
            assert before is not None
            back = take_back(session)
            taken += 1
            assert back.game.turns == before.game.turns
            assert back.state == before.state
            assert back.revocable == before.revocable
            assert back.visible_seat in (None, before.visible_seat)
            assert back.visible_seat in (None, back.actor, back.person)
            assert back.game.header.taken_back == session.game.header.taken_back + 1
            assert act_at_table(back, session.game.turns[-1].action).state == session.state
        before = session
    assert taken > 5


@few(6)
@given(tables, seeds)
def test_a_choice_is_taken_back_with_all_that_follows_from_it_or_not_at_all(
    ai: PartnerNames, seed: int
) -> None:
    for session, _done in evening(ai, seed):
        if session.stage is Stage.CHOICE:
            first = len(session.game.turns)
            after = choose_at_table(session, careful_choice(session.state, Random(seed)))
            turns = range(first, len(after.game.turns))
            is_final = any(is_seen(after, at) for at in turns)
            assert after.revocable == (() if is_final else (*session.revocable, len(turns)))


@few(6)
@given(tables, seeds)
def test_everything_that_can_be_taken_back_can_be_taken_back_in_a_row(
    ai: PartnerNames, seed: int
) -> None:
    for session, _done in evening(ai, seed):
        back = session
        while back.revocable:
            back = take_back(back)
            assert back.stage in (Stage.CHOICE, Stage.HANDOFF, Stage.TEAM)
        assert len(back.game.turns) == len(session.game.turns) - sum(session.revocable)


@few(6)
@given(tables, seeds)
def test_a_hand_is_in_sight_after_taking_back_only_if_its_seat_looked_before(
    ai: PartnerNames, seed: int
) -> None:
    for session, _done in evening(ai, seed):
        if session.revocable and session.person is None:
            back = take_back(session)
            assert (
                back.visible_seat is None or back.visible_seat is session.visible_seat is back.actor
            )


@few(6)
@given(tables, seeds)
def test_a_resumed_game_has_nothing_to_be_taken_back(ai: PartnerNames, seed: int) -> None:
    for session, _done in evening(ai, seed):
        resumed = TableSession(load_record(dump_record(session.game)))
        assert resumed.revocable == ()
        assert show_hand(resumed).revocable == () if resumed.actor is not None else True


@few(8)
@example(seed=26, number=1, is_open=False)
@given(seeds, st.integers(1, 4), st.booleans())
def test_in_practice_any_choice_of_a_person_is_taken_back_and_noted(
    seed: int, number: int, is_open: bool
) -> None:
    game = evening(NO_PARTNERS, seed, **OPEN_HANDS) if is_open else evening(BESIDE_PARTNER, seed)
    moments = [session for session, done in game if done == "act"]
    session = moments[seed % len(moments)]
    people = (None, *Seat) if is_open else (None, session.person)
    for at in range(1, number + 1):
        if not can_be_taken_back_in_practice(session):
            return
        back = take_back_in_practice(session)
        assert back.game.turns == session.game.turns[: len(back.game.turns)]
        assert back.actor in people
        assert back.visible_seat is (back.actor if is_open else back.person)
        # Closed hands must not be dealt cards that were seen.
        assert not is_open or back.game.round == session.game.round
        # Between there and here one choice was made.
        chosen = [
            one
            for one in range(len(back.game.turns), len(session.game.turns))
            if not isinstance(session.game.turns[one].action, Deal)
            and chooser(session, one) in people
            and not is_forced(session, one)
        ]
        assert chosen == [len(back.game.turns)]
        header = back.game.header
        assert (header.is_practice, header.taken_back) == (True, at)
        assert not counts_as_score(back.game)
        session = back


@pytest.mark.parametrize(("ai", "person"), [((None, "steady"), 0), (("steady", None), 1)])
def test_a_match_is_won_if_the_one_person_at_the_table_won_it(
    ai: PartnerNames, person: int
) -> None:
    for seed in (1, 2, 3):
        whole = match(seed, ai=ai)
        assert whole.result is not None
        assert TableSession(whole).is_won is whole.result.won[person]
        two = replace(whole, header=replace(whole.header, ai=NO_PARTNERS))
        assert TableSession(two).is_won is any(whole.result.won)


def test_two_people_cannot_declare_a_game_practice() -> None:
    for session, _done in evening(NO_PARTNERS, 1):
        assert not can_be_taken_back_in_practice(session)


def test_open_hands_follow_the_turn_and_only_a_key_covers_them() -> None:
    covered = False
    for session, done in evening(NO_PARTNERS, 3, **OPEN_HANDS):
        assert session.visible_seat is (None if done == "cover" else session.actor)
        if done == "cover" and can_be_taken_back_in_practice(session):
            assert take_back_in_practice(session).visible_seat is None
            covered = True
    assert covered


def test_once_closed_the_hands_of_a_practice_game_are_those_of_any_two_people() -> None:
    for session, _done in evening(NO_PARTNERS, 5, **OPEN_HANDS):
        if session.stage is Stage.BETWEEN_ROUNDS and session.game.round:
            closed = deal_at_table(close_hands(session))
            assert closed.stage is Stage.HANDOFF
            assert not can_be_taken_back_in_practice(closed)
            read = load_record(dump_record(closed.game)).header
            assert dict(read.further) == {PRACTICE_KEY: True, OPEN_HANDS_KEY: False}
            assert read.is_practice
            return
    raise AssertionError("no round was over")


@pytest.mark.parametrize(
    ("ai", "further", "is_open"),
    [
        (NO_PARTNERS, OPEN_HANDS, True),
        (NO_PARTNERS, {OPEN_HANDS_KEY: True}, False),
        (NO_PARTNERS, {**OPEN_HANDS, OPEN_HANDS_KEY: "yes"}, False),
        (NO_PARTNERS, {**OPEN_HANDS, RECORDER_KEY: "p1"}, False),
        (BESIDE_PARTNER, OPEN_HANDS, False),
    ],
)
def test_hands_are_open_only_in_practice_of_two_people_at_one_screen(
    ai: PartnerNames, further: dict[str, object], is_open: bool
) -> None:
    header = duet(1, seed=3, ai=ai, further=further)
    session = TableSession(open_game(header), own_seat=header.recorder_seat)
    assert session.has_open_hands is is_open
    assert session.uses_handoffs is (session.person is None and not is_open)


def test_the_first_deal_cannot_be_taken_back_in_practice() -> None:
    session = deal_at_table(TableSession(open_game(duet(1, seed=3, ai=BESIDE_PARTNER))))
    assert not can_be_taken_back_in_practice(session)


def test_a_deal_that_was_taken_back_is_dealt_again_as_it_was() -> None:
    for session, done in evening(BESIDE_PARTNER, 5):
        if done == "deal" and can_be_taken_back_in_practice(session):
            back = take_back_in_practice(session)
            while back.stage is not Stage.BETWEEN_ROUNDS:
                back = act_at_table(back, session.game.turns[len(back.game.turns)].action)
            assert make_deal(back.game) == session.game.turns[-1].action
            return
    raise AssertionError("the game has a second round")


def test_a_record_notes_what_was_taken_back_and_is_read_back() -> None:
    for session, _done in evening(BESIDE_PARTNER, 5):
        if session.revocable:
            once = take_back(session).game
            practice = take_back_in_practice(session).game
            for game in (once, practice, replace(once, header=practice.header)):
                text = dump_record(game)
                again = load_record(text)
                assert again == game
                assert (again.header.taken_back, again.header.is_practice) == (
                    game.header.taken_back,
                    game.header.is_practice,
                )
            assert "taken_back = 1\n" in dump_record(once)
            assert "practice" not in dump_record(once)
            assert "taken_back = 1\npractice = true\n" in dump_record(practice) or (
                "practice = true\ntaken_back = 1\n" in dump_record(practice)
            )
            return


def test_notes_on_what_was_taken_back_go_with_it() -> None:
    sessions = [session for session, done in evening(BESIDE_PARTNER, 5) if done == "act"]
    session = next(one for one in sessions if one.revocable and len(one.game.turns) > 8)
    count = len(session.game.turns)
    header = replace(session.game.header, hints=(2, count, count + 1), cut_short=(3, count))
    noted = replace(session, game=replace(session.game, header=header))
    back = take_back(noted).game.header
    assert (back.hints, back.cut_short) == ((2, count), (3,))


def test_odd_notes_of_what_was_taken_back_count_as_none() -> None:
    odd: list[dict[str, Any]] = [{"taken_back": "often"}, {"practice": "yes"}, {"practice": 1}]
    for further in odd:
        header = duet(1, further=further)
        assert (header.taken_back, header.is_practice) == (0, False)
