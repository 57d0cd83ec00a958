"""Options of `ckm`: each name is declared once, and commands name those they take with what differs for them.

An option of several commands is declared in SHARED, one of a single command beside it; both are `Option`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ckmcore.errors import InputError


@dataclass(frozen=True)
class Option:
    """An option of a command, or a value by its place."""

    names: tuple[str, ...]
    """As they are typed; the last is what others refer to."""
    help: str | None
    """Code of its text, without `cli_help_`; None: it has none."""
    settings: Mapping[str, Any]
    """As `add_argument` takes them: metavar, type, choices, action, default, required."""
    listed: tuple[str, ...] = ()
    """What follows its text: the words that it knows."""
    writes: bool = False
    """Whether it names a file or a folder to be written."""
    base: Option | None = None
    """The declaration that this one differs from."""

    @property
    def attribute(self) -> str:
        """Attribute name of the option's value in the parsed arguments."""
        return str(self.settings.get("dest", self.names[-1].lstrip("-").replace("-", "_")))


@dataclass(frozen=True)
class OneOf:
    """Mutually exclusive options, of which one must be given where `required`."""

    options: Options
    required: bool = False


# The name of a shared option, an option, options that exclude one another, or what gives options when the parser is
# built (those of methods, which others may register).
Declared = str | Option | OneOf | Callable[[], Iterable["Declared"]]
Options = tuple[Declared, ...]


def option(
    *names: str, help: str | None = "", listed: Iterable[str] = (), writes: bool = False, **settings: Any
) -> Option:
    """Declare an option with a value, or a positional argument. help: code of the help text, by default the last name;
    listed: words appended to the help; writes: the value names a file that is written."""
    code = names[-1].lstrip("-").replace("-", "_") if help == "" else help
    return Option(names, code, settings, tuple(listed), writes)


def flag(*names: str, help: str = "", **settings: Any) -> Option:
    """Declare an option without a value."""
    return option(*names, help=help, action="store_true", **settings)


def several(*names: str, help: str = "", **settings: Any) -> Option:
    """Declare an option that may be given several times."""
    return option(*names, help=help, action="append", default=[], **settings)


def override(shared: str | Option, **differs: Any) -> Option:
    """Declare a shared option with other settings or another `help`; a setting of None is removed. Raises KeyError for
    an unknown option."""
    base = SHARED[shared] if isinstance(shared, str) else shared
    help = differs.pop("help", base.help)
    settings = {name: value for name, value in {**base.settings, **differs}.items() if value is not None}
    return replace(base, help=help, settings=settings, base=base.base or base)


def required(*names: str) -> tuple[Option, ...]:
    """Declare shared options as mandatory."""
    return tuple(override(name, required=True) for name in names)


def options_of(declared: Iterable[Declared]) -> Iterator[Option]:
    """Resolve declarations to options, in the order of declaration."""
    for item in declared:
        if isinstance(item, OneOf):
            yield from options_of(item.options)
        elif isinstance(item, str | Option):
            yield SHARED[item] if isinstance(item, str) else item
        else:
            yield from options_of(item())


def given(options: argparse.Namespace, *names: str) -> list[str]:
    """Names, as typed, of those options whose value differs from their default."""
    declared = {item.names[-1]: item for item in options_of(options.cli.options)}
    typed = []
    for name in names:
        settings = declared[name].settings
        default = settings.get("default", False if settings.get("action") == "store_true" else None)
        if getattr(options, declared[name].attribute) != default:
            typed.append(f"--no-{name[2:]}" if default is True else name)
    return typed


def written(options: argparse.Namespace, declared: Iterable[Declared]) -> dict[str, str]:
    """Output paths named by the options, by attribute of the option."""
    option_values = {
        item.attribute: getattr(options, item.attribute, None) for item in options_of(declared) if item.writes
    }
    return {name: value for name, value in option_values.items() if value and isinstance(value, str)}


