"""Commands of `ckm` that the lab adds, and steps of commands of the core, each with the module that declares it."""

COMMANDS = {
    "assess": "ckmcore.lab.cli.assess",
    "evaluate": "ckmcore.lab.cli.evaluate",
    "sums": "ckmcore.lab.cli.sums",
    "compare": "ckmcore.lab.cli.compare",
    "release recheck": "ckmcore.lab.cli.recheck",
    "conformance": "ckmcore.lab.cli.conformance",
}
