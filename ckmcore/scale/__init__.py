"""What does not fit one table: records in databases, hypercubes."""
