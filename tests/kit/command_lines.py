"""The commands of `ckm`, the options that take a text, and command lines that can be read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from ckmcore.cli import registry
from ckmcore.cli.options import options_of
from ckmcore.cli.pipeline import PIPELINE

Command = tuple[tuple[str, ...], argparse.ArgumentParser]

EVERY = [command for name in registry.names() for command in registry.declared(name)]
# What options are called that name a file or a folder to be written; that of `ckm person new` replaces nothing.
WRITES = {item.attribute for command in EVERY for item in options_of((*PIPELINE, *command.options)) if item.writes}


def commands(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[Command]:
    """Every command of a parser with its steps."""
    inner = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not inner:
        yield path, parser
    for action in inner:
        seen = set[int]()
        for name, one in action.choices.items():
            if id(one) not in seen:
                seen.add(id(one))
                yield from commands(one, (*path, name))


def free_texts(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a command that take any text."""
    return [one for one in parser._actions if one.nargs != 0 and one.choices is None and one.type in (None, str, Path)]


def line(
    path: tuple[str, ...], parser: argparse.ArgumentParser, option: argparse.Action, target: str, read: str
) -> list[str]:
    """A command line that can be read: what is needed is there, `option` is the target."""
    needed = [one for one in parser._actions if one.required and one.nargs != "*" and one is not option]
    groups = [one for one in parser._mutually_exclusive_groups if one.required and option not in one._group_actions]
    needed += [one._group_actions[0] for one in groups]
    given = list(path)
    for one in sorted((*needed, option), key=parser._actions.index):  # some have no name but their place
        value = [str(next(iter(one.choices))) if one.choices else "1" if one.type else read]
        if one is option:
            value = [target]
        elif one.dest in WRITES:
            value = [str(Path(read).with_name("new.csv"))]
        elif one.nargs == 0:
            value = []
        given += [*one.option_strings[-1:], *value]
    return given