def refuse_beside(options: argparse.Namespace, other: str, *names: str) -> None:
    """Raise cli_option_not_with where one of the options `names` is given together with `other`."""
    for name in given(options, *names)[:1]:
        raise InputError("cli_option_not_with", option=name, other=other)


def require(options: argparse.Namespace, needed: str, *names: str) -> None:
    """Raise cli_option_needed where one of the options `names` is given without the option `needed`."""
    for name in given(options, *names)[:1]:
        raise InputError("cli_option_needed", option=needed, reason=name)


def add_options(parser: Any, declared: Iterable[Declared], text: Callable[[str], str]) -> None:
    """Add options to an argparse parser or group. text: help text of a code."""
    for item in declared:
        if isinstance(item, OneOf):
            add_options(parser.add_mutually_exclusive_group(required=item.required), item.options, text)
            continue
        for new_option in options_of([item]):
            listed = f" {', '.join(new_option.listed)}" if new_option.listed else ""
            words = {} if new_option.help is None else {"help": text(new_option.help) + listed}
            parser.add_argument(*new_option.names, **new_option.settings, **words)


SHARED: Mapping[str, Option] = {
    item.names[-1]: item
    for item in (
        # What is read and written.
        option("file", help="data"),
        option("other", help="ptable_file"),
        option("--file", metavar="FILE"),
        option("-o", "--output", required=True, writes=True),
        flag("--replace"),
        option("--form"),
        option("--format", metavar="FORM", help="release_format"),
        flag("--codes"),
        # Records.
        option("--data", required=True),
        option("--meta", metavar="F.rda"),
        option("--dimensions", metavar="A,B", help="statistic_dimensions"),
        option("--magnitudes", metavar="A,B", help="statistic_magnitudes"),
        several("--hierarchy", metavar="A=a.hrc"),
        option("--record-key"),
        option("--modulus", type=int),
        option("--weight"),
        option("--household", metavar="COLUMN"),
        option("--any-member", default="", metavar="A,B"),
        option("--relation", metavar="R", help="database_relation"),
        # Tables.
        option("--table", metavar="T.ckmtable", help="table_file"),
        option("--rows", default=""),
        several("--filter", metavar="A=1,2"),
        option("--classes", metavar="0,6,12"),
        option("--title", help="statistic_title"),
        option("--source", default="", help="statistic_source"),
        option("--source-de", help="statistic_title_de"),
        option("--title-de", help="statistic_title_de"),
        # Protection.
        option("--ptable", help="ptable_file"),
        option("--boundary", choices=("less", "less_equal"), default="less"),
        option("--minimum-frequency", type=int, metavar="N"),
        option("--compat", choices=("tauargus", "cellkey"), help="compat_sums"),
        option("--seed", type=int, default=1),
        flag("--strict"),
        # Record keys.
        option("--keys", choices=("generate", "derived", "none"), help="statistic_keys"),
        flag("--random"),
        option("--secret", metavar="FILE", help="key_secret"),
        option("--id", metavar="COLUMN", help="key_id"),
        option("--column", default="rkey", help="key_column"),
        # Statistics and releases.
        option("statistic", metavar="S.ckm", help="release_statistic"),
        option("--statistic", metavar="S.ckm", help="release_statistic"),
        option("--rules", metavar="D.json", help="check_rules"),
        flag("--confidential", help="check_confidential"),
        option("name", metavar="NAME", help="statistic_table_name"),
        option("table", metavar="TABLE", help="release_table"),
        option("number", type=int, metavar="NO", help="release_number"),
        option("--period", help="run_period"),
        option("--date", default="", help="statistic_date"),
        option("--office", metavar="FILE", help="leak_office"),
        option("--register", metavar="FOLDER", help="release_register"),
        flag("--take-over", help="release_take_over"),
        option("--key-file", metavar="F"),
        option("--remark", default="", help="release_remark"),
        option("--second-person", default="", help="statistic_second_person"),
        option("--kind", help="script_kind"),
        option("--seconds", type=float, default=60.0, metavar="60", help="assess_seconds"),
    )
}
