"""Sentences on perturbation tables for magnitudes. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
