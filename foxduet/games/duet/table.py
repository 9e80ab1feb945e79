"""Drawing of Duet: the forest path, the walking fox, and the final scene."""

from __future__ import annotations

from collections import Counter

from foxduet.core.cards import Exchange, Play, Seat, Trick
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.duet.rules.cards import (
    DECK,
    Ability,
    Card,
    ForestPath,
    Landing,
    LandsOn,
    Overrun,
)
from foxduet.games.duet.rules.engine import tricks_left
from foxduet.games.duet.rules.observation import Observation, exchange_outlook, follow_outlook
from foxduet.games.duet.rules.state import (
    FOREST_DUE,
    FORESTS,
    ROUNDS,
    TRICKS,
    Action,
    Forest,
    GameState,
    GemsAdded,
    Move,
    Outcome,
    PathOverrun,
    SpaceCovered,
    Table,
    TrackerMoved,
)
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.play.game import Game, Names, Turn
from foxduet.ui.kit.canvas import LIGHT_STYLES, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.table import drawing
from foxduet.ui.table.state import Marks, Moment, RoundEnd
from foxduet.words.i18n import _
from foxduet.words.text import Glyphs, largest_piece, names_at_table, text_width

_WIDE_CELL_WIDTH, _MAX_CELL_WIDTH = 6, 12
_MAX_GEM_SIGNS = 5
_FRAMES = (Size(5, 9), Size(3, 7))
"""Sizes of framed spaces, largest first."""
_OFF_PATH = "!"
_PAWS = {card.paws for card in DECK}


@dataclass(frozen=True, slots=True)
class FoxAnimation:
    """An animation: the fox walks over ``spaces`` after a trick.

    A lost fox walks on to the space beyond the end, which may be 0 or past the last one.

    path, reserve, trick: as before the walk, with nothing collected, covered or cleared away.
    new_path: the path after the trick, before the end of the round.
    """

    path: ForestPath
    new_path: ForestPath
    reserve: int
    trick: Trick[Card]
    spaces: tuple[int, ...]

    @property
    def new_reserve(self) -> int:
        """Number of forest tokens left after the trick, before the end of the round."""
        before, after = (path.last - path.first for path in (self.path, self.new_path))
        return self.reserve - (before - after)

    @property
    def finds_gem(self) -> bool:
        """True if the fox takes a gem where it stops."""
        return self.new_path.gems_left < self.path.gems_left

    @property
    def steps(self) -> int:
        """Number of pictures: one for each space, and one more for a gem."""
        return len(self.spaces) + self.finds_gem


def animation_of(before: GameState, turn: Turn) -> FoxAnimation | None:
    """Return the animation of ``turn``; None if it did not complete a trick."""
    trick = drawing.trick_after_action(before, turn.action)
    if trick is None:
        return None
    path, reserve = before.table.path, before.table.reserve
    is_lost = turn.step.state.table.outcome is Outcome.LOST
    for event in turn.step.events:
        match event:
            case TrackerMoved(start, end):
                new_path = path.with_tracker(end)
                if path.gems[end - 1]:
                    new_path = new_path.with_gems(end, -1)
                return FoxAnimation(path, new_path, reserve, trick, _spaces(start, end))
            case PathOverrun(start, _, end):
                spaces = _spaces(start, path.end_space(end))
                if is_lost:
                    beyond = path.end_space(end) + (1 if end is Seat.P2 else -1)
                    return FoxAnimation(path, path, reserve, trick, (*spaces, beyond))
                new_path = path.with_tracker(path.start).cover(end)
                return FoxAnimation(path, new_path, reserve, trick, (*spaces, path.start))
            case _:
                pass
    return None


def _spaces(start: int, end: int) -> tuple[int, ...]:
    step = 1 if end >= start else -1
    return tuple(range(start, end + step, step))


def draw_animation_step(canvas: Canvas, game: Game, walk: FoxAnimation, step: int) -> None:
    """Draw header, path and trick with the fox at ``step`` of its walk; -1 and 0 are before it."""
    state = game.state
    table: Table = replace(state.table, trick=None, path=walk.new_path, reserve=walk.new_reserve)
    if step < walk.steps - 1:
        table = replace(table, path=walk.path, reserve=walk.reserve)
    drawing.draw_header(canvas, game, replace(state, table=table))
    # Gems for the next round appear after the walk; until then their spaces stay marked.
    table = replace(table, tricks_done=table.tricks_done - 1, outcome=None)
    fox = walk.spaces[min(max(step, 0), len(walk.spaces) - 1)]
    _draw_forest(canvas, table, fox, names_at_table(game.header), {})
    drawing.draw_trick(canvas, game, table.decree, walk.trick)


