"""The words of the original game beyond the table: hints, goals, results, and help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from foxduet.analysis.standings import Goal, Rung
from foxduet.core.cards import Seat, card_in_action
from foxduet.core.errors import N_
from foxduet.games.classic.reasons import ReasonKind
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.engine import Band, Summary, band_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.words import names, review, story
from foxduet.games.classic.words.ending import ending_story
from foxduet.games.classic.words.names import band_name, card_name, option_phrase, winner_of
from foxduet.games.classic.words.reasons import reason_sentences
from foxduet.play.game import Names
from foxduet.store.score_entries import ScoreEntry
from foxduet.words import hints
from foxduet.words.game_words import GuideWords, partner_label, percent
from foxduet.words.i18n import _, day_text, decimal, ngettext
from foxduet.words.pages import page
from foxduet.words.text import SPOKEN, capitalize_first, clip, format_sentence

if TYPE_CHECKING:
    from foxduet.ai.partner import ActionValue, Thought
    from foxduet.words.text import Glyphs


# In the order of the suits.
_SUIT_HINTS = (N_("Look at your Bells."), N_("Look at your Keys."), N_("Look at your Moons."))
_AIMS = {
    ReasonKind.WON: N_("You can win the match in this round."),
    ReasonKind.LOST: N_("Don't let {name} win the match in this round."),
    ReasonKind.HUMBLE: N_("Stay humble: take few tricks this round."),
    ReasonKind.VICTORIOUS: N_("Aim for seven to nine tricks this round."),
    ReasonKind.DEFEATED: N_("Don't end this round with four to six tricks."),
    ReasonKind.GREEDY: N_("Stay below ten tricks this round."),
    ReasonKind.TREASURE: N_("Watch where the Treasures go."),
    ReasonKind.TREASURE_LOST: N_("Watch where the Treasures go."),
    ReasonKind.LEAD: N_("Think about who leads the next trick."),
}
# By the number of tricks that the winner would have, if it changes the points.
_WIN_ADVICE = {7: N_("Win this trick: the seventh makes you victorious.")}
_LEAVE_ADVICE = {
    4: N_("Don't win this trick: with four, you are no longer humble."),
    10: N_("Don't win this trick: ten make you greedy and score nothing."),
}
_DENY_ADVICE = {7: N_("Win this trick, or {name} is victorious.")}
_FORCE_ADVICE = {
    4: N_("Leave {name} this trick: four is too many to be humble."),
    10: N_("Leave {name} this trick: ten is greedy."),
}


def hint_sentences(
    observation: Observation, thought: Thought, names: Names, steps: int
) -> tuple[str, ...]:
    """Return the first ``steps`` sentences of the hint for ``thought``.

    They reveal no more than the observation. If there is only one choice, they just say so.
    """
    if len(observation.choices) == 1:
        return (_("There is only one choice."),)
    cards = [card for card in map(card_in_action, observation.choices) if card is not None]
    kind = hints.card_kind_sentence(thought, cards, _SUIT_HINTS)
    aim = _find_aim(observation, thought, names)
    return hints.hint_steps(aim, kind, _give_answer(thought, names))[:steps]


def _find_aim(observation: Observation, thought: Thought, names: Names) -> str:
    pair, equals = hints.best_and_others(thought), hints.equivalent_choices(thought)
    if pair is None or len(equals) == len(thought.search_estimates):
        return ""
    reason = next(iter(thought.reasons), None)
    equal_actions = [estimate.action for estimate in equals]
    if reason is None or reason.equals or reason.other in equal_actions:
        return ""
    contrast, seat = reason.contrast, observation.seat
    if contrast.kind is ReasonKind.TRICK:
        return aim_sentence(observation, names, wants_trick=contrast.subject == seat)
    return format_sentence(_(_AIMS[contrast.kind]), name=names[seat.other])


def aim_sentence(observation: Observation, names: Names, *, wants_trick: bool) -> str:
    """Advise a seat to win or leave the current trick, and name the band if it is the reason."""
    seat, tricks = observation.seat, observation.table.tricks
    own_tricks, other_tricks = tricks[seat] + 1, tricks[seat.other] + 1
    name = names[seat.other]
    if wants_trick:
        sentence = _(_WIN_ADVICE[own_tricks]) if own_tricks in _WIN_ADVICE else ""
        if not sentence and other_tricks in _DENY_ADVICE:
            sentence = format_sentence(_(_DENY_ADVICE[other_tricks]), name=name)
        cards = observation.table.in_trick[0].cards
        if not sentence and any(card.ability is Ability.TREASURE for card in cards):
            sentence = _("Win this trick: there is a Treasure in it.")
        return sentence or _("Try to win this trick.")
    if own_tricks in _LEAVE_ADVICE:
        return _(_LEAVE_ADVICE[own_tricks])
    if other_tricks in _FORCE_ADVICE:
        return format_sentence(_(_FORCE_ADVICE[other_tricks]), name=name)
    return format_sentence(_("Leave this trick to {name}."), name=name)


def _give_answer(thought: Thought, names: Names) -> str:
    def single_answer(option: str, best: ActionValue) -> str:
        sentence = _("Best: {option}; about {win}% to win the match.")
        return sentence.format(option=option, win=percent(best.win))

    return hints.answer_sentence(
        thought, lambda option: option_phrase(option, names), card_name, single_answer
    )


def _was_humble_and_victorious(game: ScoreEntry, seat: Seat) -> bool:
    summary: Summary = game.summary
    bands = {band_of(score.tricks[seat]) for score in summary.rounds}
    return {Band.HUMBLE, Band.VICTORIOUS} <= bands


GOALS = (
    Goal("win", N_("a win"), lambda _game, _seat: True),
    Goal(
        "lead",
        N_("a win by 10 points"),
        lambda game, seat: game.summary.points[seat] - game.summary.points[seat.other] >= 10,
    ),
    Goal("bands", N_("humble and victorious"), _was_humble_and_victorious),
    Goal("no_hint", N_("no hint"), lambda game, _seat: not game.hints),
)

# Against steady play the novice wins 20 % of matches, and the expert 96 %.
LADDER = (
    Rung(
        {},
        "novice",
        N_(
            "New here? Start with the novice. In practice mode you can take anything back, "
            "but the match isn't scored."
        ),
    ),
    Rung({}, "steady", N_("That's two wins against the novice. Ready for steady?")),
    Rung({}, "expert", N_("That's two wins against steady. Ready for the expert?")),
)


_MAX_NAME_WIDTH = 10


def result_phrase(entry: ScoreEntry) -> str:
    """Describe a match's result, with the points of the person, or the left person, first."""
    summary: Summary = entry.summary
    own_points, other_points = summary.points[entry.seat], summary.points[entry.seat.other]
    if summary.resigned is not None:
        sentence = _("resigned in round {round} at {own}-{other}")
        return sentence.format(round=summary.round, own=own_points, other=other_points)
    sentence = ngettext(
        "{own}-{other} in {rounds} round", "{own}-{other} in {rounds} rounds", summary.round
    )
    if len(entry.people) == 1:
        winner = winner_of(summary.outcome)
        sentence = _("drawn {own}-{other} in {rounds} rounds")
        if winner is not None:
            sentence = _("lost {own}-{other} in {rounds} rounds")
        if winner is entry.seat:
            sentence = _("won {own}-{other} in {rounds} rounds")
    return sentence.format(own=own_points, other=other_points, rounds=summary.round)


