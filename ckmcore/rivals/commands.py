"""Commands of `ckm` that the rivals add, each with the module that declares it."""

COMMANDS = {
    "audit": "ckmcore.rivals.cli.audit",
    "rivals": "ckmcore.rivals.cli.rivals",
    "safe": "ckmcore.rivals.cli.safe",
    "statistic safe": "ckmcore.rivals.cli.safe",
    "suppress": "ckmcore.rivals.cli.suppress",
    "pattern": "ckmcore.rivals.cli.pattern",
    "statistic pattern": "ckmcore.rivals.cli.pattern",
}
