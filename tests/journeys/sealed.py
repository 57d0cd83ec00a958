"""A sealed statistic on the screen: passphrases of its roles, and the dialog that asks for one."""

from __future__ import annotations

from ckmcore.statistic.seal import Role
from tests.journeys.screen import Program

PHRASES: dict[Role, str] = {
    "clerk": "tabellen fuer das jahrbuch",
    "methodologist": "so wenig rauschen wie noetig",
    "releaser": "vier augen sehen mehr",
}


def unlock(program: Program, role: Role) -> None:
    """Type the passphrase of a role into the dialog that asks for it."""
    program.wait(lambda: program.ask("window")["kind"] == "UnlockDialog", "the passphrase is asked for")
    program.settle()
    program.write(PHRASES[role])
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the statistic opens")
    program.settle()
