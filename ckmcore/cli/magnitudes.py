"""`ckm table --method magnitude`: sums by the cell-key method, its settings from options and from τ-ARGUS metadata."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import Options, option, override, several
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.methods.magnitude_settings import MagnitudeSettings, Nature
    from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
    from ckmcore.methods.method import Method
    from ckmcore.methods.primary import PrimaryRules
    from ckmcore.microdata.data import Microdata
    from ckmcore.microdata.rda import TauMetadata, TauVariable

METHOD = "magnitude"
# Primary rules, which rounding has, too; and what the method for magnitudes has alone, by the name in the options.
PRIMARY_RULES = ("minimum_frequency", "dominance", "p_percent", "pq")
OWN_SETTINGS = (
    *PRIMARY_RULES,
    "ckm",
    "scaling",
    "separation",
    "ptable_cont",
    "ptable_sep",
    "parity",
    "include_zeros",
    "extra_noise",
    "sum_decimals",
    "least_noise",
    "own_keys",
    "nature",
    "small_unit",
    "zero_is",
    "compat",
)
# Which records count in sums and means: of rounding, too.
SUM_RULES = ("missing", "mean_of", "shown_with")


# Options of primary rules.
RULES: Options = (
    "--minimum-frequency",
    option("--dominance", action="append", metavar="N,K"),
    option("--p-percent", type=float, metavar="P"),
    option("--pq", metavar="P,Q"),
)
# Options of sums of a magnitude.
SUM_OPTIONS: Options = (
    option("--ckm", metavar="T(3)", help="ckm_contribution"),
    option("--scaling", metavar="F(0.03,0.30,5000,3,0.5,0.2)"),
    option("--ptable-cont", metavar="A"),
    option("--ptable-sep", metavar="B"),
    *(option(f"--{name}", action=argparse.BooleanOptionalAction) for name in ("separation", "parity", "include-zeros")),
    option("--extra-noise", type=float, metavar="MU"),
    *RULES,
    option("--least-noise", type=float, metavar="LAMBDA"),
    option("--own-keys", metavar="SECRET"),
    option("--nature", choices=("level", "flow")),
    option("--small-unit", type=float, metavar="1"),
    option("--zero-is", choices=("secret", "public")),
    "--compat",
    option("--sum-decimals", type=int, metavar="N"),
    option("--missing", choices=("out", "zero", "refuse")),
    option("--refuse-missing", action="store_const", const="refuse", dest="missing"),
    option("--mean-of", choices=("valid", "contributors", "records")),
    option("--shown-with", choices=("records", "contributors")),
)
# Of which period the records are, which flows with keys of their own ask for, and which values of a magnitude are no
# numbers.
NUMBER_CODES: Options = (
    override("--period", default="", help="period_of_records"),
    *(several(f"--{name}", metavar="X") for name in ("missing-code", "not-applicable-code", "zero-code")),
)


def magnitude_method_of(
    options: argparse.Namespace,
    magnitudes: Sequence[str],
    counts: Mapping[str, Any],
    natures: Mapping[str, Nature] | None = None,
) -> MagnitudeCellKeyMethod:
    """Protection method for the magnitudes of a table. Settings without an option are taken from the metadata of
    `--meta`.

    magnitudes: names of the magnitudes; counts: settings for counts; natures: of each magnitude with keys of its own,
    where no option gives it. Raises cli_option_needed, cli_option_value, and the errors of settings, of reading tables
    and of the secret of own keys.
    """
    from ckmcore.keys.derivation import read_secret
    from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
    from ckmcore.methods.own_keys import own_key_from
    from ckmcore.microdata.rda import read_rda
    from ckmcore.ptable import read_magnitudes, read_ptable

    if not magnitudes:
        # A table that only counts who has a value of a magnitude sums nothing up.
        if not options.value:
            raise InputError("cli_option_needed", option="--value", reason=f"--method {METHOD}")
        magnitudes = (options.value,)
    meta = None if options.meta is None else read_rda(options.meta)
    own_settings = tuple((name, _settings(options, meta, name)) for name in magnitudes)
    if options.nature is None and options.own_keys is not None:
        known_natures = natures or {}
        own_settings = tuple(
            (name, replace(rules, nature=known_natures.get(name, rules.nature))) for name, rules in own_settings
        )
    files = {
        "ptable": _file(options, meta, "ptable", ("PFILE", "PFILE_FREQ")),
        "ptable_cont": _file(options, meta, "ptable_cont", ("PFILE_CONT",)),
    }
    for name, file in files.items():
        if file is None:
            raise InputError("cli_option_needed", option=f"--{name.replace('_', '-')}", reason=f"--method {METHOD}")
    large = read_magnitudes(str(files["ptable_cont"]))
    small = None
    if any(settings.separation for _, settings in own_settings):
        file = _file(options, meta, "ptable_sep", ("PFILE_SEP",))
        if file is None and "small_cells" not in large.types:
            raise InputError("cli_option_needed", option="--ptable-sep", reason="--separation")
        small = large if file is None else read_magnitudes(file)
    elif options.ptable_sep:
        raise InputError("cli_option_needed", option="--separation", reason="--ptable-sep")
    own_key = "" if options.own_keys is None else own_key_from(read_secret(Path(options.own_keys)))
    counts_table = read_ptable(str(files["ptable"]))
    return MagnitudeCellKeyMethod(
        ptable=counts_table, large=large, small=small, own=own_settings, own_key=own_key, **counts
    )


def ptables_of(options: argparse.Namespace) -> list[str]:
    """Files named by the options for magnitudes: perturbation tables and the secret of own keys."""
    return [file for file in (options.ptable_cont, options.ptable_sep, options.own_keys) if file]


def _settings(options: argparse.Namespace, meta: TauMetadata | None, magnitude: str) -> MagnitudeSettings:
    from ckmcore.methods.magnitude_settings import magnitude_settings
    from ckmcore.methods.sums import LEAST_CONTRIBUTORS

    setting: Mapping[str, str] = {}
    if meta is not None:
        setting = next((variable.settings for variable in meta.variables if variable.name == magnitude), {})
    contribution = options.ckm or setting.get("CKM", "N")
    scaling = options.scaling or setting.get("SCALING")
    if contribution.strip().upper() == "N":
        raise InputError("cli_option_needed", option="--ckm", reason=f"--method {METHOD}")
    if scaling is None:
        raise InputError("cli_option_needed", option="--scaling", reason=f"--method {METHOD}")
    flags = {
        name: setting.get(name.replace("_", "").upper(), "N").upper() == "Y"
        if getattr(options, name) is None
        else getattr(options, name)
        for name in ("separation", "parity", "include_zeros")
    }
    more = {name: getattr(options, name) for name in ("nature", "small_unit", "zero_is")}
    return magnitude_settings(
        contribution,
        scaling,
        **flags,
        extra_noise=options.extra_noise or 0.0,
        primary=primary_rules_of(options),
        decimals=options.sum_decimals,
        least_contributors=LEAST_CONTRIBUTORS,
        least_noise=options.least_noise or 0.0,
        zero_sign="key" if options.least_noise else "plus",
        compat=options.compat or "",
        **{name: value for name, value in more.items() if value is not None},
        **sum_rules_of(options),
    )


def sum_rules_of(options: argparse.Namespace) -> dict[str, Any]:
    """Settings of the options on which records count in sums and means; absent options are left to the method."""
    return {name: option_value for name in SUM_RULES if (option_value := getattr(options, name))}


def ordered_tables(method: Method) -> list[Sentence]:
    """Notices on perturbation tables for sums whose noise rises with the key, which our rules forbid; methods of other
    programs have no such rule."""
    from ckmcore.methods.magnitudes import as_of_sums

    sums = as_of_sums(method)
    if sums is None or any(settings.compat for _, settings in sums.own):
        return []
    tables = (table for table in (sums.large, sums.small) if table is not None)
    return [sentence("sum_floor_ordered")] if any(table.is_ordered for table in tables) else []


def with_codes_asked(data: Microdata, options: argparse.Namespace, report: CommandReport) -> Microdata:
    """Apply the options for period, missing codes, not-applicable codes and zero codes to the records. Notices tell how
    many values they concern, and which other values look like codes.

    Raises codes_twice, code_no_number.
    """
    from ckmcore.microdata.missing_values import CodeRoles, looks_missing, with_roles

    roles = CodeRoles(tuple(options.missing_code), tuple(options.not_applicable_code), tuple(options.zero_code))
    magnitudes, data = dict(data.magnitudes), replace(data, period=options.period or data.period)
    for name, column in data.magnitudes.items():
        if roles.any:
            magnitudes[name], code_counts = with_roles(column, roles)
            report.notice(sentence("no_numbers", magnitude=column.called, **asdict(code_counts)))
        for looks_value in looks_missing(magnitudes[name]):
            report.notice(
                sentence(
                    "value_looks_missing", magnitude=column.called, value=looks_value.value, count=looks_value.count
                )
            )
    return replace(data, magnitudes=magnitudes, cache={}) if roles.any else data


def primary_rules_of(options: argparse.Namespace) -> PrimaryRules | None:
    """Primary suppression rules of the options, or None. Raises cli_option_value and the errors of the rules."""
    from ckmcore.methods.primary import PrimaryRules

    rule_options = (options.minimum_frequency, options.dominance, options.p_percent, options.pq)
    if all(rule_option is None for rule_option in rule_options):
        return None
    pairs = [_pair(text, "--dominance", "1,50") for text in options.dominance or ()]
    for n, _ in pairs:
        if n % 1:
            raise InputError("cli_option_value", option="--dominance", value=f"{n:g}", example="1,50")
    return PrimaryRules(
        options.minimum_frequency or 0,
        tuple((int(n), k) for n, k in pairs),
        options.p_percent,
        None if options.pq is None else _pair(options.pq, "--pq", "10,50"),
    )


def _pair(text: str, option: str, example: str) -> tuple[float, float]:
    try:
        first, second = (float(number) for number in text.split(","))
    except ValueError as fault:
        raise InputError("cli_option_value", option=option, value=text, example=example) from fault
    return first, second


def _file(options: argparse.Namespace, meta: TauMetadata | None, option: str, keywords: tuple[str, ...]) -> str | None:
    """File of a perturbation table: the one given as option, else the one that the metadata name with one of
    `keywords`, sought in the folder of the metadata.
    """
    given_file: str | None = getattr(options, option)
    if given_file or meta is None:
        return given_file
    ptable_files: list[tuple[TauVariable, str]] = [
        (variable, word) for variable in meta.variables for word in keywords if word in variable.settings
    ]
    if not ptable_files:
        return None
    tau_variable, word = ptable_files[0]
    return str(meta.find(tau_variable.settings[word], tau_variable.lines[word], Path(options.data)))
