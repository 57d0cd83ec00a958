"""Foundations: texts, numbers, files, limits, and the check of arguments of public types."""
