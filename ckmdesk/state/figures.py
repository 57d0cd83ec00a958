"""What a picture shows, as a table of texts. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PictureFigures:
    """What a picture shows as a table: heads of the columns and rows of texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
