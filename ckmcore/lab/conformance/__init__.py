"""Solved cases of other people, recomputed by the engine that the window uses, for whoever wants to check it."""
