"""Twelve tables as they stand in yearbooks, laid out in the window and compared cell by cell with pandas.

Each is on the screen, in a workbook and in a CSV file what the records, the keys and the rows of the perturbation
table say; the look-up tells the same story of its cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.prepared import write_prepared
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.sample import sample_microdata
from ckmcore.statistic.period import MethodInForce, Period, PeriodSource
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.source import with_prepared_source
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Condition, Footnote, OwnRow, Value
from ckmdesk.base.settings import Settings
from ckmdesk.commands import layout, presentation, references
from ckmdesk.commands import values as value_commands
from ckmdesk.pages.tables.own_rows import AnswersPopup
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.own_rows import rows_of
from ckmdesk.widgets.words_popup import WordsPopup
from tests.journeys import oracle
from tests.journeys.hands import Hands
from tests.journeys.oracle import Conditions, Figure, Line, Oracle, quotient

TOTAL, SUBTOTAL, SELECTED = "Insgesamt", "Zusammen", "Zusammen (Auswahl)"
FULL_TIME = (("enrolment", ("1",)),)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "settings.ini")
    made.set("language", "de")
    made.set("theme", "light")
    return made


@pytest.fixture(scope="module")
def students() -> ckm.Microdata:
    return sample_microdata("2025")


@pytest.fixture
def hands(window: MainWindow, students: ckm.Microdata) -> Iterator[Hands]:
    yield Hands(window, sample_statistic("de"), students)
    for popup in QApplication.topLevelWidgets():
        if isinstance(popup, CategoryPopup | WordsPopup | AnswersPopup):
            popup.close()


def ptable_of(hands: Hands) -> ckm.PTable:
    statistic = hands.window.desk.state.statistic
    assert statistic is not None
    in_force = statistic.period.in_force
    assert isinstance(in_force, MethodInForce)
    assert in_force.ptable is not None
    return in_force.ptable


def expect(hands: Hands, *names: str, filters: Conditions = ()) -> Oracle:
    return Oracle(hands.data, ptable_of(hands), [*dict.fromkeys([*names, *(name for name, _ in filters)])], filters)


def tree(dimension: Dimension) -> list[tuple[str, int, tuple[str, ...]]]:
    """Nodes of a hierarchy in their order: code, depth, leaves below."""
    assert dimension.hierarchy is not None
    nodes = dimension.hierarchy.nodes
    parents = {node.parent for node in nodes}
    leaves: list[list[str]] = [[] for _ in nodes]
    for place, node in enumerate(nodes):
        if place not in parents:
            above = place
            while above >= 0:
                leaves[above].append(node.code)
                above = nodes[above].parent
    return [(node.code, node.depth, tuple(below)) for node, below in zip(nodes, leaves, strict=True)]


def nodes_of(dimension: Dimension, depth: int | None = None, language: Language = "de") -> list[Line]:
    """A line for each node of a level of the hierarchy, or of all of them, with missing at the end."""
    found = [
        Line((dimension.label(code).text(language),), ((dimension.name, leaves),), key=code)
        for code, level, leaves in tree(dimension)
        if depth in (None, level)
    ]
    if "" in dimension.codes and depth in (None, 0):
        found.append(Line((dimension.label("").text(language),), ((dimension.name, ("",)),)))
    return found


def in_tree(lines: list[Line], dimension: Dimension) -> list[Line]:
    """The nodes of a hierarchy of two levels as a head says them in which a group spans its parts."""
    depths = {code: level for code, level, _ in tree(dimension)}
    found, group = list[Line](), ""
    for line in lines:
        (label,) = line.labels
        group = label if depths.get(line.key) == 0 else group
        below = {0: (label, "Zusammen"), 1: (group, label)}.get(depths.get(line.key, -1), (label, ""))
        found.append(replace(line, labels=below))
    return found


def categories(dimension: Dimension, language: Language = "de") -> list[Line]:
    return [
        Line((dimension.label(code).text(language),), ((dimension.name, (code,)),), key=code)
        for code in dimension.codes
    ]


def total(word: str) -> Line:
    return Line((word,))


def test_1_land_and_university_nested_with_the_share_of_the_row(hands: Hands, tmp_path: Path) -> None:
    hands.put("rows", "university")
    hands.put("columns", "sex")
    hands.filter("enrolment", "1")
    hands.values(Value("share", base="row", decimals=1))
    expected = expect(hands, "university", "sex", filters=FULL_TIME)
    rows = [total(SELECTED), *nodes_of(hands.data.dimensions["university"])]
    columns = [*categories(hands.data.dimensions["sex"]), total(SELECTED)]
    figures = oracle.table(
        rows,
        columns,
        [expected.count, lambda row, column: quotient(expected.count(row, column), expected.count(row), 100, 1)],
    )
    text = hands.check(rows, columns, [figures], tmp_path)
    assert "Berichtszeitraum: WS 2025/26" in text
    hands.stories(expected, rows, columns, [(0, 0), (1, 1), (7, 2), (len(rows) - 1, 3)])
    indents = [hands.page.model.rows.indent(line, 0) for line in range(4)]  # type: ignore[union-attr]
    assert indents == [0, 0, 1, 1]


def test_2_of_which_including_and_namely_under_each_land(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "enrolment")
    editor = hands.own_rows("rows")
    editor._add(*rows_of(dimensions["sex"]))
    for label, relation, name, code in (
        ("Deutsche", "darunter", "nationality", "100"),
        ("Erstimmatrikulierte", "und zwar", "semester", "1"),
    ):
        editor.list.setCurrentRow(len(editor.rows) - 1)
        editor._add(OwnRow(Texts(label, label)))
        editor.relation.setCurrentIndex(editor.relation.findData(relation))
        editor.relation.activated.emit(editor.relation.currentIndex())
        hands.condition(editor, name, code)
    assert editor.ok.isEnabled()
    editor.ok.click()
    hands.serve()
    expected = expect(hands, "university", "sex", "nationality", "semester", "enrolment")
    parts = [
        Line(("davon: männlich",), (("sex", ("m",)),)),
        Line(("weiblich",), (("sex", ("w",)),)),
        Line(("divers",), (("sex", ("d",)),)),
        Line(("darunter: Deutsche",), (("nationality", ("100",)),)),
        Line(("und zwar: Erstimmatrikulierte",), (("semester", ("1",)),)),
    ]
    rows = []
    for land in [total(TOTAL), *nodes_of(dimensions["university"], 0)]:
        word = TOTAL if land.labels == (TOTAL,) else SUBTOTAL
        rows.append(Line((*land.labels, word), land.conditions))
        rows += [Line((*land.labels, *part.labels), (*land.conditions, *part.conditions)) for part in parts]
    columns = [*categories(dimensions["enrolment"]), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(0, 0), (4, 3), (5, 1), (len(rows) - 1, 2)])


def test_3_two_stacked_blocks_with_headings(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "sex")
    hands.put("columns", "degree")
    hands.level("degree", depths=(0,))
    hands.run(layout.add_block("rows", "age", "Alter"))
    hands.level("age", nodes=("17", "18", "19", "20"), total="off")
    hands.run(
        layout.describe_block("rows", 0, label=Texts("By sex", "Nach Geschlecht")),
        layout.describe_block("rows", 1, label=Texts("By age", "Nach Altersgruppen"), blank=True),
    )
    older = (("21 bis 25", range(21, 26)), ("26 bis 30", range(26, 31)))
    for label, ages in older:
        group = tuple(map(str, ages))
        before = hands.spec.rows[1].levels[0].groups
        hands.level("age", groups=(*before, ckm.Group(Texts(label, label), group)))
    expected = expect(hands, "sex", "age", "degree")
    rows = [
        Line(("Nach Geschlecht",), empty=True),
        total(TOTAL),
        *categories(dimensions["sex"]),
        Line(("",), empty=True),
        Line(("Nach Altersgruppen",), empty=True),
        *(Line((age,), (("age", (age,)),)) for age in ("17", "18", "19", "20")),
        *(Line((label,), (("age", tuple(map(str, ages))),)) for label, ages in older),
    ]
    columns = [*nodes_of(dimensions["degree"], 0), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(1, 0), (2, 1), (7, 0), (12, 2)])


def test_4_land_by_subject_group_with_the_change_against_a_category(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "subject")
    hands.level("subject", depths=(0,))
    hands.values(
        Value("change", variable="subject", against="1", absolute=True),
        Value("change", variable="subject", against="1", decimals=1),
    )
    expected = expect(hands, "university", "subject")
    rows = [total(TOTAL), *nodes_of(dimensions["university"], 0)]
    columns = [*nodes_of(dimensions["subject"], 0), total(TOTAL)]
    first = columns[0]

    def difference(row: Line, column: Line) -> Figure:
        if column in (first, columns[-1]):
            return "x"
        return expected.count(row, column) - expected.count(row, first)

    def change(row: Line, column: Line) -> Figure:
        found = difference(row, column)
        return "x" if isinstance(found, str) else quotient(int(found), expected.count(row, first), 100, 1)

    values = [expected.count, difference, change]
    hands.check(rows, columns, [oracle.table(rows, columns, values)], tmp_path)
    hands.stories(expected, rows, columns, [(0, 0), (3, 4)])
    # The same with a row for each value.
    hands.run(presentation.put_values("rows"))
    words = [hands.page.model.rows.texts(row)[1] for row in range(3)]  # type: ignore[union-attr]
    assert words[0] == "Anzahl"
    tall = [Line((*row.labels, word), row.conditions) for row in rows for word in words]
    figures = [oracle.table([row], columns, [value])[0] for row in rows for value in values]
    hands.check(tall, columns, [figures], tmp_path)


def census_hands(window: MainWindow, reference: Path, *names: str) -> Hands:
    """The census records with the perturbation table of the European statistics in force."""
    folder = reference / "data"
    data = ckm.read_microdata(folder / "census_persons_10k_keys.csv", list(names), record_key="RKEY")
    for name, file in (
        ("LAU2", "lau2_hierarchy.hrc"),
        ("COC.M", "coc_m_hierarchy.hrc"),
        ("POB.M", "pob_m_hierarchy.hrc"),
    ):
        if name in names:
            data = data.with_hierarchy(name, read_hrc(folder / file))
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    period = Period(Texts.same("2011"), "2011-05-09", PeriodSource("file", rows=data.rows))
    made = ckm.Statistic(Texts("Census", "Zensus"), entries, (period,))
    made = made.put_in_force(ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / "estp2023_ptab1.csv")))
    return Hands(window, made, data)


@pytest.mark.reference
def test_5_a_list_of_all_communities_by_their_published_value(
    window: MainWindow, reference: Path, tmp_path: Path
) -> None:
    hands = census_hands(window, reference, "LAU2", "SEX")
    hands.put("rows", "LAU2")
    hands.put("columns", "SEX")
    hands.level("LAU2", depths=(3,))
    hands.page.grid.setCurrentIndex(hands.page.model.index(1, 2))
    hands.page.page_actions.in_grid.by_value.trigger()
    hands.serve()
    expected = expect(hands, "LAU2", "SEX")
    areas = nodes_of(hands.data.dimensions["LAU2"], 3)
    rows = [total(TOTAL), *sorted(areas, key=lambda area: -expected.count(area))]
    columns = [*categories(hands.data.dimensions["SEX"]), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(0, 2), (1, 0), (700, 1), (len(rows) - 1, 2)])
    assert len(areas) > 1500


def test_6_a_sheet_for_each_category_of_a_variable(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "degree")
    hands.put("columns", "sex")
    hands.put("layers", "enrolment")
    expected = expect(hands, "degree", "sex", "enrolment")
    rows = [total(TOTAL), *nodes_of(dimensions["degree"])]
    columns = [*categories(dimensions["sex"]), total(TOTAL)]
    sheets = [total(TOTAL), *categories(dimensions["enrolment"])]
    figures: list[list[list[Figure]]] = [
        [[expected.count(row, column, sheet) for column in columns] for row in rows] for sheet in sheets
    ]
    text = hands.check(rows, columns, figures, tmp_path)
    assert [line for line in text.splitlines() if line in {sheet.labels[0] for sheet in sheets}] == [
        sheet.labels[0] for sheet in sheets
    ]


def of_term(students: ckm.Microdata, term: str) -> ckm.Microdata:
    """The records of one term, as a file of its own holds them."""
    met = np.flatnonzero(students.columns["period"] == students.dimensions["period"].codes.index(term))
    keys = students.record_keys
    assert keys is not None
    columns = {name: column[met] for name, column in students.columns.items()}
    part = replace(
        students.without(students.magnitudes),
        rows=len(met),
        columns=columns,
        record_keys=replace(keys, values=keys.values[met]),
    )
    return part.without({"period"})


@pytest.mark.thorough
def test_6_a_sheet_for_each_of_two_periods_their_total_and_the_change(window: MainWindow, tmp_path: Path) -> None:
    whole, students = sample_statistic("de"), sample_microdata()
    labels = {"2024": "WS 2024/25", "2025": "WS 2025/26"}
    first_of_them = replace(whole.period, label=Texts.same(labels["2024"]), date="2024-12-01")
    made = replace(whole, periods=(first_of_them,), current=0, tables=(), units="once")
    entries = tuple(entry for entry in made.dictionary if entry.role == "dimension")
    made = replace(made, dictionary=entries)
    for term in labels:
        if term == "2025":
            made = with_new_period(made, Texts.same(labels[term]), "2025-12-01")
        path = tmp_path / f"{term}.parquet"
        write_prepared(of_term(students, term), entries, path)
        made = with_prepared_source(made, path)
    hands = Hands(window, made, of_term(students, "2025"))
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "sex")
    hands.put("layers", PERIOD)
    hands.level(PERIOD, total="after")
    hands.values(
        Value("share", base="column", decimals=1), Value("change", variable=PERIOD, against=PREVIOUS, absolute=True)
    )
    expected = Oracle(students, ptable_of(hands), ["university", "sex", "period"])
    rows = [total(TOTAL), *nodes_of(hands.data.dimensions["university"], 0)]
    columns = [*categories(hands.data.dimensions["sex"]), total(TOTAL)]
    first, second = (Line((label,), (("period", (term,)),)) for term, label in labels.items())
    sheets = [first, second, Line((TOTAL,), (("period", tuple(labels)),))]

    def figures(sheet: Line) -> list[list[Figure]]:
        found: list[list[Figure]] = []
        for row in rows:
            found.append([])
            for column in columns:
                count = expected.count(row, column, sheet)
                found[-1] += [
                    count,
                    quotient(count, expected.count(column, sheet), 100, 1),
                    count - expected.count(row, column, first) if sheet is second else "x",
                ]
        return found

    text = hands.check(rows, columns, [figures(sheet) for sheet in sheets], tmp_path)
    assert [line for line in text.splitlines() if line in (*labels.values(), TOTAL)] == [*labels.values(), TOTAL]


def test_7_own_groups_of_countries(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "nationality")
    hands.level("nationality", depths=(1,))
    hands.put("columns", "sex")
    countries = [line for line in nodes_of(dimensions["nationality"]) if len(line.key) == 3]
    rows = [total(TOTAL), *countries]
    hands.select(2, 4)
    hands.page.page_actions.in_grid.group.trigger()
    hands.words("Nachbarn", "Neighbours")
    codes = tuple(rows[place].key for place in (2, 3, 4))
    # A group among the chosen rows is taken as what it holds.
    hands.select(len(rows) - 1, len(rows))
    hands.page.page_actions.in_grid.group.trigger()
    hands.words("Größere Gruppe", "Larger group")
    expected = expect(hands, "nationality", "sex")
    rows.append(Line(("Nachbarn",), (("nationality", codes),)))
    rows.append(Line(("Größere Gruppe",), (("nationality", (rows[-2].key, *codes)),)))
    columns = [*categories(dimensions["sex"]), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(len(rows) - 2, 0), (len(rows) - 1, 3)])
    assert hands.window.desk.undo_name is not None
    assert hands.window.desk.undo_name.key == "group_nodes"


def test_8_students_per_thousand_inhabitants(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    lands = nodes_of(dimensions["university"], 0)
    inhabitants = {line.key: Decimal(1_000_000 + 137_501 * number) / 2 for number, line in enumerate(lands[:-1])}
    lines = [ReferenceRow((code,), str(figure)) for code, figure in inhabitants.items()]
    people = ReferenceTable(
        "people", Texts("Population", "Bevölkerung"), Texts("Census", "Zensus 2022"),
        Texts("inhabitants", "Einwohner"), ("university",), (*lines, ReferenceRow(("",), "19876543")),
    )  # fmt: skip
    hands.run(references.put_reference(people, "Bevölkerung"))
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "sex")
    hands.filter("enrolment", "1")
    hands.values(Value("rate", reference="people", factor=1000, decimals=2))
    expected = expect(hands, "university", "sex", filters=FULL_TIME)
    rows = [total(SELECTED), *lands]
    columns = [*categories(dimensions["sex"]), total(SELECTED)]

    def rate(row: Line, column: Line) -> Figure:
        below = Fraction(19876543) if not row.key else Fraction(inhabitants.get(row.key, Decimal(0)))
        return quotient(expected.count(row, column), below, 1000, 2) if below else "."

    text = hands.check(rows, columns, [oracle.table(rows, columns, [expected.count, rate])], tmp_path)
    assert "Bezugszahlen „Bevölkerung“: Zensus 2022" in text
    assert "Je 1\N{NO-BREAK SPACE}000 Einwohner" in text


def test_9_all_universities_of_one_land_and_the_other_laender_as_a_whole(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "sex")
    lands = nodes_of(dimensions["university"], 0)
    hands.select(4, 4)
    hands.page.page_actions.in_grid.open.trigger()
    hands.serve()
    hands.level("university", subtotals="after")
    opened = lands[3]
    inner = [line for line in nodes_of(dimensions["university"], 1) if line.key in opened.conditions[0][1]]
    expected = expect(hands, "university", "sex")
    rows = [total(TOTAL), *lands[:3], *inner, *lands[3:]]
    columns = [*categories(dimensions["sex"]), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(0, 0), (4, 1), (4 + len(inner), 2)])
    assert len(inner) > 1


@pytest.mark.reference
def test_10_several_answers_of_a_unit(window: MainWindow, reference: Path, tmp_path: Path) -> None:
    hands = census_hands(window, reference, "COC.M", "POB.M", "SEX")
    hands.put("columns", "SEX")
    hands.page.editor.add_menu("rows", hands.page.mapToGlobal(hands.page.rect().center()))
    hands.page.editor.own_rows.add_answers("rows")
    answers = next(one for one in QApplication.topLevelWidgets() if isinstance(one, AnswersPopup))
    for place in range(2):
        answers.list.item(place).setCheckState(Qt.CheckState.Checked)
    answers.accept()
    editor = hands.page.editor.own_rows.open
    assert editor is not None
    editor.title.setText("Staat")
    editor.ok.click()
    hands.serve()
    for popup in QApplication.topLevelWidgets():
        if popup.isVisible() and popup.parent() is hands.page and popup is not hands.window:
            popup.close()
    expected = expect(hands, "COC.M", "POB.M", "SEX")
    known = hands.data.dimensions
    codes = dict.fromkeys((*known["COC.M"].codes, *known["POB.M"].codes))
    rows = [total(TOTAL)]
    for number, code in enumerate(code for code in codes if code):
        word = f"und zwar: {code}" if not number else code
        rows.append(Line((word,), any_of=tuple((name, (code,)) for name in ("COC.M", "POB.M"))))
    columns = [*categories(known["SEX"]), total(TOTAL)]
    hands.check(rows, columns, [oracle.table(rows, columns, [expected.count])], tmp_path)
    hands.stories(expected, rows, columns, [(1, 0), (2, 2), (len(rows) - 1, 1)])
    levels = hands.spec.rows[0].levels
    assert all(row.any_of for row in levels[0].rows if len(row.conditions) > 1)


def test_11_women_per_hundred_men_with_a_filter(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "university")
    hands.level("university", depths=(0,))
    hands.put("columns", "degree")
    hands.filter("subject", "101", "102", "103")
    men, women = Line((), (("sex", ("m",)),)), Line((), (("sex", ("w",)),))
    ratio = Value(
        "ratio", conditions=(Condition("sex", ("w",)),), base_conditions=(Condition("sex", ("m",)),), factor=100,
        decimals=1,
    )  # fmt: skip
    hands.values(ratio)
    hands.run(value_commands.remove_value(0, "Anzahl"))
    expected = expect(hands, "university", "degree", "sex", filters=(("subject", ("101", "102", "103")),))
    rows = [total(SELECTED), *nodes_of(dimensions["university"], 0)]
    columns = in_tree([*nodes_of(dimensions["degree"]), total(SELECTED)], dimensions["degree"])
    figures = oracle.table(
        rows,
        columns,
        [lambda row, column: quotient(expected.count(row, column, women), expected.count(row, column, men), 100, 1)],
    )
    text = hands.check(rows, columns, [figures], tmp_path)
    assert any(cell == "x" for line in figures for cell in line) == ("x: " in text)
    view = hands.page.model.view
    assert view is not None
    assert view.insight is not None
    for row, column in ((0, 0), (5, 3)):  # the story is that of the numerator
        story = view.insight.explain(view.layout, row, column)
        count, _, noise = expected.story(rows[row], columns[column], women)
        assert (story.count, story.noise) == (count, noise)


def test_12_zeros_hidden_codes_and_labels_in_english_with_footnotes_and_a_title(hands: Hands, tmp_path: Path) -> None:
    dimensions = hands.data.dimensions
    hands.put("rows", "nationality")
    hands.level("nationality", depths=(1,))
    hands.put("columns", "enrolment")
    hands.filter("university", "0101")
    hands.filter("age", "30", "31")
    hands.run(
        presentation.set_option("hide_rows", True),
        presentation.set_option("labels", "both"),
        presentation.set_option("language", "en"),
    )
    hands.page.page_actions.words.ask_title()
    hands.words("Studierende, {Filter}", "Students, {filter}, as of {as of}")
    for note, german, english in (
        (Footnote(Texts(), "table"), "Ohne Gaststudierende", "Without guests"),
        (Footnote(Texts(), "line", (("nationality", "100"),)), "Mit Staatenlosen", "With stateless persons"),
        (Footnote(Texts(), "cell", (("enrolment", "2"), ("nationality", "100"))), "Geschätzt", "Estimated"),
    ):
        hands.page.page_actions.words.ask_note(note)
        hands.words(german, english)
    filters = (("university", ("0101",)), ("age", ("30", "31")))
    expected = expect(hands, "nationality", "enrolment", filters=filters)

    def both(line: Line, mark: str = "") -> Line:
        return replace(line, labels=(f"{line.key} {line.labels[0]}{mark}",))

    columns = [*map(both, categories(dimensions["enrolment"], "en")), total("Total (selection)")]
    countries = [
        both(line, " ²⁾" if line.key == "100" else "")
        for line in nodes_of(dimensions["nationality"], language="en")
        if len(line.key) == 3
    ]
    shown = [line for line in countries if any(expected.count(line, column) for column in columns)]
    assert 1 < len(shown) < len(countries)
    rows = [total("Total (selection)"), *shown]
    figures = oracle.table(rows, columns, [expected.count])
    text = hands.check(rows, columns, [figures], tmp_path, "en", {(1, 1): " ³⁾"})
    title, rest = text.split("\n", 1)
    assert title.strip('"\r') == "Students, University of Kranichhafen; 30, 31, as of 2025-12-01 ¹⁾"
    assert "1) Without guests" in rest
    assert "2) With stateless persons" in rest
    assert "3) Estimated" in rest
