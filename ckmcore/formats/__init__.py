"""Tables out of the house, a file per format: what writes it, what reads it back strictly, what searches it for leaks.

Takes drafts and protected tables only.
"""
