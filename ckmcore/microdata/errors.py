"""What can be wrong with a file of microdata or a hierarchy: one class per kind of cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import DataError, FileError
from ckmcore.microdata.columns import UnknownVariable


class FileMissing(FileError):
    """No file lies at the path. Field: file."""

    code = "file_missing"


class NoFileButDatabase(FileError):
    """A table in a database is named where a file is wanted. Field: file."""

    code = "no_file_but_database"


class FileDamaged(DataError):
    """A compressed or columnar file is truncated or damaged. Fields: file, detail."""

    code = "file_damaged"


class UnknownColumn(UnknownVariable):
    """A column was asked for that the file does not have. Fields: file, variable, known (closest first)."""

    code = "unknown_column"


class MetaFileMissing(FileError):
    """A file that τ-ARGUS metadata name lies nowhere. Fields: file, line, name, folder."""

    code = "meta_file_missing"
