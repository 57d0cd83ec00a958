"""Sentences on designing perturbation tables: wishes, own values of rows, remedies, search. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
