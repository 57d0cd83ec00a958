"""Perturbation tables for counts: the table and its look-up, design, feasibility, checks, formats, criteria."""

from ckmcore.ptable.check import check_ptable, ptable_warnings
from ckmcore.ptable.compat_r import PtableRefusedByR
from ckmcore.ptable.criteria import Criteria, RowCriteria, row_criteria, weighted_criteria
from ckmcore.ptable.design import PtableStayImpossible, design_ptable
from ckmcore.ptable.faults import (
    PtableFault,
    PtableFaulty,
    PtableFileBinary,
    PtableFileEmpty,
    PtableFileMissing,
    PtableFileTooLarge,
    PtableFileUndecodable,
    PtableFileUnreadable,
    PtableForMagnitudes,
    PtableFormUnknown,
    PtableTooManyLines,
    PtableWorkbookBroken,
    PtableWorkbookOld,
    PtableWorkbookProtected,
    PtableWorkbookTooLarge,
)
from ckmcore.ptable.feasibility import FeasibleV, feasible_interval, feasible_V
from ckmcore.ptable.layout import PtableParameter
from ckmcore.ptable.lookup import Boundary, CompiledLookup
from ckmcore.ptable.read import parse_ptable, read_ptable
from ckmcore.ptable.shuffle import DEFAULT_THRESHOLD, PtableThreshold, shuffle
from ckmcore.ptable.solve import PtableInfeasible
from ckmcore.ptable.table import DesignNotes, Parameters, PTable, PtableNeedsIntegerKeys, RowReport
from ckmcore.ptable.wishes import Design, Pin, RowWish
from ckmcore.ptable.write import Form, PtableNotForForm, ptable_text, write_ptable

__all__ = [
    "DEFAULT_THRESHOLD",
    "Boundary",
    "CompiledLookup",
    "Criteria",
    "Design",
    "DesignNotes",
    "FeasibleV",
    "Form",
    "PTable",
    "Parameters",
    "Pin",
    "PtableFault",
    "PtableFaulty",
    "PtableFileBinary",
    "PtableFileEmpty",
    "PtableFileMissing",
    "PtableFileTooLarge",
    "PtableFileUndecodable",
    "PtableFileUnreadable",
    "PtableForMagnitudes",
    "PtableFormUnknown",
    "PtableInfeasible",
    "PtableNeedsIntegerKeys",
    "PtableNotForForm",
    "PtableParameter",
    "PtableRefusedByR",
    "PtableStayImpossible",
    "PtableThreshold",
    "PtableTooManyLines",
    "PtableWorkbookBroken",
    "PtableWorkbookOld",
    "PtableWorkbookProtected",
    "PtableWorkbookTooLarge",
    "RowCriteria",
    "RowReport",
    "RowWish",
    "check_ptable",
    "design_ptable",
    "feasible_V",
    "feasible_interval",
    "parse_ptable",
    "ptable_text",
    "ptable_warnings",
    "read_ptable",
    "row_criteria",
    "shuffle",
    "weighted_criteria",
    "write_ptable",
]
