"""Reading files of microdata; roles, code lists and hierarchies; the column store."""

from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata, NumberColumn
from ckmcore.microdata.dialect import Dialect, TextColumn
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.preview import Preview, PreviewColumn, preview
from ckmcore.microdata.read import ReadReport, read_microdata, read_with_report, reading_plan
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked, ReadingEntry, ReadingPlan
from ckmcore.microdata.sniff import sniff

__all__ = [
    "MISSING",
    "Category",
    "Dialect",
    "Dimension",
    "Hierarchy",
    "Microdata",
    "NumberColumn",
    "Preview",
    "PreviewColumn",
    "ReadReport",
    "ReadingAnswer",
    "ReadingAsked",
    "ReadingEntry",
    "ReadingPlan",
    "TextColumn",
    "preview",
    "read_hrc",
    "read_microdata",
    "read_with_report",
    "reading_plan",
    "sniff",
]
