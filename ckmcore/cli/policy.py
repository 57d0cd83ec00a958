"""`ckm policy`, and what the policy of the computer means for every other command: limits, settings of the office."""

from __future__ import annotations

import argparse

import msgspec

from ckmcore.base.limits import USUAL_MEMORY, Limits, use
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError, PermissionRefused
from ckmcore.microdata.files import checked_path
from ckmcore.office import policy as policies
from ckmcore.office.person_settings import BY_NAME
from ckmcore.office.settings import PLAIN, Office
from ckmcore.office.settings_file import read_office

LIMITS = (option("--threads", type=int, metavar="N"), option("--memory", type=int, metavar="MB"))


def use_limits(options: argparse.Namespace) -> None:
    """Set the limits of memory and threads that the options request. Values below those of the policy are always
    allowed.

    Raises cli_limit_value, cli_limit_locked and the errors of the policy.
    """
    decided = policies.machine_policy().process
    threads = _limit_in_force("threads", options.threads, decided.threads or None)
    memory = _limit_in_force(
        "memory", options.memory, None if decided.memory is None else decided.memory or USUAL_MEMORY
    )
    use(Limits(threads, memory))


def _limit_in_force(name: str, requested: int | None, limit: int | None) -> int:
    """Limit that holds. name: `threads` or `memory`; requested: value of the option or None; limit: value of the policy
    or None.
    """
    if requested is None:
        return limit or 0
    if fault := BY_NAME[name].fault(requested):
        raise InputError("cli_limit_value", option=f"--{name}", value=str(requested), fault=fault)
    if limit is not None and not 0 < requested <= limit:
        raise PermissionRefused("cli_limit_locked", option=f"--{name}", value=str(requested), most=limit)
    return requested


def office_asked(path: str | None) -> Office:
    """Office settings from a file, by default PLAIN, overridden by the computer's policy.

    Raises the errors of reading both.
    """
    return policies.machine_policy().office_with(PLAIN if path is None else read_office(path))


def run_policy(options: argparse.Namespace, report: CommandReport) -> int:
    """Print what a policy decides, by the names of its file. Raises the errors of reading a policy."""
    path = policies.machine_file() if options.file is None else checked_path(options.file)
    policy = policies.read_policy(path)
    if policy.path is None:
        report.out("cli_policy_none", path=str(path))
        return 0
    report.out("cli_policy_decides", path=str(path), count=len(policy.named))
    if policy.reason.text(report.language):
        report.out("cli_policy_reason", reason=policy.reason)
    for name, value in policy.named.items():
        report.out("cli_policy_setting", name=name, value=msgspec.json.encode(value).decode())
    return 0


COMMANDS = (CliCommand("policy", (override("file", nargs="?", metavar="FILE", help="policy_file"),), run_policy),)
