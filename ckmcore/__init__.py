"""The engine of ckmdesk: from confidential microdata to tables that may be published.

    import ckmcore as ckm
    data = ckm.read_microdata("persons.csv", dimensions=["NUTS1", "SEX", "AGE"], record_key="rkey")
    ptable = ckm.design_ptable(D=5, V=3, js=2)
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["NUTS1"], columns=["SEX", "AGE"]))
    shown = ckm.protect(raw, ckm.CellKeyMethod(ptable))
    ckm.export(shown, "table.xlsx")
"""

from ckmcore.errors import Cancelled, CkmError
from ckmcore.export.export import export
from ckmcore.keys import RecordKeys, generate_keys, integer_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.examination import Examination, Explanation
from ckmcore.methods.method import examine, explain, protect
from ckmcore.methods.protected import ProtectedTable
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata import MISSING, Dimension, Hierarchy, Microdata, read_hrc, read_microdata
from ckmcore.ptable import PTable, design_ptable, read_ptable, shuffle, write_ptable
from ckmcore.statistic.draft import Draft
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TOTAL, Block, Condition, Group, Level, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmcore.texts import Texts

__all__ = [
    "MISSING",
    "TOTAL",
    "Block",
    "Cancelled",
    "CellKeyMethod",
    "CkmError",
    "Condition",
    "Dimension",
    "Draft",
    "Examination",
    "Explanation",
    "Group",
    "Hierarchy",
    "Level",
    "Microdata",
    "PTable",
    "ProtectedTable",
    "RawTable",
    "RecordKeys",
    "Rounding",
    "Statistic",
    "TableSpec",
    "Texts",
    "Value",
    "design_ptable",
    "examine",
    "explain",
    "export",
    "generate_keys",
    "integer_keys",
    "open_statistic",
    "protect",
    "read_hrc",
    "read_microdata",
    "read_ptable",
    "save_statistic",
    "shuffle",
    "tabulate",
    "write_ptable",
]
