"""Rivals of the cell-key method, measured: cell suppression and its audit."""
