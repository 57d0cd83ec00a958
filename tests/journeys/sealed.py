"""A sealed statistic on the screen: passphrases of its roles, and the dialog that asks for one."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.methods.serialization import method_text
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmcore.statistic.seal import Role
from tests.journeys.screen import Program

PHRASES: dict[Role, str] = {
    "clerk": "tabellen fuer das jahrbuch",
    "methodologist": "so wenig rauschen wie noetig",
    "releaser": "vier augen sehen mehr",
}


def decided(statistic: Statistic) -> Statistic:
    """The statistic with a decision on the method in force of each period, as an office records it."""
    periods = []
    for period in statistic.periods:
        assert period.in_force is not None
        decision = Decision("Board of methods", "2026-01-15", settings=method_text(period.in_force.method))
        periods.append(replace(period, decisions=(decision,)))
    return replace(statistic, periods=tuple(periods))


def unlock(program: Program, role: Role) -> None:
    """Type the passphrase of a role into the dialog that asks for it."""
    program.wait(lambda: program.ask("window")["kind"] == "UnlockDialog", "the passphrase is asked for")
    program.settle()
    program.write(PHRASES[role])
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the statistic opens")
    program.settle()
