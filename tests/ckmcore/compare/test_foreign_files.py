"""Files that others wrote: GENESIS flat CSV, simple tables with labels or codes, and files that cannot be compared."""

from __future__ import annotations

import csv
import random
from decimal import Decimal
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import xlsxwriter

import ckmcore as ckm
from ckmcore.compare.comparison import TableComparison, compare
from ckmcore.compare.figures import unmarked
from ckmcore.compare.published import read_published
from ckmcore.compare.write import write_list
from ckmcore.methods.draft import Draft
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.errors import FileDamaged, FileMissing
from ckmcore.statistic.period import Period
from tests.kit.before_the_floor import put_in_force
from tests.kit.fails import fails

LAND = {"01": ("Mountains", "Bergland"), "02": ("North", "Nordmark")}
SEX = {"1": ("male", "männlich"), "2": ("female", "weiblich")}


def data() -> ckm.Microdata:
    """2000 records of two Länder and both sexes in known numbers: 01/1 1000, 01/2 500, 02/1 300, 02/2 200."""
    numbers = {("01", "1"): 1000, ("01", "2"): 500, ("02", "1"): 300, ("02", "2"): 200}
    frame = pd.DataFrame([key for key, count in numbers.items() for _ in range(count)], columns=["land", "sex"])
    made = ckm.Microdata.from_pandas(frame, ["land", "sex"])
    for name, title, labels in (("land", ("State", "Land"), LAND), ("sex", ("Sex", "Geschlecht"), SEX)):
        categories = tuple(Category(code, ckm.Texts(*labels[code])) for code in labels)
        made = made.with_dimension(Dimension(name, ckm.Texts(*title), categories))
    return made


SPEC = ckm.TableSpec(rows=["land"], columns=["sex"])


def draft(spec: ckm.TableSpec = SPEC, period: str = "2025") -> Draft:
    statistic = ckm.Statistic(ckm.Texts("People", "Personen"), periods=(Period(ckm.Texts.same(period)),))
    return put_in_force(statistic, ckm.Rounding(2)).draft(spec, data())


def file(folder: Path, text: str, encoding: str = "utf-8", name: str = "published.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def listed(found: TableComparison) -> list[tuple[str, tuple[str, ...], object, object]]:
    return [(one.kind, one.path, one.old, one.new) for one in found.found]


def codes(found: TableComparison) -> list[str]:
    """What is said of the file, but that it does not break down by sex, which many of these do not."""
    return [notice.code for notice in found.notices if notice.code != "published_not_broken_down"]


# --- simple tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Land;männlich;weiblich;Insgesamt\nBergland;1.000;500;1.500\nNordmark;300;200;500\nInsgesamt;1.300;700;2.000\n",
        "land,1,2,Total\n01,1000,500,1500\n02,300,200,500\nTotal,1300,700,2000\n",
        "Titel\n\nGeschlecht\tBergland\tNordmark\tSumme\nmännlich\t1 000\t300\t1 300\nweiblich\t500\t200\t700\n"
        "Summe\t1 500\t500\t2 000\n\nQuelle: Amt\n",
        "Land;Geschlecht;Personen\nBergland;männlich;1000\n;weiblich;500\n;Zusammen;1500\nNordmark;männlich;300\n"
        ";weiblich;200\n;Zusammen;500\nInsgesamt;männlich;1300\n;weiblich;700\n;Insgesamt;2000\n",
        "sex;land;n\n1;01;1000\n2;01;500\nTotal;01;1500\n1;02;300\n2;02;200\nTotal;02;500\n1;Total;1300\n2;Total;700\n"
        "Total;Total;2000\n",
    ],
)
def test_simple_tables_are_the_same_by_labels_or_codes(tmp_path: Path, text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        found = compare(draft(), file(tmp_path, text, encoding), "de")
        assert listed(found) == []
        assert found.unchanged == 9


def test_changed_new_and_gone_cells_are_listed_with_difference_and_percent(tmp_path: Path) -> None:
    text = "Land;männlich;weiblich;Insgesamt\nBergland;1.010;500;1.500\nAltland;7;-;x\nInsgesamt;1.300;-;...\n"
    found = compare(draft(), file(tmp_path, text), "de")
    assert sorted(map(str, listed(found))) == sorted(
        map(
            str,
            [
                ("changed", ("Bergland", "männlich"), Decimal(1010), Decimal(1000)),
                ("new", ("Nordmark", "männlich"), None, Decimal(300)),
                ("new", ("Nordmark", "weiblich"), None, Decimal(200)),
                ("new", ("Nordmark", "Insgesamt"), None, Decimal(500)),
                ("changed", ("Insgesamt", "weiblich"), "-", Decimal(700)),
                ("changed", ("Insgesamt", "Insgesamt"), "...", Decimal(2000)),
                ("gone", ("Altland", "männlich"), Decimal(7), None),
                ("gone", ("Altland", "weiblich"), "-", None),
                ("gone", ("Altland", "Insgesamt"), "x", None),
            ],
        )
    )
    first = found.by_size()[0]
    assert (first.difference, first.percent, first.line) == (Decimal(-10), Decimal(-1000) / 1010, 2)
    assert [one.kind for one in found.by_size()] == ["changed"] * 3 + ["new"] * 3 + ["gone"] * 3


def test_headings_between_the_lines_say_where_they_belong(tmp_path: Path) -> None:
    text = (
        "Personen;\nLand;Anzahl\nNach Geschlecht;\nmännlich;\nBergland;1000\nNordmark;301\nweiblich\ndarunter:\n"
        "Bergland;500\nNordmark;200\n"
    )
    found = compare(draft(), file(tmp_path, text), "de")
    assert (found.unchanged, found.count("gone"), found.notices) == (3, 0, ())
    assert ("changed", ("Nordmark", "männlich"), Decimal(301), Decimal(300)) in listed(found)
    unclear = compare(draft(), file(tmp_path, text + "Insgesamt\nBergland;1500\n"), "de")
    assert (unclear.unchanged, codes(unclear)) == (2, ["published_unclear"])


def test_a_table_in_a_workbook_with_merged_heads_and_labels_is_read(tmp_path: Path) -> None:
    path = tmp_path / "published.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Personen")
    sheet.write_row(0, 0, ["Personen nach Land und Geschlecht"])
    sheet.merge_range(2, 0, 3, 0, "Land")
    sheet.merge_range(2, 1, 2, 3, "Personen")
    sheet.write_row(3, 1, ["männlich", "weiblich", "Insgesamt"])
    sheet.write_row(4, 0, ["Bergland", 1000, 499, 1500])
    sheet.write_row(5, 0, ["Nordmark", 300, "200", "/"])
    book.close()
    found = compare(draft(), path, "de")
    assert [(one.old, one.new) for one in found.found if one.kind == "changed"] == [
        (Decimal(499), Decimal(500)),
        ("/", Decimal(500)),
    ]
    assert found.unchanged == 4


