"""Each kind of leak planted once into a workbook is found, and told with its place."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from ckmcore.base.numbers import Language
from ckmcore.formats.leak_findings import Kind
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from tests.kit.leak_tables import UNPUBLISHED, content, hits
from tests.kit.logos import picture

Parts = dict[str, bytes]
SHEET = "xl/worksheets/sheet2.xml"


def unpacked(book: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def packed(parts: Parts, change: Callable[[zipfile.ZipFile], None] | None = None) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, part)
        if change is not None:
            change(archive)
    return target.getvalue()


def put(name: str, old: str, new: str) -> Callable[[Parts], None]:
    """Replaces a text in a part once; the text must be there."""

    def change(parts: Parts) -> None:
        found = re.subn(old, lambda _: new, parts[name].decode(), count=1)
        assert found[1] == 1, (name, old)
        parts[name] = found[0].encode()

    return change


def add(name: str, part: bytes) -> Callable[[Parts], None]:
    return lambda parts: parts.update({name: part})


XML = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
FIGURE_CELL = r'<c r="C12" s="\d+"><v>\d+</v></c>'

PLANTED: dict[str, tuple[Callable[[Parts], None], Kind, str]] = {
    "an original in a cell": (put(SHEET, r"<v>\d\d\d</v></c>", f"<v>{UNPUBLISHED}</v></c>"), "figure", "!"),
    "a figure with hidden digits": (put(SHEET, r"<v>(\d\d\d)</v></c>", "<v>100.000001</v></c>"), "figure", "!"),
    "a text as a number": (put(SHEET, r"<v>\d\d\d</v></c>", "<v>secret</v></c>"), "text", "!"),
    "a formula": (put(SHEET, r"(?<=\")><v>\d\d\d</v>", "><f>SUM(1,2)</f><v>3</v>"), "formula", "!"),
    "a text beside the table of strings": (
        put(SHEET, r' t="s"><v>\d+</v>', ' t="inlineStr"><is><t>secret</t></is>'),
        "text",
        "!",
    ),
    "a string that no cell names": (
        put("xl/sharedStrings.xml", "</sst>", "<si><t>key .7998</t></si></sst>"),
        "text",
        "",
    ),
    "a string that is changed": (
        put("xl/sharedStrings.xml", "<t>See[^<]*</t>", "<t>See 17</t>"),
        "text",
        "sharedStrings",
    ),
    "a rich string": (put("xl/sharedStrings.xml", "<t>See[^<]*</t>", "<r><t>See</t></r>"), "part", "sharedStrings"),
    "a path": (put("xl/sharedStrings.xml", "<t>See[^<]*</t>", "<t>C:\\data\\see.csv</t>"), "path", "sharedStrings"),
    "a hidden sheet": (put("xl/workbook.xml", r'" sheetId="2"', '" sheetId="2" state="hidden"'), "hidden", "sheet"),
    "a very hidden sheet": (
        put("xl/workbook.xml", r'" sheetId="2"', '" sheetId="2" state="veryHidden"'),
        "hidden",
        "sheet",
    ),
    "a sheet called otherwise": (put("xl/workbook.xml", 'name="Hinweise"', 'name="D=5 V=3"'), "text", "workbook"),
    "a defined name": (
        put("xl/workbook.xml", "<definedNames>", '<definedNames><definedName name="n">17</definedName>'),
        "text",
        "definedName",
    ),
    "a printed range elsewhere": (
        put("xl/workbook.xml", r">[^<]+</definedName>", ">[orig.xlsx]A!$1:$2</definedName>"),
        "text",
        "definedName",
    ),
    "the height of a row": (put(SHEET, 'ht="45"', 'ht="46.17"'), "text", "row"),
    "a height that no lines make": (put(SHEET, 'ht="45"', 'ht="51"'), "text", "row"),
    "the width of a column": (put(SHEET, 'width="12.7109375"', 'width="12.17"'), "text", "col"),
    "a column wider than any": (put(SHEET, 'width="12.7109375"', 'width="187.7109375"'), "text", "col"),
    "the usual height of rows": (put(SHEET, 'defaultRowHeight="15"', 'defaultRowHeight="17"'), "text", "Format"),
    "the margins of pages": (put(SHEET, 'top="0.75"', 'top="0.17"'), "text", "pageMargins"),
    "the place of the window": (put("xl/workbook.xml", 'xWindow="240"', 'xWindow="17"'), "text", "workbookView"),
    "blanks between tags": (put(SHEET, "<sheetData>", "<sheetData>  \t"), "text", "sheetData"),
    "blanks behind a text": (
        put("xl/sharedStrings.xml", "<t>Insgesamt</t>", "<t>Insgesamt  </t>"),
        "hidden",
        "sharedStrings",
    ),
    "a hidden row": (put(SHEET, '<row r="12"', '<row r="12" hidden="1"'), "hidden", "row"),
    "a hidden column": (put(SHEET, "<col ", '<col hidden="1" '), "hidden", "col"),
    "a comment on a cell": (
        add("xl/comments1.xml", XML + b"<comments><authors><author>me</author></authors></comments>"),
        "comment",
        "xl/comments1.xml",
    ),
    "a drawing of comments": (put(SHEET, "</worksheet>", '<legacyDrawing r:id="rId1"/></worksheet>'), "comment", ""),
    "custom XML": (add("customXml/item1.xml", XML + b"<x>17</x>"), "part", "customXml/item1.xml"),
    "custom properties": (add("docProps/custom.xml", XML + b"<Properties/>"), "part", "docProps/custom.xml"),
    "a cache of formulas": (add("xl/calcChain.xml", XML + b"<calcChain/>"), "part", "xl/calcChain.xml"),
    "a cache of a pivot table": (
        add("xl/pivotCache/pivotCacheRecords1.xml", XML + b"<x/>"),
        "part",
        "xl/pivotCache/pivotCacheRecords1.xml",
    ),
    "a program": (add("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0"), "part", "xl/vbaProject.bin"),
    "settings of a printer": (add("xl/printerSettings/printerSettings1.bin", b"PC-17"), "part", "printerSettings"),
    "another picture": (
        lambda parts: parts.update({"xl/media/image1.png": picture(width=9)}),
        "picture",
        "xl/media/image1.png",
    ),
    "a picture's description": (put("xl/drawings/drawing1.xml", 'descr="[^"]*"', 'descr="V = 3"'), "text", "drawing"),
    "another version": (
        put("docProps/core.xml", "<dc:description>[^<]*<", "<dc:description>ckmdesk 1.7.17<"),
        "property",
        "dc:description",
    ),
    "an author": (put("docProps/core.xml", "<dc:creator></", "<dc:creator>Muster</"), "property", "dc:creator"),
    "who changed it": (
        put("docProps/core.xml", "<cp:lastModifiedBy></", "<cp:lastModifiedBy>host17</"),
        "property",
        "lastModifiedBy",
    ),
    "a time of making": (
        put("docProps/core.xml", "2000-01-01T00:00:00Z", "2026-11-22T16:42:14Z"),
        "property",
        "created",
    ),
    "a title of its own": (put("docProps/core.xml", "<dc:title>[^<]*<", "<dc:title>draft of X<"), "property", "title"),
    "a subject": (
        put("docProps/core.xml", "<dc:creator>", "<dc:subject>n = 3</dc:subject><dc:creator>"),
        "property",
        "dc:subject",
    ),
    "a company": (put("docProps/app.xml", "<Company></", "<Company>Host</"), "property", "Company"),
    "a manager": (put("docProps/app.xml", "<Company>", "<Manager>M</Manager><Company>"), "property", "Manager"),
    "another program": (put("docProps/app.xml", "Microsoft Excel", "ckmdesk on pc17"), "property", "Application"),
    "a comment in XML": (put(SHEET, "<sheetData>", "<!-- 17 --><sheetData>"), "comment", ""),
    "an instruction in XML": (put(SHEET, "<sheetData>", "<?n 17?><sheetData>"), "part", ""),
    "a document type": (put("xl/workbook.xml", "<workbook ", '<!DOCTYPE w [<!ENTITY n "17">]><workbook '), "part", ""),
    "a format of numbers that says something": (
        put("xl/styles.xml", r'formatCode="[^"]*"', 'formatCode="0&quot; (orig. 17)&quot;"'),
        "text",
        "numFmt",
    ),
    "a style with a name": (put("xl/styles.xml", 'name="Normal"', 'name="D=5"'), "text", "cellStyle"),
    "another font": (put("xl/styles.xml", r'<name val="[^"]*"/>', '<name val="pc17"/>'), "text", "styles"),
    "a foot of pages": (put(SHEET, r"&amp;C|&amp;R", "&amp;Rhost17 "), "text", "Foot"),
    "a rule of formats": (
        put(SHEET, "<pageMargins", '<conditionalFormatting sqref="A1"/><pageMargins'),
        "formula",
        "conditionalFormatting",
    ),
    "a list of choices": (put(SHEET, "<pageMargins", "<dataValidations/><pageMargins"), "formula", "dataValidations"),
    "an extension": (put(SHEET, "</worksheet>", "<extLst><ext>17</ext></extLst></worksheet>"), "part", "extLst"),
    "a link out": (
        put("xl/_rels/workbook.xml.rels", 'Target="styles.xml"', 'Target="file:///srv/x.xml" TargetMode="External"'),
        "link",
        "Relationship",
    ),
    "a link within that is none": (
        put("xl/worksheets/sheet1.xml", 'location="[^"]*"', 'location="https://host/x"'),
        "text",
        "hyperlink",
    ),
    "a changed theme": (put("xl/theme/theme1.xml", "Office", "host17"), "part", "theme1.xml"),
    "a column of a marked-up table": (put("xl/tables/table1.xml", 'name="Land"', 'name="orig"'), "text", "tableColumn"),
    "a content type": (
        put("[Content_Types].xml", 'ContentType="application/xml"', 'ContentType="my secret"'),
        "text",
        "Content_Types",
    ),
    "a second part of the same name": (lambda parts: None, "hidden", "xl/workbook.xml"),
}


@pytest.mark.daily(28)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    change, kind, place = PLANTED[name]
    parts = unpacked(content("xlsx", tmp_path))
    change(parts)
    twice = None
    if kind == "hidden" and name.startswith("a second part"):
        twice = lambda archive: archive.writestr(zipfile.ZipInfo("xl/workbook.xml"), b"<x>17</x>")  # noqa: E731
    with pytest.warns(UserWarning, match="Duplicate") if twice else _nothing():
        found = hits("xlsx", packed(parts, twice))
    assert any(hit.kind == kind and place in hit.place for hit in found), found


class _nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("form", ["xlsx", "xlsx-accessible"])
def test_a_workbook_as_it_is_written_holds_nothing_else(form: str, language: Language, tmp_path: Path) -> None:
    book = content(form, tmp_path, language)  # type: ignore[arg-type]
    assert hits(form, book, language) == ()  # type: ignore[arg-type]


def test_packing_alone_is_no_leak(tmp_path: Path) -> None:
    assert hits("xlsx", packed(unpacked(content("xlsx", tmp_path)))) == ()


def test_what_stands_around_the_parts_of_a_workbook_is_found(tmp_path: Path) -> None:
    book = content("xlsx", tmp_path)
    parts = unpacked(book)

    def comment(archive: zipfile.ZipFile) -> None:
        archive.comment = b"made by me"

    def extra(archive: zipfile.ZipFile) -> None:
        entry = zipfile.ZipInfo("xl/media/image9.png")
        entry.extra = b"\x99\x99\x04\x00me17"
        archive.writestr(entry, picture())

    def dated(archive: zipfile.ZipFile) -> None:
        archive.writestr(zipfile.ZipInfo("xl/media/image9.png", (2026, 11, 22, 16, 0, 0)), picture())

    assert [hit.kind for hit in hits("xlsx", packed(parts, comment))] == ["comment"]
    assert [hit.kind for hit in hits("xlsx", packed(parts, extra))] == ["property"]
    assert [hit.kind for hit in hits("xlsx", packed(parts, dated))] == ["property"]
    assert hits("xlsx", book + b"17")[0].kind == "bytes"
    assert hits("xlsx", book[:-30])[0].kind == "bytes"
    middle = book.index(b"PK\x01\x02")
    assert "bytes" in {hit.kind for hit in hits("xlsx", book[:middle] + b"hidden" + book[middle:])}


ATTRIBUTES: dict[str, Callable[[zipfile.ZipInfo], None]] = {
    "rights": lambda entry: setattr(entry, "external_attr", 0o617 << 16),
    "attributes of DOS": lambda entry: setattr(entry, "external_attr", (0o600 << 16) + 17),
    "kind of text": lambda entry: setattr(entry, "internal_attr", 17),
    "system": lambda entry: setattr(entry, "create_system", 17),
    "version of the maker": lambda entry: setattr(entry, "create_version", 17),
    "version that is needed": lambda entry: setattr(entry, "extract_version", 17),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_what_a_zip_file_says_of_its_entries_is_found(name: str, tmp_path: Path) -> None:
    def change(archive: zipfile.ZipFile) -> None:
        entry = zipfile.ZipInfo("xl/media/image9.png")
        archive.writestr(entry, picture())
        ATTRIBUTES[name](entry)

    found = hits("xlsx", packed(unpacked(content("xlsx", tmp_path)), change))
    assert [(hit.kind, hit.place) for hit in found] == [("property", "xl/media/image9.png")]


@pytest.mark.parametrize("place", [4, 6, 10, 12])
def test_what_only_the_first_description_of_an_entry_says_is_found(place: int, tmp_path: Path) -> None:
    book = bytearray(content("xlsx", tmp_path))
    book[place] ^= 1
    assert {hit.kind for hit in hits("xlsx", bytes(book))} & {"property", "bytes"}


@pytest.mark.parametrize("place", [-18, -16])
def test_the_number_of_a_disk_is_found(place: int, tmp_path: Path) -> None:
    book = bytearray(content("xlsx", tmp_path))
    book[place] = 17
    assert {hit.kind for hit in hits("xlsx", bytes(book))} & {"property", "bytes"}


def test_a_figure_that_is_published_is_found_where_it_stands_too_often(tmp_path: Path) -> None:
    parts = unpacked(content("xlsx", tmp_path))
    once = re.search(r"<v>(\d{3,})</v>", parts[SHEET].decode())
    assert once is not None
    more = "".join(f'<c r="{letter}99"><v>{once[1]}</v></c>' for letter in "ABCDEFGH")
    put(SHEET, "</sheetData>", f'<row r="99">{more}</row></sheetData>')(parts)
    assert {hit.kind for hit in hits("xlsx", packed(parts))} == {"often"}


def test_a_workbook_of_another_program_is_full_of_hits(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["A2"] = "Studierende nach Land", 17
    sheet.protection.password = "x"
    target = tmp_path / "t.xlsx"
    book.save(target)
    kinds = {hit.kind for hit in hits("xlsx", target.read_bytes())}
    assert {"figure", "property"} <= kinds


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_part_that_is_packed_otherwise_and_damaged_is_a_hit_and_no_fault(method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>" * 50)
    content = bytearray(packed.getvalue())
    begin = 30 + len("xl/workbook.xml")
    content[begin : begin + 12] = b"\xff" * 12
    hits = list(scan_content(bytes(content), "t.xlsx", PublishableContent(anything=True)))
    assert any(hit.sentence().text("en") for hit in hits)
