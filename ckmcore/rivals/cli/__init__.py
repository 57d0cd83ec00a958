"""Commands of `ckm` that the rivals add."""
