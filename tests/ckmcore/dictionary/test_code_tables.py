"""Trees written out as offices keep them, with dirt: what is read is the tree, or something is asked or refused."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from hypothesis import event, given, settings
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import classify, with_new_codes
from ckmcore.dictionary.code_columns import columns_of, offered_meanings
from ckmcore.dictionary.code_lists import read_code_list
from ckmcore.dictionary.code_tables import read_codes
from ckmcore.dictionary.conversions import read_conversion
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.hierarchy_files import ReadHierarchy, read_hierarchy
from ckmcore.dictionary.small_tables import read_table
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Category
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from ckmcore.microdata.variable import VariableEntry
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.workbooks import write_xlsx

WORDS = ["Nord", "Süd", "Amt", "Kiel", "Bad Bramstedt", "Au", "Groß-Gerau", "Neustadt", "Sankt Peter", "Ulm; Stadt"]
WIDTHS = (2, 1, 2)
SHAPES = ("columns", "parents", "levels", "prefix", "indents", "stairs")


@dataclass
class Written:
    """A tree, and how its table is written. nodes: codes with depths in document order; labels: by code."""

    nodes: list[tuple[str, int]]
    labels: dict[str, str]
    shape: str
    form: str
    dirt: frozenset[str]
    merges: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return 1 + max(depth for _, depth in self.nodes)

    def parent(self, place: int) -> str:
        depth = self.nodes[place][1]
        return next((above for above, other in reversed(self.nodes[:place]) if other == depth - 1), "") if depth else ""

    def code(self, code: str) -> Any:
        """A code as the cell holds it: with lost zeros it is a number."""
        return int(code) if "zeros" in self.dirt and code else code

    def rows(self) -> list[list[Any]]:
        """Cells, the names first, with the dirt around them."""
        head, body = getattr(self, f"_{self.shape}")()
        width = len(head)
        rows = [head, *body]
        if "repeated" in self.dirt and len(body) > 3:
            rows.insert(3, head)
        if "blank" in self.dirt and len(body) > 3:
            rows.insert(2, [""] * width)
        if "titles" in self.dirt:
            rows = [["Gebietsgliederung der Länder"], ["Stand der Angaben: Ende des Jahres"], *rows]
        if "notes" in self.dirt:
            rows = [*rows, ["Quelle: Statistische Ämter der Länder, eigene Zusammenstellung"]]
        return rows

    def _columns(self) -> tuple[list[Any], list[list[Any]]]:
        head = [text for level in range(self.depth) for text in (f"Ebene{level + 1}", f"Ebene{level + 1}_Bezeichnung")]
        body: list[list[Any]] = []
        path: list[str] = []
        for place, (code, depth) in enumerate(self.nodes):
            path = [*path[:depth], code]
            if place + 1 == len(self.nodes) or self.nodes[place + 1][1] <= depth:
                cells = [text for known in path for text in (self.code(known), self.labels[known])]
                body.append([*cells, *[""] * (len(head) - len(cells))])
        return head, body

    def _parents(self) -> tuple[list[Any], list[list[Any]]]:
        nodes = [
            [self.code(code), self.code(self.parent(place)), self.labels[code]]
            for place, (code, _) in enumerate(self.nodes)
        ]
        return ["Code", "Oberbegriff", "Bezeichnung"], nodes

    def _levels(self) -> tuple[list[Any], list[list[Any]]]:
        nodes = [[depth + 1, self.code(code), self.labels[code]] for code, depth in self.nodes]
        return ["Ebene", "Schlüssel", "Bezeichnung"], nodes

    def _prefix(self) -> tuple[list[Any], list[list[Any]]]:
        return ["Schlüssel", "Bezeichnung"], [[self.code(code), self.labels[code]] for code, _ in self.nodes]

    def _indents(self) -> tuple[list[Any], list[list[Any]]]:
        nodes = [[self.code(code), "   " * depth + self.labels[code]] for code, depth in self.nodes]
        return ["Schlüssel", "Bezeichnung"], nodes

    def _stairs(self) -> tuple[list[Any], list[list[Any]]]:
        head = [*(f"Ebene{level + 1}" for level in range(self.depth)), "Bezeichnung"]
        rows = []
        for code, depth in self.nodes:
            cells: list[Any] = [""] * self.depth
            cells[depth] = self.code(code)
            rows.append([*cells, self.labels[code]])
        return head, rows

    def write(self, folder: Path) -> Path:
        rows = self.rows()
        if "padding" in self.dirt:
            rows = [[f"{cell}  " if isinstance(cell, str) and cell else cell for cell in row] for row in rows]
        file = folder / f"tree.{self.form}"
        if self.form == "csv":
            with file.open("w", encoding="cp1252", newline="") as stream:
                csv.writer(stream, delimiter=";").writerows(rows)
            return file
        book = xlsxwriter.Workbook(file, {"strings_to_formulas": False})
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            for place, cell in enumerate(row):
                if cell != "":
                    sheet.write(number, place, cell)
        if "merged" in self.dirt and self.shape == "columns":
            self._merge(sheet, rows)
        book.close()
        return file

    def _merge(self, sheet: Any, rows: list[list[Any]]) -> None:
        """Join the cells of the outermost level that say the same."""
        start = 0
        for number, (row, after) in enumerate(pairwise([*rows, [None]])):
            if row[0] != after[0]:
                if number > start and all(len(one) > 2 for one in rows[start : number + 1]):
                    sheet.merge_range(start, 0, number, 0, row[0])
                    self.merges.append((start, number, 0))
                start = number + 1


@st.composite
def tables(draw: st.DrawFn) -> Written:
    depth = draw(st.integers(2, 3))
    nodes: list[tuple[str, int]] = []

    def add(above: str, level: int) -> None:
        width = WIDTHS[level]
        numbers = draw(st.lists(st.integers(1, 10**width - 1), min_size=1, max_size=4, unique=True).map(sorted))
        for number in numbers:
            code = above + f"{number:0{width}d}"
            nodes.append((code, level))
            if level + 1 < depth:
                add(code, level + 1)

    add("", 0)
    labels = {code: draw(st.sampled_from(WORDS)) for code, _ in nodes}
    dirt = draw(st.frozensets(st.sampled_from(["titles", "notes", "merged", "zeros", "padding", "repeated", "blank"])))
    return Written(nodes, labels, draw(st.sampled_from(SHAPES)), draw(st.sampled_from(["csv", "xlsx"])), dirt)


def answered(file: Path, table: Written) -> ReadHierarchy:
    """The hierarchy, with each question answered as somebody who knows the tree would."""
    try:
        return read_hierarchy(file)
    except ReadingAsked as asked:
        questions = asked.plan.questions
    known = {
        "tree_by": table.shape if table.shape in ("prefix", "indents") else "none",
        "code_zeros": "pad" if "zeros" in table.dirt else "keep",
    }
    answers = [
        ReadingAnswer(entry.kind, entry.column, known.get(entry.kind, entry.choices[0]))
        for entry in questions
        if entry.kind != "misfits"
    ]
    return read_hierarchy(file, answers=answers)


@given(tables())
@settings(max_examples=examples(60))
def test_a_tree_is_read_as_it_is_or_something_is_asked_or_refused(
    tmp_path_factory: pytest.TempPathFactory, table: Written
) -> None:
    file = table.write(tmp_path_factory.mktemp("tree"))
    try:
        read = answered(file, table)
    except CkmError as error:
        event(f"{table.shape}: {error.code}")
        return
    nodes = [(node.code, node.depth) for node in read.hierarchy.nodes]
    said = {entry.kind for entry in read.plan.entries}
    if nodes == table.nodes:
        event(f"{table.shape}: read")
        assert read.labels == {code: Texts.same(label) for code, label in table.labels.items()}
    else:
        event(f"{table.shape}: said")
        assert "zeros" in table.dirt
        if table.form == "xlsx":
            assert "codes_as_numbers" in said
        else:  # a text from which all zeros are gone alike says nothing of them
            assert said & {"code_zeros", "code_lengths", "tree_by"} or _alike(nodes)
        asked = read.plan.entry("tree_by")
        if asked is None or asked.by == "rules":
            shorter = [(code.lstrip("0"), depth) for code, depth in table.nodes]
            assert [(code.lstrip("0"), depth) for code, depth in nodes] == shorter
    assert ("titles" in table.dirt) <= ("titles" in said)
    assert ("notes" in table.dirt) <= ("notes" in said)


def _alike(nodes: list[tuple[str, int]]) -> bool:
    """Whether the codes of each level are of one length."""
    lengths: dict[int, set[int]] = {}
    for code, depth in nodes:
        lengths.setdefault(depth, set()).add(len(code))
    return all(len(known) == 1 for known in lengths.values())


@given(tables())
@settings(max_examples=examples(24))
def test_without_lost_zeros_every_tree_is_read_and_no_label_is_gone(
    tmp_path_factory: pytest.TempPathFactory, table: Written
) -> None:
    table.dirt -= {"zeros"}
    file = table.write(tmp_path_factory.mktemp("tree"))
    try:
        read = answered(file, table)
    except CkmError:
        # Two codes of which one begins with the other are no reason to propose groups.
        assert (table.shape, len(table.nodes)) == ("prefix", 2)
        answers = [ReadingAnswer("tree_by", "", "prefix"), ReadingAnswer("notes", "", "leave_out")]
        read = read_hierarchy(file, answers=[*answers, ReadingAnswer("repeated_head", "", "leave_out")])
    assert [(node.code, node.depth) for node in read.hierarchy.nodes] == table.nodes
    assert read.labels == {code: Texts.same(label) for code, label in table.labels.items()}


@given(tables())
@settings(max_examples=examples(24))
def test_a_code_list_has_each_code_with_its_label_whatever_stands_around(
    tmp_path_factory: pytest.TempPathFactory, table: Written
) -> None:
    table.dirt -= {"zeros"}
    table.shape = "prefix"
    file = table.write(tmp_path_factory.mktemp("list"))
    try:
        found = read_code_list(file)
    except ReadingAsked as asked:
        answers = [ReadingAnswer(entry.kind, entry.column, entry.choices[0]) for entry in asked.plan.questions]
        answers = [ReadingAnswer("code_zeros", "", "keep"), *(one for one in answers if one.kind != "code_zeros")]
        found = read_code_list(file, answers=answers)
    assert [(one.code, one.label.de) for one in found] == [(code, table.labels[code]) for code, _ in table.nodes]


@st.composite
def faulty_tables(draw: st.DrawFn) -> Written:
    """Trees with further columns, rows that come twice, rows without a code, and codes that are called otherwise."""
    table = draw(tables())
    table.shape = draw(st.sampled_from(["columns", "parents", "levels", "prefix"]))
    table.dirt = (table.dirt - {"zeros", "merged"}) | draw(
        st.frozensets(st.sampled_from(["further", "twice", "nameless", "renamed"]), min_size=1)
    )
    return table


def faulty(table: Written) -> list[list[Any]]:
    """The rows of a table with the faults that were drawn."""
    rows = table.rows()
    head = next(number for number, row in enumerate(rows) if len(row) > 1)
    body = [number for number, row in enumerate(rows) if number > head and len(row) > 1 and any(row)]
    if "further" in table.dirt:
        rows = [
            [*row, "Kürzel" if number == head else f"K{number}"] if len(row) > 1 else row
            for number, row in enumerate(rows)
        ]
    codes = [place for place, name in enumerate(rows[head]) if name in ("Code", "Schlüssel", "Ebene1")]
    if "renamed" in table.dirt and len(body) > 1:
        rows.insert(body[-1] + 1, [*rows[body[-1]][:-1], "ganz anders"])
    if "twice" in table.dirt:
        rows.insert(body[0] + 1, list(rows[body[0]]))
    if "nameless" in table.dirt:
        nameless = list(rows[body[0]])
        nameless[codes[0]] = ""
        rows.insert(body[0] + 1, nameless)
    return rows


@given(faulty_tables())
@settings(max_examples=examples(40))
def test_each_cell_is_a_code_or_a_label_or_lies_where_an_entry_says_so(
    tmp_path_factory: pytest.TempPathFactory, table: Written
) -> None:
    rows = faulty(table)
    file = table_of(tmp_path_factory.mktemp("faulty"), rows)
    answers = [ReadingAnswer("tree_by", "", "prefix"), ReadingAnswer("code_zeros", "", "keep")]
    read = read_codes(columns_of(read_table(file), "tree"), "tree", answers=answers)
    lines = {line for entry in read.plan.entries for line in entry.rows}
    unread = {entry.column for entry in read.plan.entries if entry.kind == "column_ignored"}
    lines |= {row.line for row in read.columns.head}
    lines |= {int(error.fields["line"]) for error in read.misfits}
    nodes = set() if read.hierarchy is None else {node.code for node in read.hierarchy.nodes}
    nodes |= {category.code for category in read.categories}
    depth = next((place for place, meaning in enumerate(read.columns.meanings) if meaning == "depth"), None)
    for line, row in enumerate(rows, start=1):
        if line in lines or not any(row):
            continue
        for place, cell in enumerate(row):
            text = str(cell).strip()
            is_named = read.columns.names[place] in unread or place == depth
            assert not text or is_named or text in nodes or any(text == label.de for label in read.labels.values())


@given(tables(), st.data())
@settings(max_examples=examples(24))
def test_whatever_columns_are_said_to_mean_a_tree_or_rows_that_do_not_fit_result(
    tmp_path_factory: pytest.TempPathFactory, table: Written, data: st.DataObject
) -> None:
    read_table_again = read_table(table.write(tmp_path_factory.mktemp("tree")))
    wanted = data.draw(st.sampled_from(["tree", "list"]))
    columns = columns_of(read_table_again, wanted)
    offered = list(offered_meanings(wanted, columns.meanings))
    meanings = {place: data.draw(st.sampled_from(offered)) for place in range(len(columns.names))}
    try:
        read = read_codes(columns.with_meanings(meanings), wanted)
    except HierarchySeveral:
        return
    if read.hierarchy is not None:
        codes = [node.code for node in read.hierarchy.nodes]
        assert len(set(codes)) == len(codes)
    assert all(error.text("de") for error in read.misfits)
    assert all(entry.sentence.text("de") for entry in read.plan.entries)


# --- one thing at a time -------------------------------------------------------------------------------------------


def table_of(folder: Path, rows: list[list[Any]], name: str = "table.csv") -> Path:
    file = folder / name
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(rows)
    return file


def kinds(asked: ReadingAsked) -> list[str]:
    return [entry.kind for entry in asked.plan.questions]


def dotted(read: ReadHierarchy) -> list[str]:
    return ["." * node.depth + node.code for node in read.hierarchy.nodes]


def test_empty_cells_below_a_code_are_asked_about_and_take_the_code_above(tmp_path: Path) -> None:
    rows = [["Land", "Name", "Kreis"], ["01", "Nord", "01001"], ["", "", "01002"], ["09", "Süd", "09161"]]
    file = table_of(tmp_path, rows)
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    assert kinds(asked.value) == ["fill_down"]
    read = read_hierarchy(file, answers=[ReadingAnswer("fill_down", "", "above")])
    assert dotted(read) == ["01", ".01001", ".01002", "09", ".09161"]


def test_a_code_with_two_labels_is_asked_about_and_a_spelling_is_said(tmp_path: Path) -> None:
    rows = [["Land", "Name", "Kreis"], ["01", "Nord", "01001"], ["01", "Süd", "01002"], ["01", "NORD", "01003"]]
    file = table_of(tmp_path, rows)
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    (entry,) = asked.value.plan.questions
    assert (entry.kind, entry.rows, entry.examples) == ("labels_differ", (3,), ("01: Nord / Süd",))
    assert asked.value.plan.entry("label_spelling") is not None
    for choice, label in (("first", "Nord"), ("last", "NORD")):
        read = read_hierarchy(file, answers=[ReadingAnswer("labels_differ", "", choice)])
        assert read.labels["01"].de == label


def test_rows_that_do_not_fit_are_all_named_and_left_out_where_somebody_says_so(tmp_path: Path) -> None:
    rows = [["Code", "Parent"], ["a", ""], ["b", ""], ["x", "a"], ["x", "b"], ["", "a"], ["b", ""], ["y", "a"]]
    file = table_of(tmp_path, rows)
    read = read_codes(columns_of(read_table(file), "tree"), "tree")
    assert [(error.code, error.fields["line"]) for error in read.misfits] == [
        ("hierarchy_two_parents", 5),
        ("code_missing", 6),
        ("hierarchy_code_twice", 7),
    ]
    with fails("hierarchy_two_parents"):
        read_hierarchy(file)
    found = read_hierarchy(file, answers=[ReadingAnswer("misfits", "", "leave_out")])
    assert dotted(found) == ["a", ".x", ".y", "b"]
    entry = found.plan.entry("misfits")
    assert entry is not None
    assert (entry.count, entry.by) == (3, "person")


def test_columns_that_are_not_read_are_named(tmp_path: Path) -> None:
    rows = [["Code", "Parent", "Name", "Kurzname"], ["a", "", "Alpha", "A."], ["b", "a", "Beta", "B."]]
    read = read_hierarchy(table_of(tmp_path, rows))
    assert read.labels["b"].de == "Beta"
    entry = read.plan.entry("column_ignored", "Kurzname")
    assert entry is not None
    assert entry.examples == ("A.", "B.")
    other = read_hierarchy(table_of(tmp_path, rows), meanings={"Kurzname": "label", 2: "ignored"})
    assert other.labels["b"].de == "B."


def test_codes_that_only_seem_to_begin_with_others_are_asked_about(tmp_path: Path) -> None:
    rows = [["Code", "Name"], *([str(number), f"Alter {number}"] for number in range(1, 100))]
    file = table_of(tmp_path, rows)
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    assert kinds(asked.value) == ["tree_by"]
    assert read_hierarchy(file, answers=[ReadingAnswer("tree_by", "", "prefix")]).hierarchy.depth == 2
    with fails("hierarchy_not_in_file"):
        read_hierarchy(file, answers=[ReadingAnswer("tree_by", "", "none")])


def test_zeros_that_parts_of_codes_have_lost_are_asked_about(tmp_path: Path) -> None:
    head = ["Land", "RB", "Kreis", "Gem", "Gemeindename"]
    rows = [head, [1, "", "", "", "SH"], [1, 0, 1, "", "Flensburg"], [1, 0, 1, 0, "Flensburg, Stadt"]]
    rows += [[10, "", "", "", "Saarland"], [10, 0, 41, "", "Saarbrücken"], [10, 0, 41, 100, "Saarbrücken, Stadt"]]
    file = table_of(tmp_path, rows)
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    assert {(entry.kind, entry.column) for entry in asked.value.plan.questions} == {
        ("code_zeros", "Land"),
        ("code_zeros", "Kreis"),
        ("code_zeros", "Gem"),
    }
    read = read_hierarchy(file, answers=[ReadingAnswer("code_zeros", "", "pad")])
    assert dotted(read) == ["01", ".01001", "..01001000", "10", ".10041", "..10041100"]


def test_codes_of_the_data_decide_on_lost_zeros(tmp_path: Path) -> None:
    rows = [["Land", "Kreis"], ["1", "1001"], ["1", "1058"], ["10", "10041"], ["16", "16077"]]
    file = table_of(tmp_path, rows)
    with pytest.raises(ReadingAsked):
        read_hierarchy(file)
    read = read_hierarchy(file, ["01001", "10041"])
    assert dotted(read) == ["01", ".01001", ".01058", "10", ".10041", "16", ".16077"]
    entry = read.plan.entry("code_zeros")
    assert entry is not None
    assert (entry.decision, entry.by) == ("pad", "rules")


def test_the_indents_of_cells_in_excel_give_the_levels(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "indented.xlsx")
    sheet = book.add_worksheet()
    for row, (code, indent) in enumerate([("Code", 0), ("N", 0), ("N1", 1), ("N11", 2), ("N2", 1), ("S", 0)]):
        sheet.write(row, 0, code, book.add_format({"indent": indent}))
        sheet.write(row, 1, f"Name {code}" if row else "Bezeichnung")
    book.close()
    read = read_hierarchy(tmp_path / "indented.xlsx")
    assert (read.kind, dotted(read)) == ("indents", ["N", ".N1", "..N11", ".N2", "S"])
    assert read.labels["N11"].de == "Name N11"


def test_blanks_that_only_pad_numbers_are_no_levels(tmp_path: Path) -> None:
    rows = [["Code", "Name"], ["  1", "a"], [" 20", "b"], ["300", "c"]]
    with fails("hierarchy_not_in_file"):
        read_hierarchy(table_of(tmp_path, rows))
    assert [one.code for one in read_code_list(table_of(tmp_path, rows))] == ["1", "20", "300"]


def test_sheet_and_row_of_names_can_be_chosen(tmp_path: Path) -> None:
    sheets = {
        "alt": [["Code", "Parent"], ["a", ""], ["b", "a"]],
        "neu": [["x", "y"], ["ab", "cd"], ["Code", "Parent"], ["c", ""], ["d", "c"]],
    }
    file = write_xlsx(tmp_path / "two.xlsx", sheets)
    assert dotted(read_hierarchy(file)) == ["a", ".b"]
    assert dotted(read_hierarchy(file, sheet="neu", head_row=3)) == ["c", ".d"]
    without = read_hierarchy(file, sheet="neu", head_row=0, meanings={0: "code", 1: "parent"})
    assert "x" in without.hierarchy.index
    with fails("code_head_row"):
        read_hierarchy(file, head_row=77)
    with fails("sheet_unknown"):
        read_hierarchy(file, sheet="nowhere")
    with fails("column_meaning_unknown"):
        read_hierarchy(file, meanings={"Code": "levels"})
    with fails("code_column_unknown"):
        read_hierarchy(file, meanings={"Kode": "code"})


def test_a_first_row_that_may_hold_codes_is_said_to_be_read_as_names(tmp_path: Path) -> None:
    file = table_of(tmp_path, [["Nord", "Kiel"], ["Süd", "Ulm"], ["Süd", "Passau"]])
    read = read_hierarchy(file)
    assert dotted(read) == ["Süd", ".Ulm", ".Passau"]
    assert read.plan.entry("head_guessed") is not None
    assert read_hierarchy(file, ["Kiel"]).plan.entry("head_guessed") is None


def test_a_conversion_table_gives_new_labels_and_names_what_is_divided(tmp_path: Path) -> None:
    rows = [
        ["Umsteigetabelle WZ 2008 - WZ 2025"],
        ["WZ 2008", "Bezeichnung", "Teil", "WZ 2025", "Bezeichnung 2025"],
        ["01.11", "Getreide", "", "01.11", "Getreide und Hülsenfrüchte"],
        ["01.12", "Reis", "", "01.11", "Getreide und Hülsenfrüchte"],
        ["01.13", "Gemüse", "p", "01.14", "Gemüse im Freiland"],
        ["01.13", "Gemüse", "p", "01.15", "Gemüse unter Glas"],
    ]
    read = read_conversion(table_of(tmp_path, rows))
    assert read.pairs == (("01.11", "01.11"), ("01.12", "01.11"), ("01.13", "01.14"), ("01.13", "01.15"))
    assert read.labels["01.15"].de == "Gemüse unter Glas"
    assert classify(read.pairs).merged == ((("01.11", "01.12"), "01.11"),)
    assert read.partial == (("01.13", "01.14", "p"), ("01.13", "01.15", "p"))
    entry = read.plan.entry("partial_codes")
    assert entry is not None
    assert "cannot be computed from counts" in entry.sentence.text("en")
    assert read.plan.entry("titles") is not None


def test_shares_of_a_conversion_are_named_and_a_whole_one_is_none(tmp_path: Path) -> None:
    rows = [
        ["AGS alt", "Name alt", "Bevölkerungsanteil", "AGS neu", "Name neu"],
        ["01001", "Altdorf", "1,0", "01009", "Neudorf"],
        ["01002", "Berg", "0,25", "01009", "Neudorf"],
        ["01002", "Berg", "0,75", "01010", "Bergen"],
    ]
    read = read_conversion(table_of(tmp_path, rows))
    assert read.partial == (("01002", "01009", "0,25"), ("01002", "01010", "0,75"))
    assert {code: label.de for code, label in read.labels.items()} == {"01009": "Neudorf", "01010": "Bergen"}


def test_new_codes_take_the_labels_of_the_conversion() -> None:
    entry = VariableEntry("kreis", "dimension", Texts.same("Kreis"), (Category("03152", Texts.same("Göttingen")),))
    pairs = (("03152", "03159"),)
    changed = with_new_codes(entry, (), pairs, "2016-11-01", labels={"03159": Texts.same("Göttingen, neu")})
    assert changed.categories[1].label.de == "Göttingen, neu"


def test_groups_may_be_named_by_their_labels(tmp_path: Path) -> None:
    rows = [
        ["Code", "Oberbegriff", "Bezeichnung"],
        ["N", "", "Norden"],
        ["1", "Norden", "Kiel"],
        ["2", "Norden", "Ulm"],
    ]
    read = read_hierarchy(table_of(tmp_path, rows))
    assert dotted(read) == ["N", ".1", ".2"]
    entry = read.plan.entry("parents_by_label", "Oberbegriff")
    assert entry is not None
    assert entry.examples == ("Norden: N",)
    other = read_hierarchy(table_of(tmp_path, [*rows, ["S", "", "Norden"]]))  # which Norden is not known
    assert "Norden" in other.hierarchy.index


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        (["Lfd. Nr.", "Art", "AGS alt", "Name alt", "AGS neu", "Name neu"], ["1", "A", "01001", "Alt", "01009", "Neu"]),
        (["Nr", "WZ 2025", "Titel 2025", "WZ 2008", "Titel 2008"], ["1", "01009", "Neu", "01001", "Alt"]),
        (["Code new", "Label new", "Code old", "Label old"], ["01009", "Neu", "01001", "Alt"]),
        (["Kreise 31.12.2010", "Name 2010", "Kreise 31.12.2011", "Name 2011"], ["01001", "Alt", "01009", "Neu"]),
    ],
)
def test_old_and_new_codes_are_found_by_words_or_years(tmp_path: Path, heads: list[str], row: list[str]) -> None:
    other = [cell.replace("01001", "01002").replace("01009", "01010").replace("Neu", "Neu 2") for cell in row]
    read = read_conversion(table_of(tmp_path, [heads, row, other]))
    assert read.pairs == (("01001", "01009"), ("01002", "01010"))
    assert read.labels["01009"].de == "Neu"
    assert read.labels["01010"].de == "Neu 2"


def test_a_title_that_a_separator_divides_is_no_code(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text("Gebiete, Stand 2024\ncode,label\n01,Nord\n02,Süd\n", encoding="utf-8")
    assert [(one.code, one.label.de) for one in read_code_list(file)] == [("01", "Nord"), ("02", "Süd")]


def test_a_total_beside_the_groups_is_asked_about(tmp_path: Path) -> None:
    file = table_of(tmp_path, [["Land", "Kreis"], ["01", "01001"], ["01", "01002"], ["Insgesamt", ""]])
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    (entry,) = asked.value.plan.questions
    assert (entry.kind, entry.rows) == ("totals", (4,))
    assert dotted(read_hierarchy(file, answers=[ReadingAnswer("totals", "", "leave_out")])) == [
        "01",
        ".01001",
        ".01002",
    ]
    assert dotted(read_hierarchy(file, answers=[ReadingAnswer("totals", "", "keep")]))[-1] == "Insgesamt"


def test_codes_that_excel_made_powers_of_ten_are_named(tmp_path: Path) -> None:
    file = table_of(tmp_path, [["Code", "Parent"], ["N", ""], ["1E+05", "N"], ["2E+05", "N"]])
    entry = read_hierarchy(file).plan.entry("exponents", "Code")
    assert entry is not None
    assert entry.examples == ("1E+05", "2E+05")


def test_codes_alone_are_grouped_by_how_they_begin(tmp_path: Path) -> None:
    file = tmp_path / "nuts.txt"
    file.write_text("DE\nDE1\nDE11\nDE111\nDE2\nDE21\nDE211\n", encoding="utf-8")
    assert dotted(read_hierarchy(file)) == ["DE", ".DE1", "..DE11", "...DE111", ".DE2", "..DE21", "...DE211"]
    file.write_text("b\na\nc\n", encoding="utf-8")
    assert dotted(read_hierarchy(file)) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("head", "labels"),
    [
        (["Kreis", "Kreisname", "RegBez", "Name", "Land", "Name"], 1),
        (["Kreis", "Kreisbezeichnung", "Land", "Bezeichnung"], 1),
        (["Gemeinde", "Gemeindename", "Bezeichnung"], 1),
        (["Schlüssel", "Art", "Bezeichnung"], 2),
    ],
)
def test_labels_of_a_list_stand_under_the_name_of_its_codes(tmp_path: Path, head: list[str], labels: int) -> None:
    rows = [[f"{code}{place}" for place in range(len(head))] for code in ("091", "092", "053")]
    found = read_code_list(table_of(tmp_path, [head, *rows]))
    assert [(one.code, one.label.de) for one in found] == [(row[0], row[labels]) for row in rows]


def test_the_column_of_levels_of_eurostat_is_no_level(tmp_path: Path) -> None:
    rows = [["DE", "Deutschland", "0"], ["DE1", "BW", "1"], ["DE11", "Stuttgart", "2"], ["FR", "France", "0"]]
    read = read_hierarchy(table_of(tmp_path, [["NUTS_ID", "NAME_LATN", "LEVL_CODE"], *rows]))
    assert [(node.code, node.depth) for node in read.hierarchy.nodes] == [(row[0], int(row[2])) for row in rows]