def test_what_excel_keeps_of_a_decimal_number_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "published.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Land", "Anzahl"], ["Bergland", 0.1 + 0.2], ["Nordmark", 1234567.1]):
        sheet.append(row)
    book.save(path)
    assert [row[0] for row in read_published(path).tables[0].entries] == [Decimal("0.3"), Decimal("1234567.1")]


# --- GENESIS ---------------------------------------------------------------------------------------------------------

HEAD = (
    "statistics_code;statistics_label;time_code;time_label;time;1_variable_code;1_variable_label;"
    "1_variable_attribute_code;1_variable_attribute_label;2_variable_code;2_variable_label;2_variable_attribute_code;"
    "2_variable_attribute_label;3_variable_code;3_variable_label;3_variable_attribute_code;3_variable_attribute_label;"
    "value;value_unit;value_variable_code;value_variable_label\n"
)


def genesis(folder: Path, years: tuple[str, ...] = ("2025",)) -> Path:
    lines = [HEAD]
    numbers = {("01", "1"): 1000, ("01", "2"): 501, ("02", "1"): 300, ("02", ""): 500, ("", ""): 2000}
    for year in years:
        for (land, sex), count in numbers.items():
            words = LAND[land][1] if land else "Insgesamt", SEX[sex][1] if sex else "Insgesamt"
            lines.append(
                f"1;Personen;STAG;Stichtag;{year}-12-31;DINSG;Deutschland;DG;Deutschland;DLAND;Bundesländer;{land};"
                f"{words[0]};GES;Geschlecht;{sex};{words[1]};{count};Anzahl;PRS001;Personen\n"
            )
    return file(folder, "".join(lines), "utf-8-sig", "flat.csv")


def test_a_genesis_file_is_matched_and_what_says_where_it_is_from_is_left_aside(tmp_path: Path) -> None:
    found = compare(draft(), genesis(tmp_path), "de")
    assert listed(found)[0] == ("changed", ("Bergland", "weiblich"), Decimal(501), Decimal(500))
    assert (found.unchanged, found.count("changed"), found.count("new"), found.count("gone")) == (4, 1, 4, 0)


