"""What the parts of our workbooks consist of: their names, tags, attributes and fixed words. Anything else is a hit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ckmcore.formats.xml_parts import Rule

PARTS: Mapping[str, re.Pattern[str]] = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "types": r"\[Content_Types\]\.xml",
        "relations": r"(_rels/\.rels|xl/_rels/workbook\.xml\.rels|xl/(worksheets|drawings)/_rels/\w+\.xml\.rels)",
        "workbook": r"xl/workbook\.xml",
        "sheet": r"xl/worksheets/sheet\d+\.xml",
        "strings": r"xl/sharedStrings\.xml",
        "styles": r"xl/styles\.xml",
        "library": r"xl/theme/theme1\.xml",
        "drawing": r"xl/drawings/drawing\d+\.xml",
        "picture": r"xl/media/image\d+\.png",
        "table": r"xl/tables/table\d+\.xml",
        "core": r"docProps/core\.xml",
        "app": r"docProps/app\.xml",
    }.items()
}
"""The parts by what they are; `library`: the same in every workbook, as the library writes it."""


@dataclass(frozen=True)
class Rules:
    """Tags with the rules of their attributes; rules of the texts that stand in tags (absent: no text)."""

    tags: Mapping[str, Mapping[str, Rule]]
    texts: Mapping[str, Rule] = field(default_factory=dict)


def _pattern(text: str) -> Rule:
    compiled = re.compile(text)
    return lambda value: compiled.fullmatch(value) is not None


_SCHEMA = _pattern(r"http://(schemas\.openxmlformats\.org|purl\.org|www\.w3\.org)/[A-Za-z0-9/.-]+")
_PART_NAME = _pattern(r"/?(\.\./)?[A-Za-z0-9/]+\.(xml|png|rels)")
_TYPE_NAME = _pattern(r"(application|image)/[A-Za-z0-9.+-]+")
_NUMBER_FORMAT = _pattern(r"""(General|(\[>=1000000\]|\[>=1000\]|"\("|"\)"|" [⁰¹²³⁴⁵⁶⁷⁸⁹⁾ ]+"|\\ |[#0,.;-])+)""")
_STYLE_WORDS = (
    "thin", "none", "solid", "gray125", "left", "right", "center", "top", "bottom", "minor", "Normal", "Hyperlink",
    "TableStyleMedium9", "PivotStyleLight16",
)  # fmt: skip


def _style_value(value: str) -> bool:
    return value in _STYLE_WORDS or re.fullmatch(r"-?\d{1,7}(\.\d{1,6})?|[0-9A-F]{8}", value) is not None


SAME_EVERYWHERE: Mapping[str, Rule] = {
    "xmlns": _SCHEMA,
    "xmlns:r": _SCHEMA,
    "xmlns:a": _SCHEMA,
    "xmlns:xdr": _SCHEMA,
    "xmlns:vt": _SCHEMA,
    "xmlns:cp": _SCHEMA,
    "xmlns:dc": _SCHEMA,
    "xmlns:dcterms": _SCHEMA,
    "xmlns:dcmitype": _SCHEMA,
    "xmlns:xsi": _SCHEMA,
    "r:id": "id",
    "r:embed": "id",
    "count": "whole",
}


def _all(rule: Rule, names: str) -> dict[str, Rule]:
    """The same rule for several names."""
    return dict.fromkeys(names.split(), rule)


def _bare(names: str) -> dict[str, dict[str, Rule]]:
    """Tags without attributes."""
    return {name: {} for name in names.split()}


_STYLE_TAGS = (
    "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles font b i u sz color family scheme "
    "fill patternFill fgColor bgColor border left right top bottom diagonal xf alignment protection cellStyle"
)
_STYLE_ATTRIBUTES = _all(
    _style_value,
    "val rgb theme indexed patternType style numFmtId fontId fillId borderId xfId applyNumberFormat applyFont "
    "applyFill applyBorder applyAlignment applyProtection horizontal vertical indent wrapText locked name builtinId "
    "defaultTableStyle defaultPivotStyle",
)
_DRAWING_TAGS = (
    "xdr:from xdr:to xdr:pic xdr:nvPicPr xdr:cNvPicPr xdr:blipFill a:blip a:stretch a:fillRect xdr:spPr a:xfrm "
    "a:avLst xdr:clientData"
)
_YES = ("0", "1")

RULES: Mapping[str, Rules] = {
    "types": Rules(
        {
            "Types": {},
            "Default": {"Extension": ("rels", "xml", "png"), "ContentType": _TYPE_NAME},
            "Override": {"PartName": _PART_NAME, "ContentType": _TYPE_NAME},
        }
    ),
    "relations": Rules({"Relationships": {}, "Relationship": {"Id": "id", "Type": _SCHEMA, "Target": _PART_NAME}}),
    "workbook": Rules(
        {
            "workbook": {},
            "fileVersion": {"appName": ("xl",), **_all("whole", "lastEdited lowestEdited rupBuild")},
            "workbookPr": {"defaultThemeVersion": "whole"},
            "bookViews": {},
            "workbookView": {
                **_all(("240", "15", "16095", "9660"), "xWindow yWindow windowWidth windowHeight"),
                **_all("whole", "activeTab firstSheet"),
            },
            "sheets": {},
            "sheet": {"name": "text", "sheetId": "whole"},
            "definedNames": {},
            "definedName": {"name": ("_xlnm.Print_Titles",), "localSheetId": "whole"},
            "calcPr": {"calcId": "whole", "fullCalcOnLoad": "bool"},
        },
        {"definedName": "range"},
    ),
    "sheet": Rules(
        {
            "worksheet": {},
            "sheetPr": {},
            "pageSetUpPr": {"fitToPage": "bool"},
            "dimension": {"ref": "ref"},
            "sheetViews": {},
            "sheetView": {"tabSelected": "bool", "workbookViewId": "whole", "showGridLines": "bool"},
            "pane": {
                **_all("size", "xSplit ySplit"),
                "topLeftCell": "ref",
                "activePane": ("bottomRight", "bottomLeft", "topRight"),
                "state": ("frozen",),
            },
            "selection": {
                "pane": ("bottomRight", "bottomLeft", "topRight"),
                "activeCell": "ref",
                "sqref": "ref",
            },
            "sheetFormatPr": {"defaultRowHeight": ("15",), "customHeight": _YES},
            "cols": {},
            "col": {**_all("whole", "min max style"), "width": "width", "customWidth": "bool"},
            "sheetData": {},
            "row": {
                **_all("whole", "r s"),
                "spans": _pattern(r"\d+:\d+"),
                "ht": "height",
                **_all("bool", "customHeight customFormat"),
            },
            "c": {"r": "ref", "s": "whole", "t": ("s",)},
            "v": {},
            "mergeCells": {},
            "mergeCell": {"ref": "ref"},
            "hyperlinks": {},
            "hyperlink": {"ref": "ref", "location": "range", "display": "text"},
            "pageMargins": _all(("0.7", "0.75", "0.3"), "left right top bottom header footer"),
            "pageSetup": {
                **_all("whole", "paperSize scale fitToHeight fitToWidth"),
                "orientation": ("landscape", "portrait"),
            },
            "headerFooter": {},
            "oddHeader": {},
            "oddFooter": {},
            "rowBreaks": {"manualBreakCount": "whole"},
            "colBreaks": {"manualBreakCount": "whole"},
            "brk": _all("whole", "id max man"),
            "drawing": {},
            "tableParts": {},
            "tablePart": {},
        },
        {"oddHeader": "page", "oddFooter": "page"},
    ),
    "strings": Rules(
        {"sst": {"uniqueCount": "whole"}, "si": {}, "t": {"xml:space": ("preserve",)}},
        {"t": "text"},
    ),
    "styles": Rules(
        {
            "styleSheet": {},
            **dict.fromkeys(_STYLE_TAGS.split(), _STYLE_ATTRIBUTES),
            "name": {"val": "font"},
            "numFmt": {"numFmtId": "whole", "formatCode": _NUMBER_FORMAT},
        }
    ),
    "drawing": Rules(
        {
            "xdr:wsDr": {},
            "xdr:twoCellAnchor": {"editAs": ("absolute", "oneCell")},
            **_bare(_DRAWING_TAGS),
            **_bare("xdr:col xdr:colOff xdr:row xdr:rowOff"),
            "xdr:cNvPr": {"id": "whole", "name": _pattern(r"Picture \d+"), "descr": "text"},
            "a:picLocks": {"noChangeAspect": _YES},
            "a:off": _all("whole", "x y"),
            "a:ext": _all("whole", "cx cy"),
            "a:prstGeom": {"prst": ("rect",)},
        },
        _all("whole", "xdr:col xdr:colOff xdr:row xdr:rowOff"),
    ),
    "table": Rules(
        {
            "table": {
                **_all("whole", "id totalsRowShown"),
                **_all(_pattern(r"Table\d+"), "name displayName"),
                "ref": "ref",
            },
            "autoFilter": {"ref": "ref"},
            "tableColumns": {},
            "tableColumn": {"id": "whole", "name": "text"},
            "tableStyleInfo": {
                "name": _pattern(r"TableStyleLight\d+"),
                **_all("bool", "showFirstColumn showLastColumn showRowStripes showColumnStripes"),
            },
        }
    ),
    "core": Rules(
        {
            "cp:coreProperties": {},
            "dc:title": {},
            "dc:creator": {},
            "dc:description": {},
            "cp:lastModifiedBy": {},
            "dcterms:created": {"xsi:type": ("dcterms:W3CDTF",)},
            "dcterms:modified": {"xsi:type": ("dcterms:W3CDTF",)},
        },
        {
            "dc:title": "text",
            "dc:description": "program",
            "dcterms:created": ("2000-01-01T00:00:00Z",),
            "dcterms:modified": ("2000-01-01T00:00:00Z",),
        },
    ),
    "app": Rules(
        {
            "Properties": {},
            "Application": {},
            "DocSecurity": {},
            "ScaleCrop": {},
            "HeadingPairs": {},
            "TitlesOfParts": {},
            "vt:vector": {"size": "whole", "baseType": ("variant", "lpstr")},
            "vt:variant": {},
            "vt:lpstr": {},
            "vt:i4": {},
            "Company": {},
            "LinksUpToDate": {},
            "SharedDoc": {},
            "HyperlinksChanged": {},
            "AppVersion": {},
        },
        {
            "Application": ("Microsoft Excel",),
            "DocSecurity": ("0",),
            **_all(("false",), "ScaleCrop LinksUpToDate SharedDoc HyperlinksChanged"),
            "vt:lpstr": "part",
            "vt:i4": "whole",
            "AppVersion": ("12.0000",),
        },
    ),
}
"""Of each part its tags, attributes and texts. Besides the patterns of `xml_parts`: `text`: a text of the tables or a
sheet's name; `width`, `height`: of a column and of a row, as our writers make them; `range`: cells of a sheet; `page`:
header or footer of pages; `font`: an office's font; `part`: a sheet's name, alone or with what is printed on each page;
`program`: the program and a version that files may name.
"""