def outcome_phrase(entry: ScoreEntry) -> str:
    """Describe a match's result in two or three words."""
    summary: Summary = entry.summary
    winner = winner_of(summary.outcome)
    if winner is None:
        return _("drawn")
    if len(entry.people) == 1:
        if summary.resigned is entry.seat:
            return _("resigned")
        return _("won") if winner is entry.seat else _("lost")
    if summary.resigned is not None:
        name = clip(entry.players[summary.resigned], _MAX_NAME_WIDTH)
        return format_sentence(_("{name} resigned"), name=name)
    return format_sentence(_("{name} won"), name=clip(entry.players[winner], _MAX_NAME_WIDTH))


def shared_lines(entry: ScoreEntry, glyphs: Glyphs) -> tuple[str, str]:
    """Return a daily match as two lines: the result; the points of each round, and the players.

    The points are the person's and the opponent's, or the left and the right person's; spoken lines
    omit them.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    summary: Summary = entry.summary
    line, seat = _("foxduet daily {day} target {target}: {result}"), entry.seat
    result = line.format(
        day=day_text(entry.day), target=summary.target, result=result_phrase(entry)
    )
    if glyphs is SPOKEN:
        return result + ".", capitalize_first(_players_phrase(entry)) + "."
    rounds = [f"{score.points[seat]}-{score.points[seat.other]}" for score in summary.rounds]
    return result, f"{' '.join(rounds) or glyphs.dot}   {_players_phrase(entry)}"


def _players_phrase(entry: ScoreEntry) -> str:
    opponent = next((name for name in entry.ai if name is not None), None)
    phrase = _("two people, {hints}")
    if opponent is not None:
        phrase = _("against {opponent}, {hints}")
    return phrase.format(opponent=partner_label(opponent), hints=hints.hints_phrase(entry.hints))


def options_label(options: Mapping[str, object]) -> str:
    """Name the target of the listed matches, or all targets."""
    phrase = _("to {target}") if "target" in options else _("all targets")
    return phrase.format(**options)


def simulated_outcomes(outcomes: dict[str, int]) -> str:
    """Tell how many matches each seat won, and how many were drawn."""
    return _("p1 won {p1}, p2 won {p2}, {draw} drawn").format(**outcomes)


def describe_counts(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return a player's totals, item by item."""
    rounds = counts["rounds"]

    def per_round(name: str) -> str:
        return decimal(counts[name] / rounds, ".2f") if rounds else "-"

    def share(name: str) -> str:
        return _("{share}%").format(share=percent(counts[name] / rounds)) if rounds else "-"

    return [
        (_("Rounds"), f"{rounds}"),
        (_("Tricks"), per_round("tricks")),
        (_("Treasures"), per_round("treasures")),
        *((band_name(band).capitalize(), share(band.value)) for band in Band),
    ]


