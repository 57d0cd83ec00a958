"""A statistic worked on by code: its file locked, what is done saved once at the end, or not at all."""
