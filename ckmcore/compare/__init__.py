"""A table beside a file of figures that were published before: what changed, what is new, what is gone.

Everything here works on published figures: drafts, protected tables and files. Nothing of it meets an original.
"""
