"""The method page: variants, their parameters, linked pictures, criteria, comparison, decision. Methodologist only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QWidget,
)

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.ptable.model.linked import PairVariance, pair_variance
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.method.background_jobs import Work
from ckmdesk.pages.method.cards import CriteriaCard, RowCard, VariantsCard
from ckmdesk.pages.method.cell_editor import CellEditor
from ckmdesk.pages.method.compare_view import Compared, CompareView
from ckmdesk.pages.method.files import MethodFiles
from ckmdesk.pages.method.magnitudes_view import MagnitudesView
from ckmdesk.pages.method.own_decision import OwnDecision
from ckmdesk.pages.method.parameters import ParameterCard
from ckmdesk.pages.method.pictures import PicturePanel, Sources, save_picture
from ckmdesk.pages.method.primary_view import PrimaryView
from ckmdesk.pages.method.problem_box import ProblemBox
from ckmdesk.pages.method.put_in_force import Forcing
from ckmdesk.pages.method.rounding_view import RoundingView
from ckmdesk.pages.method.rules_view import RulesView
from ckmdesk.pages.method.variant_bar import ROOM, VariantStrip
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.plots.region import RegionPlot
from ckmdesk.ports import filled, is_filled
from ckmdesk.state import manual_edits
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_view import (
    MethodView,
    View,
    is_in_force,
    summarise,
    view_method,
)
from ckmdesk.state.variant import is_of_magnitudes, shown_variant, variant_in_force
from ckmdesk.widgets.basic import Stack
from ckmdesk.widgets.late_tabs import LateTabs
from ckmdesk.widgets.layouts import column_of, row_of, scrolling
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.tooltip_at import tell_near

WIDE = 1400  # from this width of the page on, four pictures stand side by side instead of two
ROOMY = 1150  # up to WIDE there is room for four buttons of variants, in a narrower page for three
LEFT_WIDTH, RIGHT_WIDTH = 268, 330


class MethodPage(Page):
    """Designs, compares, imports and edits perturbation tables, and puts one in force."""

    page_name = "method"
    refreshing = (
        *("design", "fixes", "region", "ranges", "effects", "frequencies", "frequencies-saved", "floor-in-force"),
        *("sum-effects", "sum-errors", "sum-variants", "sum-effect", "sum-sizes", "floor-rules", "constellation"),
    )
    kept = ("opened", "view", "is_deciding")

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.setObjectName("method-page")
        self.view: View | None = None
        theme = context.theme
        self._make_head()
        yield
        theme.plots()
        yield
        studio = QWidget()
        body = row_of(within=studio, margins=(0, STEP, 0, 0), spacing=STEP)
        folds(body)
        self.views = LateTabs()
        self.views.setObjectName("method-views")
        self.studio = self.views.add(lambda: studio, word=self.tr("Perturbation table")).view
        self._rules = self.views.add(lambda: RulesView(context), word=self.tr("What is published"))
        self._magnitudes = self.views.add(lambda: MagnitudesView(context), word=self.tr("Sums"))
        self._rounding = self.views.add(lambda: RoundingView(context), word=self.tr("Rounding"))
        self._primary = self.views.add(lambda: PrimaryView(context), word=self.tr("Primary rules"))
        words = {
            "RivalsBoard": self.tr("Comparison of methods"),
            "SuppressionPage": self.tr("Cell suppression"),
            "SafePage": self.tr("SAFE principle"),
        }
        self.others = {
            slot: self.views.add(lambda slot=slot: filled(slot)(context), word=word)
            for slot, word in words.items()
            if is_filled(slot)
        }
        column_of(self.views, within=self, margins=(MARGIN, 0, MARGIN, MARGIN))
        body.addWidget(self._make_left())
        yield
        self.center = Stack()
        body.addWidget(self.center, 1)
        self.center.addWidget(self._make_pictures())
        yield
        self.compare = CompareView(theme)
        self.center.addWidget(self.compare)
        yield
        self.forcing = Forcing(context, self.center, self.strip, self.parameters, lambda: self.view, self)
        self.center.addWidget(self.forcing.area)
        yield
        self.right = self._make_right()
        body.addWidget(self.right)
        yield
        self.editor = CellEditor(self)
        self.work = Work(context, self.parameters, self.problem, self)
        self.files = MethodFiles(context, self.strip, self.work, lambda: self.view, self)
        self._connect()
        yield

    @property
    def rules(self) -> RulesView:
        return self._rules.view

    @property
    def magnitudes(self) -> MagnitudesView:
        return self._magnitudes.view

    @property
    def rounding(self) -> RoundingView:
        return self._rounding.view

    @property
    def primary(self) -> PrimaryView:
        return self._primary.view

    @property
    def opened(self) -> int:
        """The place of the tab in front."""
        return self.views.currentIndex()

    @opened.setter
    def opened(self, place: int) -> None:
        self.views.setCurrentIndex(place)

    @property
    def is_deciding(self) -> bool:
        """Whether the decision on a table is being written."""
        return self.forcing.is_open

    @is_deciding.setter
    def is_deciding(self, on: bool) -> None:
        if on:
            self.show_state()
            self.forcing.open()

    # --- building ------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.head = PageHead()
        self.strip = VariantStrip(self.context.theme)
        self.head.add_left(self.strip)
        self.head.add_action(self.context.undo_action)
        self.head.add_action(self.context.redo_action)
        self.import_button = QPushButton(self.tr("Read table ..."))
        self.save_button = QPushButton(self.tr("Save table ..."))
        self.force_button = QPushButton(self.tr("Put in force ..."))
        for button, name in (
            (self.import_button, "import-ptable"),
            (self.save_button, "save-ptable"),
            (self.force_button, "put-in-force"),
        ):
            button.setObjectName(name)
            button.setAutoDefault(True)  # Enter presses it
            self.head.add_right(button)
        set_kind(self.force_button, "primary")

    def _make_left(self) -> QWidget:
        self.parameters = ParameterCard(self.context.theme)
        self.problem = ProblemBox(self.context.theme)
        area = scrolling(self.parameters)
        left = QWidget()
        left.setFixedWidth(px(LEFT_WIDTH))
        column_of((area, 1), self.problem, within=left, margins=0, spacing=STEP)
        return left

    def _make_pictures(self) -> QWidget:
        theme = self.context.theme
        widget = QWidget()
        line = row_of(within=widget, margins=0, spacing=STEP)
        self.panels = [PicturePanel(theme, kind) for kind in ("matrix", "tableau", "along", "pair")]
        for pair, weights in ((self.panels[:2], (9, 11)), (self.panels[2:], (1, 1))):
            self.second = QWidget()
            column = column_of(within=self.second, margins=0, spacing=STEP)
            for panel, weight in zip(pair, weights, strict=True):
                column.addWidget(panel, weight)
            line.addWidget(self.second, 1)
        self.second.hide()
        return widget

    def _make_right(self) -> QWidget:
        right = QWidget()
        right.setMaximumWidth(px(RIGHT_WIDTH))
        self.criteria = CriteriaCard(self.context.theme)
        self.row = RowCard(self.context.theme)
        self.variants = VariantsCard()
        column_of(self.criteria, (self.row, 1), self.variants, within=right, margins=0, spacing=STEP)
        area = scrolling(right)
        area.setFixedWidth(px(RIGHT_WIDTH + 6))
        return area

    def _connect(self) -> None:
        desk = self.context.desk
        self.strip.chosen.connect(self._choose_variant)
        self.strip.added.connect(self._add_variant)
        self.strip.removed.connect(lambda: desk.run(commands.remove_variant(desk.state.method.chosen)))
        self.strip.rename_asked.connect(self.parameters.open_name)
        self.parameters.changed.connect(self._changed)
        self.parameters.released.connect(desk.end_gesture)
        self.parameters.copy_asked.connect(lambda: desk.run(commands.copy_in_force()))
        self.parameters.renamed.connect(self._rename)
        self.parameters.refused.connect(lambda message: self.context.show_message(message, "warning"))
        for refused in (self.parameters.search.limit.refused, self.editor.p.refused):
            refused.connect(lambda message: self.context.show_message(message, "warning"))
        self.parameters.notes_changed.connect(lambda text: desk.run(commands.note_variant(text)))
        self.work.designed.connect(lambda: self.refresh(Changes(frozenset({"method"}))))
        self.work.found.connect(self.show_state)
        self.work.ranges_found.connect(self.show_ranges)
        self.work.effects_found.connect(self.show_compared)
        search = self.parameters.search
        search.asked.connect(self._search)
        search.cancelled.connect(self.work.stop_search)
        search.taken.connect(self._take_V)
        self.problem.chosen.connect(self._take_remedy)
        for panel in self.panels:
            panel.made.connect(self._listen)
            panel.save_asked.connect(self._save_picture)
        self._listen(self.row.bars)
        for picture in (self.row.bars, *self.compare.matrices, *self.compare.differences):
            picture.save_asked.connect(lambda picture=picture: self._save_picture(picture, picture.accessibleName()))
        self.row.row_chosen.connect(self._row_chosen)
        self.variants.compare_asked.connect(self._compare)
        self.compare.places_chosen.connect(lambda variant_indices: desk.run(commands.compare(variant_indices)))
        self.compare.closed.connect(lambda: desk.run(commands.compare(())))
        self.compare.picked.connect(lambda spot: self._row_chosen(spot.row))
        self.compare.hovered.connect(self._hovered)
        self.import_button.clicked.connect(self.files.choose_import)
        self.save_button.clicked.connect(self.files.choose_save)
        self.force_button.clicked.connect(self._put_in_force)
        self.views.came.connect(self._view_came)
        self.views.currentChanged.connect(self._tab_shown)
        self.editor.taken.connect(self._set_by_hand)
        self.editor.removed.connect(self._give_back)
        self.paste = QAction(
            self.tr("Paste a matrix as a perturbation table"), self, shortcut=QKeySequence.StandardKey.Paste
        )
        self.paste.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.paste.triggered.connect(self.files.paste)
        self.addAction(self.paste)
        self.report = QAction(self.tr("Report on the perturbation table ..."), self)
        self.report.triggered.connect(self.files.choose_report)

    def _view_came(self, view: QWidget) -> None:
        if isinstance(view, MagnitudesView):
            view.read_button.clicked.connect(self.files.choose_import)
            view.save_asked.connect(self._save_picture)
        if isinstance(decision := getattr(view, "decision", None), OwnDecision):
            decision.changed.connect(self.show_state)
        self.context.frame.part_came(view)

    def menu_actions(self) -> MenuActions:
        return {"page": [self.paste, self.report, self.files.package_action]}

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.second.setVisible(self.width() >= px(WIDE))
        button_limit = ROOM if self.width() >= px(WIDE) else 4 if self.width() >= px(ROOMY) else 3
        if button_limit != self.strip.room:
            self.strip.room = button_limit
            if self.view is not None:
                self._show_head(self.view)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        state = self.context.desk.state
        if changes.parts & {"data", "table", "statistic"}:
            self.work.count_cells()
        variant = shown_variant(state)
        former_view = self.view
        try:
            view = self.work.view_of(variant, former_view if isinstance(former_view, MethodView) else None)
        except CkmError as error:
            self.context.show_message(error)
            return
        if state.method.in_force:
            view = replace(view, locked=True)
        if former_view is None or former_view.variant.design != view.variant.design:
            self.parameters.search.clear()
        self.view = view
        if former_view is not None and former_view.variant != variant:
            self.editor.hide()
        self.show_state()

    def _tab_shown(self, _place: int) -> None:
        shown = self.views.shown
        if isinstance(shown, MagnitudesView):
            shown.propose()
        self.show_state()

    def show_state(self) -> None:
        """Show the view in every part of the page."""
        view, state, language = self.view, self.context.desk.state, self.context.language
        if view is None:
            return
        row = min(state.method.row, view.ordered_drawing.rows - 1)
        self._show_head(view)
        shown = self.views.shown
        if shown is not self.studio:
            shown.refresh()
        decisions = () if state.statistic is None else state.statistic.period.decisions
        self.parameters.show_view(view, row, language, decisions)
        self.work.judge_in_force()
        self.show_ranges()
        self.work.show_problem(view)
        if state.method.compared:
            self.show_compared()
        elif self.center.currentWidget() is self.compare:
            self.center.setCurrentIndex(0)
        self.right.setVisible(not state.method.compared)
        sources = self._sources(view, row)
        for panel in self.panels:
            panel.show_sources(sources)
        self.row.show_row(view, state.method.row, language)
        counts = isinstance(view, MethodView)
        self.criteria.setVisible(counts)
        self.variants.setVisible(counts)
        if not isinstance(view, MethodView):
            self.forcing.close()
            return
        cells = sum(number for count, number in self.work.frequencies.items() if count > 0)
        summary = summarise(view, self.work.frequencies)
        self.criteria.show_criteria(summary.criteria, cells, view, language)
        if isinstance(shown, RulesView):
            self.work.count_saved()
            saved = self.work.all_frequencies
            shown.show_held(None if saved is None else summarise(view, saved).criteria.held)
        self._show_beside(view)
        self.forcing.refresh()

    def show_ranges(self) -> None:
        """Show the possible D, V and js beside their sliders."""
        view = self.view
        if isinstance(view, MethodView) and view.variant.table is None:
            self.parameters.show_ranges(view, self.work.ranges(view))

    def _show_head(self, view: View) -> None:
        state = self.context.desk.state
        method = state.method
        has_force = variant_in_force(state.statistic) is not None
        chosen = -1 if method.in_force and has_force else method.chosen
        self.strip.show_variants(method.variants, chosen, has_force=has_force)
        own = self.own_method
        for widget in (self.import_button, self.save_button):
            widget.setVisible(own is None)
        if own is not None:
            in_force, possible = own.is_in_force, own.can_decide
        else:
            in_force = isinstance(view, MethodView) and is_in_force(state, view)
            possible = isinstance(view, MethodView) and not view.outdated and (in_force or not view.locked)
        self.force_button.setEnabled(state.statistic is not None and possible)
        self.force_button.setText(self.tr("Decide again ...") if in_force else self.tr("Put in force ..."))
        of_sums = own is None and is_of_magnitudes(view.variant)
        self.force_button.setToolTip(
            self.tr("This table is one for sums. Choose a variant for counts: both come into force together.")
            if of_sums
            else ""
        )
        text = self.tr("This variant is in force.") if in_force else self.tr("Draft; not in force.")
        if own is not None:
            text = self.tr("This method is in force.") if in_force else self.tr("Not in force.")
        self.head.set_title(self.tr("Method"), text if self.width() >= px(ROOMY) else "")

    @property
    def own_method(self) -> Any | None:
        """The view in front if it decides on a method of its own, not on the cell-key method; see `OwnDecision`."""
        shown = self.views.shown
        return shown if isinstance(getattr(shown, "decision", None), OwnDecision) else None

    def _put_in_force(self) -> None:
        """Open the decision on the current settings, if the fields are valid."""
        shown = self.views.shown
        if isinstance(shown, RulesView | MagnitudesView | RoundingView) and shown.form.refused:
            self.context.show_message(sentence("desk_settings_refused"), "warning")
            return
        self.context.frame.clear_message()
        own = self.own_method
        if own is not None:
            own.decide()
        else:
            self.views.setCurrentIndex(0)
            self.forcing.open()

    def _show_beside(self, view: MethodView) -> None:
        """Show the figures of the current variant next to those of its neighbour."""
        method, language = self.context.desk.state.method, self.context.language
        other = method.chosen + 1 if method.chosen + 1 < len(method.variants) else method.chosen - 1
        own_text = self.tr("in force") if view.locked else view.variant.name
        summaries = [summarise(view, self.work.frequencies), None]
        names = [own_text, ""]
        variant_index = method.chosen if view.locked else other
        if 0 <= variant_index < len(method.variants):
            names[1] = method.variants[variant_index].name
            try:
                summaries[1] = summarise(view_method(method.variants[variant_index]), self.work.frequencies)
            except CkmError:
                summaries[1] = None
        if not view.locked and other < method.chosen:
            names.reverse()
            summaries.reverse()
        bold = 1 if not view.locked and other < method.chosen else 0
        pair = (summaries[0], summaries[1])
        self.variants.show_variants((names[0], names[1]), pair, bold, language)
        self.variants.setDisabled(view.outdated)
        self.variants.compare.setEnabled(len(method.variants) > 1)

    def _sources(self, view: View, row: int) -> Sources:
        def pair() -> tuple[PairVariance, PairVariance | None] | None:
            if not isinstance(view, MethodView):
                return None
            ordered = pair_variance(view.ordered, row, row)
            return ordered, None if view.shown is view.ordered else pair_variance(view.shown, row, row)

        return Sources(
            view,
            row,
            self.context.language,
            self._pointer(view),
            manual_edits.marked(view.variant),
            manual_edits.unfinished(view.variant),
            pair,
            lambda: self.work.region(view),
            lambda: self.row.rows_as_figures(view, self.context.language),
        )

    def _pointer(self, view: View) -> tuple[int, float] | None:
        """Row of the table shown and cell key of the cell last looked up."""
        looked_up = self.context.desk.session.looked_up
        if looked_up is None or not isinstance(view, MethodView):
            return None
        return int(view.shown.lookup_row_used(np.array([looked_up[0]]))[0]), looked_up[1]

    def show_compared(self) -> None:
        """Show the compared variants."""
        state, language = self.context.desk.state, self.context.language
        method = state.method
        titles = [self.strip.title(variant) for variant in method.variants]
        self.compare.show_choice(titles, method.compared)
        compareds = []
        for variant_index in method.compared:
            if is_of_magnitudes(method.variants[variant_index]):
                continue
            try:
                view = view_method(method.variants[variant_index])
            except CkmError as error:
                self.context.show_message(error)
                continue
            effect = self.work.effects.get(view.shown.content_hash)
            compareds.append(
                Compared(variant_index, titles[variant_index], view, summarise(view, self.work.frequencies), effect)
            )
        cells = sum(number for count, number in self.work.frequencies.items() if count > 0)
        self.compare.show_compared(compareds, method.row, cells, language)
        self.center.setCurrentWidget(self.compare)
        self.work.compute_effects([compared.view.shown for compared in compareds])

    # --- pictures ------------------------------------------------------------------------------------------------

    def _listen(self, picture: Canvas) -> None:
        picture.hovered.connect(self._hovered)
        picture.picked.connect(lambda spot: self._row_chosen(spot.row))
        picture.edited.connect(lambda spot: self._edit(picture, spot))
        if isinstance(picture, RegionPlot):
            picture.chosen.connect(self._take_point)

    def _hovered(self, spot: Spot | None) -> None:
        for panel in self.panels:
            panel.set_spot(spot)
        self.row.bars.set_spot(spot)
        self.compare.set_spot(spot)

    def _save_picture(self, picture: Canvas, name: str) -> None:
        filters = self.tr("PNG (*.png)") + ";;" + self.tr("SVG (*.svg)")
        path = self.context.frame.choose_save_file(self.tr("Save picture"), Path(f"{name}.png"), filters)
        if path is None:
            return
        path = path if path.suffix.lower() in (".png", ".svg") else path.with_suffix(".png")
        fine = save_picture(picture, path)
        code = "desk_picture_saved" if fine else "desk_picture_not_saved"
        self.context.show_message(sentence(code, name=path.name), "ok" if fine else "error")

    # --- acting --------------------------------------------------------------------------------------------------

    def _changed(self, variant: Variant, what: str) -> None:
        self.context.desk.run(commands.set_variant(variant, what))

    def _add_variant(self) -> None:
        self.parameters.commit()
        self.context.desk.run(commands.add_variant())

    def _rename(self, name: str) -> None:
        method = self.context.desk.state.method
        clean = name.strip()
        if clean == method.variant.name or method.in_force:
            return
        if not clean:
            self.context.show_message(sentence("desk_name_empty"), "warning")
        elif any(variant.name == clean for variant in method.variants):
            self.context.show_message(sentence("desk_name_taken", name=clean), "warning")
        self.context.desk.run(commands.rename_variant(name))
        self.parameters.name.setText(self.context.desk.state.method.variant.name)

    def _choose_variant(self, index: int) -> None:
        self.parameters.commit()
        run = self.context.desk.run
        run(commands.look_at_in_force() if index < 0 else commands.choose_variant(index))
        self.show_state()

    def _row_chosen(self, row: int) -> None:
        self.context.desk.run(commands.inspect_row(row))

    def _take_remedy(self, index: int) -> None:
        view = self.view
        if view is not None and view.variant == self.work.fixes_for and index < len(self.work.fixes):
            self.parameters.take(self.work.fixes[index].variant, "remedy")

    def _take_point(self, D: int, V: float) -> None:
        if self.view is not None and self.view.variant.table is None:
            self._changed(manual_edits.at_point(self.view.variant, D, V), "D, V")

    def _take_V(self, V: float) -> None:
        if self.view is not None:
            self.parameters.take(manual_edits.at_point(self.view.variant, self.view.variant.design.D, V), "V")

    def _search(self, limit: float | None) -> None:
        if self.view is not None:
            self.work.search(self.view.variant.design, limit)

    def _compare(self) -> None:
        method = self.context.desk.state.method
        other = method.chosen + 1 if method.chosen + 1 < len(method.variants) else method.chosen - 1
        self.context.desk.run(commands.compare((method.chosen, other)))

    # --- by hand -------------------------------------------------------------------------------------------------

    def _edit(self, picture: Canvas, spot: Spot) -> None:
        view, rect = self.view, picture.spot_rect(spot)
        if why := self._why_not_edited(picture, spot):
            corner = rect.bottomLeft().toPoint() if rect is not None else QPoint()
            tell_near(why, picture.mapToGlobal(corner), picture)
            return
        if not isinstance(view, MethodView) or spot.v is None:
            return
        shown = view.ordered_drawing.distributions[spot.row].get(spot.v, 0.0)
        p = manual_edits.typed(view.variant, spot, shown)
        words = f"p({spot.row} → {int(spot.row + spot.v)}) ="
        x, y = (rect.left(), rect.bottom()) if rect is not None else (0.0, 0.0)
        is_set = manual_edits.is_set(view.variant, spot)
        self.editor.open_at(spot, words, p, picture, int(x), int(y) + 4, by_hand=is_set)

    def _why_not_edited(self, picture: Canvas, spot: Spot) -> str:
        """Return why no probability can be set by hand here; "" if it can."""
        view = self.view
        if not isinstance(view, MethodView):
            return self.tr("In a table for sums no probability is set by hand.")
        if view.locked:
            return self.tr("What is in force does not change. Choose a variant or make one.")
        if view.outdated and not view.variant.loose:
            # A row that was left unfinished can be finished; of another old table nothing is changed.
            return self.tr("The table of these settings is not made yet: mend the settings first.")
        if spot.v is None or not (isinstance(picture, MatrixPlot) or picture is self.row.bars):
            return self.tr("Probabilities are set in the transition matrix and in the bars of a row.")
        return self.tr("Zeros stay zeros.") if spot.row == 0 else ""

    def _set_by_hand(self, spot: Spot, p: float, solve: bool) -> None:
        if not isinstance(self.view, MethodView) or spot.v is None:
            return
        try:
            variant = manual_edits.with_probability(self.view, spot, p, solve=solve)
        except CkmError as error:
            self.context.show_message(error)
            return
        parameter_name = f"p({spot.row} → {int(spot.row + spot.v)})"
        self.context.desk.run(commands.set_probability(variant, parameter_name))
        self.context.desk.run(commands.inspect_row(spot.row))

    def _give_back(self, spot: Spot) -> None:
        if self.view is not None and spot.v is not None:
            parameter_name = f"p({spot.row} → {int(spot.row + spot.v)})"
            self.context.desk.run(
                commands.set_probability(manual_edits.without(self.view.variant, spot), parameter_name)
            )

    # --- files ---------------------------------------------------------------------------------------------------

    def import_file(self, path: Path) -> None:
        """Read a perturbation table of any known form into the chosen variant."""
        self.files.import_file(path)

    def open_file(self, path: Path) -> None:
        self.files.import_file(path)