@dataclass(frozen=True, slots=True)
class PathPicture:
    """The path between two rounds.

    marked: spaces that get a new gem in later pictures.
    shadows: the spaces that a forest token may cover.
    slide: a covered space and its neighbour, to which its gems slide, or (0, 0).
    """

    path: ForestPath
    reserve: int
    marked: tuple[int, ...] = ()
    shadows: tuple[int, ...] = ()
    slide: tuple[int, int] = (0, 0)


def interlude_pictures(game: Game, moment: Moment) -> tuple[PathPicture, ...]:
    """Return the pictures that precede the current path at a moment; may be empty."""
    table, events = game.state.table, game.turns[-1].step.events
    path, reserve = table.path, table.reserve
    match moment, events[-1]:
        case Moment.SUPPLY, _:
            walk = animation_of(game.states[-2], game.turns[-1])
            assert walk is not None, "a trick ends the round"
            path, reserve = walk.new_path, walk.new_reserve
            added = next(event for event in events if isinstance(event, GemsAdded))
            spaces, pictures = sorted(added.spaces), list[PathPicture]()
            for index, space in enumerate(spaces):
                pictures.append(PathPicture(path, reserve, (*spaces[index:],)))
                path = path.with_gems(space, 1)
            return tuple(pictures)
        case Moment.CHANGE, SpaceCovered(space, end, gems, target, forced):
            path = path.with_gems(target, -gems).with_gems(space, gems)
            planted = PathPicture(path, reserve)
            pictures = [planted, replace(planted, slide=(space, target))] if gems else [planted]
            if forced:
                path = replace(path, first=space) if end is Seat.P1 else replace(path, last=space)
                pictures.insert(0, PathPicture(path, reserve + 1, shadows=(space,)))
            return tuple(pictures)
        case _:
            return ()


def draw_interlude(canvas: Canvas, game: Game, mode: RoundEnd, chosen: Forest | None) -> None:
    """Draw header and path between rounds, in the light of the next round while players talk.

    Both ends have a shadow while the team must choose between them.
    """
    table: Table = game.state.table
    picture, marks = PathPicture(table.path, table.reserve), dict[int, tuple[str, Style]]()
    if mode.scene:
        picture = interlude_pictures(game, mode.moment)[-mode.scene]
    elif mode.moment is Moment.CHANGE and table.pending == FOREST_DUE:
        for option, key in zip(FORESTS, OPTION_KEYS, strict=False):
            style = Style.CHOSEN if option == chosen else Style.PLAIN
            marks[table.path.end_space(option.end)] = key, style
        picture = replace(picture, shadows=(*marks,))
    progress = _("Between rounds {earlier} and {later}").format(
        earlier=table.round, later=table.round + 1
    )
    table = replace(table, path=picture.path, reserve=picture.reserve)
    drawing.draw_header(canvas, game, replace(game.state, table=table), progress)
    table = replace(table, round=table.round + (mode.moment is Moment.TALK))
    names, fox = names_at_table(game.header), table.path.tracker
    _draw_forest(canvas, table, fox, names, marks, picture)
    if mode.moment is Moment.SUPPLY:
        layout = drawing.layout_for(canvas.size)
        canvas.put_centred(layout.ends - 1, _("New gems"), Style.DIM)


def draw_board(canvas: Canvas, moment: GameState | Observation, names: Names, marks: Marks) -> None:
    """Draw the path, with the fox unless it is lost."""
    table = moment.table
    fox = None if table.outcome is Outcome.LOST else table.path.tracker
    _draw_forest(canvas, table, fox, names, marks)


