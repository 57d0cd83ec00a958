"""Building a hierarchy by hand: what is asked for in the tree becomes one command a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import QObject

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension, sort_codes
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.commands import hierarchy as commands
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.hierarchy_card import HierarchyCard
from ckmdesk.pages.data.tree_editor import NodePlace
from ckmdesk.state import tree_editing as steps
from ckmdesk.state.tree_editing import TOP, EditRefused


class Host(Protocol):
    """Interface to the tab whose hierarchy is edited."""

    chosen: str

    @property
    def entry(self) -> VariableEntry | None: ...

    @property
    def dimension(self) -> Dimension | None: ...

    @property
    def words(self) -> str: ...


class TreeSteps(QObject):
    """Steps of the tree editor, requested by tree, bar and strips; impossible ones are reported in the card."""

    def __init__(self, context: PageContext, card: HierarchyCard, host: Host) -> None:
        super().__init__(card)
        self.context, self.card, self.host = context, card, host
        self._cut: tuple[str, ...] = ()
        self._chosen: tuple[str, ...] = ()
        card.group.done.connect(self._group)
        card.move_below.done.connect(self._move_below)
        card.bar.asked.connect(self.ask)
        card.tree.asked.connect(self.ask)
        card.tree.dropped.connect(self._dropped)

    @property
    def begun(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the nodes that were cut, and those to be grouped or moved."""
        return self._cut, self._chosen

    @begun.setter
    def begun(self, begun: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        cut, self._chosen = begun
        self.set_cut(cut)

    def targets(self, hierarchy: Hierarchy, labels: Mapping[str, Texts]) -> list[tuple[str, str]]:
        language = self.context.language
        codes = [(TOP, self.tr("First level"))]
        for code in steps.groups_of(hierarchy):
            text = labels[code].text(language) if code in labels else code
            codes.append((code, f"{text} ({code})" if text != code else code))
        return codes

    def ask(self, what: str) -> None:
        """Do a step of editing, asked for by button, menu or key."""
        codes = self.card.tree.selected_codes()
        if what == "rename":
            self.card.tree.rename()
        elif what == "leave":
            if self._cut:
                self.set_cut(())
            else:
                self.card.bar.search.setFocus()
        elif what == "cut":
            self.set_cut(codes)
        elif what == "paste":
            self._paste()
        elif what == "group" and codes:
            self._chosen = tuple(codes)
            leaves = [code for code in codes if not self.card.model.is_group(self.card.model.index_of(code))]
            self.card.open_panel(self.card.group)
            proposed_code = steps.proposed_code(self._base(), leaves or codes, self.card.bar.search.text())
            self.card.group.open_with(proposed_code, "")
        elif what == "move" and codes:
            self._chosen = tuple(codes)
            self.ask_where()
        elif codes:
            self._arrange(what, codes)

    def ask_where(self) -> None:
        """Ask for the node below which the selected ones are to be moved."""
        self.card.open_panel(self.card.move_below)
        entry = self.host.entry
        self.card.move_below.open_with(self.targets(self._base(), dict(entry.node_labels) if entry else {}))

    def _arrange(self, what: str, codes: list[str]) -> None:
        makers: dict[str, Callable[[Hierarchy], Hierarchy]] = {
            "dissolve": lambda tree: steps.dissolved(tree, codes),
            "indent": lambda tree: steps.indented(tree, codes),
            "outdent": lambda tree: steps.outdented(tree, codes),
            "up": lambda tree: steps.shifted(tree, codes, -1),
            "down": lambda tree: steps.shifted(tree, codes, 1),
            "sort_code": lambda tree: steps.arranged(tree, self._groups(codes), self._code_key()),
            "sort_label": lambda tree: steps.arranged(tree, self._groups(codes), self._label_key()),
        }
        self._step(makers[what])

    def _groups(self, codes: list[str]) -> list[str]:
        """Return the selected groups, and the groups of selected leaves."""
        model = self.card.model
        found_codes = []
        for code in codes:
            index = model.index_of(code)
            found_codes.append(code if model.is_group(index) else model.code_at(index.parent()) or TOP)
        return list(dict.fromkeys(found_codes))

    def _code_key(self) -> Callable[[str], object]:
        place_of_code = {
            code: sort_code_index for sort_code_index, code in enumerate(sort_codes(list(self.card.model.labels())))
        }
        return lambda code: place_of_code[code]

    def _label_key(self) -> Callable[[str], object]:
        labels = self.card.model.labels()
        return lambda code: (labels[code].casefold(), code)

    def _base(self) -> Hierarchy:
        dimension = self.host.dimension
        return Hierarchy(()) if dimension is None else steps.begin(dimension)

    def _step(
        self,
        make: Callable[[Hierarchy], Hierarchy],
        labels: Mapping[str, Texts] | None = None,
        names: Mapping[str, str] | None = None,
    ) -> bool:
        """Run a step, or show why it is impossible; return whether it ran."""
        dimension = self.host.dimension
        if dimension is None:
            return False
        try:
            new_hierarchy = make(steps.begin(dimension))
        except EditRefused as refused:
            self.card.show_message(self._refusal(refused), "warning")
            return False
        flat = steps.is_flat(new_hierarchy, dimension.codes)
        self.card.message.clear()
        self.context.desk.run(
            commands.edit_hierarchy(self.host.chosen, None if flat else new_hierarchy, self.host.words, labels, names)
        )
        return True

    def _refusal(self, refused: EditRefused) -> str:
        words = {
            "below_itself": self.tr("A node cannot be put below itself."),
            "below_leaf": self.tr("“%1” is a code of the data: no other can be below it. Group both under a new node."),
            "code_taken": self.tr("There is a node “%1” already. Choose another code."),
            "code_empty": self.tr("A group needs a code."),
            "no_group_before": self.tr("Before “%1” there is no group on its level. Group the nodes first."),
            "leaf_renamed": self.tr("“%1” is a code of the data and stays; its name can be changed."),
        }
        return words[refused.reason].replace("%1", refused.node)

    def _group(self) -> None:
        panel = self.card.group
        code, name = panel.first.text().strip(), panel.second.text().strip()
        labels = {code: Texts.same(name)} if name and name != code else None
        if self._step(lambda tree: steps.grouped(tree, self._chosen, code), labels):
            self.card.open_panel(None)
            self._after([code])

    def _move_below(self) -> None:
        target = self.card.move_below.code()
        if target is not None and self._step(lambda tree: steps.moved(tree, self._chosen, target)):
            self.card.open_panel(None)
            self._after(self._chosen)

    def _after(self, codes: tuple[str, ...] | list[str]) -> None:
        self.card.bar.search.clear()
        self.card.tree.select(codes)
        self.card.tree.setFocus()

    def _dropped(self, codes: list[str], node_place: NodePlace) -> None:
        if self._step(lambda tree: steps.moved(tree, codes, node_place.parent, node_place.before)):
            self.card.tree.select(codes, show=False)

    def _paste(self) -> None:
        """Paste the cut nodes into the current group, or behind the current code."""
        model, index = self.card.model, self.card.tree.currentIndex().siblingAtColumn(0)
        cut = self._cut
        if not cut or not index.isValid():
            return
        parent, former_code = model.code_at(index) or TOP, None
        if not model.is_group(index):
            parent, former_code = model.code_at(index.parent()) or TOP, model.next_code(index)
        self.set_cut(())
        if self._step(lambda tree: steps.moved(tree, cut, parent, former_code)):
            self.card.tree.select(cut)

    def set_cut(self, codes: tuple[str, ...] | list[str]) -> None:
        self._cut = tuple(codes)
        self.card.model.set_cut(self._cut)

    def rename(self, code: str, text: str) -> None:
        """Change the code of a group; its label stays."""
        dimension = self.host.dimension
        if dimension is not None:
            label = dimension.label(code)
            labels = None if label == Texts.same(code) else {text: label}
            self._step(lambda tree: steps.renamed(tree, code, text), labels, {code: text})
