"""Sums judged beside their settings: effects on cells, errors, variants side by side, the floor, and noise searched."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ckmcore.errors import CkmError
from ckmcore.lab.quality.sums import errors_by_share
from ckmcore.lab.release.sums_accepted import not_accepted
from ckmcore.lab.risk.sum_combining import combinations
from ckmcore.lab.risk.sum_floor import SumFloor, limits_of, sum_floor
from ckmcore.lab.risk.sum_search import SumSearch, search_noise, search_told
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.methods.sum_law import ALL_KEYS
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.statistic.entry import AcceptedSums
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import method as commands
from ckmdesk.lab.pages.method.sum_cards import EffectCard
from ckmdesk.lab.pages.method.sum_errors_card import SumErrorsCard
from ckmdesk.lab.pages.method.sum_floor_card import SumFloorCard
from ckmdesk.lab.pages.method.sum_variants_card import SumVariantsCard
from ckmdesk.lab.state.sum_effect import ErrorsAtHand, SumEffect, SumEffects, effects_of, errors_at_hand
from ckmdesk.lab.state.sum_variants import SumFigures, figures_beside
from ckmdesk.lab.state.sum_warnings import design_warnings
from ckmdesk.pages.method.magnitudes_view import MagnitudesView
from ckmdesk.pages.method.sums_cards import SumsCards
from ckmdesk.state.variant import NamedSums

FLOOR_SECONDS = 30.0
MOST_OFFERED = 3

# Floor of sums, what could be combined, and what is open.
Judgement = tuple[SumFloor, list[Sentence], tuple[AcceptedSums, ...]]
# Floor of sums, p in percent that it is judged by, what could be combined, and what is open.
Judged = tuple[SumFloor, float, list[Sentence], tuple[AcceptedSums, ...]]


class SumsJudged(SumsCards):
    """The cards where the lab is there."""

    view: MagnitudesView

    def make_cards(self) -> tuple[QWidget, ...]:
        """Effects, errors, variants and floor."""
        theme = self.context.theme
        self.effect, self.errors = EffectCard(theme), SumErrorsCard(theme)
        self.variants, self.floor = SumVariantsCard(), SumFloorCard(theme)
        self.effect.chosen.connect(lambda number: self._show_effect(number, aloud=True))
        self.floor.asked.connect(self._judge)
        self.floor.search_asked.connect(self._search)
        self.floor.accepted.connect(self._accept)
        self.variants.cell_asked.connect(self._show_cell)
        self.variants.search_asked.connect(self._search)
        self._open: tuple[AcceptedSums, ...] = ()
        self._effects: SumEffects | None = None
        self._looked_at: tuple[object, ...] = ()
        self._beside: tuple[object, ...] = ()
        self._figures: tuple[SumFigures, ...] = ()
        self._judged: Judged | None = None
        self._show_effects()
        return self.effect, self.errors, self.variants, self.floor

    def show_method(self, sums: MagnitudeCellKeyMethod | None, magnitude: str, beside: Sequence[NamedSums]) -> None:
        """Show what a method does to the sums of a magnitude in the current table; `beside` are the variants to
        compare."""
        points = () if sums is None else errors_by_share(sums.noise_rules(magnitude, ALL_KEYS))
        self.errors.show_curve(points, self.context.language)
        self._look_at_effects(sums, magnitude)
        self._compare(beside, magnitude)

    def warnings(self, settings: MagnitudeSettings, large: MagnitudePTable | None) -> list[Sentence]:
        """Return warnings about settings that are allowed and seldom wanted."""
        return design_warnings(settings, large)

    def _look_at_effects(self, sums: MagnitudeCellKeyMethod | None, magnitude: str) -> None:
        """Compute, on a worker thread, what the method does to the cells of the current table."""
        data, spec = self.context.desk.session.data, self.context.desk.state.table.spec
        if data is None or sums is None or magnitude not in data.magnitudes or data.record_keys is None:
            self._looked_at, self._effects = (), None
            self.effect.show_effects(None, self.context.language)
            self.errors.show_errors(None, self.context.language)
            self.floor.ask.setEnabled(False)
            self.floor.search.setEnabled(False)
            return
        self.floor.ask.setEnabled(True)
        self.floor.search.setEnabled(True)
        request = (id(data), spec, sums, magnitude)
        if request == self._looked_at:
            return
        self._looked_at = request
        self.floor.forget()
        limits = limits_of(sums)

        def work(context: JobContext) -> SumEffects:
            return effects_of(data, spec, sums, magnitude, limits, context.cancelled)

        def done(sum_effects: SumEffects) -> None:
            if self._looked_at == request:
                self._effects = sum_effects
                self._show_effects()
                self._find_errors(sum_effects, data, spec, sums)

        def failed(_error: CkmError) -> None:
            self._effects = None
            self.effect.show_effects(None, self.context.language)
            self.errors.show_errors(None, self.context.language)

        self.context.jobs.start("sum-effects", work, done, failed)

    def _find_errors(self, effects: SumEffects, data: Microdata, spec: TableSpec, sums: MagnitudeCellKeyMethod) -> None:
        """Compute, on a worker thread, the errors of the sums, also under the method in force."""
        statistic = self.context.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        other_method = None if in_force is None or in_force.method == sums else as_of_sums(in_force.method)

        def work(context: JobContext) -> ErrorsAtHand:
            return errors_at_hand(effects, data, spec, other_method, context.cancelled)

        def done(at_hand: ErrorsAtHand) -> None:
            if self._effects is effects:
                self.errors.show_errors(at_hand, self.context.language)

        self.context.jobs.start("sum-errors", work, done)

    def _compare(self, adjacent_sums: Sequence[NamedSums], magnitude: str) -> None:
        """Compute, on a worker thread, what the variants that protect sums do to the current table."""
        data, spec = self.context.desk.session.data, self.context.desk.state.table.spec
        request = (id(data), spec, magnitude, *((named_sum.name, named_sum.method) for named_sum in adjacent_sums))
        if request == self._beside:
            return
        self._beside, self._figures = request, ()
        self.context.jobs.cancel("sum-variants")
        self._show_variants()
        if data is None or len(adjacent_sums) < 2 or magnitude not in data.magnitudes or data.record_keys is None:
            return

        def work(context: JobContext) -> tuple[SumFigures, ...]:
            return figures_beside(data, spec, magnitude, adjacent_sums, context.cancelled)

        def done(sum_figures: tuple[SumFigures, ...]) -> None:
            if self._beside == request:
                self._figures = sum_figures
                self._show_variants()

        self.context.jobs.start("sum-variants", work, done)

    def _show_variants(self) -> None:
        """Show the variants; their cells have names once these are known."""
        effects, language = self._effects, self.context.language

        def called(index: int) -> str:
            return "" if effects is None else effects.called(index, language, self.tr("Total"))

        self.variants.show_figures(self._figures, language, None if effects is None else called)

    def _show_cell(self, index: int) -> None:
        """Show a sensitive cell, chosen in the card of variants, in the card above."""
        if self._effects is not None and index in self._effects.order:
            self._show_effect(self._effects.order.index(index), aloud=True)
            self.view.right.ensureWidgetVisible(self.effect)

    def _show_effects(self) -> None:
        """Show the cells to choose from and the selected one, in the current language."""
        self.effect.show_effects(self._effects, self.context.language)
        self._show_variants()
        if self._effects is not None and self._effects.order:
            self._show_effect(self.effect.at)

    def _show_effect(self, number: int, *, aloud: bool = False) -> None:
        """Show a cell; its noise law is computed on a worker thread. `aloud` announces it, since the user chose it."""
        effects = self._effects
        if effects is None:
            return

        def done(sum_effect: SumEffect) -> None:
            if self._effects is effects:
                self.effect.show_effect(number, sum_effect, effects.limits.p)
                if aloud:
                    announce(self.effect.told(), about="sum-effect")
                ratios = [row.ratio for row in self.view.pictures.rows.rows if row.type != "small_cells"]
                below = [
                    ratio_index for ratio_index, ratio in enumerate(ratios) if ratio <= sum_effect.of_step("ratio")
                ]
                self.view.pictures.rows.mark(below[-1] if below else 0)

        self.context.jobs.start("sum-effect", lambda _context: effects.effect(number), done)

    def _summed(self) -> tuple[MagnitudeCellKeyMethod, Microdata, list[TableSpec]] | None:
        """Return the current method, the records, and the tables that show sums (saved ones and the current one).

        None without records, or if the method does not protect sums.
        """
        state, data = self.context.desk.state, self.context.desk.session.data
        method = self.view.made(self.view.choice)
        sums = None if method is None else as_of_sums(method)
        if data is None or sums is None:
            return None
        saved = [] if state.statistic is None else [table.spec for table in state.statistic.tables]
        specs = list(dict.fromkeys(spec for spec in (*saved, state.table.spec) if spec.magnitudes))
        if not specs:
            self.context.show_message(sentence("sum_floor_no_tables"), "warning")
            return None
        return sums, data, specs

    def _judge(self) -> None:
        """Judge the floor on the saved tables that show sums and the current table."""
        summed_tables = self._summed()
        if summed_tables is None:
            return
        sums, data, specs = summed_tables
        limits, request, statistic = limits_of(sums), self._looked_at, self.context.desk.state.statistic

        def work(context: JobContext) -> Judgement:
            floor = sum_floor(data, specs, sums, limits, seconds=FLOOR_SECONDS, cancelled=context.cancelled)
            in_force = None if statistic is None else statistic.period.in_force
            is_open: tuple[AcceptedSums, ...] = ()
            if statistic is not None and in_force is not None and in_force.method == sums:
                is_open = not_accepted(statistic, floor)
            return floor, [combination.said for combination in combinations(floor, limits)[:MOST_OFFERED]], is_open

        def done(judgement: Judgement) -> None:
            if self._looked_at == request:
                floor, offers, self._open = judgement
                self._judged = floor, limits.p, offers, self._open
                self.floor.show_floor(floor, limits.p, offers, self.context.language, may_accept=bool(self._open))

        self.context.jobs.start("sum-floor", work, done, self.context.show_message)

    @property
    def judged(self) -> Judged | None:
        """The verdict that is shown."""
        return None if self.floor.verdict.isHidden() else self._judged

    @judged.setter
    def judged(self, judged: Judged | None) -> None:
        self._judged = judged
        if judged is not None:
            self.view.refresh()
            floor, p, offers, self._open = judged
            self.floor.show_floor(floor, p, offers, self.context.language, may_accept=bool(self._open))

    def _accept(self, second: str, reason: str) -> None:
        """Record the acceptance of the open rules of the floor under the method in force."""

        def done() -> None:
            self._open = ()
            self.floor.accepting.hide()
            self.context.show_message(sentence("desk_sums_accepted"), "ok")

        def failed(error: CkmError) -> None:
            self.floor.tell(error, self.context.language)

        self.context.services.releases.accept_sums(self._open, second, reason, done, failed)

    def _search(self) -> None:
        """Search the smallest σ1 and λ with which the tables meet F1 to F3 and F5, and set them in one step."""
        summed_tables = self._summed()
        name = self.view.of or next(iter(self.view.titles()), "")
        if summed_tables is None or not name:
            return
        sums, data, specs = summed_tables
        limits, request, measure_name = limits_of(sums), self._looked_at, self.view.of

        def work(context: JobContext) -> SumSearch:
            return search_noise(data, specs, sums, name, limits, seconds=FLOOR_SECONDS, cancelled=context.cancelled)

        def done(search_result: SumSearch) -> None:
            if self._looked_at != request:
                return
            if search_result.settings is not None:
                changed = self.view.choice.with_settings(measure_name, search_result.settings)
                self.context.desk.run(commands.set_magnitudes(changed, "search"))
            kind = "ok" if search_result.holds_floor else "warning"
            self.context.show_message(search_told(search_result, limits.p), kind)

        self.context.jobs.start("sum-search", work, done, self.context.show_message)
