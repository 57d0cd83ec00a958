"""Tables of codes with a few faulty rows: these are named, and decide nothing about the others."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from ckmcore.dictionary.code_columns import columns_of
from ckmcore.dictionary.code_lists import read_code_list
from ckmcore.dictionary.code_tables import CodeTable, read_codes
from ckmcore.dictionary.hierarchy_files import read_hierarchy
from ckmcore.dictionary.small_tables import read_table
from ckmcore.errors import CkmWarning
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from tests.kit.examples import examples

SHAPES = ("columns", "parents", "levels", "prefix", "indents", "stairs")
FAULTS = {
    "columns": ("other_parent", "gap", "nameless", "twice"),
    "parents": ("other_parent", "unknown_parent", "no_parent", "nameless", "twice"),
    "levels": ("deeper", "higher", "nameless", "twice"),
    "stairs": ("deeper", "higher", "nameless", "twice"),
    "indents": ("deeper", "nameless", "twice"),
    "prefix": ("other_beginning", "nameless", "twice"),
}


@dataclass
class Faulty:
    """A tree of three levels, its rows in a shape, and which of these are faulty. parents: by code; rows: cells below
    the names, each with the codes that it alone may give."""

    shape: str
    parents: dict[str, str]
    head: list[str]
    rows: list[list[str]]
    codes: list[list[str]]
    faulty: set[int]

    def write(self, folder: Path) -> Path:
        file = folder / "codes.csv"
        with file.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, delimiter=";").writerows([self.head, *self.rows])
        return file


def row_of(shape: str, path: list[str]) -> list[str]:
    """The cells of the innermost code of a path."""
    code, depth = path[-1], len(path) - 1
    if shape == "columns":
        return [*path, *[""] * (3 - len(path)), f"Name {code}"]
    if shape == "parents":
        return [code, path[-2] if depth else "", f"Name {code}"]
    if shape == "levels":
        return [str(depth + 1), code, f"Name {code}"]
    if shape == "stairs":
        return [*[""] * depth, code, *[""] * (2 - depth), f"Name {code}"]
    return [code, f"{'   ' * depth if shape == 'indents' else ''}Name {code}"]


HEADS = {
    "columns": ["Ebene1", "Ebene2", "Ebene3", "Bezeichnung"],
    "stairs": ["Ebene1", "Ebene2", "Ebene3", "Bezeichnung"],
    "parents": ["Code", "Oberbegriff", "Bezeichnung"],
    "levels": ["Ebene", "Schlüssel", "Bezeichnung"],
}


@st.composite
def faulty_tables(draw: st.DrawFn) -> Faulty:
    shape = draw(st.sampled_from(SHAPES))
    groups = draw(st.lists(st.integers(10, 99), min_size=3, max_size=5, unique=True).map(sorted))
    parents: dict[str, str] = {}
    paths: list[list[str]] = []
    for group in map(str, groups):
        parents[group] = ""
        paths.append([group])
        for middle in (group + digit for digit in "1234"[: draw(st.integers(3, 4))]):
            parents[middle] = group
            paths.append([group, middle])
            for leaf in (f"{middle}{number:02d}" for number in range(1, draw(st.integers(4, 6)))):
                parents[leaf] = middle
                paths.append([group, middle, leaf])
    if shape == "columns":
        paths = [path for path in paths if len(path) == 3]
    rows = [row_of(shape, path) for path in paths]
    codes = [list(path) if shape == "columns" else [path[-1]] for path in paths]
    table = Faulty(shape, parents, HEADS.get(shape, ["Schlüssel", "Bezeichnung"]), rows, codes, set())
    for _ in range(draw(st.integers(1, 3))):
        fault = draw(st.sampled_from(FAULTS[shape]))
        spoil(draw, table, paths, fault)
    return table


def spoil(draw: st.DrawFn, table: Faulty, paths: list[list[str]], fault: str) -> None:
    """Make one more row faulty."""
    leaves = [
        place
        for place, path in enumerate(paths)
        if len(path) == 3 and place not in table.faulty and 0 < place < len(paths) - 1
    ]
    place = draw(st.sampled_from(leaves))
    row, path = table.rows[place], paths[place]
    others = [code for code in table.parents if len(code) == 3 and code != path[1]]
    if fault == "other_parent" and table.shape == "columns":
        row[0] = draw(st.sampled_from([code for code in table.parents if len(code) == 2 and code != path[0]]))
    elif fault == "other_parent":
        row[1] = draw(st.sampled_from(others))
    elif fault == "unknown_parent":
        row[1] = "ZZ"
    elif fault == "no_parent":
        row[1] = draw(st.sampled_from(["-", "k.A.", "0", ""]))
    elif fault == "gap":
        row[1] = ""
    elif fault == "nameless":
        table.rows[place] = [*["" if cell in path else cell for cell in row[:-1]], row[-1]]
    elif fault in ("deeper", "higher"):
        depth = 5 if fault == "deeper" else 1
        if table.shape == "levels":
            row[0] = str(depth)
        elif table.shape == "indents":
            row[1] = " " * 30 + row[1].strip()
        else:
            table.rows[place] = ["", "", "", row[-1]] if fault == "deeper" else [path[2], "", "", row[-1]]
    elif fault == "other_beginning":
        row[0] = f"0{path[2][1:]}"
    else:
        table.rows[place] = list(table.rows[0])
    table.faulty.add(place)


def read(table: Faulty, folder: Path) -> CodeTable:
    columns = columns_of(read_table(table.write(folder)), "tree")
    answers = [] if table.shape not in ("prefix", "indents") else [ReadingAnswer("tree_by", "", table.shape)]
    return read_codes(columns, "tree", answers=answers)


@pytest.mark.thorough
@given(faulty_tables())
@settings(max_examples=examples(90))
def test_faulty_rows_are_named_and_all_other_codes_are_where_they_belong(
    tmp_path_factory: pytest.TempPathFactory, table: Faulty
) -> None:
    check(table, tmp_path_factory.mktemp("faulty"))


@pytest.mark.thorough
@given(faulty_tables())
@settings(max_examples=4000)
def test_faulty_rows_of_thousands_of_tables_are_named(tmp_path_factory: pytest.TempPathFactory, table: Faulty) -> None:
    check(table, tmp_path_factory.mktemp("faulty"))


def check(table: Faulty, folder: Path) -> None:
    found = read(table, folder)
    event(table.shape)
    named = {line for entry in found.plan.entries for line in entry.rows}
    named |= {int(error.fields["line"]) for error in found.misfits}
    for place in table.faulty:
        assert place + 2 in named, (table.rows[place], found.plan, found.misfits)
    assert found.hierarchy is not None
    tree = {node.code: node for node in found.hierarchy.nodes}
    told = {text for entry in found.plan.entries for text in entry.examples}
    sound = {code for place, codes in enumerate(table.codes) if place not in table.faulty for code in codes}
    for place, codes in enumerate(table.codes):
        if place in table.faulty or place + 2 in named:
            continue
        for code in codes:
            assert code in tree or code in told, (code, found.plan)
            parent = tree[code].parent
            above = found.hierarchy.nodes[parent].code if parent >= 0 else ""
            assert above == table.parents[code] or table.parents[code] not in sound, (code, above, found.plan)


# --- one thing at a time -------------------------------------------------------------------------------------------


def table_of(folder: Path, *lines: str) -> Path:
    file = folder / "table.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def looked_at(file: Path, wanted: Any = "tree", *answers: ReadingAnswer) -> CodeTable:
    return read_codes(columns_of(read_table(file), wanted), wanted, answers=answers)


def dotted(table: CodeTable) -> list[str]:
    assert table.hierarchy is not None
    return ["." * node.depth + node.code for node in table.hierarchy.nodes]


def test_one_row_does_not_turn_the_levels_round(tmp_path: Path) -> None:
    rows = ["DE1;DE11;DE111", "DE1;DE11;DE112", "DE2;DE11;DE113"]
    for order in (rows, rows[::-1]):
        read = looked_at(table_of(tmp_path, "NUTS1;NUTS2;NUTS3", *order))
        assert sorted(dotted(read)) == ["..DE111", "..DE112", ".DE11", "DE1"]
        (misfit,) = read.misfits
        assert (misfit.code, misfit.fields["line"]) == ("hierarchy_two_parents", 2 + order.index("DE2;DE11;DE113"))
        lost = read.plan.entry("codes_lost")
        assert lost is not None
        assert lost.examples == ("DE2", "DE113")
    read = looked_at(table_of(tmp_path, "NUTS1;NUTS2;NUTS3", "DE1;DE11;DE111", "DE1;;DE112", "DE2;DE21;", "DE3;;"))
    assert dotted(read) == ["DE1", ".DE11", "..DE111", "DE2", ".DE21", "DE3"]
    names = ["Nord;Küste;Kiel", "Nord;Küste;Husum", "Süd;Alpen;Ulm", "Süd;Alpen;Füssen", "Nord;Alpen;Kempten"]
    read = looked_at(table_of(tmp_path, "Land;Bezirk;Kreis", *names))
    assert dotted(read) == ["Nord", ".Küste", "..Kiel", "..Husum", "Süd", ".Alpen", "..Ulm", "..Füssen"]
    assert [misfit.fields["line"] for misfit in read.misfits] == [6]


@pytest.mark.parametrize("sign", ["-", "k.A.", ".", "0", "–", "A"])
def test_a_sign_for_no_parent_is_no_group(tmp_path: Path, sign: str) -> None:
    read = looked_at(table_of(tmp_path, "Code;Parent;Label", f"A;{sign};x", "A1;A;y", "A2;A;z"))
    assert dotted(read) == ["A", ".A1", ".A2"]
    entry = read.plan.entry("no_parent", "Parent")
    assert entry is not None
    assert (entry.rows, entry.examples) == ((2,), (sign,))
    read.check()


def test_a_zero_that_has_a_row_is_a_group(tmp_path: Path) -> None:
    read = looked_at(table_of(tmp_path, "Code;Parent;Label", "0;;x", "A;0;y", "B;0;z"))
    assert dotted(read) == ["0", ".A", ".B"]


def test_a_group_without_a_row_is_asked_about_where_others_have_one(tmp_path: Path) -> None:
    rows = ["Code;Oberbegriff;Bezeichnung", "1;;Nord", "11;1;Kiel", "2;;Süd", "21;2;Ulm", "22;9;Füssen"]
    file = table_of(tmp_path, *rows)
    with pytest.raises(ReadingAsked) as asked:
        looked_at(file).check()
    (entry,) = asked.value.plan.questions
    assert (entry.kind, entry.rows, entry.examples) == ("parents_without_row", (6,), ("9 > 22",))
    looked_at(file, "tree", ReadingAnswer("parents_without_row", "", "as_group")).check()


def test_code_and_label_in_one_cell_are_divided(tmp_path: Path) -> None:
    read = looked_at(table_of(tmp_path, "A Landwirtschaft", "  01 Pflanzen", "  02 Forst", "B Bergbau"))
    assert dotted(read) == ["A", ".01", ".02", "B"]
    assert read.labels["01"].de == "Pflanzen"
    rows = ["Land;Kreis", "01 Holstein;01001 Flensburg", "01 Holstein;01002 Kiel", "09 Bayern;09161 Ingolstadt"]
    read = looked_at(table_of(tmp_path, *rows))
    assert dotted(read) == ["01", ".01001", ".01002", "09", ".09161"]
    assert read.labels["09"].de == "Bayern"
    assert {entry.column for entry in read.plan.entries if entry.kind == "code_and_label"} == {"Land", "Kreis"}
    file = table_of(
        tmp_path, "Kreis;Oberbegriff", "01001 Flensburg;01 Holstein", "01 Holstein;-", "01002 Kiel;01 Holstein"
    )
    assert dotted(looked_at(file)) == ["01", ".01001", ".01002"]


@pytest.mark.parametrize(
    "lines", [("1 männlich", "2 weiblich"), ("1=männlich", "2=weiblich"), ("1 - männlich", "2 – weiblich")]
)
def test_a_list_of_codes_with_labels_in_one_cell(tmp_path: Path, lines: tuple[str, ...]) -> None:
    found = read_code_list(table_of(tmp_path, *lines))
    assert [(one.code, one.label.de) for one in found] == [("1", "männlich"), ("2", "weiblich")]


def test_quantities_are_asked_about_and_may_be_codes(tmp_path: Path) -> None:
    file = table_of(tmp_path, "10 bis 20 Jahre", "20 bis 30 Jahre", "30 und mehr")
    with pytest.raises(ReadingAsked) as asked:
        read_code_list(file)
    assert [entry.option for entry in asked.value.plan.questions] == ["--answer code_and_label:V1=split|whole"]
    found = read_code_list(file, answers=[ReadingAnswer("code_and_label", "", "whole")])
    assert [one.code for one in found] == ["10 bis 20 Jahre", "20 bis 30 Jahre", "30 und mehr"]


def test_labels_before_their_codes_are_labels(tmp_path: Path) -> None:
    found = read_code_list(table_of(tmp_path, "männlich;1", "weiblich;2"))
    assert [(one.code, one.label.de) for one in found] == [("1", "männlich"), ("2", "weiblich")]


def test_further_labels_are_a_warning_of_the_library(tmp_path: Path) -> None:
    file = table_of(tmp_path, "Code;Label;Label", "1;Mann;Männer", "2;Frau;Frauen", "3;divers;Diverse")
    with pytest.warns(CkmWarning, match="holds other labels of the same codes"):
        read_code_list(file)
    rows = ["Code;Parent;Label;Kurztext", "1;;Norden;Nord", "11;1;Kiel (Stadt);Kiel", "12;1;Lübeck (Stadt);Lübeck"]
    with pytest.warns(CkmWarning, match="Kurztext"):
        read = read_hierarchy(table_of(tmp_path, *rows))
    assert read.plan.entry("labels_unread", "Kurztext") is not None


def test_a_total_in_a_list_is_asked_about(tmp_path: Path) -> None:
    file = table_of(tmp_path, "Schlüssel;Bezeichnung", "1;männlich", "2;weiblich", "9;Insgesamt")
    with pytest.raises(ReadingAsked) as asked:
        read_code_list(file)
    assert [(entry.kind, entry.rows) for entry in asked.value.plan.questions] == [("totals", (4,))]
    for choice, codes in (("leave_out", ["1", "2"]), ("keep", ["1", "2", "9"])):
        assert [one.code for one in read_code_list(file, answers=[ReadingAnswer("totals", "", choice)])] == codes


def test_a_code_that_is_its_own_parent_is_a_fault_where_others_have_none(tmp_path: Path) -> None:
    read = looked_at(table_of(tmp_path, "Code;Parent;Label", "L;;x", "K1;L;y", "K2;K2;z"))
    assert dotted(read) == ["L", ".K1"]
    assert [misfit.code for misfit in read.misfits] == ["hierarchy_cycle"]
    read = looked_at(table_of(tmp_path, "Code;Parent;Label", "L;L;x", "K1;L;y", "M;M;z"))
    assert (dotted(read), read.misfits) == (["L", ".K1", "M"], ())


def test_a_column_that_counts_the_rows_is_no_column_of_codes(tmp_path: Path) -> None:
    found = read_code_list(table_of(tmp_path, "Nr;Code;Bezeichnung", "1;A01;Kiel", "2;A02;Ulm"))
    assert [(one.code, one.label.de) for one in found] == [("A01", "Kiel"), ("A02", "Ulm")]
    read = looked_at(table_of(tmp_path, "Nr;Code;Oberbegriff;Bezeichnung", "1;A;;Nord", "2;A1;A;Kiel"))
    assert dotted(read) == ["A", ".A1"]


@pytest.mark.parametrize("head", ["Land;Name", "Gebiet;Bezeichnung"])
def test_names_of_columns_are_no_codes(tmp_path: Path, head: str) -> None:
    found = read_code_list(table_of(tmp_path, head, "1;Nord", "X;unbekannt", "-;keine Angabe"))
    assert [one.code for one in found] == ["1", "X", "-"]
    found = read_code_list(table_of(tmp_path, "ISCED", "0 Early", "1 Primary", "24 General"))
    assert [one.code for one in found] == ["0", "1", "24"]


def test_further_labels_of_a_tree_are_no_level(tmp_path: Path) -> None:
    rows = ["Code;Label;Langtext", "01;Nord;Land im Norden", "011;Kiel;Stadt Kiel", "012;Husum;Stadt Husum"]
    read = looked_at(table_of(tmp_path, *rows), "tree", ReadingAnswer("tree_by", "", "prefix"))
    assert dotted(read) == ["01", ".011", ".012"]
    assert read.plan.entry("labels_unread", "Langtext") is not None
