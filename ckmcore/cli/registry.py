"""The commands of `ckm`: each declared as a `CliCommand` in its own module, which is imported when it is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from ckmcore.base.wings import WINGS, wing, wing_title
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import Options
from ckmcore.errors import InputError


@dataclass(frozen=True)
class CliCommand:
    """A command of `ckm`, or a step of a command, named by both: `release submit`."""

    name: str
    options: Options = ()
    """In the order of its help."""
    run: Callable[[argparse.Namespace, CommandReport], int] | None = None
    """Gives the exit code; None for a command that has steps."""
    help: str = ""
    """Code of its text, without `cli_help_`; default: its name with `_`."""
    reads: tuple[str, ...] = ()
    """Options whose value may be `-`, standard input."""
    prints: Mapping[str, str | Callable[[argparse.Namespace], str]] = field(default_factory=dict)
    """Options whose value may be `-`, standard output, with the ending of the file written there; "": no text."""

    @property
    def help_code(self) -> str:
        """The code of its text."""
        return self.help or self.name.replace(" ", "_").replace("-", "_")


# Every command in the order of the help, and every step of a wing: the module that declares it, or the wing.
PLACES: Mapping[str, str] = {
    "data": "ckmcore.cli.data",
    "ptable": "ckmcore.cli.ptable",
    "keys": "ckmcore.cli.keys",
    "table": "ckmcore.cli.table",
    "assess": "lab",
    "evaluate": "lab",
    "sums": "lab",
    "statistic": "ckmcore.cli.statistic",
    "statistic safe": "rivals",
    "statistic pattern": "rivals",
    "run": "ckmcore.cli.run",
    "draft": "ckmcore.cli.draft",
    "script": "ckmcore.cli.draft",
    "areas": "ckmcore.cli.areas",
    "picture": "ckmcore.cli.picture",
    "cube": "scale",
    "compare": "lab",
    "audit": "rivals",
    "rivals": "rivals",
    "safe": "rivals",
    "suppress": "rivals",
    "pattern": "rivals",
    "verify": "ckmcore.cli.release",
    "register": "ckmcore.cli.release",
    "release": "ckmcore.cli.release",
    "release recheck": "lab",
    "person": "ckmcore.cli.person",
    "leak-check": "ckmcore.cli.leaks",
    "conformance": "lab",
    "policy": "ckmcore.cli.policy",
    "database": "scale",
}


def modules() -> dict[str, str]:
    """Available commands and steps, in the order of the help, with the module that declares each."""
    wings = [commands for name in WINGS if (commands := wing(name, "commands")) is not None]
    added = {name: module for commands in wings for name, module in commands.COMMANDS.items()}
    module_of = {name: added.get(name, "") if module in WINGS else module for name, module in PLACES.items()}
    return {name: module for name, module in {**module_of, **added}.items() if module}


def names() -> list[str]:
    """Names of the commands, without steps."""
    return [name for name in modules() if " " not in name]


def refuse_absent(name: str) -> None:
    """Raise wing_absent where the command or step belongs to a wing that is not installed."""
    for absent in WINGS:
        if PLACES.get(name) == absent and wing(absent, "commands") is None:
            raise InputError("wing_absent", wing=wing_title(absent))


def declared(name: str) -> list[CliCommand]:
    """Declarations of a command and its steps; steps added by wings come last."""
    module_names = [module for path, module in modules().items() if path.split()[0] == name]
    all_commands = [command for module in dict.fromkeys(module_names) for command in import_module(module).COMMANDS]
    return [command for command in all_commands if command.name.split()[0] == name]
