"""What the hand does with values: drops, keys, the menu of the plus and of a chip - each ends in one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from ckmcore.base.numbers import integer_text
from ckmcore.messages import sentence
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import PREVIOUS, TableSpec, Value, ValueKind
from ckmdesk.commands import values as commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables import menus
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.state import values
from ckmdesk.state.value_facts import ValueFacts
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.searched_menu import searchable
from ckmdesk.widgets.shelf import Shelf

# Between the kind and the magnitude in the names of entries of the list: no kind of values holds it.
OF = ":"


class ValueEditing(QObject):
    """Connects the shelf of values with the commands on values; a chip's name is the index of its value."""

    def __init__(
        self, context: PageContext, shelf: Shelf, page: QWidget, dimensions: Callable[[], Mapping[str, Dimension]]
    ) -> None:
        super().__init__(page)
        self.context, self.shelf, self.page = context, shelf, page
        self._dimensions = dimensions
        self.at_hand: Callable[[], int] = int  # the number of the value of the cell at hand, which the page knows
        self.add_menu = QMenu(self.tr("Add value"), page, objectName="add-value")
        self.add_menu.aboutToShow.connect(lambda: self._fill(self.add_menu))
        searchable(self.add_menu)

    @property
    def spec(self) -> TableSpec:
        return self.context.desk.state.table.spec

    @property
    def facts(self) -> ValueFacts:
        desk = self.context.desk
        return ValueFacts.of(desk.state.statistic, desk.session.data, self._dimensions())

    # --- chips and entries of the list -----------------------------------------------------------------------------

    def items(self) -> list[Item]:
        """The chips of the values."""
        facts, items = self.facts, []
        for index, value in enumerate(self.spec.values):
            title, detail = self._words(value, facts)
            icon = values.ICONS[value.kind]
            items.append(Item(str(index), title, "values", icon, value=True, detail=detail))
        return items

    def titles(self) -> list[str]:
        """Return the names of the values."""
        facts = self.facts
        return [" ".join(text for text in self._words(value, facts) if text) for value in self.spec.values]

    def listed(self) -> list[tuple[Item, bool]]:
        """Return the entries of the list: kinds of values, and whether the table shows one."""
        facts, language = self.facts, self.context.language
        shown_kinds = {value.kind for value in self.spec.values}
        result = []
        for kind in values.KINDS:
            if kind == "share":  # between counts and what is derived
                for name in facts.magnitudes:
                    result += self._of_magnitude(name, facts)
            if facts.weighted or kind != "weighted_count":
                word = values.kind_word(kind, language)
                result.append((Item(kind, word, "list", values.ICONS[kind], value=True), kind in shown_kinds))
        return result

    def _of_magnitude(self, name: str, facts: ValueFacts) -> list[tuple[Item, bool]]:
        """Return the entries of a magnitude: its sum, records with a value if some have none, and what its classes
        allow."""
        word = values.magnitude_word(name, facts.magnitudes, self.context.language)
        kinds: list[ValueKind] = ["sum", *(["valid"] if facts.has_gaps(name) else [])]
        if facts.classes(name):
            kinds += ["median", "distribution"]
        of_magnitude = []
        for kind in kinds:
            title = word if kind == "sum" else f"{values.kind_word(kind, self.context.language)}: {word}"
            item = Item(f"{kind}{OF}{name}", title, "list", values.ICONS[kind], value=True)
            shown = any(_is_of(value, item) for value in self.spec.values)
            of_magnitude.append((item, shown or (kind == "sum" and name in self.spec.magnitudes)))
        return of_magnitude

    def _words(self, value: Value, facts: ValueFacts) -> tuple[str, str]:
        return values.chip_words(value, facts.dimensions, facts.references, self.context.language, facts.magnitudes)

    # --- moves ---------------------------------------------------------------------------------------------------

    def move(self, item: Item, index: int | None) -> None:
        """Move a chip on its shelf, or put a value of the list onto it."""
        if item.zone != "values":
            if _kind(item) == "distribution":
                self.put_distribution(_magnitude(item), index)
            else:
                self.put(self._new(item), index)
            return
        number = int(item.name)
        target_index = len(self.spec.values) if index is None else index
        target = min(target_index, len(self.spec.values)) - (target_index > number)
        self._later(commands.move_value(number, target_index, item.title), focus=target)

    def _new(self, item: Item) -> Value:
        """Value of an entry of the list."""
        return self.facts.new_value(_kind(item), self.spec, _magnitude(item))

    def put(self, value: Value, index: int | None = None, *, edit: bool = False) -> None:
        """Add a value and open its editor; a ratio asks at once what is divided by what."""
        facts = self.facts
        if value.kind == "rate" and not value.reference:
            self.context.show_message(sentence("desk_no_references"), "warning")
            return
        if value.kind == "change" and not value.variable:
            self.context.show_message(sentence("desk_change_no_variable"), "warning")
            return

        def run() -> None:
            self.context.frame.clear_message()
            target_index = len(self.spec.values) if index is None else min(index, len(self.spec.values))
            self.context.desk.run(commands.put_value(value, self._words(value, facts)[0], index))
            if edit or value.kind == "ratio":
                self.edit(target_index)

        QTimer.singleShot(0, self, run)

    def put_distribution(self, magnitude: str, index: int | None = None) -> None:
        """Show a count of every class of a magnitude, in one step."""
        facts, language = self.facts, self.context.language
        named_word = values.magnitude_word(magnitude, facts.magnitudes, language)
        title = f"{values.kind_word('distribution', language)} {named_word}"
        self._later(commands.put_values_of(facts.distribution(magnitude), title, index))

    def take_out(self, item: Item) -> None:
        """Remove the value of a chip; for the list, the last value of that kind."""
        if item.zone == "values":
            self._later(commands.remove_value(int(item.name), item.title))
            return
        indices = [index for index, value in enumerate(self.spec.values) if _is_of(value, item)]
        if _kind(item) == "distribution":
            self._later(commands.remove_values_of("distribution", _magnitude(item), item.title))
        elif indices:
            self._later(commands.remove_value(indices[-1], item.title))

    def step(self, item: Item, step: int) -> None:
        """Move a chip one place earlier or later."""
        number = int(item.name)
        if 0 <= number + step < len(self.spec.values):
            self.move(item, number + 2 if step > 0 else number - 1)

    def edit(self, number: int) -> None:
        """Open the editor of a value below its chip."""
        if not 0 <= number < len(self.spec.values):
            return
        editor = ValueEditor(self.context, self.facts, number, self.page)
        chip = self.shelf.chip(str(number)) or self.shelf
        editor.show_at(chip.mapToGlobal(QPoint(0, chip.height())))

    def _later(self, command: Command, focus: int | None = None) -> None:
        # After the drag has ended: the command replaces the chip that is being dragged.
        def run() -> None:
            had = any(chip.hasFocus() for chip in self.shelf.chips)
            self.context.desk.run(command)
            chip = self.shelf.chip(str(focus)) if focus is not None and had else None
            if chip is not None:
                chip.setFocus()

        QTimer.singleShot(0, self, run)

    # --- menus -----------------------------------------------------------------------------------------------------

    def fill_list_menu(self, menu: QMenu, item: Item) -> None:
        """Fill the menu of a kind of values in the list."""
        menus.entry(menu, self.tr("Show in the table"), lambda: self.move(item, None))
        if _kind(item) == "sum":
            mean = self.facts.new_value("mean", self.spec, _magnitude(item))
            menus.entry(menu, self.tr("Show the mean in the table"), lambda: self.put(mean))
            self._add_counts(menu.addMenu(self.tr("Records and classes")), _magnitude(item), self.facts)
        shown = any(_is_of(value, item) for value in self.spec.values)
        menus.entry(
            menu,
            self.tr("Take out of the table"),
            lambda: self.take_out(item),
            enabled=shown and len(self.spec.values) > 1,
        )

    def fill_chip_menu(self, menu: QMenu, item: Item) -> None:
        """Fill the menu of a chip."""
        number = int(item.name)
        value, last_value = self.spec.values[number], len(self.spec.values) - 1
        icon = self.context.theme.icon
        menus.entry(menu, self.tr("Edit ..."), lambda: self.edit(number)).setIcon(icon("draft"))
        if value.kind in values.OF_MAGNITUDE:
            self._add_kinds(menu.addMenu(self.tr("Show as")), number, value)
            percents = menu.addMenu(icon("percent"), self.tr("Percent"))
            self._add_percents(percents, number, value)
            percents.menuAction().setVisible(not percents.isEmpty())
        elif value.kind == "share":
            self._add_bases(menu, number, value)
        else:
            self._add_percents(menu, number, value)
        menu.addSeparator()
        copy = commands.duplicate_value(number, item.title)
        menus.entry(menu, self.tr("Duplicate"), lambda: self._later(copy)).setIcon(icon("copy"))
        if number > 0:
            menus.entry(menu, self.tr("One place forward"), lambda: self.step(item, -1))
        if number < last_value:
            menus.entry(menu, self.tr("One place back"), lambda: self.step(item, 1))
        if not last_value:
            return  # a table has at least one value
        menu.addSeparator()
        out = menus.entry(menu, self.tr("Take out of the table"), lambda: self.take_out(item))
        out.setIcon(icon("close"))
        if value.kind == "distribution":
            all_classes = commands.remove_values_of("distribution", value.magnitude, item.title)
            menus.entry(menu, self.tr("Take all classes out of the table"), lambda: self._later(all_classes))

    def _add_kinds(self, menu: QMenu, number: int, value: Value) -> None:
        """Add what else of the magnitude may replace a value: its sum, mean, median."""
        facts, group = self.facts, QActionGroup(menu)
        kinds: tuple[ValueKind, ...] = ("sum", "mean", "median") if facts.classes(value.magnitude) else ("sum", "mean")
        for kind in kinds:
            other = facts.new_value(kind, self.spec, value.magnitude)
            weighted = value.of == "weighted_count" and kind in ("sum", "mean")
            other = replace(other, of=value.of) if weighted else other
            title = self._words(other, facts)[0]
            command = commands.change_value(number, other, title)
            action = menus.entry(menu, title, lambda act=command: self._later(act))  # type: ignore[misc]
            action.setCheckable(True)
            action.setChecked(value.kind == kind)
            group.addAction(action)

    def fill_percents(self, menu: QMenu) -> bool:
        """Fill a menu with all percentages for the current cell's value; return whether there are any."""
        number = self.at_hand()
        if number >= len(self.spec.values):
            return False
        value = self.spec.values[number]
        if value.kind == "share":
            self._add_bases(menu, number, value)
        else:
            self._add_percents(menu, number, value)
        return not menu.isEmpty()

    def choose_percent(self, menu: QMenu, place: QPoint) -> None:
        """Show the percentages in a menu whose entries have digits, or why there are none."""
        if not self.fill_percents(menu):
            self.context.frame.set_hint(self.tr("Percent is shown of counts and sums."))
            return
        entries = [action for action in menu.actions() if not action.isSeparator()]
        for entry_number, action in enumerate(entries, start=1):
            action.setText(f"&{entry_number}  {action.text()}")
        menu.popup(place)
        menu.setActiveAction(entries[0])

    def _add_bases(self, menu: QMenu, number: int, value: Value) -> None:
        group = QActionGroup(menu)
        menu.addSeparator()
        title = self._words(value, self.facts)[0]
        for base in values.BASES:
            text = self.tr("Share %1").replace("%1", values.base_word(base, self.context.language))
            other_command = commands.change_value(number, replace(value, base=base), title)
            action = menus.entry(menu, text, lambda command=other_command: self._later(command))  # type: ignore[misc]
            action.setCheckable(True)
            action.setChecked(value.base == base)
            group.addAction(action)

    def _add_percents(self, menu: QMenu, number: int, value: Value) -> None:
        """Add percentages of row, column, total and the level above; a click shows or removes one."""
        facts = self.facts
        for base in values.BASES:
            share = values.share_of(value, base, facts.decimals)
            if share is None:
                return
            if base == values.BASES[0]:
                menu.addSeparator()
            share_index, command = self._share_command(number, share)
            text = self.tr("Percent %1").replace("%1", values.base_word(base, self.context.language))
            action = menus.entry(menu, text, lambda act=command: self._later(act))  # type: ignore[misc]
            action.setCheckable(True)
            action.setChecked(share_index is not None)

    def _share_command(self, number: int, share: Value) -> tuple[int | None, Command]:
        """Return the index of a share among the values, and the command that shows it after a value or removes it."""
        share_index, title = values.share_place(self.spec, share), self._words(share, self.facts)[0]
        if share_index is None:
            return share_index, commands.put_value(share, title, number + 1)
        return share_index, commands.remove_value(share_index, title)

    def toggle_percent(self) -> None:
        """Show the percentage of the row after the current cell's value, or remove it."""
        number = self.at_hand()
        if number >= len(self.spec.values):
            return
        value, facts = self.spec.values[number], self.facts
        if value.kind == "share" and value.base == "row" and len(self.spec.values) > 1:
            self._later(commands.remove_value(number, self._words(value, facts)[0]))
            return
        share = values.share_of(value, "row", facts.decimals)
        if share is None:
            self.context.frame.set_hint(self.tr("Percent is shown of counts and sums."))
            return
        self._later(self._share_command(number, share)[1])

    def _fill(self, menu: QMenu) -> None:
        """Fill the menu with everything that the table can show."""
        menu.clear()
        facts, language = self.facts, self.context.language
        for kind in ("count", "weighted_count"):
            if kind == "count" or facts.weighted:
                self._add_new(menu, values.kind_word(_value_kind(kind), language), Value(_value_kind(kind)))
        self._add_sums(menu, facts)
        share = menu.addMenu(self.context.theme.icon("percent"), values.kind_word("share", language))
        for base in values.BASES:
            self._add_new(share, values.base_word(base, language), Value("share", base=base, decimals=facts.decimals))
        self._add_changes(searchable(menu.addMenu(self.context.theme.icon("change"), self.tr("Change"))), facts)
        self._add_new(menu, values.kind_word("ratio", language) + " ...", facts.new_value("ratio", self.spec))
        self._add_rates(menu.addMenu(self.context.theme.icon("rate"), values.kind_word("rate", language)), facts)

    def _add_sums(self, menu: QMenu, facts: ValueFacts) -> None:
        """Add sums and means of each magnitude, also weighted if the data have weights."""
        words = (("sum", self.tr("Sum")), ("mean", self.tr("Mean")))
        for name in facts.magnitudes:
            below = menu.addMenu(
                self.context.theme.icon("number"), values.magnitude_word(name, facts.magnitudes, self.context.language)
            )
            for kind, word in words:
                plain = facts.new_value(_value_kind(kind), self.spec, name)
                self._add_new(below, word, plain)
                if facts.weighted:
                    weighted = self.tr("%1, weighted").replace("%1", word)
                    self._add_new(below, weighted, replace(plain, of="weighted_count"))
            below.addSeparator()
            self._add_counts(below, name, facts)

    def _add_counts(self, menu: QMenu, name: str, facts: ValueFacts) -> None:
        """Add median, quantile and distribution of a magnitude, and the number of records with a value."""
        language, has_classes = self.context.language, bool(facts.classes(name))
        for kind in ("median", "quantile"):
            value = facts.new_value(_value_kind(kind), self.spec, name)
            words = values.kind_word(_value_kind(kind), language) + (" ..." if kind == "quantile" else "")
            edit = kind == "quantile"
            menus.entry(menu, words, lambda value=value, edit=edit: self.put(value, edit=edit), enabled=has_classes)  # type: ignore[misc]
        words = values.kind_word("distribution", language)
        menus.entry(menu, words, lambda: self.put_distribution(name), enabled=has_classes)
        if not has_classes:
            words = self.tr("Median and distribution need classes: define them on the page Data")
            menu.addAction(words).setEnabled(False)
        for kind in ("valid", "contributors", "missing"):
            value = facts.new_value(_value_kind(kind), self.spec, name)
            self._add_new(menu, values.kind_word(_value_kind(kind), language), value)

    def _add_new(self, menu: QMenu, text: str, value: Value) -> None:
        action = menus.entry(menu, text, lambda: self.put(value))
        if menu is self.add_menu:
            action.setIcon(self.context.theme.icon(values.ICONS[value.kind]))

    def _add_changes(self, menu: QMenu, facts: ValueFacts) -> None:
        names = facts.change_variables(self.spec)
        if not names:
            menu.addAction(self.tr("Put a variable into rows or columns first")).setEnabled(False)
        for name in names:
            below = menu.addMenu(facts.title(name, self.context.language))
            percent = Value("change", variable=name, against=PREVIOUS, decimals=facts.decimals)
            self._add_new(below, self.tr("Against the one before, in %"), percent)
            difference = Value("change", variable=name, against=PREVIOUS, absolute=True)
            self._add_new(below, self.tr("Difference from the one before"), difference)
            below.addSeparator()
            first = facts.first_category(name)
            against = Value("change", variable=name, against=first, decimals=facts.decimals)
            words = self.tr("Against a category ...")
            menus.entry(below, words, lambda value=against: self.put(value, edit=True), enabled=bool(first))  # type: ignore[misc]

    def _add_rates(self, menu: QMenu, facts: ValueFacts) -> None:
        if not facts.references:
            menu.addAction(self.tr("No reference figures: read them on the page Data")).setEnabled(False)
        language = self.context.language
        for table in facts.references:
            below = menu.addMenu(table.title.text(language) or table.name)
            unit = values.reference_word(table, language)
            for factor in values.RATE_FACTORS:
                text = self.tr("Per %1 %2").replace("%1", integer_text(factor, language)).replace("%2", unit)
                self._add_new(below, text, Value("rate", factor=factor, decimals=1, reference=table.name))


def _value_kind(kind: str) -> ValueKind:
    return next(kind_ for kind_ in values.ICONS if kind_ == kind)


def _kind(item: Item) -> ValueKind:
    return _value_kind(item.name.partition(OF)[0])


def _magnitude(item: Item) -> str:
    """Return the magnitude of an entry of the list; "" for a kind of values."""
    return item.name.partition(OF)[2]


def _is_of(value: Value, item: Item) -> bool:
    """Return whether an entry of the list means a value; the entry of a magnitude also means its mean."""
    kind, name = _kind(item), _magnitude(item)
    kinds = {"sum": ("sum", "mean"), "median": ("median", "quantile")}.get(kind, (kind,))
    return value.kind in kinds and (not name or value.magnitude == name)
