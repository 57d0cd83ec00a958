"""The engine of ckmdesk: from confidential microdata to tables that may be published.

>>> import ckmcore as ckm
>>> data = ckm.read_microdata("persons.csv", ["NUTS", "SEX", "AGE"], record_key="rkey", magnitudes="INCOME")
>>> raw = ckm.tabulate(data, ckm.TableSpec("NUTS", "SEX"))
>>> ptable = ckm.design_ptable(D=5, V=3, js=2)
>>> table = ckm.protect(raw, ckm.CellKeyMethod(ptable))
>>> ckm.export(table, "table.xlsx").name
'table.xlsx'

The examples of the names below go on from these lines: `ckm`, `data`, `raw`, `ptable`, `table` are what they are here.
"""

from typing import TYPE_CHECKING, Any

from ckmcore.base.lazy_import import names_of
from ckmcore.base.version import VERSION as __version__

if TYPE_CHECKING:
    from ckmcore.areas.boundaries import read_areas
    from ckmcore.areas.model import AreaSet
    from ckmcore.base.texts import Texts
    from ckmcore.dictionary.code_lists import read_code_list
    from ckmcore.dictionary.conversions import read_conversion
    from ckmcore.dictionary.hierarchy_files import microdata_of, read_hierarchy
    from ckmcore.dictionary.judge_rules import judge_rules
    from ckmcore.dictionary.record_rules import ColumnTest, RecordRule
    from ckmcore.errors import (
        Cancelled,
        CkmError,
        CkmWarning,
        DataError,
        FileError,
        InputError,
        PermissionRefused,
        ProtectionError,
    )
    from ckmcore.formats.export import export
    from ckmcore.formats.write_picture import draw_picture
    from ckmcore.keys.record_keys import RecordKeys, generate_keys, integer_keys
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.methods.draft import Draft
    from ckmcore.methods.examination import Examination, Explanation
    from ckmcore.methods.hypercubes import hypercube
    from ckmcore.methods.keyed_rounding import KeyedRounding
    from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling, magnitude_settings
    from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
    from ckmcore.methods.method import examine, explain, protect
    from ckmcore.methods.own_keys import new_own_key
    from ckmcore.methods.package import read_package, write_package
    from ckmcore.methods.primary import PrimaryRules
    from ckmcore.methods.protected import ProtectedTable
    from ckmcore.methods.rounding import Rounding
    from ckmcore.methods.safe import SafePrinciple
    from ckmcore.methods.suppression import Suppression
    from ckmcore.microdata import (
        MISSING,
        Dialect,
        Dimension,
        Hierarchy,
        Microdata,
        ReadingAnswer,
        ReadingAsked,
        ReadingPlan,
        read_hrc,
        read_microdata,
        reading_plan,
    )
    from ckmcore.ptable import (
        Design,
        FixedProbability,
        PTable,
        RowConstraint,
        compare,
        design_magnitudes,
        design_ptable,
        open_ptable,
        permute,
        read_magnitudes,
        read_ptable,
        search_V,
        shuffle,
        suggested_relaxations,
        to_ons,
        write_ptable,
    )
    from ckmcore.sample.areas import sample_areas, sample_district
    from ckmcore.statistic.file import open_statistic, save_statistic
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.period import Decision
    from ckmcore.tabulate.hyper_spec import HyperSpec
    from ckmcore.tabulate.notebook import distribution, mean, share, sum_of
    from ckmcore.tabulate.picture_choice import PictureChoice
    from ckmcore.tabulate.raw import RawTable
    from ckmcore.tabulate.spec import TOTAL, Block, Condition, Group, Level, TableSpec, Top, Value
    from ckmcore.tabulate.tabulate import tabulate
    from ckmcore.working.scripts import table_script
    from ckmcore.working.statistic import WorkingStatistic, create_statistic, work_on_statistic

