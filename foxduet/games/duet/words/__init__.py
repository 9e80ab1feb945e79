"""The words of Duet at the table."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.duet.words import names, story
from foxduet.words.game_words import InterludeWords, TableWords

TABLE = TableWords(
    title=N_("The Fox in the Forest Duet"),
    option_labels={"level": N_("level"), "board": N_("board")},
    setup_label=names.setup_label,
    setup_phrase=names.setup_phrase,
    cards=names.CARDS,
    story=story.STORY,
    choices=names.CHOICES,
    round_start=story.round_start,
    round_sum=story.round_sum,
    round_figures=story.round_figures,
    outcome_sentence=story.outcome_sentence,
    talking_rule=N_(
        "Talk freely now: who sits where, and what you plan. Once the cards are dealt, not a "
        "word about them."
    ),
    talking_invitation=N_("You may talk freely until the next deal."),
    progress=names.progress,
    standing=names.standing,
    refusal=names.refusal,
    outlook_sentence=names.outlook_sentence,
    ability_note=names.ability_note,
    team_question=names.team_question,
    team_outlook=names.team_outlook,
    option_label_of=names.option_label,
    is_shared=names.is_shared,
    interlude=InterludeWords(
        sum_up=story.sum_up_round,
        question=names.forest_question,
        outlook=names.forest_outlook,
        no_choice=story.no_forest_choice,
        invitation=N_("Talk as long as you like: cards, plans, who leads."),
    ),
)
