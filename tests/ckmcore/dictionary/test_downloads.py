"""Tables of codes with the heads of downloads of Destatis and Eurostat, and as offices save them out of Excel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ckmcore.dictionary.code_columns import columns_of
from ckmcore.dictionary.code_tables import CodeTable, read_codes
from ckmcore.dictionary.hierarchy_files import hierarchy_of_table
from ckmcore.dictionary.small_tables import read_table
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
