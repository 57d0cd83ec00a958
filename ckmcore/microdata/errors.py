"""What can be wrong with a file of microdata or a hierarchy: one class per kind of cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import DataError, FileError, InputError
from ckmcore.microdata.columns import UnknownVariable


class FileMissing(FileError):
    """No file lies at the path. Field: file."""

    code = "file_missing"


class NoFileButDatabase(FileError):
    """What stands where a file is wanted names a table in a database. Field: file."""

    code = "no_file_but_database"


class FileIsFolder(FileError):
    """The path names a folder. Field: file."""

    code = "file_is_folder"


class FileNotReadable(FileError):
    """The operating system refuses to read the file. Fields: file, reason."""

    code = "file_not_readable"


class FileEmpty(DataError):
    """The file holds nothing, or blank lines only. Field: file."""

    code = "file_empty"


class FileWithoutRecords(DataError):
    """The file holds a header, or a schema, and no record. Field: file."""

    code = "file_without_records"


class FileBinary(DataError):
    """The file is no text and no Parquet. Fields: file, kind (a sentence)."""

    code = "file_binary"


class FileDamaged(DataError):
    """A compressed or columnar file is truncated or damaged. Fields: file, detail."""

    code = "file_damaged"


class FileProtected(DataError):
    """A workbook or archive asks for a password. Field: file."""

    code = "file_protected"


class FilePacked(DataError):
    """Another format than text lies in an archive. Field: file."""

    code = "file_packed"


class FileNotUnderstood(DataError):
    """The text cannot be read as rows and columns, and no single place is to blame. Fields: file, detail."""

    code = "file_not_understood"


class RaggedRow(DataError):
    """A row has more or fewer fields than the others. Fields: file, line (of the file, from 1), found, expected."""

    code = "ragged_row"


class UnclosedQuote(DataError):
    """A quoted field never ends. Fields: file, line."""

    code = "unclosed_quote"


class FieldTooLong(DataError):
    """A field, or a line, that no table has. Fields: file, line, limit (megabytes)."""

    code = "field_too_long"


class ColumnNameTwice(DataError):
    """Two columns have the same name. Fields: file, column, first, second (positions from 1)."""

    code = "column_name_twice"


class ColumnsTooMany(DataError):
    """More columns than a table of records has: mostly a wrong separator. Fields: file, columns, limit."""

    code = "columns_too_many"


class NulByte(DataError):
    """A zero byte in a text. Fields: file, line."""

    code = "nul_byte"


class UndecodableByte(DataError):
    """A byte that the encoding does not know. Fields: file, line, column, byte, encoding."""

    code = "undecodable_byte"


class UnknownColumn(UnknownVariable):
    """A column was asked for that the file does not have. Fields: file, variable, known (closest first)."""

    code = "unknown_column"


class ColumnNested(DataError):
    """A column of a Parquet or Arrow file holds lists or records instead of single values. Fields: file, column."""

    code = "column_nested"


class ColumnTwoRoles(InputError):
    """One column was given two roles. Field: column."""

    code = "column_two_roles"


class WeightMissing(DataError):
    """Records without a weight. Fields: column, count, row."""

    code = "weight_missing"


class WeightNegative(DataError):
    """Records with a weight below 0. Fields: column, count, row."""

    code = "weight_negative"


class HierarchyLevelSkipped(DataError):
    """A line is more than one level deeper than the one before. Fields: file, line, node, depth, allowed."""

    code = "hierarchy_level_skipped"


class HierarchyCodeTwice(DataError):
    """A code stands twice in a hierarchy. Fields: file, line, node, first."""

    code = "hierarchy_code_twice"


class HierarchyCodeMissing(DataError):
    """A line holds lead strings and no code. Fields: file, line."""

    code = "hierarchy_code_missing"


class EncodingUnknown(InputError):
    """An encoding that Python does not know, or that is none of text."""

    code = "encoding_unknown"


class SeparatorUnusable(InputError):
    """A separator that is not a single ASCII character, or ends lines, or quotes."""

    code = "separator_unusable"


class TextUndecodable(DataError):
    """A text in a statistical file is not valid in its encoding. Fields: file, encoding."""

    code = "text_undecodable"


class WorkbookTooLarge(DataError):
    """A workbook holds, or claims, more than is opened. Fields: file, part, limit (a sentence)."""

    code = "workbook_too_large"


class ColumnUndecodable(DataError):
    """A column of a Parquet or Arrow file holds bytes that are no text. Fields: file, column."""

    code = "column_undecodable"


class ColumnarTooLarge(DataError):
    """A column of a Parquet file holds, or claims, more than is read. Fields: file, column, limit (a sentence)."""

    code = "columnar_too_large"


class WorkbookEntities(DataError):
    """A part of a workbook defines entities of its own: no office program writes that. Fields: file, part."""

    code = "workbook_entities"


class SheetUnknown(InputError):
    """A workbook has no such sheet. Fields: file, sheet, known."""

    code = "sheet_unknown"


class SheetEmpty(DataError):
    """A sheet, or the range of it, holds nothing. Fields: file, sheet."""

    code = "sheet_empty"


class CellsNotUnderstood(InputError):
    """A range of cells that is none. Field: cells."""

    code = "cells_not_understood"


class ColumnsOverlap(InputError):
    """Two columns of a fixed-width file share characters. Fields: column, other, start, end (of the overlap)."""

    code = "columns_overlap"


class ColumnPlace(InputError):
    """A fixed-width column without a name, a beginning or a length. Fields: column, start, length."""

    code = "column_place"


class NoDescription(InputError):
    """A description was given to a file that is no text. Fields: file, meta."""

    code = "no_description"


class MetaKeywordUnknown(DataError):
    """A keyword that τ-ARGUS metadata do not have. Fields: file, line, keyword, known."""

    code = "meta_keyword_unknown"


class MetaLineWrong(DataError):
    """A line of τ-ARGUS metadata that cannot be read. Fields: file, line, text, expected (a sentence)."""

    code = "meta_line_wrong"


class MetaFileMissing(FileError):
    """A file that τ-ARGUS metadata name lies nowhere. Fields: file, line, name, folder."""

    code = "meta_file_missing"


class MetaFileUnreachable(FileError):
    """The system refuses to look for a file that τ-ARGUS metadata name. Fields: file, line, name, reason."""

    code = "meta_file_unreachable"


class MetaFieldsDiffer(DataError):
    """The metadata describe another number of columns than the data have. Fields: file, meta, found, expected."""

    code = "meta_fields_differ"


class CodeTwice(DataError):
    """A code stands twice in a code list. Fields: file, line, item, first."""

    code = "code_list_twice"


class CodeListLine(DataError):
    """A line of a code list without a code and a label. Fields: file, line."""

    code = "code_list_line"
