"""What a solved case gives, with a note of what was read of it: what nothing reads was solved as if it were absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class NotedGiven(Mapping[str, Any]):
    """A mapping that records which of its keys were read, also in nested mappings. `in` reads nothing; `**` reads all
    keys."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content
        self._read: set[str] = set()
        self._within: dict[str, NotedGiven] = {}

    def __getitem__(self, key: str) -> Any:
        entry = self._content[key]
        self._read.add(key)
        if isinstance(entry, Mapping):
            return self._within.setdefault(key, NotedGiven(entry))
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __contains__(self, key: object) -> bool:
        return key in self._content

    def unread(self, path: str = "") -> list[str]:
        """Keys that were not read, in their order; those of nested mappings with their path."""
        paths = []
        for key in self._content:
            if key not in self._read:
                paths.append(f"{path}{key}")
            elif key in self._within:
                paths += self._within[key].unread(f"{path}{key}/")
        return paths
