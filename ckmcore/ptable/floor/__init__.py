"""The floor under protection: what a perturbation table, and record keys under it, may not fall below."""
