"""Rows of a table for counts: constraints, feasible distributions, and the distribution of maximum entropy."""
