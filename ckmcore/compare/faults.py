"""Why a file of published figures cannot be compared: one class per kind of cause, each names its place."""

from __future__ import annotations

from ckmcore.errors import CkmError


class PublishedWithoutTable(CkmError):
    """No sheet of the file holds labels and figures. Field: file."""

    code = "published_without_table"


class PublishedOtherFormat(CkmError):
    """The file is of a kind in which tables of figures are not read. Field: file."""

    code = "published_other_format"


class PublishedTooLarge(CkmError):
    """More than is compared. Fields: file, limit (cells)."""

    code = "published_too_large"


class PublishedNothingMatches(CkmError):
    """No label of the file is one of the table's. Fields: file, theirs, ours (examples)."""

    code = "published_nothing_matches"


class PublishedLevelUnknown(CkmError):
    """The file breaks down by something that the table has not, without a total of it. Fields: file, title, labels."""

    code = "published_level_unknown"


class PublishedValueUnknown(CkmError):
    """The file's figures are none of the table's values. Fields: file, theirs, ours."""

    code = "published_value_unknown"


class PublishedOtherSelection(CkmError):
    """File and table show different parts of the statistic. Fields: file, theirs, ours (texts)."""

    code = "published_other_selection"
