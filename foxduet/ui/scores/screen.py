"""The scores on the screen: a page at a time, by option and kind of partner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from foxduet.analysis.standings import kinds_of, teams_of
from foxduet.rules.errors import N_
from foxduet.rules.games import rule_set
from foxduet.store.entries import SOLO, TWO_PEOPLE, Entry, Selection, chosen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import OpenTitle, ScoresOpened
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next
from foxduet.ui.reader import CARDS, HELP, PAGE_WIDTH, Readable, draw_page, help_page
from foxduet.words.common import guide_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, explain, ngettext, reason_of
from foxduet.words.scores import Page, kind_label, page_lines
from foxduet.words.text import TextLine, text_width

if TYPE_CHECKING:
    from foxduet.store.importing import ScoresRead

_FIRST_ROW, _OTHER_ROWS = 3, 6
_PAGES = {
    Page.OVERVIEW: N_("Overview"),
    Page.BEST: N_("Best"),
    Page.RECENT: N_("Recent"),
    Page.DAYS: N_("Days"),
}
_ALL = "0"

ChoiceT = TypeVar("ChoiceT")


@dataclass(frozen=True, slots=True)
class ScoresScreen(Readable):
    """The scores as they were when it was opened, a page of them from its row ``top`` on.

    ``games`` are all there are, oldest first, of which ``selection`` has some.
    """

    game_name: str
    games: tuple[Entry, ...]
    today: date
    page: Page = Page.OVERVIEW
    selection: Selection = field(default_factory=Selection)
    top: int = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the names of the pages, one of them, and what it is about."""
        if not self.games:
            self._draw_empty(canvas)
            return
        rows = canvas.size.rows
        self._draw_tabs(canvas)
        lines = self._lines(canvas.glyphs)
        place = draw_page(canvas, _FIRST_ROW, lines, self.top, rows - _OTHER_ROWS)
        if self.notice:
            canvas.put_centred(rows - 2, self.notice, Style.ALERT)
        elif place:
            counted = _("{first}-{last} of {count}   up, down scroll").format(**place)
            canvas.put_centred(rows - 2, counted, Style.DIM)
        canvas.put_centred(rows - 1, self.footer, Style.DIM)

    def _draw_tabs(self, canvas: Canvas) -> None:
        left = (canvas.size.columns - PAGE_WIDTH) // 2
        column = left + 1
        for page in Page:
            is_shown = page is self.page
            text = f"[{_(_PAGES[page])}]" if is_shown else f" {_(_PAGES[page])} "
            canvas.put(1, column, text, Style.CHOSEN if is_shown else Style.PLAIN)
            pages = list(Page)
            steps = keys.steps_to(pages.index(page), pages.index(self.page), keys.LEFT, keys.RIGHT)
            canvas.put_area(1, column, Size(1, text_width(text)), steps)
            column += text_width(text) + 1
        options = guide_words(self.game_name).options_label(dict(self.selection.options))
        selected = _("{options}, {partner}").format(options=options, partner=self._partner_label)
        canvas.put_right(1, left + PAGE_WIDTH - 1, selected, Style.TITLE)
        if self.selection.names:
            p1, p2 = self.selection.names
            names = _("{left} and {right}").format(left=p1, right=p2)
            canvas.put_right(2, left + PAGE_WIDTH - 1, names, Style.TITLE)

    @property
    def _partner_label(self) -> str:
        kind = self.selection.kind
        return _("all games") if kind is None else kind_label(kind)

    def _draw_empty(self, canvas: Canvas) -> None:
        size = canvas.size
        top, left = (size.rows - 12) // 2, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, top, left, WIDTH)
        canvas.put_centred(top + 3, _("No game has been finished here yet."), Style.STRONG)
        canvas.put_centred(top + 5, _("The first one you finish, won or not, will stand here."))
        canvas.put_centred(top + 7, self.notice, Style.ALERT)
        draw_undergrowth(canvas, top + 9, left, WIDTH)
        canvas.put_centred(size.rows - 1, _("Esc back"), Style.DIM)

    def _lines(self, glyphs: Glyphs) -> list[TextLine]:
        if not chosen(self.games, self.selection):
            return [TextLine(_("No game of this kind has been finished yet."))]
        return page_lines(self.page, self.games, self.selection, self.today, glyphs)

    @property
    def bindings(self) -> Bindings:
        """The keys of the scores; digits choose by the first option of the game."""
        words = guide_words(self.game_name)
        by_option = Binding(
            "0123456789", ScoresScreen._by_option, words.scores_footer, words.scores_key
        )
        return (*_TURNING, by_option, *_CHOOSING)

    def help_lines(self, width: int) -> list[TextLine]:
        sections = guide_words(self.game_name).scores_help
        return help_page(_("Keys in the scores"), self.bindings, sections, width)

    def _turn(self, key: str, _context: Context) -> Next:
        pages = list(Page)
        at = (pages.index(self.page) + keys.step_of(key)) % len(pages)
        return Next(replace(self, page=pages[at], top=0))

    def _scroll(self, key: str, context: Context) -> Next:
        rows = context.size.rows - _OTHER_ROWS
        count = len(self._lines(context.options.look.glyphs))
        return Next(replace(self, top=keys.scrolled(self.top, key, rows, count)))

    def _select(self, **changes: Any) -> Next:
        return Next(replace(self, selection=replace(self.selection, **changes), top=0))

    def _by_option(self, key: str, _context: Context) -> Next:
        """Show the games with one value of the game's first option, or all."""
        if key == _ALL:
            return self._select(options=())
        option = rule_set(self.game_name).options[0]
        if int(key) not in option.values:
            return Next(self)
        return self._select(options=((option.name, int(key)),))

    def _by_partner(self, _key: str, _context: Context) -> Next:
        """Show the games with the next kind of partner; all partners come after two people."""
        kinds = kinds_of(self.games)
        people, partners = kinds[: kinds.count(TWO_PEOPLE)], kinds[kinds.count(TWO_PEOPLE) :]
        if len(partners) > 1:
            kinds = [*people, SOLO, *partners]
        return self._select(kind=_next(self.selection.kind, kinds))

    def _by_names(self, _key: str, _context: Context) -> Next:
        return self._select(names=_next(self.selection.names, teams_of(self.games)) or ())

    def _back(self, _key: str, _context: Context) -> Next:
        return Next(self, (OpenTitle(),))


