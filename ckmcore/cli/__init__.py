"""The command `ckm`: one file a command."""

from ckmcore.cli.command import build_parser, main

__all__ = ["build_parser", "main"]
