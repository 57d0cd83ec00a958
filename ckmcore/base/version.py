"""The versions of the program and of its writers of files, defined here alone."""

VERSION = "0.1.0"
FORMER: tuple[str, ...] = ()
"""Versions that were released before this one: files that they wrote name them."""
WRITERS = 2
"""Version of what writes files of tables, raised with every change of the bytes of a form. A release keeps the one of
its submission, and its files are written by that for ever, as long as `Form.versions` has it."""
