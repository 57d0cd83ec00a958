"""Record keys: read, drawn, derived, joined, of households, below the floor or not."""
