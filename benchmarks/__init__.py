"""Measured against peers and limits: `python3 dev.py bench`. Never part of the tests: timing says nothing there.

data.py     the made-up census and the perturbation table that all sides are given
ours.py     our engine: the protected table, the bare pass over the same bytes, the design of a table, reading files
peers.py    the ONS package and plain pandas, in an environment of their own
desk.py     the window: from start to first paint, from drop to painted table
look.py     the window: another theme, another text size, with all pages open
statistic_file.py   the file of a statistic, against this program's own former code
report.py   figures, limits, the table on the terminal and RESULTS.md
run.py      the command
"""
