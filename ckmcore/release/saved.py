"""What is released of a saved table, and what is saved, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ckmcore.messages import Sentence, joined, sentence
from ckmcore.statistic.releases import Release, releases
from ckmcore.statistic.series import period_code

if TYPE_CHECKING:
    from ckmcore.statistic.model import SavedTable, Statistic

Part = Literal["title", "layout", "filters", "footnotes", "presentation"]
_FIELDS: dict[Part, tuple[str, ...]] = {
    "title": ("title",),
    "layout": ("rows", "columns", "layers", "values", "values_on"),
    "filters": ("filters",),
    "footnotes": ("footnotes",),
    "presentation": ("presentation",),
}


@dataclass(frozen=True)
class SavedDiffers:
    """A saved table that differs from its last submission or release. parts: differing parts."""

    table: str
    release: Release
    parts: tuple[Part, ...]

    @property
    def what(self) -> Sentence:
        """Text of the differing parts."""
        return joined([sentence(f"release_part_{part_name}") for part_name in self.parts], "release_parts_joined")

    def sentence(self) -> Sentence:
        """Sentence on what differs and what to do."""
        return sentence(
            f"release_saved_differs_{self.release.state}",
            table=self.table,
            number=str(self.release.number),
            what=self.what,
        )


def current_releases(statistic: Statistic) -> tuple[Release, ...]:
    """Releases of the current period, with which saved tables are compared."""
    code = period_code(statistic, statistic.current)
    return tuple(release for release in releases(statistic.register) if release.submission.current == code)


def last_release(current: Sequence[Release], table: SavedTable) -> Release | None:
    """Last release of a saved table among `current`, by name, else by specification; a returned one only if there is no
    other. None before the first submission."""
    named_releases = [release for release in current if release.submission.table == table.name != ""]
    found_releases = named_releases or [release for release in current if release.submission.spec == table.spec]
    return next(
        reversed([release for release in found_releases if release.state != "returned"] or found_releases), None
    )


def saved_differs(current: Sequence[Release], table: SavedTable) -> SavedDiffers | None:
    """Differences of a saved table from its pending submission or release in a period; None without differences or
    without either."""
    named_releases = (release for release in reversed(current) if release.submission.table == table.name != "")
    out = next((release for release in named_releases if release.state in ("submitted", "released")), None)
    if out is None:
        return None
    former_spec = out.submission.spec
    differing_parts = tuple(
        part_name
        for part_name, names in _FIELDS.items()
        if any(getattr(former_spec, name) != getattr(table.spec, name) for name in names)
    )
    return SavedDiffers(table.name, out, differing_parts) if differing_parts else None
