"""Sentences on several files as one, profiles and prepared data. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
