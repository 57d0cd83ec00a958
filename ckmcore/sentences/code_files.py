"""Sentences on files of codes: code lists, recodes, hierarchies in columns and lists. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
