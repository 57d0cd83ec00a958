"""What the rivals give the core: nothing so far. The core asks by it whether the wing is there."""

from __future__ import annotations

from collections.abc import Mapping

PLACES: Mapping[str, str] = {}