_TURNING = (
    Binding(
        (*keys.BACKWARD, *keys.FORWARD),
        ScoresScreen._turn,
        (N_("left, right"), N_("page")),
        (N_("Left, right, h, l"), N_("the page before or after")),
    ),
    Binding(
        keys.SCROLLING,
        ScoresScreen._scroll,
        help=(N_("Up, down, k, j"), N_("a row up or down, where there are more than fit")),
    ),
    Binding((), ScoresScreen._scroll, help=(N_("Home, End"), N_("the first and the last rows"))),
)
_CHOOSING = (
    Binding(
        ("p",),
        ScoresScreen._by_partner,
        (N_("p"), N_("partner")),
        (N_("p"), N_("the games with one kind of partner, then with the next")),
    ),
    Binding(
        ("n",),
        ScoresScreen._by_names,
        (N_("n"), N_("names")),
        (N_("n"), N_("the games of one pair of players, then of the next")),
    ),
    replace(HELP, help=None),
    replace(CARDS, footer=None),
    Binding(keys.LEAVE, ScoresScreen._back, (N_("Esc"), N_("back")), (N_("q, Esc"), N_("back"))),
)


def _next(now: ChoiceT | None, choices: Sequence[ChoiceT]) -> ChoiceT | None:
    """Return the choice after this one: after none the first, and after the last none."""
    after = choices.index(now) + 1 if now in choices else 0
    return choices[after] if after < len(choices) else None


def scores_screen(game: str, opened: ScoresOpened) -> ScoresScreen:
    """Return the scores that were read; what is wrong with them, if anything, in its notice."""
    if opened.scores is None:
        return ScoresScreen(game, (), opened.today)
    notice = _notice(opened.scores)
    return ScoresScreen(game, opened.scores.games, opened.today, notice=notice)


def _notice(scores: ScoresRead) -> str:
    if (unread := scores.imported.trouble) is not None:
        notice = _("The records cannot be read: {reason}.")
        if scores.aside is not None:
            notice = _("The scores were damaged, and the records cannot be read: {reason}.")
        return notice.format(reason=reason_of(unread))
    if scores.trouble is not None:
        return _("From the records alone: {reason}.").format(reason=explain(scores.trouble))
    if scores.aside is not None:
        return _("The scores were damaged; they are rebuilt from the records.")
    if left := scores.imported.left:
        return ngettext(
            "{count} more record is read the next time the scores are opened.",
            "{count} more records are read the next time the scores are opened.",
            left,
        ).format(count=left)
    return ""
