"""What is asked of the rows of a table for counts, which distributions they can have, and that of maximum entropy."""
