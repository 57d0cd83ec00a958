"""The version of the program, defined here alone."""

VERSION = "0.1.0"
FORMER: tuple[str, ...] = ()
"""Versions that were released before this one: files that they wrote name them."""
