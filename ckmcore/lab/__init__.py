"""What research asks of tables: attacks, measures, the floor of sums, reports, conformance."""
