"""Sentences on record keys from other files, households, replaced data, former production. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
