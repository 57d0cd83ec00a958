"""Tables of codes with the heads of downloads of Destatis and Eurostat, and as offices save them out of Excel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import columns_of
from ckmcore.dictionary.code_tables import CodeTable, read_codes
from ckmcore.dictionary.hierarchy_files import hierarchy_of_table, read_hierarchy
from ckmcore.dictionary.small_tables import read_table
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from tests.kit.workbooks import write_xlsx

Cells = Sequence[Sequence[Any]]


def looked_at(file: Path) -> CodeTable:
    return read_codes(columns_of(read_table(file), "tree"), "tree")


def tree_of(read: CodeTable) -> list[str]:
    """The nodes with their labels, their depth in dots."""
    found = hierarchy_of_table(read)
    return [
        "." * node.depth + node.code + (f" {found.labels[node.code].de}" if node.code in found.labels else "")
        for node in found.hierarchy.nodes
    ]


def ignored(read: CodeTable) -> set[str]:
    return {entry.column for entry in read.plan.entries if entry.kind == "column_ignored"}


DOWNLOADS: dict[str, tuple[Cells, list[str]]] = {
    "GV-ISys": (
        [
            ["Alle politisch selbständigen Gemeinden (mit Gemeindeverband) in Deutschland"],
            [
                "Satz-art",
                "Text-kenn-zeichen",
                "Amtlicher Regionalschlüssel (ARS)",
                *[""] * 4,
                "Gemeindename",
                "Fläche km2",
                "Bevölkerung",
                "PLZ",
            ],
            ["", "", "Land", "RB", "Kreis", "VB", "Gem", "", "", "insgesamt", ""],
            [str(number) for number in range(1, 12)],
            ["10", "", "01", "", "", "", "", "Schleswig-Holstein", "", "", ""],
            ["40", "41", "01", "0", "01", "", "", "Flensburg, Stadt", "", "", ""],
            ["60", "61", "01", "0", "01", "0000", "000", "Flensburg, Stadt", "56.73", "91113", "24937"],
            ["40", "43", "01", "0", "51", "", "", "Dithmarschen", "", "", ""],
            ["60", "63", "01", "0", "51", "0011", "011", "Brunsbüttel, Stadt", "65.21", "12603", "25541"],
            ["10", "", "09", "", "", "", "", "Bayern", "", "", ""],
            ["20", "", "09", "1", "", "", "", "Oberbayern", "", "", ""],
            ["40", "41", "09", "1", "61", "", "", "Ingolstadt", "", "", ""],
            ["60", "61", "09", "1", "61", "0000", "000", "Ingolstadt", "133.35", "138016", "85047"],
            ["Quelle: Statistische Ämter des Bundes und der Länder"],
        ],
        [
            "01 Schleswig-Holstein",
            ".01001 Flensburg, Stadt",
            "..010010000000 Flensburg, Stadt",
            ".01051 Dithmarschen",
            "..010510011011 Brunsbüttel, Stadt",
            "09 Bayern",
            ".091 Oberbayern",
            "..09161 Ingolstadt",
            "...091610000000 Ingolstadt",
        ],
    ),
    "NUTS with countries": (
        [
            ["Country code", "NUTS Code", "NUTS label", "NUTS level", "Country order", "NUTS region order"],
            ["AT", "AT", "Österreich", "0", "1", "1"],
            ["AT", "AT1", "Ostösterreich", "1", "1", "2"],
            ["AT", "AT11", "Burgenland", "2", "1", "3"],
            ["BE", "BE", "Belgique/België", "0", "2", "4"],
        ],
        ["AT Österreich", ".AT1 Ostösterreich", "..AT11 Burgenland", "BE Belgique/België"],
    ),
    "names over two rows": (
        [
            ["Land", "", "Kreis", ""],
            ["Schlüssel", "Name", "Schlüssel", "Name"],
            ["01", "Schleswig-Holstein", "01001", "Flensburg"],
            ["01", "Schleswig-Holstein", "01002", "Kiel"],
            ["09", "Bayern", "09162", "München"],
        ],
        ["01 Schleswig-Holstein", ".01001 Flensburg", ".01002 Kiel", "09 Bayern", ".09162 München"],
    ),
    "NUTS": (
        [
            [
                "Code 2021",
                "Country",
                "NUTS level 1",
                "NUTS level 2",
                "NUTS level 3",
                "NUTS level",
                "Country order",
                "#",
            ],
            ["AT", "Österreich", "", "", "", "0", "1", "1"],
            ["AT1", "", "Ostösterreich", "", "", "1", "1", "2"],
            ["AT11", "", "", "Burgenland", "", "2", "1", "3"],
            ["AT111", "", "", "", "Mittelburgenland", "3", "1", "4"],
            ["AT112", "", "", "", "Nordburgenland", "3", "1", "5"],
            ["BE", "Belgique/België", "", "", "", "0", "2", "6"],
            ["BE1", "", "Région de Bruxelles-Capitale", "", "", "1", "2", "7"],
        ],
        [
            "AT Österreich",
            ".AT1 Ostösterreich",
            "..AT11 Burgenland",
            "...AT111 Mittelburgenland",
            "...AT112 Nordburgenland",
            "BE Belgique/België",
            ".BE1 Région de Bruxelles-Capitale",
        ],
    ),
    "LAU": (
        [
            [
                "NUTS 3 CODE",
                "LAU CODE",
                "LAU NAME NATIONAL",
                "LAU NAME LATIN",
                "CHANGE (Y/N)",
                "POPULATION",
                "TOTAL AREA (m2)",
                "DEGURBA",
            ],
            ["DEF01", "01001000", "Flensburg, Stadt", "Flensburg, Stadt", "n", "91113", "56730000", "2"],
            ["DEF02", "01002000", "Kiel, Landeshauptstadt", "Kiel, Landeshauptstadt", "n", "247717", "118650000", "1"],
            ["DEF05", "01051011", "Brunsbüttel, Stadt", "Brunsbuettel, Stadt", "n", "12603", "65210000", "2"],
            ["DEF05", "01051044", "Heide, Stadt", "Heide, Stadt", "n", "21827", "31970000", "2"],
        ],
        [
            "DEF01",
            ".01001000 Flensburg, Stadt",
            "DEF02",
            ".01002000 Kiel, Landeshauptstadt",
            "DEF05",
            ".01051011 Brunsbüttel, Stadt",
            ".01051044 Heide, Stadt",
        ],
    ),
    "WZ 2008": (
        [
            ["Klassifikation der Wirtschaftszweige, Ausgabe 2008 (WZ 2008)"],
            ["WZ 2008-Kode", "WZ 2008 - Bezeichnung", "ISIC Rev. 4"],
            ["A", "LAND- UND FORSTWIRTSCHAFT, FISCHEREI", "A"],
            ["01", "Landwirtschaft, Jagd", "01"],
            ["01.1", "Anbau einjähriger Pflanzen", "011"],
            ["01.11", "Anbau von Getreide", "0111"],
            ["01.11.0", "Anbau von Getreide", "0111"],
            ["02", "Forstwirtschaft und Holzeinschlag", "02"],
            ["02.1", "Forstwirtschaft", "021"],
            ["02.10", "Forstwirtschaft", "0210"],
            ["02.10.0", "Forstwirtschaft", "0210"],
            ["B", "BERGBAU", "B"],
            ["05", "Kohlenbergbau", "05"],
            ["05.1", "Steinkohlenbergbau", "051"],
            ["05.10", "Steinkohlenbergbau", "0510"],
            ["05.10.0", "Steinkohlenbergbau", "0510"],
        ],
        [
            "A LAND- UND FORSTWIRTSCHAFT, FISCHEREI",
            ".01 Landwirtschaft, Jagd",
            "..01.1 Anbau einjähriger Pflanzen",
            "...01.11 Anbau von Getreide",
            "....01.11.0 Anbau von Getreide",
            ".02 Forstwirtschaft und Holzeinschlag",
            "..02.1 Forstwirtschaft",
            "...02.10 Forstwirtschaft",
            "....02.10.0 Forstwirtschaft",
            "B BERGBAU",
            ".05 Kohlenbergbau",
            "..05.1 Steinkohlenbergbau",
            "...05.10 Steinkohlenbergbau",
            "....05.10.0 Steinkohlenbergbau",
        ],
    ),
    "WZ 2025": (
        [
            ["Ebene", "WZ 2025-Code", "WZ 2025-Titel", "WZ 2025-Titel (EN)"],
            ["Abschnitt", "A", "Land- und Forstwirtschaft, Fischerei", "Agriculture"],
            ["Abteilung", "01", "Landwirtschaft, Jagd", "Crop and animal production"],
            ["Gruppe", "01.1", "Anbau einjähriger Pflanzen", "Growing of non-perennial crops"],
            ["Abteilung", "02", "Forstwirtschaft", "Forestry"],
            ["Abschnitt", "B", "Bergbau", "Mining"],
        ],
        [
            "A Land- und Forstwirtschaft, Fischerei",
            ".01 Landwirtschaft, Jagd",
            "..01.1 Anbau einjähriger Pflanzen",
            ".02 Forstwirtschaft",
            "B Bergbau",
        ],
    ),
    "KldB": (
        [
            ["Schlüssel KldB 2010", "Titel"],
            ["0", "Militär"],
            ["01", "Angehörige der regulären Streitkräfte"],
            ["011", "Offiziere"],
            ["0110", "Offiziere"],
            ["01104", "Offiziere"],
            ["1", "Land-, Forst- und Tierwirtschaft und Gartenbau"],
            ["11", "Land-, Tier- und Forstwirtschaftsberufe"],
            ["111", "Landwirtschaft"],
            ["1110", "Berufe in der Landwirtschaft"],
            ["11101", "Landwirtschaft (ohne Spezialisierung) - Helfer"],
            ["11102", "Landwirtschaft (ohne Spezialisierung) - Fachkraft"],
        ],
        [
            "0 Militär",
            ".01 Angehörige der regulären Streitkräfte",
            "..011 Offiziere",
            "...0110 Offiziere",
            "....01104 Offiziere",
            "1 Land-, Forst- und Tierwirtschaft und Gartenbau",
            ".11 Land-, Tier- und Forstwirtschaftsberufe",
            "..111 Landwirtschaft",
            "...1110 Berufe in der Landwirtschaft",
            "....11101 Landwirtschaft (ohne Spezialisierung) - Helfer",
            "....11102 Landwirtschaft (ohne Spezialisierung) - Fachkraft",
        ],
    ),
    "ISCED-F": (
        [
            ["Order", "Level", "Code", "Parent", "Description", "This item includes", "Reference to ISCED 1997"],
            ["1", "1", "00", "", "Generic programmes and qualifications", "", "0"],
            ["2", "2", "001", "00", "Basic programmes", "Basic skills", "01"],
            ["3", "3", "0011", "001", "Basic programmes", "", "010"],
            ["4", "1", "01", "", "Education", "", "1"],
            ["5", "2", "011", "01", "Education", "", "14"],
        ],
        [
            "00 Generic programmes and qualifications",
            ".001 Basic programmes",
            "..0011 Basic programmes",
            "01 Education",
            ".011 Education",
        ],
    ),
    "Kreis, Name": (
        [
            ["Kreis", "Kreisname", "RegBez", "Name", "Land", "Name"],
            ["01001", "Flensburg", "010", "Schleswig-Holstein", "01", "Schleswig-Holstein"],
            ["01002", "Kiel", "010", "Schleswig-Holstein", "01", "Schleswig-Holstein"],
            ["09161", "Ingolstadt", "091", "Oberbayern", "09", "Bayern"],
            ["09162", "München", "091", "Oberbayern", "09", "Bayern"],
            ["09261", "Landshut", "092", "Niederbayern", "09", "Bayern"],
        ],
        [
            "01 Schleswig-Holstein",
            ".010 Schleswig-Holstein",
            "..01001 Flensburg",
            "..01002 Kiel",
            "09 Bayern",
            ".091 Oberbayern",
            "..09161 Ingolstadt",
            "..09162 München",
            ".092 Niederbayern",
            "..09261 Landshut",
        ],
    ),
    "Code, Oberbegriff": (
        [
            ["Code", "Oberbegriff", "Bezeichnung"],
            ["N", "", "Norden"],
            ["1", "N", "Kiel"],
            ["2", "N", "Lübeck"],
        ],
        ["N Norden", ".1 Kiel", ".2 Lübeck"],
    ),
    "one column a level, stairs": (
        [
            ["Land", "Kreis", "Bezeichnung"],
            ["01", "", "Schleswig-Holstein"],
            ["", "01001", "Flensburg"],
            ["", "01002", "Kiel"],
            ["02", "", "Hamburg"],
        ],
        ["01 Schleswig-Holstein", ".01001 Flensburg", ".01002 Kiel", "02 Hamburg"],
    ),
    "indented": (
        [["Schlüssel", "Bezeichnung"], ["1", "Gesamtnote"], ["1a", "   gut"], ["1b", "   besser"], ["2", "andere"]],
        ["1 Gesamtnote", ".1a gut", ".1b besser", "2 andere"],
    ),
    "code and label in a cell, indented": (
        [["Wirtschaftszweig"], ["A Landwirtschaft"], ["  01 Jagd"], ["  02 Forst"], ["B Bergbau"], ["  05 Kohle"]],
        ["A Landwirtschaft", ".01 Jagd", ".02 Forst", "B Bergbau", ".05 Kohle"],
    ),
}


@pytest.mark.parametrize("name", DOWNLOADS)
@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_a_download_is_recognised_by_its_heads_and_its_content(tmp_path: Path, name: str, form: str) -> None:
    cells, tree = DOWNLOADS[name]
    file = tmp_path / f"download.{form}"
    if form == "xlsx":
        write_xlsx(file, {"Vorblatt": [["Inhalt"]], "Daten": cells})
    else:
        file.write_text("".join(";".join(f'"{cell}"' if cell else "" for cell in row) + "\n" for row in cells), "utf-8")
    read = looked_at(file)
    assert tree_of(read) == tree
    assert read.misfits == ()
    asked = {entry.kind for entry in read.plan.questions}
    assert asked == ({"notes"} if name == "GV-ISys" else set())


def test_the_directory_of_municipalities_is_read_with_joined_heads_and_figures_beside(tmp_path: Path) -> None:
    heads = ["Satz-\nart", "Text-\nkenn-\nzeichen", "Amtlicher Regionalschlüssel (ARS)", *[""] * 4, "Gemeindename"]
    heads += ["Fläche km² 1)", "Bevölkerung 2)", "", "", "", "Post-\nleit-\nzahl 3)", "Mittelpunktkoordinaten", ""]
    heads += ["Reisegebiete", "", "Grad der Verstädterung", ""]
    below = ["", "", "Land", "RB", "Kreis", "VB", "Gem", "", "", "insgesamt", "männlich", "weiblich", "je km2", ""]
    below += ["Längengrad", "Breitengrad", "Schlüssel", "Bezeichnung", "Schlüssel", "Bezeichnung"]
    figures = [56.73, 91113, 45435, 45678, 1606, "24937", "9,43751", "54,78252", "K01", "Förde", "01", "dicht"]
    rows: list[list[Any]] = [
        ["Gemeinden in Deutschland nach Fläche, Bevölkerung und Postleitzahl"],
        ["am 31.12.2022 (4. Quartal)"],
        [],
        heads,
        below,
        ["10", "", "01", "", "", "", "", "Schleswig-Holstein"],
        ["40", "41", "01", "0", "01", "", "", "Flensburg, Stadt"],
        ["50", "50", "01", "0", "01", "0000", "", "Flensburg, Stadt"],
        ["60", "61", "01", "0", "01", "0000", "000", "Flensburg, Stadt", *figures],
        ["10", "", "09", "", "", "", "", "Bayern"],
        ["20", "", "09", "1", "", "", "", "Oberbayern"],
        ["40", "41", "09", "1", "61", "", "", "Ingolstadt"],
        ["60", "61", "09", "1", "61", "0000", "000", "Ingolstadt", 133.35, 138016, *figures[2:]],
        ["_______________"],
        ["1) Fläche am 31.12.2021."],
        ["© Statistisches Bundesamt (Destatis), 2023"],
    ]
    book = xlsxwriter.Workbook(tmp_path / "gv.xlsx")
    sheet = book.add_worksheet("Onlineprodukt_Gemeinden")
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            if cell != "":
                sheet.write(number, place, cell)
    for place in (0, 1, 7, 8, 13):
        sheet.merge_range(3, place, 4, place, heads[place])
    for left, right in ((2, 6), (9, 12), (14, 15), (16, 17), (18, 19)):
        sheet.merge_range(3, left, 3, right, heads[left])
    book.close()
    read = looked_at(tmp_path / "gv.xlsx")
    assert tree_of(read) == [
        "01 Schleswig-Holstein",
        ".01001 Flensburg, Stadt",
        "..010010000 Flensburg, Stadt",
        "...010010000000 Flensburg, Stadt",
        "09 Bayern",
        ".091 Oberbayern",
        "..09161 Ingolstadt",
        "...091610000000 Ingolstadt",
    ]
    assert read.plan.questions == ()
    assert {entry.kind for entry in read.plan.entries} == {"titles", "head_rows", "footer", "merged", "column_ignored"}
    # The key of eight digits: without the part of the association, whose rows then do not fit.
    columns = columns_of(read_table(tmp_path / "gv.xlsx"), "tree").with_meanings({"VB": "ignored"})
    short = read_codes(columns, "tree", answers=[ReadingAnswer("misfits", "", "leave_out")])
    assert "...09161000 Ingolstadt" in tree_of(short)
    assert [error.fields["line"] for error in short.misfits] == [8]


def test_a_second_name_in_another_language_is_its_label(tmp_path: Path) -> None:
    rows = [["Kreis", "Kreis_de", "Kreis_en", "Land", "Land_de", "Land_en"]]
    rows += [
        ["09162", "München", "Munich", "09", "Bayern", "Bavaria"],
        ["01002", "Kiel", "Kiel", "01", "Norden", "North"],
    ]
    read = read_hierarchy(write_xlsx(tmp_path / "two.xlsx", {"A": rows}))
    assert read.labels["09162"] == Texts("Munich", "München")
    assert read.labels["01"] == Texts("North", "Norden")


def test_lost_zeros_of_a_sheet_are_asked_about_level_by_level(tmp_path: Path) -> None:
    rows: list[list[Any]] = [["Kreis", "Kreisname", "Land", "Name"], [1001, "Flensburg", 1, "Schleswig-Holstein"]]
    rows += [[9161, "Ingolstadt", 9, "Bayern"], [9162, "München", 9, "Bayern"], [11000, "Berlin", 11, "Berlin"]]
    file = write_xlsx(tmp_path / "numbers.xlsx", {"A": rows})
    with pytest.raises(ReadingAsked) as asked:
        read_hierarchy(file)
    assert [entry.kind for entry in asked.value.plan.questions] == ["code_zeros"]
    assert asked.value.plan.entry("codes_as_numbers", "Kreis") is not None
    read = read_hierarchy(file, answers=[ReadingAnswer("code_zeros", "", "pad")])
    assert read.hierarchy.leaves == ("01001", "09161", "09162", "11000")
    assert read.labels["09"].de == "Bayern"
    kept = read_hierarchy(file, answers=[ReadingAnswer("code_zeros", "", "keep")])
    assert kept.hierarchy.leaves == ("1001", "9161", "9162", "11000")
