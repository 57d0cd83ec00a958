"""Utility and risk of a method on a table: the attack, measures against the originals, the comparison. Confidential."""
