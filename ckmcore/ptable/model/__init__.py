"""The perturbation table for counts with its look-up, other forms of it, and figures that judge it."""
