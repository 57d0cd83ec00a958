"""Why a file of published figures cannot be compared: one class per kind of cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import DataError


class PublishedWithoutTable(DataError):
    """No sheet of the file holds labels and figures. Field: file."""

    code = "published_without_table"


class PublishedOtherFormat(DataError):
    """The file is of a kind in which tables of figures are not read. Field: file."""

    code = "published_other_format"


class PublishedTooLarge(DataError):
    """More than is compared. Fields: file, limit (cells)."""

    code = "published_too_large"


class PublishedNothingMatches(DataError):
    """No label of the file is one of the table's. Fields: file, theirs, ours (examples)."""

    code = "published_nothing_matches"


class PublishedLevelUnknown(DataError):
    """The file breaks down by something that the table has not, without a total of it. Fields: file, title, labels."""

    code = "published_level_unknown"


class PublishedValueUnknown(DataError):
    """The file's figures are none of the table's values. Fields: file, theirs, ours."""

    code = "published_value_unknown"


class PublishedOtherSelection(DataError):
    """File and table show different parts of the statistic. Fields: file, theirs, ours (texts)."""

    code = "published_other_selection"
