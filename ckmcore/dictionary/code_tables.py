"""Tables of codes: from rows and meanings of columns to categories, a tree, labels, and what does not fit by row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import CodeColumns, Wanted, code_and_label, level_of
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.small_tables import SmallTableRow
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codes import ascii_text, mended_code
from ckmcore.microdata.data import Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.layout import is_total_word
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked, ReadingEntry, ReadingPlan, answer_to, entry_of

HierarchyKind = Literal["hrc", "columns", "parents", "levels", "prefix", "indents", "none"]
Entries = list[tuple[str, int]]

_GERMAN_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?: 00:00:00)?")
_YEAR = re.compile(r"\d{4}")
_POWER = re.compile(r"\d+([.,]\d+)?[eE]\+\d+")  # as Excel writes long numbers
_LETTER = re.compile(r"[A-Z]")
_LANGUAGES = ("", "_en", "_de")


@dataclass(frozen=True)
class CodeTable:
    """A table of codes that was read. kind: by what its codes are grouped; hierarchy: None where nothing groups them;
    categories: codes with labels, notes and validity, in the order of the rows; labels: of leaves and inner nodes.

    misfits: rows that do not fit, in their order, which are left out; plan: deviations from the cells, and
    questions.
    """

    columns: CodeColumns
    kind: HierarchyKind
    hierarchy: Hierarchy | None
    categories: tuple[Category, ...]
    labels: Mapping[str, Texts]
    misfits: tuple[DataError, ...] = ()
    plan: ReadingPlan = field(default_factory=ReadingPlan)
    notices: tuple[Sentence, ...] = ()

    def check(self) -> None:
        """Raise what has to be decided before the table can be used: ReadingAsked, or the first row that does not fit
        where nothing else is asked."""
        asked = self.plan.questions
        if self.misfits and [entry.kind for entry in asked] == ["misfits"]:
            raise self.misfits[0]
        if asked:
            raise ReadingAsked.of(str(self.columns.table.file), self.plan)


def read_codes(
    columns: CodeColumns,
    wanted: Wanted,
    codes: Sequence[str] = (),
    name: str = "",
    answers: Sequence[ReadingAnswer] = (),
) -> CodeTable:
    """Read the rows of a table of codes by the meanings of its columns.

    codes: of the variable, by which one of several hierarchies is chosen and lost zeros are recognised; name: of the
    chosen hierarchy; answers: to what can be read in several ways; where one is lacking, the proposal is shown. Raises
    HierarchySeveral.
    """
    return _TableReading(columns, wanted, frozenset(codes), name, answers).read()


@dataclass(frozen=True)
class _CodeRow:
    """A row with one code. parts: texts of the columns that make up the code."""

    code: str
    row: SmallTableRow
    parts: tuple[str, ...]


class _TableReading:
    def __init__(
        self, columns: CodeColumns, wanted: Wanted, codes: frozenset[str], name: str, answers: Sequence[ReadingAnswer]
    ) -> None:
        self.columns, self.wanted, self.codes, self.name, self.answers = columns, wanted, codes, name, answers
        self.file = str(columns.table.file)
        self.rows = columns.rows
        self.entries = list(columns.entries)
        self.misfits: list[DataError] = []
        self.notices: list[Sentence] = []
        self.labels: dict[str, Texts] = {}
        self.categories: dict[str, Category] = {}
        self.differing: list[tuple[int, str]] = []
        self.respelled: list[tuple[int, str]] = []
        self.mended: dict[int, list[tuple[int, str]]] = {}
        self.powers: dict[int, list[tuple[int, str]]] = {}
        self.padded: dict[int, int] = {}
        self.level_names: tuple[str, ...] = ()

    def read(self) -> CodeTable:
        levels = self._levels()
        kind: HierarchyKind
        if len(levels) > 1:
            kind, tree = "columns", self._of_columns(levels)
        else:
            kind, tree = self._of_nodes(levels)
        tree = self._without_totals(self._with_zeros(tree)) if kind != "none" else self._with_zeros(tree)
        self._say_columns()
        for rows_found, which in ((self.differing, "labels_differ"), (self.respelled, "label_spelling")):
            if rows_found:
                rows, examples = [line for line, _ in rows_found], [text for _, text in rows_found]
                self.entries.append(
                    entry_of(which, count=len(rows_found), rows=rows, examples=examples, answers=self.answers)
                )
        self.misfits.sort(key=lambda error: int(error.fields["line"]))
        if self.misfits:
            lines = [int(error.fields["line"]) for error in self.misfits]
            examples = [str(error.fields.get("node") or error.fields.get("item") or "–") for error in self.misfits]
            count = len(lines)
            self.entries.append(entry_of("misfits", count=count, rows=lines, examples=examples, answers=self.answers))
        hierarchy = None
        if kind != "none" and tree:
            hierarchy = Hierarchy.from_depths(tree)
            depth_fits = hierarchy.depth == len(self.level_names) and all(self.level_names)
            hierarchy = replace(hierarchy, level_names=self.level_names if depth_fits else ())
        return CodeTable(
            self.columns,
            kind,
            hierarchy,
            tuple(self.categories.values()),
            self.labels,
            tuple(self.misfits),
            ReadingPlan.of(self.entries),
            tuple(self.notices),
        )

    # --- cells -----------------------------------------------------------------------------------------------------

    def _levels(self) -> list[int]:
        """Columns of the levels, outermost first."""
        places = {level_of(meaning): place for place, meaning in enumerate(self.columns.meanings)}
        return [place for (number, rest), place in sorted(places.items()) if number and not rest]

    def _code(self, row: SmallTableRow, place: int) -> str:
        """The code of a cell, without what Excel writes around texts and letters that nobody sees."""
        cell = row.cell(place)
        code = mended_code(cell)
        if code != cell:
            self.mended.setdefault(place, []).append((row.line, ascii_text(cell)))
        if _POWER.fullmatch(code):
            self.powers.setdefault(place, []).append((row.line, code))
        return code.rjust(self.padded[place], "0") if code and place in self.padded else code

    def _name(self, code: str, label: Texts | None, row: SmallTableRow) -> None:
        """Give a code its label; another label of the same code is noted."""
        if label is None or self.labels.setdefault(code, label) == label:
            return
        former = self.labels[code]
        is_spelling = all(
            "".join(own.split()).casefold() == "".join(other.split()).casefold()
            for own, other in zip((label.en, label.de), (former.en, former.de), strict=True)
        )
        shown = f"{code}: {former.de} / {label.de}"
        (self.respelled if is_spelling else self.differing).append((row.line, shown))
        if not is_spelling and answer_to(self.answers, "labels_differ") == "last":
            self.labels[code] = label

    def _at(self, row: SmallTableRow) -> dict[str, object]:
        """Fields that give the place of a row."""
        return {"file": self.file, "line": row.line}

    # --- one column a level ------------------------------------------------------------------------------------------

    def _of_columns(self, levels: Sequence[int]) -> Entries:
        columns = self.columns
        self.level_names = tuple(columns.headings[place].replace("|", "/") for place in levels)
        if all(sum(bool(row.cell(place)) for place in levels) < 2 for row in self.rows):
            return self._of_stairs(levels)
        parents: dict[str, str] = {}
        lines: dict[str, int] = {}
        ends: dict[str, int] = {}
        filled: list[tuple[int, str]] = []
        before: list[tuple[int, str]] = []
        for row in self.rows:
            texts = [(place, self._code(row, place)) for place in levels]
            first = next((number for number, (_, code) in enumerate(texts) if code), 0)
            if first and before and all(code for _, code in before[:first]):
                texts = [*before[:first], *texts[first:]]
                filled.append((row.line, texts[first][1]))
            path = self._path(row, texts)
            if path is None:
                continue
            before = texts
            above = ""
            for _, code in path:
                if parents.get(code, above) != above:
                    self._two_parents(row, code, above, lines[code], parents[code])
                    break
                above = code
            else:
                if above in ends:
                    self.misfits.append(
                        DataError("hierarchy_code_twice", **self._at(row), node=above, first=ends[above])
                    )
                    continue
                ends[above] = row.line
                for (_, code), parent in zip(path, ["", *(code for _, code in path)], strict=False):
                    parents.setdefault(code, parent)
                    lines.setdefault(code, row.line)
                    self.categories.setdefault(code, Category.plain(code))
                for number, (_, code) in enumerate(texts, start=1):
                    if code:
                        self._name(code, label_of(self.columns, row, f"level{number}_label"), row)
                self._name(above, label_of(self.columns, row, "label"), row)
        if filled:
            rows, examples = [line for line, _ in filled], [code for _, code in filled]
            self.entries.append(
                entry_of("fill_down", count=len(filled), rows=rows, examples=examples, answers=self.answers)
            )
        for code, label in self.labels.items():
            self.categories[code] = replace(self.categories[code], label=label)
        return document_order(parents, parents)

    def _two_parents(self, row: SmallTableRow, code: str, parent: str, first: int, other: str) -> None:
        self.misfits.append(
            DataError(
                "hierarchy_two_parents",
                **self._at(row),
                node=code,
                parent=parent or "–",
                first=first,
                other=other or "–",
            )
        )

    def _path(self, row: SmallTableRow, texts: Sequence[tuple[int, str]]) -> list[tuple[int, str]] | None:
        """Nodes (column, code) of a row from the outermost level on; None where it has none, or a gap. A level that
        repeats the code above is left out."""
        path: list[tuple[int, str]] = []
        empty: int | None = None
        for place, code in texts:
            if not code:
                empty = place if empty is None else empty
            elif empty is not None:
                column = self.columns.headings[empty] or str(empty + 1)
                self.misfits.append(DataError("hierarchy_gap", **self._at(row), column=column, node=code))
                return None
            elif not path or path[-1][1] != code:
                path.append((place, code))
        if not path:
            self.misfits.append(DataError("code_missing", **self._at(row)))
            return None
        return path

    def _of_stairs(self, levels: Sequence[int]) -> Entries:
        """Rows of one code each, whose column says the level."""
        tree: Entries = []
        lines: dict[str, int] = {}
        for row in self.rows:
            depth = next((number for number, place in enumerate(levels) if row.cell(place)), None)
            if depth is None:
                self.misfits.append(DataError("code_missing", **self._at(row)))
                continue
            code = self._code(row, levels[depth])
            label = label_of(self.columns, row, f"level{depth + 1}_label") or label_of(self.columns, row, "label")
            if self._is_at_depth(tree, code, row, depth, lines):
                self._keep_category(_CodeRow(code, row, (code,)), label)
        return tree

    def _is_at_depth(self, tree: Entries, code: str, row: SmallTableRow, depth: int, lines: dict[str, int]) -> bool:
        """Append a code to a tree where depth and code fit."""
        allowed = tree[-1][1] + 1 if tree else 0
        if code in lines:
            self.misfits.append(DataError("hierarchy_code_twice", **self._at(row), node=code, first=lines[code]))
        elif not 0 <= depth <= allowed:
            self.misfits.append(
                DataError("hierarchy_level_skipped", **self._at(row), node=code, depth=depth, allowed=allowed)
            )
        else:
            lines[code] = row.line
            tree.append((code, depth))
            return True
        return False

    # --- one code a row ----------------------------------------------------------------------------------------------

    def _of_nodes(self, levels: Sequence[int]) -> tuple[HierarchyKind, Entries]:
        columns = self.columns
        if columns.places("hierarchy"):
            self.rows = self._rows_of_hierarchy()
        nodes = self._nodes(levels)
        if columns.places("parent"):
            return "parents", self._by_parents(nodes)
        nodes = self._unique(nodes)
        if self.wanted == "list":
            return "none", [(node.code, 0) for node in self._kept(nodes)]
        if columns.places("depth"):
            return "levels", self._by_depths(nodes, self._said_depths(nodes))
        return self._by_content(nodes)

    def _nodes(self, levels: Sequence[int]) -> list[_CodeRow]:
        places = [*self.columns.places("code", "code_label", "old", "new"), *levels]
        if len(places) > 1 and len(self.columns.places("code")) > 1:
            self._pad_parts(places)
        nodes = []
        width = len(self.columns.head[0].cells) if self.columns.head and self.wanted == "list" else None
        for row in self.rows:
            if width is not None and any(row.cells[width:]):
                self.misfits.append(DataError("ragged_row", **self._at(row), found=len(row.cells), expected=width))
                continue
            texts = [self._code(row, place) for place in places]
            if self.columns.places("code_label"):
                texts = [code_and_label(texts[0])[0]]
            while texts and not texts[-1]:
                texts.pop()
            if not texts:
                self.misfits.append(DataError("code_missing", **self._at(row)))
            elif not all(texts):
                column = self.columns.names[places[texts.index("")]]
                self.misfits.append(DataError("hierarchy_gap", **self._at(row), column=column, node="".join(texts)))
            else:
                nodes.append(_CodeRow("".join(texts), row, tuple(texts)))
        return nodes

    def _pad_parts(self, places: Sequence[int]) -> None:
        """Ask for zeros that parts of codes have lost, where those of a column are numbers of several lengths."""
        for place in places:
            parts = {row.cell(place) for row in self.rows} - {""}
            lengths = {len(part) for part in parts}
            if len(lengths) < 2 or not all(map(str.isdecimal, parts)):
                continue
            examples = [min(parts, key=len), max(parts, key=len)]
            name = self.columns.names[place]
            entry = entry_of("code_zeros", name, count=len(parts), examples=examples, answers=self.answers)
            self.entries.append(entry)
            if entry.decision != "keep":
                self.padded[place] = max(lengths)

    def _unique(self, nodes: Iterable[_CodeRow]) -> list[_CodeRow]:
        first: dict[str, int] = {}
        kept = []
        for node in nodes:
            if node.code in first and self.wanted == "list":
                self.misfits.append(
                    DataError("code_list_twice", **self._at(node.row), item=node.code, first=first[node.code])
                )
            elif node.code in first:
                self.misfits.append(
                    DataError("hierarchy_code_twice", **self._at(node.row), node=node.code, first=first[node.code])
                )
            else:
                first[node.code] = node.row.line
                kept.append(node)
        return kept

    def _kept(self, nodes: Iterable[_CodeRow]) -> list[_CodeRow]:
        """Nodes whose validity fits; each becomes a category."""
        return [node for node in nodes if self._keep_category(node, self._label(node))]

    def _label(self, node: _CodeRow) -> Texts | None:
        place = next(iter(self.columns.places("code_label")), None)
        if place is not None:
            return Texts.same(code_and_label(mended_code(node.row.cell(place)))[1])
        return label_of(self.columns, node.row, "label") or label_of(self.columns, node.row, "level1_label")

    def _keep_category(self, node: _CodeRow, label: Texts | None) -> bool:
        code, row = node.code, node.row
        try:
            start, end = self._day(row, "valid_from", last=False), self._day(row, "valid_to", last=True)
            if start and end and end < start:
                raise DataError("code_list_validity", file=self.file, line=row.line, item=code, start=start, end=end)
        except DataError as error:
            self.misfits.append(error)
            return False
        note = label_of(self.columns, row, "note") or Texts()
        self.categories[code] = Category(code, label or Texts.same(code), note, start, end)
        self._name(code, label, row)
        return True

    def _day(self, row: SmallTableRow, meaning: str, *, last: bool) -> str:
        """A day as ISO; a year becomes its first or, with `last`, its last day. Far days that mean "open" become ""."""
        text = next((row.cell(place) for place in self.columns.places(meaning)), "")
        if not text:
            return ""
        try:
            if match := _GERMAN_DAY.fullmatch(text):
                day = date(int(match[3]), int(match[2]), int(match[1]))
            elif match := _ISO_DAY.fullmatch(text):
                day = date(int(match[1]), int(match[2]), int(match[3]))
            elif _YEAR.fullmatch(text):
                day = date(int(text), 12, 31) if last else date(int(text), 1, 1)
            else:
                raise ValueError(text)
        except ValueError:
            raise DataError("code_list_date", file=self.file, line=row.line, value=text) from None
        return "" if day.year == 9999 or (day.year == 1 and not last) else day.isoformat()

    # --- parents -----------------------------------------------------------------------------------------------------

    def _by_parents(self, nodes: Sequence[_CodeRow]) -> Entries:
        place = self.columns.places("parent")[0]
        named = self._codes_by_label(nodes, place)
        parents: dict[str, str] = {}
        lines: dict[str, int] = {}
        for node in nodes:
            code, row = node.code, node.row
            parent = named.get(row.cell(place), self._code(row, place))
            if code in parents and parents[code] != parent:
                self._two_parents(row, code, parent, lines[code], parents[code])
            elif code in parents:
                self.misfits.append(DataError("hierarchy_code_twice", **self._at(row), node=code, first=lines[code]))
            elif self._keep_category(node, self._label(node)):
                parents[code], lines[code] = parent, row.line
        self._cut_cycles(parents, lines)
        without_line = [parent for parent in dict.fromkeys(parents.values()) if parent and parent not in parents]
        if without_line:
            shown = tuple(without_line[:5])
            self.notices.append(sentence("hierarchy_parents_without_line", count=len(without_line), codes=shown))
        # A parent without a line stands where its first child does.
        implicit = frozenset(without_line)
        order = [
            each_code
            for code, parent in parents.items()
            for each_code in ((parent, code) if parent in implicit else (code,))
        ]
        return document_order(dict.fromkeys(order), {**parents, **dict.fromkeys(without_line, "")})

    def _codes_by_label(self, nodes: Sequence[_CodeRow], place: int) -> dict[str, str]:
        """Codes by their labels, where the column of parents holds labels and no codes."""
        above = {node.row.cell(place) for node in nodes} - {""}
        labels = [(label.de, node.code) for node in nodes if (label := self._label(node)) is not None]
        known = {text: code for text, code in labels if text in above}
        is_by_label = above == set(known) and above.isdisjoint(node.code for node in nodes)
        if not above or not is_by_label or len(known) < sum(text in above for text, _ in labels):
            return {}
        examples = [f"{text}: {code}" for text, code in known.items()]
        self.entries.append(
            entry_of("parents_by_label", self.columns.names[place], count=len(known), examples=examples)
        )
        return known

    def _cut_cycles(self, parents: dict[str, str], lines: Mapping[str, int]) -> None:
        """Take codes that lie below themselves out of `parents`."""
        good: set[str] = {""}
        for start in list(parents):
            trail: dict[str, int] = {}
            code = start
            while code not in good and code in parents and code not in trail:
                trail[code] = len(trail)
                code = parents[code]
            if code in trail:
                cycle = list(trail)[trail[code] :]
                first = min(range(len(cycle)), key=lambda index: lines[cycle[index]])
                cycle = [*cycle[first:], *cycle[:first]]
                self.misfits.append(
                    DataError(
                        "hierarchy_cycle",
                        file=self.file,
                        line=lines[cycle[0]],
                        nodes=" > ".join([*cycle[:8], *(["..."] if len(cycle) > 8 else []), cycle[0]]),
                        lines=tuple(lines[node_code] for node_code in cycle[:8]),
                    )
                )
                for node_code in cycle:
                    del parents[node_code], self.categories[node_code]
                    self.labels.pop(node_code, None)
            good.update(trail)

    # --- depths ------------------------------------------------------------------------------------------------------

    def _said_depths(self, nodes: Sequence[_CodeRow]) -> list[int]:
        """Depths that a column says: numbers, lead signs, or words such as *Abschnitt*, the outermost first."""
        place = self.columns.places("depth")[0]
        texts = [node.row.cell(place) for node in nodes]
        numbers = [re.search(r"\d{1,6}", text) for text in texts]
        if any(numbers):
            return [int(number[0]) if number else len(text) for number, text in zip(numbers, texts, strict=True)]
        if all(text[:1].isalpha() for text in texts):
            known = list(dict.fromkeys(text.casefold() for text in texts))
            self.level_names = tuple(dict.fromkeys(text.replace("|", "/") for text in texts))
            return [known.index(text.casefold()) for text in texts]
        return [len(text) for text in texts]

    def _by_depths(self, nodes: Sequence[_CodeRow], depths: Sequence[int]) -> Entries:
        tree: Entries = []
        lines: dict[str, int] = {}
        for node, depth in zip(nodes, depths, strict=True):
            if self._is_at_depth(tree, node.code, node.row, depth - depths[0], lines) and not self._keep_category(
                node, self._label(node)
            ):
                tree.pop()
        return tree

    def _rows_of_hierarchy(self) -> tuple[SmallTableRow, ...]:
        """Rows of the hierarchy called `name`, or else of the hierarchy with the most codes of the data."""
        place, code = self.columns.places("hierarchy")[0], next(iter(self.columns.places("code", "code_label")), None)
        groups: dict[str, list[SmallTableRow]] = {}
        for row in self.rows:
            groups.setdefault(row.cell(place), []).append(row)
        if self.name in groups:
            return tuple(groups[self.name])
        if len(groups) == 1:
            return self.rows
        held_cells = {key: {row.cell(code) for row in group} for key, group in groups.items()}
        scores = {key: (len(self.codes & cell), -len(cell - self.codes)) for key, cell in held_cells.items()}
        best_score = max(scores.values())
        winners = [key for key, score in scores.items() if score == best_score]
        if best_score[0] == 0 or len(winners) > 1:
            raise HierarchySeveral(file=self.file, known=tuple(groups))
        return tuple(groups[winners[0]])

    # --- what stands in the cells ------------------------------------------------------------------------------------

    def _by_content(self, nodes: list[_CodeRow]) -> tuple[HierarchyKind, Entries]:
        """The tree of codes that no column groups: by indents, or by the codes with which they begin."""
        nodes = self._kept(nodes)
        indents, prefixes = _IndentedRows(nodes, self.columns), _CodePrefixes(nodes)
        given = answer_to(self.answers, "tree_by")
        is_sure = indents.is_regular or prefixes.is_regular or not (indents.is_likely or prefixes.is_likely)
        kind = given or ("indents" if indents.is_likely else "prefix" if prefixes.is_likely else "none")
        if len(self.columns.places("code")) > 1:  # parts of keys
            kind, is_sure = "prefix", True
        elif indents.is_likely or prefixes.is_likely or given:
            examples = indents.examples if kind == "indents" else prefixes.examples
            entry = entry_of("tree_by", count=len(nodes), examples=examples, answers=self.answers)
            is_asked = not given and not is_sure
            self.entries.append(entry if given or is_asked else replace(entry, decision=kind, by="rules"))
        if kind == "indents":
            self.categories, self.labels = {}, {}
            return "indents", self._by_depths(nodes, indents.depths)
        if kind == "prefix":
            return "prefix", document_order([node.code for node in nodes], prefixes.parents)
        return "none", [(node.code, 0) for node in nodes]

    # --- what is said ------------------------------------------------------------------------------------------------

    def _with_zeros(self, tree: Entries) -> Entries:
        """Ask for leading zeros that numbers have lost: codes of a level that are numbers, some a digit shorter."""
        if not tree or self.padded:
            return tree
        lost = {depth: codes for depth, codes in _by_depth(tree).items() if _lack_zeros(codes)}
        if not lost:
            return tree
        longest = {depth: max(map(len, codes)) for depth, codes in lost.items()}
        new = {code: code.rjust(longest[depth], "0") for depth, codes in lost.items() for code in codes}
        changed = [code for code in new if new[code] != code]
        shown = [f"{code} → {new[code]}" for code in changed]
        if max(longest.values()) < 3:
            self.entries.append(entry_of("code_lengths", count=len(changed), examples=changed))
            return tree
        entry = entry_of("code_zeros", count=len(changed), examples=shown, answers=self.answers)
        if not entry.decision and len(self.codes.intersection(new.values())) > len(self.codes.intersection(new)):
            entry = replace(entry, decision="pad", by="rules")
        self.entries.append(entry)
        if entry.decision == "keep":
            return tree
        self.labels = {new.get(code, code): label for code, label in self.labels.items()}
        self.categories = {
            new.get(code, code): replace(
                category,
                code=new.get(code, code),
                label=Texts.same(new[code]) if category.label == Texts.same(code) and code in new else category.label,
            )
            for code, category in self.categories.items()
        }
        return [(new.get(code, code), depth) for code, depth in tree]

    def _without_totals(self, tree: Entries) -> Entries:
        """Ask for totals beside the groups of the first level: the total above them is implicit."""
        inner = {code for (code, depth), (_, below) in pairwise(tree) if below > depth}
        totals = [
            code
            for code, depth in tree
            if depth == 0 and code not in inner and (is_total_word(code) or is_total_word(self._label_text(code)))
        ]
        if not totals or len(totals) == len(tree):
            return tree
        rows = [row.line for row in self.rows if not set(totals).isdisjoint(row.cells)]
        entry = entry_of("totals", count=len(totals), rows=rows, examples=totals, answers=self.answers)
        self.entries.append(entry)
        if entry.decision == "keep":
            return tree
        for code in totals:
            self.labels.pop(code, None)
            self.categories.pop(code, None)
        return [(code, depth) for code, depth in tree if code not in totals]

    def _label_text(self, code: str) -> str:
        return self.labels.get(code, Texts()).de

    def _say_columns(self) -> None:
        columns = self.columns
        of_codes = {"code", "code_label", "parent", "old", "new"}
        unread = (
            "ignored",
            *(("note", "note_en", "note_de", "valid_from", "valid_to") if self.wanted == "tree" else ()),
        )
        for place, (name, meaning) in enumerate(zip(columns.names, columns.meanings, strict=True)):
            if place in columns.table.numbers and (meaning in of_codes or re.fullmatch(r"level\d+", meaning)):
                cells = [row.cell(place) for row in self.rows if row.cell(place)]
                self.entries.append(entry_of("codes_as_numbers", name, count=len(cells), examples=dict.fromkeys(cells)))
            if place in self.powers:
                lines, texts = zip(*self.powers[place], strict=True)
                self.entries.append(entry_of("exponents", name, count=len(lines), rows=lines, examples=texts))
            if place in self.mended:
                lines, texts = zip(*self.mended[place], strict=True)
                self.entries.append(entry_of("codes_mended", name, count=len(lines), rows=lines, examples=texts))
        self.entries += ignored_columns(columns, unread)


class _IndentedRows:
    """Depths by blanks before codes or labels, or by the indents of cells."""

    def __init__(self, nodes: Sequence[_CodeRow], columns: CodeColumns) -> None:
        self._indents: list[int] = []
        self.examples: list[str] = []
        for place in columns.places("code", "code_label", "label", "label_de", "label_en"):
            indents = [node.row.indent(place) for node in nodes]
            ends = {indent + len(node.row.cell(place)) for indent, node in zip(indents, nodes, strict=True)}
            # Codes of one width in all, with the blanks before them, are padded and not indented.
            is_padded = len(ends) == 1 and columns.meanings[place] == "code"
            if len(set(indents)) > 1 and indents[0] == min(indents) and not is_padded:
                self._indents = indents
                self.examples = [node.row.cell(place) for node, indent in zip(nodes, indents, strict=True) if indent]
                break
        self._steps = sorted(set(self._indents))

    @property
    def depths(self) -> list[int]:
        return [self._steps.index(indent) for indent in self._indents]

    @property
    def is_likely(self) -> bool:
        return bool(self._indents)

    @property
    def is_regular(self) -> bool:
        """Whether each level is indented by the same number of blanks, and none is skipped."""
        steps = {after - before for before, after in pairwise(self._steps)}
        depths = self.depths
        return len(steps) == 1 and all(after <= before + 1 for before, after in pairwise(depths))


class _CodePrefixes:
    """Parents by beginnings: the longest code, or parts of it, with which a code begins."""

    def __init__(self, nodes: Sequence[_CodeRow]) -> None:
        known = {node.parts: node.code for node in nodes}
        self._is_of_parts = any(len(node.parts) > 1 for node in nodes)
        codes = set(known.values())
        has_sections = any(map(_LETTER.fullmatch, codes)) and not any(
            _LETTER.match(code) and len(code) > 1 for code in codes
        )
        section = ""
        self.parents: dict[str, str] = {}
        for node in nodes:
            parent = ""
            if self._is_of_parts:
                parent = next(
                    (known[node.parts[:end]] for end in range(len(node.parts) - 1, 0, -1) if node.parts[:end] in known),
                    "",
                )
            else:
                parent = next(
                    (node.code[:end] for end in range(len(node.code) - 1, 0, -1) if node.code[:end] in codes), ""
                )
            if has_sections and _LETTER.fullmatch(node.code):
                section = node.code  # a section such as A is above the divisions below it: 01
            elif has_sections and not parent:
                parent = section
            self.parents[node.code] = parent

    @cached_property
    def _depths(self) -> dict[str, int]:
        depths: dict[str, int] = {"": -1}
        for code in sorted(self.parents, key=lambda code: (not _LETTER.fullmatch(code), len(code))):
            depths[code] = depths[self.parents[code]] + 1
        return depths

    @property
    def examples(self) -> list[str]:
        return [f"{parent} > {code}" for code, parent in self.parents.items() if parent]

    @property
    def is_likely(self) -> bool:
        """Whether at least three in ten codes begin with another one."""
        below = sum(bool(parent) for parent in self.parents.values())
        return self._is_of_parts or (below > 1 and 10 * below >= 3 * len(self.parents))

    @property
    def is_regular(self) -> bool:
        """Whether all codes without codes below them are on one level, and the codes of each level of one length."""
        inner = set(self.parents.values())
        leaves = {self._depths[code] for code in self.parents if code not in inner}
        lengths: dict[int, set[int]] = {}
        for code in self.parents:
            lengths.setdefault(self._depths[code], set()).add(len(code))
        is_even = len(leaves) == 1 and all(len(known) == 1 for known in lengths.values())
        return self.is_likely and is_even and not _count_on(self.parents)


def label_of(columns: CodeColumns, row: SmallTableRow, what: str) -> Texts | None:
    """Text of a row in both languages, or None where it has none; labels are put on one line. what: meaning of the
    columns without the language. Of several columns, the first that is filled counts."""
    cells = []
    for language in _LANGUAGES:
        places = columns.places(what + language)
        cells.append(next((row.cell(place) for place in places if row.cell(place)), ""))
    if what != "note":
        cells = [mended_code(" ".join(text.splitlines())) for text in cells]
    plain, english, german = cells
    # Beside a column of one language, the one that names none is the other one.
    english, german = english or plain or german, german or plain or english
    return Texts(english, german) if english else None


def ignored_columns(columns: CodeColumns, unread: Sequence[str] = ("ignored",)) -> list[ReadingEntry]:
    """Entries for columns with texts that are not read. unread: meanings that are not used."""
    entries = []
    for place in columns.places(*unread):
        texts = [row.cell(place) for row in columns.rows if row.cell(place)]
        if texts:
            name, examples = columns.names[place], dict.fromkeys(texts)
            entries.append(entry_of("column_ignored", name, count=len(texts), examples=examples))
    return entries


def _by_depth(tree: Entries) -> dict[int, list[str]]:
    codes: dict[int, list[str]] = {}
    for code, depth in tree:
        codes.setdefault(depth, []).append(code)
    return codes


def _lack_zeros(codes: Sequence[str]) -> bool:
    """Whether codes may have lost a leading zero: numbers of two lengths, a digit apart, that do not count on."""
    if not all(code.isdecimal() and code.isascii() for code in codes) or any(code[0] == "0" for code in codes):
        return False
    lengths = Counter(map(len, codes))
    return len(lengths) == 2 and max(lengths) - min(lengths) == 1 and not _count_on(codes)


def _count_on(codes: Collection[str]) -> bool:
    """Whether codes are all the whole numbers from one to another, as ages are."""
    if not all(code.isdecimal() for code in codes):
        return False
    numbers = sorted(map(int, codes))
    return numbers[-1] - numbers[0] + 1 == len(numbers)


def document_order(order: Iterable[str], parents: Mapping[str, str]) -> Entries:
    """Nodes with their depths, each parent before its children and siblings in the given order. parents: parent of each
    code, "" on the first level."""
    children: dict[str, list[str]] = {}
    for code in order:
        children.setdefault(parents[code], []).append(code)
    entries: Entries = []
    waiting = [(code, 0) for code in reversed(children.get("", []))]
    while waiting:
        code, depth = waiting.pop()
        entries.append((code, depth))
        waiting += [(child, depth + 1) for child in reversed(children.get(code, []))]
    return entries
