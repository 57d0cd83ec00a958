"""Commands of `ckm` that scale adds."""