_GAME = "foxduet.games.classic"

GUIDE = GuideWords(
    score_rows=lambda game: story.round_figures((), game.state),
    ending_story=ending_story,
    hint_sentences=hint_sentences,
    cost_sentence=review.cost_sentence,
    reason_sentences=reason_sentences,
    hindsight_sentence=review.hindsight_sentence,
    theme=review.theme,
    lessons=review.LESSONS,
    puzzles=review.PUZZLES,
    goals=GOALS,
    ladder=LADDER,
    puzzle_kinds=names.PUZZLE_KINDS,
    result_phrase=result_phrase,
    outcome_phrase=outcome_phrase,
    shared_lines=shared_lines,
    options_label=options_label,
    category_heading=N_("target"),
    category_text=lambda category: f"{category[0]}",
    category_notes=lambda _games: [],
    simulated_outcomes=simulated_outcomes,
    describe_counts=describe_counts,
    # Omits how to start a match, and the comparison of both games.
    rules=lambda: page(_GAME, "classic").sections[1:-1],
    help_pages=(
        (N_("A trick"), (0, 1)),
        (N_("Odd cards"), (2,)),
        (N_("Points"), (3, 4)),
        (N_("If you know Duet"), (6, 5)),
    ),
    review_help=lambda: page(_GAME, "screens/review").sections,
    scores_help=lambda: page(_GAME, "screens/scores").sections,
    reference=names.reference,
    signs=names.table_signs,
)
