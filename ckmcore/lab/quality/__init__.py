"""What a method costs and risks, as measures: of a table, of variants over tables, beside one another. Confidential."""
