"""What a picture shows, as a table of texts. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PictureFigures:
    """The figures of a picture as a table: column headings and rows of texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
