"""What everything stands on: texts, numbers, files, limits, and how public types check what they are given."""