def test_of_several_years_the_period_of_the_table_is_compared(tmp_path: Path) -> None:
    found = compare(draft(), genesis(tmp_path, ("2024", "2025")), "de")
    assert (found.unchanged, found.count("changed"), found.count("gone")) == (4, 1, 0)
    assert "published_other_periods" in codes(found)
    with fails("published_level_unknown") as raised:
        compare(draft(period="2019"), genesis(tmp_path, ("2024", "2025")), "de")
    assert raised.value.fields["title"] == "Stichtag"


@pytest.mark.reference
@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("ffcsv2024_1000A-2022_de.csv", 0),
        ("ffcsv2024_12211-0001_de.csv", 15),
        ("ffcsv2024_12211-0001_en.csv", 15),
        ("ffcsv2024_2000S-2003_de.csv", 3),
    ],
)
def test_real_genesis_files_are_read_figure_by_figure(reference: Path, name: str, others: int) -> None:
    path = reference / "formats" / "ffcsv" / name
    published = read_published(path)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter=";"))
    assert published.cells == len(rows)
    assert published.notices == ()
    entries = [entry for table in published.tables for row in table.entries for entry in row]
    assert sum(isinstance(entry, str) for entry in entries) == sum(row["value"] in ("/", "x") for row in rows) == others
    figures = sum(entry for entry in entries if isinstance(entry, Decimal))
    assert figures == sum(Decimal(row["value"]) for row in rows if row["value"] not in ("/", "x"))


@pytest.mark.reference
def test_a_table_like_a_real_genesis_file_finds_planted_changes(reference: Path, tmp_path: Path) -> None:
    path = reference / "formats" / "ffcsv" / "ffcsv2024_2000S-2003_de.csv"
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream, delimiter=";"))
    head, body = rows[0], rows[1:]
    place = {name: number for number, name in enumerate(head)}
    chance = random.Random(1)
    names = [
        number for number in (1, 2, 3) if len({row[place[f"{number}_variable_attribute_code"]] for row in body}) > 1
    ]
    values = {row[place["value_variable_label"]] for row in body}
    assert len(values) == 1
    labels: dict[str, dict[str, str]] = {}
    for number in names:
        pairs = {
            row[place[f"{number}_variable_attribute_code"]]: row[place[f"{number}_variable_attribute_label"]]
            for row in body
        }
        labels[f"v{number}"] = {code: text for code, text in pairs.items() if code}
    frame = pd.DataFrame([{name: chance.choice(list(found)) for name, found in labels.items()} for _ in range(3000)])
    made = ckm.Microdata.from_pandas(frame, list(labels))
    for number, (name, found) in zip(names, labels.items(), strict=True):
        title = body[0][place[f"{number}_variable_label"]]
        categories = tuple(Category(code, ckm.Texts.same(text)) for code, text in sorted(found.items()))
        made = made.with_categories(Dimension(name, ckm.Texts.same(title), categories))
    first, *rest = labels
    shown = ckm.protect(ckm.tabulate(made, ckm.TableSpec(rows=[first], columns=rest)), ckm.Rounding(3))
    expected = shown.to_pandas(total="")
    figures = {tuple(row[:-1]): int(row[-1]) for row in expected.itertuples(index=False)}
    # The real file holds some cells twice, as parts of two parents.
    planted = {
        key: chance.choice(["x", "/", str(figure + 1)]) for key, figure in figures.items() if chance.random() < 0.2
    }
    keys = {tuple(row[place[f"{number}_variable_attribute_code"]] for number in names): row for row in body}
    assert len(keys) < len(body)
    for row in body:
        key = tuple(row[place[f"{number}_variable_attribute_code"]] for number in names)
        row[place["value"]] = planted.get(key, str(figures[key]))
    copy = tmp_path / "copy.csv"
    with copy.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows([head, *body])
    found_there = compare(shown, copy, "de")
    changed = len(keys.keys() & planted.keys())
    assert found_there.count("changed") == changed > 0
    assert found_there.count("gone") == 0
    assert found_there.unchanged == len(keys) - changed
    assert found_there.notices == ()


# --- selections, values, labels that occur twice ---------------------------------------------------------------------


