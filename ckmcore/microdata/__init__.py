"""Reading files of microdata; roles, code lists and hierarchies; the column store."""

from typing import TYPE_CHECKING

from ckmcore.base.lazy_import import names_of

if TYPE_CHECKING:
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

__getattr__ = names_of(
    __name__,
    {
        "ckmcore.microdata.data": "MISSING Category Dimension Microdata NumberColumn",
        "ckmcore.microdata.dialect": "Dialect TextColumn",
        "ckmcore.microdata.hierarchy": "Hierarchy",
        "ckmcore.microdata.hrc": "read_hrc",
        "ckmcore.microdata.preview": "Preview PreviewColumn preview",
        "ckmcore.microdata.read": "ReadReport read_microdata read_with_report reading_plan",
        "ckmcore.microdata.reading_plan": "ReadingAnswer ReadingAsked ReadingEntry ReadingPlan",
        "ckmcore.microdata.sniff": "sniff",
    },
)
