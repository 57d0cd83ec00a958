"""Hypercubes: all margins of many variables, made and written one after another."""
