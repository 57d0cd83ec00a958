"""Commands of `ckm` that the lab adds."""
