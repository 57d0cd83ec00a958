"""What is written and drawn on what, by the names of tokens."""

from __future__ import annotations

GROUNDS = ("window", "surface", "raised")
PAIRS = [
    *((text, ground) for text in ("text", "secondary", "accent", "ok", "warning", "error") for ground in GROUNDS),
    *((text, chip) for text in ("text", "secondary") for chip in ("accent_soft", "value_chip", "filter_chip")),
    ("accent", "accent_soft"),
    ("on_accent", "accent"),
    ("confidential", "confidential_soft"),
    ("confidential", "surface"),
    ("confidential", "window"),
]
FRAMES = [("frame", ground) for ground in GROUNDS] + [("accent", ground) for ground in GROUNDS]
