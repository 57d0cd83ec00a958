"""Solved cases of other people computed anew by the engine that the window uses, for whoever wants to check it."""
