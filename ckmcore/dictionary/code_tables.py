"""Tables of codes: from rows and meanings of columns to categories, a tree, labels, and what does not fit by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import (
    CodeColumns,
    Wanted,
    code_and_label,
    holds_labels,
    ignored_columns,
    label_of,
    level_of,
    may_be_quantities,
)
from ckmcore.dictionary.code_groups import (
    CodePrefixes,
    CodeRow,
    Entries,
    IndentedRows,
    by_beginnings,
    codes_by_depth,
    document_order,
    lack_zeros,
    usual_parents,
    without_codes,
)
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.small_tables import SmallTableRow
from ckmcore.errors import DataError
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import ascii_text, mended_code
from ckmcore.microdata.data import Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.layout import is_total_word
from ckmcore.microdata.number_signs import is_missing_word
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked, ReadingPlan, answer_to, entry_of

HierarchyKind = Literal["hrc", "columns", "parents", "levels", "prefix", "indents", "none"]

_GERMAN_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?: 00:00:00)?")
_YEAR = re.compile(r"\d{4}")
_POWER = re.compile(r"\d+([.,]\d+)?[eE]\+\d+")  # as Excel writes long numbers


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
    return _TableReading(columns.with_days(answers), wanted, frozenset(codes), name, answers).read()


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
        self.line_of: dict[str, int] = {}
        self.split: frozenset[int] = frozenset()
        self.without_parent: dict[int, list[tuple[int, str]]] = {}
        self.judged: set[str] = set()
        self.near_misfit: list[tuple[int, str]] = []
        self._is_below_misfit = False

    def read(self) -> CodeTable:
        levels = self._levels()
        self.split = self._split_columns()
        kind: HierarchyKind
        if len(levels) > 1:
            kind, tree = "columns", self._of_columns(levels)
        else:
            kind, tree = self._of_nodes(levels)
        tree = self._without_unlike(tree, kind) if kind != "none" else tree
        self._say_rows(tree)
        tree = self._with_zeros(tree)
        tree = self._without_totals(tree) if kind != "none" or self.wanted == "list" else tree
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
            examples = [_concerned(error) for error in self.misfits]
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
        """The code of a cell, without what Excel writes around texts and letters that nobody sees, which are noted."""
        cell, code = row.cell(place), mended_code(row.cell(place))
        if code != cell:
            self.mended.setdefault(place, []).append((row.line, ascii_text(cell)))
        if _POWER.fullmatch(code):
            self.powers.setdefault(place, []).append((row.line, code))
        return self._plain(row, place)

    def _plain(self, row: SmallTableRow, place: int) -> str:
        """The code of a cell, without a note."""
        code = mended_code(row.cell(place))
        code = code_and_label(code)[0] if place in self.split else code
        return code.rjust(self.padded[place], "0") if code and place in self.padded else code

    def _places_of_codes(self, *more: str) -> list[int]:
        """Columns that hold codes: of rows or of levels, and those with further meanings."""
        meanings = enumerate(self.columns.meanings)
        return [place for place, meaning in meanings if meaning in ("code", "code_label", *more) or _is_level(meaning)]

    def _label_in(self, row: SmallTableRow, place: int) -> Texts | None:
        """The label that a cell holds behind its code; None where its column holds codes alone."""
        code, label = code_and_label(mended_code(row.cell(place)))
        return Texts.same(label) if place in self.split and label != code else None

    def _split_columns(self) -> frozenset[int]:
        """Columns whose cells hold code and label. That is a notice; quantities, as `10 bis 20 Jahre`, are asked about
        where the codes of the variable do not tell."""
        places = set()
        for place, meaning in enumerate(self.columns.meanings):
            cells = [row.cell(place) for row in self.rows if row.cell(place)]
            texts = [cell for cell in cells if not is_missing_word(cell)]
            if meaning != "code_label" and not ((meaning == "parent" or _is_level(meaning)) and holds_labels(texts)):
                continue
            split = [code_and_label(cell) for cell in dict.fromkeys(texts)]
            codes, labels = {code for code, _ in split}, {label for _, label in split}
            known = len(self.codes & codes), len(self.codes.intersection(cells))
            is_clear = len(codes) == len(split) and 2 * len(labels) > len(split) and not may_be_quantities(cells)
            default = "" if not is_clear and not any(known) else "whole" if known[1] > known[0] else "split"
            name, answers = self.columns.names[place], self.answers
            shown = dict.fromkeys(cells)
            entry = entry_of("code_and_label", name, count=len(cells), examples=shown, answers=answers, default=default)
            self.entries.append(entry)
            if entry.decision != "whole":
                places.add(place)
        return frozenset(places)

    def _code_or_none(self, row: SmallTableRow, place: int) -> str:
        """The code of a cell; "" also for a word or sign that says that there is none."""
        code = self._code(row, place)
        if is_missing_word(code) and (not code.isalpha() or code.casefold() in ("nan", "null", "none")):
            self.without_parent.setdefault(place, []).append((row.line, code))
            return ""
        return code

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
        filled: list[tuple[int, str]] = []
        read_rows: list[tuple[SmallTableRow, list[tuple[int, str]], list[str]]] = []
        before: list[tuple[int, str]] = []
        for row in self.rows:
            texts = [(place, self._code_or_none(row, place)) for place in levels]
            first = next((number for number, (_, code) in enumerate(texts) if code), 0)
            if first and before and all(code for _, code in before[:first]):
                texts = [*before[:first], *texts[first:]]
                filled.append((row.line, texts[first][1]))
            nodes = self._path(row, texts)
            if nodes is not None:
                before = texts
                read_rows.append((row, texts, [code for _, code in nodes]))
        usual = usual_parents(path for _, _, path in read_rows)
        # Where most rows put a code counts, whichever row comes first.
        lines = {code: row.line for row, _, path in reversed(read_rows) for code in path if _fits(path, usual)}
        parents: dict[str, str] = {}
        ends: dict[str, int] = {}
        for row, texts, path in read_rows:
            wrong = next((pair for pair in zip(path, ["", *path], strict=False) if usual[pair[0]] != pair[1]), None)
            if wrong is not None:
                self._two_parents(row, *wrong, lines.get(wrong[0], row.line), usual[wrong[0]])
            elif path[-1] in ends:
                self.misfits.append(
                    DataError("hierarchy_code_twice", **self._at(row), node=path[-1], first=ends[path[-1]])
                )
            else:
                ends[path[-1]] = row.line
                for code in path:
                    parents.setdefault(code, usual[code])
                    self.line_of.setdefault(code, row.line)
                    self.categories.setdefault(code, Category.plain(code))
                for number, (place, code) in enumerate(texts, start=1):
                    if code:
                        label = label_of(self.columns, row, f"level{number}_label")
                        self._name(code, label or self._label_in(row, place), row)
                self._name(path[-1], label_of(self.columns, row, "label"), row)
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
            label = label or self._label_in(row, levels[depth])
            if self._is_at_depth(tree, code, row, depth, lines):
                self._keep_category(CodeRow(code, row, (code,)), label)
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
            self._is_below_misfit = True
            if tree:  # its depth may be wrong, too
                self.near_misfit.append((lines[tree[-1][0]], tree[-1][0]))
        else:
            self._is_below_misfit &= depth > 0
            if self._is_below_misfit:  # the row that was left out may be above this one
                self.near_misfit.append((row.line, code))
            lines[code] = self.line_of[code] = row.line
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
            kept = self._kept(nodes)
            self.line_of |= {node.code: node.row.line for node in kept}
            return "none", [(node.code, 0) for node in kept]
        if columns.places("depth"):
            return "levels", self._by_depths(nodes, self._said_depths(nodes))
        return self._by_content(nodes)

    def _nodes(self, levels: Sequence[int]) -> list[CodeRow]:
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
            while texts and not texts[-1]:
                texts.pop()
            if not texts:
                self.misfits.append(DataError("code_missing", **self._at(row)))
            elif not all(texts):
                column = self.columns.names[places[texts.index("")]]
                self.misfits.append(DataError("hierarchy_gap", **self._at(row), column=column, node="".join(texts)))
            else:
                nodes.append(CodeRow("".join(texts), row, tuple(texts)))
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

    def _unique(self, nodes: Iterable[CodeRow]) -> list[CodeRow]:
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

    def _kept(self, nodes: Iterable[CodeRow]) -> list[CodeRow]:
        """Nodes whose validity fits; each becomes a category."""
        return [node for node in nodes if self._keep_category(node, self._label(node))]

    def _label(self, node: CodeRow) -> Texts | None:
        place = next((place for place in self.columns.places("code_label") if place in self.split), None)
        if place is not None:
            return self._label_in(node.row, place)
        return label_of(self.columns, node.row, "label") or label_of(self.columns, node.row, "level1_label")

    def _keep_category(self, node: CodeRow, label: Texts | None) -> bool:
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

    def _by_parents(self, nodes: Sequence[CodeRow]) -> Entries:
        place = self.columns.places("parent")[0]
        named = self._codes_by_label(nodes, place)
        parents: dict[str, str] = {}
        lines: dict[str, int] = {}
        known = {node.code for node in nodes}
        # Who leaves the first level empty does not mean it by a code that is its own parent.
        is_own_root = all(node.row.cell(place) for node in nodes)
        for node in nodes:
            code, row = node.code, node.row
            parent = named.get(row.cell(place), self._code(row, place))
            is_none = parent not in known and (is_missing_word(parent) or set(parent) == {"0"})
            if parent and (is_none or (parent == code and is_own_root)):
                self.without_parent.setdefault(place, []).append((row.line, parent))
                parent = ""
            if code in parents and parents[code] != parent:
                self._two_parents(row, code, parent, lines[code], parents[code])
            elif code in parents:
                self.misfits.append(DataError("hierarchy_code_twice", **self._at(row), node=code, first=lines[code]))
            elif self._keep_category(node, self._label(node)):
                parents[code] = parent
                lines[code] = self.line_of[code] = row.line
        self._cut_cycles(parents, lines)
        without_line = [parent for parent in dict.fromkeys(parents.values()) if parent and parent not in parents]
        self._say_without_row(parents, without_line, lines)
        # A parent without a line stands where its first child does.
        implicit = frozenset(without_line)
        order = [
            each_code
            for code, parent in parents.items()
            for each_code in ((parent, code) if parent in implicit else (code,))
        ]
        return document_order(dict.fromkeys(order), {**parents, **dict.fromkeys(without_line, "")})

    def _say_without_row(
        self, parents: Mapping[str, str], without_row: Sequence[str], lines: Mapping[str, int]
    ) -> None:
        """Say which codes above others have no row of their own; where most have one, ask."""
        if not without_row:
            return
        above = set(parents.values()) - {""}
        below = [code for code, parent in parents.items() if parent in without_row]
        default = "" if len(without_row) < len(above) / 2 else "as_group"
        self.entries.append(
            entry_of(
                "parents_without_row",
                count=len(without_row),
                rows=[lines[code] for code in below],
                examples=[f"{parents[code]} > {code}" for code in below],
                answers=self.answers,
                default=default,
            )
        )

    def _codes_by_label(self, nodes: Sequence[CodeRow], place: int) -> dict[str, str]:
        """Codes by their labels, where the column of parents holds labels and no codes."""
        above = {node.row.cell(place) for node in nodes if not is_missing_word(node.row.cell(place))} - {""}
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

    def _said_depths(self, nodes: Sequence[CodeRow]) -> list[int]:
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

    def _by_depths(self, nodes: Sequence[CodeRow], depths: Sequence[int]) -> Entries:
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

    def _by_content(self, nodes: list[CodeRow]) -> tuple[HierarchyKind, Entries]:
        """The tree of codes that no column groups: by indents, or by the codes with which they begin."""
        nodes = self._kept(nodes)
        self.line_of |= {node.code: node.row.line for node in nodes}
        indents, prefixes = IndentedRows(nodes, self.columns), CodePrefixes(nodes)
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

    def _without_unlike(self, tree: Entries, kind: HierarchyKind) -> Entries:
        """Ask about codes that lie elsewhere than how they begin says, where nearly all others do not."""
        self.judged, unlike = by_beginnings(tree) if len(self.columns.places("code")) < 2 else (set(), [])
        if not unlike:
            return tree
        codes = {code for code, _ in unlike}
        places = self._places_of_codes()
        rows = [row.line for row in self.rows if not codes.isdisjoint(self._plain(row, place) for place in places)]
        examples = [f"{parent or '–'} > {code}" for code, parent in unlike]
        entry = entry_of("unlike_parent", count=len(unlike), rows=rows, examples=examples, answers=self.answers)
        self.entries.append(entry)
        if entry.decision != "leave_out":
            return tree
        kept = without_codes(tree, codes)
        for code in {code for code, _ in tree} - {code for code, _ in kept}:
            self.labels.pop(code, None)
            self.categories.pop(code, None)
        return kept

    def _say_rows(self, tree: Entries) -> None:
        """Say which codes occur only in rows that do not fit, which ones may belong below such a row, and where a sign
        says that there is no code above."""
        misfit_lines = {int(error.fields["line"]) for error in self.misfits}
        named = {_concerned(error) for error in self.misfits}
        places = self._places_of_codes("parent")
        known = {code for code, _ in tree} | named
        lost: list[tuple[int, str]] = []
        for row in self.rows if misfit_lines and len(self.columns.places("code")) < 2 else ():
            codes = [self._plain(row, place) for place in places] if row.line in misfit_lines else []
            new = [code for code in dict.fromkeys(codes) if code and code not in known and not is_missing_word(code)]
            lost += [(row.line, code) for code in new]
            known.update(new)
        near = [(line, code) for line, code in dict.fromkeys(self.near_misfit) if code not in self.judged]
        for kind, found_rows in (("codes_lost", lost), ("near_misfit", near)):
            if found_rows:
                lines, examples = zip(*found_rows, strict=True)
                self.entries.append(entry_of(kind, count=len(lines), rows=lines, examples=examples))
        for place, rows in self.without_parent.items():
            lines, examples = zip(*rows, strict=True)
            name = self.columns.names[place]
            shown = dict.fromkeys(examples)
            self.entries.append(entry_of("no_parent", name, count=len(lines), rows=lines, examples=shown))

    # --- what is said ------------------------------------------------------------------------------------------------

    def _with_zeros(self, tree: Entries) -> Entries:
        """Ask for leading zeros that numbers have lost: codes of a level that are numbers, some a digit shorter."""
        if not tree or self.padded:
            return tree
        lost = {depth: codes for depth, codes in codes_by_depth(tree).items() if lack_zeros(codes)}
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
        rows = sorted(self.line_of[code] for code in totals if code in self.line_of)
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


def _is_level(meaning: str) -> bool:
    """Whether a column of this meaning holds the codes of a level."""
    level, rest = level_of(meaning)
    return level > 0 and not rest


def _concerned(error: DataError) -> str:
    """The code that an error on a row names."""
    fields = error.fields
    return str(fields.get("node") or fields.get("item") or fields.get("nodes") or fields.get("value") or "–")


def _fits(path: Sequence[str], usual: Mapping[str, str]) -> bool:
    """Whether all codes of a row lie below those below which they usually are."""
    return all(usual[code] == parent for code, parent in zip(path, ["", *path], strict=False))