def test_a_filtered_table_is_compared_with_its_own_export_and_with_the_category_of_an_unfiltered_file(
    tmp_path: Path,
) -> None:
    women = ckm.TableSpec(rows=["land"], filters=[ckm.Condition("sex", ("2",))])
    made = draft(women)
    own = ckm.export(made, tmp_path / "own.csv", language="de")
    assert compare(made, own, "en").same
    whole = file(tmp_path, "Land;männlich;weiblich;Insgesamt\nBergland;1000;500;1500\nInsgesamt;1300;699;2000\n")
    found = compare(made, whole, "de")
    assert [(one.kind, one.path, one.old, one.new) for one in found.found] == [
        ("new", ("Nordmark",), None, Decimal(200)),
        ("changed", ("Zusammen (Auswahl)",), Decimal(699), Decimal(700)),
    ]
    assert codes(found) == ["published_outside"]
    unsaid = file(tmp_path, "Land;Anzahl\nBergland;500\nNordmark;200\nInsgesamt;700\n")
    found = compare(made, unsaid, "de")
    assert found.same
    assert codes(found) == ["published_selection_assumed"]


def test_an_export_of_another_selection_is_refused(tmp_path: Path) -> None:
    men = draft(ckm.TableSpec(rows=["land"], filters=[ckm.Condition("sex", ("1",))]))
    own = ckm.export(men, tmp_path / "men.xlsx", language="de")
    with fails("published_other_selection") as raised:
        compare(draft(), own, "de")
    assert "männlich" in raised.value.text("de")


def test_what_the_file_does_not_break_down_by_is_said(tmp_path: Path) -> None:
    found = compare(draft(), file(tmp_path, "Land;Anzahl\nBergland;1500\nNordmark;500\nInsgesamt;2000\n"), "de")
    assert (found.unchanged, found.count("new")) == (3, 6)
    assert [notice.text("de") for notice in found.notices] == [
        "published.csv gliedert nicht nach Geschlecht; "
        "Tabellenfelder mit dieser Gliederung stehen als neu in der Liste."
    ]


def test_a_value_of_another_name_is_said_and_several_have_to_be_named(tmp_path: Path) -> None:
    found = compare(draft(), file(tmp_path, "Land;Personen\nBergland;1500\nNordmark;500\n"), "de")
    assert (found.unchanged, codes(found)) == (2, ["published_value_assumed"])
    found = compare(draft(), file(tmp_path, "Land;Anzahl;Fläche\nBergland;1500;3,5\nNordmark;500;4,5\n"), "de")
    assert (found.unchanged, codes(found)) == (2, ["published_value_left"])
    with fails("published_value_unknown"):
        compare(draft(), file(tmp_path, "Land;Personen;Fläche\nBergland;1500;3\nNordmark;500;4\n"), "de")


def test_rows_may_name_their_value(tmp_path: Path) -> None:
    spec = ckm.TableSpec(rows=["land"], values=[ckm.Value(), ckm.Value(kind="share", base="column")])
    share = draft(spec).table.label(1).text("de")
    text = f"Personen\n\nLand;Wert;Zahl\nBergland;Anzahl;1500\nBergland;{share};74,5\nNordmark;Anzahl;500\n"
    found = compare(draft(spec), file(tmp_path, text + f"Nordmark;{share};25,0\nInsgesamt;Anzahl;2000\n"), "de")
    assert found.notices == ()
    assert [(one.kind, one.value, one.old, one.new) for one in found.found] == [
        ("changed", share, Decimal("74.5"), Decimal(75)),
        ("new", share, None, Decimal(100)),
    ]
    assert found.unchanged == 4


def test_labels_that_occur_twice_are_told_apart_by_code_or_order_and_else_said(tmp_path: Path) -> None:
    made = data().with_dimension(
        Dimension("land", ckm.Texts("State", "Land"), tuple(Category(code, ckm.Texts.same("Au")) for code in LAND))
    )
    shown = ckm.protect(ckm.tabulate(made, ckm.TableSpec(rows=["land"])), ckm.Rounding(2))
    in_order = file(tmp_path, "Land;Anzahl\nAu;1500\nAu;501\nInsgesamt;2000\n")
    assert [one.old for one in compare(shown, in_order, "de").found] == [Decimal(501)]
    by_code = file(tmp_path, "Land;Anzahl\nInsgesamt;2000\n02;500\n01;1499\n")
    assert [one.old for one in compare(shown, by_code, "de").found] == [Decimal(1499)]
    unclear = compare(shown, file(tmp_path, "Land;Anzahl\nInsgesamt;2000\nAu;1500\nAu;500\n"), "de")
    assert (unclear.unchanged, unclear.same, codes(unclear)) == (1, True, ["published_unclear"])
    assert "Zeile 3" in unclear.notices[0].text("de")