__all__ = [
    "MISSING",
    "TOTAL",
    "AreaSet",
    "Block",
    "Cancelled",
    "CellKeyMethod",
    "CkmError",
    "CkmWarning",
    "ColumnTest",
    "Condition",
    "DataError",
    "Decision",
    "Design",
    "Dialect",
    "Dimension",
    "Draft",
    "Examination",
    "Explanation",
    "FileError",
    "FixedProbability",
    "Group",
    "Hierarchy",
    "HyperSpec",
    "InputError",
    "KeyedRounding",
    "Level",
    "MagnitudeCellKeyMethod",
    "MagnitudeSettings",
    "Microdata",
    "PTable",
    "PermissionRefused",
    "PictureChoice",
    "PrimaryRules",
    "ProtectedTable",
    "ProtectionError",
    "RawTable",
    "ReadingAnswer",
    "ReadingAsked",
    "ReadingPlan",
    "RecordKeys",
    "RecordRule",
    "Rounding",
    "RowConstraint",
    "SafePrinciple",
    "Scaling",
    "Statistic",
    "Suppression",
    "TableSpec",
    "Texts",
    "Top",
    "Value",
    "WorkingStatistic",
    "__version__",
    "compare",
    "create_statistic",
    "design_magnitudes",
    "design_ptable",
    "distribution",
    "draw_picture",
    "examine",
    "explain",
    "export",
    "generate_keys",
    "hypercube",
    "integer_keys",
    "judge_rules",
    "magnitude_settings",
    "mean",
    "microdata_of",
    "new_own_key",
    "open_ptable",
    "open_statistic",
    "permute",
    "protect",
    "read_areas",
    "read_code_list",
    "read_conversion",
    "read_hierarchy",
    "read_hrc",
    "read_magnitudes",
    "read_microdata",
    "read_package",
    "read_ptable",
    "reading_plan",
    "sample_areas",
    "sample_district",
    "save_statistic",
    "search_V",
    "share",
    "shuffle",
    "suggested_relaxations",
    "sum_of",
    "table_script",
    "tabulate",
    "to_ons",
    "work_on_statistic",
    "write_package",
    "write_ptable",
]

_attribute = names_of(
    __name__,
    {
        "ckmcore.base.texts": "Texts",
        "ckmcore.dictionary.code_lists": "read_code_list",
        "ckmcore.dictionary.conversions": "read_conversion",
        "ckmcore.areas.boundaries": "read_areas",
        "ckmcore.areas.model": "AreaSet",
        "ckmcore.sample.areas": "sample_areas sample_district",
        "ckmcore.dictionary.hierarchy_files": "microdata_of read_hierarchy",
        "ckmcore.dictionary.judge_rules": "judge_rules",
        "ckmcore.dictionary.record_rules": "ColumnTest RecordRule",
        "ckmcore.errors": (
            "Cancelled CkmError CkmWarning DataError FileError InputError PermissionRefused ProtectionError"
        ),
        "ckmcore.formats.export": "export",
        "ckmcore.keys.record_keys": "RecordKeys generate_keys integer_keys",
        "ckmcore.methods.cellkey": "CellKeyMethod",
        "ckmcore.methods.draft": "Draft",
        "ckmcore.methods.examination": "Examination Explanation",
        "ckmcore.methods.hypercubes": "hypercube",
        "ckmcore.methods.keyed_rounding": "KeyedRounding",
        "ckmcore.methods.magnitude_settings": "MagnitudeSettings Scaling magnitude_settings",
        "ckmcore.methods.magnitudes": "MagnitudeCellKeyMethod",
        "ckmcore.methods.method": "examine explain protect",
        "ckmcore.methods.own_keys": "new_own_key",
        "ckmcore.methods.package": "read_package write_package",
        "ckmcore.methods.primary": "PrimaryRules",
        "ckmcore.methods.protected": "ProtectedTable",
        "ckmcore.methods.rounding": "Rounding",
        "ckmcore.methods.safe": "SafePrinciple",
        "ckmcore.methods.suppression": "Suppression",
        "ckmcore.microdata": (
            "MISSING Dialect Dimension Hierarchy Microdata ReadingAnswer ReadingAsked ReadingPlan read_hrc "
            "read_microdata reading_plan"
        ),
        "ckmcore.formats.write_picture": "draw_picture",
        "ckmcore.ptable": (
            "Design FixedProbability PTable RowConstraint compare design_magnitudes design_ptable "
            "open_ptable permute read_magnitudes read_ptable search_V shuffle suggested_relaxations to_ons "
            "write_ptable"
        ),
        "ckmcore.statistic.file": "open_statistic save_statistic",
        "ckmcore.statistic.model": "Statistic",
        "ckmcore.statistic.period": "Decision",
        "ckmcore.tabulate.hyper_spec": "HyperSpec",
        "ckmcore.tabulate.picture_choice": "PictureChoice",
        "ckmcore.tabulate.notebook": "distribution mean share sum_of",
        "ckmcore.tabulate.raw": "RawTable",
        "ckmcore.tabulate.spec": "TOTAL Block Condition Group Level TableSpec Top Value",
        "ckmcore.tabulate.tabulate": "tabulate",
        "ckmcore.working.scripts": "table_script",
        "ckmcore.working.statistic": "WorkingStatistic create_statistic work_on_statistic",
    },
)


# Who checks types sees the former names; of all others that this package does not have he is told.
if TYPE_CHECKING:
    Pin, RowWish, remedies = FixedProbability, RowConstraint, suggested_relaxations
else:

    def __getattr__(name: str) -> Any:
        former = {"Pin": "FixedProbability", "RowWish": "RowConstraint", "remedies": "suggested_relaxations"}
        if name not in former:
            return _attribute(name)
        from ckmcore.base.former import renamed

        return renamed(__name__, name, former)
