"""What can be wrong with a file of codes (code list, recode, hierarchy): one class per cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import DataError


class CodeFileTooLarge(DataError):
    """A file of codes that no list of codes needs. Fields: file, limit (megabytes)."""

    code = "code_file_too_large"


class CodeFileNoText(DataError):
    """A workbook or another table where a text is wanted. Field: file."""

    code = "code_file_no_text"


class CodeMissing(DataError):
    """A line with entries and no code. Fields: file, line."""

    code = "code_missing"


class CodeListDate(DataError):
    """A day of validity that is none. Fields: file, line, value."""

    code = "code_list_date"


class CodeListValidity(DataError):
    """A code that ends before it begins. Fields: file, line, item, start, end."""

    code = "code_list_validity"


class CodeListHeadings(DataError):
    """The headings name no column of codes. Fields: file, line, headings."""

    code = "code_list_headings"


class RecodeLine(DataError):
    """A line of a recode that cannot be read. Fields: file, line, text, expected (a sentence)."""

    code = "recode_line"


class RecodeCodeTwice(DataError):
    """A code in two groups. Fields: file, line, item, group, first, other."""

    code = "recode_code_twice"


class RecodeNodeUnknown(DataError):
    """A tree recode names a node that the hierarchy does not have. Fields: file, line, node, variable."""

    code = "recode_node_unknown"


class RecodeNodesNested(DataError):
    """A tree recode names a node and one above it. Fields: file, line, node, above, first."""

    code = "recode_nodes_nested"


class RecodeWithoutHierarchy(DataError):
    """A tree recode for a variable without a hierarchy. Fields: file, line, variable."""

    code = "recode_without_hierarchy"


class HierarchyTwoParents(DataError):
    """A code below two parents. Fields: file, line, node, parent, first, other (parent in line `first`)."""

    code = "hierarchy_two_parents"


class HierarchyCycle(DataError):
    """Codes that are above one another. Fields: file, line, nodes (from one to itself), lines."""

    code = "hierarchy_cycle"


class HierarchyGap(DataError):
    """A line in which a level is empty although a deeper one is filled. Fields: file, line, column, node."""

    code = "hierarchy_gap"


class HierarchyNotInFile(DataError):
    """The file is a list of codes and says nothing of what is above them. Field: file."""

    code = "hierarchy_not_in_file"


class HierarchySeveral(DataError):
    """The file holds several hierarchies, and none was chosen. Fields: file, known."""

    code = "hierarchy_several"


class HierarchyColumnParents(DataError):
    """In the data a code is below two parents. Fields: variable, node, above (their variable), parent, other."""

    code = "hierarchy_column_parents"


class HierarchyUnwritable(DataError):
    """A code that a line of a `.hrc` file cannot hold. Field: node."""

    code = "hierarchy_unwritable"