def test_a_cell_with_two_figures_is_said_and_not_compared(tmp_path: Path) -> None:
    text = "Land;Anzahl\nBergland;1500\nNordmark;500\nBergland;1501\n"
    found = compare(draft(), file(tmp_path, text), "de")
    assert (found.unchanged, codes(found)) == (1, ["published_twice"])
    assert ("Bergland", "Insgesamt") not in [one.path for one in found.found]


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 500", Decimal(1500)),
        ("1\u00a0500", Decimal(1500)),
        ("1.500", Decimal(1500)),
        ("1500,0", Decimal(1500)),
        ("(1500)", Decimal(1500)),
        ("1500 p", Decimal(1500)),
        ("−1500", Decimal(-1500)),
        ("–", "-"),
        ("X", "x"),
        ("…", "..."),
        ("•", "•"),
        (".", "."),
        ("1 500 ¹⁾", Decimal(1500)),
        ("1500 2)", Decimal(1500)),
        ("x ¹⁾ ²⁾", "x"),
    ],
)
def test_figures_and_signs_are_read_as_offices_write_them(tmp_path: Path, text: str, expected: object) -> None:
    path = file(tmp_path, f'Land;Anzahl\nBergland;"{text}"\nNordmark;1,5\n')
    assert read_published(path).tables[0].entries[0] == (expected,)


def test_marks_of_footnotes_are_no_part_of_a_label(tmp_path: Path) -> None:
    text = "Land 1);männlich ¹⁾;weiblich;Insgesamt ²⁾ ³⁾\nBergland1);1000;500;1500\nNordmark ¹⁾;300;200;500\n"
    found = compare(draft(), file(tmp_path, text + "Insgesamt;1300;700;2000\n1) Stand 2024\n"), "de")
    assert (found.unchanged, found.same) == (9, True)
    assert [unmarked(label) for label in ("Alter (unter 5)", "von 1 bis 2)", "A 12 ¹⁾")] == [
        "Alter (unter 5)",
        "von 1 bis",
        "A 12",
    ]


def test_a_figure_that_is_none_is_named_with_its_place(tmp_path: Path) -> None:
    found = compare(draft(), file(tmp_path, "Land;Anzahl\nBergland;1500\nNordmark;5oo\n"), "de")
    assert "B3" in found.notices[0].text("de")
    assert found.notices[0].fields["text"] == "5oo"
    assert found.unchanged == 1


def test_a_number_that_may_be_read_in_two_ways_is_said(tmp_path: Path) -> None:
    found = compare(draft(), file(tmp_path, "Land;Anzahl\nBergland;1.500\nNordmark;500\n"), "de")
    assert (found.unchanged, codes(found)) == (2, ["published_unclear_number"])


# --- files that cannot be compared -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "file_empty"),
        (b"\n\n  \n", "file_empty"),
        (b"just a text\nand another line\n", "published_without_table"),
        (b"Land;Anzahl\n", "published_without_table"),
        (b"Farbe;Anzahl\nrot;1\nblau;2\n", "published_nothing_matches"),
        (b"Jahr;Land;Anzahl\n2023;Bergland;1\n2024;Bergland;2\n", "published_level_unknown"),
        (b"PAR1 and so on", "published_other_format"),
        (b"PK\x03\x04 a workbook that was cut off", FileDamaged),
    ],
)
def test_a_file_that_cannot_be_compared_gets_a_sentence(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "published.csv"
    path.write_bytes(content)
    with fails(fault) as raised:
        compare(draft(), path, "de")
    for language in ("de", "en"):
        assert "published.csv" in raised.value.text(language)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        compare(draft(), tmp_path / "nothing.csv", "de")


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_is_written_in_the_language_and_says_that_it_is_a_draft(tmp_path: Path) -> None:
    text = "Land;männlich;weiblich;Insgesamt\nBergland;1.010,5;500;1.500\nAltland;7;-;x\n"
    found = compare(draft(), file(tmp_path, text), "de")
    write_list(found, tmp_path / "list.csv", "de")
    rows = list(csv.reader((tmp_path / "list.csv").read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert rows[1] == ["Entwurf – nicht freigegeben"]
    assert rows[3] == ["Berichtszeitraum: 2025"]
    assert "Geändert: 1, neu: 6, entfallen: 3, unverändert: 2." in rows[4][0]
    assert ["geändert", "Bergland · männlich", "Anzahl", "1010,5", "1000", "-10,5", "-1,0"] in rows
    assert ["entfallen", "Altland · weiblich", "", "-", "", "", ""] in rows
    write_list(found, tmp_path / "list.csv", "en", found.by_size()[:1])
    rows = list(csv.reader((tmp_path / "list.csv").read_text("utf-8").splitlines()))
    assert rows[-1] == ["changed", "Bergland · männlich", "Anzahl", "1010.5", "1000", "-10.5", "-1.0"]
