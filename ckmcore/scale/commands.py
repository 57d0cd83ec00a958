"""Commands of `ckm` that scale adds, each with the module that declares it."""

COMMANDS = {"cube": "ckmcore.scale.cli.cube", "database": "ckmcore.scale.cli.database"}