def _draw_forest(
    canvas: Canvas,
    table: Table,
    fox: int | None,
    names: Names,
    marks: Marks,
    path_picture: PathPicture | None = None,
) -> None:
    """Draw the path between its undergrowth and the names of its ends.

    ``fox`` is the space of the fox, or None. For ``fox`` and ``marks``, spaces 0 and one past the
    last are beyond the ends. Only between two rounds is there a ``path_picture``.
    """
    layout = drawing.layout_for(canvas.size)
    _draw_trees(canvas, LIGHT_STYLES[max(table.round, 1) - 1], names)
    path, row = table.path, layout.board
    # A gem for a covered space appears at the end of the path (R8.2).
    is_due = table.outcome is None and tricks_left(table.round, table.tricks_done) > TRICKS
    plus_spaces = table.setup.board.plus if is_due else ()
    new_gems = Counter(path.nearest_open(space) for space in plus_spaces)
    shadows, source, target = tuple[int, ...](), 0, 0
    if path_picture is not None:
        new_gems, shadows = Counter(path_picture.marked), path_picture.shadows
        source, target = path_picture.slide
    way_row = row + 1 + layout.spaces // 2
    cell = min(_MAX_CELL_WIDTH, layout.width // len(path.gems))
    left = layout.left + (layout.width - cell * len(path.gems)) // 2
    for space in range(1, len(path.gems) + 1):
        middle = left + (space - 1) * cell + cell // 2
        gems = _gem_text(path.gems[space - 1], cell, canvas.glyphs)
        sign = {0: "", 1: "+"}.get(new_gems[space], f"+{new_gems[space]}")
        if sign and gems[:1].isdigit() and cell >= _WIDE_CELL_WIDTH:
            # A plus right behind a number would look like a sum.
            sign = f" {sign}"
        start = middle - (len(gems) + len(sign)) // 2
        if space == source:
            start += (target - space) * cell // 2
        canvas.put(row, start, gems, Style.PRIZE)
        canvas.put(row, start + len(gems), sign, Style.STRONG)
        if path.first <= space < path.last:
            trail = duet_glyphs(canvas.glyphs).trail * (cell - 1)
            canvas.put(way_row, middle + 1, trail, Style.WAY)
        label, style = marks.get(space, ("", Style.PLAIN))
        if space not in shadows:
            # The fox's shadow is where it would go by the selected move.
            shadow = Style.DIM if label in OPTION_KEYS and style is Style.CHOSEN else None
            ink = Style.PIECE if space == fox else shadow
            _draw_space(canvas, way_row, middle, cell, space, path, ink)
            continue
        canvas.put(way_row, middle - 2, " " * 5)
        _draw_wood(canvas, way_row, middle, cell, Style.DIM)
        if space in marks:
            size = Size(layout.spaces + 2, cell)
            is_chosen = style is Style.CHOSEN
            canvas.add_click_area(row, middle - cell // 2, size, label, chosen=is_chosen)
    if fox is not None and path.is_covered(fox):
        # Where the path leaves no column beyond its end, the fox overlaps the last space.
        frame = _frame_size(canvas, cell) or Size(1, cell)
        picture = largest_piece(frame.rows, frame.columns, canvas.glyphs)
        start = left + (fox - 1) * cell + cell // 2 - len(picture[0]) // 2
        furthest = layout.left + layout.width - len(picture[0])
        for line, text in enumerate(picture, way_row - len(picture) // 2):
            canvas.put(line, min(max(start, layout.left), furthest), text, Style.PIECE)
    for space, (label, style) in marks.items():
        start = left + (space - 1) * cell + cell // 2 - text_width(label) // 2
        furthest = layout.left + layout.width - text_width(label)
        canvas.put(layout.ends - 1, min(max(start, layout.left), furthest), label, style)
    drawing.draw_ends(canvas, names)


def _draw_trees(canvas: Canvas, light: Style, names: Names) -> None:
    layout = drawing.layout_for(canvas.size)
    draw_undergrowth(canvas, layout.scenery, layout.left, layout.width, light, height=layout.trees)
    edge = max(map(text_width, names)) + 5
    left, width = layout.left + edge, layout.width - 2 * edge
    draw_undergrowth(canvas, layout.ends, left, width, light)


def _gem_text(count: int, cell: int, glyphs: Glyphs) -> str:
    """Return a sign for each gem; a number and one sign if there are too many for the cell."""
    gem = duet_glyphs(glyphs).gem
    return gem * count if count <= min(_MAX_GEM_SIGNS, cell - 2) else f"{count}{gem}"


def _draw_space(
    canvas: Canvas,
    row: int,
    middle: int,
    cell: int,
    space: int,
    path: ForestPath,
    fox: Style | None,
) -> None:
    """Draw a space, with the fox or its shadow in the style ``fox``."""
    if path.is_covered(space):
        _draw_wood(canvas, row, middle, cell, Style.SCENERY)
        return
    frame, glyphs = _frame_size(canvas, cell), canvas.glyphs
    if frame is None:
        _draw_small_space(canvas, row, middle, cell, space, path, fox)
        return
    # The fox is as large as the frame; on the start, it is in a wider box if there is room.
    box = frame if fox is None else Size(frame.rows, frame.columns + 2)
    is_start = space == path.start
    if fox is None or (is_start and box.columns <= cell):
        lines = glyphs.chosen if is_start else glyphs.card
        top, left = row - box.rows // 2, middle - box.columns // 2
        drawing.draw_box(canvas, top, left, box, lines, Style.WAY)
    picture = largest_piece(frame.rows, frame.columns, glyphs) if fox else (f"{space:^3}",)
    for line, text in enumerate(picture, row - len(picture) // 2):
        canvas.put(line, middle - len(text) // 2, text, fox or Style.WAY)


def _frame_size(canvas: Canvas, cell: int) -> Size | None:
    """Return the size of the frame of a space; None if a frame does not fit."""
    rows = drawing.layout_for(canvas.size).spaces
    return next((size for size in _FRAMES if size.rows <= rows and size.columns < cell), None)


def _draw_wood(canvas: Canvas, row: int, middle: int, cell: int, style: Style) -> None:
    """Draw the wood of a forest token over a space."""
    frame, glyphs = _frame_size(canvas, cell), duet_glyphs(canvas.glyphs)
    rows = 1 if frame is None else frame.rows
    edge = glyphs.wood * (rows // 2 + 1)
    for line in range(row - rows // 2, row + rows // 2 + 1):
        tree = glyphs.tree if line == row else glyphs.wood
        canvas.put(line, middle - len(edge), f"{edge}{tree}{edge}", style)


def _draw_small_space(
    canvas: Canvas,
    row: int,
    middle: int,
    cell: int,
    space: int,
    path: ForestPath,
    fox: Style | None,
) -> None:
    is_start = space == path.start
    text = canvas.glyphs.pieces[-1][0] if fox else f"{space:^3}"
    if cell >= _WIDE_CELL_WIDTH:
        opening, closing = "[]" if is_start else "()"
        canvas.put(row, middle - 2, opening, Style.WAY)
        canvas.put(row, middle + 2, closing, Style.WAY)
    elif is_start and fox is None:
        text = f"[{space}]"
    canvas.put(row, middle - 1, text, fox or Style.WAY)


def marks(
    observation: Observation, options: tuple[Action, ...], chosen: Action, glyphs: Glyphs
) -> Marks:
    """Return marks of the spaces where the fox would or could go."""
    table = observation.table
    if isinstance(options[0], Move):
        moves = [option for option in options if isinstance(option, Move)]
        targets = [table.path.landing(move.steps) for move in moves]
        return {
            _marked_space(target, table): _number_mark(key, target, is_chosen=move is chosen)
            for key, move, target in zip(OPTION_KEYS, moves, targets, strict=False)
        }
    outlook = None
    if isinstance(chosen, Play) and table.lead is not None and chosen in observation.choices:
        outlook = follow_outlook(table, chosen.card)
    elif isinstance(chosen, Exchange):
        outlook = exchange_outlook(table, chosen.card)
    _winner, landings = outlook or (None, ())
    return {_marked_space(landing, table): _mark(landing, glyphs) for landing in landings}


def _marked_space(landing: Landing, table: Table) -> int:
    """Return the space to mark for a landing: for an overrun, the first one beyond the end."""
    match landing:
        case Overrun(end):
            return table.path.end_space(end) + (1 if end is Seat.P2 else -1)
        case LandsOn(space, _):
            return space


def _mark(landing: Landing, glyphs: Glyphs) -> tuple[str, Style]:
    match landing:
        case Overrun(end):
            return glyphs.toward[end], Style.ALERT
        case LandsOn(_, gem):
            return glyphs.mark, Style.PRIZE if gem else Style.PLAIN


def _number_mark(key: str, landing: Landing, *, is_chosen: bool) -> tuple[str, Style]:
    if isinstance(landing, Overrun):
        return f"{_OFF_PATH}{key}", Style.CHOSEN if is_chosen else Style.ALERT
    return key, Style.CHOSEN if is_chosen else Style.PLAIN


def reach_marks(observation: Observation, chosen: Action, glyphs: Glyphs) -> Marks:
    """Return marks where the leader's card could take the fox, for any paws of the follower's.

    Abilities count only if the leader's card has them.
    """
    table = observation.table
    if not isinstance(chosen, Play) or table.lead is not None:
        return {}
    paws = chosen.card.paws
    distances = {paws + further for further in _PAWS}
    if chosen.card.ability is Ability.GAZELLE:
        distances |= {paws, *_PAWS}
    marks = dict[int, tuple[str, Style]]()
    for steps in (sign * distance for sign in (-1, 1) for distance in distances):
        landing = table.path.landing(steps)
        mark = (glyphs.toward[steps > 0] if steps else glyphs.mark), Style.DIM
        is_off = isinstance(landing, Overrun)
        marks[_marked_space(landing, table)] = (_OFF_PATH, Style.ALERT) if is_off else mark
    return marks


def team_marks(state: GameState, chosen: Forest, glyphs: Glyphs) -> Marks:
    """Return a mark of the space that a forest token would cover."""
    return {state.table.path.end_space(chosen.end): (glyphs.mark, Style.CHOSEN)}


_ENDING_LENGTH = {Outcome.VICTORY: 15, Outcome.LOST: 8, Outcome.OUT_OF_TIME: 6, Outcome.RESIGNED: 1}
_GEMS_PER_GROUP, _GROUP_GAP = TRICKS, 4
_MIDDLE_PICTURE, _CLOSED_EYES_PICTURE = 10, 12
"""Pictures of a victory: the fox reaches the middle, and closes its eyes."""
_WIDE_PLANTS, _NARROW_PLANTS, _LOW_PLANTS = (1, 11, 61), (16, 70), (7, 20, 67, 76)
"""Columns of plants by kind, behind the fox of a victory."""
_COLUMNS_BEYOND = 3


def count_ending_pictures(game: Game) -> int:
    """Return the number of pictures of the final scene."""
    return _ENDING_LENGTH[game.state.table.outcome]


def draw_ending(canvas: Canvas, game: Game, row: int, left: int, picture: int) -> int:
    """Draw the gems of each round, and the fox in the wood or lost; return the number of rows.

    In a victory the fox walks below the gems, which light up as it passes.
    """
    table: Table = game.state.table
    is_won = table.outcome is Outcome.VICTORY
    share = min(picture, _MIDDLE_PICTURE) / _MIDDLE_PICTURE if is_won else 1
    label_count = picture - _CLOSED_EYES_PICTURE if is_won else ROUNDS
    _draw_garland(canvas, game, row, left, share, label_count)
    light = LIGHT_STYLES[max(table.round, 1) - 1]
    match table.outcome:
        case Outcome.VICTORY:
            _draw_clearing(canvas, row + 2, left, light)
            fox = largest_piece(3, 9, canvas.glyphs)
            if picture == _CLOSED_EYES_PICTURE:
                fox = (fox[0], fox[1].replace("·", "˘").replace(".", "-"), *fox[2:])
            for line, text in enumerate(fox, row + 2):
                canvas.put(line, left + round(36 * share), text, Style.PIECE)
        case Outcome.LOST:
            _draw_lost_fox(canvas, game, row + 4, left, picture)
        case _:
            if count_ending_pictures(game) > 1:
                light = LIGHT_STYLES[min((picture - 1) // 2, 2)]
            for line in (row + 2, row + 5):
                draw_undergrowth(canvas, line, left + 4, 72, light)
            _draw_ending_path(canvas, table, row + 4, left, fox=table.path.tracker)
            return 7
    return 6


def _draw_garland(
    canvas: Canvas, game: Game, row: int, left: int, share: float, label_count: int
) -> None:
    """Draw a sign for each trick, round by round, gems first, and the number of gems below.

    share: part of the gems (0-1) that are lit; the tricks without gems appear at 1.
    label_count: number of rounds whose gems have been counted.
    """
    from foxduet.games.duet.words.ending import gems_by_round  # noqa: PLC0415 - at the end only

    gem, rounds = duet_glyphs(canvas.glyphs).gem, gems_by_round(game)
    lit = round(sum(found for found, _missed in rounds) * share)
    column = left + (80 - len(rounds) * (_GEMS_PER_GROUP + _GROUP_GAP) + _GROUP_GAP) // 2
    for number, (found, missed) in enumerate(rounds, 1):
        lit_now = min(found, lit)
        lit -= lit_now
        canvas.put(row, column, gem * lit_now, Style.PRIZE)
        if share == 1:
            canvas.put(row, column + found, canvas.glyphs.dot * missed, Style.DIM)
        if number <= label_count:
            label = _("round {round}: {gems}").format(round=number, gems=found)
            canvas.put(row + 1, column, label, Style.DIM)
        column += _GEMS_PER_GROUP + _GROUP_GAP


def _draw_clearing(canvas: Canvas, row: int, left: int, light: Style) -> None:
    narrow, wide = canvas.glyphs.undergrowth[-3:-1]
    low = canvas.glyphs.undergrowth[0]
    for plant, columns in ((wide, _WIDE_PLANTS), (narrow, _NARROW_PLANTS), (low, _LOW_PLANTS)):
        for column in columns:
            for height, piece in enumerate(reversed(plant)):
                canvas.put(row + 1 - height, left + column, piece, light)
    draw_undergrowth(canvas, row + 2, left + 2, 24, light)
    draw_undergrowth(canvas, row + 2, left + 54, 24, light)


def _draw_lost_fox(canvas: Canvas, game: Game, row: int, left: int, picture: int) -> None:
    table: Table = game.state.table
    path, (edge, columns) = table.path, _path_extent(table, left)
    events = game.turns[-1].step.events
    overrun = next(event for event in events if isinstance(event, PathOverrun))
    direction = 1 if overrun.end is Seat.P2 else -1
    start = _middle_column(table, left, path.tracker) - 1
    end = max(edge - _COLUMNS_BEYOND - 3, left)
    if direction > 0:
        end = min(edge + columns + _COLUMNS_BEYOND, left + 77)
    share = min(picture, 3) / 3
    wide = canvas.glyphs.undergrowth[-2]
    gem_columns = [
        _middle_column(table, left, space) for space, gems in enumerate(path.gems, 1) if gems
    ]
    trees = [
        column
        for column in range(left + 2, left + 76, 9)
        if all(abs(column + 1 - gem_column) > 3 for gem_column in gem_columns)
    ]
    for column in trees[::-direction][: max(0, 2 * (picture - 3))]:
        for height, piece in enumerate(reversed(wide)):
            canvas.put(row - 1 - height, column, piece, Style.DUSK)
    _draw_ending_path(canvas, table, row, left, fox=0)
    fox, trail = canvas.glyphs.pieces[-1][0], canvas.glyphs.dot
    canvas.put(row, round(start + (end - start) * share), fox, Style.PIECE)
    if share == 1:
        canvas.put(row, end - 2 if direction > 0 else end + 4, trail, Style.WAY)


def _middle_column(table: Table, left: int, space: int) -> int:
    cell = _ending_cell_width(table)
    return _path_extent(table, left)[0] + (space - 1) * cell + (cell - 1) // 2


def _ending_cell_width(table: Table) -> int:
    return min(_WIDE_CELL_WIDTH, 78 // len(table.path.gems))


def _path_extent(table: Table, left: int) -> tuple[int, int]:
    columns = _ending_cell_width(table) * len(table.path.gems) - 1
    return left + (80 - columns) // 2, columns


def _draw_ending_path(canvas: Canvas, table: Table, row: int, left: int, fox: int) -> None:
    path, trail, cell = table.path, duet_glyphs(canvas.glyphs).trail, _ending_cell_width(table)
    for space in range(1, len(path.gems) + 1):
        middle = _middle_column(table, left, space)
        if path.first <= space < path.last:
            canvas.put(row, middle + cell // 2, trail, Style.WAY)
        gems = _gem_text(path.gems[space - 1], cell, canvas.glyphs)
        canvas.put(row - 1, middle - len(gems) // 2, gems, Style.PRIZE)
        if path.is_covered(space):
            glyphs = duet_glyphs(canvas.glyphs)
            wood = f"{glyphs.wood}{glyphs.tree}{glyphs.wood}"
            canvas.put(row, middle - 1, wood, Style.SCENERY)
        else:
            style = Style.PIECE if space == fox else None
            _draw_small_space(canvas, row, middle, cell, space, path, style)
