"""The pictures of the design of sums: the scaling over the cells of the table, and the rows of the table for sums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import decimal_text, shortest_text
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.sum_defaults import flex_limit, last_row
from ckmcore.methods.sum_presets import percent_of
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.pictures import OnePicture
from ckmdesk.plots.ratio_rows import RatioRows
from ckmdesk.plots.scaling import ScalingPlot, size_text
from ckmdesk.state.sums_view import CellSizes, Curve, rows_of, sizes_of
from ckmdesk.widgets.basic import WrapLabel
from ckmdesk.widgets.layouts import column_of

# What is said of the largest contributions by the scaling alone, before the floor looks at cells.
MOST_P = 0.2
LEAST_WIDE, LEAST_HIGH = 320, 210
JOB = "sum-sizes"


class SumsPictures(QWidget):
    """Pictures of the settings for sums; emits `bend_moved(Scaling)` for the curve, and `save_asked(picture, name)`."""

    bend_moved = Signal(object)
    save_asked = Signal(object, str)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.sizes: CellSizes | None = None
        self._asked: tuple[object, ...] = ()
        self._shown: Callable[[], None] | None = None
        self._typed = False
        self.curve, self.rows = ScalingPlot(context.theme), RatioRows(context.theme)
        self.curve.setObjectName("sums-scaling")
        self.rows.setObjectName("sums-rows")
        self.curve.bend_moved.connect(self.bend_moved)
        self.cards = [OnePicture(context.theme, picture) for picture in (self.curve, self.rows)]
        self.warning = WrapLabel("", "small")
        self.warning.setObjectName("sums-warning")
        self.cards[0].body.addWidget(self.warning)
        for card in self.cards:
            card.save_asked.connect(self.save_asked)
            card.setMinimumSize(px(LEAST_WIDE), px(LEAST_HIGH))
        column_of((self.cards[0], 5), (self.cards[1], 6), within=self, margins=0, spacing=STEP)
        self.cards[0].set_title(self.tr("Scaling"))
        self.cards[0].words.set_text(self.tr("unit of noise as a part m(z) of the largest contribution"))
        self._set_words()

    def _set_words(self) -> None:
        title = self.tr("Noise by ratio of sizes, as typed") if self._typed else self.tr("Noise by ratio of sizes")
        self.cards[1].set_title(title)
        words = self.tr("not designed yet") if self._typed else self.tr("a = |x / unit|; linear between two rows")
        self.cards[1].words.set_text(words)

    def show_sums(
        self,
        settings: MagnitudeSettings,
        large: MagnitudePTable | None,
        small_variance: float,
        *,
        locked: bool,
        wanted: Mapping[str, float] | None = None,
        typed: bool = False,
        others: Sequence[tuple[str, Scaling]] = (),
    ) -> None:
        """Show settings and the table for sums, with the known cells.

        `wanted` is the requested V by type; `typed` says that the table is being designed and not used yet; `others`
        are other variants, by name.
        """
        shown_arguments = {"locked": locked, "wanted": wanted, "typed": typed, "others": others}
        self._shown = partial(self.show_sums, settings, large, small_variance, **shown_arguments)
        language = self.context.language
        least = settings.small_from(small_variance**0.5)
        p = percent_of(settings)
        unsafe = None if large is None else unsafe_from(settings, large, p / 100)
        beside = tuple((self.tr("Variant %1").replace("%1", name), other_scaling) for name, other_scaling in others)
        curve = Curve(settings.scaling, least, settings.least_noise, unsafe, self.sizes, beside)
        self.curve.show_curve(curve, language, movable=not locked)
        rows = () if large is None else rows_of(large, settings.scaling, self.sizes, wanted)
        self.rows.show_rows(rows, language)
        self.cards[1].setVisible(large is not None)
        self._typed = typed
        self._set_words()
        self._warn(settings, unsafe, p)
        for card in self.cards:
            card.show_again()

    def _warn(self, settings: MagnitudeSettings, unsafe: float | None, p: float) -> None:
        """Show what the scaling leaves open without a least noise, else the sizes of the cells."""
        language, words = self.context.language, ""
        if unsafe is not None and not settings.least_noise:
            set_kind(self.warning, "warning")
            said_sentence = sentence(
                "flex_without_least",
                size=size_text(unsafe, language),
                p=shortest_text(MOST_P, language),
                percent=shortest_text(p, language),
                least=shortest_text(2 * p / 100, language),
            )
            words = said_sentence.text(language)
        else:
            set_kind(self.warning, "small")
            if self.sizes is not None and len(self.sizes.largest):
                size_texts = [size_text(quantile, language) for quantile in self.sizes.quantiles()]
                words = self.tr("Largest contributions of %1 cells: half below %2, 90 % below %3, 99 % below %4.")
                cells = decimal_text(len(self.sizes.largest), 0, language)
                for text_number, text in enumerate((cells, *size_texts), start=1):
                    words = words.replace(f"%{text_number}", text)
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def look_at_cells(self, magnitude: str) -> None:
        """Compute, on a worker thread, the sizes of the cells of the current table, unless they are known already."""
        data, spec = self.context.desk.session.data, self.context.desk.state.table.spec
        if data is None or magnitude not in data.magnitudes:
            self.sizes, self._asked = None, ()
            return
        request = (id(data), spec, magnitude)
        if request == self._asked:
            return
        self._asked, self.sizes = request, None

        def work(context: JobContext) -> CellSizes:
            return sizes_of(data, spec, magnitude, context.cancelled)

        def done(cell_sizes: CellSizes) -> None:
            if self._asked == request:
                self.sizes = cell_sizes
                self._show_again()

        def failed(_error: CkmError) -> None:
            self.sizes = None  # no keys are needed; what cannot be tabulated is said on the page of tables

        self.context.jobs.start(JOB, work, done, failed)

    def _show_again(self) -> None:
        if self._shown is not None:
            self._shown()


def unsafe_from(settings: MagnitudeSettings, table: MagnitudePTable, p: float) -> float | None:
    """Return the size from which a single contribution is known too well without added noise.

    That is: the published sum is within the share p with a probability above `MOST_P` (0: any size; None: no size).
    """
    scaling, magnitude_part = settings.scaling, table.parts[0]
    if scaling.large is None or scaling.bend is None or scaling.q is None:
        v, weight = last_row(magnitude_part)
        near_chance = float(weight[abs(v) * scaling.small < p].sum())
        return 0.0 if near_chance > MOST_P else None
    found_flex_limit = flex_limit(scaling, magnitude_part, p, MOST_P)
    return None if found_flex_limit is None else found_flex_limit[0]
